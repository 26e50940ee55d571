"""Beginning and ending a game. RULES 2, 10."""

from collections.abc import Iterable
from dataclasses import replace
from reprlib import repr as short

from engine.board import Seat
from engine.cards import Card, PhysicalCard, deck_of
from engine.game import Game, NewGameAsk, Play, Stand, idle, moved_on
from engine.inputs import Hands, LooksChanged, NewGame, PositionAgreed, SeatLook
from engine.moves import Movement
from engine.palette import colour_of
from engine.position import BadPosition, Position, opening, parse_position
from engine.ruleset import BadOption, build
from engine.seating import check_rules_at, decks_at, seating
from engine.setup import Setup
from engine.step import Effect, Step, accept, refuse
from engine.turns import with_agreed
from engine.verdict import Why

FIRST_OFFER = NewGame(players=4, rules="pagat")
"""What a board that never had a game offers."""


def setup_of(asked: NewGame) -> Setup:
    """The table and rules of a request.

    Raises:
        BadOption: naming what cannot be.
    """
    options = dict(asked.options)
    table = seating(asked.players, asked.teams)
    rules = build(asked.rules, options, asked.house)
    check_rules_at(asked.rules, rules, table, tuple(options))
    if asked.first is not None and asked.first not in table.seats:
        raise BadOption("first", "nobody sits there")
    if any(look.seat not in table.seats for look in asked.looks):
        raise BadOption("seats", "nobody sits at one of the seats named")
    deck = _deck(asked, decks_at(rules, asked.players))
    if asked.hands is Hands.TRACKED and len(deck) < (rules.hand + 1) * asked.players:
        raise BadOption("deck", f"{len(deck)} cards are too few for {asked.players} hands of {rules.hand}")
    return Setup(asked, Movement(table, rules), deck)


def _deck(asked: NewGame, usual: tuple[int, int]) -> frozenset[PhysicalCard]:
    """The physical cards of a game: those named, or the decks of RULES 2."""
    if not asked.deck and asked.deck_name:
        raise BadOption("deck", f"no card is enrolled in {short(asked.deck_name)}")
    if not asked.deck:
        return frozenset(deck_of(*usual))
    try:
        named = [(Card.parse(card), _copies(copies)) for card, copies in asked.deck]
    except ValueError as bad:
        raise BadOption("deck", str(bad)) from None
    return frozenset(PhysicalCard(card, copy) for card, copies in named for copy in copies)


def _copies(copies: int | tuple[int, ...]) -> Iterable[int]:
    return range(1, copies + 1) if isinstance(copies, int) else copies


def begin(game: Game, asked: NewGame, at_ms: int) -> Step:
    """Start a game; one that runs is left for good, its record stays in the journal."""
    try:
        setup = setup_of(asked)
    except BadOption as bad:
        return refuse(game, Why.BAD_SETUP, name=str(bad))
    first = setup.table.seats[0] if asked.first is None else asked.first
    play = Play(setup, opening_stand(setup, first))
    return accept(Game(play=play, last_setup=asked, begun_ms=at_ms), Effect.YOUR_TURN)


def play_from(setup: Setup, position: Position, turn: Seat) -> Play:
    """A game of closed hands that stands so, with nothing to take back."""
    none: tuple[int, ...] = (0,) * setup.table.board.sides
    return Play(setup, Stand(position, turn, throws=none, owed=none))


def opening_stand(setup: Setup, first: Seat) -> Stand:
    """Before the first card: all pegs in start, and in tracked hands nothing dealt yet."""
    stand = play_from(setup, opening(setup.table), first).stand
    if setup.hands is not Hands.TRACKED:
        return stand
    empty: tuple[frozenset[PhysicalCard], ...] = (frozenset(),) * setup.table.board.sides
    return replace(stand, hands=empty, locked=empty, dealing=True)


def end(game: Game) -> Step:
    """Leave the game."""
    if game.play is None:
        return refuse(game, Why.NO_GAME)
    return accept(Game(last_setup=game.last_setup))


def offer_new_game(game: Game) -> Step:
    """Ask whether a game shall begin: the last table again, or the first offer; and in which teams."""
    asked = replace(game.last_setup or FIRST_OFFER, first=None, game_id="")
    plans = sorted({2, asked.players // 2} if asked.players > 2 else {asked.teams})
    others = [replace(asked, teams=teams) for teams in plans if teams != asked.teams]
    return accept(replace(idle(game), ask=NewGameAsk((asked, *filter(_can_be, others)))))


def _can_be(asked: NewGame) -> bool:
    try:
        setup_of(asked)
    except BadOption:
        return False
    return True


def offer_rematch(game: Game, play: Play) -> Step:
    """The same table again at once, the deal one seat further left. RULES 2."""
    asked = play.setup.asked
    first = asked.first if asked.first is not None else play.setup.table.seats[0]
    again = replace(asked, first=play.setup.table.after(first), game_id="")
    return accept(replace(idle(game), ask=NewGameAsk((again,))), Effect.NEW_GAME_WANTED)


def agree_position(game: Game, told: PositionAgreed, at_ms: int) -> Step:
    """Set the pegs as the table agrees; it stands in the record like a turn and can be taken back."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if told.turn not in play.setup.table.seats:
        return refuse(game, Why.BAD_SETUP, name="turn: nobody sits there")
    try:
        position = parse_position(play.setup.table, dict(told.pegs))
    except BadPosition as bad:
        return refuse(game, Why.BAD_SETUP, name=str(bad))
    after = with_agreed(play, position, told.turn, at_ms)
    return accept(moved_on(game, after))


def change_looks(game: Game, told: LooksChanged) -> Step:
    """Show seats otherwise from now on. All at once, so that two seats can change colours with each other."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    seats, asked = play.setup.table.seats, play.setup.asked
    if any(look.seat not in seats for look in told.looks):
        return refuse(game, Why.BAD_SETUP, name="seats: nobody sits at one of the seats named")
    looks = {look.seat: look for look in (*asked.looks, *told.looks)}
    colours = [colour_of(looks.get(seat, SeatLook(seat))) for seat in seats]
    if any(colours.count(colour_of(look)) > 1 for look in told.looks):
        return refuse(game, Why.BAD_SETUP, name="seats: two would have the same colour")
    shown = replace(asked, looks=tuple(looks[seat] for seat in seats if seat in looks))
    after = replace(play, setup=replace(play.setup, asked=shown))
    return accept(replace(game, play=after, last_setup=shown))
