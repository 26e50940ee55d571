"""Which tag is which card: the file on disk, and decks written as CSV."""

import io
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.deck import DamagedDecks, DeckStore, EnrolledCard, simulated_deck
from firmware_host.deck_csv import BadDeck, read_csv
from hardware.interfaces import Uid
from tests.host.daemon_process import peglight

HEADING = "uid,card,copy\n"
KING = EnrolledCard(Uid(bytes.fromhex("04A1B2C3")), "KH", 1)
JOKER = EnrolledCard(Uid(bytes.fromhex("04A1B2C3D4E5F6")), "Joker", 2)


def of_deck(deck: str, *cards: EnrolledCard) -> dict[Uid, EnrolledCard]:
    """The cards as the store gives them back."""
    return {card.uid: replace(card, deck=deck) for card in cards}


def enrolled(path: Path) -> dict[Uid, EnrolledCard]:
    store = DeckStore(path)
    try:
        return store.cards()
    finally:
        store.close()


@pytest.mark.parametrize(("card", "copy"), [("1H", 1), ("@dance", 1), ("", 1), ("7H", 0), ("7H", 2**62)])
def test_a_row_that_is_no_card_is_left_out_and_can_be_enrolled_again(
    tmp_path: Path, card: str, copy: int
) -> None:
    store = DeckStore(tmp_path / "d")
    store.replace_deck("mine", [KING, JOKER])
    store._connection.execute("UPDATE cards SET card = ?, copy = ? WHERE card = 'KH'", (card, copy))
    left = store.cards()
    assert left == of_deck("mine", JOKER)
    store.commit((left, {}), (of_deck("mine", KING, JOKER), {}), {})
    assert store.cards() == of_deck("mine", KING, JOKER)
    store.close()


def test_a_deck_comes_back_as_it_was_enrolled(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "d")
    store.replace_deck("mine", [KING, JOKER])
    store.close()
    assert enrolled(tmp_path / "d") == of_deck("mine", KING, JOKER)
    assert (tmp_path / "d").stat().st_mode & 0o777 == 0o600


def test_a_deck_replaces_the_one_of_its_name_alone(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "d")
    store.replace_deck("mine", [KING])
    store.replace_deck("yours", [JOKER])
    store.replace_deck("mine", [])
    assert list(store.cards()) == [JOKER.uid]
    store.close()


def test_a_tag_is_one_card_whatever_deck_it_changes_to(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "d")
    store.replace_deck("mine", [KING])
    store.replace_deck("yours", [EnrolledCard(KING.uid, "2S", 3)])
    assert store.cards() == of_deck("yours", EnrolledCard(KING.uid, "2S", 3))
    store.close()


def test_a_deck_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "d")
    store.replace_deck("mine", [KING])
    store._connection.execute("PRAGMA max_page_count = 1")
    many = [EnrolledCard(Uid(n.to_bytes(7, "big")), "7H", n) for n in range(5_000)]
    with pytest.raises(DamagedDecks, match="full"):
        store.replace_deck("mine", many)
    assert store.cards() == of_deck("mine", KING)
    store.close()


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "d").write_bytes(b"nonsense" * 1000)
    with pytest.raises(DamagedDecks, match=r"/d: file is not a database"):
        DeckStore(tmp_path / "d")
    (tmp_path / "e").mkdir()
    with pytest.raises(DamagedDecks, match=r"/e: unable to open"):
        DeckStore(tmp_path / "e")


def test_a_strange_table_is_said(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "d")
    connection.execute("CREATE TABLE cards (id)")
    connection.close()
    with pytest.raises(DamagedDecks, match="none of Peglight's"):
        enrolled(tmp_path / "d")


def test_the_simulated_deck_is_the_one_of_four_or_six() -> None:
    cards = simulated_deck()
    assert len({(card.card, card.copy) for card in cards.values()}) == len(cards) == 3 * 52 + 6
    assert all(
        len(uid) == 7 and uid.startswith(b"\x04\xa1") and card.uid == uid for uid, card in cards.items()
    )


# --- CSV --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "04A1B2C3,KH,1\n04a1b2c3d4e5f6,Joker,2\n",
        "04 A1 B2 C3,K♥,1\r\n\r\n04A1B2C3D4E5F6,Joker,2",
        '"04A1B2C3","KH","1"\n"04A1B2C3D4E5F6", Joker ,2\n',
    ],
    ids=["plain", "spaced, with signs and empty lines", "quoted"],
)
def test_a_csv_is_read(text: str) -> None:
    assert read_csv(io.StringIO(HEADING + text, newline="")) == [KING, JOKER]


