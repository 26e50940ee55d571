"""Whole tables and their quarrels, told as a referee's minutes would; each end was worked out by hand."""

import pytest

from tests.engine.quarrel import Quarrel

FORGOTTEN_TWICE = """
bark-up-a-tree, 2 players, tracked           # 3 decks, no jokers: 156 cards
A holds 5H 5S 5D 5C 6H
C holds 4H 4S 4D 4C KS
= turn: A; phase: drawing; pile: 146
A taps 5H: DRAW_FIRST                        # A will not hear of it
A throws 5H
= hand A: 5S 5D 5C 6H; turn: C; phase: drawing; throws A: 1
C draws 2C
C plays KS CS-C8
= pegs: C:C8; hand C: 2C 4H 4S 4D 4C

# A owes two, face down; it draws none of them either
= turn: A; phase: drawing
A taps 5S: DRAW_FIRST
A throws 5S
= hand A: 5D 5C 6H; locked A:; throws A: 2
C draws 3C
C plays 4H C8-C12
= pegs: C:C12

# now three, and none of them may be looked at, though one is a king
A draws KH 2H 2S
A draws 2D: NO_DRAW_DUE
A taps KH: CARD_LOCKED
A throws 5D
= hand A: 5C 6H; locked A: 2H 2S KH; throws A: 3
C draws 3S
C plays 2C C12-C14

# they have joined the hand; one more, and A comes out at last
= hand A: 5C 6H KH 2H 2S; locked A:; phase: drawing
A draws 9D
A taps 5C
A throws 5C: MUST_MOVE
A plays KH AS-A8
= pegs: A:A8 C:C14; hand A: 2H 2S 5C 6H 9D; throws A: 0; turn: C
= pile: 139; face up: 5H KS 5S 4H 5D 2C KH
"""

MILD = """
pagat, 4 players, tracked                    # 3 decks, 6 jokers: 162 cards
A holds 5H 5S 5D 5C 6H
B holds 4H 4S 4D 4C 6S
C holds 3H 3S 3D 3C 6D
D holds 2H 2S 2D 2C 6C
A taps 5H: DRAW_FIRST
A throws 5H
B draws 9H
B throws 4H
C draws 9S
C throws 3H
D draws 9D
D throws 2H

# A's second turn begins without a draw: one drawn all the same is refused
= turn: A; phase: playing; hand A: 5S 5D 5C 6H
A draws 9C: NO_DRAW_DUE
A throws 5S
= turn: A; phase: drawing
A draws 9C
B taps 4S: DRAW_FIRST                        # B will not wait: A's turn is over, one card short
= turn: B; hand A: 5D 5C 6H 9C
B draws 10H                                  # so this one is B's
B throws 4S
C draws 10S
C throws 3S
D draws 10D
D throws 2S

# short again, so mild again: a card, then two
A throws 5D
A draws 8H 8S
= turn: B; hand A: 5C 6H 8H 8S 9C; hand B: 4D 4C 6S 9H 10H; phase: drawing
= pegs:; pile: 133; face up: 5H 4H 3H 2H 5S 4S 3S 2S 5D
"""

CHALLENGE_WON = """
pagat, 4 players, closed
pegs A:A17 B:B4,B12 C:B5
A taps Joker
A throws Joker                               # a joker need never be played
B taps 6
away
challenge A: NOTHING_TO_CHALLENGE            # too late: a card was tapped
B plays 6 B4-B10
= pegs: A:A17 B:B10,B12 C:B5; turn: C
C taps Joker.2
C throws Joker.2
challenge A: NOTHING_TO_CHALLENGE            # C threw last
challenge C
= phase: challenged
C shows Joker 8                              # the joker could move, but it need not; the 8 could: B5 to A15
= proof: 8 B5-A15; turn: C; phase: playing; throws C: 0; throws A: 1
C taps Joker.2
C throws Joker.2: MUST_MOVE                    # it was proved that C holds a card that moves
C plays 8 B5-A15
= turn: D; pegs: A:A17 B:B10,B12 C:A15; face up: Joker 6 8
D throws 5
= turn: A; throws C: 0; throws D: 1
"""

