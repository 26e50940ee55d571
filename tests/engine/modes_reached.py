"""For each row of DESIGN 3's table of presses a table at which it applies."""

from engine.game import Game
from engine.inputs import Challenged, Hands, Key, seat_of
from engine.modes import Mode
from tests.engine.table import Table

NEXT, BACK, CONFIRM, CANCEL = Key

PRESSES = [
    (NEXT, False),
    (BACK, False),
    (CONFIRM, False),
    (NEXT, True),
    (BACK, True),
    (CONFIRM, True),
    (CANCEL, False),
]
CROWD = "A:A10,A14,C0 C:B12 D:D10"


def no_card() -> Table:
    """Two turns are over and their pegs still to be carried."""
    table = Table("kilpatrick").stand(CROWD)
    table.choose("5", "A14-B1")
    table.choose("K", "BS-B8")
    return table


def choosing() -> Table:
    """The first of the questions of a 7; the second is one confirm on."""
    table = no_card().stand(CROWD)
    table.tap("7")
    return table


def refused() -> Table:
    table = no_card().stand("")
    table.tap("5")
    return table


def board_shown() -> Table:
    table = no_card()
    table.press(NEXT, held=True)
    return table


def undo_offered() -> Table:
    table = no_card()
    table.press(BACK, held=True)
    return table


def no_game() -> Table:
    table = Table()
    table.game = Game()
    return table


def asked() -> Table:
    table = no_game()
    table.press(CONFIRM)
    return table


def over() -> Table:
    """A has brought home the last peg of its side, in the second turn of the game."""
    table = Table(first="D").stand("A:A2,AH2,AH3,AH4,AH5 C:CH1,CH2,CH3,CH4,CH5 D:D10", "D")
    table.choose("3", "D10-D13")
    table.choose("2", "A2-AH1")
    return table


def challenged() -> Table:
    table = Table()
    table.throw("5")
    table.tell(Challenged(seat_of("A")))
    return table


def mercy() -> Table:
    """A helper of nobody: in Kilpatrick two start peg colours may come out."""
    table = Table("kilpatrick", mercy_after=2)
    for card in "55555":
        table.throw(card)
    return table


def shuffling() -> Table:
    """Two players, twelve fives: the pile is gone when A is due its second card."""
    table = Table("bark-up-a-tree", 2, hands=Hands.TRACKED, deck=(("5H", 12),))
    table.deal(*["5H"] * 11)
    table.throw("5H")
    table.deal("5H")
    table.throw("5H")
    return table


def refill() -> Table:
    table = Table("kilpatrick", hands=Hands.TRACKED)
    table.deal(*["KS", "KH", "KD"] * 3, "QS", "QH", "QD")
    table.choose("KS", "AS-A8")
    table.press(CONFIRM)
    return table


MODES = {
    Mode.NO_CARD: no_card,
    Mode.CHOOSING: choosing,
    Mode.REFUSED: refused,
    Mode.BOARD_SHOWN: board_shown,
    Mode.UNDO_OFFERED: undo_offered,
    Mode.ASKED: asked,
    Mode.CHALLENGED: challenged,
    Mode.MERCY: mercy,
    Mode.SHUFFLING: shuffling,
    Mode.REFILL: refill,
    Mode.NO_GAME: no_game,
    Mode.OVER: over,
}
