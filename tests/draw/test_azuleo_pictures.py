"""Azuleo: what lies on the table is in the picture, and what is hidden is not."""

import random
import re
from collections import Counter
from string import ascii_lowercase
from typing import Any

import pytest

from azulejos import azuleo, draw
from azulejos.core.errors import PositionError

from .pictures import NAMES, look, position, positions_along, seen


def check(data: dict[str, Any], text: str) -> None:
    root = look(text)
    shape = data["options"]["board"]
    fields = {f"{'abcdef'[x]}{y + 1}" for y, row in enumerate(shape) for x in range(len(row))}
    missing = {
        f"{'abcdef'[x]}{y + 1}"
        for y, row in enumerate(shape)
        for x, kind in enumerate(row)
        if kind == "x"
    }
    assert {field.get("data-field") for field in seen(root, "field")} == fields - missing
    for y, row in enumerate(data["board"]):
        for x, content in enumerate(row):
            name = f"{'abcdef'[x]}{y + 1}"
            assert len(seen(root, "blockade", field=name)) == (content == "#")
            crosses = seen(root, "cross", field=name)
            assert [cross.get("data-cross") for cross in crosses] == (
                [content] if content and content != "#" else []
            )
    for cross in seen(root, "cross"):
        triangles = seen(cross, "triangle")
        assert "".join(t.get("data-colour", "") for t in triangles) == cross.get("data-cross")
        assert [t.get("data-corner") for t in triangles] == ["nw", "ne", "se", "sw"]
        assert all(t.get("href") == f"#az-triangle-{t.get('data-colour')}" for t in triangles)
    for index, side in enumerate(data["sides"]):
        held = ["?"] * side["hand"] if isinstance(side["hand"], int) else side["hand"]
        hand = [cross.get("data-cross") for cross in seen(root, "cross", side=index)]
        assert Counter(hand) == Counter(kind for kind in held if kind != "?")
        assert len(seen(root, "back", side=index)) == held.count("?")
        plates = [plate.get("data-pair") for plate in seen(root, "plate", side=index)]
        assert plates == side["plates"]
        assert seen(root, "nameplate", side=index, score=side["score"])
    supply = data["supply"]
    if isinstance(supply, dict):
        unseen = sum(side["hand"].count("?") for side in data["sides"])
        supply = sum(supply.values()) - unseen
    assert seen(root, "pile crosses", count=supply)
    started = [cross.get("data-cross") for cross in seen(root, "cross start")]
    assert started == ([data["start"]] if data["start"] else [])
    to_move = {side.get("data-side") for side in seen(root, "side turn")}
    assert to_move == (set() if data["turn"] is None else {str(data["turn"] % len(data["sides"]))})
    check_azuleos(data["board"], root)


def check_azuleos(board: list[list[str | None]], root: Any) -> None:
    expected = {}
    for y in range(len(board) - 1):
        for x in range(len(board[0]) - 1):
            nw, ne, sw, se = board[y][x], board[y][x + 1], board[y + 1][x], board[y + 1][x + 1]
            if all(cross and cross != "#" for cross in (nw, ne, sw, se)):
                colours = {nw[2], ne[3], se[0], sw[1]}
                expected[f"{x + 1},{y + 1}"] = "".join(sorted(colours, key="RYBG".index))
    drawn = {point.get("data-point"): point.get("data-pair") for point in seen(root, "azuleo")}
    assert drawn == expected


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("azuleo-")])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_stored_positions(name: str, layout: str) -> None:
    check(position(name), draw.svg(position(name), layout=layout))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_real_games_and_views(players: int) -> None:
    for game in positions_along(azuleo.Game(players, seed=players), players, every=20):
        check(game.to_dict(), draw.svg(game))
        for player in range(players):
            check(game.view(player), draw.svg(game.view(player)))


def test_a_view_never_shows_what_is_hidden() -> None:
    for game in positions_along(azuleo.Game(3, seed=8), 8, every=12):
        data = game.to_dict()
        for player in range(3):
            text = draw.svg(game.view(player))
            shown = Counter(re.findall(r'data-cross="(\w{4})"', text))
            laid = Counter(
                field for row in data["board"] for field in row if field and field != "#"
            )
            own = Counter(data["sides"][player]["hand"])
            assert shown == laid + own + Counter([data["start"]] if data["start"] else [])
            for kind in data["supply"]:
                assert text.count(kind) == shown[kind]


def test_crosses_that_nobody_has_shown_us() -> None:
    """They lie face down, and the supply does not count them."""
    chance = random.Random(2)
    for game in positions_along(azuleo.Game(2, seed=5), 5, every=10):
        if game.is_over:
            continue
        player = chance.randrange(2)
        known = azuleo.replay(game.public_record(player))
        assert "?" in known.to_dict()["sides"][1 - player]["hand"]
        check(known.to_dict(), draw.svg(known))
        check(known.view(1 - player), draw.svg(known.view(1 - player)))
        supply = known.view(player)["supply"]
        assert seen(look(draw.svg(known)), "pile crosses", count=supply)