CHALLENGE_LOST = """
kilpatrick, 4 players, closed
pegs B:C8
A taps Joker
A throws Joker                               # it could come out, but a joker never must
challenge A                                  # A leaves the pile alone
A shows 5 6 7 8 Joker
= phase: challenged                          # how many there are, the table must know
count A 5: NO_CLAIM
confirm
= phase: playing; turn: B; throws A: 1; owed A: 0
challenge A: NOTHING_TO_CHALLENGE            # it stands
claim A: NO_CLAIM                            # and nobody forgets to draw where one draws afterwards
B plays 9 C8-C17
= pegs: B:C17; turn: C
C throws 9.2                                 # nothing of A's or C's is out
D plays 5 C17-D4                             # the whole team is D's to move
= pegs: B:D4; turn: A; face up: Joker 9 9.2 5
"""

COUNTED = """
bark-up-a-tree, 4 players, closed
A throws 5
claim B: NO_CLAIM                            # B has not played yet
claim A
B taps 6: CONFIRM_FIRST                      # first the hand is counted
count B 4: NO_CLAIM
count A 4
= owed A: 1; turn: B; phase: playing
B throws 5.2
claim B
count B 5                                    # B had drawn: nothing comes of it
= owed B: 0; turn: C
C throws 5.3
D throws 5.4
A throws 6                                   # one of the four; two are locked on the table
challenge A
A shows 2 3
= phase: challenged
A shows 4                                    # three were left to show, the locked ones aside
= phase: playing; turn: B; owed A: 0
claim A                                      # did it draw the two? All five are counted
count A 3
= owed A: 2
undo                                         # no: they find that A had not played the 6 at all
= turn: A; owed A: 1; throws A: 1
A plays K AS-A8
= pegs: A:A8; turn: B; owed A: 0; throws A: 0
"""

SHUFFLED_IN_A_REFILL = """
bark-up-a-tree, 2 players, tracked, draw=after, deal=3, deck=KH*2 5H*4 6H*4 2H*2
A holds KH 5H 5H.2
C holds KH.2 6H 6H.2
A plays KH AS-A8
= turn: A; phase: drawing; pile: 6
A draws 5H.3 5H.4
confirm                                      # the peg is carried
A draws 2H
= turn: C; hand A: 2H 5H 5H.2 5H.3 5H.4
C plays KH.2 CS-C8
C draws 6H.3 6H.4 2H.2
= turn: A; pile: 0; pegs: A:A8 C:C8
A plays 2H A8-A10
= phase: shuffling; turn: A; face up: KH KH.2 2H
A taps KH: SHUFFLE_FIRST                     # not out of the heap
shuffled
= phase: drawing; face up:; pile: 3
A draws KH.2                                 # C's king
= turn: C; hand A: KH.2 5H 5H.2 5H.3 5H.4; pegs: A:A10 C:C8
undo                                         # the 2 was not meant: it is found in the pile
= turn: A; hand A: 2H 5H 5H.2 5H.3 5H.4; pegs: A:A8 C:C8; pile: 2; face up:
A plays 5H A8-A13
A draws KH.2
= turn: C; hand A: 2H KH.2 5H.2 5H.3 5H.4; pile: 1; face up: 5H
C plays 6H C8-C14
C draws KH
= turn: A; hand C: 2H.2 6H.2 6H.3 6H.4 KH; pile: 0; face up: 5H 6H
A plays KH.2 AS-A8
= phase: shuffling; pegs: A:A8,A13 C:C14
"""

