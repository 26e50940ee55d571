"""Playing, throwing, and what still belongs to a turn: mercy and refill. RULES 9."""

from dataclasses import replace

from engine.board import START, Seat
from engine.cards import PhysicalCard, Rank
from engine.free import is_free, warn
from engine.game import Ending, Game, Play, Turn, idle, moved_on
from engine.hands import due, is_tracked, refill_after, unlocked, without
from engine.handwork import Handwork, carries, handwork
from engine.hops import Hop, Manner
from engine.landing import Barred
from engine.notation import Move, describe, same_notation, write_move
from engine.position import Position, start_count
from engine.question import Question, movable_holes
from engine.ruleset import Draw, JokerDuty
from engine.step import Effect, Step, accept, refuse
from engine.verdict import Reason, Why


def record(play: Play, card: PhysicalCard, move: Move | None, at_ms: int) -> Play:
    """The play with a card played, or thrown (no move); what had been taken back is forgotten."""
    stand, seat = play.stand, play.turn
    forgot = is_tracked(play) and due(play) > 0  # RULES 9: a fact once the card is confirmed
    turn = Turn(seat, card, move, stand, at_ms, forgot)
    after = replace(
        stand,
        position=move.result if move else stand.position,
        throws=_set(stand.throws, seat, 0 if move else stand.throws[seat] + 1),
        owed=_set(stand.owed, seat, 0),
        drawn=frozenset(),
        proved=None,
    )
    hand_before = 0
    if is_tracked(play):
        hand_before = len(stand.hands[seat])
        after = without(after, seat, card)
    after_card = replace(
        play, stand=after, played=play.played | {card}, turns=(*play.turns, turn), undone=(), challenge=None
    )
    if after_card.winner is not None:
        return after_card
    refill = refill_after(play, hand_before, moved=move is not None)
    mercy = mercy_offers(after_card) if move is None else ()
    return settled(replace(after_card, stand=replace(after, ending=Ending(mercy, refill))))


def with_agreed(play: Play, position: Position, turn: Seat, at_ms: int) -> Play:
    """The play with a position that the table agreed on. Hands stay, and so does whose they are dealt to."""
    stand = play.stand
    following = play.turn if stand.dealing and any(stand.hands) else turn
    agreed = replace(stand, position=position, turn=following, ending=None, proved=None)
    if following != play.turn:
        agreed = replace(unlocked(agreed, following), drawn=frozenset())
    told = Turn(play.turn, None, None, stand, at_ms, agreed=agreed)
    return replace(play, stand=agreed, turns=(*play.turns, told), undone=(), challenge=None)


def _set(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*counts[:seat], count, *counts[seat + 1 :])


def settled(play: Play) -> Play:
    """The next seat's turn, unless something of this one is still open."""
    ending = play.stand.ending
    if ending is None or ending.mercy or (ending.refill > 0 and due(play) > 0):
        return play
    return passed(play)


def passed(play: Play) -> Play:
    """The next seat's turn begins, whatever was left of this one."""
    following = play.setup.table.after(play.turn)
    stand = replace(play.stand, turn=following, ending=None)
    return replace(play, stand=unlocked(stand, following))


def begun(before: Play, after: Play) -> tuple[Effect, ...]:
    """What is heard where a seat's turn has begun: in draw-before rulesets that it draws first."""
    if after.winner is not None or after.stand.dealing or after.stand.ending is not None:
        return ()
    if after.turn == before.turn and not before.stand.dealing:
        return ()
    first = after.setup.movement.rules.draw is Draw.BEFORE
    return (Effect.YOUR_TURN, Effect.DRAW_FIRST) if first else (Effect.YOUR_TURN,)


def play_move(game: Game, play: Play, question: Question, move: Move, at_ms: int) -> Step:
    """The last confirm: the card is played. RULES 9, Played."""
    doubt = question.doubt(move.result)
    if doubt is not None and question.warned != move.result:
        return warn(game, question, move.result, doubt)
    after = record(play, question.card, move, at_ms)
    effects = [Effect.TAKEN]
    effects += [Effect.BEAT] * sum(len(step.path) for step in move.steps) if is_free(play) else []
    effects += [Effect.SHOVE] if move.displaced else []
    board = play.setup.table.board
    effects += [Effect.HOME] if any(board.home_depth(step.seat, step.end) for step in move.steps) else []
    effects += [Effect.WIN] if after.winner else begun(play, after)
    return accept(moved_on(game, after, _to_carry(play, after)), *effects)


def _to_carry(before: Play, after: Play) -> Handwork | None:
    return handwork(carries(before.setup.table, before.position, after.position))


