"""The art of Azuleo: crosses of four triangles, plates, blockades.

A field is 80 units wide. A cross fills it: at each corner of the field lies a triangle, a quarter
of the square tile centred on that corner point, with its right angle on the point and its legs
along the field's edges. So four crosses that meet make up a square that stands on its tip, and
the edges between the fields are its diagonals. As on Azul's tiles, each colour has a figure: R
rings round the point, Y rays, B pearls, G a leaf.
"""

from xml.etree.ElementTree import Element

from azulejos.draw.elements import circle, group, path, polygon, rectangle, star, symbol
from azulejos.draw.style import (
    BRICK,
    COBALT,
    CREAM,
    DEEP,
    FOREST,
    GREEN,
    INK,
    OCHRE,
    PEARL,
    SIENNA,
    SKY,
    WINE,
)

FIELD = 80
COLOURS = "RYBG"
CORNERS = ("nw", "ne", "se", "sw")

BODY, BACK, BLOCKADE = "az-cross-body", "az-cross-back", "az-blockade"
PLATE, PLATE_BACK, ROSETTE = "az-plate", "az-plate-back", "az-rosette"

_GROUND = {"R": BRICK, "Y": OCHRE, "B": COBALT, "G": GREEN}
_EDGE = {"R": WINE, "Y": SIENNA, "B": DEEP, "G": FOREST}


def are_different(colours: object, count: int) -> bool:
    """Say whether this is a text of so many different colours."""
    if not isinstance(colours, str) or len(colours) != count:
        return False
    return len(set(colours) & set(COLOURS)) == count


def triangle_symbol(colour: str) -> str:
    """Return the id of the symbol of a triangle, drawn for the north-west corner of a field."""
    return f"az-triangle-{colour}"


def _rings() -> list[Element]:
    light = "#fbe9d8"
    return [
        path("M2 10.5A8.5 8.5 0 0 0 10.5 2H2Z", fill=light),
        path("M2 19.6A17.6 17.6 0 0 0 19.6 2", fill="none", stroke=light, stroke_width=3.6),
        path("M2 28A26 26 0 0 0 10 26.6", fill="none", stroke=light, stroke_width=1.7),
        path("M28 2A26 26 0 0 1 26.6 10", fill="none", stroke=light, stroke_width=1.7),
    ]


def _rays() -> list[Element]:
    return [
        path("M2 9.5A7.5 7.5 0 0 0 9.5 2H2Z", fill=SIENNA),
        path("M3 30L2.6 13.5L6 13Z", fill=SIENNA),
        path("M30 3L13.5 2.6L13 6Z", fill=SIENNA),
        path("M18.6 18.6L7.6 12.4L12.4 7.6Z", fill=SIENNA),
    ]


def _pearls() -> list[Element]:
    return [
        circle(7.4, 7.4, 4.3, fill=CREAM),
        circle(7, 21.4, 3.5, fill=CREAM),
        circle(21.4, 7, 3.5, fill=CREAM),
        circle(15, 15, 2, fill=SKY),
        circle(5, 30, 1.7, fill=SKY),
        circle(30, 5, 1.7, fill=SKY),
    ]


def _leaf() -> list[Element]:
    light = "#e6f2d9"
    return [
        path("M3.4 3.4C4 13 8.6 18.2 18.4 18.4C18.2 8.6 13 4 3.4 3.4Z", fill=light),
        path("M6 6L16 16", stroke=FOREST, stroke_width=1.7, stroke_linecap="round"),
        path("M3.4 17.5C4.4 23 6 27 4 32.6", fill="none", stroke=light, stroke_width=1.7),
        path("M17.5 3.4C23 4.4 27 6 32.6 4", fill="none", stroke=light, stroke_width=1.7),
    ]


_FIGURES = {"R": _rings, "Y": _rays, "B": _pearls, "G": _leaf}


