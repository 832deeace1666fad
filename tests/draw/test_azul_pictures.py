"""Azul: everything that lies on the table is in the picture, once and in its place."""

from collections import Counter
from typing import Any

import pytest

from azulejos import azul, draw

from .pictures import NAMES, look, position, positions_along, seen

COLOURS = "BYRKW"


def places_of_tiles(data: dict[str, Any]) -> Counter[tuple[str, ...]]:
    """Every tile on the table as its colour and its place."""
    tiles: Counter[tuple[str, ...]] = Counter()
    for source, counts in enumerate([data["centre"], *data["factories"]]):
        for colour, count in zip(COLOURS, counts, strict=True):
            tiles[colour, f"source {source}"] += count
    for player, board in enumerate(data["boards"]):
        for number, line in enumerate(board["lines"], start=1):
            if line["count"]:
                tiles[line["colour"], f"line {player} {number}"] += line["count"]
        for colour in board["floor"]:
            if colour != "M":
                tiles[colour, f"line {player} 0"] += 1
        for row, spaces in enumerate(board["wall"], start=1):
            for column, colour in enumerate(spaces, start=1):
                if colour:
                    tiles[colour, f"space {player} {row} {column}"] += 1
    return +tiles


def places_in_picture(root: Any) -> Counter[tuple[str, ...]]:
    tiles: Counter[tuple[str, ...]] = Counter()
    for tile in seen(root, "tile"):
        get = tile.get
        assert get("href") == f"#az-tile-{get('data-colour')}"
        assert get("width") == get("height") == "40"
        if get("data-source") is not None:
            place = f"source {get('data-source')}"
        elif get("data-column"):
            place = f"space {get('data-player')} {get('data-line')} {get('data-column')}"
        else:
            place = f"line {get('data-player')} {get('data-line')}"
        tiles[get("data-colour"), place] += 1
    return tiles


def check(data: dict[str, Any], text: str) -> None:
    root = look(text)
    players = data["players"]
    assert places_in_picture(root) == places_of_tiles(data)
    assert len(seen(root, "factory")) == 2 * players + 1
    assert len(seen(root, "board")) == players
    assert len(seen(root, "line")) == 5 * players
    assert len(seen(root, "space")) == 25 * players
    in_centre = seen(root, "marker", source=0)
    on_floors = sum(board["floor"].count("M") for board in data["boards"])
    assert len(in_centre) == data["marker_in_centre"]
    assert len(seen(root, "marker")) == on_floors + len(in_centre)
    for player, board in enumerate(data["boards"]):
        assert seen(root, "nameplate", player=player, score=board["score"])
        assert bool(seen(root, "board turn", player=player)) == (data["turn"] == player)
    for store in ("bag", "lid"):
        (pile,) = seen(root, store, count=sum(data[store]))
        counts = [entry.get("data-count") for entry in pile if entry.get("data-colour")]
        assert counts == [str(count) for count in data[store]]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("azul-")])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_stored_positions(name: str, layout: str) -> None:
    check(position(name), draw.svg(position(name), layout=layout))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_real_games(players: int, wall: str) -> None:
    for game in positions_along(azul.Game(players, wall, seed=players), players, every=13):
        check(game.to_dict(), draw.svg(game))


def test_lines_fill_from_the_right() -> None:
    data = position("azul-2-start")
    data["boards"][0]["lines"][3] = {"colour": "K", "count": 2}
    (line,) = seen(look(draw.svg(data)), "line", player=0, line=4, colour="K", count=2)
    tiles = [float(tile.get("x", "")) for tile in seen(line, "tile")]
    slots = [float(slot.get("x", "")) for slot in seen(line, "slot")]
    assert len(tiles) == len(slots) == 2
    assert min(tiles) > max(slots)


def test_floor_fills_from_the_left_and_says_its_cost() -> None:
    data = position("azul-2-start")
    data["boards"][1]["floor"] = list("BBKM")
    (floor,) = seen(look(draw.svg(data)), "floor", player=1, cost=6)
    tiles = [float(tile.get("x", "")) for tile in [*seen(floor, "tile"), *seen(floor, "marker")]]
    assert max(tiles) < min(float(slot.get("x", "")) for slot in seen(floor, "slot"))


def test_printed_spaces_only_on_the_coloured_wall() -> None:
    data = position("azul-2-start")
    root = look(draw.svg(data))
    assert len(seen(root, "printed")) == 50
    assert len(seen(root, "space", player=0, line=2, column=1, colour="W")) == 1
    data["wall"] = "grey"
    assert not seen(look(draw.svg(data)), "printed")


def test_a_crowded_centre_stays_between_the_factories() -> None:
    data = position("azul-2-start")
    data["factories"] = [[0] * 5 for _ in range(5)]
    data["centre"] = [7, 1, 5, 3, 4]
    root = look(draw.svg(data))
    corners = []
    for tile in [*seen(root, "tile", source=0), *seen(root, "marker", source=0)]:
        x, y = float(tile.get("x", "")), float(tile.get("y", ""))
        corners += [(x, y), (x + 40, y), (x, y + 40), (x + 40, y + 40)]
    assert max(x * x + y * y for x, y in corners) < (194 - 66 + 6) ** 2


@pytest.mark.parametrize(
    ("highlight", "lit"),
    [
        ("1B1", 2),  # a tile and a line
        ("1B", 1),
        ("1", 1),
        ("CKF", 2),  # no black in the centre: the centre itself, and the floor line
        ("1:1B1", 2),
        (["@34", "@35"], 2),
        ([], 0),
        (None, 0),
    ],
)
def test_highlights(highlight: Any, lit: int) -> None:
    data = position("azul-2-start")
    data["factories"][0] = [1, 1, 1, 1, 0]
    assert len(seen(look(draw.svg(data, highlight=highlight)), "highlight")) == lit


def test_a_move_can_be_highlighted_as_a_value() -> None:
    game = azul.Game(2, seed=1)
    move = game.legal_moves()[0]
    assert draw.svg(game, highlight=move) == draw.svg(game, highlight=str(move))
    assert draw.svg(game, highlight=game.legal_moves()) != draw.svg(game)


@pytest.mark.parametrize("highlight", ["x", "0B1", "3B6", "@66", "c4", 7.5, ["1B1", None]])
def test_what_is_no_move_cannot_be_highlighted(highlight: Any) -> None:
    with pytest.raises(azul.MalformedMove, match="highlight"):
        draw.svg(position("azul-2-start"), highlight=highlight)


def test_three_boards_read_from_first_to_last() -> None:
    root = look(draw.svg(position("azul-3-grey-middle")))
    where = {}
    for element in root.iter():
        for child in element:
            if "board" in child.get("class", "").split():
                x, y = map(float, element.get("transform", "")[len("translate(") : -1].split())
                where[child.get("data-player")] = (round(y, -2), x)
    assert sorted(where, key=where.__getitem__) == ["0", "1", "2"]


def test_winners_are_starred() -> None:
    data = position("azul-2-over")
    data["boards"][0]["score"] = data["boards"][1]["score"] = 30
    for board in data["boards"]:
        board["wall"] = [[None] * 5 for _ in range(5)]
    root = look(draw.svg(data, names=["Ana", "Bo"]))
    assert len(seen(root, "winner")) == 2
    assert "Shared win: Ana, Bo" in (root[0].text or "")
    data["boards"][1]["wall"][0] = list("BYRKW")
    root = look(draw.svg(data, names=["Ana", "Bo"]))
    assert len(seen(root, "winner")) == 1
    assert "Winner: Bo" in (root[0].text or "")
