"""In the middle of games of every kind: what the scripts draw is what the service draws."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from azulejos import azul, azuleo
from azulejos.games.azuleo.drawn_position import read

from . import azul_player
from .drawn import MOVES, check_earlier, play_on
from .visitor import Visitor

AZULEO: dict[str, dict[str, Any]] = {
    "solo, to fill": {"players": 1, "mode": "fill"},
    "solo, for points": {"players": 1, "mode": "score"},
    "two": {"players": 2},
    "two on another board": {"players": 2, "board": ["..oo..", ".xo...", "...x..", "......"]},
    "three": {"players": 3},
    "teams": {"players": 4},
}


def played(game: Any, seed: int, moves: int = 1000) -> Any:
    """The game after so many random moves, or at its end."""
    chance = random.Random(seed)
    while not game.is_over and moves:
        game.play(chance.choice(game.legal_moves()))
        moves -= 1
    return game


def with_an_azuleo(options: dict[str, Any]) -> azuleo.Game:
    """A game that goes on, and in which four crosses have come to lie round a point."""
    for seed in range(100):
        game, chance = azuleo.Game(seed=seed, **options), random.Random(seed)
        while not game.is_over and not read(game.to_dict()).azuleos():
            moves = game.legal_moves()
            game.play(chance.choice([move for move in moves if move.what == "lay"] or moves))
        if not played(game.copy(), 7, 2 * MOVES).is_over:
            return game
    raise AssertionError("there is no such game")


def most_in_the_centre(game: Any) -> int:
    return max(game.to_dict()["centre"])


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_azul_with_a_full_centre(visit: Callable[..., Visitor], players: int, wall: str) -> None:
    games = [played(azul.Game(players, wall, seed=seed), seed) for seed in range(8)]
    fullest = max(
        (game.after(n) for game in games for n in range(game.entries)), key=most_in_the_centre
    )
    assert most_in_the_centre(fullest) > 5, "so many overlap, and are numbered"
    phases, _ = play_on(fullest.after(fullest.entries - MOVES // 2), visit())
    assert "offer" in phases


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_azul_when_a_round_ends(visit: Callable[..., Visitor], players: int, wall: str) -> None:
    game = played(azul.Game(players, wall, seed=4), 4)
    last = max(n for n in range(game.entries) if game.after(n).round == 2)
    phases, _ = play_on(game.after(last - MOVES // 2), visit())
    assert ("tiling" in phases) == (wall == "grey")
    assert phases[-1] == "offer"


def test_azul_with_the_marker_among_five_colours(visit: Callable[..., Visitor]) -> None:
    """There is no row for the marker alone: it lies before the fewest tiles."""
    game, chance = azul.Game(4, seed=1), random.Random(1)
    while not all(game.to_dict()["centre"]):
        game.play(chance.choice([move for move in game.legal_moves() if move.source]))
    assert game.to_dict()["marker_in_centre"]
    play_on(game.after(game.entries - 1), visit())


def test_azul_in_motion(visit: Callable[..., Visitor]) -> None:
    """Tiles fly, and lie where they belong; lines are tiled and points told one by one."""
    game = played(azul.Game(2, seed=4), 4)
    last = max(n for n in range(game.entries) if game.after(n).round == 2)
    play_on(game.after(last - 1), visit(reduced_motion="no-preference"), moves=3)


def test_azuleo_in_motion(visit: Callable[..., Visitor]) -> None:
    game = played(azuleo.Game(seed=2), 2, 8)
    play_on(game, visit(reduced_motion="no-preference"), moves=3)


@pytest.mark.parametrize(
    "game",
    [azul.Game(3, seed=3), azul.Game(2, "grey", seed=3), azuleo.Game(2, seed=2)],
    ids=["azul", "grey", "azuleo"],
)
def test_earlier_positions(visit: Callable[..., Visitor], game: Any) -> None:
    visitor = visit()
    visitor.allowed.add(503)
    azul_player.open_record(visitor, played(game.copy(), 3, 40).record())
    entries = int(visitor.one("#slider").input_value())
    for back in range(1, 7):
        visitor.one("#step-back").click()
        check_earlier(visitor, entries - back)


@pytest.mark.parametrize("kind", AZULEO)
def test_azuleo(visit: Callable[..., Visitor], kind: str) -> None:
    game = with_an_azuleo(AZULEO[kind])
    player, watcher = visit(), visit()
    _, drawings = play_on(game, player, watcher)
    assert "class=azuleo " in drawings
    hides = AZULEO[kind]["players"] > 1
    assert ("class=back " in drawings) == hides, "who watches sees no hand"
