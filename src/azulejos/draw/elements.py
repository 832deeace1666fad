"""Writing SVG: nodes, blocks that can be laid out, and the document around them.

Everything is built as an element tree, so that no name or title can break out of its place.
Lengths are in user units; a tile is 40 of them wide wherever it lies.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.draw.style import STYLE_SHEET

Attribute = str | float | None
#: A coordinate, or the placeholder of one in a stencil.
Coordinate = float | str

# What an XML 1.0 document cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Block(NamedTuple):
    """A drawing with its origin in its north-west corner, and the room it takes."""

    element: Element
    width: float
    height: float


def printable(text: str) -> str:
    """Return the text with what XML cannot hold replaced."""
    return _FORBIDDEN.sub("\ufffd", text)


def number(value: Coordinate) -> str:
    """Return the shortest text of a coordinate, to a hundredth."""
    if isinstance(value, str):
        return value
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1000 else f"{round(value, 2):.8g}"


def node(tag: str, *children: Element | str, **attributes: Attribute) -> Element:
    """Return an element.

    An attribute that is None is left out, `class_` is class, `data_line` is data-line. A string
    among the children is text.
    """
    element = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            text = printable(value) if isinstance(value, str) else number(value)
            element.set(name.rstrip("_").replace("_", "-"), text)
    for child in children:
        if isinstance(child, Element):
            element.append(child)
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + printable(child)
        else:
            element.text = (element.text or "") + printable(child)
    return element


def group(children: Iterable[Element], **attributes: Attribute) -> Element:
    """Return a <g> around the children."""
    return node("g", *children, **attributes)


def at(x: Coordinate, y: Coordinate, *children: Element) -> Element:
    """Return the children, moved."""
    return group(children, transform=f"translate({number(x)} {number(y)})")


def rectangle(
    x: Coordinate, y: Coordinate, width: float, height: float, **attributes: Attribute
) -> Element:
    """Return a <rect>; `rx` rounds it."""
    return node("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: Coordinate, y: Coordinate, radius: float, **attributes: Attribute) -> Element:
    """Return a <circle>."""
    return node("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: Attribute) -> Element:
    """Return a <path>."""
    return node("path", d=d, **attributes)


def polygon(points: Sequence[tuple[float, float]], **attributes: Attribute) -> Element:
    """Return a closed <path> through the points."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
    return path(d, **attributes)


def star(points: int, outer: float, inner: float, turn: float = 0) -> list[tuple[float, float]]:
    """Return the outline of a star around the origin, its first point north, turned by degrees."""
    corners = []
    for k in range(2 * points):
        radius = inner if k % 2 else outer
        angle = math.radians(turn + 180 * k / points)
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return corners


def label(text: str, x: Coordinate, y: Coordinate, size: float, **attributes: Attribute) -> Element:
    """Return a <text> whose baseline starts (or as `text_anchor` says) at x, y."""
    attributes.setdefault("class_", "az-text")
    return node("text", text, x=x, y=y, font_size=size, **attributes)


def use(symbol: str, x: Coordinate, y: Coordinate, size: float, **attributes: Attribute) -> Element:
    """Return a <use> of a symbol, as a square."""
    return node("use", href=f"#{symbol}", x=x, y=y, width=size, height=size, **attributes)


def symbol(name: str, size: float, *children: Element) -> Element:
    """Return a <symbol> that is drawn on a square from 0 to `size`."""
    return node("symbol", *children, id=name, viewBox=f"0 0 {number(size)} {number(size)}")


def fitted(text: str, width: float, size: float) -> str:
    """Return the text, cut with an ellipsis where it would be wider than `width`.

    Fonts differ from reader to reader, so this goes by a generous guess at the letters' widths.
    """
    text = " ".join(text.split())
    room = width / size
    for position, letter in enumerate(text):
        wide = unicodedata.east_asian_width(letter) in "WF" or letter in "MWmw@"
        room -= 0 if unicodedata.combining(letter) else 1.0 if wide else 0.58
        if room < 0:
            return text[: max(position - 1, 1)].rstrip() + "…"
    return text


def pixels(size: float | None) -> float | None:
    """Return a width in pixels that makes sense, or OptionError."""
    if size is not None and (isinstance(size, bool) or not isinstance(size, int | float)):
        raise OptionError(f"size: expected a number of pixels, not {shorten(size)}")
    if size is not None and not 0 < size < 100_000:
        raise OptionError(f"size: expected 1 to 100000 pixels, not {shorten(size)}")
    return size


def columns(blocks: Sequence[Sequence[Block]], gap: float) -> Block:
    """Lay columns of blocks side by side; a shorter column spreads a little, and is centred."""
    height = max(_stack(column, gap) for column in blocks)
    placed, x = [], 0.0
    for column in blocks:
        width = max(block.width for block in column)
        spare = (height - _stack(column, gap)) / max(len(column) - 1, 1)
        between = gap + min(spare, 2 * gap)
        y = (height - _stack(column, between)) / 2
        for block in column:
            placed.append(at(x + (width - block.width) / 2, y, block.element))
            y += block.height + between
        x += width + gap
    return Block(group(placed), x - gap, height)


def _stack(column: Sequence[Block], gap: float) -> float:
    return sum(block.height for block in column) + gap * (len(column) - 1)


def document(
    content: Block,
    symbols: Mapping[str, Element],
    *,
    kind: str,
    title: str,
    description: str = "",
    size: float | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Return a block as a standalone SVG text, with the symbols it uses.

    `kind` becomes data-drawing on the root. With `size`, the picture says that it is that many
    pixels wide; without, it takes the width it is given. `bare` leaves out the style sheet and
    the symbols, for a page that has them once, and follows that page's theme.
    """
    if theme not in ("auto", "light", "dark"):
        raise OptionError(f"theme: expected 'auto', 'light' or 'dark', not {shorten(theme)}")
    if not isinstance(title, str):
        raise OptionError(f"title: expected a text, not {shorten(title)}")
    width, height = content.width, content.height
    root = node(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=pixels(size),
        height=None if size is None else size * height / width,
        role="img",
        aria_label=". ".join(filter(None, (title, description))) if bare else None,
        class_="azulejos",
        data_drawing=kind,
        data_theme=None if bare else theme,
    )
    if not bare:
        # Browsers show a <title> wherever the pointer rests: in a page a label serves better.
        SubElement(root, "title").text = printable(title)
        if description:
            SubElement(root, "desc").text = printable(description)
        SubElement(root, "style").text = STYLE_SHEET
        used = {element.get("href", "")[1:] for element in content.element.iter("use")}
        if used:
            root.append(node("defs", *(symbols[name] for name in symbols if name in used)))
    root.append(content.element)
    return tostring(root, encoding="unicode")


def symbol_definitions(symbols: Mapping[str, Element]) -> str:
    """Return an SVG that shows nothing and holds the symbols for all bare drawings of a page."""
    root = node(
        "svg",
        node("defs", *symbols.values()),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        class_="az-symbols",
        aria_hidden="true",
    )
    return tostring(root, encoding="unicode")
