"""Drawing a player's board of Azul: pattern lines, wall, floor line."""

from xml.etree.ElementTree import Element

from azulejos.draw.elements import Block, group, label, polygon, rectangle, use
from azulejos.draw.layout import nameplate, panel
from azulejos.draw.words import Words
from azulejos.games.azul import pieces, places
from azulejos.games.azul.drawn_position import FLOOR_LOSSES, Board, Position
from azulejos.games.azul.highlights import Highlights
from azulejos.games.azul.places import BOARD_HEIGHT, BOARD_WIDTH, FLOOR_Y, INSET, LINES_X, PITCH
from azulejos.games.azul.tiles import MARKER, TILE, printed_colour

_TRIM, _BARE_TOP = 14, 46  # what a bare board leaves out at its sides and above


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
        _losses(own),
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


def _line(own: Board, player: int, number: int, lit: Highlights) -> Element:
    """Return a pattern line."""
    colour, count = own.lines[number - 1]
    left, y = places.line(number, number)
    left, top = left - INSET, y - INSET
    parts = [
        # Between its tiles, too, a line is to be hit by the pointer.
        rectangle(
            left, top, number * PITCH, PITCH, fill="none", pointer_events="all", class_="target"
        ),
        label(str(number), left - 6, y + 25, 12, class_="az-soft", text_anchor="end"),
    ]
    for place in range(1, number + 1):
        where = places.line(number, place)
        if place > count:
            parts.append(pieces.slot(*where, data_place=place))
        else:
            parts.append(pieces.tile(colour, *where, data_player=player, data_line=number))
    end = LINES_X + 5 * PITCH
    arrow = [(end + 15, y + 14), (end + 24, y + 20), (end + 15, y + 26)]
    complete = count == number
    parts.append(polygon(arrow, class_="az-gold" if complete else "az-dish"))
    if (player, number) in lit.lines:
        parts.append(pieces.glow(left, top, number * PITCH, PITCH))
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
            x, y = places.space(0, column)
            number = str(column + 1)
            parts.append(
                label(number, x + TILE / 2, y - 5, 11, class_="az-soft", text_anchor="middle")
            )
    for row in range(5):
        for column in range(5):
            x, y = places.space(row, column)
            colour = printed_colour(row, column) if coloured else None
            where = {"data_line": row + 1, "data_column": column + 1}
            space = [pieces.slot(x, y)]
            if own.wall[row][column]:
                space.append(pieces.tile(own.wall[row][column], x, y, data_player=player, **where))
            elif colour:
                space.append(pieces.printed(colour, x, y))
            if (player, row + 1, column + 1) in lit.spaces:
                space.append(pieces.glow(x - 1, y - 1, TILE + 2, TILE + 2))
            parts.append(
                group(space, class_="space", data_player=player, **where, data_colour=colour)
            )
    return group(parts, class_="wall", data_player=player)


def _floor(own: Board, player: int, lit: Highlights) -> Element:
    """Return the floor line."""
    width = len(FLOOR_LOSSES) * PITCH
    parts = [
        rectangle(
            LINES_X,
            FLOOR_Y - 18,
            width,
            PITCH + 18,
            fill="none",
            pointer_events="all",
            class_="target",
        )
    ]
    for place in range(len(FLOOR_LOSSES)):
        where = places.floor(place)
        if place < len(own.floor):
            parts.append(pieces.tile(own.floor[place], *where, data_player=player, data_line=0))
        else:
            parts.append(pieces.slot(*where, data_place=place + 1))
    cost = sum(FLOOR_LOSSES[: len(own.floor)])
    if (player, 0) in lit.lines:
        parts.append(pieces.glow(LINES_X, FLOOR_Y, width, PITCH))
    return group(parts, class_="floor", data_player=player, data_line=0, data_cost=cost)


def _losses(own: Board) -> Element:
    """Return what each space of the floor line costs, and the cost so far.

    They stand beside the floor line, which is a button on a page: its name tells them one by one.
    """
    occupied = len(own.floor)
    parts = [
        pieces.loss(points, *places.loss(place), taken=place < occupied)
        for place, points in enumerate(FLOOR_LOSSES)
    ]
    if occupied:
        parts.append(pieces.cost(sum(FLOOR_LOSSES[:occupied])))
    return group(parts, class_="losses", pointer_events="none")