def test_more_unseen_crosses_than_there_are() -> None:
    data = position("azuleo-3-middle")
    data["supply"] = dict.fromkeys(data["supply"], 0)
    data["sides"][1]["hand"] = ["?"]
    with pytest.raises(PositionError, match="supply"):
        draw.svg(data)


@pytest.mark.parametrize("size", [1, 4, 7, 9, 12, 26])
def test_boards_of_any_size(size: int) -> None:
    data = position("azuleo-4-start")
    data["options"]["board"] = ["o" + "." * (size - 1)] * (size // 2 + 1)
    data["board"] = [[None] * size for _ in data["options"]["board"]]
    root = look(draw.svg(data, highlight=f"{ascii_lowercase[size - 1]}{size // 2 + 1}"))
    assert len(seen(root, "field")) == size * (size // 2 + 1)
    assert len(seen(root, "highlight")) == 1
    with pytest.raises(azuleo.MalformedMove, match="no field"):
        draw.svg(data, highlight=f"a{size // 2 + 2}")


def test_what_cannot_be_drawn_is_told() -> None:
    data = position("azuleo-4-start")
    data["start"] = "RYBV"
    with pytest.raises(PositionError, match="letters of RYBG"):
        draw.svg(data)
    data = position("azuleo-4-start")
    data["options"]["board"] = ["o" * 27]
    with pytest.raises(PositionError, match="26 at most"):
        draw.svg(data)


def test_the_triangles_of_a_point_make_one_square() -> None:
    """Four crosses meet at c3's south-east corner, each with the triangle that it has there."""
    data = position("azuleo-2-view")
    root = look(draw.svg(data))
    corners = {"c3": "se", "d3": "sw", "d4": "nw", "c4": "ne"}
    colours = {}
    for field, corner in corners.items():
        (cross,) = seen(root, "cross", field=field)
        (triangle,) = seen(cross, "triangle", corner=corner)
        colours[field] = triangle.get("data-colour")
    assert colours["c3"] == colours["d4"] != colours["c4"] == colours["d3"]
    (azuleo_there,) = seen(root, "azuleo", point="3,3")
    assert set(azuleo_there.get("data-pair", "")) == set(colours.values())


def test_dots_only_on_free_dotted_fields() -> None:
    assert len(seen(look(draw.svg(position("azuleo-4-start"))), "dot")) == 4
    assert not seen(look(draw.svg(position("azuleo-3-middle"))), "dot")


def test_unlimited_blockades() -> None:
    data = position("azuleo-3-middle")
    data["blockades"] = None
    assert seen(look(draw.svg(data)), "pile blockades", count="∞")


def test_partners_score_a_panel() -> None:
    text = draw.svg(position("azuleo-4-start"), names=["Ana", "Bo", "Cy", "Di"])
    assert "Ana &amp; Cy" in text
    assert "Bo &amp; Di" in text
    assert "Di to move" in text


def test_a_filled_board_is_won() -> None:
    data = position("azuleo-1-fill")
    data.update(phase="over", turn=None)
    assert not seen(look(draw.svg(data)), "winner")
    data["board"] = [[field or "RYBG" for field in row] for row in data["board"]]
    assert seen(look(draw.svg(data)), "winner")


@pytest.mark.parametrize(
    ("highlight", "lit"),
    [("c4", 1), ("#c4", 1), ("-", 0), ("~BG", 1), ("1:~YG", 0), ("^RYBG", 1), (["a1", "b2"], 2)],
)
def test_highlights(highlight: Any, lit: int) -> None:
    data = position("azuleo-3-middle")
    data["sides"][2].update(hand=["RYBG", "RGBY"], plates=["RY", "BG"])
    data["sides"][1]["plates"] = ["RY", "RY"]
    assert len(seen(look(draw.svg(data, highlight=highlight)), "highlight")) == lit


def test_a_lay_is_shown_as_it_would_lie() -> None:
    data = position("azuleo-4-start")
    root = look(draw.svg(data, highlight="c4GRYB"))
    (ghost,) = seen(root, "ghost", cross="GRYB")
    assert ghost in list(next(iter(seen(root, "field", field="c4"))))
    assert not seen(root, "cross", field="c4")


@pytest.mark.parametrize(
    "highlight", ["", "g1", "a7", "c4RYB", "c4RRBG", "~R", "3B2", None, "~RYBG"]
)
def test_what_is_no_move_cannot_be_highlighted(highlight: Any) -> None:
    with pytest.raises(azuleo.MalformedMove, match="highlight"):
        draw.svg(position("azuleo-2-view"), highlight=[highlight])
