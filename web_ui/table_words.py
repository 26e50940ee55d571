"""What the table page says of a snapshot beside the state: whose turn, what is asked, what can be done."""

from collections import Counter
from dataclasses import dataclass

from engine.board import START, Hole, Seat, holes_of, seat_name
from engine.choose import Asked, Candidate
from engine.explain import explain
from engine.game import BoardShown, Game, NewGameAsk, Play, ProofShown, Turn, TurnShown, UndoAsk
from engine.hands import is_tracked
from engine.handwork import CardWork
from engine.modes import Mode, mode_of
from engine.notation import Move, write_move
from engine.palette import colour_of
from engine.position import start_count
from engine.question import Question
from engine.ruleset import Draw
from engine.verdict import Why
from engine.wording import REASONS, say_card_work, say_reason, say_turn
from web_ui.gateway import Snapshot
from web_ui.option_help import ruleset_name
from web_ui.parts import away
from web_ui.state import Json
from web_ui.table_hands import offers, say_hands, seldom
from web_ui.table_keys import buttons, labels
from web_ui.words import _, catalogue, mark, name_of, spoken

ASKS = {
    Asked.PEG: mark("Which peg?"),
    Asked.END: mark("Where to?"),
    Asked.COUNT: mark("How many holes?"),
    Asked.OTHER: mark("Which other peg?"),
    Asked.COLOUR: mark("Which colour?"),
    Asked.POINT: mark("Which of these?"),
    Asked.RESULT: mark("Choose a move, then play it."),
    Asked.THROW: mark("Confirm to throw the card."),
}

MOST_LISTED = 60
"""So many results are listed at once; with more left, nobody reads on: the ring narrows them first."""
NOTHING_TO_CHOOSE: Json = {"asks": [], "moves": [], "left": 0, "choosable": []}


def write_around(snapshot: Snapshot) -> Json:
    """What the table page shows beside the state, in the language of this request: the words around it, and
    the choices as the page lists them."""
    game = snapshot.game
    view: Json = {
        "buttons": buttons(game),
        "labels": labels(game),
        "notes": [*away(snapshot.devices), *map(spoken, snapshot.notes)],
    }
    if game.play is None:
        view |= {
            "headline": _("No game is running."),
            "prompt": _prompt_without_game(game),
            "seats": [],
        }
    else:
        view |= _Teller(game, game.play).write()
    return view | {"shown": _(REASONS[Why.ENROLLING])} if snapshot.enrolling.listens else view


def _prompt_without_game(game: Game) -> str:
    if isinstance(game.ask, NewGameAsk):
        return _say_offer(game.ask)
    return _("Set one up, or press confirm at the board.")


def _say_offer(ask: NewGameAsk) -> str:
    offer = ask.offers[ask.at]
    text = _("Begin a game for {players} by the rules of {rules}?")
    return text.format(players=offer.players, rules=ruleset_name(offer))