def test_the_simulated_deck_can_be_written_and_read() -> None:
    cards = list(simulated_deck().values())
    text = HEADING + "".join(f"{card.uid.hex()},{card.card},{card.copy}\n" for card in cards)
    assert read_csv(io.StringIO(text)) == cards


BAD = {
    "": "line 1: the heading",
    "tag;card;copy\n": "line 1: the heading",
    "uid\n": "line 1: the heading",
    "card,uid\n": "line 1: the heading",
    HEADING + "04A1B2C3,KH": "line 2: there must be three values, and there are 2",
    "uid,card\n04A1B2C3,KH,1": "line 2: there must be two values, and there are 3",
    HEADING + "04A1B2C3,KH,1,x": "line 2: there must be three values, and there are 4",
    HEADING + "\n\n04A1B2CX,KH,1": "line 4: '04A1B2CX' is no tag's number",
    HEADING + "04A1B2,KH,1": "line 2: a tag has 4 to 10 bytes, and this one has 3",
    HEADING + "04A1B2C3D4E5F6A7B8C9D0,KH,1": "line 2: a tag has 4 to 10 bytes, and this one has 11",
    HEADING + ",KH,1": "line 2: '' is no tag's number",
    HEADING + "04A1B2C3,11H,1": "line 2: '11H' is not a card",
    HEADING + "04A1B2C3,KH,one": "line 2: the copy must be 1 to 200",
    HEADING + "04A1B2C3,KH,0": "line 2: the copy must be 1 to 200",
    HEADING + "04A1B2C3,KH,99999999999999999999": "line 2: the copy must be 1 to 200",
    HEADING + "04A1B2C3,KH," + "9" * 5_000: "line 2: the copy must be 1 to 200",
    HEADING + "04A1B2C3,@" + "x" * 5_000 + ",1": "line 2: '@xxxx",
    "uid;card\n٣, ٤;KH": "line 2: '٣, ٤' is no tag's number",
    HEADING + "04A1B2C3,KH,1\n04a1b2c3,2S,1": "line 3: the tag 04A1B2C3 is on line 2 already",
    HEADING + "04A1B2C3,KH,1\n04A1B2C4,K♥,1": "line 3: copy 1 of KH is on line 2 already",
    HEADING + '04A1B2C3,"KH': "line 2: ",
    HEADING + "04A1B2C3,K\0H,1": "line 2: ",
    HEADING + "04A1B2C3," + "K" * 200_000 + ",1": "line 2: field larger",
}


@pytest.mark.parametrize(("text", "said"), BAD.items(), ids=range(len(BAD)))
def test_a_bad_csv_names_its_line(text: str, said: str) -> None:
    with pytest.raises(BadDeck) as bad:
        read_csv(io.StringIO(text, newline=""))
    assert str(bad.value).startswith(said)
    assert len(str(bad.value)) < 300


# --- peglight import --------------------------------------------------------------------------------


def test_import_enrols_what_a_spreadsheet_wrote(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(HEADING + "04A1B2C3,KH,1\r\n", encoding="utf-8-sig")
    done = peglight(tmp_path, "import", "deck.csv", "--deck", "mine")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == "1 card enrolled in the deck 'mine'.\n"
    assert enrolled(tmp_path / "state" / "peglight" / "decks.sqlite") == of_deck("mine", KING)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "No such file"),
        (b"\xff\xfe", "no text in UTF-8"),
        (HEADING.encode() + b"04,KH,1", "line 2: a tag"),
    ],
)
def test_import_of_a_bad_file_leaves_the_deck(tmp_path: Path, data: bytes | None, said: str) -> None:
    (tmp_path / "good.csv").write_text(HEADING + "04A1B2C3,KH,1\n")
    assert peglight(tmp_path, "import", "good.csv").returncode == 0
    if data is not None:
        (tmp_path / "bad.csv").write_bytes(data)
    done = peglight(tmp_path, "import", "bad.csv")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("bad.csv: ")
    assert said in line
    assert enrolled(tmp_path / "state" / "peglight" / "decks.sqlite") == of_deck("deck", KING)


