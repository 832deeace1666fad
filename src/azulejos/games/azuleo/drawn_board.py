"""Drawing the board of Azuleo with everything that lies on it."""

from xml.etree.ElementTree import Element

from azulejos.draw.elements import Block, at, group, label, rectangle
from azulejos.draw.layout import panel
from azulejos.games.azuleo import pieces
from azulejos.games.azuleo.crosses import FIELD
from azulejos.games.azuleo.drawn_position import COLUMNS, Position
from azulejos.games.azuleo.highlights import Highlights
from azulejos.games.azuleo.places import FRAME, rosette

_TRIM = 8  # what a bare board leaves out on each side


def board(position: Position, lit: Highlights, *, bare: bool = False) -> Block:
    """Return the board with everything that lies on it; bare, without its panel."""
    rows, across = len(position.shape), len(position.shape[0])
    inner_width, inner_height = across * FIELD, rows * FIELD
    width, height = inner_width + 2 * FRAME, inner_height + 2 * FRAME
    parts = [] if bare else [panel(width, height)]
    parts += [
        rectangle(
            FRAME - 5,
            FRAME - 5,
            inner_width + 10,
            inner_height + 10,
            rx=3,
            class_="az-frame",
            stroke_width=1.8,
        ),
    ]
    for column in range(across):
        x = FRAME + (column + 0.5) * FIELD
        parts += [_coordinate(COLUMNS[column], x, y) for y in (23, height - 13)]
    for row in range(rows):
        y = FRAME + (row + 0.5) * FIELD + 5
        parts += [_coordinate(str(row + 1), x, y) for x in (18, width - 18)]
    fields, glows = [], []
    for row, column, name in position.places():
        fields.append(_field(position, row, column, name, lit.fields.get(name, "")))
        if name in lit.fields:
            glows.append(pieces.glow(column * FIELD + 1, row * FIELD + 1, FIELD - 2))
    azuleos = [pieces.azuleo(*rosette(x, y), f"{x},{y}", pair) for x, y, pair in position.azuleos()]
    parts.append(at(FRAME, FRAME, *fields, group(azuleos, class_="azuleos"), *glows))
    if bare:
        element = group(parts, class_="board", transform=f"translate({-_TRIM} {-_TRIM})")
        return Block(element, width - 2 * _TRIM, height - 2 * _TRIM)
    return Block(group(parts, class_="board"), width, height)


def _coordinate(text: str, x: float, y: float) -> Element:
    return label(text, x, y, 15, class_="az-soft coordinate", text_anchor="middle")


def _field(position: Position, row: int, column: int, name: str, ghost: str) -> Element:
    content = position.fields[row][column]
    parts = [rectangle(1.5, 1.5, FIELD - 3, FIELD - 3, rx=2, class_="az-slot", stroke_width=1)]
    kind = "field"
    if position.shape[row][column] == "o":
        kind = "field dotted"
    if content == "#":
        parts.append(pieces.blockade(data_field=name))
    elif content:
        parts.append(pieces.cross(content, data_field=name))
    else:
        parts += pieces.dotted_field() if kind == "field dotted" else pieces.bare_field()
        if ghost:
            parts.append(pieces.ghost(ghost))
    element = at(column * FIELD, row * FIELD, *parts)
    element.set("class", kind)
    element.set("data-field", name)
    return element
