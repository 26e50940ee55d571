"""A fault says which device, what happened and what to do, and survives being handed between processes."""

import pickle

import pytest

from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering, TwoCards, WiredWrongly


@pytest.mark.parametrize("kind", [CannotOpen, StoppedAnswering, WiredWrongly])
def test_a_fault_names_device_and_way_out(kind: type[DeviceFault]) -> None:
    fault = kind("the reader on /dev/ttyUSB0", "the cable was pulled", "Plug it in again")
    assert isinstance(fault, DeviceFault)
    assert str(fault) == "the reader on /dev/ttyUSB0: the cable was pulled. Plug it in again."
    assert (fault.device, fault.what, fault.way_out) == fault.args


def test_a_fault_can_be_pickled() -> None:
    fault = pickle.loads(pickle.dumps(CannotOpen("the reader", "no such port", "Plug it in")))
    assert str(fault) == "the reader: no such port. Plug it in."


def test_two_cards_are_no_fault() -> None:
    assert not issubclass(TwoCards, DeviceFault)


def test_what_the_system_says_is_told_without_its_number() -> None:
    for error, said in (
        (FileNotFoundError(2, "No such file or directory", "/run/x"), "/run/x: No such file or directory"),
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (TimeoutError("timed out"), "timed out"),
        (ValueError("no number"), "no number"),
    ):
        fault = CannotOpen("the strip", "it does not answer ({error})", "Look at it", error=error)
        assert str(fault) == f"the strip: it does not answer ({said}). Look at it."
