"""Pieces of Azuleo as elements of a drawing. Letters and coordinates can be placeholders."""

from collections.abc import Sequence
from functools import cache
from xml.etree.ElementTree import Element

from azulejos.draw.elements import (
    Attribute,
    Coordinate,
    at,
    circle,
    group,
    label,
    path,
    rectangle,
    use,
)
from azulejos.games.azuleo.crosses import (
    BACK,
    BLOCKADE,
    BODY,
    CORNERS,
    FIELD,
    PLATE,
    ROSETTE,
    triangle_symbol,
)

_MIDDLE = FIELD / 2
_FAINT = 0.6  # a cross that would lie there


def cross(colours: Sequence[str], **data: Attribute) -> Element:
    """Return a cross, its colours clockwise from the north-west."""
    data.setdefault("class_", "cross")
    triangles = [
        use(
            triangle_symbol(colour),
            0,
            0,
            _MIDDLE,
            transform=f"rotate({90 * k} {_MIDDLE:g} {_MIDDLE:g})" if k else None,
            class_="triangle",
            data_colour=colour,
            data_corner=CORNERS[k],
        )
        for k, colour in enumerate(colours)
    ]
    return group([use(BODY, 0, 0, FIELD), *triangles], data_cross="".join(colours), **data)


def ghost(colours: Sequence[str], **data: Attribute) -> Element:
    """Return a cross as it would lie."""
    data.setdefault("class_", "ghost")
    return cross(colours, **data, opacity=_FAINT)


def plate(pair: Sequence[str], **data: Attribute) -> Element:
    """Return a plate, the azuleo that it asks for painted on it."""
    quarters = [
        use(
            triangle_symbol(pair[k % 2]),
            0,
            0,
            _MIDDLE,
            transform=f"translate({_MIDDLE:g} {_MIDDLE:g}) rotate({90 * k}) scale(.84)",
            data_colour=pair[k % 2],
        )
        for k in range(4)
    ]
    parts = [use(PLATE, 0, 0, FIELD), *quarters]
    return group(parts, class_="plate", data_pair="".join(pair), **data)


def back(**data: Attribute) -> Element:
    """Return a cross face down."""
    return use(BACK, 0, 0, FIELD, class_="back", **data)


def blockade(**data: Attribute) -> Element:
    """Return a blockade."""
    return use(BLOCKADE, 0, 0, FIELD, class_="blockade", **data)


def bare_field() -> list[Element]:
    """Return what is painted on a field where nothing lies."""
    return [path("M40 28L52 40L40 52L28 40Z", class_="az-lace", stroke_width=1.2)]


def dotted_field() -> list[Element]:
    """Return what is painted on a free field on which a game can begin."""
    return [
        circle(_MIDDLE, _MIDDLE, 13, class_="az-frame", stroke_width=1.6),
        circle(_MIDDLE, _MIDDLE, 8.5, class_="az-ornament dot"),
    ]


def azuleo(x: Coordinate, y: Coordinate, point: str, pair: str) -> Element:
    """Return the mark of a complete azuleo."""
    return use(
        ROSETTE,
        x,
        y,
        FIELD,
        class_="azuleo",
        data_point=point,
        data_pair=pair,
        pointer_events="none",
    )


def gain(points: str) -> Element:
    """Return what a lay on a field would give."""
    return group(
        [
            circle(_MIDDLE, _MIDDLE, 19, class_="gain-disc"),
            label(
                f"+{points}",
                _MIDDLE,
                _MIDDLE + 7.5,
                21,
                class_="gain-number",
                text_anchor="middle",
                font_weight=700,
            ),
        ],
        class_="gain",
        pointer_events="none",
    )


def glow(x: float, y: float, size: float) -> Element:
    """Return a frame round what is pointed out."""
    return rectangle(x, y, size, size, rx=5, class_="az-highlight highlight", stroke_width=4)


def last_mark() -> Element:
    """Return what points out the field of the last move."""
    return rectangle(
        3, 3, FIELD - 6, FIELD - 6, rx=4, class_="last-mark", fill="none", pointer_events="none"
    )


@cache
def stencils() -> dict[str, Element]:
    """Return what scripts put down, its placeholders named."""
    four = ("{nw}", "{ne}", "{se}", "{sw}")
    return {
        "cross": cross(four),
        "ghost": ghost(four, class_="cross ghost", pointer_events="none"),
        "plate": plate(("{first}", "{second}")),
        "back": back(),
        "blockade": blockade(),
        "bare-field": group(bare_field()),
        "dotted-field": group(dotted_field()),
        "azuleo": azuleo("{x}", "{y}", "{point}", "{pair}"),
        "gain": gain("{points}"),
        "last-mark": last_mark(),
        "held": at("{x}", "{y}"),
    }
