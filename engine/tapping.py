"""A card is tapped: it becomes the card in question, or is refused. DESIGN 3, A turn."""

from dataclasses import replace

from engine.board import PEGS, START, Hole, Seat, seat_name
from engine.cards import Card, PhysicalCard
from engine.challenge import show_card
from engine.choose import Tree
from engine.explain import card_reason, explain
from engine.game import Game, Play, Question, idle
from engine.hands import draw, due, holder, is_locked, is_tracked, must_shuffle
from engine.inputs import CardTapped, Pointed
from engine.notation import describe
from engine.step import Effect, Step, accept, refuse
from engine.turns import going_on, joker_may_stay, passed, settled
from engine.verdict import Reason, Why


def tap(game: Game, told: CardTapped) -> Step:
    """Judge the card on the position and open its question; in tracked hands it may be dealt or drawn."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None:
        return refuse(game, Why.GAME_OVER)
    card = physical(play, told)
    if card is None:
        return refuse(game, Why.NOT_IN_DECK, name=str(told.card))
    if play.challenge is not None:
        return show_card(game, play, play.challenge, card)
    if is_tracked(play):
        return _tap_tracked(game, play, card, told)
    play = going_on(play)
    if told.seat is not None and not acts_for(play, told.seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(play.turn))
    if card in play.played:
        return refuse(game, Why.CARD_ALREADY_PLAYED, name=str(card.card))
    return _asked(game, play, card)


def _tap_tracked(game: Game, play: Play, card: PhysicalCard, told: CardTapped) -> Step:
    """The card's place decides whose tap it is. DESIGN 3, Hands. No refusal tells whose a card is."""
    if card in play.played:
        return refuse(
            game, Why.SHUFFLE_FIRST if must_shuffle(play) else Why.CARD_ALREADY_PLAYED, name=str(card.card)
        )
    seat = holder(play, card)
    if seat is None:
        return _draw(game, play, card)
    if play.stand.dealing:
        return refuse(game, Why.CARD_IN_A_HAND)
    if play.stand.ending is not None and seat == play.setup.table.after(play.turn):
        play = passed(play)  # RULES 9: the turn ends when the next seat taps
    if seat != play.turn or play.stand.ending is not None:
        return refuse(
            game, Why.CONFIRM_FIRST if game.question else Why.NOT_YOUR_TURN, name=seat_name(play.turn)
        )
    if told.seat is not None and not acts_for(play, told.seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(play.turn))
    if is_locked(play, card):
        return refuse(game, Why.CARD_LOCKED)
    if must_shuffle(play):
        return refuse(game, Why.SHUFFLE_FIRST)
    if due(play) and not game.reminded and game.question is None:
        return Step(replace(game, reminded=True), Reason(Why.DRAW_FIRST), (Effect.DRAW_FIRST,))
    return _asked(game, play, card)


def _draw(game: Game, play: Play, card: PhysicalCard) -> Step:
    """A card of the pile is a draw by the seat that is due one."""
    if not due(play):
        play = going_on(play)
    if not due(play):
        return refuse(game, Why.NO_DRAW_DUE)
    if play.stand.ending is not None:
        play = replace(play, stand=replace(play.stand, ending=replace(play.stand.ending, mercy=())))
    after = draw(play, card)
    if after.stand.ending is not None:
        after = settled(after)
    return accept(replace(game, play=after, ask=None, shown=None, reminded=False, tapped=True), Effect.TICK)


def _asked(game: Game, play: Play, card: PhysicalCard) -> Step:
    """Put the question; one that was open is put aside and comes back when this card is put away."""
    if game.question is not None and game.question.card == card:
        return Step(game, game.question.reason, (Effect.REFUSED,) if game.question.reason else ())
    question = open_question(play, card)
    aside = tuple(other for other in game.aside if other.card != card)
    if game.question is not None:
        aside = (*aside, game.question)
    after = replace(idle(game), play=play, question=question, aside=aside, tapped=True)
    return Step(after, question.reason, (Effect.REFUSED if question.reason else Effect.TICK,))


