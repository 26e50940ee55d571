"""Whole games as text: written, read and written again they are the same; errors tell line and column."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import PEGS, START, Board, Hole, Seat
from engine.cards import Card, Rank, Suit
from engine.game import Game
from engine.inputs import (
    CardTapped,
    Hands,
    MercyTaken,
    NewGame,
    PositionAgreed,
    SeatLook,
    Shuffled,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.minutes import (
    Agreed,
    Minutes,
    PileMade,
    Played,
    Thrown,
    minutes_of,
    parse_minutes,
    write_minutes,
    written,
)
from engine.minutes_header import BadMinutes
from engine.move_text import WrittenMove
from engine.position import Position, position_line, write_position
from engine.referee import judge
from engine.replaying import BreaksRules, inputs_of, replay
from engine.ruleset import OPTIONS, PRESETS, BadOption, Option
from engine.seating import Seating
from engine.setting_up import setup_of
from firmware_host.headless import HeadlessTable, Policy
from tests.engine.fast import standing
from tests.engine.table import Table

# --- Any minutes at all, whether a referee would take them or not ------------------------------------

NAMES = st.text(max_size=8) | st.sampled_from(['A "B"', "Ann\nBob", "\ud800", "# x", "\u2028", "Åsa ♥"])


@st.composite
def setups(draw: st.DrawFn) -> NewGame:
    players = draw(st.sampled_from([2, 4, 6, 8, 10]))
    teams = draw(st.sampled_from([0, 2] if players == 2 else [2, players // 2]))
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=4, unique=True))
    options = tuple((name, draw(values(OPTIONS[name]))) for name in names)
    asked = NewGame(
        players,
        draw(st.sampled_from(PRESETS)),
        options,
        teams,
        draw(st.sampled_from(Hands)),
        game_id=draw(st.just("") | NAMES),
        deck=draw(st.sampled_from([(), (("7H", 100), ("Joker", 2), ("K", (1, 3)), ("9S", (2,)))])),
    )
    try:
        seats = setup_of(asked).table.seats
    except BadOption:
        return NewGame(players, "bark-up-a-tree", teams=teams)
    looks = draw(
        st.lists(
            st.builds(SeatLook, st.sampled_from(seats), NAMES, COLOURS),
            max_size=3,
            unique_by=lambda look: look.seat,
        )
    )
    return replace(asked, first=draw(st.none() | st.sampled_from(seats)), looks=tuple(looks))


COLOURS = st.sampled_from(["", "#00ff7f", "#ABCDEF"])


def values(option: Option) -> st.SearchStrategy[object]:
    if option.parts:
        return st.lists(st.sampled_from(option.allowed), min_size=1, max_size=3, unique=True).map(tuple)
    return st.sampled_from(option.allowed)


CARDS = st.just(Card(Rank.JOKER)) | st.builds(
    Card,
    st.sampled_from([rank for rank in Rank if rank is not Rank.JOKER]),
    st.none() | st.sampled_from(Suit),
)
COPIES = st.none() | st.integers(1, 20)


def moves(table: Seating) -> st.SearchStrategy[WrittenMove]:
    board: Board = table.board
    holes = st.integers(0, board.holes - 1)
    from_start = st.tuples(st.sampled_from(board.seats()), st.just(START), holes)
    steps = st.lists(from_start | st.tuples(st.none(), holes, holes), min_size=1, max_size=2)
    pushes = st.lists(st.tuples(holes, holes | st.just(START)), max_size=3)
    return st.builds(WrittenMove, steps.map(tuple), pushes.map(tuple))


@st.composite
def positions(draw: st.DrawFn, table: Seating) -> Position:
    """A position, each hole held by one peg at most."""
    board = table.board
    track = draw(st.permutations(range(board.track)))
    masks = [0] * board.sides
    for number, seat in enumerate(table.seats):
        homed, out = draw(st.sets(st.integers(1, PEGS), max_size=PEGS)), draw(st.integers(0, PEGS))
        holes = [board.home(seat, depth) for depth in homed]
        holes += [Hole(hole) for hole in track[PEGS * number : PEGS * number + out]]
        masks[seat] = sum(1 << hole for hole in holes[:PEGS])
    return tuple(masks)


@st.composite
def minutes(draw: st.DrawFn) -> Minutes:
    asked = draw(setups())
    table = setup_of(asked).table
    seats = st.sampled_from(table.seats)
    entries = st.one_of(
        st.builds(Played, seats, CARDS, COPIES, moves(table)),
        st.builds(Thrown, seats, CARDS, COPIES, st.none() | moves(table)),
        st.builds(Agreed, seats, positions(table), seats),
        st.just(PileMade()),
    )
    won = draw(st.none() | st.sampled_from(table.teams))
    return Minutes(asked, tuple(draw(st.lists(entries, max_size=8))), won)


@given(minutes())
def test_written_read_and_written_again_they_are_the_same(told: Minutes) -> None:
    text = write_minutes(told)
    read = parse_minutes(text)
    assert read == told
    assert write_minutes(read) == text


@given(minutes())
def test_suits_may_be_letters_and_lines_may_end_as_elsewhere(told: Minutes) -> None:
    text = write_minutes(replace(told, asked=replace(told.asked, looks=(), game_id="")))
    ascii_text = text.translate(str.maketrans("♠♥♦♣", "SHDC"))
    assert ascii_text.isascii()
    assert write_minutes(parse_minutes(ascii_text.replace("\n", "\r\n"))) == text


# --- The minutes of games ---------------------------------------------------------------------------


def agreed(table: Table, pegs: str, turn: str) -> PositionAgreed:
    at = table.play.setup.table
    placed = write_position(at, standing(at, pegs))
    return PositionAgreed(tuple((seat, tuple(holes)) for seat, holes in placed.items()), seat_of(turn))


def test_the_minutes_of_a_game() -> None:
    """A card played and one thrown, a pile made, a copy that must be named, a position agreed, mercy."""
    table = Table(first="B", mercy_after=2)
    table.choose("KH", "BS-B8")
    table.throw("5C")
    table.tell(Shuffled())
    table.throw("5C")
    table.take(CardTapped(Card.parse("5C"), copy=3))
    table.tell(ThrowAsked())
    table.tell(agreed(table, "A:A1 B:B8,A5 C:CH1", turn="C"))
    table.throw("8H")
    table.tell(MercyTaken(seat_of("C")))
    table.throw("3H")
    assert written(table.play).splitlines() == [
        "peglight game 1",
        "rules: pagat",
        "option mercy_after: 2",
        "players: 4",
        "teams: A+C B+D",
        "hands: closed",
        "first: B",
        "",
        "1 B K♥ BS-B8",
        "2 C 5♣ throw",
        "shuffled",
        "3 D 5♣ throw",
        "4 A 5♣(3) throw",
        "5 B position A:A1,S,S,S,S B:A5,B8,S,S,S C:CH1,S,S,S,S D:S,S,S,S,S turn C",
        "6 C 8♥ throw mercy CS-C8",
        "7 D 3♥ throw",
    ]


@pytest.mark.parametrize(
    ("rules", "players", "options"),
    [
        ("pagat", 4, {}),
        ("bark-up-a-tree", 2, {}),
        ("kilpatrick", 4, {"two_swaps": True}),
        ("gamerules", 6, {"mercy_after": 2, "blocked_in_spot": "bumped_to_start"}),
        ("social-security", 10, {}),
    ],
)
def test_a_recorded_game_replays_to_the_same_end(
    rules: str, players: int, options: dict[str, object]
) -> None:
    asked = NewGame(players, rules, tuple(options.items()), teams=0 if players == 2 else 2)
    table = HeadlessTable(asked, random.Random(f"{rules} {players}"), Policy.GREEDY)
    table.run(250)
    text = written(table.play)
    read = parse_minutes(text)
    assert read == minutes_of(table.play)
    assert write_minutes(read) == text
    play = replay(read).play
    assert play is not None
    for what in ("position", "turn", "played", "winner"):
        assert getattr(play, what) == getattr(table.play, what), what
    assert written(play) == text
    game = Game()
    for at_ms, told in enumerate(inputs_of(read), start=1):
        game = judge(game, told, at_ms).game
    assert game.play == play


def test_a_game_of_which_turns_were_taken_back_replays_to_what_stands() -> None:
    table = Table()
    table.choose("KH", "AS-A8")
    table.throw("5C")
    table.tell(Shuffled())
    table.throw("5C")
    table.tell(UndoAsked())
    table.tell(UndoAsked())
    text = written(table.play)
    assert text.splitlines()[-2:] == ["1 A K♥ AS-A8", "shuffled"]
    play = replay(parse_minutes(text)).play
    assert play is not None
    assert (play.position, play.turn, play.played) == (
        table.play.position,
        table.play.turn,
        table.play.played,
    )


# --- What cannot be read is told with its place -----------------------------------------------------

GOOD = """peglight game 1
# found in the drawer
rules: pagat
option joker_duty: only_play
players: 4
teams: C+A B+D
seat A: "Ann" #bb0000

