"""DESIGN 3, Hand work: every peg is carried when its hole is free, forwards and when all is taken back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import START
from engine.cards import Card
from engine.game import Game
from engine.handwork import Carry
from engine.inputs import CardTapped, Chosen, Key, Pressed, ThrowAsked, UndoAsked
from engine.notation import write_move
from engine.position import Position
from engine.referee import judge
from tests.engine.table import Table

CROWDS = (
    ("pagat", "A:A8,A10,B3 B:A13,C3 C:A15,D3 D:B12,A3"),
    ("pagat", "A:A1,A10 B:A3,B8 C:A14,C3 D:D3,D8"),
    ("kilpatrick", "A:A10,A14,C0 C:A17,B12 B:A12,B3 D:D3,A11"),
    ("social-security", "A:A8,B0,B4 C:B1,C3 B:A9,B3 D:C4,D10"),
)


def wood_after(position: Position, work: tuple[Carry, ...]) -> tuple[list[set[int]], list[Carry]]:
    """Where the wood stands after that has been carried, and what was carried onto an occupied hole."""
    stood = [{hole for hole in range(pegs.bit_length()) if pegs >> hole & 1} for pegs in position]
    blocked = []
    for carry in work:
        if carry.start != START:
            stood[carry.seat].remove(carry.start)
        if carry.end != START:
            blocked += [carry] if any(carry.end in pegs for pegs in stood) else []
            stood[carry.seat].add(carry.end)
    return stood, blocked


def holes(position: Position) -> list[set[int]]:
    return wood_after(position, ())[0]


def turned(game: Game, data: st.DataObject) -> Game:
    """One more turn: a card and one of its moves, or it is thrown."""
    card = Card.parse(
        data.draw(st.sampled_from(["A", "K", "2", "3", "4", "5", "7", "8", "9", "10", "Joker"]))
    )
    game = judge(game, CardTapped(card), 0).game
    if game.question is None:
        return game
    if not game.question.moves:
        return judge(game, ThrowAsked(), 0).game
    move = data.draw(st.sampled_from(game.question.moves))
    assert game.play is not None
    notation = write_move(game.play.setup.table, game.question.card.card, move)
    return judge(game, Chosen(notation), 0).game


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_each_hole_is_free_when_its_turn_comes(data: st.DataObject) -> None:
    rules, pegs = data.draw(st.sampled_from(CROWDS))
    table = Table(rules).stand(pegs)
    positions = [table.play.position]
    for _ in range(data.draw(st.integers(1, 4))):
        game = turned(table.game, data)
        assert game.play is not None
        work = game.handwork.pegs if game.handwork else ()
        stood, blocked = wood_after(positions[-1], work)
        assert stood == holes(game.play.position)
        assert not blocked
        table.game = judge(game, Pressed(Key.CONFIRM), 0).game
        positions.append(game.play.position)
    while table.play.turns:
        before = table.play.position
        table.game = judge(table.game, UndoAsked(), 0).game
        work = table.game.handwork.pegs if table.game.handwork else ()
        stood, blocked = wood_after(before, work)
        assert stood == holes(table.play.position)
        assert not blocked
        table.game = judge(table.game, Pressed(Key.CONFIRM), 0).game
    assert holes(table.play.position) == holes(positions[0])


def test_two_that_trade_places_are_the_one_case_without_such_an_order() -> None:
    """One of them waits in the hand; both are carried all the same. RULES 7, two_swaps."""
    table = Table("pagat", two_swaps=True).stand("A:A10 B:B12")
    table.choose("2", "A10-B12")
    assert table.game.handwork is not None
    ends = {(carry.seat, table.play.setup.table.board.name(carry.end)) for carry in table.game.handwork.pegs}
    assert ends == {(0, "B12"), (1, "A10")}


def test_hand_work_ends_by_a_confirm_or_with_the_next_card_confirmed() -> None:
    table = Table().stand("A:A10 B:B12")
    table.choose("4", "A10-A14")
    assert table.game.handwork is not None
    table.tap("5")
    assert table.game.handwork is not None, "it dims under the next question"
    table.press(Key.CANCEL)
    assert table.game.handwork is not None
    table.tap("5")
    table.press(Key.CONFIRM)
    assert table.game.handwork is not None
    assert [carry.seat for carry in table.game.handwork.pegs] == [1], "the first seat's is over"
    table.press(Key.CONFIRM)
    assert table.game.handwork is None
