"""Finding the game again at start. DESIGN 5, Start.

The current game is replayed from its first row and every ruling compared; where the engine now rules
otherwise, the game goes on from the last stored position and undo before it is barred. A damaged file is
set aside and what can be read of it carried on.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.game import Game
from engine.input_data import read
from engine.inputs import NewGame
from engine.referee import judge
from engine.step import Step
from engine.verdict import Reason, Why
from firmware_host.journal import DamagedJournal, Journal, NotSaved, Row, open_journal, replacement
from firmware_host.judged import Judge, judged, tells_anew
from firmware_host.salvage import salvage
from firmware_host.setting_aside import draft_of, exchange, finish
from firmware_host.standing import set_up, stand
from hardware.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Recovered:
    """The game as it stood, the clock to go on from, the number of the last change, and what to tell.

    `refusal` is why the last input was refused, if it was.
    """

    game: Game
    at_ms: int
    seq: int
    notes: tuple[Sentence, ...] = ()
    refusal: Reason | None = None


def find_game(path: Path) -> tuple[Journal, Recovered]:
    """Open the journal and find the game in it, whatever became of it; `notes` tell what did.

    Raises:
        NewerJournal: a newer version wrote it.
        NotSaved: nothing can be read or written there now.
    """
    journal, notes = open_or_set_aside(path)
    try:
        recovered = recover(journal)
    except NotSaved:
        journal.close()
        raise
    return journal, replace(recovered, notes=notes + recovered.notes)


def open_or_set_aside(path: Path) -> tuple[Journal, tuple[Sentence, ...]]:
    """The journal; in place of a damaged one a new one with its readable rows.

    Raises:
        NewerJournal: a newer version wrote it.
        NotSaved: nothing can be written there; a damaged one stays as it is.
    """
    try:
        return open_journal(path), ()
    except DamagedJournal as damage:
        kept, rows = _carried_on(path, damage)
        note = Sentence(
            "The journal was damaged ({damage}); it is kept as {name}, {n} row was carried on.",
            "The journal was damaged ({damage}); it is kept as {name}, {n} rows were carried on.",
            damage=damage,
            name=kept.name,
            n=rows,
        )
    return open_journal(path), (note,)


def _carried_on(path: Path, damage: DamagedJournal) -> tuple[Path, int]:
    """What a damaged journal is called now, and how many of its rows are in the one in its place."""
    try:
        if replacement(path) is None:
            draft = draft_of(path)
            rows = salvage(path)
            _write_anew(draft, rows)
            return exchange(path, draft), len(rows)
        kept = finish(path)
    except OSError as error:
        raise NotSaved(f"{damage}; and it cannot be set aside: {error}") from error
    journal = open_journal(path)
    try:
        return kept, sum(1 for _ in journal.rows_from(0))
    finally:
        journal.close()


def _write_anew(draft: Path, rows: Sequence[Row]) -> None:
    """A whole journal of those rows, on the card and closed when this returns."""
    journal = open_journal(draft)
    try:
        journal.carry_on(rows)
    finally:
        journal.close()


def recover(journal: Journal, rule: Judge = judge) -> Recovered:
    """Replay the current game.

    Args:
        rule: the judge; the referee's, except where a test plants another version of the rules.

    Raises:
        NotSaved: the journal cannot be read now.
    """
    first = journal.last_of_kind(NewGame.__name__)
    rows = list(journal.rows_from(first or 0))
    try:
        return replace(replayed(rows, rule), at_ms=journal.last_at_ms)
    except Differs as difference:
        game = _from_last_position(rows)
        return Recovered(game, journal.last_at_ms, journal.last_seq, (_told_otherwise(difference),))


class Differs(Exception):
    """A stored ruling is not what the engine says now."""

    def __init__(self, row: Row, found: Sentence) -> None:
        self.sentence = Sentence("row {seq} ({kind}): {found}", seq=row.seq, kind=row.kind, found=found)
        super().__init__(self.sentence)


def _told_otherwise(difference: Differs) -> Sentence:
    return Sentence(
        "The stored game is judged otherwise by this version ({difference}); it goes on from its last stored"
        " position, and nothing before it can be taken back.",
        difference=difference.sentence,
    )


def replayed(rows: Sequence[Row], rule: Judge = judge) -> Recovered:
    """What stands after those rows. Raises Differs where a ruling is another one now."""
    found = Recovered(Game(), 0, 0)
    for row in rows:
        if row.ruling != Why.INTERNAL:  # a bug that is mended by now; nothing was changed then
            step = _replayed_row(found.game, row, rule)
            seq = row.seq if tells_anew(found.game, step) else found.seq
            found = Recovered(step.game, row.at_ms, seq, refusal=step.ruling)
    return found


def _replayed_row(game: Game, row: Row, rule: Judge) -> Step:
    try:
        told = read(json.loads(row.told))
        after = None if row.after is None else json.loads(row.after)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # Its words might tell a card that only its holder has seen.
        raise Differs(row, Sentence("it cannot be read: {error}", error=type(error).__name__)) from None
    step = judged(rule, game, told, row.at_ms)
    ruling = step.ruling.why.value if step.ruling else None
    if ruling != row.ruling:
        before, now = row.ruling or "accepted", ruling or "accepted"
        raise Differs(row, Sentence("it was {before} and is {now}", before=before, now=now))
    if after is not None and after != json.loads(json.dumps(stand(step.game))):
        raise Differs(row, Sentence("it led to another position"))
    return step


def _from_last_position(rows: Sequence[Row]) -> Game:
    """The newest stored position that this version can still set up."""
    for row in reversed(rows):
        try:
            stored = None if row.after is None else json.loads(row.after)
        except (ValueError, TypeError, RecursionError):
            continue
        game = None if stored is None else set_up(stored)
        if game is not None:
            return game
    return Game()
