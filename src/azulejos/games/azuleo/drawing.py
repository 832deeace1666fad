"""Drawing Azuleo: the board with its crosses and azuleos, the sides' hands and plates, supplies.

`.field` has data-field, a `.cross` data-cross and data-field or data-side, each `.triangle` of it
data-colour and data-corner (nw ne se sw), a hidden cross is a `.back`; `.azuleo` has data-point
(columns and rows from the north-west) and data-pair; `.side`, `.hand` and `.plates` have data-side,
a `.plate` data-pair. A cross or a plate measures 80 units, wherever it is in play.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar
from xml.etree.ElementTree import Element

from azulejos.core.errors import MalformedMove, OptionError
from azulejos.core.plain_data import shorten
from azulejos.draw.elements import (
    Block,
    at,
    circle,
    columns,
    group,
    label,
    path,
    rectangle,
    use,
)
from azulejos.draw.furniture import GAP, card, heading, nameplate, panel
from azulejos.draw.words import Words
from azulejos.games.azuleo.crosses import (
    BACK,
    BLOCKADE,
    BODY,
    COLOURS,
    CORNERS,
    FIELD,
    PLATE,
    PLATE_BACK,
    ROSETTE,
    are_different,
    triangle_symbol,
)
from azulejos.games.azuleo.crosses import SYMBOLS as SYMBOLS
from azulejos.games.azuleo.drawn_position import COLUMNS, Position, read

#: The words on its drawings, beside those of every game; and which is said of several things.
WORDS = {
    "cross_laid": "{number} cross lies on the board",
    "crosses_laid": "{number} crosses lie on the board",
    "azuleo_complete": "{number} azuleo is complete",
    "azuleos_complete": "{number} azuleos are complete",
    "crosses": "Crosses",
    "plates": "Plates",
    "discards": "Put down",
    "blockades": "Blockades",
    "start": "Start",
}
PLURALS = {"cross_laid": "crosses_laid", "azuleo_complete": "azuleos_complete"}

_FRAME = 34  # round the fields, with the coordinates
_HELD_X = 18  # where a hand begins
_TRIM = 8  # what a bare board leaves out on each side
_STEP = 90  # from cross to cross, or plate to plate, in a hand
SIDE_WIDTH, SIDE_HEIGHT = 6 * FIELD + 2 * _FRAME, 150  # as wide as the usual board


class Highlights:
    """What is to be pointed out.

    Each entry is a move as text, or a field: `c4RYBG` (shown as it would lie if the field is
    free), `#c4`, `c4`, `~RY`, `^RYBG`. Plates and hands are those of the side to move, unless a
    side goes before: `1:~RY`. A pass, `-`, points at nothing.
    """

    _FIELD, _COLOUR = "[a-z][1-9][0-9]?", f"[{COLOURS}]"
    _TEXT = re.compile(
        rf"-|#?({_FIELD})|({_FIELD})({_COLOUR}{{4}})"
        rf"|(?:([0-2]):)?(?:~({_COLOUR}{{2}})|\^({_COLOUR}{{4}}))"
    )

    def __init__(self, entries: Iterable[object], position: Position) -> None:
        """Read the entries; MalformedMove if one cannot be read."""
        self.fields: dict[str, str] = {}
        self.plates: set[tuple[int | None, str]] = set()
        self.hand: set[tuple[int | None, str]] = set()
        names = [name for _, _, name in places(position)]
        for entry in entries:
            found = self._TEXT.fullmatch(str(entry))
            if not found or (found[3] and len(set(found[3])) < 4):
                raise MalformedMove(f"highlight: {str(entry)[:40]!r} is no move and no field")
            side = int(found[4]) if found[4] else position.side_to_move()
            if field := found[1] or found[2]:
                if field not in names:
                    raise MalformedMove(f"highlight: the board has no field {field}")
                self.fields[field] = found[3] or ""
            if found[5]:
                self.plates.add((side, "".join(sorted(found[5], key=COLOURS.index))))
            if found[6]:
                self.hand.add((side, _kind(found[6])))


def _kind(cross: str) -> str:
    """Return a cross's colours clockwise from the first of all, however it is turned."""
    start = cross.find(COLOURS[0])
    return cross[start:] + cross[:start]


