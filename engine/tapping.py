"""A card is tapped: it becomes the card in question, or is refused. DESIGN 3, A turn."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.board import PEGS, START, Hole, Seat, seat_name
from engine.cards import Card, PhysicalCard, Rank
from engine.challenge import show_card
from engine.choose import Tree
from engine.explain import card_reason, explain
from engine.free import doubtful, is_free
from engine.game import Game, Play, ShuffleAsk, idle
from engine.hands import draw, due, holder, is_locked, is_tracked, must_shuffle
from engine.inputs import CardTapped, Pointed
from engine.notation import describe
from engine.question import Question
from engine.ruleset import Draw
from engine.step import Effect, Step, accept, refuse
from engine.turns import begun, going_on, joker_may_stay, passed, settled
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
    return _tap_tracked(game, play, card, told) if is_tracked(play) else _tap_closed(game, play, card, told)


def _tap_closed(game: Game, play: Play, card: PhysicalCard, told: CardTapped) -> Step:
    """Whoever taps plays for the seat to move."""
    going = going_on(play)
    if told.seat is not None and not acts_for(going, told.seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(going.turn))
    if card in play.played and not is_free(play):
        return _played_already(game, card)
    return put_in_question(game, going, card)


def _played_already(game: Game, card: PhysicalCard) -> Step:
    """Once a turn, and while no card is in question, the board asks whether the pile was shuffled."""
    refused = refuse(game, Why.CARD_ALREADY_PLAYED, name=str(card.card))
    known = game.asked_shuffled and not isinstance(game.ask, ShuffleAsk)
    if game.question is not None or known or game.ask == ShuffleAsk(card):
        return refused
    return refused._replace(game=replace(idle(game), ask=ShuffleAsk(card), asked_shuffled=True))


def _tap_tracked(game: Game, play: Play, card: PhysicalCard, told: CardTapped) -> Step:
    """The card's place decides whose tap it is. DESIGN 3, Hands. No refusal tells whose a card is."""
    if card in play.played:
        why = Why.SHUFFLE_FIRST if must_shuffle(play) else Why.CARD_ALREADY_PLAYED
        return refuse(game, why, name=str(card.card))
    seat = holder(play, card)
    if seat is None:
        return _draw(game, play, card, told)
    if play.stand.dealing:
        return refuse(game, Why.CARD_IN_A_HAND)
    going = passed(play) if play.stand.ending else play  # RULES 9: a turn ends when the next seat taps
    if seat != going.turn:
        why = Why.CONFIRM_FIRST if game.question else Why.NOT_YOUR_TURN
        return refuse(game, why, name=seat_name(going.turn))
    if is_locked(going, card):
        return refuse(game, Why.CARD_LOCKED)
    return _tap_own(game, going, card)


def _tap_own(game: Game, play: Play, card: PhysicalCard) -> Step:
    """A card of the seat to move. What it should have drawn is asked for once. DESIGN 3, Hands."""
    gone_on = game if play is game.play else replace(idle(game), play=play)
    if must_shuffle(play):
        return refuse(gone_on, Why.SHUFFLE_FIRST)
    if due(play) and not game.reminded and game.question is None:
        return Step(replace(gone_on, reminded=True), Reason(Why.DRAW_FIRST), (Effect.DRAW_FIRST,))
    return put_in_question(game, play, card)


def _draw(game: Game, play: Play, card: PhysicalCard, told: CardTapped) -> Step:
    """A card of the pile is a draw by the seat that is due one."""
    going = _draws_next(play, told)
    if not due(going):
        return refuse(game, _nothing_due(game, play))
    after = draw(going, card)
    after = settled(after) if after.stand.ending is not None else after
    drawn = replace(game, play=after, ask=None, shown=None, reminded=False, tapped=True)
    return accept(drawn, Effect.TICK, *begun(going, after))


def _draws_next(play: Play, told: CardTapped) -> Play:
    """Who draws: a seat that still refills, unless it is the next one's own reader; else the next."""
    if play.stand.ending is None:
        return play
    following = passed(play)
    elsewhere = told.seat is not None and not acts_for(play, told.seat) and acts_for(following, told.seat)
    return following if due(following) and (elsewhere or not due(play)) else play


def _nothing_due(game: Game, play: Play) -> Why:
    """A full hand with a card in question: the next seat draws, and the card was not confirmed."""
    rules = play.setup.movement.rules
    full = rules.draw is Draw.BEFORE and len(play.stand.hands[play.turn]) > rules.hand
    return Why.CONFIRM_FIRST if game.question is not None and full else Why.NO_DRAW_DUE


def put_in_question(game: Game, play: Play, card: PhysicalCard) -> Step:
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
    alike = [card for card in _alike(play, told.card) if told.copy in (None, card.copy)]
    return min(alike, key=lambda card: (_unlikely(play, card), card.copy), default=None)


def _alike(play: Play, card: Card) -> list[PhysicalCard]:
    """Every copy of a card in the deck; in closed hands a rank alone is a card of its own.

    A deck that was enrolled by rank only knows no suits: any will do.
    """
    of_rank = _by_rank(play.setup.deck).get(card.rank, [])
    copies = [other for other in of_rank if other.card == card]
    if copies or card.suit is not None:
        return copies or [other for other in of_rank if other.card.suit is None]
    if is_tracked(play):
        return of_rank
    return [PhysicalCard(card, copy) for copy in range(1, len(of_rank) + 1)]


@lru_cache(maxsize=4)
def _by_rank(deck: frozenset[PhysicalCard]) -> Mapping[Rank, list[PhysicalCard]]:
    """A deck's cards of each rank in their order: every tap looks for one of them."""
    ordered = sorted(deck, key=str)
    return {rank: [card for card in ordered if card.card.rank is rank] for rank in Rank}


def _unlikely(play: Play, card: PhysicalCard) -> int:
    """Cards that could be tapped now come first, those played last."""
    shown = play.challenge.shown if play.challenge else ()
    if card in play.played or card in shown:
        return 2
    if not is_tracked(play):
        return 0
    return int(holder(play, card) != (None if due(play) else play.turn))


def open_question(play: Play, card: PhysicalCard) -> Question:
    """Everything the card could do here, or why nothing."""
    movement, position, turn, rank = play.setup.movement, play.position, play.turn, card.card.rank
    found = movement.choices(position, turn, rank)
    legal = [describe(movement, position, recipes, result) for result, recipes in found.items()]
    words = [] if legal and not is_free(play) else explain(movement, position, turn, rank, found)
    doubts = doubtful(play, rank, words) if is_free(play) else []
    moves = (*legal, *(move for move, _ in doubts))
    reason = None if moves else card_reason(movement, position, turn, rank, words)
    tree = Tree(movement, position, turn, moves, may_throw=bool(moves) and joker_may_stay(play, rank))
    return Question(card, tree, reason, doubts=tuple((move.result, why) for move, why in doubts))


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
        # A hole is named without a colour: whose peg stands there is the board's to know.
        if word.hole == hole and (hole != START or word.seat == seat) and word.reason:
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