@dataclass(frozen=True, slots=True)
class _Teller:
    """Says what a running game shows."""

    game: Game
    play: Play

    def write(self) -> Json:
        question = self.game.question
        return {
            "headline": self.headline(),
            "prompt": self.prompt(),
            "shown": self.shown(),
            "mover": seat_name(self.play.turn) if not self.play.winner else None,
            "seats": [self.seat(seat) for seat in self.play.setup.table.seats],
            "card": str(question.card.card) if question else None,
            **(self.choosing(question) if question else NOTHING_TO_CHOOSE),
            "reasons": self.reasons(question) if question and not question.moves else [],
            "handwork": self.handwork(),
            "offers": offers(self.play, self.name),
            "seldom": seldom(self.game, self.play, self.name),
            "suits": is_tracked(self.play),
        }

    def name(self, seat: int) -> str:
        return name_of(self.play.setup)(Seat(seat))

    def hole(self, seat: Seat, hole: Hole) -> str:
        """A hole as it is drawn: a start is its first lamp."""
        return f"{seat_name(seat)}S1" if hole == START else self.play.setup.table.board.name(hole)

    def seat(self, seat: Seat) -> Json:
        return {
            "seat": seat_name(seat),
            "name": self.name(seat),
            "colour": colour_of(self.play.setup.look(seat)),
            "start": start_count(self.play.position[seat]),
            "stands": self.stands(seat),
        }

    def stands(self, seat: Seat) -> str:
        """Where the pegs of a seat stand, for who does not see the drawing."""
        board, waiting = self.play.setup.table.board, start_count(self.play.position[seat])
        holes = [board.name(hole) for hole in holes_of(self.play.position[seat])]
        return ", ".join([*holes, *([_("{count} in start").format(count=waiting)] if waiting else [])])

    def headline(self) -> str:
        if winner := self.play.winner:
            names = [self.name(seat) for seat in winner]
            text = catalogue().ngettext("{names} has won!", "{names} have won!", len(names))
            return text.format(names=", ".join(names))
        if self.play.stand.dealing:
            return _("Dealing")
        stand_in = dict(self.play.stand_ins).get(self.play.turn)
        if stand_in is not None:
            text = _("{who} to move; {other} plays for {who}.")
            return text.format(who=self.name(self.play.turn), other=self.name(stand_in))
        return _("{who} to move").format(who=self.name(self.play.turn))

    def prompt(self) -> str:
        match mode_of(self.game):
            case Mode.UNDO_OFFERED:
                return self._say_undo()
            case Mode.ASKED if isinstance(self.game.ask, NewGameAsk):
                return _say_offer(self.game.ask)
            case Mode.OVER:
                return _("Play again moves the deal one seat on.")
            case Mode.REFUSED:
                return _("Throw it, or put it away and take another card.")
            case Mode.CHOOSING if self.game.question is not None:
                return self._say_ring(self.game.question)
            case Mode.BOARD_SHOWN:
                return _("Every peg is shown; next goes seat by seat.")
            case _:
                return say_hands(self.game, self.play, self.name) or self._say_card_wanted()

    def _say_undo(self) -> str:
        assert isinstance(self.game.ask, UndoAsk)
        if self.game.ask.depth > len(self.play.turns):
            return _("Confirm to lay back on the pile what was drawn before the first card.")
        turn = self.play.turns[-self.game.ask.depth]
        return _("Confirm to take this back: {turn}").format(turn=self.turn_text(turn))

    def _say_ring(self, question: Question) -> str:
        ring = question.ring()
        if ring.left == 1 and len(ring.candidates) == 1:
            return _("One move is left; play it.")
        return _(ASKS[ring.candidates[question.at].answer.asked])

    def _say_card_wanted(self) -> str:
        rules = self.play.setup.movement.rules
        if self.game.handwork:
            return _("Carry the pegs as shown. Then the next card.")
        if rules.draw is Draw.BEFORE:
            return _("Draw a card, then tap the one you play.")
        return _("Tap the card you play; draw afterwards.")

    def shown(self) -> str:
        """The turn that is shown again, whose pegs are, or what a challenge proved."""
        match self.game.shown:
            case TurnShown(back=back):
                return self.turn_text(self.play.turns[-1 - back])
            case BoardShown(seat=seat) if seat is not None:
                return _("The pegs of {who}.").format(who=self.name(seat))
            case ProofShown(card=card):
                text = _("{card} could have moved, so the throw is taken back.")
                return text.format(card=card.card)
            case _:
                return ""

    def turn_text(self, turn: Turn) -> str:
        return say_turn(turn, self.play, self.name, catalogue())

    def choosing(self, question: Question) -> Json:
        """The ring in words, and what is still left: the results, and the holes they leave or reach."""
        place = question.tree.branch(tuple(answer for answer, _at in question.taken))
        left = [question.moves[i] for i in sorted({way.result for way in place.ways})]
        return {
            "asks": [_candidate(self, question, candidate) for candidate in question.ring().candidates],
            "moves": [self.move(question, move) for move in left[:MOST_LISTED]],
            "left": len(left),
            "choosable": self.telling_apart(left),
        }

    def telling_apart(self, left: list[Move]) -> list[str]:
        """The holes that some of the results leave or reach, but not all of them: a tap there narrows."""
        touching = Counter(hole for move in left for hole in set(self.touched(move)))
        return sorted(hole for hole, results in touching.items() if results < len(left))

    def touched(self, move: Move) -> list[str]:
        """The holes that a result leaves or reaches."""
        return [self.hole(step.seat, hole) for step in move.steps for hole in (step.start, step.end)]

    def move(self, question: Question, move: Move) -> Json:
        """A result as the list shows it: a line for each peg, and all of it as a sentence."""
        table = self.play.setup.table
        said = Turn(self.play.turn, question.card, move, self.play.stand, 0)
        return {
            "notation": write_move(table, question.card.card, move),
            "text": self.turn_text(said),
            "lines": [self._step_line(seat, start, end) for seat, start, end, _path in move.steps]
            + [self._push_line(seat, start, end) for seat, start, end, _cause in move.displaced],
            "paths": [
                [self.hole(step.seat, hole) for hole in (step.start, *step.path)] for step in move.steps
            ],
        }

    def _step_line(self, seat: Seat, start: Hole, end: Hole) -> Json:
        board = self.play.setup.table.board
        text = _("start → {end}") if start == START else _("{start} → {end}")
        return {
            "seat": seat_name(seat),
            "text": text.format(start=board.name(start), end=board.name(end)),
            "home": board.home_depth(seat, end) > 0,
        }

    def _push_line(self, seat: Seat, start: Hole, end: Hole) -> Json:
        board = self.play.setup.table.board
        text = _("{start} → start") if end == START else _("{start} → {end}")
        return {
            "seat": seat_name(seat),
            "text": text.format(start=board.name(start), end=board.name(end)),
            "pushed": True,
        }

    def reasons(self, question: Question) -> list[Json]:
        """Why each peg can't."""
        setup = self.play.setup
        words = explain(setup.movement, self.play.position, self.play.turn, question.card.card.rank)
        return [
            {
                "seat": seat_name(word.seat),
                "hole": self.hole(word.seat, word.hole),
                "place": _("start") if word.hole == START else setup.table.board.name(word.hole),
                "text": say_reason(word.reason, setup.table.board, catalogue()),
            }
            for word in words
            if word.reason
        ]

    def handwork(self) -> list[Json]:
        """What hands are to do: cards to put back, then the pegs, the last pushed first. DESIGN 3."""
        work = self.game.handwork
        if work is None:
            return []
        return [self._card_line(card) for card in work.cards] + [self._carry_line(*peg) for peg in work.pegs]

    def _card_line(self, work: CardWork) -> Json:
        return {"seat": seat_name(work.seat), "text": say_card_work(work, self.name, catalogue())}

    def _carry_line(self, seat: Seat, start: Hole, end: Hole) -> Json:
        return self._push_line(seat, start, end) if end == START else self._step_line(seat, start, end)


def _candidate(teller: _Teller, question: Question, candidate: Candidate) -> Json:
    """A candidate: its text, or the notation of the result that it is."""
    answer = candidate.answer
    written: Json = {"seat": seat_name(answer.seat), "hole": teller.hole(answer.seat, answer.hole)}
    if candidate.move is not None:
        table = teller.play.setup.table
        return written | {"notation": write_move(table, question.card.card, candidate.move)}
    return written | {"text": _say_answer(teller, candidate)}


def _say_answer(teller: _Teller, candidate: Candidate) -> str:
    answer, board = candidate.answer, teller.play.setup.table.board
    match answer.asked:
        case Asked.PEG | Asked.OTHER if answer.hole == START:
            return _("A peg in start")
        case Asked.PEG | Asked.OTHER:
            return _("The peg on {hole}").format(hole=board.name(answer.hole))
        case Asked.COUNT:
            text = catalogue().ngettext("{count} hole", "{count} holes", answer.far)
            return text.format(count=answer.far)
        case Asked.COLOUR:
            return _("A peg of {who}").format(who=teller.name(answer.seat))
        case Asked.THROW:
            return _("Throw the card")
        case _:
            return _("To {hole}").format(hole=board.name(answer.hole))
