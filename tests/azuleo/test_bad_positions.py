"""Positions that cannot be, as data and as text: PositionError, and a message that says why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azuleo

from . import slow_rules as slow
from .bad_data import (
    NASTY,
    paths,
    positions,
    replaced,
    short,
    useful,
    without,
    written,
)
from .both import ANGLE, ONE, ROW
from .positions import position


def assert_refused_or_kept(d: Any) -> None:
    """A position is refused, or it is a position and is kept exactly as it was given."""
    try:
        game = azuleo.Game.from_dict(d)
    except azuleo.PositionError as error:
        useful(str(error))
    else:
        assert written(game.to_dict()) == written(d)
        game.legal_moves()


@pytest.mark.parametrize("name", positions())
def test_the_good_positions_are_good(name: str) -> None:
    d = positions()[name]
    assert written(azuleo.Game.from_dict(d).to_dict()) == written(d)


@pytest.mark.parametrize("name", positions())
def test_every_field_of_a_position_with_every_nasty_value(name: str) -> None:
    d = positions()[name]
    seen = set()
    for path in paths(d):
        # One field of the board is like another; a few of each kind are enough.
        alike = tuple(key if isinstance(key, str) else "n" for key in path)
        if path[0] in ("board", "sides") and (alike, path[-1] == 0) in seen:
            continue
        seen.add((alike, path[-1] == 0))
        for value in NASTY:
            assert_refused_or_kept(replaced(d, path, value))


@pytest.mark.parametrize("name", positions())
def test_every_missing_part_of_a_position_is_named(name: str) -> None:
    d = positions()[name]
    for path in paths(d):
        if isinstance(path[-1], str):
            with pytest.raises(azuleo.PositionError) as error:
                azuleo.Game.from_dict(without(d, path))
            assert path[-1] in short(error)


@pytest.mark.parametrize("d", NASTY, ids=lambda d: repr(type(d)))
def test_no_position_at_all(d: Any) -> None:
    with pytest.raises(azuleo.PositionError) as error:
        azuleo.Game.from_dict(d)
    short(error)
    with pytest.raises(azuleo.PositionError) as error:
        azuleo.Game.from_text(d)
    short(error)


def test_an_unknown_part_of_a_position() -> None:
    with pytest.raises(azuleo.PositionError, match="colour"):
        azuleo.Game.from_dict({**position(ANGLE), "colour": 1})


def broken() -> dict[str, slow.Position]:
    """Positions that cannot be, by what is wrong with them."""
    d = position(ANGLE, blocked=())
    side = d["sides"][0]
    row = position(ROW, blocked=("d4",))
    start = position({}, start="RYGB")

    def with_side(**parts: Any) -> slow.Position:
        return {**d, "sides": [{**side, **parts}, d["sides"][1]]}

    def with_supply(**counts: int) -> slow.Position:
        return {**d, "supply": {**d["supply"], **counts}}

    def with_options(base: slow.Position = d, **options: Any) -> slow.Position:
        return {**base, "options": {**base["options"], **options}}

    more, fewer = d["supply"]["RGYB"] + 1, d["supply"]["RGBY"] - 1
    return {
        "37 crosses": with_supply(RGYB=more),
        "35 crosses": with_supply(RGBY=fewer),
        "seven of a kind": with_supply(RGYB=more, RGBY=fewer),
        "crosses of no kind": {**d, "supply": {**d["supply"], "YRBG": 0}},
        "19 plates": {**d, "discards": {**d["discards"], "BG": 1}},
        "17 plates": {**d, "plate_supply": {**d["plate_supply"], "BG": 2}},
        "four of a pair": {
            **d,
            "plate_supply": {**d["plate_supply"], "BG": 2},
            "discards": {**d["discards"], "YG": 1},
        },
        "four crosses in hand": position(ANGLE, hands=[["RYBG"] * 3 + ["RGYB"], ["RBYG"] * 3]),
        "one plate": position(ANGLE, plates=[["RY"], ["RB", "RB"]]),
        "three plates": position(ANGLE, plates=[["RY"] * 3, ["RB", "RB"]]),
        "plates in fill": position(ONE, players=1, plates=[["RY", "RB"]]),
        "four swaps": with_side(swaps=4),
        "minus one swap": with_side(swaps=-1),
        "minus one point": with_side(score=-1),
        "a cross of no kind in hand": with_side(hand=["RYBG", "RYGB", "RBYY"]),
        "colour rule broken, neighbours": position({"c3": "RYBG", "d3": "YRGB"}),
        "colour rule broken, opposites": position({**ANGLE, "d4": "YRBG"}),
        "a cross with a colour twice": replaced(d, ("board", 2, 2), "RRBG"),
        "a cross where no field is": position(
            {**ANGLE, "a1": "RYBG"}, board=["x.....", "......", *slow.DEFAULT_BOARD[2:]]
        ),
        "a blockade on a playable field": position(ROW, blocked=("c4",)),
        "nine blockades of eight": {**row, "blockades": 8},
        "a blockade in fill": position(ROW, players=1, blocked=("d4",)),
        "a number of unlimited blockades": with_options(row, blockades=None),
        "a start cross in a turn": {**d, "start": "RYBG"},
        "no start cross at the start": {**start, "start": None},
        "crosses laid before the start cross": {**d, "phase": "start"},
        "nothing laid in a turn": {**position({}), "phase": "turn"},
        "nobody's turn": {**d, "turn": None},
        "the turn of player 3 of 2": {**d, "turn": 2},
        "a turn when all is over": {**d, "phase": "over"},
        "no such phase": {**d, "phase": "deal"},
        "over for no reason": {**d, "phase": "over", "turn": None},
        "idle beyond the limit": {**d, "idle": 117},
        "idle less than none": {**d, "idle": -1},
        "one side of two": {**d, "sides": [side]},
        "three sides of two": {**d, "sides": [side] * 3},
        "no players": {**d, "players": 0},
        "five players": {**d, "players": 5},
        "three players with two sides": {**d, "players": 3},
        "fill for two": with_options(mode="fill"),
        "normal for one": with_options(position(ONE, players=1), mode="normal"),
        "no such mode": with_options(mode="fast"),
        "no such claims": with_options(claims="none"),
        "five rows of six": {**d, "board": d["board"][:5]},
        "a row of five": {**d, "board": [d["board"][0][:5], *d["board"][1:]]},
    }


@pytest.mark.parametrize("name", broken())
def test_a_position_that_cannot_be(name: str) -> None:
    with pytest.raises(azuleo.PositionError) as error:
        azuleo.Game.from_dict(broken()[name])
    short(error)


@pytest.mark.parametrize("name", positions())
def test_a_position_text_cut_anywhere(name: str) -> None:
    """Refused; only the list of options at its end may be shorter and still be one."""
    text = azuleo.Game.from_dict(positions()[name]).to_text()
    options = text.rindex(" ") + 1
    for end in range(len(text)):
        if end > options and text[end] == ",":
            continue
        with pytest.raises(azuleo.PositionError) as error:
            azuleo.Game.from_text(text[:end])
        short(error)


@pytest.mark.parametrize("name", positions())
def test_a_position_text_with_one_thing_changed(name: str) -> None:
    text = azuleo.Game.from_dict(positions()[name]).to_text()
    rng = Random(name)
    for _ in range(150):
        at = rng.randrange(len(text))
        new = rng.choice(["", text[at] * 2, *"RYBG.#x-09/,;: \x00é٣", "99999999999999999999"])
        changed = text[:at] + new + text[at + 1 :]
        try:
            game = azuleo.Game.from_text(changed)
        except azuleo.PositionError as error:
            useful(str(error))
        else:
            assert azuleo.Game.from_text(game.to_text()).to_dict() == game.to_dict()


@given(st.text())
def test_no_position_text_at_all(text: str) -> None:
    with pytest.raises(azuleo.PositionError):
        azuleo.Game.from_text(text)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


@given(json_like, st.data())
def test_any_plain_data_anywhere(value: Any, data: st.DataObject) -> None:
    d = positions()[data.draw(st.sampled_from(sorted(positions())))]
    path = data.draw(st.sampled_from(list(paths(d))))
    assert_refused_or_kept(replaced(d, path, value))
