"""Drawing the display of Azul: factories in a circle, the centre between them."""

import math
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from azulejos.draw.elements import Attribute, Block, at, circle, group, path, polygon, star
from azulejos.games.azul import pieces, places
from azulejos.games.azul.drawn_position import Position
from azulejos.games.azul.highlights import Highlights
from azulejos.games.azul.places import DISC, FACTORY
from azulejos.games.azul.tiles import COLOURS, TILE


def letters(counts: Sequence[int]) -> str:
    """Return counts as letters, as many of each colour as there are tiles."""
    return "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True))


def display(position: Position, lit: Highlights) -> Block:
    """Return the factories in a circle round the centre."""
    number_of = len(position.factories)
    radius = places.ring(number_of)
    middle = radius + DISC + 8
    parts = [
        circle(0, 0, radius, class_="az-lace", stroke_width=1.6, stroke_dasharray="1 6"),
        _centre(position, lit),
    ]
    for index, counts in enumerate(position.factories):
        angle = 2 * math.pi * index / number_of
        out_x, out_y = math.sin(angle), -math.cos(angle)
        parts.append(
            at(
                radius * out_x,
                radius * out_y,
                _factory(index + 1, letters(counts), lit, (out_x * (DISC - 3), out_y * (DISC - 3))),
            )
        )
    element = group([at(middle, middle, *parts)], class_="display")
    # Their number is odd: at the bottom two lie side by side, a little higher than the circle.
    lowest = radius * math.cos(math.pi / number_of)
    return Block(element, 2 * middle, middle + lowest + DISC + 8)


def _factory(source: int, tiles: str, lit: Highlights, badge: tuple[float, float]) -> Element:
    """Return a factory around the origin, with its number at `badge`."""
    parts = [
        *_dish(),
        *_four(tiles, data_source=source),
        *(
            pieces.glow(x - 1, y - 1, TILE + 2, TILE + 2)
            for (x, y), colour in zip(FACTORY, tiles, strict=False)
            if lit.source(source, colour)
        ),
        pieces.badge(source, *places.badge(*badge)),
    ]
    if lit.source(source) or any(lit.source(source, c) and c not in tiles for c in COLOURS):
        parts.append(circle(0, 0, DISC - 1, class_="az-highlight highlight", stroke_width=3.2))
    return group(parts, class_="factory", data_source=source)


def lone_factory(tiles: str) -> Block:
    """Return a factory with these tiles, without a number."""
    element = at(DISC, DISC, *_dish(), *_four(tiles))
    element.set("class", "factory")
    return Block(element, 2 * DISC, 2 * DISC)


def _four(tiles: str, **data: Attribute) -> list[Element]:
    """Return up to four tiles around the origin, those that are taken together as one lot."""
    placed = list(zip(FACTORY, tiles, strict=False))
    return [
        _lot(colour, [pieces.tile(c, x, y, **data) for (x, y), c in placed if c == colour], **data)
        for colour in COLOURS
        if colour in tiles
    ]


def _lot(colour: str, tiles: Iterable[Element], **data: Attribute) -> Element:
    return group(tiles, class_="lot", data_colour=colour, **data)


def _dish() -> list[Element]:
    """Return a porcelain dish around the origin: rim, string of pearls, rose."""
    pearls = DISC - 9.5
    return [
        circle(0, 0, DISC - 1, class_="az-dish"),
        circle(0, 0, DISC - 1, class_="az-frame", stroke_width=1.6),
        circle(0, 0, DISC - 4.5, class_="az-hair", stroke_width=0.8),
        circle(
            0,
            0,
            pearls,
            class_="az-hair",
            stroke_width=3,
            stroke_linecap="round",
            stroke_dasharray=f"0 {math.tau * pearls / 48:.4f}",
        ),
        *_rose(34),
    ]


def _rose(radius: float) -> list[Element]:
    """Return a faint painted rose around the origin."""
    petal = f"M0 0C{-radius * 0.4:g} {-radius * 0.35:g} {-radius * 0.3:g} {-radius:g} 0 {-radius:g}"
    petal += f"S{radius * 0.4:g} {-radius * 0.35:g} 0 0Z"
    return [
        path(petal, class_="az-lace", stroke_width=1.4, transform=f"rotate({45 * k})")
        for k in range(8)
    ] + [circle(0, 0, radius * 0.14, class_="az-lace", stroke_width=1.4)]


def _centre(position: Position, lit: Highlights) -> Element:
    """Return the middle of the table around the origin: a row of tiles for each colour."""
    number_of = len(position.factories)
    radius = places.centre(number_of)
    floor = [
        circle(0, 0, radius, class_="az-lace", stroke_width=1.4),
        circle(0, 0, radius - 5, class_="az-lace", stroke_width=0.8),
        polygon(star(16, radius - 8, radius * 0.66), class_="az-lace", stroke_width=1),
        *_rose(radius * 0.6),
    ]
    rows = [c * count for c, count in zip(COLOURS, position.centre, strict=True) if count]
    if position.marker_in_centre:
        if len(rows) < len(COLOURS):
            rows.insert(0, "M")
        else:  # six rows have no room
            shortest = rows.index(min(rows, key=len))
            rows[shortest] = "M" + rows[shortest]
    parts: list[Element] = []
    for index, tiles in enumerate(rows):
        row = places.centre_row(number_of, index, len(rows))
        marked = tiles.count("M")
        lefts = row.places(len(tiles))
        placed = [
            pieces.tile(c, x, row.y, data_source=0) for c, x in zip(tiles, lefts, strict=True)
        ]
        parts += placed[:marked]
        if tiles != "M":
            parts.append(_lot(tiles[-1], placed[marked:], data_source=0))
        if lit.source(0, tiles[-1]):
            width = lefts[-1] + TILE - lefts[marked]
            parts.append(pieces.glow(lefts[marked] - 1, row.y - 1, width + 2, TILE + 2))
        if places.is_crowded(row, len(tiles)):
            number = len(tiles) - marked
            parts.append(pieces.badge(number, *places.centre_badge(row, len(tiles))))
    gone = any(lit.source(0, c) and not position.centre[i] for i, c in enumerate(COLOURS))
    if lit.source(0) or gone:
        parts.append(circle(0, 0, radius, class_="az-highlight highlight", stroke_width=3.2))
    return group([*floor, group(parts, class_="lots")], class_="centre", data_source=0)
