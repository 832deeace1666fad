"""Drawing Azul: the display of factories, the bag and the lid, the players' boards.

`.factory` and `.centre` have data-source (0 is the centre), `.board`, `.line`, `.floor` and
`.space` have data-player and data-line (0 is the floor line), a space data-column too; each `.tile`
has data-colour and the data of its place; the marker is `.marker`. A tile measures 40 units.
"""

import math
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
    polygon,
    rectangle,
    star,
    use,
)
from azulejos.draw.furniture import GAP, card, heading, nameplate, panel
from azulejos.draw.words import Words
from azulejos.games.azul.drawn_position import FLOOR_LOSSES, Board, Position, read
from azulejos.games.azul.tiles import COLOURS, MARKER, TILE, printed_colour, tile_symbol
from azulejos.games.azul.tiles import SYMBOLS as SYMBOLS

#: The words on its drawings, beside those of every game.
WORDS = {
    "coloured": "coloured wall",
    "grey": "grey wall",
    "deal": "waiting for the deal",
    "factories": "Factories: {factories}",
    "centre": "Centre: {tiles}",
    "bag": "Bag",
    "lid": "Lid",
}

PITCH = 44  # from tile to tile

BOARD_WIDTH, BOARD_HEIGHT = 536, 368
_LINES_X, _TOP, _WALL_X = 36, 61, 294
_FLOOR_Y = _TOP + 5 * PITCH + 24
_TRIM, _BARE_TOP = 14, 46  # what a bare board leaves out at its sides and above
_DISC = 66  # radius of a factory
_PLACES = [(x, y) for y in (2 - PITCH, 2) for x in (2 - PITCH, 2)]  # of its tiles


class Highlights:
    """What is to be pointed out.

    Each entry is a move as text, `3B2`, `CKF` or `@34`, or only its beginning, `3` or `3B`. A
    board meant is that of the player to move, unless a player goes before it: `1:3B2`.
    """

    _TEXT = re.compile(rf"(?:([0-3]):)?(?:([1-9C])(?:([{COLOURS}])([1-5F])?)?|@([1-5])([1-5]))")

    def __init__(self, entries: Iterable[object], position: Position) -> None:
        """Read the entries; MalformedMove if one cannot be read."""
        self.sources: set[tuple[int, str]] = set()
        self.lines: set[tuple[int, int]] = set()
        self.spaces: set[tuple[int, int, int]] = set()
        for entry in entries:
            found = self._TEXT.fullmatch(str(entry))
            if not found:
                raise MalformedMove(f"highlight: {str(entry)[:40]!r} is no move, nor part of one")
            owner, source, colour, line, row, column = found.groups()
            player = int(owner) if owner else position.turn
            if source:
                self.sources.add((0 if source == "C" else int(source), colour or ""))
            if player is None:
                continue
            if line:
                self.lines.add((player, 0 if line == "F" else int(line)))
            if row:
                self.spaces.add((player, int(row), int(column)))

    def source(self, source: int, colour: str = "") -> bool:
        """Say whether a source, or a colour in it, is meant."""
        return (source, colour) in self.sources


def _letters(counts: Sequence[int]) -> str:
    return "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True))


def tile(colour: str, x: float, y: float, **data: str | float | None) -> Element:
    """Return a tile at x, y; "M" is the first player's marker."""
    if colour == "M":
        return use(MARKER, x, y, TILE, class_="marker", **data)
    return use(tile_symbol(colour), x, y, TILE, class_="tile", data_colour=colour, **data)


def _glow(x: float, y: float, width: float, height: float) -> Element:
    return rectangle(x, y, width, height, rx=6, class_="az-highlight highlight", stroke_width=3.2)


# ── The display ──────────────────────────────────────────────────────────────────────────────────


