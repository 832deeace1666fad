"""The batched Gymnasium environment: Gymnasium's semantics, and the games that `Game` plays."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from azulejos import azul, azuleo, batch
from azulejos.batch.rewards import REWARDS
from azulejos.core.errors import OptionError
from azulejos.envs.vector import TableVectorEnv

KINDS = {
    "azul 2": ("azul", {}),
    "azul 3 grey": ("azul", {"players": 3, "wall": "grey"}),
    "azul 4": ("azul", {"players": 4}),
    "azuleo 2": ("azuleo", {}),
    "azuleo 4": ("azuleo", {"players": 4}),
    "azuleo alone": ("azuleo", {"players": 1}),
    "azuleo small": ("azuleo", {"board": ["...", ".o.", "..."], "blockades": 2}),
}
ENVS = 130
OPPONENTS = ("self", "random", "greedy")


@pytest.fixture(params=KINDS, name="kind")
def _kind(request):
    return KINDS[request.param]


def make(kind, **options):
    return TableVectorEnv(kind[0], ENVS, **kind[1], **options)


def some_legal(observation, chance):
    """A random legal action where there is one, anything elsewhere."""
    return np.argmax(
        chance.random(observation["action_mask"].shape) * observation["action_mask"], 1
    )


def play(env, steps, seed=1):
    """Everything that the first steps with random legal actions give, one tuple a step."""
    chance = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    yield observation, np.zeros(ENVS), np.zeros(ENVS, bool), info
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(some_legal(observation, chance))
        assert not truncated.any()
        yield observation, reward, terminated, info


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_all_that_is_seen_is_in_the_spaces(kind, opponents):
    env = make(kind, opponents=opponents, seat="random")
    ended = 0
    for observation, reward, terminated, info in play(env, 120):
        assert env.observation_space.contains(observation)
        assert reward.dtype == np.float64
        assert reward.shape == terminated.shape == (ENVS,)
        assert info["rewards"].shape == (ENVS, kind[1].get("players", 2))
        assert (observation["action_mask"].any(axis=1) | env._ended).all()
        assert not info["illegal"].any()
        ended += terminated.sum()
    assert ended > 20
    assert env.single_action_space.n == observation["action_mask"].shape[1]


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_seed_repeats_everything(kind, mode):
    if mode is AutoresetMode.DISABLED:
        pytest.skip("its games do not go on by themselves")
    runs = [
        list(play(make(kind, opponents="random", seat="random", autoreset_mode=mode), 60))
        for _ in range(2)
    ]
    for one, other in zip(*runs, strict=True):
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[0]["action_mask"] == other[0]["action_mask"]).all()
        assert (one[1] == other[1]).all()
        assert (one[2] == other[2]).all()


def test_the_games_are_those_of_game():
    """Game i of a seed is dealt like Game(seed + i), and the same moves lead to the same state."""
    for new, env in (
        (azul.Game, TableVectorEnv("azul", 20, opponents="self")),
        (azuleo.Game, TableVectorEnv("azuleo", 20, opponents="self")),
    ):
        games = [new(seed=7 + i) for i in range(20)]
        observation, info = env.reset(seed=7)
        chance = np.random.default_rng(1)
        while not all(game.is_over for game in games):
            actions = some_legal(observation, chance)
            going_on = [not game.is_over for game in games]
            for game, action in zip(games, actions.tolist(), strict=True):
                if not game.is_over:
                    assert game.turn == info["player"][games.index(game)]
                    game.play(new.MOVES[action])
            observation, _, terminated, _, info = env.step(actions)
            for i, game in enumerate(games):
                if going_on[i]:
                    assert terminated[i] == game.is_over
                    assert env.states[i].tobytes() == game.state.tobytes()


def test_a_list_of_seeds_deals_each_game_by_its_own():
    env = TableVectorEnv("azul", 3)
    first, _ = env.reset(seed=[5, 6, 5])
    assert (first["observation"][0] == first["observation"][2]).all()
    assert (first["observation"][0] != first["observation"][1]).any()
    with pytest.raises(ValueError, match="seed: expected 3"):
        env.reset(seed=[1, 2])
    again, _ = env.reset()
    assert (again["observation"] != first["observation"]).any(axis=1).all()


@pytest.mark.parametrize("rewards", REWARDS)
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_rewards_add_up(kind, rewards, opponents):
    """Points add up to the final score, wins and places to nothing; the own reward is among all."""
    env = make(kind, opponents=opponents, rewards=rewards, seat="random")
    players = kind[1].get("players", 2)
    total = np.zeros((ENVS, players))
    ended = 0
    asked = None
    for _, reward, terminated, info in play(env, 150):
        total += info["rewards"]
        if asked is not None:
            assert (reward == info["rewards"][np.arange(ENVS), asked]).all()
        asked = info["player"]
        if rewards != "points":
            assert not info["rewards"][~terminated].any()
        for i in np.flatnonzero(terminated):
            ended += 1
            shares = batch.returns(env.states)[i]
            if rewards == "points":
                assert (total[i] == batch.scores(env.states)[i]).all()
            elif players > 1:
                assert total[i].sum() == pytest.approx(0)
                assert (total[i] == total[i].max()).tolist() == (shares > 0).tolist()
                assert total[i].max() <= 1
            total[i] = 0
    assert ended > 20


def test_three_places_are_worth_one_nothing_and_minus_one():
    env = TableVectorEnv("azul", 200, players=3, rewards="places", opponents="self")
    seen = set()
    for _, _, terminated, info in _finish(env):
        for i in np.flatnonzero(terminated):
            points = batch.scores(env.states)[i]
            if len(set(points)) == 3:
                assert info["rewards"][i][np.argsort(points)].tolist() == [-1, 0, 1]
                seen.add(tuple(np.argsort(points)))
    assert len(seen) == 6


def _finish(env):
    chance = np.random.default_rng(3)
    observation, _ = env.reset(seed=3)
    for _ in range(200):
        observation, reward, terminated, _, info = env.step(some_legal(observation, chance))
        yield observation, reward, terminated, info


def test_partners_win_together():
    env = TableVectorEnv("azuleo", 100, players=4, rewards="win", opponents="self")
    for _, _, terminated, info in _finish(env):
        for rewards in info["rewards"][terminated]:
            assert rewards[0] == rewards[2] == -rewards[1] == -rewards[3]


def test_next_step_begins_the_next_game_and_ignores_the_action():
    env = TableVectorEnv("azul", 50, opponents="self")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    chance = np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    begun = 0
    over = np.zeros(50, bool)
    for _ in range(200):
        actions = some_legal(observation, chance)
        actions[over] = -99
        assert not observation["action_mask"][over].any()
        observation, reward, terminated, _, info = env.step(actions)
        assert not info["illegal"].any()
        assert not reward[over].any()
        assert not terminated[over].any()
        rounds = observation["observation"][:, 3]
        assert (rounds[over] == 1).all()
        begun += over.sum()
        over = terminated
    assert begun > 50


def test_same_step_shows_the_end_and_the_next_beginning():
    later = TableVectorEnv("azul", 50, opponents="self", autoreset_mode="SameStep")
    chance = np.random.default_rng(1)
    observation, _ = later.reset(seed=1)
    seen = 0
    for _ in range(200):
        observation, _, terminated, _, info = later.step(some_legal(observation, chance))
        assert observation["action_mask"].any(axis=1).all()
        if not terminated.any():
            assert "final_obs" not in info
            continue
        seen += terminated.sum()
        assert (info["_final_obs"] == terminated).all()
        assert (observation["observation"][terminated, 3] == 1).all()
        last = info["final_obs"]["observation"][terminated]
        assert (last[:, 2] == azul.Game.PHASES.index("over")).all()
        assert not info["final_obs"]["observation"][~terminated].any()
        assert (info["final_info"]["rewards"][terminated].sum(axis=1) == 0).all()
    assert seen > 50


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_the_last_observation_is_that_of_the_player_it_names(opponents):
    """Whose points come first in it: the player asked last, not who begins the next game."""
    env = TableVectorEnv(
        "azul", 60, opponents=opponents, seat="random", autoreset_mode="SameStep", rewards="points"
    )
    chance = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    total = np.zeros((60, 2))
    seen = 0
    for _ in range(200):
        asked = info["player"]
        observation, _, terminated, _, info = env.step(some_legal(observation, chance))
        total += info["rewards"]
        for i in np.flatnonzero(terminated):
            player = info["final_info"]["player"][i]
            assert player == asked[i]
            points = info["final_obs"]["observation"][i, [69, 69 + 43]]
            assert points.tolist() == [total[i, player], total[i, 1 - player]]
            total[i] = 0
            seen += 1
    assert seen > 50


def test_a_game_that_never_asks_the_learner_is_refused():
    with pytest.raises(OptionError, match="over before the learner is asked"):
        TableVectorEnv("azuleo", 2, board=["o"], first=0, seat=1).reset(seed=1)


def test_a_reset_that_fails_changes_nothing():
    env = TableVectorEnv("azul", 3)
    env.reset(seed=1)
    before = env.states.tobytes()
    for seed in (2**64 - 2, [1, "a", 3], 1.5, True, "seed", float("nan")):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)
        assert env.states.tobytes() == before


def test_disabled_waits_for_a_mask():
    env = TableVectorEnv("azul", 20, opponents="self", autoreset_mode="Disabled")
    chance = np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    over = np.zeros(20, bool)
    while not over.any():
        observation, _, over, _, _ = env.step(some_legal(observation, chance))
    before = env.states.tobytes()
    with pytest.raises(ResetNeeded, match=str(np.flatnonzero(over)[0])):
        env.step(some_legal(observation, chance))
    assert env.states.tobytes() == before
    observation, _ = env.reset(options={"reset_mask": over})
    assert (observation["observation"][over, 3] == 1).all()
    assert (observation["observation"][~over, 3] > 1).any()
    env.step(some_legal(observation, chance))


def test_an_illegal_action_ends_its_own_game_alone():
    """The others go on as they would have: to the last byte."""
    for opponents in OPPONENTS:
        good, bad = (
            TableVectorEnv("azul", 40, opponents=opponents, illegal_reward=-3) for _ in range(2)
        )
        chance = np.random.default_rng(1)
        observation, _ = good.reset(seed=1)
        bad.reset(seed=1)
        wrong = {0: -1, 7: 205, 8: 324, 20: 2**62, 39: 0}
        for step in range(30):
            actions = some_legal(observation, chance).astype(np.int64)
            mistaken = actions.copy()
            if step == 3:
                mistaken[list(wrong)] = list(wrong.values())
            observation, *_ = good.step(actions)
            _, reward, terminated, _, info = bad.step(mistaken)
            if step == 3:
                assert set(np.flatnonzero(info["illegal"])) == set(wrong)
                assert (reward[list(wrong)] == -3).all()
                assert terminated[list(wrong)].all()
        others = [i for i in range(40) if i not in wrong]
        assert good.states[others].tobytes() == bad.states[others].tobytes()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(5), TypeError),
        (np.zeros(5, bool), TypeError),
        (["take"] * 5, TypeError),
        (np.zeros(4, int), ValueError),
        (np.zeros((5, 2), int), ValueError),
    ],
)
def test_what_are_no_actions_is_refused_before_anything_changes(actions, error):
    env = TableVectorEnv("azul", 5)
    env.reset(seed=1)
    before = env.states.tobytes()
    with pytest.raises(error, match="actions: expected"):
        env.step(actions)
    assert env.states.tobytes() == before


def test_the_first_step_comes_after_reset():
    env = TableVectorEnv("azul", 5)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(5, int))
    with pytest.raises(ResetNeeded):
        env.reset(options={"reset_mask": np.array([True, False, True, False, True])})


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"opponents": "level:3"}, ValueError, "vectorization_mode"),
        ({"opponents": ["random", "random"]}, ValueError, "expected 1 of them"),
        ({"opponents": ["self", "greedy"], "players": 3}, ValueError, "for all seats"),
        ({"seat": 2}, ValueError, "seat: expected 0 to 1"),
        ({"seat": True}, ValueError, "seat: expected 0 to 1"),
        ({"seat": 5, "opponents": "self"}, ValueError, "seat: expected 0 to 1"),
        ({"opponents": 3}, ValueError, "opponents: expected names"),
        ({"opponents": [["random"]]}, ValueError, "opponents: expected names"),
        ({"opponents": ["self"] * 5}, ValueError, "expected 1 of them"),
        ({"threads": 0}, ValueError, "threads"),
        ({"illegal_reward": float("nan")}, ValueError, "illegal_reward"),
        ({"num_envs": "3"}, ValueError, "num_envs"),
        ({"seed": 1}, OptionError, "seed"),
        ({"rewards": "money"}, ValueError, "rewards: expected"),
        ({"autoreset_mode": "Never"}, ValueError, "Never"),
        ({"num_envs": 0}, ValueError, "num_envs"),
        ({"players": 7}, OptionError, "players"),
        ({"wall": "blue"}, OptionError, "wall"),
        ({"walls": "grey"}, TypeError, "walls"),
        ({"render_mode": "human"}, ValueError, "render_mode"),
    ],
)
def test_bad_options_are_named(options, error, words):
    with pytest.raises(error, match=words):
        TableVectorEnv("azul", **{"num_envs": 3, **options})


def test_arrays_are_new_at_every_step_unless_that_is_not_wanted():
    for copy in (True, False):
        env = TableVectorEnv("azul", 5, copy=copy)
        first, _ = env.reset(seed=1)
        second, *_ = env.step(first["action_mask"].argmax(axis=1))
        assert (first["observation"] is second["observation"]) != copy


def test_the_learner_sits_where_it_is_told():
    for seat in (0, 2):
        env = TableVectorEnv("azul", 30, players=3, seat=seat)
        _, info = env.reset(seed=1)
        assert set(info["player"]) == {seat}
    _, info = TableVectorEnv("azul", 60, players=3, seat="random").reset(seed=1)
    assert set(info["player"]) == {0, 1, 2}


def test_hidden_crosses_stay_hidden():
    """What the others hold changes nothing of what the learner sees."""
    env = TableVectorEnv("azuleo", 60, opponents="self")
    observation, _ = env.reset(seed=1)
    chance = np.random.default_rng(1)
    for _ in range(10):
        observation, *_, info = env.step(some_legal(observation, chance))
        shuffled = env.states.copy()
        for i, state in enumerate(shuffled):
            azuleo.Game.KERNEL.determinize(state, int(info["player"][i]), i)
        seen = batch.observations(shuffled, info["player"])
        assert (seen == observation["observation"]).all()
        assert shuffled.tobytes() != env.states.tobytes()
