"""Names and colours in mid-game: a plain form, and the game goes on."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.board import seat_name
from engine.game import Play
from engine.inputs import LooksChanged, SeatLook
from engine.palette import PALETTE, colour_of
from web_ui.api import tell_told
from web_ui.gateway import Gateway
from web_ui.problems import BadField
from web_ui.setup_form import Values, Wrong, alike_hint, control_of, looks_of, opened, refuse_twins
from web_ui.telling import LONGEST_NAME, told_of
from web_ui.words import COLOURS, _


def blueprint(gateway: Gateway) -> Blueprint:
    """`/seats` and what its form does."""
    seats = Blueprint("seats", __name__, url_prefix="/seats")

    @seats.get("")
    def page() -> AnyResponse | str:
        play = gateway.look().game.play
        return _form(play, _values(play)) if play else redirect(url_for("setup.page"))

    @seats.post("")
    def change() -> AnyResponse | tuple[str, int]:
        play = gateway.look().game.play
        if play is None:
            return redirect(url_for("setup.page"), 303)
        values = _values(play) | request.form.to_dict()
        try:
            if (told := _changed(play, values)).looks:
                _tell(gateway, told)
        except Wrong as wrong:
            return _form(play, values, wrong), 409
        return redirect(url_for("table.page"), 303)

    return seats


def _tell(gateway: Gateway, told: LooksChanged) -> None:
    """Tell it. Raises Wrong where it is refused."""
    answer = tell_told(gateway, told)
    if not answer["ok"]:
        raise Wrong("", answer["text"])


def _values(play: Play) -> Values:
    """The form as the seats are shown now."""
    values: Values = {}
    for seat in play.setup.table.seats:
        look, letter = play.setup.look(seat), seat_name(seat)
        values |= {f"name_{letter}": look.name, f"colour_{letter}": colour_of(look)}
    return values


def _changed(play: Play, values: Values) -> LooksChanged:
    """The seats that a filled form shows otherwise than when it was loaded: what another phone has changed
    since stays as it is.

    Raises:
        Wrong: naming the field.
    """
    letters = [seat_name(seat) for seat in play.setup.table.seats]
    mine = [letter for letter in letters if _differs(values, letter)]
    try:
        told, _if_seq = told_of({"kind": "seats", "seats": looks_of(values, mine)}, "page")
    except BadField as bad:
        raise Wrong(control_of(bad.field), opened(bad.problem)) from None
    assert isinstance(told, LooksChanged)
    after: dict[int, SeatLook] = {seat: play.setup.look(seat) for seat in play.setup.table.seats}
    after |= {look.seat: look for look in told.looks}
    if told.looks:
        refuse_twins(list(after.values()))
    return told


def _differs(values: Values, letter: str) -> bool:
    names = (f"name_{letter}", f"colour_{letter}")
    return any(values[name] != values.get(f"was_{name}", "") for name in names)


def _form(play: Play, values: Values, wrong: Wrong | None = None) -> str:
    was = _values(play)
    return render_template(
        "seats.html",
        values=values,
        was={name: values.get(f"was_{name}", shown) for name, shown in was.items()},
        wrong=wrong,
        hint=alike_hint([play.setup.look(seat) for seat in play.setup.table.seats]),
        letters=[seat_name(seat) for seat in play.setup.table.seats],
        colours=[(colour, _(word)) for colour, word in zip(PALETTE, COLOURS, strict=True)],
        longest_name=LONGEST_NAME,
    )
