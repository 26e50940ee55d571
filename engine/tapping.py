"""A card is tapped: it becomes the card in question, or is refused. DESIGN 3, A turn."""

from dataclasses import replace

from engine.board import PEGS, START, Hole, Seat, seat_name
from engine.cards import PhysicalCard, Rank
from engine.choose import Tree
from engine.explain import card_reason, explain
from engine.game import Game, Play, Question, idle
from engine.inputs import CardTapped, Pointed
from engine.notation import describe
from engine.seating import decks_at
from engine.step import Effect, Step, accept, refuse
from engine.turns import may_throw
from engine.verdict import Reason, Why


def tap(game: Game, told: CardTapped) -> Step:
    """Judge the card on the position and open its question."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None:
        return refuse(game, Why.GAME_OVER)
    if told.seat is not None and not acts_for(play, told.seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(play.turn))
    card = physical(play, told)
    if card is None:
        return refuse(game, Why.NOT_IN_DECK, name=str(told.card))
    if card in play.played:
        return refuse(game, Why.CARD_ALREADY_PLAYED, name=str(card.card))
    if game.question is not None and game.question.card == card:
        return Step(game, game.question.reason, (Effect.REFUSED,) if game.question.reason else ())
    return _asked(game, open_question(play, card))


def _asked(game: Game, question: Question) -> Step:
    """Put the question; one that was open is put aside and comes back when this card is put away."""
    aside = tuple(other for other in game.aside if other.card != question.card)
    if game.question is not None:
        aside = (*aside, game.question)
    after = replace(idle(game), question=question, aside=aside)
    return Step(after, question.reason, (Effect.REFUSED if question.reason else Effect.TICK,))


def physical(play: Play, told: CardTapped) -> PhysicalCard | None:
    """Which card it is; without a copy named, the first not yet played. None: not in this game's decks."""
    copies = copies_of(play, told.card.rank, has_suit=told.card.suit is not None)
    if told.copy is not None:
        return PhysicalCard(told.card, told.copy) if 1 <= told.copy <= copies else None
    numbered = [PhysicalCard(told.card, copy) for copy in range(1, copies + 1)]
    return next((card for card in numbered if card not in play.played), numbered[-1] if numbered else None)


def copies_of(play: Play, rank: Rank, has_suit: bool) -> int:
    """How many copies of a card the decks of this table hold. RULES 2."""
    decks, jokers = decks_at(play.setup.movement.rules, play.setup.table.players)
    if rank is Rank.JOKER:
        return jokers
    return decks if has_suit else 4 * decks


def open_question(play: Play, card: PhysicalCard) -> Question:
    """Everything the card could do here, or why nothing."""
    movement, position, turn, rank = play.setup.movement, play.position, play.turn, card.card.rank
    found = movement.choices(position, turn, rank)
    moves = tuple(describe(movement, position, recipes, result) for result, recipes in found.items())
    reason = None
    if not moves:
        words = explain(movement, position, turn, rank, found)
        reason = card_reason(movement, position, turn, rank, words)
    tree = Tree(movement, position, turn, moves, may_throw=bool(moves) and may_throw(play, rank))
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
