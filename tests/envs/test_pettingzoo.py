"""PettingZoo: its own tests, and that the games it plays are ours."""

import copy
import pickle
import types

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.env_logger import EnvLogger

from azulejos import azul, azuleo
from azulejos.core.errors import IllegalMove, MalformedMove, OptionError, PositionError
from azulejos.envs import azul_v0, azuleo_v0

from .settings import any_legal, each_module, each_setting, maker, play_out

GAMES = {azul_v0: azul.Game, azuleo_v0: azuleo.Game}
#: PettingZoo warns of every dictionary that is not one of its own environments'.
OF_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}


@pytest.fixture(autouse=True)
def _quiet():
    """PettingZoo prints what it warns of."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()
    EnvLogger.flush()


# ── PettingZoo's own tests ───────────────────────────────────────────────────────────────────────


@pytest.mark.filterwarnings("always")
@each_setting
@pytest.mark.parametrize("rewards", ["win", "places", "points"])
def test_api(module, options, rewards, recwarn):
    env = module.env(**options, rewards=rewards)
    api_test(env, num_cycles=200)
    api_test(env.unwrapped, num_cycles=50)
    assert {str(warning.message) for warning in recwarn} <= OF_DICTIONARIES


@each_setting
def test_seeds(module, options):
    seed_test(maker(module, options), num_cycles=100)


@each_setting
def test_parallel(module, options):
    parallel_api_test(module.parallel_env(**options), num_cycles=300)
    parallel_seed_test(lambda: module.parallel_env(**options), num_cycles=100)


@each_module
def test_rendering(module, capsys):
    svg = {"svg": lambda frame: frame.startswith("<svg ")}
    render_test(module.env, custom_tests=svg)
    assert "player 0 to act" in capsys.readouterr().out


@each_module
def test_benchmark(module, monkeypatch):
    seconds = iter(range(100))
    clock = types.SimpleNamespace(time=lambda: next(seconds))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(module.env())


# ── The same games ───────────────────────────────────────────────────────────────────────────────


@each_setting
def test_it_plays_the_games_that_game_plays(module, options):
    chance = np.random.default_rng(5)
    env = module.env(**options)
    for seed in range(3):
        game = GAMES[module](seed=seed, **options)
        env.reset(seed=seed)
        while not game.is_over:
            assert env.agent_selection == f"player_{game.turn}"
            observation, _, terminated, *_ = env.last()
            assert not terminated
            legal = [move.action for move in game.legal_moves()]
            assert np.flatnonzero(observation["action_mask"]).tolist() == legal
            assert env.unwrapped.game.to_text() == game.to_text()
            action = any_legal(observation, chance)
            env.step(action)
            game.play(game.MOVES[action])
        assert all(env.terminations.values())
        assert env.unwrapped.game.record() == game.record()


@each_setting
def test_only_the_agent_to_move_may_do_something(module, options):
    env = module.env(**options)
    env.reset(seed=1)
    for agent in play_to_the_end(env):
        for other in env.agents:
            allowed = env.observe(other)["action_mask"].any()
            assert allowed == (other == agent and not env.terminations[agent])


def play_to_the_end(env):
    chance = np.random.default_rng(0)
    return (agent for agent, *_ in play_out(env, chance))


@each_module
def test_without_a_seed_games_go_on_differently_but_reproducibly(module):
    def three_games():
        env = module.env()
        told = []
        for seed in (3, None, None):
            env.reset(seed=seed)
            told.append(env.unwrapped.game.to_text())
        return told

    first = three_games()
    assert first == three_games()
    assert len(set(first)) == 3
    assert first[0] == GAMES[module](seed=3).to_text()


@each_setting
def test_a_game_begins_from_a_position(module, options):
    chance = np.random.default_rng(2)
    game = GAMES[module](seed=4, **options)
    for _ in range(4):
        game.play(chance.choice(game.legal_moves()))
    env = module.env(**options, rewards="points")
    env.reset(seed=1, options={"position": game.to_dict()})
    assert env.unwrapped.game.to_dict() == game.to_dict()
    assert env.agent_selection == f"player_{game.turn}"
    gained = np.array(game.scores, float)
    while not all(env.terminations.values()):
        env.step(any_legal(env.last()[0], chance))
        gained += list(env.rewards.values())
    assert gained.tolist() == env.unwrapped.game.scores


def test_positions_that_do_not_belong_here():
    env = azul_v0.env()
    env.reset(seed=1)
    before = env.unwrapped.game.to_text()
    over = azul.Game(seed=1)
    while not over.is_over:
        over.play(over.legal_moves()[-1])
    rich = azul.Game(seed=1).to_dict()
    rich["boards"][1]["score"] = 241
    for position, complaint in (
        (azul.Game(3, seed=1).to_dict(), "players: here it is 2, not 3"),
        (over.to_dict(), "the game is over"),
        (rich, "score_1: no game gets beyond 240"),
        ({"players": 2}, "wall is missing"),
        (7, "expected an object"),
    ):
        with pytest.raises(PositionError, match=complaint):
            env.reset(options={"position": position})
        assert env.unwrapped.game.to_text() == before
        assert not any(env.terminations.values())


@each_setting
def test_copies_and_pickles_go_on_alike(module, options):
    env = module.env(**options)
    env.reset(seed=1)
    chance = np.random.default_rng(0)
    for _ in range(5):
        env.step(any_legal(env.last()[0], chance))
        if all(env.terminations.values()):
            break
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    played = []
    for each in (env, *copies):
        told = [
            (agent, observation["observation"].tolist(), reward)
            for agent, observation, reward, *_ in play_out(each, np.random.default_rng(1))
        ]
        each.reset()
        played.append((told, each.unwrapped.game.to_text()))
    assert played[0] == played[1] == played[2]


# ── Bad actions ──────────────────────────────────────────────────────────────────────────────────


def illegal_action(env):
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


@each_setting
def test_an_illegal_action_ends_the_game(module, options):
    env = module.env(**options, illegal_reward=-5)
    env.reset(seed=1)
    before = env.unwrapped.game.to_text()
    loser = env.agent_selection
    env.step(illegal_action(env))
    assert env.unwrapped.game.to_text() == before
    assert all(env.terminations.values())
    assert env.rewards == {agent: -5 if agent == loser else 0 for agent in env.agents}
    for agent, _, reward, terminated, *_ in play_out(env, None):
        assert terminated
        assert reward == (-5 if agent == loser else 0)
    assert env.agents == []
    env.reset(seed=1)
    assert env.unwrapped.game.to_text() == before


@each_module
@pytest.mark.parametrize("action", [-1, 10_000, 2**70, 1.0, "30", None, [30], np.float64(30)])
def test_what_is_no_action_is_refused(module, action):
    env = module.env()
    env.reset(seed=1)
    before = env.unwrapped.game.to_text()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    with pytest.raises((MalformedMove, TypeError)):
        env.unwrapped.step(action)
    assert env.unwrapped.game.to_text() == before
    assert not any(env.terminations.values())
    env.step(any_legal(env.last()[0], np.random.default_rng(0)))


@each_module
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64])
def test_actions_of_every_integer_type_are_played(module, dtype):
    env = module.env()
    env.reset(seed=1)
    actions = np.flatnonzero(env.last()[0]["action_mask"])
    if actions[0] <= np.iinfo(dtype).max:
        env.step(dtype(actions[0]))
        assert env.unwrapped.game.entries == 1
        env.reset(seed=1)
    env.step(np.array(actions[-1]))
    assert env.unwrapped.game.entries == 1


@each_module
def test_the_raw_environment_names_the_rule(module):
    env = module.raw_env()
    env.reset(seed=1)
    before = env.game.to_text()
    with pytest.raises(IllegalMove, match=r": \w+"):
        env.step(illegal_action(env))
    assert env.game.to_text() == before
    assert env.rewards == dict.fromkeys(env.agents, 0)


@each_module
def test_after_the_end(module):
    env = module.env()
    env.reset(seed=1)
    chance = np.random.default_rng(0)
    while not all(env.terminations.values()):
        env.step(any_legal(env.last()[0], chance))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    while env.agents:
        env.step(None)
    EnvLogger.flush()
    env.step(None)
    env.step(3)
    assert "Should reset() first" in EnvLogger.mqueue[-1]
    assert env.unwrapped.game.is_over


@each_module
def test_nothing_before_the_first_reset(module):
    env = module.env()
    for call in (env.agent_iter, env.render, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    for attribute in ("agents", "agent_selection", "rewards", "terminations", "infos"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(env, attribute)


def test_settings_that_make_no_environment():
    for settings, complaint in (
        ({"players": 5}, "players: expected 2 to 4, not 5"),
        ({"wall": "pink"}, "wall: expected one of"),
        ({"rewards": "money"}, "rewards: expected one of 'win', 'places', 'points'"),
        ({"render_mode": "film"}, "render_mode: expected one of 'human', 'ansi'"),
        ({"deals": "manual"}, "deals: an environment draws by itself"),
        ({"seed": 1}, "seed: it is given to reset"),
    ):
        with pytest.raises(OptionError, match=complaint):
            azul_v0.env(**settings)
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        azuleo_v0.env(speed=3)