def physical(play: Play, told: CardTapped) -> PhysicalCard | None:
    """Which card is meant; without a copy named the likeliest. None: it is not in this game's deck."""
    if told.copy is not None:
        card = PhysicalCard(told.card, told.copy)
        return card if card in play.setup.deck or _is_bare(play, card) else None
    alike = _alike(play, told.card)
    return min(alike, key=lambda card: (_unlikely(play, card), card.copy), default=None)


def _alike(play: Play, card: Card) -> list[PhysicalCard]:
    """Every copy of a card in the deck; in closed hands a rank alone is a card of its own."""
    copies = [other for other in play.setup.deck if other.card == card]
    if copies or card.suit is not None:
        return copies
    of_rank = [other for other in play.setup.deck if other.card.rank is card.rank]
    if is_tracked(play):
        return sorted(of_rank, key=str)
    return [PhysicalCard(card, copy) for copy in range(1, len(of_rank) + 1)]


def _is_bare(play: Play, card: PhysicalCard) -> bool:
    return card in _alike(play, card.card)


def _unlikely(play: Play, card: PhysicalCard) -> int:
    """Cards that could be tapped now come first, those played last."""
    if card in play.played:
        return 2
    if not is_tracked(play):
        return 0
    return int(holder(play, card) != (None if due(play) else play.turn))


def open_question(play: Play, card: PhysicalCard) -> Question:
    """Everything the card could do here, or why nothing."""
    movement, position, turn, rank = play.setup.movement, play.position, play.turn, card.card.rank
    found = movement.choices(position, turn, rank)
    moves = tuple(describe(movement, position, recipes, result) for result, recipes in found.items())
    reason = None
    if not moves:
        words = explain(movement, position, turn, rank, found)
        reason = card_reason(movement, position, turn, rank, words)
    tree = Tree(movement, position, turn, moves, may_throw=bool(moves) and joker_may_stay(play, rank))
    return Question(card, tree, reason)


def acts_for(play: Play, seat: Seat) -> bool:
    """Whether an input from this seat is one of the seat to move: its own, or of who stands in for it."""
    stand_in = next((by for away, by in play.stand_ins if away == play.turn), play.turn)
    return seat in (play.turn, stand_in)


def put_away(game: Game) -> Step:
    """The card is put away; one it replaced comes back where it was."""
    if game.question is None:
        return refuse(game, Why.NO_CARD)
    back = game.aside[-1] if game.aside else None
    return accept(replace(idle(game), question=back, aside=game.aside[:-1]))


def point(game: Game, told: Pointed) -> Step:
    """Keep the results that leave or reach a hole, or say why the peg there can't. DESIGN 3, Choosing."""
    play, question = game.play, game.question
    if play is None:
        return refuse(game, Why.NO_GAME)
    place = _place(play, told.hole)
    if place is None:
        return refuse(game, Why.NO_CHOICE, name=told.hole)
    if question is None:
        return refuse(game, Why.NO_CARD)
    seat, hole = place
    taken = question.tree.pointed(question.taken, seat, hole)
    if taken is None:
        reason = reason_at(play, question, seat, hole)
        return refuse(game, reason.why, reason.holes, reason.name, reason.by)
    if taken in question.taken:
        return accept(game)
    narrowed = replace(question, taken=(*question.taken, taken), at=0)
    return accept(replace(game, question=narrowed, shown=None), Effect.TICK)


def reason_at(play: Play, question: Question, seat: Seat, hole: Hole) -> Reason:
    """Why a peg can't, or that nothing goes there."""
    words = explain(play.setup.movement, play.position, play.turn, question.card.card.rank)
    for word in words:
        if (word.seat, word.hole) == (seat, hole) and word.reason:
            return word.reason
    return Reason(Why.NO_CHOICE, () if hole == START else (hole,))


def _place(play: Play, name: str) -> tuple[Seat, Hole] | None:
    """A hole by its name; `S` is the start of the seat to move, `CS1` to `CS5` that of C."""
    board = play.setup.table.board
    hole = board.hole(name)
    if hole is not None:
        return play.turn, hole
    if name == "S":
        return play.turn, START
    seats = {f"{seat_name(seat)}S{n}": seat for seat in play.setup.table.seats for n in range(1, PEGS + 1)}
    return (seats[name], START) if name in seats else None
