"""Malformed moves, options and noise: the right error, a useful message, no harm.

Each kind of input has its own error, always a ValueError; TypeError, KeyError and the like never
come out of the package.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azul, azuleo

from .bad_data import (
    refuse_record,
    replaced,
    short,
)
from .both import ANGLE, ONE, ROW
from .positions import position
from .strategies import DRAW_TEXTS, MOVE_TEXTS

# ---------------------------------------------------------------------------------- Moves

NO_MOVES = [
    "",
    " ",
    "c",
    "c4",
    "c4RYB",
    "c4RYBGG",
    "c4RRBG",
    "c4RYBW",
    "c4rybg",
    "C4RYBG",
    "i1RYBG",
    "a9RYBG",
    "a0RYBG",
    "4cRYBG",
    " c4RYBG",
    "c4RYBG ",
    "c4RYBG\n",
    "c4 RYBG",
    "c٤RYBG",
    "c4RYBG" * 2,
    "#",
    "#i1",
    "#c9",
    "#c44",
    "#c4RYBG",
    "~",
    "~R",
    "~RR",
    "~RYB",
    "~ry",
    "--",
    "- ",
    "^",
    "^RYB",
    "^RRBG",
    "*RYBG",
    "\x00",
    "\ud800",
    "💥",
    "null",
    "3B2",
    "=BBYR",
]
NO_TEXTS = [None, 0, 1, 1.5, True, b"c4RYBG", [], ["c4RYBG"], {}, ("c4RYBG",), object(), math.nan]


@pytest.mark.parametrize("text", NO_MOVES, ids=ascii)
def test_a_text_that_is_no_move(text: str) -> None:
    game = azuleo.Game.from_dict(position(ANGLE))
    before = game.state.tobytes()
    for reads in (azuleo.Move.parse, azuleo.Draw.parse, game.play):
        with pytest.raises(azuleo.MalformedMove) as error:
            reads(text)
        short(error)
    assert game.state.tobytes() == before


@pytest.mark.parametrize("thing", NO_TEXTS, ids=lambda thing: type(thing).__name__)
def test_a_thing_that_is_no_text(thing: Any) -> None:
    game = azuleo.Game.from_dict(position(ANGLE))
    before = game.state.tobytes()
    for reads in (azuleo.Move.parse, azuleo.Draw.parse, game.play):
        with pytest.raises(azuleo.MalformedMove) as error:
            reads(thing)
        short(error)
    assert game.state.tobytes() == before


def test_moves_are_no_draws_and_draws_no_moves() -> None:
    for text in DRAW_TEXTS:
        with pytest.raises(azuleo.MalformedMove):
            azuleo.Move.parse(text)
    for text in MOVE_TEXTS[::7]:
        with pytest.raises(azuleo.MalformedMove):
            azuleo.Draw.parse(text)


def test_a_move_of_the_other_game() -> None:
    game = azuleo.Game(2, seed=1)
    with pytest.raises(azuleo.IllegalMove):
        game.play(azul.Move.parse("3B2"))


def test_a_draw_while_chance_draws_by_itself() -> None:
    game = azuleo.Game.from_dict(position(ANGLE))
    for text in DRAW_TEXTS:
        with pytest.raises(azuleo.IllegalMove):
            game.play(text)
        with pytest.raises(azuleo.IllegalMove):
            game.play(azuleo.Draw.parse(text))


FORGED = [
    azuleo.Draw("cross", "RYBG", 5),
    azuleo.Draw("cross", "RYBG", 999),
    azuleo.Draw("cross", "RYBG", -1),
    azuleo.Draw("cross", "RYBG", "x"),
    azuleo.Draw("cross", "white", 0),
    azuleo.Move("lay", "c3", "RYBG", 0),
    azuleo.Move("lay", "c3", "RYBG", -1),
    azuleo.Move("lay", "c3", "RYBG", 10**6),
    azuleo.Move("lay", "c3", "RYBG", "x"),
    azuleo.Move("lay", "c3", "RYBG", 2.0),
]


@pytest.mark.parametrize("forged", FORGED, ids=repr)
def test_a_value_made_by_hand_that_is_no_move(forged: Any) -> None:
    """A move or draw whose number is not its own must not slip through."""
    game = azuleo.Game(2, draws="manual", first=0)
    if isinstance(forged, azuleo.Move):
        for draw in ["+RYBG"] * 3 + ["+RYGB"] * 3 + ["%RY", "%RB", "%RG", "%YB", "+RYBG"]:
            game.play(draw)
    before = game.state.tobytes()
    with pytest.raises(azuleo.IllegalMove):
        game.play(forged)
    assert game.state.tobytes() == before


def test_moves_and_draws_are_values() -> None:
    for value in (azuleo.Move.parse("c4RYBG"), azuleo.Draw.parse("+RYBG")):
        for name in type(value).__dataclass_fields__:
            with pytest.raises(AttributeError):
                setattr(value, name, 1)


@given(st.one_of(st.text(max_size=12), st.text("abcdefRYBG#~^-+%123456 ", max_size=8)))
def test_whatever_is_parsed_prints_as_it_is_written(text: str) -> None:
    """Other ways to write the same may be understood; what is printed is one of the known texts."""
    for kind, known in ((azuleo.Move, MOVE_TEXTS), (azuleo.Draw, [*DRAW_TEXTS, "+?"])):
        try:
            value = kind.parse(text)
        except azuleo.MalformedMove:
            continue
        assert str(value) in known
        assert sorted(str(value)) == sorted(text)
        assert kind.parse(str(value)) == value


@pytest.mark.parametrize("player", [-1, 1, 2, 99, "0", 0.5, [], {}, 10**30, math.nan], ids=repr)
def test_a_move_for_the_wrong_player(player: Any) -> None:
    game = azuleo.Game.from_dict(position(ROW, turn=0))
    before = game.to_dict()
    with pytest.raises(azuleo.IllegalMove) as error:
        game.play("#d4", player=player)
    short(error)
    assert game.to_dict() == before


def test_a_move_after_the_end() -> None:
    game = azuleo.Game.from_dict(position(ONE, idle=115))
    game.play("~RY")
    before = game.state.tobytes()
    for text in ("~RY", "-", "c4RYBG", "#c4", "^RYBG"):
        with pytest.raises(azuleo.IllegalMove, match="over"):
            game.play(text)
    assert game.state.tobytes() == before


def test_nothing_to_undo() -> None:
    for game in (azuleo.Game(2, seed=1), azuleo.Game.from_dict(position(ANGLE))):
        before = game.state.tobytes()
        with pytest.raises(ValueError, match="nothing"):
            game.undo()
        assert game.state.tobytes() == before


@pytest.mark.parametrize("player", [-1, 2, "0", 0.5, True, [], 10**30], ids=repr)
def test_a_view_of_nobody(player: Any) -> None:
    with pytest.raises(ValueError, match="player"):
        azuleo.Game(2, seed=1).view(player)


# --------------------------------------------------------------------------------- Options

BAD_OPTIONS: list[dict[str, Any]] = [
    *({"players": value} for value in (0, 5, -1, "2", 2.0, True, None, [], 10**30)),
    *({"mode": value} for value in ("", "Normal", "fill", "score", 0, True, [])),
    {"players": 1, "mode": "normal"},
    *({"first": value} for value in (-1, 2, "0", 0.0, [], 10**30)),
    *({"draws": value} for value in ("", "Manual", None, True, 1)),
    *({"claims": value} for value in ("", "FOUND", None, True, 1)),
    *({"blockades": value} for value in (-1, "8", 8.0, True, [], 10**30)),
    *({"idle_limit": value} for value in (0, -1, None, "60", 2.5, True, [], 10**30)),
    *(
        {name: value}
        for name in ("lenient", "open_hands", "exchange", "free_border")
        for value in (None, 0, 1, "yes", [], 1.0)
    ),
    *({"seed": value} for value in ("x", 1.5, [], {}, b"1")),
]
BAD_BOARDS: list[Any] = [
    [],
    "......",
    [""],
    ["", "o"],
    ["......"],  # no dotted field
    ["xxx", "xxx"],
    ["o"] * 9,
    ["o........"],
    ["o.#"],
    ["O."],
    ["o,"],
    ["o", 1],
    ["o", None],
    [["o"]],
    [None],
    5,
    True,
    {"a": "o"},
    ["o" * 100_000],
    ["o"] * 100_000,
]


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=repr)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(azuleo.OptionError) as error:
        azuleo.Game(**options)
    assert list(options)[-1] in short(error)


@pytest.mark.parametrize("board", BAD_BOARDS, ids=lambda board: repr(board)[:30])
def test_boards_that_cannot_be(board: Any) -> None:
    with pytest.raises(azuleo.OptionError, match="board") as error:
        azuleo.Game(2, board=board)
    short(error)
    d = position(ANGLE)
    with pytest.raises(azuleo.PositionError) as error:
        azuleo.Game.from_dict({**d, "options": {**d["options"], "board": board}})
    short(error)


# ----------------------------------------------------------------------------------- Noise


def test_ten_megabytes_of_noise() -> None:
    rng = Random(1)
    noise = rng.randbytes(5_000_000).hex()
    letters = "".join(rng.choices("RYBG/#.x 0123456789", k=1000)) * 10_000
    game = azuleo.Game(2, seed=1)
    before = game.state.tobytes()
    text = game.to_text()
    for big in (noise, letters, "c4" + letters, "#" + noise, "~" + noise, text + letters):
        for reads in (azuleo.Move.parse, azuleo.Draw.parse, game.play):
            with pytest.raises(azuleo.MalformedMove) as error:
                reads(big)
            short(error)
        with pytest.raises(azuleo.PositionError) as error:
            azuleo.Game.from_text(big)
        short(error)
        with pytest.raises(azuleo.PositionError) as error:
            azuleo.Game.from_dict({**game.to_dict(), "start": big})
        short(error)
    d = game.to_dict()
    for path in (("board",), ("sides",), ("sides", 0, "hand"), ("options", "board")):
        with pytest.raises(azuleo.PositionError) as error:
            azuleo.Game.from_dict(replaced(d, path, ["RYBG"] * 1_000_000))
        short(error)
    record = game.record()
    refuse_record({**record, "moves": record["moves"] + ["-"] * 1_000_000})
    refuse_record({**record, "moves": [noise]})
    assert game.state.tobytes() == before
