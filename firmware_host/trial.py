"""A trial of a real board: fifteen steps, each tried until it passes or is skipped."""

from collections.abc import Callable, Mapping

from firmware_host import trial_game, trial_steps
from firmware_host.config import Config
from firmware_host.trial_bench import UNHURRIED, Bench, Gone, NotSeen, Owner, Pace
from firmware_host.trial_report import Result, StepReport
from hardware.drivers.simulated import Desk

TRY_AGAIN = "Enter tries again, s skips this step, q ends the trial"

STEPS: Mapping[str, tuple[str, Callable[[Bench], trial_steps.Detail]]] = {
    "machine": ("The machine", trial_steps.machine),
    "opening": ("Every device opens", trial_steps.opening),
    "card": ("A card on each reader", trial_steps.card),
    "still": ("A card that lies still", trial_steps.still),
    "lifted": ("A card that is taken away", trial_steps.lifted),
    "another-card": ("Two cards", trial_steps.another_card),
    "press": ("Each button pressed", trial_steps.press),
    "hold": ("Each button held", trial_steps.hold),
    "quick": ("Each button pressed quickly", trial_steps.quick),
    "knobs-and-sounds": ("Knobs and sounds", trial_steps.knobs_and_sounds),
    "ends": ("The ends of each strip", trial_steps.ends),
    "colour-order": ("The colours of each strip", trial_steps.colour_order),
    "current": ("The current", trial_steps.current),
    "cards-beside-lamps": ("Cards while the lamps change", trial_steps.cards_beside_lamps),
    "short-game": ("A short game", trial_game.short_game),
}


def run_trial(
    config: Config, owner: Owner, pace: Pace = UNHURRIED, desk: Desk | None = None
) -> list[StepReport]:
    """Lead the owner through every step; one who leaves early has the steps so far, the rest as skipped."""
    reports: list[StepReport] = []
    bench = Bench(config, owner, pace, desk)
    try:
        for number, (step, (title, work)) in enumerate(STEPS.items(), start=1):
            owner.say(f"\n{number} of {len(STEPS)}: {title}")
            report, goes_on = _tried(step, work, bench)
            reports.append(report)
            owner.say(f"  {report.result}")
            if not goes_on:
                break
    except Gone:
        pass
    finally:
        bench.close()
    done = {report.id for report in reports}
    return reports + [StepReport(step, Result.SKIPPED, {}) for step in STEPS if step not in done]


def _tried(step: str, work: Callable[[Bench], trial_steps.Detail], bench: Bench) -> tuple[StepReport, bool]:
    """One step, as often as the owner likes; and whether the trial goes on."""
    while True:
        try:
            found = work(bench)
        except NotSeen as missed:
            bench.owner.say(f"  That did not work: {str(missed).removesuffix('.')}.")
            answer = _answer(bench.owner)
            if answer in ("s", "q"):
                return StepReport(step, Result.FAILED, {missed.device: missed.what}), answer == "s"
        else:
            return StepReport(step, Result.PASSED if found else Result.NOTHING_TO_TRY, found), True


def _answer(owner: Owner) -> str:
    try:
        return owner.ask(TRY_AGAIN).lower()[:1]
    except Gone:
        return "q"
