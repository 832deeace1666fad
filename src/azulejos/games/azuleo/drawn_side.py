"""Drawing a side of Azuleo: a player or a team, its hand and its plates."""

from xml.etree.ElementTree import Element

from azulejos.draw.elements import Block, at, group, label, path
from azulejos.draw.layout import nameplate, panel
from azulejos.draw.words import Words
from azulejos.games.azuleo import pieces
from azulejos.games.azuleo.crosses import COLOURS, FIELD
from azulejos.games.azuleo.drawn_position import Position
from azulejos.games.azuleo.highlights import Highlights, kind_of
from azulejos.games.azuleo.places import HAND, HELD_X, PLATES, SIDE_HEIGHT, SIDE_WIDTH


def side_panel(
    position: Position, side: int, words: Words, lit: Highlights, *, bare: bool = False
) -> Block:
    """Return a side's name and score, its hand and its plates; bare, only these."""
    own = position.sides[side]
    hand = own.hand
    crosses: list[Element] = []
    for x, kind in zip(HAND.places(len(hand)), hand, strict=True):
        piece = pieces.cross(kind, data_side=side) if kind else pieces.back(data_side=side)
        lights = [_glow()] if kind and (side, kind_of(kind)) in lit.hand else []
        crosses.append(at(x, HAND.y, piece, *lights))
    plates = []
    for x, pair in zip(PLATES.places(len(own.plates)), own.plates, strict=True):
        meant = "".join(sorted(pair, key=COLOURS.index))
        lights = [_glow()] if (side, meant) in lit.plates else []
        plates.append(at(x, PLATES.y, pieces.plate(pair, data_side=side), *lights))
    held = [
        group(crosses, class_="hand", data_side=side, data_count=len(hand)),
        group(plates, class_="plates", data_side=side),
    ]
    if bare:
        element = group(held, class_="side", data_side=side, transform=f"translate({2 - HELD_X} 2)")
        return Block(element, SIDE_WIDTH - 2 * HELD_X + 4, FIELD + 4)
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
        x = (HAND.x + HAND.width + PLATES.x) / 2
        parts.append(path(f"M{x:g} 64V128", class_="az-hair", stroke_width=1))
    element = group(parts, class_="side turn" if turn else "side", data_side=side)
    return Block(element, SIDE_WIDTH, SIDE_HEIGHT)


def _glow() -> Element:
    return pieces.glow(-1, -1, FIELD + 2)


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
