"""The cards: decks enrolled by tapping, checked, mended and looked up, with a script and without."""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.cards import Rank, Suit
from engine.ruleset import PRESETS
from web_ui.cards_form import LONGEST_DECK, Wrong, csv_text, deck_name, field, number, uid
from web_ui.cards_gateway import CardsSaid, EnrolledCard, Enrolment, NamedDeck
from web_ui.cards_words import (
    COMMANDS,
    RULES,
    card_name,
    copy_name,
    headline,
    prompt_name,
    say,
    take_over,
)
from web_ui.gateway import Gateway, NotAnswered
from web_ui.parts import away
from web_ui.words import _, mark, spoken

WAYS = (
    ("rank", mark("By rank: all sevens, then all eights. Fastest, and enough for every rule.")),
    ("suit", mark("By rank and suit: all 7♠, then all 8♠.")),
    ("card", mark("Card by card, deck by deck.")),
)
FORMS = (
    ("guess", mark("find out")),
    ("hex", mark("hexadecimal")),
    ("hex_backwards", mark("hexadecimal, backwards")),
    ("decimal", mark("decimal")),
    ("decimal_backwards", mark("decimal, backwards")),
    ("typed", mark("as a USB reader types it")),
)
MOST_DECKS, MOST_JOKERS = 6, 20
TIMES = "\N{MULTIPLICATION SIGN}"


def blueprint(gateway: Gateway) -> Blueprint:
    """`/cards` and what its forms do."""
    cards = Blueprint("cards", __name__, url_prefix="/cards")
    desk = gateway.enrolment

    @cards.get("")
    def page() -> str:
        return _page(gateway)

    @cards.get("/live")
    def live() -> str:
        """What is being done, for the script to put in the place of what it shows."""
        return render_template("cards_live.html", **_task_values(gateway))

    @cards.get("/deck")
    def deck() -> str | AnyResponse:
        if "deck" not in request.args:
            return redirect(url_for("cards.page"))
        return _deck_page(gateway, _named(gateway, request.args["deck"]))

    @cards.get("/csv")
    def csv() -> Response:
        name = request.args.get("deck", "")
        enrolling = gateway.look().enrolling
        held = _named(gateway, name).cards if name else enrolling.commands
        return _download(desk.csv(held), name or _("Command cards"))

    @cards.post("/begin")
    def begin() -> AnyResponse:
        return _done(gateway, lambda: _begin(desk), lambda wrong: _page(gateway, wrong))

    @cards.post("/import")
    def put() -> AnyResponse:
        return _done(gateway, lambda: _import(desk), lambda wrong: _page(gateway, wrong))

    @cards.post("/do")
    def do() -> AnyResponse:
        """One deed, by the name of the button; back to the page of the deck it was done on, if to any."""
        deed = DEEDS.get(field("deed"))
        if deed is None:
            abort(400)
        return _done(gateway, lambda: deed(desk), lambda wrong: _page(gateway, wrong))

    return cards


def _done(gateway: Gateway, deed: Callable[[], CardsSaid], again: Callable[[str], str]) -> AnyResponse:
    """Do it, and show the page that it was done on; a form that cannot be taken comes back with 409."""
    try:
        said = deed()
    except NotAnswered:
        abort(503)
    except (Wrong, ValueError) as wrong:
        return make_response(again(spoken(*wrong.args)), 409)
    back = field("back")
    if said.what == "renamed" and back:
        back = said.deck
    if back and any(deck.name == back for deck in gateway.look().enrolling.named):
        return redirect(url_for("cards.deck", deck=back), 303)
    return redirect(url_for("cards.page"), 303)


def _begin(desk: Enrolment) -> CardsSaid:
    decks, jokers = number("decks"), number("jokers")
    if not (1 <= decks <= MOST_DECKS and jokers <= MOST_JOKERS):
        text = _("A deck is made of 1 to {decks} packs, with {jokers} jokers at most.")
        raise Wrong(text.format(decks=MOST_DECKS, jokers=MOST_JOKERS))
    if field("way") not in dict(WAYS):
        abort(400)
    return desk.begin(deck_name("deck"), decks, jokers, field("way"))


def _import(desk: Enrolment) -> CardsSaid:
    form = field("form") or "guess"
    if form not in dict(FORMS):
        abort(400)
    return desk.put(deck_name("deck"), csv_text(), form, field("over") == "yes")


def _tap(desk: Enrolment) -> CardsSaid:
    try:
        return desk.tap(field("number"), over=False)
    except ValueError:
        raise Wrong(_("That is no number of a tag.")) from None


