"""Why not, worked out by hand from RULES.md: each row a card in a position, with a word on every peg.

A position is written `A:A10,AH2 C:C8`, what is not named stands in start. `says` has a word for each peg the
player may be asked about, in the order of the answer: a hole (`AS`: A's start) and `moves`, or the reason
with its holes and `+n` for how many too many. `card` is the reason for the card as a whole.
"""

from dataclasses import dataclass, field
from typing import Any

FOUR = "AC BD"
SIX = "ACE BDF"
TEN = "ACEGI BDFHJ"
TWO = "A C"


@dataclass(frozen=True)
class Row:
    """A question and its answer; `section` says where RULES has it."""

    section: str
    card: str
    pegs: str
    says: str
    whole: str = "moves"
    rules: str = "pagat"
    teams: str = FOUR
    turn: str = "A"
    options: dict[str, Any] = field(default_factory=dict)


KIL = "kilpatrick"
A_HOME = "A:AH1,AH2,AH3,AH4,AH5"
LAST = "AH2,AH3,AH4,AH5"

ROWS = [
    # --- 3, 4.6: coming out -----------------------------------------------------------------------
    Row("4.6 start pegs move only by A, J, Q, K", "5", "", "AS NO_EXIT_CARD", "NO_PEG_OUT"),
    Row("4.6", "8", "", "AS NO_EXIT_CARD", "NO_PEG_OUT"),
    Row("4.6 a split never brings a peg out", "7", "", "AS NO_EXIT_CARD", "NO_PEG_OUT"),
    Row("3 the king does", "K", "", "AS moves"),
    Row("4.2 an own peg on the come-out hole", "A", "A:A8", "AS OWN_PEG_IN_THE_WAY A8; A8 moves"),
    Row(
        "4.2, 5 neither out nor on: the peg on the track is named first",
        "K",
        "A:A8 C:B0,C3",
        "AS OWN_PEG_IN_THE_WAY A8; A8 IN_SPOT_TAKEN C3",
        "IN_SPOT_TAKEN C3",
    ),
    Row(
        "4.2",
        "K",
        "A:A8,B0",
        "AS OWN_PEG_IN_THE_WAY A8; A8 OWN_PEG_IN_THE_WAY B0; B0 moves",
    ),
    Row("5 coming out is a landing", "J", "C:A8,C3", "AS IN_SPOT_TAKEN C3", "IN_SPOT_TAKEN C3"),
    Row("5 a free in-spot takes the teammate", "J", "C:A8", "AS moves"),
    Row(
        "5 the chain comes back to C3, which it has filled",
        "Q",
        "C:A8,E3 E:C3",
        "AS IN_SPOT_REFILLED C3",
        "IN_SPOT_REFILLED C3",
        teams=SIX,
    ),
    # --- 4.2: the own colour ----------------------------------------------------------------------
    Row("4.2 no passing", "5", "A:B0,B3", "AS NO_EXIT_CARD; B0 OWN_PEG_IN_THE_WAY B3; B3 moves"),
    Row("4.2 no landing", "5", "A:B0,B5", "AS NO_EXIT_CARD; B0 OWN_PEG_IN_THE_WAY B5; B5 moves"),
    Row(
        "4.2 the nearest is named",
        "5",
        "A:B0,B2,B4",
        "AS NO_EXIT_CARD; B0 OWN_PEG_IN_THE_WAY B2; B2 OWN_PEG_IN_THE_WAY B4; B4 moves",
    ),
    Row("4.2 either direction", "8", "A:B4,B10", "AS NO_EXIT_CARD; B4 moves; B10 OWN_PEG_IN_THE_WAY B4"),
    Row("4.2 either direction", "8", "A:B2,B10", "AS NO_EXIT_CARD; B2 moves; B10 OWN_PEG_IN_THE_WAY B2"),
    Row(
        "4.2 in home too",
        "2",
        "A:AH2,AH4",
        "AS NO_EXIT_CARD; AH2 OWN_PEG_IN_THE_WAY AH4; AH4 HOME_OVERSHOT AH5 +1",
        "OWN_PEG_IN_THE_WAY AH4",
    ),
    Row("4.2 other colours are passed freely", "5", "A:B0 B:B3", "AS NO_EXIT_CARD; B0 moves"),
    Row(
        "4.2 its own colour is that of the peg that moves",
        "5",
        "A:B3 C:B0",
        "AS NO_EXIT_CARD; B3 moves; CS NO_EXIT_CARD; B0 moves",
        rules=KIL,
    ),
    Row(
        "4.2, 8 a teammate's peg by the teammate's colour",
        "5",
        "C:B0,B3",
        "AS NO_EXIT_CARD; CS NO_EXIT_CARD; B0 OWN_PEG_IN_THE_WAY B3; B3 moves",
        rules=KIL,
    ),
    # --- 4.3: home --------------------------------------------------------------------------------
    Row("4.3 too large a count goes round again", "6", "A:A3", "AS NO_EXIT_CARD; A3 moves"),
    Row(
        "4.3 the track end is judged by itself",
        "6",
        "A:A3,A9",
        "AS NO_EXIT_CARD; A9 moves; A3 OWN_PEG_IN_THE_WAY A9",
    ),
    Row(
        "4.3 both ends barred: both are shown, the one in home first",
        "3",
        "A:A3,A6,AH2",
        "AS NO_EXIT_CARD; A6 moves; A3 OWN_PEG_IN_THE_WAY AH2 A6; AH2 moves",
    ),
    Row("4.3 one end is enough", "3", "A:A3,AH2", "AS NO_EXIT_CARD; A3 moves; AH2 moves"),
    Row(
        "4.3 an own peg before the in-spot bars both ends",
        "5",
        "A:A0,A2",
        "AS NO_EXIT_CARD; A0 OWN_PEG_IN_THE_WAY A2; A2 moves",
    ),
    Row("4.3 home holds five", "4", "A:AH1", "AS NO_EXIT_CARD; AH1 moves"),
    Row(
        "4.3 home holds five",
        "5",
        "A:AH1",
        "AS NO_EXIT_CARD; AH1 HOME_OVERSHOT AH5 +1",
        "HOME_OVERSHOT AH5 +1",
    ),
    Row(
        "4.1, 4.3 a peg at the end of home is no peg out",
        "10",
        "A:AH5",
        "AS NO_EXIT_CARD; AH5 HOME_OVERSHOT AH5 +10",
        "NO_PEG_OUT",
    ),
    Row(
        "4.3 nor is the one behind it",
        "10",
        "A:AH4,AH5",
        "AS NO_EXIT_CARD; AH4 HOME_OVERSHOT AH5 +9; AH5 HOME_OVERSHOT AH5 +10",
        "NO_PEG_OUT",
    ),
    Row(
        "4.3 but one with room is",
        "10",
        "A:AH3,AH5",
        "AS NO_EXIT_CARD; AH3 HOME_OVERSHOT AH5 +8; AH5 HOME_OVERSHOT AH5 +10",
        "HOME_OVERSHOT AH5 +8",
    ),
    Row(
        "4.3 of two in home the one that lacks least",
        "5",
        "A:AH1,AH3",
        "AS NO_EXIT_CARD; AH1 HOME_OVERSHOT AH5 +1; AH3 HOME_OVERSHOT AH5 +3",
        "HOME_OVERSHOT AH5 +1",
    ),
    Row(
        "4.3 no_pass",
        "6",
        "A:A3",
        "AS NO_EXIT_CARD; A3 PAST_OWN_IN_SPOT A3 +1; CS NO_EXIT_CARD",
        "PAST_OWN_IN_SPOT A3 +1",
        KIL,
    ),
    Row(
        "4.3 no_pass from before the in-spot",
        "10",
        "A:A0",
        "AS NO_EXIT_CARD; A0 PAST_OWN_IN_SPOT A3 +2; CS NO_EXIT_CARD",
        "PAST_OWN_IN_SPOT A3 +2",
        KIL,
    ),
    Row(
        "4.3, 4.2 no_pass, home fits and is barred",
        "4",
        "A:A3,AH3",
        "AS NO_EXIT_CARD; A3 OWN_PEG_IN_THE_WAY AH3; AH3 HOME_OVERSHOT AH5 +2; CS NO_EXIT_CARD",
        "OWN_PEG_IN_THE_WAY AH3",
        KIL,
    ),
    Row(
        "4.3, 4.2 no_pass, an own peg before the in-spot is met first",
        "10",
        "A:A0,A2",
        "AS NO_EXIT_CARD; A0 OWN_PEG_IN_THE_WAY A2; A2 PAST_OWN_IN_SPOT A3 +4; CS NO_EXIT_CARD",
        "PAST_OWN_IN_SPOT A3 +4",
        KIL,
    ),
    Row("4.3 no_pass goes home", "3", "A:A2", "AS NO_EXIT_CARD; A2 moves; CS NO_EXIT_CARD", rules=KIL),
    Row("4.3 no_pass stops on it", "3", "A:A0", "AS NO_EXIT_CARD; A0 moves; CS NO_EXIT_CARD", rules=KIL),
    Row(
        "4.3 no_pass holds for each peg's own in-spot",
        "6",
        "C:C3",
        "AS NO_EXIT_CARD; CS NO_EXIT_CARD; C3 PAST_OWN_IN_SPOT C3 +1",
        "PAST_OWN_IN_SPOT C3 +1",
        KIL,
    ),
    Row(
        "4.3 mandatory never makes a peg that goes home stay",
        "3",
        "A:A2,A5",
        "AS NO_EXIT_CARD; A5 moves; A2 moves",
        options={"home_entry": "mandatory"},
    ),
    Row(
        "4.3 mandatory, home barred: along, and barred there too",
        "3",
        "A:A2,A4,AH1",
        "AS NO_EXIT_CARD; A4 moves; A2 OWN_PEG_IN_THE_WAY AH1 A4; AH1 moves",
        options={"home_entry": "mandatory"},
    ),
    # --- 4.4, 4.5: backward -----------------------------------------------------------------------
    Row(
        "4.4 nothing backs inside or out of home",
        "8",
        "A:AH2",
        "AS NO_EXIT_CARD; AH2 NOT_FROM_HOME AH2",
        "NOT_FROM_HOME AH2",
    ),
    Row("4.4", "8", "A:AH5", "AS NO_EXIT_CARD; AH5 NOT_FROM_HOME AH5", "NO_PEG_OUT"),
    Row(
        "4.4, 4.2 a peg on the track is named before one in home",
        "8",
        "A:AH2,B0 C:A10,C3",
        "AS NO_EXIT_CARD; B0 IN_SPOT_TAKEN C3; AH2 NOT_FROM_HOME AH2",
        "IN_SPOT_TAKEN C3",
    ),
    Row("4.5 an 8 may cross the own in-spot", "8", "A:A5", "AS NO_EXIT_CARD; A5 moves"),
    Row(
        "4.5 Kilpatrick too",
        "8",
        "A:A3,A5",
        "AS NO_EXIT_CARD; A5 OWN_PEG_IN_THE_WAY A3; A3 moves; CS NO_EXIT_CARD",
        rules=KIL,
    ),
    # --- 5: landing on another colour -------------------------------------------------------------
    Row(
        "5 a peg of T's own colour on T's in-spot",
        "5",
        "A:B0 C:B5,C3",
        "AS NO_EXIT_CARD; B0 IN_SPOT_TAKEN C3",
        "IN_SPOT_TAKEN C3",
    ),
    Row(
        "5 bumped_to_start",
        "5",
        "A:B0 C:B5,C3",
        "AS NO_EXIT_CARD; B0 moves",
        options={"blocked_in_spot": "bumped_to_start"},
    ),
    Row(
        "5 a teammate on its own in-spot cannot be landed on",
        "5",
        "A:B16 C:C3",
        "AS NO_EXIT_CARD; B16 IN_SPOT_REFILLED C3",
        "IN_SPOT_REFILLED C3",
    ),
    Row(
        "5 under bumped_to_start too",
        "5",
        "A:B16 C:C3",
        "AS NO_EXIT_CARD; B16 IN_SPOT_REFILLED C3",
        "IN_SPOT_REFILLED C3",
        options={"blocked_in_spot": "bumped_to_start"},
    ),
    Row("5 an opponent goes to its start", "5", "A:B0 B:B5,B3", "AS NO_EXIT_CARD; B0 moves"),
    Row(
        "5 a backward landing is a landing",
        "8",
        "A:B0 C:A10,C3",
        "AS NO_EXIT_CARD; B0 IN_SPOT_TAKEN C3",
        "IN_SPOT_TAKEN C3",
    ),
    Row(
        "5 the chain needs the hole just landed on",
        "5",
        "A:D16 C:E3 E:C3",
        "AS NO_EXIT_CARD; D16 IN_SPOT_REFILLED E3",
        "IN_SPOT_REFILLED E3",
        teams=SIX,
    ),
    Row(
        "5 the second link of the chain is barred",
        "5",
        "A:B0 C:B5 E:C3,E3",
        "AS NO_EXIT_CARD; B0 IN_SPOT_TAKEN E3",
        "IN_SPOT_TAKEN E3",
        teams=SIX,
    ),
    Row(
        "5 another peg of the mover's colour in the chain",
        "5",
        "A:B0,C3,A3 C:B5",
        "AS NO_EXIT_CARD; B0 IN_SPOT_TAKEN A3; C3 moves; A3 moves",
    ),
    Row(
        "5 the hole it left is empty",
        "5",
        "A:A3,AH4,C3 C:A8",
        "AS NO_EXIT_CARD; C3 moves; A3 moves; AH4 HOME_OVERSHOT AH5 +4",
    ),
    Row(
        "5 without teams everybody is an opponent",
        "K",
        "C:A8,C3",
        "AS moves",
        rules="bark-up-a-tree",
        teams=TWO,
    ),
    # --- 6, 3: splits -----------------------------------------------------------------------------
    Row("3 the whole 7", "7", "A:A8", "AS NO_EXIT_CARD; A8 moves"),
    Row(
        "6 no other peg out: only the whole 7 was to be had",
        "7",
        "A:A10 C:A17,C3",
        "AS NO_EXIT_CARD; A10 IN_SPOT_TAKEN C3",
        "IN_SPOT_TAKEN C3",
    ),
    Row(
        "6 each can begin, neither can end: the other peg is shown",
        "7",
        "A:AH1,AH3",
        "AS NO_EXIT_CARD; AH1 SPLIT_SECOND_HALF AH3; AH3 SPLIT_SECOND_HALF AH1",
        "SPLIT_SECOND_HALF AH3",
    ),
    Row(
        "6 a peg at the end of home is no second peg",
        "7",
        "A:AH1,AH5",
        "AS NO_EXIT_CARD; AH1 HOME_OVERSHOT AH5 +3; AH5 HOME_OVERSHOT AH5 +7",
        "HOME_OVERSHOT AH5 +3",
    ),
    Row(
        "6, 4.3 no_pass: A3 has 1 or 2 to go, and then A2 has too little",
        "7",
        "A:A2,A3,AH3,AH4,AH5",
        "A2 OWN_PEG_IN_THE_WAY A3; A3 SPLIT_SECOND_HALF A2; AH3 HOME_OVERSHOT AH5 +5;"
        " AH4 HOME_OVERSHOT AH5 +6; AH5 HOME_OVERSHOT AH5 +7; CS NO_EXIT_CARD",
        "SPLIT_SECOND_HALF A2",
        KIL,
    ),
    Row(
        "6 split_carry: the rest would be C's, and CH4 has 1 to go",
        "7",
        f"A:A1,{LAST} C:CH4",
        "A1 SPLIT_SECOND_HALF CH4; AH2 HOME_OVERSHOT AH5 +4; AH3 HOME_OVERSHOT AH5 +5;"
        " AH4 HOME_OVERSHOT AH5 +6; AH5 HOME_OVERSHOT AH5 +7",
        "SPLIT_SECOND_HALF CH4",
        "bark-up-a-tree",
        options={"home_entry": "no_pass"},
    ),
    Row(
        "6 split_carry, but C has no peg out",
        "7",
        f"A:A1,{LAST}",
        "A1 OWN_PEG_IN_THE_WAY AH2; AH2 HOME_OVERSHOT AH5 +4; AH3 HOME_OVERSHOT AH5 +5;"
        " AH4 HOME_OVERSHOT AH5 +6; AH5 HOME_OVERSHOT AH5 +7",
        "OWN_PEG_IN_THE_WAY AH2",
        "bark-up-a-tree",
        options={"home_entry": "no_pass"},
    ),
    Row(
        "6 split_carry off",
        "7",
        f"A:A1,{LAST} C:CH4",
        "A1 OWN_PEG_IN_THE_WAY AH2; AH2 HOME_OVERSHOT AH5 +4; AH3 HOME_OVERSHOT AH5 +5;"
        " AH4 HOME_OVERSHOT AH5 +6; AH5 HOME_OVERSHOT AH5 +7",
        "OWN_PEG_IN_THE_WAY AH2",
        options={"home_entry": "no_pass"},
    ),
    Row("6 a home peg takes a forward half", "7", "A:AH3,B0", "AS NO_EXIT_CARD; B0 moves; AH3 moves"),
    Row(
        "3 a 9 that is not split",
        "9",
        "A:AH1,AH3",
        "AS NO_EXIT_CARD; AH1 HOME_OVERSHOT AH5 +5; AH3 HOME_OVERSHOT AH5 +7",
        "HOME_OVERSHOT AH5 +5",
    ),
    Row(
        "3 Kilpatrick's 9 is split like the 7",
        "9",
        "A:AH1,AH3",
        "AS NO_EXIT_CARD; AH1 SPLIT_SECOND_HALF AH3; AH3 SPLIT_SECOND_HALF AH1; CS NO_EXIT_CARD",
        "SPLIT_SECOND_HALF AH3",
        KIL,
    ),
    Row(
        "3 Social Security: split",
        "9",
        "A:B0,B10",
        "AS NO_EXIT_CARD; B0 moves; B10 moves",
        rules="social-security",
    ),
    Row("3 Social Security: else whole", "9", "A:B0", "AS NO_EXIT_CARD; B0 moves", rules="social-security"),
    Row(
        "3, 6 Social Security: F10 back 8 and AH4 on 1 is the one split, so F11 may not take the whole 9",
        "9",
        "A:F10,F11,AH4 C:C3,F7,F8,F9,F12 E:E3,F3,F4,F5,F6",
        "AS NO_EXIT_CARD; F10 moves; F11 SPLIT_FIRST; AH4 moves",
        rules="social-security",
        teams=TEN,
    ),
    Row(
        "3, 6 nor where the whole 9 would take it home",
        "9",
        "A:J14,J15,AH4 C:C3,J11,J12,J13,J16 E:E3,J7,J8,J9,J10",
        "AS NO_EXIT_CARD; J14 moves; J15 SPLIT_FIRST; AH4 moves",
        rules="social-security",
        teams=TEN,
    ),
    Row(
        "6 one each way: a home peg has 1 to go, and nothing goes 8 back",
        "9",
        "A:AH2,AH4",
        "AS NO_EXIT_CARD; AH2 SPLIT_SECOND_HALF AH4; AH4 SPLIT_SECOND_HALF AH2",
        "SPLIT_SECOND_HALF AH4",
        "social-security",
    ),
    # --- 7: jokers --------------------------------------------------------------------------------
    Row("7 never an empty hole", "Joker", "", "AS NO_TARGET", "NO_TARGET"),
    Row("7 never an own peg", "Joker", "A:A10", "AS NO_TARGET; A10 NO_TARGET", "NO_TARGET"),
    Row("7 never home", "Joker", "A:A10 B:BH1", "AS NO_TARGET; A10 NO_TARGET", "NO_TARGET"),
    Row("7 never a home peg", "Joker", "A:AH1 B:B5", "AS moves; AH1 NOT_FROM_HOME AH1"),
    Row("7, 5 the landing rules apply", "Joker", "C:C3", "AS IN_SPOT_REFILLED C3", "IN_SPOT_REFILLED C3"),
    Row("7, 5", "Joker", "C:B5,C3", "AS IN_SPOT_TAKEN C3", "IN_SPOT_TAKEN C3"),
    Row(
        "7 Kilpatrick: only start pegs while a start area of the side holds one",
        "Joker",
        "A:A10 B:B5",
        "AS moves; A10 TEAM_STILL_IN_START; CS moves",
        rules=KIL,
    ),
    Row(
        "7 never from the track",
        "Joker",
        f"A:A10,{LAST} B:B5",
        "A10 JOKER_NOT_FROM_TRACK; AH2 NOT_FROM_HOME AH2; AH3 NOT_FROM_HOME AH3;"
        " AH4 NOT_FROM_HOME AH4; AH5 NOT_FROM_HOME AH5",
        "JOKER_NOT_FROM_TRACK",
        options={"joker_from_track": "never"},
    ),
    Row(
        "7 a start peg might, had it a target: that is said first",
        "Joker",
        "A:A10",
        "AS NO_TARGET; A10 JOKER_NOT_FROM_TRACK",
        "NO_TARGET",
        options={"joker_from_track": "never"},
    ),
    Row(
        "7 team_start_empty looks at every start area of the side, whatever control",
        "Joker",
        "A:A10,AH1,AH2,AH3,AH4 B:B5 C:C9",
        "A10 TEAM_STILL_IN_START; AH1 NOT_FROM_HOME AH1; AH2 NOT_FROM_HOME AH2; AH3 NOT_FROM_HOME AH3;"
        " AH4 NOT_FROM_HOME AH4",
        "TEAM_STILL_IN_START",
        options={"joker_from_track": "team_start_empty"},
    ),
    Row(
        "7 come_out: an own peg on the hole bars it",
        "Joker",
        "A:A8 B:C5",
        "AS OWN_PEG_IN_THE_WAY A8; A8 JOKER_NOT_FROM_TRACK",
        "OWN_PEG_IN_THE_WAY A8",
        options={"joker_from_start": ["come_out"], "joker_from_track": "never"},
    ),
    Row(
        "7, 5 come_out: the landing rules hold",
        "Joker",
        "C:A8,C3",
        "AS IN_SPOT_TAKEN C3",
        "IN_SPOT_TAKEN C3",
        options={"joker_from_start": ["come_out"]},
    ),
    # --- 8: whose pegs ----------------------------------------------------------------------------
    Row(
        "8 all home, so the next teammate's",
        "5",
        f"{A_HOME} C:B0,B3",
        "CS NO_EXIT_CARD; B0 OWN_PEG_IN_THE_WAY B3; B3 moves",
    ),
    Row(
        "8 a teammate who merely cannot move is not skipped",
        "5",
        f"{A_HOME} C:CH5 E:E10",
        "CS NO_EXIT_CARD; CH5 HOME_OVERSHOT CH5 +5",
        "NO_PEG_OUT",
        teams=SIX,
    ),
    Row("8 nobody is left", "5", f"{A_HOME} C:CH1,CH2,CH3,CH4,CH5 B:B5", "", "ALL_HOME"),
    Row("8 nobody is left", "Joker", f"{A_HOME} C:CH1,CH2,CH3,CH4,CH5 B:B5", "", "ALL_HOME"),
    Row(
        "8 control = team: the player's own pegs first",
        "10",
        "A:A0 C:C0",
        "CS NO_EXIT_CARD; C0 PAST_OWN_IN_SPOT C3 +2; AS NO_EXIT_CARD; A0 PAST_OWN_IN_SPOT A3 +2",
        "PAST_OWN_IN_SPOT C3 +2",
        KIL,
        turn="C",
    ),
    # --- 9: two_swaps; 10: values -----------------------------------------------------------------
    Row(
        "9 two_swaps: a walk barred is a swap free",
        "2",
        "A:A10,A11 B:B5",
        "AS NO_EXIT_CARD; A10 moves; A11 moves",
        options={"two_swaps": True},
    ),
    Row(
        "9 home and start pegs take no part",
        "2",
        "A:AH4 B:B5",
        "AS NO_EXIT_CARD; AH4 HOME_OVERSHOT AH5 +1",
        "HOME_OVERSHOT AH5 +1",
        options={"two_swaps": True},
    ),
    Row("10 a jack of ten", "J", "A:AH1", "AS moves; AH1 HOME_OVERSHOT AH5 +6"),
    Row("10 a jack of 11", "J", "A:AH1", "AS moves; AH1 HOME_OVERSHOT AH5 +7", rules="social-security"),
    Row("10 a queen of 12", "Q", "A:AH1", "AS moves; AH1 HOME_OVERSHOT AH5 +8", rules="social-security"),
    Row("10 a king of 13", "K", "A:AH1", "AS moves; AH1 HOME_OVERSHOT AH5 +9", rules="social-security"),
]
