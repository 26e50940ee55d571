"""`peglight alarm`: the lamps of a board that does not start say so, until told to stop.

The safe mode (systemd/safe_mode.py) runs it while its page says the same in words. Every fourth lamp is
dimly red and nothing moves, which no game looks like. With --off it only puts the lamps out, as a daemon that
crashed could not.
"""

import argparse
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from firmware_host import exits
from firmware_host.config import BadConfig, Config, load
from firmware_host.places import config_file
from firmware_host.strip_plans import StripPlan
from hardware.clock import monotonic_ms
from hardware.errors import DeviceFault
from hardware.held import Held
from hardware.interfaces import LampStrip
from hardware.power import Supply, limit
from hardware.rig import Kind, Rig

EVERY_S = 1.0
"""So often a strip is shown it anew: a controller forgets, and one that was away comes back."""
DEAF = frozenset({"adalight"})
DEAF_S = 2.5
"""Drivers of controllers that are reset when they are opened, and so long they hear nothing then."""
DIM_RED, DARK = bytes((40, 0, 0)), bytes(3)
APART = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight alarm` takes."""
    parser.add_argument(
        "--config", type=Path, metavar="F", help="the configuration, instead of the usual place"
    )
    parser.add_argument("--off", action="store_true", help="put them out, and be done")


def run(arguments: argparse.Namespace) -> int:
    """Light them until SIGTERM, SIGINT or SIGHUP; they are black afterwards."""
    try:
        config = load(arguments.config or config_file())
    except BadConfig as bad:
        print(str(bad), file=sys.stderr)
        return exits.USAGE
    stopping = threading.Event()
    for number in exits.ending_signals():
        signal.signal(number, lambda *_: stopping.set())
    if arguments.off:
        put_out(config, stopping)
    else:
        show_until(config, stopping)
    return exits.DONE


def put_out(config: Config, stopping: threading.Event) -> None:
    """Have every strip of the board that can be had black: a strip that is closed is, if it hears that."""
    rig = _strips_of(config)
    opened = [strip.driver for strip in rig.strips if strip.device() is not None]
    if not DEAF.isdisjoint(opened):
        stopping.wait(DEAF_S)
    rig.close()


def show_until(config: Config, stopping: threading.Event) -> None:
    """Show it on every strip of the board."""
    rig = _strips_of(config)
    while rig.strips:
        for strip in rig.strips:
            _show(strip, config.strip_plans)
        if stopping.wait(EVERY_S):
            break
    rig.close()


def _strips_of(config: Config) -> Rig:
    return Rig([spec for spec in config.specs if spec.kind is Kind.STRIP], monotonic_ms)


def _show(strip: Held[LampStrip], plans: Mapping[str, StripPlan]) -> None:
    device = strip.device()
    if device is None:
        return
    plan = plans.get(strip.name, StripPlan())
    frame = b"".join(DARK if number % APART else DIM_RED for number in range(device.lamps))
    try:
        device.show(limit(frame, Supply(plan.budget_ma, plan.ma_per_lamp)))
    except DeviceFault as fault:
        strip.failed(fault, monotonic_ms())