def display(position: Position, lit: Highlights) -> Block:
    """Return the factories in a circle round the centre."""
    number_of = len(position.factories)
    radius = max(194, (_DISC + 5) / math.sin(math.pi / number_of))
    middle = radius + _DISC + 8
    inner = radius - _DISC
    parts = [
        circle(0, 0, radius, class_="az-lace", stroke_width=1.6, stroke_dasharray="1 6"),
        _centre(position, lit, inner - 6),
    ]
    for index, counts in enumerate(position.factories):
        angle = 2 * math.pi * index / number_of
        out_x, out_y = math.sin(angle), -math.cos(angle)
        parts.append(
            at(
                radius * out_x,
                radius * out_y,
                _factory(
                    index + 1, _letters(counts), lit, (out_x * (_DISC - 3), out_y * (_DISC - 3))
                ),
            )
        )
    element = group([at(middle, middle, *parts)], class_="display")
    # Their number is odd: at the bottom two lie side by side, a little higher than the circle.
    lowest = radius * math.cos(math.pi / number_of)
    return Block(element, 2 * middle, middle + lowest + _DISC + 8)


def _factory(source: int, letters: str, lit: Highlights, badge: tuple[float, float]) -> Element:
    """Return a factory around the origin, with its number at `badge`."""
    parts = [
        *_dish(),
        *_four(letters, data_source=source),
        *(
            _glow(x - 1, y - 1, TILE + 2, TILE + 2)
            for (x, y), colour in zip(_PLACES, letters, strict=False)
            if lit.source(source, colour)
        ),
        _badge(source, *badge),
    ]
    if lit.source(source) or any(lit.source(source, c) and c not in letters for c in COLOURS):
        parts.append(circle(0, 0, _DISC - 1, class_="az-highlight highlight", stroke_width=3.2))
    return group(parts, class_="factory", data_source=source)


def _badge(number: int, x: float, y: float) -> Element:
    """Return a number on a small disc."""
    return group(
        [
            circle(x, y, 9.5, class_="az-panel"),
            circle(x, y, 9.5, class_="az-frame", stroke_width=1),
            label(str(number), x, y + 4.4, 12.5, text_anchor="middle", font_weight=600),
        ],
        class_="badge",
        pointer_events="none",
    )


def lone_factory(letters: str) -> Block:
    """Return a factory with these tiles, without a number."""
    element = at(_DISC, _DISC, *_dish(), *_four(letters))
    element.set("class", "factory")
    return Block(element, 2 * _DISC, 2 * _DISC)


def _four(letters: str, **data: str | float | None) -> list[Element]:
    """Return up to four tiles around the origin, those that are taken together as one lot."""
    placed = list(zip(_PLACES, letters, strict=False))
    return [
        _lot(colour, [tile(c, x, y, **data) for (x, y), c in placed if c == colour], **data)
        for colour in COLOURS
        if colour in letters
    ]


def _lot(colour: str, tiles: Iterable[Element], **data: str | float | None) -> Element:
    return group(tiles, class_="lot", data_colour=colour, **data)


