"""The set-up form: what it holds at first, and the request for a game that a filled one means."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.board import SEAT_LETTERS, seat_name
from engine.house import NO_HOUSES, Houses, Options, with_house
from engine.inputs import NewGame, SeatLook
from engine.palette import PALETTE, colour_of
from engine.ruleset import OPTIONS, BadOption
from engine.seating import Seating, seating
from engine.setting_up import FIRST_OFFER, setup_of
from engine.setup_wording import say_problem
from web_ui.option_words import written_value
from web_ui.problems import BadField
from web_ui.sight import look_alike
from web_ui.telling import told_of
from web_ui.whole_number import whole_number
from web_ui.words import _, catalogue, colour_name

PLAYERS = (2, 4, 6, 8, 10)
PLANS: Mapping[int, tuple[int, ...]] = {2: (0,), 4: (2,), 6: (2, 3), 8: (2, 4), 10: (2, 5)}
"""How many teams each number of players may be, the usual first. RULES 2."""

Values = dict[str, str]


class Wrong(Exception):
    """A filled form that is no game: the field to mark, and one sentence."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
        self.text = text


def values_of(asked: NewGame | None, houses: Houses = NO_HOUSES) -> Values:
    """The form filled with a request; with the first offer where there was none."""
    asked = asked or FIRST_OFFER
    rules = asked.house if asked.house in houses else asked.rules
    saved = dict(houses[rules][1]) if rules in houses else {}
    values = {"players": str(asked.players), "rules": rules, "hands": asked.hands.value, "first": ""}
    values["deck"] = asked.deck_name
    values |= {
        f"teams_{n}": str(asked.teams if n == asked.players else plans[0]) for n, plans in PLANS.items()
    }
    values |= {f"name_{letter}": "" for letter in SEAT_LETTERS}
    values |= {f"colour_{letter}": colour for letter, colour in zip(SEAT_LETTERS, PALETTE, strict=True)}
    for look in asked.looks:
        values[f"name_{seat_name(look.seat)}"] = look.name
        values[f"colour_{seat_name(look.seat)}"] = colour_of(look)
    changed = {name: value for name, value in asked.options if name not in saved or saved[name] != value}
    return values | {f"option_{name}": written_value(value) for name, value in changed.items()}


def request_of(values: Mapping[str, str], houses: Houses = NO_HOUSES) -> NewGame:
    """The game that a filled form asks for, its saved ruleset in the place of its name.

    Raises:
        Wrong: naming the field.
    """
    players = _number(values, "players")
    body: dict[str, Any] = {
        "kind": "new_game",
        "players": players,
        "teams": _number(values, f"teams_{players}") if players in PLANS else 2,
        "rules": values.get("rules", ""),
        "hands": values.get("hands", ""),
        "options": options_of(values),
        "seats": _seats(values, players),
        "deck": values.get("deck", ""),
    }
    if values.get("first"):
        body["first"] = values["first"]
    try:
        asked, _if_seq = told_of(body, "page")
        assert isinstance(asked, NewGame)
        asked = with_house(asked, houses)
        setup = setup_of(replace(asked, deck_name=""))  # what is enrolled in it, the host knows
    except BadField as bad:
        raise Wrong(control_of(bad.field), opened(bad.problem)) from None
    except BadOption as bad:
        raise Wrong(control_of(bad.option), sentence(bad.problem)) from None
    refuse_twins([setup.look(seat) for seat in setup.table.seats])
    return asked


def options_of(values: Mapping[str, str]) -> dict[str, Any]:
    """What a form changes on top of its ruleset."""
    return {name: _read(name, values[f"option_{name}"]) for name in OPTIONS if values.get(f"option_{name}")}


def house_of(values: Mapping[str, str], houses: Houses) -> tuple[str, str, Options]:
    """The ruleset that a filled form is to save: its name, its preset and what is changed on top of it."""
    preset, saved = houses.get(values.get("rules", ""), (values.get("rules", ""), ()))
    options = dict(saved) | options_of(values)
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return " ".join(values.get("house", "").split()), preset, tuple(frozen.items())


def _seats(values: Mapping[str, str], players: int) -> dict[str, dict[str, str]]:
    """The seats in play; what the form says of the others is left out."""
    try:
        letters = [seat_name(seat) for seat in seating(players, 2).seats]
    except BadOption:
        letters = []
    return looks_of(values, letters)


def looks_of(values: Mapping[str, str], letters: Iterable[str]) -> dict[str, dict[str, str]]:
    """How a filled form shows those seats, as a request says it."""
    return {
        letter: {
            "name": values.get(f"name_{letter}", ""),
            "colour": values.get(f"colour_{letter}", "") or PALETTE[SEAT_LETTERS.index(letter)],
        }
        for letter in letters
    }


def _number(values: Mapping[str, str], name: str) -> int:
    number = whole_number(values.get(name, ""), 2)
    if number is None:
        raise Wrong(name, _("A number is missing here."))
    return number


def _read(name: str, text: str) -> Any:
    """An option's value as a request writes it; what is no value of it the ruleset will refuse."""
    option = OPTIONS[name]
    if option.parts:
        return text.split("+")
    return next((value for value in option.allowed if written_value(value) == text), text)


def refuse_twins(looks: Sequence[SeatLook]) -> None:
    """Raise Wrong where two of the seats would look the same."""
    colours = [colour_of(look) for look in looks]
    for look, colour in zip(looks, colours, strict=True):
        if colours.count(colour) > 1:
            raise Wrong(f"colour_{seat_name(look.seat)}", _("Two seats have the same colour."))


def alike_hint(looks: Sequence[SeatLook]) -> str:
    """Which two of the seats look alike to somebody; empty where all are told apart."""
    found = look_alike([colour_of(look) for look in looks])
    if found is None:
        return ""
    one, other = (colour_name(looks[i]) for i in found)
    return _("{one} and {other} look alike to some eyes.").format(one=one, other=other)


def ring_hint(rings: Collection[int], players: int) -> str:
    """That the lamps show nothing of so large a table; empty where they do, or no map says what they show."""
    sides = max(players, 4)
    if not rings or sides in rings:
        return ""
    return _(
        "This board has no lamps for {sides} sides: they stay dark in that game, and the page shows it."
    ).format(sides=sides)


def control_of(field: str) -> str:
    """The control of the form for a field of the request: `seats.B.colour` is `colour_B`."""
    match field.split("."):
        case ["seats", letter, part]:
            return f"{part}_{letter}"
        case ["options", name]:
            return f"option_{name}"
        case _:
            return f"option_{field}" if field in OPTIONS and field != "players" else field


def sentence(problem: str) -> str:
    """A problem as a sentence, in the language of this request."""
    return opened(say_problem(problem, catalogue()))


def opened(problem: str) -> str:
    """A problem as a whole sentence."""
    return f"{problem[:1].upper()}{problem[1:]}."


def plan_text(players: int, teams: int) -> str:
    """A team plan in words: who plays with whom."""
    table = seating(players, teams)
    if players == 2:
        return _("Each for themselves: {teams}").format(teams=_teams(table))
    if teams == 2:
        return _("Two teams: {teams}").format(teams=_teams(table))
    return _("Teams of two: {teams}").format(teams=_teams(table))


def _teams(table: Seating) -> str:
    return " · ".join(" + ".join(team) for team in table.names())
