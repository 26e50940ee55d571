"""Who sits where and plays with whom. RULES 2."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import SEAT_LETTERS, Board, Seat, board, seat_name
from engine.ruleset import TABLES, TWO_TEAMS_ONLY, BadOption, Control, Rules


@dataclass(frozen=True, slots=True)
class Seating:
    """A table of players.

    Attributes:
        board: its geometry; two players sit at a board of four sides.
        seats: those in play, clockwise.
        teams: the sides, each its seats clockwise. Without teams, a side for each seat.
        side_of: for each seat of the board, the number of its side; -1 where nobody sits.
    """

    board: Board
    seats: tuple[Seat, ...]
    teams: tuple[tuple[Seat, ...], ...]
    side_of: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    def team_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of its side clockwise, itself first: the order of help. RULES 8."""
        team = self.teams[self.side_of[seat]]
        at = team.index(seat)
        return team[at:] + team[:at]

    def after(self, seat: Seat) -> Seat:
        """Whose turn comes next."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def names(self) -> list[list[str]]:
        """The teams as the protocol writes them: [["A", "C"], ["B", "D"]]."""
        return [[seat_name(seat) for seat in team] for team in self.teams]


def _seating(sides: int, seats: Sequence[int], team_count: int) -> Seating:
    teams = tuple(tuple(Seat(s) for s in seats[first::team_count]) for first in range(team_count))
    side_of = [-1] * sides
    for side, team in enumerate(teams):
        for seat in team:
            side_of[seat] = side
    return Seating(board(sides), tuple(Seat(s) for s in seats), teams, tuple(side_of))


def seating(players: int, teams: int) -> Seating:
    """A row of RULES 2: that many players in that many teams, 0 for none.

    Raises:
        BadOption: section 2 lists no such table.
    """
    if players not in TABLES:
        raise BadOption("players", f"{players} cannot play; it may be 2, 4, 6, 8 or 10")
    if players == 2:
        if teams not in (0, 2):
            raise BadOption("teams", "two players play without teams; it must be 0")
        return _seating(4, (0, 2), 2)
    if teams not in (2, players // 2):
        plans = "2" if players == 4 else f"2 or {players // 2}"
        raise BadOption("teams", f"{players} players cannot be {teams} teams; it may be {plans}")
    return _seating(players, range(players), teams)


def seating_of(sides: int, teams: Sequence[Sequence[str]]) -> Seating:
    """The row of RULES 2 with exactly these teams, in any order.

    Raises:
        BadOption: there is none.
    """
    if sides not in TABLES - {2}:
        raise BadOption("sides", f"{sides} is no board; it may be 4, 6, 8 or 10")
    wanted = sorted(sorted(team) for team in teams)
    for row in _rows(sides):
        if sorted(row.names()) == wanted:
            return row
    raise BadOption(
        "teams", f"a board of {sides} sides has no such teams; seats are {', '.join(SEAT_LETTERS[:sides])}"
    )


def _rows(sides: int) -> list[Seating]:
    rows = [_seating(sides, range(sides), count) for count in sorted({2, sides // 2})]
    return [*rows, _seating(4, (0, 2), 2)] if sides == 4 else rows


def check_rules_at(preset: str, rules: Rules, table: Seating, given: Sequence[str] = ()) -> None:
    """Refuse what depends on the table. RULES 2, 10.

    Args:
        preset: which one `rules` began as; it says which team plans are its own.
        given: the options asked for by name; only what is given is refused, not what is inherited.

    Raises:
        BadOption: naming the option.
    """
    if table.players not in rules.players:
        raise BadOption("players", f"{rules.name} is not played by {table.players}")
    if preset in TWO_TEAMS_ONLY and len(table.teams) > 2 and "players" not in given:
        raise BadOption(
            "teams", f"{preset} is played by two teams; a house ruleset that gives players may have more"
        )
    check_options_at(rules, table, given)


def check_options_at(rules: Rules, table: Seating, given: Sequence[str]) -> None:
    """Refuse options that mean nothing at this table, whoever may play the ruleset. RULES 2, 10.

    Raises:
        BadOption: naming the option.
    """
    check_control(rules, table, given)
    _check_extra_cards(rules, table.players)


def check_control(rules: Rules, table: Seating, given: Sequence[str]) -> None:
    """`control = team` needs a side of two; inherited at a table without, it is ignored. RULES 10."""
    if rules.control is Control.TEAM and "control" in given and all(len(team) < 2 for team in table.teams):
        raise BadOption("control", "team needs a side with two seats; without teams it must be own_then_help")


def _check_extra_cards(rules: Rules, players: int) -> None:
    most_jokers = {2: 0, 10: 8}.get(players, 4)
    if rules.extra_jokers > most_jokers:
        raise BadOption("extra_jokers", f"{players} players may add {_up_to(most_jokers)}")
    if rules.extra_decks and players != 10:
        raise BadOption("extra_decks", "only ten players may add a deck")


def _up_to(most: int) -> str:
    return f"0 to {most}" if most else "none; it must be 0"


def decks_at(rules: Rules, players: int) -> tuple[int, int]:
    """How many decks of 52, and how many jokers. RULES 2."""
    decks = {2: 3, 4: 3, 6: 3, 8: 4, 10: 5}[players] + rules.extra_decks
    jokers = 0 if players == 2 else 2 * decks + rules.extra_jokers
    return decks, jokers
