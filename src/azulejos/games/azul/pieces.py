"""Pieces of Azul as elements of a drawing. Coordinates can be placeholders of a stencil."""

from functools import cache
from xml.etree.ElementTree import Element

from azulejos.draw.elements import Attribute, Coordinate, circle, group, label, rectangle, use
from azulejos.games.azul.places import COST
from azulejos.games.azul.tiles import COLOURS, MARKER, TILE, tile_symbol


def tile(colour: str, x: Coordinate, y: Coordinate, **data: Attribute) -> Element:
    """Return a tile at x, y; "M" is the first player's marker."""
    if colour == "M":
        return use(MARKER, x, y, TILE, class_="marker", **data)
    return use(tile_symbol(colour), x, y, TILE, class_="tile", data_colour=colour, **data)


def printed(colour: str, x: Coordinate, y: Coordinate) -> Element:
    """Return the tile that is printed on a space of the coloured wall."""
    paint = "az-printed az-printed-W" if colour == "W" else "az-printed"
    return use(tile_symbol(colour), x, y, TILE, class_=f"printed {paint}")


def slot(x: Coordinate, y: Coordinate, **data: Attribute) -> Element:
    """Return an empty place for a tile."""
    return rectangle(x, y, TILE, TILE, rx=4.2, class_="az-slot slot", stroke_width=1, **data)


def badge(number: int | str, x: Coordinate, y: Coordinate, baseline: Coordinate) -> Element:
    """Return a number on a small disc round x, y."""
    return group(
        [
            circle(x, y, 9.5, class_="az-panel"),
            circle(x, y, 9.5, class_="az-frame", stroke_width=1),
            label(str(number), x, baseline, 12.5, text_anchor="middle", font_weight=600),
        ],
        class_="badge",
        pointer_events="none",
    )


def loss(points: int | str, x: Coordinate, y: Coordinate, *, taken: bool) -> Element:
    """Return what a space of the floor line costs; in bold if something lies there."""
    return label(
        f"−{points}",
        x,
        y,
        13,
        class_="az-loss" if taken else "az-soft",
        font_weight=700 if taken else None,
        text_anchor="middle",
    )


def cost(points: int | str) -> Element:
    """Return what the whole floor line costs."""
    return label(f"−{points}", *COST, 24, class_="az-loss cost", font_weight=700, text_anchor="end")


def ghost(colour: str, x: Coordinate, y: Coordinate) -> Element:
    """Return a tile as it would lie; "M" is the first player's marker."""
    symbol = MARKER if colour == "M" else tile_symbol(colour)
    return use(symbol, x, y, TILE, class_="ghost-tile", pointer_events="none")


def gain(points: int | str, x: Coordinate, y: Coordinate) -> Element:
    """Return the points of a tile that would lie at x, y."""
    middle = TILE / 2
    return group(
        [
            circle(middle, middle, 15, class_="gain-disc"),
            label(
                str(points),
                middle,
                middle + 6,
                17,
                class_="gain-number",
                text_anchor="middle",
                font_weight=700,
            ),
        ],
        class_="gain",
        transform=f"translate({x} {y})",
        pointer_events="none",
    )


def glow(x: float, y: float, width: float, height: float) -> Element:
    """Return a frame round what is pointed out."""
    return rectangle(x, y, width, height, rx=6, class_="az-highlight highlight", stroke_width=3.2)


@cache
def stencils() -> dict[str, Element]:
    """Return what scripts put down, its placeholders named."""
    here = ("{x}", "{y}")
    return {
        "tile": tile("{colour}", *here),
        "marker": tile("M", *here),
        "slot": slot(*here),
        "badge": badge("{number}", *here, "{baseline}"),
        "loss": loss("{points}", *here, taken=False),
        "loss-taken": loss("{points}", *here, taken=True),
        "cost": cost("{points}"),
        "ghost": ghost("{colour}", *here),
        "ghost-marker": ghost("M", *here),
        "gain": gain("{points}", *here),
        **{f"printed-{colour}": printed(colour, *here) for colour in COLOURS},
    }