FORGOT_TO_CONFIRM = """
pagat, 4 players, tracked
A holds KH 5S 5D 5C 6H
B holds KS 4S 4D 4C 6S
C holds 3H 3S 3D 3C 6D
D holds 2H 2S 2D 2C 6C
A draws 7H
A taps KH
B draws 9H: CONFIRM_FIRST                    # B has drawn, but A never confirmed
B taps KS: CONFIRM_FIRST
= turn: A; phase: choosing; hand B: KS 4S 4D 4C 6S
confirm
= pegs: A:A8; turn: B
B draws 9H
B draws 9S: NO_DRAW_DUE
B plays KS BS-B8
undo                                         # B would rather have kept it
= turn: B; hand B: KS 4S 4D 4C 6S 9H; pegs: A:A8; phase: playing
undo                                         # and so would A
= turn: A; hand A: KH 5S 5D 5C 6H 7H; hand B: KS 4S 4D 4C 6S; pegs:; face up:
redo
= turn: B; hand B: KS 4S 4D 4C 6S 9H; pegs: A:A8; face up: KH
redo
redo: NOTHING_TO_REDO
= turn: C; pegs: A:A8 B:B8; face up: KH KS; pile: 140
C draws 9D
C taps 5S: NOT_YOUR_TURN                     # that is one of A's; nothing is said of whose
C taps 3H
C taps 5S: CONFIRM_FIRST
C throws 3H
= turn: D; hand C: 3S 3D 3C 6D 9D; throws C: 1
"""

JOKER_MUST_MOVE = """
social-security, 4 players, tracked
A holds 5H 5S 5D 5C Joker
B holds 4H 4S 4D 4C KS
C holds 3H 3S 3D 3C 6D
D holds 2H 2S 2D 2C 6C
A draws 7H
A throws 5H                                  # nobody is out: the joker has no target
= throws A: 1
B draws 9H
B plays KS BS-B8
C draws 9S
C throws 3H
D draws 9D
D throws 2H                                  # B's peg is not D's to move
A draws 7S
A taps 5S
A throws 5S: MUST_MOVE                       # nothing but the joker can move, so it must
A taps Joker
A throws Joker: MUST_MOVE
A plays Joker AS-B8                          # B's peg goes to start
= pegs: A:B8; turn: B; throws A: 0; hand A: 5S 5D 5C 7H 7S
B draws 9C
B throws 4H                                  # its king is gone
C draws 10H
C throws 3S                                  # a helper of nobody: A's peg is A's
D draws 10S
D throws 2S
A draws 10D
A taps 5S
A throws 5S: MUST_MOVE                       # and now the fives can move
A plays 7H B8-B15
= pegs: A:B15; pile: 133; hand A: 5S 5D 5C 7S 10D
"""

MERCY = """
bark-up-a-tree, 4 players, closed, mercy_after=2
pegs C:A8,B0 A:AH1,AH2,AH3,AH4,AH5 B:C8
A taps 8                                     # A is home and plays C's pegs: 8 back, A8 to A0
A plays 8 A8-A0
= pegs: A:AH1,AH2,AH3,AH4,AH5 B:C8 C:A0,B0
pegs C:CH5 A:AH1,AH2,AH3,AH4,AH5 B:C8
B plays 5 C8-C13
pegs C:CH5 A:AH1,AH2,AH3,AH4,AH5 B:C8
C throws 5.2
D throws 5.3
A throws 5.4                                 # C has no peg out: nothing of a 5 moves
B plays 2 C8-C10
pegs C:CH5 A:AH1,AH2,AH3,AH4,AH5 B:C8
C throws 6
= phase: mercy; turn: C; throws C: 2
mercy A: NO_MERCY                            # A is home
mercy C
= pegs: A:AH1,AH2,AH3,AH4,AH5 C:C8,CH5; turn: D; throws C: 0   # B's peg went to start
mercy C: NO_MERCY
D throws 6.2
= phase: mercy; turn: D
A taps 9                                     # A goes on: D is shown none
mercy D: NO_MERCY
away
undo                                         # D has not thrown yet
= turn: D; throws D: 1; throws A: 1
D throws 6.2
mercy D
= pegs: A:AH1,AH2,AH3,AH4,AH5 C:C8,CH5 D:D8; turn: A; throws D: 0
undo
= pegs: A:AH1,AH2,AH3,AH4,AH5 C:C8,CH5; turn: D
redo
= pegs: A:AH1,AH2,AH3,AH4,AH5 C:C8,CH5 D:D8; turn: A
A plays 9 C8-C17
= pegs: A:AH1,AH2,AH3,AH4,AH5 C:C17,CH5 D:D8; turn: B; throws A: 0
"""

