"""What `/api/state` says of a snapshot. The names are DESIGN 8's and stay."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.board import Seat, seat_name
from engine.choose import Asked, Candidate
from engine.game import Game, Play, ProofShown
from engine.handwork import Handwork
from engine.inputs import seat_of
from engine.notation import Move, write_move
from engine.phase import phase_of
from engine.position import write_position
from engine.question import Question
from engine.ruleset import changed_options
from engine.setup_wording import say_setup
from engine.verdict import Reason, Why
from engine.wording import say_card_work, say_reason, say_turn
from web_ui.gateway import Snapshot
from web_ui.words import catalogue, name_of, spoken

Json = dict[str, Any]


def write_all_but_choices(snapshot: Snapshot) -> Json:
    """The state without the list that may be hundreds long, in the language of this request."""
    game = snapshot.game
    play, question = game.play, game.question
    return {
        "seq": snapshot.seq,
        "phase": phase_of(game).value,
        "game": write_game(play) if play else None,
        "card": question.card.card.ascii if question else None,
        "cursor": _write_cursor(play, question) if play and question else None,
        "last_move": _write_last_move(play) if play and play.turns else None,
        "handwork": _write_handwork(play, game.handwork) if play and game.handwork else None,
        "proof": _write_proof(play, game.shown) if play and isinstance(game.shown, ProofShown) else None,
        "refusal": write_refusal(game, snapshot.refusal or (question.reason if question else None)),
        "winner": [seat_name(seat) for seat in play.winner] if play and play.winner else None,
        "lamps": dict(snapshot.lamps),
        "rhythms": dict(snapshot.rhythms),
        "devices": [
            {
                "name": device.name,
                "driver": device.driver,
                "state": device.state,
                "detail": spoken(device.detail),
            }
            for device in snapshot.devices
        ],
        "enrolling": {"listens": snapshot.enrolling.listens, "heard": snapshot.enrolling.heard},
    }


def write_game(play: Play) -> Json:
    """The table, its rules, and where the pegs stand."""
    setup = play.setup
    return {
        "id": setup.asked.game_id,
        "rules": setup.asked.rules,
        "options": changed_options(setup.movement.rules, setup.asked.rules),
        "sides": setup.table.board.sides,
        "teams": setup.table.names(),
        "pegs": write_position(setup.table, play.position),
        "turn": seat_name(play.turn),
        "house": setup.asked.house or None,
    }


def write_refusal(game: Game, reason: Reason | None) -> Json | None:
    """A reason with its holes and its sentence, as a 409 answers it too."""
    if reason is None:
        return None
    board = game.play.setup.table.board if game.play else None
    holes = [board.name(hole) for hole in reason.holes] if board else []
    text = say_reason(_with_name(game, reason), board, catalogue())
    return {"why": reason.why.value, "holes": holes, "text": text}


def _with_name(game: Game, reason: Reason) -> Reason:
    """Whose turn it is, is said by the name of the seat; what cannot be set up, in the reader's language."""
    if reason.why is Why.BAD_SETUP:
        return replace(reason, name=say_setup(reason.name, catalogue()))
    if reason.why is not Why.NOT_YOUR_TURN or game.play is None:
        return reason
    seat = seat_of(reason.name) if reason.name else game.play.turn
    return replace(reason, name=name_of(game.play.setup)(seat))


def write_choices(game: Game) -> list[Json]:
    """Every result that the card in question still has; there may be hundreds."""
    play, question = game.play, game.question
    if play is None or question is None:
        return []
    table = play.setup.table
    return [
        {
            "notation": write_move(table, question.card.card, move),
            "result": write_position(table, move.result),
        }
        for move in question.moves
    ]


def _write_cursor(play: Play, question: Question) -> Json:
    """The tree's place: the answers given, the ring, where the cursor stands, how many results are left."""
    board = play.setup.table.board
    ring = question.ring()
    return {
        "chosen": [
            {"asked": answer.asked.value, "seat": seat_name(answer.seat), "hole": board.name(answer.hole)}
            | ({"count": answer.far} if answer.asked is Asked.COUNT else {})
            for answer, _at in question.taken
        ],
        "candidates": [_write_candidate(play, question, candidate) for candidate in ring.candidates],
        "at": question.at,
        "left": ring.left,
    }


def _write_candidate(play: Play, question: Question, candidate: Candidate) -> Json:
    """A candidate: from, to and the holes it shoves from; what it leaves open is null.

    `seat` is the colour it shows; a start is `S`. A whole result has its `notation` and each of its `steps`.
    """
    board, answer = play.setup.table.board, candidate.answer
    written: Json = {"asked": answer.asked.value, "seat": seat_name(answer.seat)}
    written |= {"from": None, "to": None, "shoves": []}
    if candidate.move is not None:
        return written | _write_result(play, question, candidate.move)
    match answer.asked:
        case Asked.PEG | Asked.OTHER:
            return written | {"from": board.name(answer.hole)}
        case Asked.END:
            return written | {"to": board.name(answer.hole)}
        case Asked.COUNT:
            return written | {"to": board.name(answer.hole), "count": answer.far}
        case _:
            return written


def _write_result(play: Play, question: Question, move: Move) -> Json:
    board = play.setup.table.board
    steps = [
        {"seat": seat_name(step.seat), "from": board.name(step.start), "to": board.name(step.end)}
        for step in move.steps
    ]
    return {
        **steps[0],
        "steps": steps,
        "shoves": [board.name(push.start) for push in move.displaced],
        "notation": write_move(play.setup.table, question.card.card, move),
    }


def _write_last_move(play: Play) -> Json:
    turn = play.turns[-1]
    card = turn.card.card if turn.card else None
    notation = str(card) if card else None
    if card and turn.move:
        notation = write_move(play.setup.table, card, turn.move)
    return {
        "seat": seat_name(turn.seat),
        "card": card.ascii if card else None,
        "notation": notation,
        "text": say_turn(turn, play, named(play), catalogue()),
    }


def _write_handwork(play: Play, work: Handwork) -> Json:
    """What hands are to do, in an order that works. No card is named that only its holder has seen."""
    board = play.setup.table.board
    cards = [
        {
            "do": card.deed.value,
            "seat": seat_name(card.seat),
            "card": card.card.card.ascii if card.card else None,
            "count": card.count,
            "text": say_card_work(card, named(play), catalogue()),
        }
        for card in work.cards
    ]
    pegs = [
        {"seat": seat_name(seat), "from": board.name(start), "to": board.name(end)}
        for seat, start, end in work.pegs
    ]
    return {"cards": cards, "pegs": pegs}


def _write_proof(play: Play, proof: ProofShown) -> Json:
    """The card that proves a throw wrong, and a move it had. RULES 9a."""
    card = proof.card.card
    return {"card": card.ascii, "notation": write_move(play.setup.table, card, proof.move)}


def named(play: Play) -> Callable[[int], str]:
    """How the seats of a game are called, for the engine's sentences."""
    name = name_of(play.setup)
    return lambda seat: name(Seat(seat))
