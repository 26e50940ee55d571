"""Contrast as WCAG 2.2 measures it (success criteria 1.4.3 and 1.4.11), of whatever a page shows just now."""

from typing import NamedTuple

from playwright.sync_api import Page

Colour = tuple[float, float, float, float]
"""Red, green and blue 0 to 255, and how much of it 0 to 1."""


class Shown(NamedTuple):
    """A text on the screen, its colour, and those it may stand on, from the front to the back."""

    text: str
    large: bool
    ink: Colour
    grounds: list[list[Colour]]


def seen_through(front: Colour, back: Colour) -> Colour:
    """A colour in front of an opaque one."""
    share = front[3]
    red, green, blue = (f * share + b * (1 - share) for f, b in zip(front[:3], back[:3], strict=True))
    return red, green, blue, 1.0


def luminance(colour: Colour) -> float:
    """The relative luminance of an opaque colour."""
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def least_contrast(shown: Shown) -> float:
    """On the worst of the grounds; each colour of a gradient is one."""
    backs: list[Colour] = [(255, 255, 255, 1.0)]
    for layer in reversed(shown.grounds):
        backs = [seen_through(colour, back) for colour in layer for back in backs]
    return min(contrast(seen_through(shown.ink, back), back) for back in backs)


def shown_on(page: Page) -> list[Shown]:
    """Every text on the page that can be seen, but for the drawing's and for what is switched off."""
    return [Shown(*one) for one in page.evaluate(TEXTS)]


def too_faint(page: Page) -> list[str]:
    """Texts below 4.5, or below 3 where they are large."""
    found = []
    for shown in shown_on(page):
        measured = least_contrast(shown)
        if measured < (3 if shown.large else 4.5):
            found.append(f"{shown.text!r}: {measured:.2f}")
    return found


TEXTS = r"""() => {
  const colours = (text) => [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, parts]) => {
    const [r, g, b, a] = parts.split(",").map(Number);
    return [r, g, b, a === undefined ? 1 : a];
  });
  const grounds = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const image = colours(style.backgroundImage.replaceAll("transparent", "rgba(0, 0, 0, 0)"));
      if (image.length) layers.push(image);
      layers.push(colours(style.backgroundColor));
    }
    return layers;
  };
  const found = [];
  const take = (element, text, style) => {
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    found.push([text.slice(0, 40), large, colours(style.color)[0], grounds(element)]);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (!text || element.closest("svg, script, :disabled, option") || !element.checkVisibility()) continue;
    take(element, text, getComputedStyle(element));
  }
  for (const field of document.querySelectorAll("input[placeholder], select")) {
    const style = getComputedStyle(field, field.placeholder ? "::placeholder" : null);
    if (field.checkVisibility()) take(field, field.name, style);
  }
  return found;
}"""