def _glow(x: float, y: float, size: float) -> Element:
    return rectangle(x, y, size, size, rx=5, class_="az-highlight highlight", stroke_width=4)


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def cross(colours: str, **data: str | float | None) -> Element:
    """Return a cross, its colours clockwise from the north-west; 80 units square."""
    data.setdefault("class_", "cross")
    triangles = [
        use(
            triangle_symbol(colour),
            0,
            0,
            FIELD / 2,
            transform=f"rotate({90 * k} {FIELD // 2} {FIELD // 2})" if k else None,
            class_="triangle",
            data_colour=colour,
            data_corner=CORNERS[k],
        )
        for k, colour in enumerate(colours)
    ]
    return group([use(BODY, 0, 0, FIELD), *triangles], data_cross=colours, **data)


def plate(pair: str, **data: str | float | None) -> Element:
    """Return a plate, the azuleo that it asks for painted on it; 80 units square."""
    quarters = [
        use(
            triangle_symbol(pair[k % 2]),
            0,
            0,
            FIELD / 2,
            transform=f"translate(40 40) rotate({90 * k}) scale(.84)",
            data_colour=pair[k % 2],
        )
        for k in range(4)
    ]
    return group([use(PLATE, 0, 0, FIELD), *quarters], class_="plate", data_pair=pair, **data)


# ── The board ────────────────────────────────────────────────────────────────────────────────────


def places(position: Position) -> list[tuple[int, int, str]]:
    """Return the board's fields as (row, column, name)."""
    return [
        (row, column, f"{COLUMNS[column]}{row + 1}")
        for row, kinds in enumerate(position.shape)
        for column, kind in enumerate(kinds)
        if kind != "x"
    ]


def board(position: Position, lit: Highlights, *, bare: bool = False) -> Block:
    """Return the board with everything that lies on it; bare, without its panel."""
    rows, across = len(position.shape), len(position.shape[0])
    inner_width, inner_height = across * FIELD, rows * FIELD
    width, height = inner_width + 2 * _FRAME, inner_height + 2 * _FRAME
    parts = [] if bare else [panel(width, height)]
    parts += [
        rectangle(
            _FRAME - 5,
            _FRAME - 5,
            inner_width + 10,
            inner_height + 10,
            rx=3,
            class_="az-frame",
            stroke_width=1.8,
        ),
    ]
    for column in range(across):
        x = _FRAME + (column + 0.5) * FIELD
        parts += [_coordinate(COLUMNS[column], x, y) for y in (23, height - 13)]
    for row in range(rows):
        y = _FRAME + (row + 0.5) * FIELD + 5
        parts += [_coordinate(str(row + 1), x, y) for x in (18, width - 18)]
    fields, glows = [], []
    for row, column, name in places(position):
        fields.append(_field(position, row, column, name, lit.fields.get(name, "")))
        if name in lit.fields:
            glows.append(_glow(column * FIELD + 1, row * FIELD + 1, FIELD - 2))
    azuleos = [
        use(
            ROSETTE,
            (x - 0.5) * FIELD,
            (y - 0.5) * FIELD,
            FIELD,
            class_="azuleo",
            data_point=f"{x},{y}",
            data_pair=pair,
            pointer_events="none",
        )
        for x, y, pair in position.azuleos()
    ]
    parts.append(at(_FRAME, _FRAME, *fields, group(azuleos, class_="azuleos"), *glows))
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
        parts.append(use(BLOCKADE, 0, 0, FIELD, class_="blockade", data_field=name))
    elif content:
        parts.append(cross(content, data_field=name))
    else:
        if kind == "field dotted":
            parts += [
                circle(40, 40, 13, class_="az-frame", stroke_width=1.6),
                circle(40, 40, 8.5, class_="az-ornament dot"),
            ]
        else:
            parts.append(path("M40 28L52 40L40 52L28 40Z", class_="az-lace", stroke_width=1.2))
        if ghost:
            parts.append(cross(ghost, class_="ghost", opacity=0.6))
    element = at(column * FIELD, row * FIELD, *parts)
    element.set("class", kind)
    element.set("data-field", name)
    return element


# ── The sides ────────────────────────────────────────────────────────────────────────────────────