PLAYED_ALREADY = """
gamerules, 4 players, closed
A throws 5H.2
B throws 5S
C taps 5H.2: CARD_ALREADY_PLAYED             # they shuffled, and nobody said so
= turn: C; phase: playing
confirm                                      # yes
= phase: choosing; face up:
C throws 5H.2
D throws 5S                                  # known now, and not asked again
= face up: 5H.2 5S
A taps 5S: CARD_ALREADY_PLAYED               # this one lies there
away                                         # no
A taps 5S: CARD_ALREADY_PLAYED
confirm: NOTHING_TO_CONFIRM                  # asked once a turn
A plays K AS-A8
= pegs: A:A8; turn: B; face up: 5H.2 5S K
"""

SHORT_REFILL = """
kilpatrick, 4 players, tracked
A holds KS 5S 6S
B holds 5H 6H 7H
C holds 5D 6D 7D
D holds 5C 6C QC
A draws 2S: NO_DRAW_DUE                      # never before the play
A plays KS AS-A8
A draws 2S
A taps 2S: NOT_YOUR_TURN                     # one card a turn
B taps 5H                                    # A takes two fewer; B has nothing out
= turn: B; hand A: 2S 5S 6S
B throws 5H
B draws 2H
= turn: C; hand B: 2H 6H 7H                  # three stay three
C plays 6D A8-A14                            # A's peg: the whole team's
confirm
C draws 3D 4D 8D
= turn: D; hand C: 3D 4D 5D 7D 8D
D plays QC DS-D8
refill done
= turn: A; hand D: 5C 6C
A plays 2S A14-A16
A draws 3S 4S 8S                             # what was left, after a later play
= turn: B; hand A: 3S 4S 5S 6S 8S
B plays 7H D8-D15                            # D's peg
undo
= pegs: A:A16 D:D8; turn: B; hand B: 2H 6H 7H
B plays 2H D8-D10
B draws 7S 7C 9H
= turn: C; pegs: A:A16 D:D10; hand B: 6H 7H 7S 7C 9H; pile: 139
"""

QUARRELS = {
    "forgotten twice": FORGOTTEN_TWICE,
    "mild": MILD,
    "challenge won": CHALLENGE_WON,
    "challenge lost": CHALLENGE_LOST,
    "counted": COUNTED,
    "shuffled in a refill": SHUFFLED_IN_A_REFILL,
    "forgot to confirm": FORGOT_TO_CONFIRM,
    "the joker must move": JOKER_MUST_MOVE,
    "mercy": MERCY,
    "played already": PLAYED_ALREADY,
    "a short refill": SHORT_REFILL,
}


@pytest.mark.parametrize("text", QUARRELS.values(), ids=QUARRELS.keys())
def test_a_quarrel_ends_as_it_should(text: str) -> None:
    Quarrel(text)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("= turn: B", "it is 'A'"),
        ("A draws 2H: NO_DRAW_DUE", "None"),
        ("C draws 2H", "the turn of A"),
        ("A taps 5H", "DRAW_FIRST"),
    ],
)
def test_a_line_that_does_not_come_true_fails_with_its_text(line: str, wrong: str) -> None:
    begun = FORGOTTEN_TWICE.partition("=")[0]
    with pytest.raises(AssertionError, match=f"{line}.*{wrong}"):
        Quarrel(begun + line)
