"""The state of a game. Frozen: a new game comes out of the referee, the old one stays.

`Play` is what must never be lost: it is committed before it is shown. The rest of `Game` (the card in
question, what the board shows or asks) may be told again by the players.
"""

from dataclasses import dataclass, replace

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.handwork import Handwork
from engine.inputs import NewGame
from engine.notation import Move
from engine.position import Position, is_finished
from engine.question import Question
from engine.setup import Setup


@dataclass(frozen=True, slots=True)
class Ending:
    """What still belongs to the turn just played, before the next seat's begins.

    Attributes:
        mercy: whose start pegs may come out without a card; refill: cards the seat still draws.
    """

    mercy: tuple[Seat, ...] = ()
    refill: int = 0


@dataclass(frozen=True, slots=True)
class Stand:
    """Everything that an undo brings back: all but where played cards lie.

    Attributes:
        hands, locked: for each seat of the board its unlocked and locked cards; empty in closed hands.
        dealing: the first hands are being dealt, now to `turn`.
        throws: for each seat of the board, its throws in a row.
        owed: for each seat, cards its hand was counted to lack, in closed hands.
        ending: set while `turn` has played and may still draw, or take mercy.
        drawn: what `turn` has drawn before its card, in tracked hands.
        proved: a challenge has shown that `turn` holds this card, which moves; so it throws none.
    """

    position: Position
    turn: Seat
    hands: tuple[frozenset[PhysicalCard], ...] = ()
    locked: tuple[frozenset[PhysicalCard], ...] = ()
    dealing: bool = False
    throws: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    ending: Ending | None = None
    drawn: frozenset[PhysicalCard] = frozenset()
    proved: PhysicalCard | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Something the table did: a card played, one thrown (no `move`), a position agreed (no `card`).

    Attributes:
        before: how it stood, a card drawn this turn in the hand already.
        forgot: a draw was forgotten; known in tracked hands only.
        mercy: the peg that came out after a throw; stands: a challenge has shown that the throw is right.
        agreed: how it stands since, where the table agreed on a position.
    """

    seat: Seat
    card: PhysicalCard | None
    move: Move | None
    before: Stand
    at_ms: int
    forgot: bool = False
    mercy: Move | None = None
    stands: bool = False
    agreed: Stand | None = None

    @property
    def thrown(self) -> bool:
        """Whether a card was thrown."""
        return self.card is not None and self.move is None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A turn that was taken back, and how all stood before that: what a redo brings again."""

    turn: Turn
    stand: Stand


@dataclass(frozen=True, slots=True)
class Challenge:
    """A throw is challenged: the thrower shows the rest of the hand. RULES 9a. Or a hand is to be counted.

    Attributes:
        seat: who is accused; shown: the cards shown so far.
        counting: it is a claim of a forgotten draw: the hand is counted face down.
        holds: how many cards are to be shown; None where the table alone knows.
    """

    seat: Seat
    shown: tuple[PhysicalCard, ...] = ()
    counting: bool = False
    holds: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """The part of a game that must never be lost.

    Attributes:
        played: cards lying face up since the last shuffle.
        turns: all that stands, oldest first; undone: what was taken back, the next to redo last.
        stand_ins: pairs of a seat and who plays for it.
    """

    setup: Setup
    stand: Stand
    played: frozenset[PhysicalCard] = frozenset()
    turns: tuple[Turn, ...] = ()
    undone: tuple[TakenBack, ...] = ()
    stand_ins: tuple[tuple[Seat, Seat], ...] = ()
    challenge: Challenge | None = None

    @property
    def position(self) -> Position:
        """Where the pegs stand."""
        return self.stand.position

    @property
    def turn(self) -> Seat:
        """Whose turn it is; who is dealt to, while cards are dealt."""
        return self.stand.turn

    @property
    def winner(self) -> tuple[Seat, ...] | None:
        """The side all of whose pegs are home after a completed card. RULES 9, End."""
        if not self.turns or self.turns[-1].move is None:
            return None
        table = self.setup.table
        team = table.teams[table.side_of[self.turns[-1].seat]]
        return team if all(is_finished(table, self.position, seat) for seat in team) else None


@dataclass(frozen=True, slots=True)
class UndoAsk:
    """The run backwards is shown for the last `depth` turns; a confirm does it, `until_ms` drops it."""

    depth: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class NewGameAsk:
    """Shall a game begin: `offers[at]` is the one under the cursor."""

    offers: tuple[NewGame, ...]
    at: int = 0


@dataclass(frozen=True, slots=True)
class MercyAsk:
    """Which start peg comes out: the cursor in the offers of `Ending.mercy`."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class SeatAsk:
    """Which seat forgot to draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CountAsk:
    """How many cards were counted."""

    cards: int


@dataclass(frozen=True, slots=True)
class ShuffleAsk:
    """Was the pile shuffled? A card was tapped that had been played. Yes makes it the card in question."""

    card: PhysicalCard


Ask = UndoAsk | NewGameAsk | MercyAsk | SeatAsk | CountAsk | ShuffleAsk


@dataclass(frozen=True, slots=True)
class BoardShown:
    """Every peg is shown; or only one seat's."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn is run again in light: `back` turns before the last, from `since_ms`."""

    back: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class ReasonsShown:
    """The pegs that can't, one by one; `at` counts through them."""

    at: int


@dataclass(frozen=True, slots=True)
class ProofShown:
    """A challenge was won: the thrower held this card, and this move it had."""

    card: PhysicalCard
    move: Move


Shown = BoardShown | TurnShown | ReasonsShown | ProofShown


@dataclass(frozen=True, slots=True)
class Change:
    """When the question or what is asked was last changed under the players' hands, and from where."""

    at_ms: int
    source: str


@dataclass(frozen=True, slots=True)
class Game:
    """A table with or without a game. `Game()` is a board just bought.

    Attributes:
        aside: questions that another card replaced, the newest last.
        handwork: pegs and cards that are still to be brought where they belong.
        tapped: a card was tapped or drawn since the last turn.
        reminded: so was the draw cue repeated; the next card of the hand plays without a draw.
        asked_shuffled: so was asked whether the pile was shuffled.
        last_setup: what the last game began with, for "the same again".
        changed: what a confirm must not come too close upon.
        begun_ms: when the game began; -1 where that is not known.
    """

    play: Play | None = None
    question: Question | None = None
    aside: tuple[Question, ...] = ()
    ask: Ask | None = None
    shown: Shown | None = None
    handwork: Handwork | None = None
    tapped: bool = False
    reminded: bool = False
    asked_shuffled: bool = False
    last_setup: NewGame | None = None
    changed: Change | None = None
    begun_ms: int = -1

    @property
    def deadline_ms(self) -> int | None:
        """When the game wants to be told that time has come, or None."""
        return self.ask.until_ms if isinstance(self.ask, UndoAsk) else None


def idle(game: Game) -> Game:
    """The game with nothing in question, asked or shown."""
    return replace(game, question=None, aside=(), ask=None, shown=None)


def moved_on(game: Game, play: Play, work: Handwork | None = None) -> Game:
    """The game at the beginning of something new: after a card, or after one was taken back."""
    after = replace(idle(game), play=play, handwork=work, changed=None)  # what was asked has its answer
    return replace(after, tapped=False, reminded=False, asked_shuffled=False)


def must_be_committed(before: Game, after: Game) -> bool:
    """Whether a step changed what must never be lost. DESIGN 5, Journal."""
    return before.play is not after.play
