"""What the page of the cards says: what is to be tapped, what became of it, and how cards are called."""

from collections.abc import Callable, Mapping

from engine.cards import Card, Rank
from engine.inputs import Command
from web_ui.cards_gateway import CardPrompt, CardsSaid, CardTask
from web_ui.words import _, catalogue, mark

RANKS: Mapping[str, str] = {
    "A": mark("aces"),
    "2": mark("twos"),
    "3": mark("threes"),
    "4": mark("fours"),
    "5": mark("fives"),
    "6": mark("sixes"),
    "7": mark("sevens"),
    "8": mark("eights"),
    "9": mark("nines"),
    "10": mark("tens"),
    "J": mark("jacks"),
    "Q": mark("queens"),
    "K": mark("kings"),
    "Joker": mark("jokers"),
}

COMMANDS: Mapping[str, str] = {
    f"@{Command.UNDO}": mark("Undo"),
    f"@{Command.REDO}": mark("Redo"),
    f"@{Command.SHOW_BOARD}": mark("Show board"),
    f"@{Command.LAST_MOVE}": mark("Last move"),
    f"@{Command.NEW_GAME}": mark("A new game"),
    f"@{Command.THROW}": mark("Throw the card"),
    f"@{Command.NEXT}": mark("Next"),
    f"@{Command.BACK}": mark("Back"),
    f"@{Command.CONFIRM}": mark("Confirm"),
    f"@{Command.AWAY}": mark("Card away"),
    f"@{Command.CHALLENGE}": mark("Challenge the last throw"),
    f"@{Command.FORGOT}": mark("A draw was forgotten"),
    f"@{Command.COUNT}": mark("Count a hand"),
    f"@{Command.SHUFFLED}": mark("Shuffled"),
    f"@{Command.REFILL_DONE}": mark("No more cards"),
    f"@{Command.MERCY}": mark("Mercy"),
    "@pair": mark("Pair a browser"),
}
"""Every command card by its text in a deck, but for those of saved rules."""

RULES = "@rules "

SAID: Mapping[str, str] = {
    "taken": mark("{card} is in."),
    "prompt_done": mark("{card} is in, the last of its kind."),
    "deck_done": mark("The deck {deck} is complete."),
    "placed": mark("This tag is {card} now."),
    "already": mark("This is {card}, which is in already."),
    "elsewhere": mark("This is {card} of the deck {deck}."),
    "retired_one": mark("This is {card} of the deck {deck}, which was retired."),
    "full": mark("All of these are in already; this one is more."),
    "fickle": mark("This is a phone or a bank card, which has another number each time; it can be no card."),
    "crowded": mark("Several cards at once, so none was taken: tap one after the other."),
    "named": mark("This is {card} of the deck {deck}."),
    "unknown": mark("The number {uid} is in no deck."),
    "seen": mark("{card} is there."),
    "seen_already": mark("{card} was there already."),
    "all_seen": mark("{card} is there, the last one."),
    "unread": mark("{card} counts as a card without a tag."),
    "undone": mark("{card} is out again."),
    "nothing_to_undo": mark("There is nothing to take back."),
    "retired": mark("{card} is retired from the deck {deck}."),
    "back": mark("{card} is in the deck {deck} again."),
    "taken_place": mark("Another tag is {card} meanwhile; retire that one first."),
    "imported": "",
    "in_the_way": mark(
        "There is a deck {deck} already; say that it may be replaced, or choose another name."
    ),
    "renamed": mark("The deck is called {deck} now."),
    "dropped": mark("The deck {deck} is forgotten."),
    "other_way": mark("The deck {deck} was begun with suits, or without; go on as it was begun."),
    "no_such": mark("That is not there any more; look again."),
    "in_play": mark("A game is played with the deck {deck}; end it first."),
    "begun": "",
    "stopped": "",
    "not_saved": mark("That could not be kept on disk."),
}
"""A sentence for everything that can be said, by its `what`; empty where the page itself shows it."""


