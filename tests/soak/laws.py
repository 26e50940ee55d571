"""What must hold of what the page shows, by RULES and by nothing that the daemon has in it."""

from collections import Counter
from collections.abc import Sequence

from engine.inputs import CardTapped, Chosen, MercyTaken, ThrowAsked, Told
from tests.host.daemon_process import Json
from tests.slow.generator import canonical, outcomes

PEGS = 5


def conserved(state: Json) -> None:
    """Five pegs a seat, one a hole, home rows of their own seat alone; won is who is home. RULES 1."""
    game = state["game"]
    if game is None:
        return
    holes = Counter(hole for pegs in game["pegs"].values() for hole in pegs if hole != "S")
    assert max(holes.values(), default=1) == 1, f"two pegs in a hole: {game['pegs']}"
    for seat, pegs in game["pegs"].items():
        assert len(pegs) == PEGS, f"{seat} has {pegs}"
        assert all(hole[0] == seat for hole in pegs if hole[1:2] == "H"), (
            f"{seat} stands in another's home: {pegs}"
        )
    home = {seat for seat, pegs in game["pegs"].items() if all(hole.startswith(f"{seat}H") for hole in pegs)}
    won = [team for team in game["teams"] if set(team) <= home]
    assert [sorted(team) for team in won] == ([sorted(state["winner"])] if state["winner"] else []), state


def led_to(before: Json, told: Sequence[Told], after: Json) -> bool:
    """Whether the slow generator was asked if a turn leads from one state to the next; if so, it does.

    It is not asked where a side was shown mercy, which moves a peg besides.
    """
    played = [at for at, one in enumerate(told) if isinstance(one, Chosen | ThrowAsked)]
    given = any(isinstance(one, MercyTaken) and one.seat is not None for one in told)
    if not played or given or before["game"] is None or before["winner"]:
        return False
    card = told[played[0] - 1]
    assert isinstance(card, CardTapped)
    game = before["game"]
    table = {name: game[name] for name in ("rules", "options", "sides", "teams", "pegs", "turn")}
    found = outcomes(**table, card=card.card.ascii)
    if isinstance(told[played[0]], ThrowAsked):
        assert not found, f"{card.card} was thrown, and can be played: {game}"
    else:
        assert canonical(after["game"]["pegs"]) in found, (
            f"{card.card} cannot lead to {after['game']['pegs']}: {game}"
        )
    return True