def test_import_into_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(HEADING + "04A1B2C3,KH,1\n")
    (tmp_path / "state" / "peglight").mkdir(parents=True)
    (tmp_path / "state" / "peglight" / "decks.sqlite").write_bytes(b"nonsense" * 999)
    done = peglight(tmp_path, "import", "deck.csv")
    assert done.returncode == 4
    said = "decks.sqlite: file is not a database. Start Peglight once: it sets aside what is damaged"
    assert said in done.stderr.decode()
    asked = peglight(tmp_path, "export", "deck")
    assert asked.returncode == 4
    assert "decks.sqlite is damaged (file is not a database); start Peglight once" in asked.stderr.decode()
    (tmp_path / "file").touch()
    (tmp_path / "state" / "peglight").rename(tmp_path / "aside")
    (tmp_path / "state" / "peglight").touch()
    done = peglight(tmp_path, "import", "deck.csv")
    assert done.returncode == 4
    assert "cannot be used" in done.stderr.decode()


# --- peglight export deck -----------------------------------------------------------------------------


def test_a_deck_goes_to_another_board_and_is_the_same_there(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(HEADING + "0xDEADBEEF22,KH,1\n04A1B2C3,@undo,1\n", encoding="utf-8")
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    assert peglight(here, "import", str(tmp_path / "deck.csv"), "--deck", "mine").returncode == 0
    done = peglight(here, "export", "deck")
    assert (done.returncode, done.stdout.decode()) == (
        0,
        "uid,card,copy\r\n04A1B2C3,@undo,1\r\nDEADBEEF,KH,1\r\n",
    )
    (tmp_path / "again.csv").write_bytes(done.stdout)
    assert peglight(there, "import", str(tmp_path / "again.csv"), "--deck", "mine").returncode == 0
    assert peglight(there, "export", "deck", "mine").stdout == done.stdout


def test_which_deck_is_meant_must_be_said_where_there_are_several(tmp_path: Path) -> None:
    done = peglight(tmp_path, "export", "deck")
    assert (done.returncode, done.stderr.decode()) == (2, "peglight export: which deck: none is enrolled\n")
    for name, uid in (("red", "04A1B2C3"), ("blue", "04A1B2C4")):
        (tmp_path / "deck.csv").write_text(HEADING + f"{uid},KH,1\n")
        assert peglight(tmp_path, "import", "deck.csv", "--deck", name).returncode == 0
    for name, said in (("", "which deck: "), ("green", "no deck 'green': ")):
        done = peglight(tmp_path, "export", "deck", *filter(None, [name]))
        assert done.returncode == 2
        assert done.stderr.decode() == f"peglight export: {said}there are 'blue', 'red'; name one of them\n"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\tb\x07"])
def test_a_name_that_the_page_would_not_give_is_not_given_here(tmp_path: Path, name: str) -> None:
    (tmp_path / "deck.csv").write_text(HEADING + "04A1B2C3,KH,1\n")
    done = peglight(tmp_path, "import", "deck.csv", "--deck", name)
    assert (done.returncode, done.stderr) == (2, b"--deck: a deck needs a name, of 40 signs at most\n")


def test_a_file_without_a_card_takes_none_away(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(HEADING + "04A1B2C3,KH,1\n")
    assert peglight(tmp_path, "import", "deck.csv", "--deck", "my  own ").returncode == 0
    (tmp_path / "deck.csv").write_text(HEADING)
    done = peglight(tmp_path, "import", "deck.csv", "--deck", "my own")
    said = "deck.csv: there is no card in it, so the deck 'my own' stays as it is\n"
    assert (done.returncode, done.stderr.decode()) == (2, said)
    assert enrolled(tmp_path / "state" / "peglight" / "decks.sqlite") == of_deck("my own", KING)


def test_numbers_written_backwards_are_taken_when_said(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("uid,card\nC3B2A104,KH\n")
    assert peglight(tmp_path, "import", "deck.csv", "--numbers", "hex_backwards").returncode == 0
    assert enrolled(tmp_path / "state" / "peglight" / "decks.sqlite") == of_deck("deck", KING)


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "deck.xlsx").write_bytes(b"PK\x03\x04\xff")
    for name, said in (
        ("nothing.csv", "No such file or directory"),
        (".", "Is a directory"),
        ("deck.xlsx", "it is no text in UTF-8; save it as CSV in UTF-8"),
    ):
        done = peglight(tmp_path, "import", name)
        assert (done.returncode, done.stderr.decode()) == (2, f"{name}: {said}\n")
