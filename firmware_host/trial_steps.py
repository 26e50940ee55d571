"""The fifteen steps of a trial. Each takes the bench and says what came of it, device by device.

A step raises `NotSeen` where what it waits for does not come about; the trial then offers to try again.
"""

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware_host.checks.finding import Level
from firmware_host.counted import counted
from firmware_host.doctor import examine
from firmware_host.trial_bench import Bench, NotSeen, Opened
from hardware.chatter import HeldDown, Pressed
from hardware.errors import DeviceFault
from hardware.interfaces import Note, Uid
from hardware.rig import Kind

CARDS = (Uid(bytes.fromhex("04A1B2C3")), Uid(bytes.fromhex("04D5E6F7")))
STILL_LOOKS = 50
BESIDE_LOOKS = 40
MISSES_ALLOWED = 2
QUICK = 5
PRESS_MS = 100
CLICKS = 3
FULL, DARK = 255, bytes(3)
DIM = 40
COLOURS = {"red": bytes([DIM, 0, 0]), "green": bytes([0, DIM, 0]), "blue": bytes([0, 0, DIM])}
MELODY = (Note(880, 150), Note(0, 50), Note(1760, 150))

Detail = dict[str, str]
"""What a step found, by the name of the device."""


def machine(bench: Bench) -> Detail:
    """What the doctor says; its failures are the report's."""
    found = examine(Path("/"), live=False)
    failing = [finding.id for finding in found if finding.level is Level.FAIL]
    if failing:
        raise NotSeen("", f"the doctor finds {', '.join(failing)}: run peglight doctor")
    return {"machine": f"{len(found)} checks, none fails"}


def opening(bench: Bench) -> Detail:
    """Every device of the configuration opens."""
    for name, fault in bench.faults.items():
        raise NotSeen(name, fault)
    return {spec.name: "opens" for spec in bench.config.specs}


def card(bench: Bench) -> Detail:
    """Each reader sees a card."""
    return {reader.spec.name: _card_on(bench, reader) for reader in bench.of(Kind.READER)}


def _card_on(bench: Bench, reader: Opened) -> str:
    bench.owner.say(f"Lay a card on the reader {reader.spec.name}, and leave it there.")
    bench.place(reader, CARDS[0])
    seen = bench.sees(reader, lambda uid: uid is not None)
    return f"a number of {len(seen or b'')} bytes"


def still(bench: Bench) -> Detail:
    """A card that lies still is seen each time."""
    bench.owner.say("Touch nothing for a moment: the cards lie still.")
    return {reader.spec.name: _steady(bench, reader, STILL_LOOKS) for reader in bench.of(Kind.READER)}


def _steady(bench: Bench, reader: Opened, looks: int, between: Callable[[], None] = lambda: None) -> str:
    # A reader that types says each number once and cannot tell whether the card still lies there.
    if reader.spec.driver == "hid":
        return "says each number once"
    seen = bench.looks(reader, looks, between)
    if seen < looks - MISSES_ALLOWED:
        raise NotSeen(reader.spec.name, f"it saw its card in {seen} of {looks} looks")
    return f"seen in {seen} of {looks} looks"


def lifted(bench: Bench) -> Detail:
    """A card that is taken away is missed."""
    return {reader.spec.name: _gone(bench, reader) for reader in bench.of(Kind.READER)}


def _gone(bench: Bench, reader: Opened) -> str:
    bench.owner.say(f"Take the card off the reader {reader.spec.name}.")
    bench.lift(reader)
    bench.sees(reader, lambda uid: uid is None)
    return "missed"


def another_card(bench: Bench) -> Detail:
    """Two cards have two numbers."""
    return {reader.spec.name: _two_cards(bench, reader) for reader in bench.of(Kind.READER)}


def _two_cards(bench: Bench, reader: Opened) -> str:
    seen = []
    for which, uid in zip(("one card", "another card"), CARDS, strict=True):
        bench.owner.say(f"Lay {which} on the reader {reader.spec.name}, then take it away.")
        bench.place(reader, uid)
        seen.append(bench.sees(reader, lambda uid: uid is not None))
        bench.lift(reader)
        bench.sees(reader, lambda uid: uid is None)
    if seen[0] == seen[1]:
        raise NotSeen(reader.spec.name, "it read the same number of both cards")
    return "two numbers"


def press(bench: Bench) -> Detail:
    """Each button, pressed once, is one press."""
    return _each_button(bench, "Press the button {} once.", PRESS_MS, 1, Pressed)


def hold(bench: Bench) -> Detail:
    """Each button, held, is a hold."""
    held_ms = bench.config.hold_ms + 300
    return _each_button(bench, f"Hold the button {{}} for {held_ms / 1000:.1f} s.", held_ms, 1, HeldDown)


