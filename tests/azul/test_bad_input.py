"""Malformed moves and options, and noise for every parser: a clear error, nothing changes."""

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azul

from . import junk
from .positions import board, position
from .refusals import NOISY, attempt, refused

# --- Moves and deals ---

NO_MOVES = [
    *("", " ", "1", "1B", "B1", "1b1", "0B1", "1B0", "1B6", "10B1", "1M1", "CCF", "cBF", "1BF "),
    *(" 1BF", "1BF\n", "@", "@1", "@06", "@60", "@111", "@1", "@-11", "٣B2", "1B²", "\0", "\ud800"),
    *("1BF1BF", "-1B1", "CB", "FB1", "M", "@ 1 1", "１B1"),
]
NO_DEALS = [
    *("=X", "=BBBBB", "=BBYR,KWWB", "=--", "=B-", "=bbbb", "=BBBB M", "=\ud800", "=\0", "=٣"),
    "=" + " ".join(["BYRK"] * 10),
]


@pytest.mark.parametrize("text", [*NO_MOVES, *NO_DEALS])
def test_malformed_texts(text, games):
    refused(azul.MalformedMove, azul.Move.parse, text)
    if text in NO_DEALS:
        refused(azul.MalformedMove, azul.Deal.parse, text)
    for game in games:
        before = game.to_dict(), game.state.tobytes()
        refused(azul.IllegalMove, game.play, text)
        if not game.is_over:
            refused(azul.MalformedMove, game.play, text)
        assert (game.to_dict(), game.state.tobytes()) == before


@pytest.mark.parametrize("index", range(len(junk.VALUES)))
def test_things_that_are_no_moves(index, games):
    value = junk.VALUES[index]
    refused(azul.MalformedMove, azul.Move.parse, value)
    refused(azul.MalformedMove, azul.Deal.parse, value)
    for game in games:
        before = game.to_dict(), game.state.tobytes()
        refused(azul.IllegalMove, game.play, value)
        assert (game.to_dict(), game.state.tobytes()) == before


def test_moves_made_by_hand(games):
    """A value object can be built wrongly; playing it is still only an illegal move."""
    for game in games[:3]:
        before = game.to_dict(), game.state.tobytes()
        move = game.legal_moves()[0]
        for field in dataclasses.fields(move):
            for value in (*junk.VALUES, 7, "Z"):
                odd = dataclasses.replace(move, **{field.name: value})
                if odd != move:
                    refused(azul.IllegalMove, game.play, odd)
                    assert (game.to_dict(), game.state.tobytes()) == before
    game = games[4]
    before = game.to_dict(), game.state.tobytes()
    good = azul.Deal.parse("=BBBB YYYY RRRR KKKK WWWW")
    for field in dataclasses.fields(good):
        for value in (*junk.VALUES, ("BBBB",), ("X",) * 5, (1,) * 5, "BBBBB", (None,) * 5):
            odd = dataclasses.replace(good, **{field.name: value})
            refused(azul.IllegalMove, game.play, odd)
            assert (game.to_dict(), game.state.tobytes()) == before


@pytest.mark.parametrize("player", [-1, 4, 10**30, "0", 1.5, [], None])
def test_odd_players(player):
    game = azul.Game(2, seed=1, first=0)
    before = game.to_dict()
    if player is None:
        game.play(game.legal_moves()[0], player=None)
    else:
        refused(azul.IllegalMove, game.play, game.legal_moves()[0], player=player)
        assert game.to_dict() == before


@pytest.mark.parametrize("player", [-1, 2, 10**30, "0", 1.5, None, []])
def test_views_of_nobody(player):
    """Nobody sits there: a ValueError, or what everyone may see."""
    game = azul.Game(2, seed=1)
    view, _ = attempt(ValueError, game.view, player)
    assert view is None or view == game.to_dict()


def test_the_rule_broken_is_named():
    """Each refusal says which rule, in words."""
    mine = board(lines=["B", "Y", "", "", ""], wall=["", "", "K", "", ""])
    game = azul.Game.from_dict(position(mine, board(), factories=["BBKK", "YYYY"]))
    messages = [
        refused(azul.IllegalMove, game.play, move)
        for move in ("1B1", "1B2", "1K3", "1R5", "CB5", "9B5", "@11", "=BBBB YYYY RRRR KKKK WWWW")
    ]
    assert len(set(messages)) == len(messages)
    assert all(len(message.split()) >= 4 for message in messages)


