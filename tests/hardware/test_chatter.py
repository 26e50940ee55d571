"""What hands mean, from edges with their times: recorded bounces, holds, two buttons at once."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.chatter import BOUNCE_MS, TOGETHER_MS, Both, Chatter, Gesture, HeldDown, Holding, Pressed
from hardware.interfaces import Edge
from tests.hardware import recorded_bounce
from tests.hardware.recorded_bounce import PRESSES, RELEASES, Trace

AT_MS = 1_000_000
LATER_MS = AT_MS + 60_000
WAYS = list(itertools.product(PRESSES, RELEASES))
Script = list[tuple[str, Edge]]


def bounces(trace: Trace, at_ms: int) -> list[Edge]:
    return [Edge(level == 0, at_ms + nanoseconds // 1_000_000) for nanoseconds, level in trace]


def pressed(button: str, down_ms: int, up_ms: int) -> Script:
    return [(button, Edge(True, AT_MS + down_ms)), (button, Edge(False, AT_MS + up_ms))]


def play(script: Script, chatter: Chatter | None = None) -> list[Gesture]:
    """Tell a script in the order of its times, and then that nothing more comes."""
    chatter = chatter or Chatter()
    told: list[Gesture] = []
    for button, edge in sorted(script, key=lambda entry: entry[1].at_ms):
        told += chatter.edge(button, edge)
    return told + list(chatter.reach(LATER_MS))


def test_a_change_is_settled_when_it_has_lasted_and_a_hold_is_not_waited_for() -> None:
    chatter = Chatter()
    assert chatter.settled_ms is None
    chatter.edge("confirm", Edge(True, AT_MS))
    chatter.edge("next", Edge(True, AT_MS + 10))
    assert chatter.settled_ms == AT_MS + 10 + BOUNCE_MS
    chatter.reach(AT_MS + 10 + BOUNCE_MS)
    assert chatter.settled_ms is None


@pytest.mark.parametrize(("press", "release"), WAYS)
def test_bounce_handling_neither_drops_releases_nor_doubles_presses(press: str, release: str) -> None:
    edges = bounces(PRESSES[press], AT_MS) + bounces(RELEASES[release], AT_MS + 120)
    assert play([("confirm", edge) for edge in edges]) == [Pressed("confirm", AT_MS + 120)]


@pytest.mark.parametrize(("press", "release"), WAYS)
def test_a_bouncing_hold_is_one_hold(press: str, release: str) -> None:
    edges = bounces(PRESSES[press], AT_MS) + bounces(RELEASES[release], AT_MS + 1500)
    assert play([("confirm", edge) for edge in edges]) == [HeldDown("confirm", AT_MS + 1200)]


def test_a_worn_button_pressed_slowly_needs_a_longer_bounce() -> None:
    edges = bounces(recorded_bounce.PRESS_SLOW, AT_MS) + bounces(RELEASES["usual"], AT_MS + 400)
    script = [("confirm", edge) for edge in edges]
    assert len(play(script, Chatter(bounce_ms=BOUNCE_MS))) == 2
    assert play(script, Chatter(bounce_ms=70)) == [Pressed("confirm", AT_MS + 400)]


def test_a_spike_on_a_long_cable_is_no_press() -> None:
    assert play(pressed("confirm", 0, BOUNCE_MS - 1)) == []


def test_a_spike_while_a_button_is_held_does_not_let_it_go() -> None:
    script = pressed("back", 0, 500) + pressed("back", 510, 1300)
    assert play(script) == [HeldDown("back", AT_MS + 1200)]


def test_a_press_is_judged_when_it_is_let_go() -> None:
    chatter = Chatter()
    assert chatter.edge("next", Edge(True, AT_MS)) == ()
    assert chatter.reach(AT_MS + 1199) == ()
    assert chatter.edge("next", Edge(False, AT_MS + 1199)) == ()
    assert chatter.deadline_ms == AT_MS + 1199 + BOUNCE_MS
    assert chatter.reach(AT_MS + 1199 + BOUNCE_MS) == (Pressed("next", AT_MS + 1199),)


def test_a_hold_is_told_when_its_time_has_passed_and_its_end_is_nothing() -> None:
    chatter = Chatter()
    chatter.edge("back", Edge(True, AT_MS))
    chatter.reach(AT_MS + BOUNCE_MS)
    assert chatter.deadline_ms == AT_MS + 1200
    assert chatter.reach(AT_MS + 1200) == (HeldDown("back", AT_MS + 1200),)
    assert chatter.deadline_ms is None
    assert chatter.edge("back", Edge(False, AT_MS + 1900)) == ()
    assert chatter.reach(LATER_MS) == ()


def test_a_hold_whose_end_is_known_is_told_at_once() -> None:
    chatter = Chatter()
    chatter.edge("back", Edge(True, AT_MS))
    assert chatter.edge("back", Edge(False, AT_MS + 1300)) == (HeldDown("back", AT_MS + 1200),)


@pytest.mark.parametrize("hold_ms", [600, 3000])
def test_how_long_a_hold_takes_can_be_set(hold_ms: int) -> None:
    assert play(pressed("back", 0, hold_ms - 1), Chatter(hold_ms)) == [Pressed("back", AT_MS + hold_ms - 1)]
    assert play(pressed("back", 0, hold_ms), Chatter(hold_ms)) == [HeldDown("back", AT_MS + hold_ms)]


@pytest.mark.parametrize("hold_ms", [599, 3001])
def test_a_hold_too_short_or_too_long_is_refused(hold_ms: int) -> None:
    with pytest.raises(ValueError, match="600 to 3000"):
        Chatter(hold_ms)


def test_a_hold_grows_from_nothing_to_whole_and_is_gone_once_told() -> None:
    chatter = Chatter()
    chatter.edge("confirm", Edge(True, AT_MS))
    assert chatter.holding is None  # it may be a spike
    chatter.reach(AT_MS + BOUNCE_MS)
    only = frozenset({"confirm"})
    assert chatter.holding == Holding(only, AT_MS, AT_MS + 1200)
    chatter.reach(AT_MS + 1200)
    assert chatter.holding is None


def test_two_buttons_down_together_are_nothing_until_both_are_up() -> None:
    script = pressed("next", 0, 900) + pressed("back", 200, 400) + pressed("back", 500, 700)
    assert play(script) == []
    assert play([*script, *pressed("back", 1000, 1100)]) == [Pressed("back", AT_MS + 1100)]


def test_two_buttons_held_together_are_nothing() -> None:
    assert play(pressed("next", 0, 5000) + pressed("back", 10, 5000)) == []


def test_one_button_after_another_is_two_presses() -> None:
    script = pressed("next", 0, 100) + pressed("back", 130, 230)
    assert play(script) == [Pressed("next", AT_MS + 100), Pressed("back", AT_MS + 230)]


def test_back_and_confirm_for_three_seconds_are_both_and_nothing_else() -> None:
    chatter = Chatter()
    script = pressed("back", 0, 4000) + pressed("confirm", 80, 4100)
    assert play(script, chatter) == [Both(AT_MS + 80 + TOGETHER_MS)]
    assert chatter.deadline_ms is None


def test_back_and_confirm_let_go_too_early_are_nothing() -> None:
    assert play(pressed("back", 0, 3079) + pressed("confirm", 80, 4100)) == []


def test_back_already_told_as_held_still_makes_both_with_confirm() -> None:
    script = pressed("back", 0, 9000) + pressed("confirm", 2000, 9000)
    assert play(script) == [HeldDown("back", AT_MS + 1200), Both(AT_MS + 2000 + TOGETHER_MS)]


def test_a_third_button_makes_both_nothing() -> None:
    script = pressed("back", 0, 9000) + pressed("confirm", 10, 9000) + pressed("next", 1000, 1200)
    assert play(script) == []


def test_a_hand_that_slips_from_another_button_makes_no_pair_before_all_are_up() -> None:
    slipped = pressed("next", 0, 100) + pressed("back", 50, 9000) + pressed("confirm", 200, 9000)
    assert play(slipped) == []


def test_both_grow_together() -> None:
    chatter = Chatter()
    chatter.edge("back", Edge(True, AT_MS))
    chatter.edge("confirm", Edge(True, AT_MS + 100))
    chatter.reach(AT_MS + 1600)
    assert chatter.holding == Holding(frozenset({"back", "confirm"}), AT_MS + 100, AT_MS + 3100)


def test_a_button_that_is_lost_while_it_is_down_is_nothing() -> None:
    chatter = Chatter()
    chatter.edge("next", Edge(True, AT_MS))
    chatter.reach(AT_MS + 100)
    chatter.lost("next")
    chatter.lost("never seen")
    assert chatter.deadline_ms is None
    assert play(pressed("back", 200, 300), chatter) == [Pressed("back", AT_MS + 300)]


def test_losing_a_button_leaves_the_press_of_another_alone() -> None:
    chatter = Chatter()
    chatter.edge("next", Edge(True, AT_MS))
    chatter.reach(AT_MS + 100)
    chatter.lost("back")
    assert play([("next", Edge(False, AT_MS + 200))], chatter) == [Pressed("next", AT_MS + 200)]


def test_an_edge_told_late_counts_as_now() -> None:
    chatter = Chatter()
    chatter.reach(AT_MS)
    chatter.edge("next", Edge(True, AT_MS - 5000))
    assert chatter.deadline_ms == AT_MS + BOUNCE_MS


@settings(max_examples=150)
@given(
    gaps=st.lists(
        st.tuples(st.sampled_from(["next", "back", "confirm"]), st.booleans(), st.integers(0, 400)),
        max_size=40,
    )
)
def test_whatever_the_edges_each_press_has_its_contact_and_the_end_is_quiet(
    gaps: list[tuple[str, bool, int]],
) -> None:
    """Whether or not time is told between the edges: the same gestures, never more than presses."""
    script, at_ms = [], AT_MS
    for button, down, gap_ms in gaps:
        at_ms += gap_ms
        script.append((button, Edge(down, at_ms)))
    plain, timed = Chatter(), Chatter()
    told = play(script, plain)
    ticked: list[Gesture] = []
    for button, edge in script:
        for tick_ms in range(edge.at_ms - 40, edge.at_ms, 7):
            ticked += timed.reach(tick_ms)
        ticked += timed.edge(button, edge)
    ticked += timed.reach(LATER_MS)
    assert told == ticked
    assert plain.deadline_ms is None
    downs = [button for button, edge in script if edge.down]
    for name in set(downs):
        assert sum(getattr(one, "button", None) == name for one in told) <= downs.count(name)