def _dish() -> list[Element]:
    """Return a porcelain dish around the origin: rim, string of pearls, rose."""
    pearls = _DISC - 9.5
    return [
        circle(0, 0, _DISC - 1, class_="az-dish"),
        circle(0, 0, _DISC - 1, class_="az-frame", stroke_width=1.6),
        circle(0, 0, _DISC - 4.5, class_="az-hair", stroke_width=0.8),
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


def _centre(position: Position, lit: Highlights, radius: float) -> Element:
    """Return the middle of the table around the origin: a row of tiles for each colour."""
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
    for index, row in enumerate(rows):
        y = (index - len(rows) / 2) * PITCH + 2
        farthest = max(abs(y), abs(y + TILE))
        room = 2 * math.sqrt(max(radius**2 - farthest**2, 62**2)) - 6
        step = min(PITCH, (room - TILE) / (len(row) - 1)) if len(row) > 1 else 0
        x = -((len(row) - 1) * step + TILE) / 2
        placed = [tile(c, x + place * step, y, data_source=0) for place, c in enumerate(row)]
        parts += placed[: row.count("M")]
        if row != "M":
            parts.append(_lot(row[-1], placed[row.count("M") :], data_source=0))
        if lit.source(0, row[-1]):
            start = x + step * row.count("M")
            parts.append(_glow(start - 1, y - 1, -x - start + 2, TILE + 2))
        if len(row) > 1 and step < PITCH - 4:  # they overlap, and are hard to count
            parts.append(_badge(len(row) - row.count("M"), -x, y + TILE / 2))
    gone = any(lit.source(0, c) and not position.centre[i] for i, c in enumerate(COLOURS))
    if lit.source(0) or gone:
        parts.append(circle(0, 0, radius, class_="az-highlight highlight", stroke_width=3.2))
    return group([*floor, group(parts, class_="lots")], class_="centre", data_source=0)


# ── Bag and lid ──────────────────────────────────────────────────────────────────────────────────


def stores(position: Position, words: Words) -> Block:
    """Return how many tiles of each colour are in the bag and in the lid."""
    width, height = BOARD_WIDTH, 96
    parts = [panel(width, height)]
    for row, (name, counts) in enumerate((("bag", position.bag), ("lid", position.lid))):
        y = 14 + 36 * row
        entries = [
            label(words.say(name), 22, y + 22, 17, class_="az-soft"),
            label(str(sum(counts)), 142, y + 23, 20, text_anchor="end", font_weight=700),
        ]
        for index, (colour, count) in enumerate(zip(COLOURS, counts, strict=True)):
            x = 172 + 68 * index
            shown = [
                use(tile_symbol(colour), x, y + 4, 24, class_="swatch"),
                label(str(count), x + 32, y + 22, 16, class_="az-text"),
            ]
            faint = None if count else 0.35
            entries.append(group(shown, data_colour=colour, data_count=count, opacity=faint))
        parts.append(group(entries, class_=name, data_count=sum(counts)))
    parts.append(path(f"M16 48H{width - 16}", class_="az-hair", stroke_width=0.8))
    return Block(group(parts, class_="stores"), width, height)


# ── A player's board ─────────────────────────────────────────────────────────────────────────────


def board(
    position: Position, player: int, words: Words, lit: Highlights, *, bare: bool = False
) -> Block:
    """Return one player's board; bare, without its panel and nameplate."""
    own = position.boards[player]
    turn = position.turn == player
    badges = []
    if position.first == player:
        # Who started the round keeps a shadow of the marker while it lies in the centre.
        shade = 0.35 if position.marker_in_centre else None
        badges.append(use(MARKER, 0, 0, 26, class_="first-player", opacity=shade))
    parts = [
        *(_line(own, player, number, lit) for number in range(1, 6)),
        _wall(own, player, position.coloured, lit),
        _floor(own, player, lit),
    ]
    data = {"class_": "board turn" if turn and not bare else "board", "data_player": player}
    if bare:
        element = group(parts, transform=f"translate({-_TRIM} {-_BARE_TOP})", **data)
        return Block(element, BOARD_WIDTH - 2 * _TRIM, BOARD_HEIGHT - _BARE_TOP - _TRIM)
    frame = [
        panel(BOARD_WIDTH, BOARD_HEIGHT, turn=turn),
        nameplate(
            words.names[player],
            own.score,
            BOARD_WIDTH,
            turn=turn,
            winner=player in position.winners(),
            badges=badges,
            data_player=player,
            data_score=own.score,
        ),
    ]
    return Block(group([*frame, *parts], **data), BOARD_WIDTH, BOARD_HEIGHT)


def _slot(x: float, y: float, **data: str | float | None) -> Element:
    return rectangle(x, y, TILE, TILE, rx=4.2, class_="az-slot slot", stroke_width=1, **data)


def _line(own: Board, player: int, number: int, lit: Highlights) -> Element:
    """Return a pattern line; place 1 is the rightmost, where it starts to fill."""
    colour, count = own.lines[number - 1]
    y = _TOP + (number - 1) * PITCH + 2
    left = _LINES_X + (5 - number) * PITCH
    parts = [
        # Between its tiles, too, a line is to be hit by the pointer.
        rectangle(
            left, y - 2, number * PITCH, PITCH, fill="none", pointer_events="all", class_="target"
        ),
        label(str(number), left - 6, y + 25, 12, class_="az-soft", text_anchor="end"),
    ]
    for place in range(1, number + 1):
        x = _LINES_X + (5 - place) * PITCH + 2
        if place > count:
            parts.append(_slot(x, y, data_place=place))
        else:
            parts.append(tile(colour, x, y, data_player=player, data_line=number))
    end = _LINES_X + 5 * PITCH
    arrow = [(end + 15, y + 14), (end + 24, y + 20), (end + 15, y + 26)]
    complete = count == number
    parts.append(polygon(arrow, class_="az-gold" if complete else "az-dish"))
    if (player, number) in lit.lines:
        parts.append(_glow(left, y - 2, number * PITCH, PITCH))
    return group(
        parts,
        class_="line complete" if complete else "line",
        data_player=player,
        data_line=number,
        data_colour=colour or None,
        data_count=count,
    )


def _wall(own: Board, player: int, coloured: bool, lit: Highlights) -> Element:
    parts = []
    if not coloured:
        # Only there do moves name a column.
        for column in range(5):
            x = _WALL_X + (column + 0.5) * PITCH
            number = str(column + 1)
            parts.append(label(number, x, _TOP - 3, 11, class_="az-soft", text_anchor="middle"))
    for row in range(5):
        for column in range(5):
            x, y = _WALL_X + column * PITCH + 2, _TOP + row * PITCH + 2
            printed = printed_colour(row, column) if coloured else None
            space = [_slot(x, y)]
            if own.wall[row][column]:
                where = {"data_line": row + 1, "data_column": column + 1}
                space.append(tile(own.wall[row][column], x, y, data_player=player, **where))
            elif printed:
                paint = "az-printed az-printed-W" if printed == "W" else "az-printed"
                space.append(use(tile_symbol(printed), x, y, TILE, class_=f"printed {paint}"))
            if (player, row + 1, column + 1) in lit.spaces:
                space.append(_glow(x - 1, y - 1, TILE + 2, TILE + 2))
            parts.append(
                group(
                    space,
                    class_="space",
                    data_player=player,
                    data_line=row + 1,
                    data_column=column + 1,
                    data_colour=printed,
                )
            )
    return group(parts, class_="wall", data_player=player)


def _floor(own: Board, player: int, lit: Highlights) -> Element:
    """Return the floor line, what each of its spaces costs, and the cost so far."""
    parts = [
        rectangle(
            _LINES_X,
            _FLOOR_Y - 18,
            len(FLOOR_LOSSES) * PITCH,
            PITCH + 18,
            fill="none",
            pointer_events="all",
            class_="target",
        )
    ]
    for place, loss in enumerate(FLOOR_LOSSES):
        x = _LINES_X + place * PITCH + 2
        taken = place < len(own.floor)
        parts.append(
            label(
                f"−{loss}",
                x + TILE / 2,
                _FLOOR_Y - 5,
                13,
                class_="az-loss" if taken else "az-soft",
                font_weight=700 if taken else None,
                text_anchor="middle",
            )
        )
        if taken:
            where = {"data_player": player, "data_line": 0}
            parts.append(tile(own.floor[place], x, _FLOOR_Y + 2, **where))
        else:
            parts.append(_slot(x, _FLOOR_Y + 2, data_place=place + 1))
    cost = sum(FLOOR_LOSSES[: len(own.floor)])
    if cost:
        parts.append(
            label(
                f"−{cost}",
                BOARD_WIDTH - 20,
                _FLOOR_Y + 31,
                24,
                class_="az-loss cost",
                font_weight=700,
                text_anchor="end",
            )
        )
    if (player, 0) in lit.lines:
        parts.append(_glow(_LINES_X, _FLOOR_Y, len(FLOOR_LOSSES) * PITCH, PITCH))
    return group(parts, class_="floor", data_player=player, data_line=0, data_cost=cost)


# ── Pieces on their own ──────────────────────────────────────────────────────────────────────────


def lone_tile(colour: str) -> Block:
    """One tile, B Y R K or W, or the first player's marker, M."""
    if colour not in (*COLOURS, "M"):
        letters = " ".join((*COLOURS, "M"))
        raise OptionError(f"colour: expected one of {letters}, not {shorten(colour)}")
    return Block(tile(colour, 0, 0), TILE, TILE)


def checked_factory(colours: str) -> Block:
    """A factory with up to four tiles, such as "BBYR"."""
    if not isinstance(colours, str) or len(colours) > 4 or set(colours) - set(COLOURS):
        raise OptionError(f"colours: expected up to 4 letters of {COLOURS}, not {shorten(colours)}")
    return lone_factory(colours)


#: What can be drawn on its own, with its usual width in pixels.
PIECES = {"tile": (lone_tile, 40), "factory": (checked_factory, 132)}


# ── The table ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Table:
    """A position of Azul with the players' names, ready to be drawn, whole or in parts."""

    position: Position
    words: Words
    lit: Highlights
    kind: ClassVar = "azul"
    PARTS: ClassVar = ("board", "display")

    def status(self) -> str:
        """Return in a few words what is going on."""
        position, words = self.position, self.words
        if position.phase == "over":
            return words.outcome([words.names[player] for player in position.winners()])
        now = words.say("round", number=str(position.round))
        if position.phase == "deal":
            return f"{now} · {words.say('deal')}"
        if position.turn is None:
            return now
        return f"{now} · {words.say('to_move', name=words.names[position.turn])}"

    def description(self) -> str:
        """Return the position in a few sentences, for those who do not see it."""
        position, words = self.position, self.words
        players = words.say("players", number=str(len(position.boards)))
        wall = words.say("coloured" if position.coloured else "grey")
        boards = zip(words.names, position.boards, strict=True)
        scores = ", ".join(f"{name} {own.score}" for name, own in boards)
        factories = enumerate((_letters(counts) for counts in position.factories), start=1)
        listed = ", ".join(f"{number} {letters}" for number, letters in factories if letters)
        centre = "M" * position.marker_in_centre + _letters(position.centre)
        sentences = [f"Azul, {players}, {wall}", self.status(), words.say("scores", scores=scores)]
        if listed:
            sentences.append(words.say("factories", factories=listed))
        if centre:
            sentences.append(words.say("centre", tiles=centre))
        return ". ".join(sentences) + "."

    def display(self, index: int | None = None, *, bare: bool = False) -> Block:  # noqa: ARG002
        """Return the factories and the centre."""
        return display(self.position, self.lit)

    def board(self, player: int | None, *, bare: bool = False) -> Block:
        """Return one player's board."""
        count = len(self.position.boards)
        if player is None or player not in range(count):
            raise OptionError(f"player: expected 0 to {count - 1}, not {shorten(player)}")
        return board(self.position, player, self.words, self.lit, bare=bare)

    def whole(self, *, tall: bool) -> Block:
        """Return everything: in one column, or spread out."""
        title = heading("Azul", self.status(), BOARD_WIDTH)
        ring = self.display()
        chest = stores(self.position, self.words)
        boards = [self.board(player) for player in range(len(self.position.boards))]
        layout: list[list[Block]]
        if tall:
            layout = [[title, ring, chest, *boards]]
        elif len(boards) == 2:
            layout = [[title, ring, chest], boards]
        elif len(boards) == 3:
            layout = [[ring, boards[1]], [title, chest, boards[0], boards[2]]]
        else:  # clockwise round the display
            layout = [[boards[0], boards[3]], [title, ring, chest], [boards[1], boards[2]]]
        return card(columns(layout, GAP))


def table(
    data: object,
    highlight: Iterable[object],
    names: Sequence[str] | None,
    words: Mapping[str, str] | None,
) -> Table:
    """A position as plain data, ready to be drawn; PositionError says what is wrong with it."""
    position = read(data)
    spoken = Words(len(position.boards), names, words)
    return Table(position, spoken, Highlights(highlight, position))