def _place(desk: Enrolment) -> CardsSaid:
    copy = number("copy") if field("copy") else None
    suit = field("suit") if field("card") != Rank.JOKER else ""
    return desk.place(field("deck"), field("card") + suit, copy)


DEEDS: Mapping[str, Callable[[Enrolment], CardsSaid]] = {
    "undo": lambda desk: desk.undo(),
    "unread": lambda desk: desk.cannot_read(),
    "stop": lambda desk: desk.stop(),
    "resume": lambda desk: desk.resume(),
    "look_up": lambda desk: desk.look_up(),
    "go_on": lambda desk: desk.go_on(field("deck")),
    "go_to": lambda desk: desk.go_to(number("at")),
    "walk": lambda desk: desk.walk(field("deck")),
    "tap": _tap,
    "take_over": lambda desk: desk.tap(uid().hex(), over=True),
    "place": _place,
    "retire": lambda desk: desk.retire(uid()),
    "bring_back": lambda desk: desk.bring_back(uid()),
    "rename": lambda desk: desk.rename(field("deck"), deck_name("to")),
    "drop": lambda desk: desk.drop(field("deck")),
    "adopt": lambda desk: desk.adopt(deck_name("deck")),
}
"""What a button does, by its name."""


def _named(gateway: Gateway, name: str) -> NamedDeck:
    return next((deck for deck in gateway.look().enrolling.named if deck.name == name), None) or abort(404)


def _task_values(gateway: Gateway, wrong: str = "") -> dict[str, object]:
    """What the panel of the task shows."""
    snapshot = gateway.look()
    enrolling = snapshot.enrolling
    task, said = enrolling.task, enrolling.said
    return {
        "enrolling": enrolling,
        "task": task,
        "headline": headline(task) if task else "",
        "prompts": [(prompt_name(task, prompt), prompt) for prompt in task.prompts] if task else [],
        "said": wrong or say(said),
        "refused": bool(wrong) or (said is not None and said.refused),
        "fast": said is not None and said.fast and not said.refused and not wrong,
        "offer": take_over(task, said) if not wrong else "",
        "tag": said,
        "missing": _together(task.missing) if task else [],
        "silent": away(snapshot.devices),
        "card_name": card_name,
        "copy_name": copy_name,
    }


def _together(cards: Sequence[EnrolledCard]) -> list[tuple[str, str]]:
    """Each card once, with the numbers of its copies; a rank alone with how many, for they look all alike."""
    copies: dict[str, list[int]] = {}
    for card in cards:
        copies.setdefault(card.card, []).append(card.copy)
    return [
        (
            card_name(card),
            ", ".join(map(str, sorted(numbers))) if card[-1] in "SHDC" else f"{TIMES} {len(numbers)}",
        )
        for card, numbers in sorted(copies.items(), key=_in_order)
    ]


def _in_order(of_card: tuple[str, object]) -> tuple[int, str]:
    """By rank as players count, then by suit."""
    text = of_card[0]
    ranks = list(Rank)
    rank = next((n for n, one in enumerate(ranks) if text.rstrip("SHDC") == one.value), len(ranks))
    return rank, text


def _page(gateway: Gateway, wrong: str = "") -> str:
    return render_template(
        "cards.html",
        **_task_values(gateway, wrong),
        ways=[(way, _(text)) for way, text in WAYS],
        forms=[(form, _(text)) for form, text in FORMS],
        commands=[(text, _(name)) for text, name in COMMANDS.items()]
        + [(RULES + name, card_name(RULES + name)) for name in (*PRESETS, *gateway.houses.all())],
        simulated=gateway.simulated is not None,
        most_decks=MOST_DECKS,
        most_jokers=MOST_JOKERS,
        longest_deck=LONGEST_DECK,
        filled=request.form.to_dict(),
    )


def _deck_page(gateway: Gateway, deck: NamedDeck) -> str:
    groups: dict[str, list[EnrolledCard]] = {}
    for card in sorted(deck.cards, key=lambda card: (_in_order((card.card, 0)), card.copy)):
        groups.setdefault(card.card.rstrip("SHDC"), []).append(card)
    return render_template(
        "deck.html",
        **_task_values(gateway),
        deck=deck,
        groups=[(card_name(rank), cards) for rank, cards in groups.items()],
        ranks=[(rank.value, card_name(rank.value)) for rank in Rank],
        suits=list(Suit) if deck.way != "rank" else [],
        ways=[(way, _(text)) for way, text in WAYS],
        most_decks=MOST_DECKS,
        most_jokers=MOST_JOKERS,
        longest_deck=LONGEST_DECK,
    )


def _download(text: str, name: str) -> Response:
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name, safe='')}.csv"
    return response