def choose(game: Game, notation: str, at_ms: int) -> Step:
    """Play the choice of that notation, wherever the cursor is."""
    play, question = game.play, game.question
    if play is None:
        return refuse(game, Why.NO_GAME)
    if question is None:
        return refuse(game, Why.NO_CARD)
    for move in question.moves:
        if same_notation(write_move(play.setup.table, question.card.card, move), notation):
            return play_move(game, play, question, move, at_ms)
    return refuse(game, Why.NO_CHOICE, name=notation)


def throw(game: Game, at_ms: int) -> Step:
    """Throw the card in question: refused where a card must be played. RULES 9, Duty."""
    play, question = game.play, game.question
    if play is None:
        return refuse(game, Why.NO_GAME)
    if question is None:
        return refuse(game, Why.NO_CARD)
    moves = any(question.doubt(move.result) is None for move in question.moves)
    if moves and not joker_may_stay(play, question.card.card.rank) and question.warned != play.position:
        barred = Reason(Why.MUST_MOVE, movable_holes(question))
        if is_free(play):
            return warn(game, question, play.position, barred)
        return refuse(game, barred.why, barred.holes)
    if play.stand.proved is not None or (is_tracked(play) and hand_must_move(play)):
        return refuse(game, Why.MUST_MOVE)  # no hole is named: it would tell of a card nobody has seen
    after = record(play, question.card, None, at_ms)
    return accept(moved_on(game, after), Effect.TAKEN, *begun(play, after))


def joker_may_stay(play: Play, rank: Rank) -> bool:
    """Whether it is a joker that need never be played, though it could move. RULES 9, Duty."""
    return rank is Rank.JOKER and play.setup.movement.rules.joker_duty is JokerDuty.NEVER


def hand_must_move(play: Play) -> bool:
    """Whether any unlocked card of the hand must be played rather than one thrown. RULES 9, Duty."""
    ranks = {card.card.rank for card in play.stand.hands[play.turn]}
    dutiful = [rank for rank in ranks if not joker_may_stay(play, rank)]
    return bool(play.setup.movement.hand(play.position, play.turn, dutiful))


def mercy_offers(play: Play) -> tuple[Seat, ...]:
    """Whose start pegs the thrower may bring out without a card. RULES 9, Mercy."""
    movement, seat = play.setup.movement, play.turn
    after = movement.rules.mercy_after
    if not after or play.stand.throws[seat] < after:
        return ()
    movable = movement.movable_seats(play.position, seat)
    return tuple(other for other in movable if _comes_out(play, other) is not None)


def _comes_out(play: Play, seat: Seat) -> tuple[Hop, Position] | None:
    """A start peg's way to its come-out hole, under the rules of landing, or None where it is barred."""
    movement, position = play.setup.movement, play.position
    come_out = movement.table.board.come_outs[seat]
    if not start_count(position[seat]) or position[seat] >> come_out & 1:
        return None
    hop = Hop(seat, START, come_out, Manner.COME_OUT)
    landed = movement.land(position, hop)
    return None if isinstance(landed, Barred) else (hop, landed)


def take_mercy(game: Game, seat: Seat | None) -> Step:
    """Bring a start peg out, or (None) decline. RULES 9, Mercy."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    ending = play.stand.ending
    if ending is None or not ending.mercy or (seat is not None and seat not in ending.mercy):
        return refuse(game, Why.NO_MERCY)
    if seat is None:
        after = going_on(play)
        return accept(replace(game, play=after, ask=None), *begun(play, after))
    after = settled(_with_mercy(play, seat))
    work = _to_carry(play, after)
    return accept(replace(idle(game), play=after, handwork=work), Effect.TAKEN, *begun(play, after))


def _with_mercy(play: Play, seat: Seat) -> Play:
    """The play after a start peg of that seat came out; the offer is used up."""
    out = _comes_out(play, seat)
    assert out is not None
    hop, landed = out
    move = describe(play.setup.movement, play.position, [(hop,)], landed)
    last = replace(play.turns[-1], mercy=move)
    stand = replace(_declined(play).stand, position=landed, throws=_set(play.stand.throws, play.turn, 0))
    return replace(play, stand=stand, turns=(*play.turns[:-1], last))


def _declined(play: Play) -> Play:
    ending = play.stand.ending
    assert ending is not None
    return replace(play, stand=replace(play.stand, ending=replace(ending, mercy=())))


def going_on(play: Play) -> Play:
    """A mercy still open is declined by going on. RULES 9, Mercy."""
    if play.stand.ending is None or not play.stand.ending.mercy:
        return play
    return settled(_declined(play))


def refill_done(game: Game) -> Step:
    """The seat that draws after its card takes no more. RULES 9, Turn, draw after."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.stand.ending is None or not play.stand.ending.refill:
        return refuse(game, Why.NO_DRAW_DUE)
    after = passed(play)
    return accept(replace(game, play=after), Effect.TAKEN, *begun(play, after))
