"""Lamps lent to the page: the game's picture yields, and comes back, also when the phone walks away."""

from firmware_host.boardmap import names_of
from firmware_host.clock import GameClock
from firmware_host.lamp_loan import LOAN_MS, LampLoan
from firmware_host.lamp_patterns import STEP_MS, Pattern, one_lamp, picture
from firmware_host.lamps import Looks, StripThread, Wanted
from firmware_host.snapshot import Latest, Snapshot
from hardware.clock import monotonic_ms
from hardware.drivers.simulated_parts import SimulatedStrip
from hardware.held import Held
from hardware.interfaces import LampStrip
from hardware.power import Supply, estimate_ma, limit
from tests.eventually import until
from tests.lamps.seen import LATER_MS, at_rest

RED = bytes((255, 0, 0))


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now_ms = 1_000
        self.woken = 0

    def __call__(self) -> int:
        return self.now_ms

    def wake(self) -> None:
        self.woken += 1


def shown(loan: LampLoan, strip: str = "ring", lamps: int = 4) -> bytes | None:
    return loan.frame(strip, lamps, 1.0)


def test_a_loan_ends_by_itself_a_while_after_the_phone_was_heard_last() -> None:
    clock = Clock()
    loan = LampLoan(clock.wake, clock)
    assert (loan.is_lent, shown(loan), loan.renew()) == (False, None, False)
    loan.lend(picture(Pattern.RED, "", {}))
    assert clock.woken == 1
    clock.now_ms += LOAN_MS - 1
    assert shown(loan) == RED * 4
    assert loan.renew()
    clock.now_ms += LOAN_MS - 1
    assert loan.is_lent
    clock.now_ms += 1
    assert (loan.is_lent, shown(loan), loan.renew()) == (False, None, False)


def test_lamps_are_given_back_at_once() -> None:
    clock = Clock()
    loan = LampLoan(clock.wake, clock)
    loan.lend(picture(Pattern.RED, "", {}))
    loan.give_back()
    assert (loan.is_lent, clock.woken) == (False, 2)


def test_the_game_yields_and_comes_back_on_the_strip_itself() -> None:
    """What is lent keeps the current budget, too."""
    clock, supply = Clock(), Supply(budget_ma=150)
    one_white = bytes(15) + bytes([255] * 3) + bytes(3 * 106)
    assert estimate_ma(one_white, supply) > 150
    latest = Latest()
    latest.show(Snapshot(game=at_rest().game))
    loan = LampLoan(latest.wake, clock)
    strip = SimulatedStrip("ring", 112)
    strip.open()
    held: Held[LampStrip] = Held("ring", "simulated", lambda: strip, monotonic_ms)
    wanted = Wanted(lambda _: names_of(4), Looks(), lambda frame: limit(frame, supply))
    thread = StripThread(held, wanted, latest, GameClock(LATER_MS), loan, lambda: None)
    thread.start()
    try:
        until(lambda: any(strip.frame))
        before = strip.frame
        loan.lend(one_lamp("ring", 5))
        until(lambda: strip.frame == limit(one_white, supply))
        clock.now_ms += LOAN_MS
        until(lambda: strip.frame == before, 3)
    finally:
        thread.stop()
        latest.wake()
        thread.join()
        held.close()


def test_patterns_show_what_they_are_called() -> None:
    def frame(pattern: Pattern, now_ms: int = 0, only: str = "", holes: list[str] | None = None) -> list[str]:
        data = picture(pattern, only, {"ring": holes or []})("ring", 4, 1.0, now_ms)
        return [data[i : i + 3].hex() for i in range(0, 12, 3)]

    assert frame(Pattern.GREEN) == ["00ff00"] * 4
    assert frame(Pattern.DARK) == ["000000"] * 4
    assert frame(Pattern.ENDS) == ["00ff00", "000000", "000000", "ff0000"]
    assert frame(Pattern.WALK, 2 * STEP_MS) == ["666666", "666666", "ffffff", "000000"]
    assert frame(Pattern.WHITE, only="other") == ["000000"] * 4
    sides = frame(Pattern.SIDES, holes=["A0", "A1", "", "B1"])
    assert sides[2] == "000000"
    assert len(set(sides)) == 4, "each side has its colour, and its corner is brighter"


def test_one_lamp_is_lit_alone_however_dim_the_board_is() -> None:
    show = one_lamp("ring", 2)
    assert show("ring", 4, 0.05, 0) == bytes(6) + bytes([102] * 3) + bytes(3)
    assert show("other", 4, 1.0, 0) == bytes(12)
