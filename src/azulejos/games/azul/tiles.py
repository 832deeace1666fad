"""The art of Azul: five glazed tiles and the first player's marker.

Each tile has a colour, a brightness and a figure of its own, so that it can be told apart without
seeing colours and at the size of a letter: B a flower, Y a lozenge, R four arcs round a star, K a
saltire of leaves, W an eight-pointed star.
"""

from xml.etree.ElementTree import Element

from azulejos.draw.elements import circle, group, path, polygon, rectangle, star, symbol
from azulejos.draw.style import (
    BRICK,
    COBALT,
    CREAM,
    DEEP,
    INK,
    OCHRE,
    PEARL,
    SIENNA,
    SKY,
    WINE,
)

TILE = 40
COLOURS = "BYRKW"

_GROUND = {"B": COBALT, "Y": OCHRE, "R": BRICK, "K": INK, "W": "#fbf7ec"}
_EDGE = {"B": DEEP, "Y": SIENNA, "R": WINE, "K": "#596276", "W": "#7d93b8"}


def tile_symbol(colour: str) -> str:
    """Return the id of a tile's symbol."""
    return f"az-tile-{colour}"


MARKER = "az-marker"


def printed_colour(row: int, column: int) -> str:
    """Return the colour that is printed on a space of the coloured wall; both count from 0."""
    return COLOURS[(column - row) % len(COLOURS)]


def _turned(element: Element, quarters: int = 4) -> list[Element]:
    """Return the element four times, turned about the tile's middle."""
    return [
        group([element], transform=f"rotate({90 * k} 20 20)") if k else element
        for k in range(quarters)
    ]


def _flower() -> list[Element]:
    petal = path("M20 20C12.5 15.5 13 5.5 20 5.5S27.5 15.5 20 20Z", fill=CREAM)
    vein = path("M20 16V9.5", stroke=SKY, stroke_width=1.6, stroke_linecap="round")
    corner = path("M3.4 10.4A7 7 0 0 0 10.4 3.4", fill="none", stroke=SKY, stroke_width=1.5)
    return [
        *_turned(corner),
        *_turned(petal),
        *_turned(vein),
        circle(20, 20, 4.6, fill=DEEP),
        circle(20, 20, 2, fill=OCHRE),
    ]


def _lozenge() -> list[Element]:
    def square(radius: float, fill: str) -> Element:
        corners = [(20, 20 - radius), (20 + radius, 20), (20, 20 + radius), (20 - radius, 20)]
        return polygon(corners, fill=fill)

    corner = polygon([(3.6, 3.6), (9.4, 3.6), (3.6, 9.4)], fill=SIENNA)
    return [
        *_turned(corner),
        square(17, SIENNA),
        square(12.6, "#fdeec4"),
        square(6.6, SIENNA),
    ]


def _arcs() -> list[Element]:
    quarter = [
        path("M3.2 3.2H17.4A14.2 14.2 0 0 1 3.2 17.4Z", fill="#fbe9d8"),
        path("M3.2 3.2H11.2A8 8 0 0 1 3.2 11.2Z", fill=BRICK),
    ]
    middle = polygon([(20 + x, 20 + y) for x, y in star(4, 9, 2.8)], fill="#fbe9d8")
    return [*_turned(group(quarter)), middle]


def _saltire() -> list[Element]:
    leaf = path("M18 18C9.5 17.5 5.2 12 4.6 4.6C12 5.2 17.5 9.5 18 18Z", fill=PEARL)
    vein = path("M15.6 15.6L8.4 8.4", stroke=INK, stroke_width=1.5, stroke_linecap="round")
    bud = circle(20, 6.4, 1.7, fill="#8b93a5")
    return [*_turned(bud), *_turned(leaf), *_turned(vein), circle(20, 20, 2.6, fill=OCHRE)]


def _eight_points() -> list[Element]:
    points = star(8, 15.8, 9.4)
    outline = polygon(
        [(20 + x, 20 + y) for x, y in points],
        fill="#d3e0ee",
        stroke="#44699f",
        stroke_width=2,
        stroke_linejoin="round",
    )
    corner = circle(6.4, 6.4, 1.6, fill="#44699f")
    ring = circle(20, 20, 5.4, fill="#fbf7ec", stroke="#44699f", stroke_width=2)
    return [*_turned(corner), outline, ring]


_FIGURES = {"B": _flower, "Y": _lozenge, "R": _arcs, "K": _saltire, "W": _eight_points}


def _tile(colour: str) -> Element:
    """Return a tile's symbol: ground, figure, and the light on its glaze."""
    return symbol(
        tile_symbol(colour),
        TILE,
        rectangle(0.6, 0.6, 38.8, 38.8, rx=4.2, fill=_GROUND[colour]),
        *_FIGURES[colour](),
        path("M2.4 36V5.6Q2.4 2.4 5.6 2.4H36", fill="none", stroke="#fff", stroke_opacity=0.4),
        path("M37.6 4V34.4Q37.6 37.6 34.4 37.6H4", fill="none", stroke="#000", stroke_opacity=0.18),
        rectangle(
            0.6, 0.6, 38.8, 38.8, rx=4.2, fill="none", stroke=_EDGE[colour], stroke_width=1.2
        ),
    )


def _marker() -> Element:
    """Return the marker's symbol: a round token with a sun and a 1."""
    return symbol(
        MARKER,
        TILE,
        circle(20, 20, 19, fill=OCHRE, stroke=SIENNA, stroke_width=1.2),
        polygon([(20 + x, 20 + y) for x, y in star(16, 17.6, 14)], fill=SIENNA),
        circle(20, 20, 13.2, fill=CREAM, stroke=SIENNA),
        path("M16 15.6L20.4 11.4H22.8V26H26V28.6H16.4V26H19.6V15.4L17.2 17.4Z", fill=DEEP),
    )


SYMBOLS = {tile_symbol(colour): _tile(colour) for colour in COLOURS} | {MARKER: _marker()}