def card_name(text: str) -> str:
    """A card as players call it: `7♠`, `Joker`, `Undo`."""
    if text.startswith(RULES):
        return _("Rules: {name}").format(name=text.removeprefix(RULES))
    if text in COMMANDS:
        return _(COMMANDS[text])
    card = Card.parse(text)
    return _("Joker") if card.rank is Rank.JOKER else str(card)


def copy_name(text: str, copy: int) -> str:
    """The same with the number of the copy."""
    return f"{card_name(text)} ({copy})"


def say(said: CardsSaid | None) -> str:
    """What became of the last tap or button."""
    if said is None:
        return ""
    if said.what == "imported":
        text = catalogue().ngettext(
            "The deck {deck} has {count} card now.", "The deck {deck} has {count} cards now.", said.count
        )
        return text.format(deck=said.deck, count=said.count)
    card = copy_name(said.card, said.copy) if said.copy else card_name(said.card) if said.card else ""
    return _(_sentence(said)).format(card=card, deck=said.deck, uid=said.uid)


def _sentence(said: CardsSaid) -> str:
    if said.what in ("elsewhere", "named") and not said.deck:
        return _marked_without_deck(said)
    if said.what == "in_the_way" and said.card:
        return mark("A tag of it is {card} of the deck {deck}; say that it may change over.")
    return SAID[said.what]


def _marked_without_deck(said: CardsSaid) -> str:
    if said.card.startswith("@"):
        return mark("This is the command card {card}.")
    return mark("This is {card}.")


def headline(task: CardTask) -> str:
    """What is to be tapped."""
    return HEADLINES[task.kind](task)


def _collecting(task: CardTask) -> str:
    if all(prompt.left <= 0 for prompt in task.prompts):
        return _("The deck {deck} is complete.").format(deck=task.deck)
    prompt = task.prompts[task.at]
    joker = task.card == Rank.JOKER
    if task.way == "card" and not joker:
        return _("Now tap {card}, deck {number}.").format(card=card_name(task.card), number=task.copy)
    if prompt.wanted == 1:
        return _("Now tap {card}.").format(card=copy_name(task.card, task.copy))
    if task.way == "rank" or joker:
        return _("Tap all {count} {cards}, in any order.").format(
            count=prompt.wanted, cards=_(RANKS[task.card])
        )
    return _("Tap all {count} of {card}, in any order.").format(
        count=prompt.wanted, card=card_name(task.card)
    )


def _placing(task: CardTask) -> str:
    card = copy_name(task.card, task.copy)
    if task.replaces:
        return _("Tap the new card that takes the place of {card}.").format(card=card)
    return _("Tap the card that is to be {card}.").format(card=card)


def _walking(task: CardTask) -> str:
    if task.missing or not task.total:
        return _("Tap every card of {deck} once, in any order.").format(deck=task.deck)
    return _("Every card of {deck} is there.").format(deck=task.deck)


HEADLINES: Mapping[str, Callable[[CardTask], str]] = {
    "collect": _collecting,
    "place": _placing,
    "walk": _walking,
    "look_up": lambda task: _("Tap a card to see which it is."),
}


def prompt_name(task: CardTask, prompt: CardPrompt) -> str:
    """A prompt in the list of them."""
    if task.way == "card" and prompt.card != Rank.JOKER:
        return copy_name(prompt.card, prompt.first)
    return card_name(prompt.card)


def take_over(task: CardTask | None, said: CardsSaid | None) -> str:
    """What a refused tag could be after all; empty where there is nothing to offer."""
    if task is None or said is None or not said.uid or task.kind not in ("collect", "place"):
        return ""
    offered = said.what in ("elsewhere", "retired_one", "full", "fickle") or (
        said.what == "already" and said.card != task.card
    )
    return _("It is {card}: take it over").format(card=card_name(task.card)) if offered else ""
