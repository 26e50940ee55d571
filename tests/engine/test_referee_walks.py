"""What holds of the referee whatever it is told: walks over all inputs, nonsense among them."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from engine.free import is_free
from engine.game import Game, Play, ShuffleAsk, must_be_committed
from engine.hands import is_tracked
from engine.input_data import KINDS, read, written
from engine.inputs import CardTapped, Chosen, Hands, Key, NewGame, Pressed, RedoAsked, Told, UndoAsked
from engine.notation import write_move
from engine.phase import Phase, phase_of
from engine.referee import judge
from engine.ruleset import PRESETS
from engine.step import Step
from engine.verdict import Why
from firmware_host.headless import check_pegs
from tests.engine.tellings import SMALL_DECK, some_told, some_tracked_tap
from tests.slow.positions import Pick

PRESSES = [Pressed(key, held, source="buttons") for key in Key for held in (False, True)]
WAITS_MS = (1, 40, 249, 250, 1000, 9_999, 10_000)


class Walk:
    """A game that is told anything, beside a twin that hears of it only through what was written down."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.now_ms = 0
        self.game = Game()
        self.twin = Game()
        self.seen: Counter[str] = Counter()

    @property
    def play(self) -> Play:
        assert self.game.play is not None
        return self.game.play

    def begin(self, players: int, rules: str, teams: int = 2) -> None:
        self.tell(NewGame(players, rules, (("players", (2, 4, 6, 8, 10)),), teams))

    def tell(self, told: Told) -> None:
        self.now_ms += self.pick(WAITS_MS)
        step = judge(self.game, told, self.now_ms)
        self.assert_a_refusal_changes_nothing(told, step)
        self.assert_the_twin_hears_the_same(told, step)
        before, self.game = self.game, step.game
        if self.game.play is not None:
            check_pegs(self.game.play)
            assert_each_card_is_in_one_place(self.game.play)
            assert_taking_back_is_never_having_played(before, self.game, self.now_ms)
        self.assert_legal_is_accepted()
        self.seen[type(told).__name__] += step.ruling is None
        self.seen[phase_of(self.game)] += 1

    def assert_a_refusal_changes_nothing(self, told: Told, step: Step) -> None:
        """But for a card that moves nothing, which is in question, and what is asked only once a turn."""
        if step.ruling is None or step.game is self.game:
            return
        if is_only_warned(self.game, step.game):
            return
        assert isinstance(told, CardTapped)
        play, after = self.game.play, step.game
        assert play is not None
        went_on = play.stand.ending is not None  # RULES 9: mercy and refill end with the next seat's tap
        assert went_on or not must_be_committed(self.game, after)
        match step.ruling.why:
            case Why.DRAW_FIRST:
                assert (self.game.reminded, after.reminded) == (False, True)
            case Why.CARD_ALREADY_PLAYED:
                assert isinstance(after.ask, ShuffleAsk)
                assert (after.play, after.question, after.asked_shuffled) == (play, None, True)
            case Why.SHUFFLE_FIRST:
                assert went_on
            case _:
                assert after.question is not None
                assert (after.question.reason, after.question.moves) == (step.ruling, ())

    def assert_the_twin_hears_the_same(self, told: Told, step: Step) -> None:
        """Replay = live."""
        heard = read(json.loads(json.dumps(written(told))))
        again = judge(self.twin, heard, self.now_ms)
        assert again == step
        self.twin = again.game

    def assert_legal_is_accepted(self) -> None:
        """Every choice is accepted and leads to its result; what is no choice is refused."""
        question, play = self.game.question, self.game.play
        if question is None:
            return
        assert play is not None
        table, card = play.setup.table, question.card.card
        for move in question.moves[:2] + question.moves[-2:]:
            notation = write_move(table, card, move)
            step = judge(self.game, Chosen(notation), self.now_ms)
            if question.doubt(move.result) is not None and question.warned != move.result:
                assert is_only_warned(self.game, step.game)
                continue
            assert step.ruling is None
            assert step.game.play is not None
            assert step.game.play.position == move.result
            assert step.game.play.turns[-1].card == question.card
            assert judge(self.game, Chosen(notation + " "), self.now_ms) == step
            other = judge(self.game, Chosen(notation.replace("-", "=")), self.now_ms)
            assert (other.ruling and other.ruling.why, other.game) == (Why.NO_CHOICE, self.game)

    def assert_every_press_has_an_answer(self) -> None:
        for press in PRESSES:
            step = judge(self.game, press, self.now_ms)
            self.assert_a_refusal_changes_nothing(press, step)


def is_only_warned(before: Game, after: Game) -> bool:
    """Whether moves are free, and all that happened is that a warning was heard."""
    if before.play is None or not is_free(before.play) or before.question is None or after.question is None:
        return False
    heard = replace(before.question, warned=after.question.warned)
    return after.question.warned is not None and after == replace(
        before, question=heard, changed=after.changed
    )