def side_panel(
    position: Position, side: int, words: Words, lit: Highlights, *, bare: bool = False
) -> Block:
    """Return a side's name and score, its hand and its plates; bare, only these."""
    own = position.sides[side]
    hand = own.hand
    # A hand is three crosses and two plates; should there be more, they move together.
    step = min(_STEP, 2 * _STEP / max(len(hand) - 1, 1))
    plate_step = min(_STEP, _STEP / max(len(own.plates) - 1, 1))
    crosses: list[Element] = []
    for index, kind in enumerate(hand):
        piece = (
            cross(kind, data_side=side)
            if kind
            else use(BACK, 0, 0, FIELD, class_="back", data_side=side)
        )
        lights = [_glow(-1, -1, FIELD + 2)] if kind and (side, _kind(kind)) in lit.hand else []
        crosses.append(at(_HELD_X + index * step, 0, piece, *lights))
    plates = []
    for index, pair in enumerate(own.plates):
        meant = "".join(sorted(pair, key=COLOURS.index))
        lights = [_glow(-1, -1, FIELD + 2)] if (side, meant) in lit.plates else []
        x = SIDE_WIDTH - _HELD_X - _STEP - FIELD + index * plate_step
        plates.append(at(x, 0, plate(pair, data_side=side), *lights))
    held = [
        group(crosses, class_="hand", data_side=side, data_count=len(hand)),
        group(plates, class_="plates", data_side=side),
    ]
    if bare:
        element = group(
            held, class_="side", data_side=side, transform=f"translate({2 - _HELD_X} 2)"
        )
        return Block(element, SIDE_WIDTH - 2 * _HELD_X + 4, FIELD + 4)
    turn = position.side_to_move() == side
    badges = []
    if own.swaps:
        badges.append(_swaps(own.swaps))
    parts = [
        panel(SIDE_WIDTH, SIDE_HEIGHT, turn=turn),
        nameplate(
            team_name(position, side, words),
            own.score,
            SIDE_WIDTH,
            turn=turn,
            winner=side in position.winners(),
            badges=badges,
            data_side=side,
            data_score=own.score,
        ),
        at(0, 56, *held),
    ]
    if hand and own.plates:
        x = (_HELD_X + 2 * _STEP + FIELD + SIDE_WIDTH - _HELD_X - _STEP - FIELD) / 2
        parts.append(path(f"M{x:g} 64V128", class_="az-hair", stroke_width=1))
    element = group(parts, class_="side turn" if turn else "side", data_side=side)
    return Block(element, SIDE_WIDTH, SIDE_HEIGHT)


def _swaps(count: int) -> Element:
    """Return how many turns in a row the side has swapped: two arrows and a number."""
    return group(
        [
            path("M3 10H18L14 6M23 16H8L12 20", class_="az-frame", stroke_width=1.6),
            label(str(count), 29, 18.5, 15, class_="az-soft"),
        ],
        class_="swaps",
        data_count=count,
    )


def team_name(position: Position, side: int, words: Words) -> str:
    """Return a player's name, or the partners' names."""
    names = [words.names[player] for player in position.team(side)]
    return names[0] if len(names) == 1 else words.say("and", first=names[0], second=names[1])


# ── Supplies ─────────────────────────────────────────────────────────────────────────────────────


def stores(position: Position, words: Words) -> Block:
    """Return what lies beside the board: supplies, put-down plates, blockades, the start cross."""
    piles: list[tuple[str, Element, str]] = [
        ("crosses", use(BACK, 0, 0, FIELD), str(position.supply))
    ]
    if position.mode != "fill":
        left = "∞" if position.blockades is None else str(position.blockades)
        piles += [
            ("plates", use(PLATE_BACK, 0, 0, FIELD), str(position.plate_supply)),
            ("discards", use(PLATE, 0, 0, FIELD), str(position.discards)),
            ("blockades", use(BLOCKADE, 0, 0, FIELD), left),
        ]
    height = 116 if position.start else 96
    parts = [panel(SIDE_WIDTH, height)]
    middle = height / 2
    room = (SIDE_WIDTH - 24) / (len(piles) + (1 if position.start else 0))
    for index, (name, picture, count) in enumerate(piles):
        x = 12 + room * index + room / 2
        parts.append(
            group(
                [
                    at(x - 42, middle - 34, group([picture], transform="scale(.5)")),
                    label(count, x + 8, middle - 5, 22, font_weight=700),
                    label(
                        words.say(name), x, middle + 30, 14, class_="az-soft", text_anchor="middle"
                    ),
                ],
                class_=f"pile {name}",
                data_count=count,
            )
        )
    if position.start:
        x = 12 + room * len(piles) + room / 2
        parts.append(at(x - 40, 10, cross(position.start, class_="cross start")))
        parts.append(label(words.say("start"), x, 106, 14, class_="az-soft", text_anchor="middle"))
    return Block(group(parts, class_="stores"), SIDE_WIDTH, height)


