"""Anything that may be told to a game, sensible or not, made through one `pick`.

A seeded `random.Random().choice` drives it for long walks, Hypothesis where a failure should shrink.
"""

from collections.abc import Callable, Mapping

from engine.board import SEAT_LETTERS, Seat, seat_name
from engine.cards import Card, Rank, Suit
from engine.game import Game, NewGameAsk, Play
from engine.hands import due, is_tracked, must_shuffle
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    Command,
    CommandTapped,
    DrawClaimed,
    GameEnded,
    HandCounted,
    Hands,
    Key,
    LooksChanged,
    MercyTaken,
    NewGame,
    Pointed,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    RulesCardTapped,
    SeatLook,
    ShowBoardAsked,
    Shuffled,
    StoodIn,
    ThrowAsked,
    TimeReached,
    Told,
    TwoCardsSeen,
    UndoAsked,
    UnknownTag,
)
from engine.notation import write_move
from engine.ruleset import PRESETS
from tests.slow.positions import MANNERS, Pick, placement

SOURCES = ("buttons", "table", "phone", "")
GARBAGE = ("", "7", "7 A8-A15", "7♥ A12-A15 A0-AH1 xC3-S", "x", "♠♠♠", "A0-A1 " * 40)
HOLES = (
    *(f"{side}{n}" for side in "ABCDFJ" for n in (0, 3, 8, 9, 12, 17, 18)),
    *(f"{side}H{n}" for side in "ABCZ" for n in (0, 1, 3, 5, 6)),
    *(f"{side}S{n}" for side in "ABCDJZa" for n in (0, 1, 5)),
    *("S", "", "a8", "A08", "AS", "AH", "♠", "A" * 300),
)
OPTIONS: tuple[tuple[tuple[str, object], ...], ...] = (
    (),
    (),
    (("two_swaps", True), ("mercy_after", 2)),
    (("mercy_after", 2), ("draw", "after")),
    (("control", "team"), ("joker_from_start", ("occupied", "come_out"))),
    (("nine", "forward_or_split"), ("nine_direction", "both_forward")),
    (("blocked_in_spot", "bumped_to_start"), ("home_entry", "mandatory")),
    (("players", (2, 4, 6, 8, 10)), ("jack", 11)),
    (("jack", 12),),
    (("whist", None),),
    (("deal", (5,)), ("players", True)),
)

SELDOM = ("new game", "end", "position", "position", "stand in", "looks", "shuffled")
KINDS = (
    *("tap",) * 14,
    *("command",) * 12,
    *("rules card",) * 2,
    *("press",) * 12,
    *("choose",) * 10,
    *("throw",) * 5,
    *("point",) * 5,
    *("undo", "redo", "redo", "show board", "unknown", "two cards", "time"),
    *("refill done", "mercy", "mercy", "challenge", "challenge", "claim", "claim", "count", "count"),
    *SELDOM,
)


def some_told(pick: Pick, game: Game) -> Told:
    """Something told to this game; half the time something that belongs there."""
    likely = fitting(pick, game)
    if likely and pick([True, True, False]):
        return pick(likely)
    return anything(pick, game)


SMALL_DECK = (("K", 9), ("A", 9), ("5H", 8))


def fitting(pick: Pick, game: Game) -> list[Told]:
    """What players would tell now."""
    play = game.play
    if isinstance(game.ask, NewGameAsk):
        return [RulesCardTapped("ours", pick(PRESETS), pick(OPTIONS)), Pressed(Key.CONFIRM)]
    if play is None:
        hands, deck = pick(list(Hands)), pick([(), SMALL_DECK])
        return [
            NewGame(
                pick([4, 4, 6]),
                pick(PRESETS),
                pick([*OPTIONS[:8], *OPTIONS[2:4] * 3]),
                hands=hands,
                deck=deck,
            )
        ]
    if play.stand.ending is not None:
        return [RefillDone(), MercyTaken(), *map(MercyTaken, play.stand.ending.mercy)]
    if game.question is not None:
        return [some_choice(pick, game), some_point(pick, game), ThrowAsked()]
    if play.challenge is not None and play.challenge.counting:
        return [HandCounted(play.challenge.seat, pick([4, 5]))]
    if play.undone and pick([True, False]):
        return [RedoAsked(), UndoAsked()]
    last = play.turns[-1:]
    accused: list[Told] = [told(turn.seat) for turn in last for told in (Challenged, DrawClaimed)]
    return [some_tracked_tap(pick, play) if is_tracked(play) else some_tap(pick)] * 4 + accused


def anything(pick: Pick, game: Game) -> Told:
    """Whatever can be told, sense or nonsense."""
    return ANYTHING.get(pick(KINDS), lambda pick, game: some_new_game(pick))(pick, game)


