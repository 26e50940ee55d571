"""The board that isn't there: its readers, buttons, faults and lamps. DESIGN 8, Simulated rig."""

import re

from flask import Blueprint, Response, jsonify, request

from web_ui.body import Fields, read_object
from web_ui.gateway import SimulatedRig
from web_ui.problems import BadField

LONGEST_HOLD_MS = 60_000
_UID = re.compile(r"(?:[0-9A-Fa-f]{2}){1,16}", re.ASCII)


def blueprint(rig: SimulatedRig) -> Blueprint:
    """`/sim/*`; only where the rig is simulated."""
    sim = Blueprint("sim", __name__, url_prefix="/sim")

    @sim.post("/tap")
    def tap() -> Response:
        fields = _fields()
        reader, uid = fields.text("reader"), fields.matching("uid", _UID, "a tag's number in hexadecimal")
        fields.done()
        with _Named(fields, "reader"):
            rig.tap(reader, bytes.fromhex(uid))
        return jsonify({"ok": True})

    @sim.post("/lift")
    def lift() -> Response:
        fields = _fields()
        reader = fields.text("reader")
        fields.done()
        with _Named(fields, "reader"):
            rig.lift(reader)
        return jsonify({"ok": True})

    @sim.post("/press")
    def press() -> Response:
        fields = _fields()
        button, held_ms = fields.text("button"), fields.whole("held_ms", 0, LONGEST_HOLD_MS, default=0)
        fields.done()
        with _Named(fields, "button"):
            rig.press(button, held_ms)
        return jsonify({"ok": True})

    @sim.post("/fault")
    def fault() -> Response:
        fields = _fields()
        device, kind = fields.text("device"), fields.text("fault")
        fields.done()
        with _Named(fields, "device"):
            rig.fault(device, kind)
        return jsonify({"ok": True})

    @sim.get("/lamps")
    def lamps() -> Response:
        try:
            return jsonify(rig.lamps(request.args.get("strip", "")))
        except KeyError:
            raise BadField("strip", "the simulated board has none of that name") from None

    @sim.get("/deck")
    def deck() -> Response:
        return jsonify(
            [{"uid": card.uid.hex().upper(), "card": card.card, "copy": card.copy} for card in rig.deck()]
        )

    return sim


def _fields() -> Fields:
    return Fields(read_object(request.get_data(cache=False)))


class _Named:
    """Turns the rig's word that it has no such device, or no such fault, into a refusal of that field."""

    def __init__(self, fields: Fields, device_field: str) -> None:
        self._fields = fields
        self._device_field = device_field

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyError):
            raise self._fields.bad(self._device_field, "the simulated board has none of that name") from None
        if isinstance(error, ValueError):
            raise self._fields.bad("fault", "it is no fault that this device can have") from None