# ── Pieces on their own ──────────────────────────────────────────────────────────────────────────


def lone_cross(colours: str) -> Block:
    """A cross, such as "RYBG"; "#" is a blockade, "?" a cross face down."""
    if colours == "#":
        element = use(BLOCKADE, 0, 0, FIELD, class_="blockade")
    elif colours == "?":
        element = use(BACK, 0, 0, FIELD, class_="back")
    else:
        element = cross(_different(colours, 4))
    return Block(element, FIELD, FIELD)


def lone_plate(pair: str) -> Block:
    """A plate, such as "RY"."""
    return Block(plate(_different(pair, 2)), FIELD, FIELD)


def _different(colours: object, count: int) -> str:
    if not are_different(colours, count):
        raise OptionError(
            f"expected {count} different letters of {COLOURS}, not {shorten(colours)}"
        )
    return str(colours)


#: What can be drawn on its own, with its usual width in pixels.
PIECES = {"cross": (lone_cross, 80), "plate": (lone_plate, 80)}


# ── The table ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Table:
    """A position of Azuleo with the players' names, ready to be drawn, whole or in parts."""

    position: Position
    words: Words
    lit: Highlights
    kind: ClassVar = "azuleo"
    PARTS: ClassVar = ("board", "side")

    def status(self) -> str:
        """Return in a few words what is going on."""
        position, words = self.position, self.words
        if position.phase == "over":
            return words.outcome([team_name(position, side, words) for side in position.winners()])
        if position.turn is None:
            return ""
        return words.say("to_move", name=words.names[position.turn])

    def description(self) -> str:
        """Return the position in a few sentences, for those who do not see it."""
        position, words = self.position, self.words
        players = words.say("players", number=str(position.players))
        if position.players == 1:
            players = words.say("solo")
        scores = ", ".join(
            f"{team_name(position, index, words)} {side.score}"
            for index, side in enumerate(position.sides)
        )
        laid = sum(len(content) == 4 for row in position.fields for content in row)
        sentences = [
            f"Azuleo, {players}",
            self.status(),
            words.say("scores", scores=scores),
            words.count("cross_laid", laid),
            words.count("azuleo_complete", len(position.azuleos())),
        ]
        return ". ".join(sentence for sentence in sentences if sentence) + "."

    def board(self, player: int | None = None, *, bare: bool = False) -> Block:  # noqa: ARG002
        """Return the board, which all players share."""
        return board(self.position, self.lit, bare=bare)

    def side(self, side: int | None, *, bare: bool = False) -> Block:
        """Return a side's hand and plates."""
        count = len(self.position.sides)
        if side is None or side not in range(count):
            raise OptionError(f"side: expected 0 to {count - 1}, not {shorten(side)}")
        return side_panel(self.position, side, self.words, self.lit, bare=bare)

    def whole(self, *, tall: bool) -> Block:
        """Return everything: in one column, or with the sides beside the board."""
        title = heading("Azuleo", self.status(), SIDE_WIDTH)
        fields = self.board()
        sides = [self.side(side) for side in range(len(self.position.sides))]
        chest = stores(self.position, self.words)
        layout: list[list[Block]]
        if tall:
            layout = [[title, fields, *sides, chest]]
        elif len(sides) == 3:
            layout = [[title, fields], [*sides, chest]]
        else:
            layout = [[fields], [title, *sides, chest]]
        return card(columns(layout, GAP))


def table(
    data: object,
    highlight: Iterable[object],
    names: Sequence[str] | None,
    words: Mapping[str, str] | None,
) -> Table:
    """A position as plain data, ready to be drawn; PositionError says what is wrong with it."""
    position = read(data)
    spoken = Words(position.players, names, words)
    return Table(position, spoken, Highlights(highlight, position))
