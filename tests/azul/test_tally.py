"""Where points came from: all of them, and nothing else."""

import random

import pytest

from azulejos import azul
from azulejos.games.azul.tally import round_points, sources, steps, tally

GAMES = 350


def random_game(players, wall, seed):
    game = azul.Game(players, wall, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_steps_of_a_game_add_up_to_its_scores(players, wall):
    for seed in range(GAMES):
        game = random_game(players, wall, seed)
        sums = [0] * players
        for after_entry in tally(game):
            for step in after_entry:
                sums[step["player"]] += step["points"]
        assert sums == game.scores, (seed, game.record())


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_the_steps_after_each_entry_explain_its_change_of_scores(wall):
    for seed in range(20):
        game = random_game(3, wall, seed)
        before = [0, 0, 0]
        for number in range(game.entries):
            after = game.after(number + 1).scores
            told = steps(game, number)
            change = [sum(s["points"] for s in told if s["player"] == p) for p in range(3)]
            assert [b + c for b, c in zip(before, change, strict=True)] == after
            before = after


def test_tiles_are_told_with_their_runs_then_floors_then_bonuses():
    game = random_game(2, "coloured", 5)
    last = tally(game)[-1]
    kinds = ["bonus" if "bonus" in s else "floor" if "floor" in s else "tile" for s in last]
    assert kinds == sorted(kinds, key=["tile", "floor", "bonus"].index)
    for step in last:
        if "column" in step:
            runs = [run for run in (step["row_run"], step["column_run"]) if run > 1]
            assert step["points"] == max(1, sum(runs))
    rows = [s for s in last if s.get("bonus") == "row"]
    assert rows
    assert all(step["points"] == 2 for step in rows)


def test_a_line_without_a_place_on_a_grey_wall_is_told():
    dropped = [
        step
        for seed in range(60)
        for told in tally(random_game(2, "grey", seed))
        for step in told
        if "dropped" in step
    ]
    assert dropped
    assert all(step["dropped"] == step["line"] + 1 and step["points"] == 0 for step in dropped)


def test_a_deal_entered_by_hand_scores_nothing():
    game = azul.Game(deals="manual", first=0)
    game.play("=BBYR BKWW BYRW RKWW BKKW")
    assert tally(game) == [[]]


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_each_round_is_told_once_with_all_that_it_gave(wall):
    """On a grey wall it scores tile by tile, and is told with the tile that ends it."""
    for seed in range(30):
        game = random_game(3, wall, seed)
        rounds = [round_points(game, number) for number in range(game.entries)]
        told = [points for points in rounds if points]
        assert len(told) == game.to_dict()["round"]
        assert [sum(points) for points in zip(*told, strict=True)] == game.scores
        for number, points in enumerate(rounds):
            after = game.after(number + 1)
            ended = (
                after.is_over or after.to_dict()["round"] > game.after(number).to_dict()["round"]
            )
            assert bool(points) == ended


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_the_sources_of_a_game_add_up_to_its_scores(wall):
    for seed in range(20):
        game = random_game(4, wall, seed)
        found = sources(game)
        assert list(found) == ["tiles", "row", "column", "colour", "floor"]
        assert [sum(points) for points in zip(*found.values(), strict=True)] == game.scores
        assert max(found["floor"]) <= 0 <= min(found["tiles"])
