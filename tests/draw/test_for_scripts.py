"""What a page tells its scripts, so that they draw as the service does."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from azulejos import azul, azuleo, draw
from azulejos.draw.rows import Row
from azulejos.games.azul.places import centre, centre_row

from .pictures import NAMES, look, position, seen


def filled(stencil: list[Any], values: dict[str, str]) -> tuple[Any, ...]:
    """A stencil with its placeholders filled in, as (tag, attributes, children)."""

    def fill(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], text)

    tag, attributes, *children = stencil
    inner = [fill(c) if isinstance(c, str) else filled(c, values) for c in children]
    return tag, {name: fill(text) for name, text in attributes.items()}, inner


def as_data(element: Any) -> tuple[Any, ...]:
    tag = element.tag.partition("}")[2]
    text = [element.text] if element.text else []
    return tag, dict(element.attrib), [*text, *map(as_data, element)]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_little_json(name: str) -> None:
    told = draw.for_scripts(position(name))
    assert set(told) == {"stencils", "places"}
    text = json.dumps(told, allow_nan=False)
    assert len(text) < 16_000, "it comes with every table's page"
    assert {"{x}", "{y}"} <= set(re.findall(r"\{\w*\}", text))


def test_a_filled_stencil_is_what_is_drawn() -> None:
    stencils = draw.for_scripts(azul.Game(seed=1))["stencils"]
    root = look(draw.piece("azul", "tile", "K"))
    (tile,) = seen(root, "tile")
    assert filled(stencils["tile"], {"colour": "K", "x": "0", "y": "0"}) == as_data(tile)
    stencils = draw.for_scripts(azuleo.Game(seed=1))["stencils"]
    (cross,) = seen(look(draw.piece("azuleo", "cross", "BYRG")), "cross")
    corners = dict(zip(("nw", "ne", "se", "sw"), "BYRG", strict=True))
    assert filled(stencils["cross"], corners) == as_data(cross)
    (plate,) = seen(look(draw.piece("azuleo", "plate", "YG")), "plate")
    assert filled(stencils["plate"], {"first": "Y", "second": "G"}) == as_data(plate)


def test_nothing_of_a_position_is_told_but_its_shape() -> None:
    """What is hidden cannot be in it: it is the same for every game of a kind."""
    for game in (azul.Game(3, seed=1), azuleo.Game(2, seed=1)):
        before = draw.for_scripts(game)
        game.play(game.legal_moves()[-1])
        assert draw.for_scripts(game) == before


@pytest.mark.parametrize("centred", [False, True])
def test_pieces_of_a_row_stay_in_its_room(centred: bool) -> None:
    row = Row(10, 0, 40, 44, 200, centred=centred)
    left = 10 - 100 if centred else 10
    assert row.places(0) == []
    for count in range(1, 30):
        places = row.places(count)
        assert len(places) == count
        assert min(places) >= left - 0.2
        assert max(places) + 40 <= left + 200 + 0.2
        steps = {round(after - before, 2) for before, after in pairwise(places)}
        assert len(steps) <= 1
        assert max(steps, default=0) <= 44
        assert row.by_count(30)[count] == (places[0], *steps) or count == 1


@pytest.mark.parametrize("factories", [5, 7, 9])
def test_every_row_of_the_centre_is_within_it(factories: int) -> None:
    for rows in range(1, 6):
        for index in range(rows):
            row = centre_row(factories, index, rows)
            for x in row.places(21):
                for corner in ((x, row.y), (x + 40, row.y), (x, row.y + 40), (x + 40, row.y + 40)):
                    assert (corner[0] ** 2 + corner[1] ** 2) ** 0.5 < centre(factories) + 12
