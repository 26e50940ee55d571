"""What the forms of the cards page hold, read strictly: a name, a number, a card, a file."""

from flask import request

from web_ui.telling import UID
from web_ui.whole_number import whole_number
from web_ui.words import _

LONGEST_DECK = 40


class Wrong(Exception):
    """A form that cannot be taken: one sentence."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def field(name: str) -> str:
    """A field as it was sent; empty where it is missing."""
    return request.form.get(name, "")


def deck_name(name: str) -> str:
    """A new name for a deck, its spaces set right.

    Raises:
        Wrong: it is none.
    """
    text = " ".join(field(name).split())
    if not text or len(text) > LONGEST_DECK or not text.isprintable():
        raise Wrong(_("A deck needs a name, of {most} signs at most.").format(most=LONGEST_DECK))
    return text


def number(name: str) -> int:
    """A number of at most three digits. Raises Wrong."""
    found = whole_number(field(name), 3)
    if found is None:
        raise Wrong(_("A number is missing here."))
    return found


def uid() -> bytes:
    """The tag that a button stands for. Raises Wrong."""
    text = field("uid")
    if not UID.fullmatch(text):
        raise Wrong(_("That is not there any more; look again."))
    return bytes.fromhex(text)


def csv_text() -> str:
    """A file that was sent, or the text typed in its place. Raises Wrong."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        text = field("text")
    else:
        try:
            text = sent.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Wrong(_("The file is no text; save it as CSV with UTF-8.")) from None
    if not text.strip():
        raise Wrong(_("Choose a file first."))
    return text