@NOISY
@given(junk.mutated_text([*NO_MOVES, "1BF", "CK3", "@34", "=BBYR KWWB - B YYYY"]) | st.text())
def test_move_parsers_under_noise(text):
    for kind in (azul.Move, azul.Deal):
        value, refusal = attempt(azul.MalformedMove, kind.parse, text)
        if not refusal:
            assert kind.parse(str(value)) == value


@NOISY
@given(junk.JSON)
def test_play_under_noise(value):
    game = azul.Game(2, seed=1, deals="manual")
    refused(azul.IllegalMove, game.play, value)


# --- Options ---


@pytest.mark.parametrize(
    "options",
    [
        *({"players": value} for value in (0, 1, 5, -2, 10**30, "2", 2.0, None, True, [2])),
        *({"wall": value} for value in ("", "gray", "Grey", "coloured ", None, 0, True, ["grey"])),
        *({"first": value} for value in (-1, 2, 10**30, "0", 0.0, True, [0], float("nan"))),
        *({"deals": value} for value in ("", "Auto", None, 0, False, ["auto"])),
        *({"idle_limit": value} for value in (-1, 10**30, "5", 5.0, True, [5], float("nan"))),
        *({"seed": value} for value in ("1", 1.0, [1], b"1", float("nan"), {})),
    ],
    ids=str,
)
def test_options(options):
    message = refused(azul.OptionError, azul.Game, **options)
    assert next(iter(options)) in message


@pytest.mark.parametrize("seed", [0, -1, 2**64, 10**400])
def test_any_integer_is_a_seed_or_refused(seed):
    game, refusal = attempt(azul.OptionError, azul.Game, 2, seed=seed)
    if refusal:
        assert not 0 <= seed < 2**32
    else:
        assert game.to_dict() == azul.Game(2, seed=seed).to_dict()


# --- Ten megabytes of noise ---

TEN_MB = 10_000_000
LOUD = {
    "blue": "B" * TEN_MB,
    "digits": "9" * TEN_MB,
    "deal": "=" + "B" * TEN_MB,
    "groups": "=" + "BBBB " * (TEN_MB // 5),
    "spaces": " " * TEN_MB,
    "dashes": "=" + "- " * (TEN_MB // 2),
    "brackets": "[" * TEN_MB,
    "slashes": "/" * TEN_MB,
    "random": random.Random(1).randbytes(TEN_MB).decode("latin-1"),
    "lines": "1BF\n" * (TEN_MB // 4),
}


@pytest.mark.parametrize("name", LOUD)
def test_ten_megabytes_of_noise(name, games, finished):
    noise = LOUD[name]
    game = games[0]
    before = game.to_dict(), game.state.tobytes()
    refused(azul.MalformedMove, azul.Move.parse, noise)
    refused(azul.MalformedMove, azul.Deal.parse, noise)
    refused(azul.MalformedMove, game.play, noise)
    refused(azul.PositionError, azul.Game.from_text, noise)
    refused(azul.PositionError, azul.Game.from_text, game.to_text() + noise)
    refused(azul.PositionError, azul.Game.from_text, game.to_text() + " " + noise)
    refused(azul.PositionError, azul.Game.from_dict, noise)
    good = game.to_dict()
    for key in ("phase", "wall", "factories", "boards", "round"):
        refused(azul.PositionError, azul.Game.from_dict, {**good, key: noise})
    refused(azul.RecordError, azul.replay, noise)
    refused(azul.RecordError, azul.replay, {**finished, "moves": noise})
    refused(azul.RecordError, azul.replay, {**finished, "moves": [noise]})
    refused(azul.RecordError, azul.replay, {**finished, "game": noise})
    refused(azul.RecordError, azul.replay, {**finished, "options": noise})
    assert (game.to_dict(), game.state.tobytes()) == before


def test_a_million_of_everything(games, finished):
    good = games[0].to_dict()
    million = 1_000_000
    for key in ("factories", "boards", "centre", "bag"):
        refused(azul.PositionError, azul.Game.from_dict, {**good, key: good[key][:1] * million})
    bad = junk.spoiled(good, ("boards", 0, "floor"), ["B"] * million)
    refused(azul.PositionError, azul.Game.from_dict, bad)
    bad = {**finished, "moves": finished["moves"] * 10_000, "turns": finished["turns"] * 10_000}
    refused(azul.RecordError, azul.replay, bad)
    refused(azul.RecordError, azul.replay, {**finished, "moves": [None] * million})
