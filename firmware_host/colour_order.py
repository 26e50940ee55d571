"""Which order the chips of a strip take colours in, from what somebody sees. Pure.

A lamp is shown red, and the one who looks says which colour it is. That tells which chip's colour is at the
place where the strip was sent red.
"""

from collections.abc import Mapping

WHITE = "W"


class NoOrder(Exception):
    """The answers contradict each other, or there are too few of them."""


def order_seen(order: str, seen: Mapping[str, str]) -> str:
    """The strip's own order.

    Args:
        order: the one that the strip was sent colours in, such as GRB or RGBW.
        seen: by each colour that was shown, the one that was seen; all but one of them are enough.

    Raises:
        NoOrder: as it says.
    """
    chips = [""] * len(order)
    for shown, saw in seen.items():
        if shown not in order or saw not in order:
            raise NoOrder
        chips[order.index(shown)] = saw
    left = set(order) - set(chips)
    if len(left) > 1 or len(left) != chips.count(""):
        raise NoOrder
    return "".join(chip or left.pop() for chip in chips)


def other_chips(order: str) -> str:
    """An order for chips with a white lamp in place of one for chips without, or the other way round."""
    return order.replace(WHITE, "") if WHITE in order else order + WHITE