ANYTHING: Mapping[str, Callable[[Pick, Game], Told]] = {
    "tap": lambda pick, game: some_tap(pick),
    "command": lambda pick, game: CommandTapped(pick(list(Command)), some_seat(pick), pick(SOURCES)),
    "rules card": lambda pick, game: RulesCardTapped("ours", pick([*PRESETS, "whist"]), pick(OPTIONS)),
    "refill done": lambda pick, game: RefillDone(),
    "mercy": lambda pick, game: MercyTaken(pick([None, None, *SEATS])),
    "challenge": lambda pick, game: Challenged(pick(SEATS)),
    "claim": lambda pick, game: DrawClaimed(pick(SEATS)),
    "count": lambda pick, game: HandCounted(pick(SEATS), pick([4, 3, 5, 6, 0, -1, 99])),
    "press": lambda pick, game: Pressed(
        pick(list(Key)), pick([False, False, True]), some_seat(pick), pick(SOURCES)
    ),
    "choose": lambda pick, game: some_choice(pick, game),
    "throw": lambda pick, game: ThrowAsked(),
    "point": lambda pick, game: some_point(pick, game),
    "undo": lambda pick, game: UndoAsked(),
    "redo": lambda pick, game: RedoAsked(),
    "show board": lambda pick, game: ShowBoardAsked(),
    "unknown": lambda pick, game: UnknownTag("04A1B2C3"),
    "two cards": lambda pick, game: TwoCardsSeen("table"),
    "time": lambda pick, game: TimeReached(),
    "end": lambda pick, game: GameEnded(),
    "position": lambda pick, game: some_position(pick, game),
    "stand in": lambda pick, game: StoodIn(pick(SEATS), pick(SEATS)),
    "looks": lambda pick, game: LooksChanged(
        (SeatLook(pick(SEATS), pick(["", "Bo"]), pick(["", "#0072b2", "#bb0000"])),)
    ),
    "shuffled": lambda pick, game: Shuffled(),
}


SEATS = [Seat(n) for n in (0, 1, 2, 3, 5, 9)]


def some_seat(pick: Pick) -> Seat | None:
    return pick([*[None] * 24, *SEATS])


def some_tap(pick: Pick) -> CardTapped:
    rank = pick([*Rank, Rank.SEVEN, Rank.NINE, Rank.JOKER, Rank.KING, Rank.ACE])
    suit = None if rank is Rank.JOKER else pick([*Suit, None])
    return CardTapped(
        Card(rank, suit), pick([*[None] * 12, 1, 2, 3, 0, -1, 99]), some_seat(pick), pick(SOURCES)
    )


def some_tracked_tap(pick: Pick, play: Play) -> Told:
    """Mostly a card where it is wanted: from the pile where a draw is due, else from the hand."""
    if must_shuffle(play) and pick([True, False]):
        return Shuffled()
    hand, others = play.stand.hands[play.turn], [card for hand in play.stand.hands for card in hand]
    held = {*others, *(card for cards in play.stand.locked for card in cards), *play.played}
    pile = [card for card in play.setup.deck if card not in held]
    wanted = pile if due(play) and pick([True, True, True, False]) else hand
    among = sorted(pick([wanted, wanted, wanted, wanted, others, pile, held]), key=str)
    if not among:
        return Shuffled()
    card = pick(among)
    return CardTapped(card.card, card.copy, some_seat(pick), pick(SOURCES))


def some_choice(pick: Pick, game: Game) -> Told:
    """Mostly a choice of the card in question; without one, a card."""
    question = game.question
    if question is None:
        return pick([some_tap(pick), some_tap(pick), Chosen(pick(GARBAGE))])
    moves = question.moves[:2] + question.moves[-3:]
    table, card = question.tree.movement.table, question.card.card
    return Chosen(pick([*(write_move(table, card, move) for move in moves), pick(GARBAGE)]))


def some_point(pick: Pick, game: Game) -> Told:
    """Half the time at a hole that the card in question leaves or reaches, if there is one."""
    question = game.question
    if question is None or not question.moves or pick([False, True]):
        return Pointed(pick(HOLES), pick(SOURCES))
    step = pick(question.moves[:9]).steps[-1]
    name = question.tree.movement.table.board.name(pick([step.start, step.end]))
    return Pointed(f"{seat_name(step.seat)}S2" if name == "S" else name, pick(SOURCES))


def some_position(pick: Pick, game: Game) -> Told:
    """Mostly one that can be, near the end of a game as often as not."""
    if game.play is None or pick([False, False, False, True]):
        return PositionAgreed((("A", ("A8", "S", "S", "S", "S")), ("B", ("A8",))), pick(SEATS))
    table = game.play.setup.table
    turn = pick([seat_name(seat) for seat in table.seats])
    teams = table.names()
    if pick([False, True]):
        return PositionAgreed(on_the_brink(teams, turn, pick), Seat(SEAT_LETTERS.index(turn)))
    placed = placement(pick, pick(["helping", "last", "late", pick(MANNERS)]), table.board.sides, teams, turn)
    pegs = tuple((seat, tuple(holes)) for seat, holes in placed.items())
    return PositionAgreed(pegs, Seat(SEAT_LETTERS.index(turn)))


def on_the_brink(teams: list[list[str]], turn: str, pick: Pick) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The last peg of the side to move stands before its home, and there is room for it."""
    ours = next(team for team in teams if turn in team)
    homes = {seat: [f"{seat}H{deep}" for deep in range(1, 6)] for seat in ours}
    homes[turn][0] = f"{turn}{pick([0, 1, 2, 3])}"
    return tuple((seat, tuple(homes.get(seat, ["S"] * 5))) for team in teams for seat in team)


def some_new_game(pick: Pick) -> NewGame:
    players = pick([4, 4, 4, 2, 6, 8, 10, 5, -1, 99])
    return NewGame(
        players=players,
        rules=pick([*PRESETS, "whist", ""]),
        options=pick(OPTIONS),
        teams=pick([2, 2, 2, players // 2, 0, 7]),
        hands=pick(list(Hands)),
        first=some_seat(pick),
        looks=pick([(), (), (SeatLook(Seat(0), "Ann", "#0072b2"),), (SeatLook(Seat(9)),)]),
        game_id=pick(["", "g1"]),
        deck=pick([(), (), (), (("K", 99), ("7H", 9)), (("A", 3),), (("11H", 4),), (("A", -1),)]),
    )