def assert_each_card_is_in_one_place(play: Play) -> None:
    if is_tracked(play):
        places = [*play.stand.hands, *play.stand.locked, play.played & play.setup.deck]
        assert sum(map(len, places)) == len(frozenset().union(*places))
        assert frozenset().union(*places) <= play.setup.deck


def assert_taking_back_is_never_having_played(before: Game, after: Game, now_ms: int) -> None:
    """Undo = never played, redo = never undone."""
    old, new = before.play, after.play
    if old is None or new is None or len(new.turns) != len(old.turns) + 1 or new.turns[:-1] != old.turns:
        return
    taken_back = judge(after, UndoAsked(), now_ms).game
    assert taken_back.play is not None
    # A card that was shuffled in between is played twice after a redo, and lies face up once. RULES 9a
    face_up = old.played - {new.turns[-1].card}
    assert before_redo(taken_back.play) == replace(before_redo(old), challenge=None, played=face_up)
    assert taken_back.play.undone[-1].turn == new.turns[-1]
    again = judge(taken_back, RedoAsked(), now_ms).game
    assert again.play is not None
    assert before_redo(again.play) == before_redo(new)


def before_redo(play: Play) -> Play:
    """The play without what could be redone."""
    return replace(play, undone=())


def back_and_forth(game: Game, now_ms: int) -> None:
    """Take everything back and play it all again."""
    was = game.play
    assert was is not None
    at = game
    for _ in was.turns:
        at = judge(at, UndoAsked(), now_ms).game
    assert at.play is not None
    assert at.play.turns == ()
    for _ in was.turns:
        at = judge(at, RedoAsked(), now_ms).game
    again = at.play
    assert again is not None
    assert gist(again) == gist(was)[: len(again.turns)]
    if is_tracked(was):  # a card that was shuffled in and drawn again has to be drawn anew
        return
    # What lay face up before a shuffle stays in the pile, what was taken back and played again does not.
    assert replace(before_redo(again), played=was.played) == replace(before_redo(was), challenge=None)
    assert again.played >= was.played


def gist(play: Play) -> list[str]:
    return [f"{turn.seat} {turn.card} {turn.move} {turn.mercy}" for turn in play.turns]


@pytest.mark.parametrize("seed", range(30))
def test_a_long_walk(seed: int) -> None:
    walk = walked(seed, 250)
    if walk.game.play is not None:
        back_and_forth(walk.game, walk.now_ms)


def walked(seed: int, steps: int) -> Walk:
    rng = random.Random(seed)
    walk = Walk(rng.choice)
    players, teams = [(4, 2), (4, 2), (2, 0), (6, 3), (8, 2)][seed % 5]
    walk.begin(players, PRESETS[seed % len(PRESETS)], teams)
    if seed % 6 == 5:  # so few cards that the pile is soon empty
        walk.tell(NewGame(4, "pagat", hands=Hands.TRACKED, deck=SMALL_DECK))
        for _ in range(80):
            walk.tell(some_tracked_tap(walk.pick, walk.play))
    for n in range(steps):
        walk.tell(some_told(walk.pick, walk.game))
        if n % 4 == 0:
            walk.assert_every_press_has_an_answer()
    return walk


def test_the_walks_come_everywhere() -> None:
    """Every kind of input is accepted somewhere and every phase is met, within so many walks."""
    wanted = {*KINDS, *Phase} - {"UnknownTag", "TwoCardsSeen"}
    seen: Counter[str] = Counter()
    for seed in range(1000, 1120):
        seen += walked(seed, 250).seen
        if wanted <= {what for what in seen if seen[what]}:
            return
    pytest.fail(f"never: {wanted - set(seen)}")


class RefereeMachine(RuleBasedStateMachine):
    """The same walk where Hypothesis can make a failure small."""

    def __init__(self) -> None:
        super().__init__()
        self.walk: Walk | None = None

    def _walk(self, data: Any) -> Walk:
        def pick(among: Any) -> Any:
            return data.draw(st.sampled_from(among))

        if self.walk is None:
            self.walk = Walk(pick)
            self.walk.begin(pick([4, 2, 6]), pick(list(PRESETS)))
        self.walk.pick = pick
        return self.walk

    @rule(data=st.data())
    def tell(self, data: Any) -> None:
        walk = self._walk(data)
        walk.tell(some_told(walk.pick, walk.game))

    @rule(data=st.data())
    def press_everything(self, data: Any) -> None:
        self._walk(data).assert_every_press_has_an_answer()

    def teardown(self) -> None:
        if self.walk is not None and self.walk.game.play is not None:
            back_and_forth(self.walk.game, self.walk.now_ms)


RefereeMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestRefereeMachine = RefereeMachine.TestCase