1 A KH AS-A8
2 B 5C(2) throw
# they shuffled here, I think
shuffled
3 C position A:A8,S,S,S,S B:S,S,S,S,S C:S,S,S,S,S D:S,S,S,S,S turn A
4 A 7♥ A8-A15
"""


def test_a_text_by_hand_is_read() -> None:
    read = parse_minutes(GOOD)
    assert read.asked == NewGame(
        4, "pagat", (("joker_duty", "only_play"),), looks=(SeatLook(Seat(0), "Ann", "#bb0000"),)
    )
    assert [type(entry) for entry in read.entries] == [Played, Thrown, PileMade, Agreed, Played]
    assert read.lines == (9, 10, 12, 13, 14)
    play = replay(read).play
    assert play is not None
    assert play.turn == Seat(1)


@pytest.mark.parametrize(
    ("right", "wrong", "place", "problem"),
    [
        ("peglight game 1", "peglight game 2", (1, 1), "begins with the line 'peglight game 1'"),
        ("rules: pagat", "rules: pagan", (3, 8), "no ruleset 'pagan'"),
        ("rules: pagat\n", "", (6, 1), "the head has no rules"),
        ("option joker_duty: only_play", "option joker_duty: often", (4, 20), "never, only_play"),
        ("option joker_duty: only_play", "option joker: on", (4, 15), "no such option"),
        ("option joker_duty: only_play", "option: on", (4, 1), "it is none of"),
        ("option joker_duty: only_play", "jokers are wild", (4, 1), "it is none of"),
        ("option joker_duty: only_play", "rules: pagat", (4, 1), "rules stands twice"),
        ("option joker_duty: only_play", "option joker_from_start: occupied anywhere", (4, 35), "come_out"),
        ("players: 4", "players: four", (5, 10), "'four' is no number"),
        ("players: 4", "players: 5", (6, 8), "5 cannot play"),
        ("teams: C+A B+D", "teams: A+B C+D", (6, 8), "A+C B+D"),
        ("teams: C+A B+D", "hands: open", (6, 8), "neither closed nor tracked"),
        ("teams: C+A B+D", "first: X", (6, 8), "'X' is no seat"),
        ("teams: C+A B+D", "deck: 7H", (6, 7), "no number of copies"),
        ("teams: C+A B+D", "deck: K=2 1H=2", (6, 11), "is not a card"),
        ('"Ann" #bb0000', "Ann", (7, 9), "in quotes"),
        ('"Ann" #bb0000', '"Ann #bb0000', (7, 9), "in quotes"),
        ('"Ann" #bb0000', '"Ann" red', (7, 15), "'red' is no colour"),
        ("seat A:", "seat K:", (7, 9), "'K' is no seat"),
        ("1 A KH", "2 A KH", (9, 1), "this is turn 1, not 2"),
        ("1 A KH AS-A8", "1 E KH AS-A8", (9, 3), "nobody sits at E"),
        ("1 A KH AS-A8", "1 A", (9, 4), "where it should name a card, or position"),
        ("1 A KH AS-A8", "1 A KH", (9, 7), "where it should name a move, or throw"),
        ("1 A KH AS-A8", "1 A XH AS-A8", (9, 5), "is not a card"),
        ("1 A KH AS-A8", "1 A KH AS-A18", (9, 11), "A18 is no hole"),
        ("5C(2) throw", "5C(two) throw", (10, 5), "is no card"),
        ("5C(2) throw", "5C throw away", (10, 14), "not away"),
        ("5C(2) throw", "5C throw mercy", (10, 19), "one step or two, not 0"),
        ("D:S,S,S,S,S turn A", "D:S,S,S,S turn A", (13, 14), "five entries"),
        ("D:S,S,S,S,S turn A", "D:S,S,S,S,S", (13, 62), "whose turn"),
        ("D:S,S,S,S,S turn A", "D:S,S,S,S,S turn A please", (13, 70), "please stands too much"),
        ("4 A 7♥ A8-A15", "won: A+D", (14, 6), "A+D is no side"),
        ("4 A 7♥ A8-A15", "won: A+C\n4 A 7♥ A8-A15", (15, 1), "nothing follows"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(
    right: str, wrong: str, place: tuple[int, int], problem: str
) -> None:
    assert GOOD.count(right) == 1
    with pytest.raises(BadMinutes, match=re.escape(problem)) as raised:
        parse_minutes(GOOD.replace(right, wrong))
    assert (raised.value.line, raised.value.column) == place


@pytest.mark.parametrize(
    ("right", "key", "filler"),
    [
        ('seat A: "Ann" #bb0000', "seat A: ", "["),
        ('seat A: "Ann" #bb0000', 'seat A: "Ann" ', "#"),
        ("players: 4", "players: ", "4"),
        ("teams: C+A B+D", "teams: ", "A+"),
        ("teams: C+A B+D", "deck: 7H=", "3"),
        ("teams: C+A B+D", "deck: ", "7"),
        ("teams: C+A B+D", "first: ", "A"),
        ("teams: C+A B+D", "hands: ", "o"),
        ("rules: pagat", "rules: ", "p"),
        ("option joker_duty: only_play", "option joker_duty: ", "o"),
        ("1 A KH AS-A8", "1 A KH ", "A"),
        ("1 A KH AS-A8", "1 A KH AS-", "A"),
        ("1 A KH AS-A8", "1 A ", "K"),
        ("1 A KH AS-A8", "1 ", "A"),
        ("1 A KH AS-A8", "", "1"),
        ("1 A KH AS-A8", "1 A position ", "A"),
    ],
)
def test_a_word_without_end_is_refused_in_few_words(right: str, key: str, filler: str) -> None:
    with pytest.raises(BadMinutes) as raised:
        parse_minutes(GOOD.replace(right, key + filler * 9999))
    assert len(raised.value.problem) < 400


@given(st.data())
def test_whatever_is_changed_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GOOD)))
    cut = data.draw(st.integers(0, 12))
    put = data.draw(st.text(max_size=4) | st.sampled_from(["\n", "(", "ABCD", ":", "throw", "(9999)", '"']))
    text = GOOD[:at] + put + GOOD[at + cut :]
    line, column = place_of_trouble(text)
    lines = ["", *text.split("\n")]
    assert 0 <= column <= len(lines[line]) + 1


def place_of_trouble(text: str) -> tuple[int, int]:
    """Line and column; the column is 0 where the referee refuses, both where nothing is wrong."""
    try:
        replay(parse_minutes(text))
    except BadMinutes as bad:
        return bad.line, bad.column
    except BreaksRules as broken:
        return broken.line, 0
    return 0, 0


# --- What breaks the rules is told with its line ----------------------------------------------------


@pytest.mark.parametrize(
    ("right", "wrong", "line", "problem"),
    [
        ("1 A KH AS-A8", "1 B KH BS-B8", 9, "it is the turn of A, not of B"),
        ("1 A KH AS-A8", "1 A KH A8-A9", 9, "K♥ can't move so; it can: AS-A8"),
        ("1 A KH AS-A8", "1 A 5H AS-A8", 9, "5♥ moves nothing: No peg is out"),
        ("1 A KH AS-A8", "1 A KH throw", 9, "none may be thrown"),
        ("1 A KH AS-A8", "1 A KH(4) AS-A8", 9, "K♥ is not in the deck of this game"),
        ("2 B 5C(2) throw", "2 B KH(1) BS-B8", 10, "K♥ was already played"),
        ("2 B 5C(2) throw", "2 B 5C(2) throw mercy BS-B8", 10, "mercy"),
        ("4 A 7♥ A8-A15", "4 A 7♥ A8-A15 xA15-S", 14, "can't move so; it can: A8-A15"),
        ("4 A 7♥ A8-A15", "won: A+C", 14, "A+C has not won"),
    ],
)
def test_what_breaks_the_rules_is_told(right: str, wrong: str, line: int, problem: str) -> None:
    assert GOOD.count(right) == 1
    with pytest.raises(BreaksRules, match=re.escape(problem)) as raised:
        replay(parse_minutes(GOOD.replace(right, wrong)))
    assert raised.value.line == line


MERCY = """peglight game 1
rules: pagat
option mercy_after: 2
players: 4