def quick(bench: Bench) -> Detail:
    """Five quick presses are five: none is lost to bouncing, none doubled."""
    return _each_button(bench, f"Press the button {{}} {QUICK} times, quickly.", PRESS_MS, QUICK, Pressed)


def _each_button(bench: Bench, words: str, held_ms: int, times: int, kind: type) -> Detail:
    found = {}
    for button in bench.of(Kind.BUTTON):
        bench.forget_edges()
        bench.owner.say(words.format(button.spec.name))
        bench.push(button, held_ms, times)
        told, edges = bench.gestures(button, times)
        taken = counted(edges, "edge", "edges")
        if [type(gesture) for gesture in told] != [kind] * times:
            raise NotSeen(button.spec.name, f"{len(told)} of {times} came, in {taken}")
        found[button.spec.name] = taken
    return found


def knobs_and_sounds(bench: Bench) -> Detail:
    """Each knob turns the right way round; each buzzer is heard."""
    found = {}
    for knob in bench.of(Kind.KNOB):
        bench.forget_edges()
        bench.owner.say(f"Turn the knob {knob.spec.name} {CLICKS} clicks clockwise.")
        bench.turn(knob, CLICKS)
        if (turned := bench.turns(knob, CLICKS)) < CLICKS:
            how_far = counted(turned, "step", "steps")
            raise NotSeen(knob.spec.name, f"it turned {how_far}: if that is below 0, swap its pins")
        found[knob.spec.name] = counted(turned, "step", "steps")
    for buzzer in bench.of(Kind.BUZZER):
        try:
            buzzer.device.play(MELODY)
        except DeviceFault as fault:
            raise NotSeen(buzzer.spec.name, str(fault)) from fault
        _must(bench, buzzer, f"Did {buzzer.spec.name} beep twice, the second time higher?")
        found[buzzer.spec.name] = "heard"
    return found


def ends(bench: Bench) -> Detail:
    """The first lamp and the last one are where the configuration has them."""

    def first_and_last(strip: Opened) -> list[bytes]:
        lamps = strip.device.lamps
        return [COLOURS["green"] if lamp in (0, lamps - 1) else DARK for lamp in range(lamps)]

    words = "Is the first lamp of {} lit and the last of its {} lamps, both alike, and no other?"
    return _each_strip(bench, first_and_last, words)


def _each_strip(bench: Bench, colours: Callable[[Opened], Iterable[bytes]], words: str) -> Detail:
    found = {}
    for strip in bench.of(Kind.STRIP):
        bench.show(strip, list(colours(strip)))
        _must(bench, strip, words.format(strip.spec.name, strip.device.lamps))
        found[strip.spec.name] = counted(strip.device.lamps, "lamp", "lamps")
    return found


def colour_order(bench: Bench) -> Detail:
    """Red is red, green green and blue blue."""
    found = {}
    for strip in bench.of(Kind.STRIP):
        seen = []
        for colour in COLOURS.values():
            bench.show(strip, [colour] * strip.device.lamps)
            seen.append(bench.owner.ask(f"Which colour is {strip.spec.name}? (red, green, blue)").lower())
        wrong = [
            f"{was} for {meant}" for meant, was in zip(COLOURS, seen, strict=True) if meant[0] != was[:1]
        ]
        if wrong:
            raise NotSeen(strip.spec.name, f"it shows {', '.join(wrong)}: set its order, such as GRB")
        found[strip.spec.name] = "red, green, blue"
    return found


def current(bench: Bench) -> Detail:
    """All lamps as bright as the budget lets them; measured where there is a meter."""
    found = {}
    for strip in bench.of(Kind.STRIP):
        estimate_ma = bench.show(strip, [bytes([FULL] * 3)] * strip.device.lamps)
        measured = bench.owner.ask(
            f"{strip.spec.name} is at its brightest. How many mA does a meter show? (Enter without a meter)"
        )
        bench.show(strip, [DARK] * strip.device.lamps)
        found[strip.spec.name] = f"estimated {estimate_ma:.0f} mA, measured {measured or 'nothing'}"
    return found


def cards_beside_lamps(bench: Bench) -> Detail:
    """Readers go on seeing while lamps change all the time."""
    found: Detail = {}
    strips = bench.of(Kind.STRIP)
    colours = itertools.cycle(COLOURS.values())

    def flicker() -> None:
        for strip in strips:
            bench.show(strip, [next(colours)] * strip.device.lamps)

    for reader in bench.of(Kind.READER) if strips else ():
        found[reader.spec.name] = _card_on(bench, reader)
        found[reader.spec.name] = _steady(bench, reader, BESIDE_LOOKS, flicker)
        _gone(bench, reader)
    return found


def _must(bench: Bench, device: Opened, question: str) -> None:
    answer = bench.owner.ask(f"{question} (y/n)")
    if not answer.lower().startswith("y"):
        raise NotSeen(device.spec.name, f"{question} The owner says: {answer or 'nothing'}")
