"""The rewards: what each kind says of every way a game can end, and that they add up."""

import numpy as np
import pytest

from azulejos import azul
from azulejos.envs import azul_v0, azuleo_v0

from .settings import any_legal, each_setting
from .slow_rewards import at_the_end


def played(env, seed):
    """Everybody's rewards of one game, step by step: (steps, players)."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    gained = []
    while not all(env.terminations.values()):
        env.step(any_legal(env.last()[0], chance))
        gained.append(list(env.rewards.values()))
    return np.array(gained)


def result(game):
    """Whose side each player is on, what orders the sides, and whether a lone one has won."""
    sides = [player % getattr(game, "sides", game.players) for player in range(game.players)]
    scores = game.scores[: max(sides) + 1]
    if game.NAME == "azul":
        walls = [board["wall"] for board in game.to_dict()["boards"]]
        rows = [sum(None not in row for row in wall) for wall in walls]
        scores = list(zip(scores, rows, strict=True))
    return sides, scores, bool(game.winners)


@each_setting
@pytest.mark.parametrize("kind", ["win", "places"])
def test_the_end_is_rewarded(module, options, kind):
    env = module.env(**options, rewards=kind)
    for seed in range(12):
        gained = played(env, seed)
        assert not gained[:-1].any()
        assert gained[-1] == pytest.approx(at_the_end(kind, *result(env.unwrapped.game)))
        if options["players"] > 1:
            assert gained.sum() == pytest.approx(0)


@each_setting
def test_points_add_up_to_the_score(module, options):
    env = module.env(**options, rewards="points")
    for seed in range(6):
        assert played(env, seed).sum(axis=0).tolist() == env.unwrapped.game.scores


#: A last round of four on a coloured wall, about to end: scores and, in the top row, a tile short.
LAST = (
    "azul 4c 5/0/50 o0 0* -,-,-,-,-,-,-,-,- B 16.19.19.19.19 0.0.0.0.0 "
    "{};-/-/-/-/-;.YRKW/...../...../...../.....;- "
    "{};B1/-/-/-/-;...../...../...../...../.....;- "
    "{};B1/-/-/-/-;...../...../...../...../.....;- "
    "{};B1/-/-/-/-;...../...../...../...../.....;-"
)


@pytest.mark.parametrize(
    ("scores", "win", "places"),
    [
        ((9, 5, 5, 5), [1, -1 / 3, -1 / 3, -1 / 3], [1, -1 / 3, -1 / 3, -1 / 3]),
        ((0, 30, 20, 10), [-1 / 3, 1, -1 / 3, -1 / 3], [-1, 1, 1 / 3, -1 / 3]),
        ((0, 30, 30, 10), [-1 / 3, 1 / 3, 1 / 3, -1 / 3], [-1, 2 / 3, 2 / 3, -1 / 3]),
        ((0, 30, 30, 30), [-1 / 3, 1 / 9, 1 / 9, 1 / 9], [-1, 1 / 3, 1 / 3, 1 / 3]),
        # A tile of 5 points, a row of 2, the marker: equal points, and the row decides.
        ((9, 14, 14, 1), [1, -1 / 3, -1 / 3, -1 / 3], [1, 0, 0, -1]),
    ],
)
def test_four_players_of_azul(scores, win, places):
    position = azul.Game.from_text(LAST.format(*scores)).to_dict()
    for kind, expected in (("win", win), ("places", places)):
        env = azul_v0.env(4, rewards=kind)
        env.reset(options={"position": position})
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        assert list(env.rewards.values()) == pytest.approx(expected), env.unwrapped.game.scores


def test_partners_win_and_lose_together():
    env = azuleo_v0.env(4)
    for seed in range(5):
        final = played(env, seed)[-1]
        assert final[0] == final[2] == -final[1] == -final[3]
        assert abs(final[0]) in (0, 1)


def test_alone_a_full_board_is_a_win():
    env = azuleo_v0.env(1, board=["o..", "..."])
    outcomes = set()
    for seed in range(60):
        final = played(env, seed)[-1, 0]
        outcomes.add(final)
        full = all(field for row in env.unwrapped.game.to_dict()["board"] for field in row)
        assert final == (1 if full else -1)
    assert outcomes == {-1, 1}