def _triangle(colour: str) -> Element:
    return symbol(
        triangle_symbol(colour),
        40,
        path("M1 1H38.6L1 38.6Z", fill=_GROUND[colour]),
        *_FIGURES[colour](),
        path(
            "M1 1H38.2L1 38.2Z",
            fill="none",
            stroke=_EDGE[colour],
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
    )


def _turned(*elements: Element) -> list[Element]:
    """Return the elements four times, turned about the field's middle."""
    return [group(elements, transform=f"rotate({90 * k} 40 40)") for k in range(4)]


def _body() -> Element:
    """Return what holds a cross's triangles together: a cream lozenge with a small flower."""
    return symbol(
        BODY,
        FIELD,
        rectangle(0.8, 0.8, 78.4, 78.4, rx=1.5, fill=CREAM, stroke="#b9a98a", stroke_width=0.8),
        *_turned(
            path("M40 40C35.4 36.6 35.6 29.4 40 27C44.4 29.4 44.6 36.6 40 40Z", fill=SKY),
            path("M33.6 33.6L30 30", stroke=SKY, stroke_width=1.4, stroke_linecap="round"),
            circle(40, 17.5, 1.7, fill=SKY),
            path("M36.4 22.4Q40 19.6 43.6 22.4", fill="none", stroke=SKY, stroke_width=1.2),
        ),
        circle(40, 40, 3, fill=COBALT),
    )


def _lattice(name: str, ground: str, line: str, middle: list[Element]) -> Element:
    """Return a back: a lattice of lozenges round a figure."""
    lines = "".join(f"M{k} 8L8 {k}M{80 - k} 8L72 {k}M8 {80 - k}L{k} 72" for k in (24, 40))
    lines += "".join(f"M72 {80 - k}L{80 - k} 72" for k in (24, 40))
    return symbol(
        name,
        FIELD,
        rectangle(0.8, 0.8, 78.4, 78.4, rx=5, fill=ground, stroke=DEEP, stroke_width=1.2),
        rectangle(6, 6, 68, 68, rx=2.5, fill="none", stroke=line, stroke_width=1.4),
        path(lines, stroke=line, stroke_width=1.4, fill="none"),
        *middle,
    )


def _back() -> Element:
    return _lattice(
        BACK,
        COBALT,
        "#6f97d6",
        [
            *_turned(path("M40 40C33 35 33 25.5 40 22.5C47 25.5 47 35 40 40Z", fill=SKY)),
            circle(40, 40, 4.4, fill=CREAM),
        ],
    )


def _plate_back() -> Element:
    rose = [(40 + x, 40 + y) for x, y in star(8, 19, 11)]
    return _lattice(
        PLATE_BACK,
        CREAM,
        SKY,
        [polygon(rose, fill=COBALT), circle(40, 40, 5, fill=CREAM)],
    )


def _plate() -> Element:
    return symbol(
        PLATE,
        FIELD,
        rectangle(0.8, 0.8, 78.4, 78.4, rx=8, fill="#f7efdc", stroke="#b08a3c", stroke_width=1.4),
        *_turned(path("M5 17V8Q5 5 8 5H17", fill="none", stroke="#cfae6b", stroke_width=1.2)),
    )


def _blockade() -> Element:
    """Return a blockade cross: four stone bars that bar the field."""
    bar = path("M40 33.5L35.6 29L12 5.4Q8 4.6 6 6Q4.6 8 5.4 12L29 35.6L33.5 40Z", fill="#5b6373")
    chisel = path("M12 12L30 30", stroke=PEARL, stroke_width=1.6, stroke_linecap="round")
    return symbol(
        BLOCKADE,
        FIELD,
        rectangle(0.8, 0.8, 78.4, 78.4, rx=1.5, fill=INK, stroke="#0c0e14", stroke_width=0.8),
        *_turned(bar, chisel, path("M34 8H46M37 13H43", stroke="#5b6373", stroke_width=1.6)),
        rectangle(31, 31, 18, 18, fill="#5b6373", transform="rotate(45 40 40)"),
        circle(40, 40, 4, fill=OCHRE),
    )


def _rosette() -> Element:
    """Return what marks an azuleo: a gilt frame and a star on the point, drawn on 80 units."""
    return symbol(
        ROSETTE,
        FIELD,
        path("M40 1.6L78.4 40L40 78.4L1.6 40Z", fill="none", stroke=SIENNA, stroke_width=4.2),
        path("M40 1.6L78.4 40L40 78.4L1.6 40Z", fill="none", stroke="#f6cf6a", stroke_width=2.4),
        polygon(
            [(40 + x, 40 + y) for x, y in star(8, 9, 4.6)],
            fill="#f6cf6a",
            stroke=SIENNA,
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        circle(40, 40, 2.2, fill=CREAM, stroke=SIENNA, stroke_width=0.8),
    )


SYMBOLS = {triangle_symbol(colour): _triangle(colour) for colour in COLOURS} | {
    BODY: _body(),
    BACK: _back(),
    BLOCKADE: _blockade(),
    PLATE: _plate(),
    PLATE_BACK: _plate_back(),
    ROSETTE: _rosette(),
}