1 A 5C throw
2 B 5C throw
3 C 5C throw
4 D 6C throw
5 A 6C throw mercy AS-A8
6 B 6C throw
7 C 7C throw mercy CS-C8
"""


def test_mercy_is_taken_or_passed_over() -> None:
    play = replay(parse_minutes(MERCY)).play
    assert play is not None
    pegs = "A:A8,S,S,S,S B:S,S,S,S,S C:C8,S,S,S,S D:S,S,S,S,S"
    assert position_line(play.setup.table, play.position) == pegs
    assert written(play).splitlines()[-3:] == [
        "5 A 6♣ throw mercy AS-A8",
        "6 B 6♣ throw",
        "7 C 7♣ throw mercy CS-C8",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "line", "problem"),
    [
        ("mercy AS-A8", "mercy AS-A8 xC3-S", 10, "no peg comes out so by mercy"),
        ("mercy AS-A8", "mercy CS-C8", 10, "mercy"),
        ("3 C 5C throw", "3 C 5C throw mercy CS-C8", 8, "mercy"),
    ],
)
def test_a_mercy_that_cannot_be_is_told(right: str, wrong: str, line: int, problem: str) -> None:
    assert MERCY.count(right) == 1
    with pytest.raises(BreaksRules, match=problem) as raised:
        replay(parse_minutes(MERCY.replace(right, wrong)))
    assert raised.value.line == line


def test_nothing_is_played_after_the_game_is_won() -> None:
    won = "A:AH1,AH2,AH3,AH4,AH5 B:S,S,S,S,S C:CH2,CH3,CH4,CH5,C3 D:S,S,S,S,S"
    text = GOOD[: GOOD.index("1 A")] + f"1 A position {won} turn A\n2 A AH C3-CH1\nwon: A+C\n"
    play = replay(parse_minutes(text)).play
    assert play is not None
    assert play.winner == (0, 2)
    with pytest.raises(BreaksRules, match="The game is over"):
        replay(parse_minutes(text.replace("won: A+C", "3 B KH BS-B8")))


def test_of_many_moves_only_some_are_named() -> None:
    pegs = "A:A8,A15,B2,B9,C0 B:S,S,S,S,S C:S,S,S,S,S D:S,S,S,S,S"
    text = GOOD[: GOOD.index("1 A")] + f"1 A position {pegs} turn A\n2 A 7H A8-A16\n"
    with pytest.raises(BreaksRules, match=r"can't move so; it can: ([^,]+, ){7}[^,]+ and \d+ more"):
        replay(parse_minutes(text))


def test_minutes_that_come_from_no_text_are_replayed_too() -> None:
    table = Table()
    table.throw("5C")
    minutes = minutes_of(table.play)
    assert replay(minutes).play is not None
    with pytest.raises(BreaksRules) as raised:
        replay(replace(minutes, entries=minutes.entries * 2))
    assert raised.value.line == 0
