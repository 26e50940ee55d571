"""An input and its ruling as the row of the journal that keeps them. DESIGN 5, Journal."""

import json

from engine.game import Game, must_be_committed
from engine.input_data import written
from engine.inputs import Told
from engine.referee import RULES_VERSION
from engine.step import Step
from firmware_host.journal import Row
from firmware_host.standing import stand


def row_of(told: Told, before: Game, step: Step, seq: int, at_ms: int, wall_s: int) -> Row:
    """Row `seq` of what was told to the game `before`; what must never be lost carries the state after it."""
    durable = must_be_committed(before, step.game)
    data = written(told)
    return Row(
        seq=seq,
        at_ms=at_ms,
        wall_s=wall_s,
        kind=data["kind"],
        told=json.dumps(data, separators=(",", ":")),
        ruling=step.ruling.why.value if step.ruling else None,
        after=json.dumps(stand(step.game), separators=(",", ":")) if durable else None,
        rules_version=RULES_VERSION,
    )
