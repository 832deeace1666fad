"""Gymnasium: its own checker, opponents, seats, seeds, and bad actions."""

import copy
import pickle
import shlex
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from azulejos import azul, bots
from azulejos.core.errors import OptionError, PositionError
from azulejos.envs.registration import ids
from azulejos.envs.single import SeatEnv

from .settings import any_legal, each_class, each_class_and_setting


def episode(env, seed=None, chance=None, **how):
    """Play one episode; what was seen and gained, step by step."""
    chance = np.random.default_rng(7) if chance is None else chance
    observation, info = env.reset(seed=seed, **how)
    told = [(observation["observation"].tolist(), 0.0, info["rewards"].tolist())]
    terminated = False
    while not terminated:
        assert observation in env.observation_space
        assert env.action_masks().tolist() == observation["action_mask"].tolist()
        action = any_legal(observation, chance)
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        assert reward == info["rewards"][info["player"]]
        told.append((observation["observation"].tolist(), reward, info["rewards"].tolist()))
    assert observation in env.observation_space
    assert not observation["action_mask"].any()
    return told


# ── The standard ─────────────────────────────────────────────────────────────────────────────────


@each_class_and_setting
@pytest.mark.parametrize("rewards", ["win", "places", "points"])
def test_checker(env_class, options, rewards, capsys):
    env = gymnasium.make(
        ids()[env_class.__name__.removesuffix("Env").lower()], **options, rewards=rewards
    )
    assert isinstance(env.unwrapped, SeatEnv)
    check_env(env.unwrapped)  # warnings are errors here


@pytest.mark.parametrize("spec", ["greedy", "level:3"])
@pytest.mark.parametrize("identifier", ids().values())
def test_checker_with_opponents(identifier, spec):
    env = gymnasium.make(identifier, opponents=[spec], seat="random")
    check_env(env.unwrapped, skip_render_check=True)


@each_class_and_setting
def test_whole_games(env_class, options):
    env = env_class(**options, seat=options["players"] - 1, rewards="points")
    told = episode(env, seed=3)
    assert env.game.is_over
    assert np.sum([rewards for *_, rewards in told], axis=0).tolist() == env.game.scores
    assert sum(reward for _, reward, _ in told) == env.game.scores[options["players"] - 1]


def test_many_in_gymnasiums_own_vectors():
    envs = gymnasium.make_vec(
        "azulejos/Azul-v0", num_envs=3, vectorization_mode="sync", opponents=["level:1"]
    )
    observations, infos = envs.reset(seed=1)
    chance = np.random.default_rng(0)
    for _ in range(60):
        actions = [chance.choice(np.flatnonzero(mask)) for mask in observations["action_mask"]]
        observations, rewards, terminated, _, infos = envs.step(np.array(actions))
        if terminated.any():
            break
    assert rewards[terminated].tolist() == infos["rewards"][terminated, 0].tolist() != []
    envs.close()


# ── Seeds, seats and opponents ───────────────────────────────────────────────────────────────────


@each_class_and_setting
def test_a_seed_repeats_everything(env_class, options):
    first, second = (env_class(**options, seat="random") for _ in range(2))
    episode(second, seed=99)  # another past
    for seed in (5, None, None):
        assert episode(first, seed) == episode(second, seed)
        assert first.game.record() == second.game.record()


@each_class
def test_a_seed_deals_as_game_does(env_class):
    env = env_class()
    for seed in range(4):
        env.reset(seed=seed)
        game = type(env.game)(seed=seed)
        while game.turn != 0:
            game.play(env.game.log_entry(game.entries).made.text)
        assert env.game.record() == game.record()


@each_class
def test_every_seat_in_turn(env_class):
    env = env_class(players=3, seat="random")
    seats = {env.reset(seed=seed)[1]["player"] for seed in range(30)}
    assert seats == {0, 1, 2}
    _, info = env.reset()
    assert env.game.turn == info["player"]


class Recorder:
    """An opponent that plays the last of its moves and notes whose turn it was."""

    def __init__(self):
        self.turns = set()

    def choose(self, game):
        self.turns.add(game.turn)
        return game.legal_moves()[-1]


def test_an_opponent_is_given_only_what_it_knows():
    """Neither the agent's crosses, nor what comes next; and what it does to the game is undone."""
    draws, generators = [], []

    class Peeping(Recorder):
        def choose(self, game):
            draws.append(game.record()["moves"].count("+?"))
            generators.append(game.state.generator)
            move = super().choose(game)
            game.play(move)
            return move

    env = SeatEnv("azuleo", 2, opponents=Peeping(), first=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    hidden = env.game.public_record(1)["moves"].count("+?")
    assert 3 <= draws[-1] <= hidden
    assert env.game.state.generator not in generators
    shown = list(draws)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert draws == 2 * shown, "the same seed, the same guesses"
    assert generators[: len(shown)] == generators[len(shown) :]


def test_opponents_sit_clockwise_from_the_agent():
    opponents = [Recorder(), Recorder(), "random"]
    episode(SeatEnv("azul", 4, seat=2, opponents=opponents), seed=1)
    assert [who.turns for who in opponents[:2]] == [{3}, {0}]
    everybody = Recorder()
    episode(SeatEnv("azuleo", 3, opponents=everybody), seed=1)
    assert everybody.turns == {1, 2}


def test_the_opponent_is_the_one_that_was_named():
    def gained(opponent):
        env = SeatEnv("azul", opponents=[opponent])
        return sum(episode(env, seed)[-1][1] for seed in range(8))

    assert gained("greedy") < gained("random")


def test_an_opponent_that_fails_needs_a_reset():
    class Failing(Recorder):
        def choose(self, game):
            if game.entries > 4:
                raise RuntimeError("no more")
            return super().choose(game)

    env = SeatEnv("azul", opponents=[Failing()], first=0)
    with pytest.raises(RuntimeError, match="no more"):
        episode(env, seed=1)
    with pytest.raises(ResetNeeded):
        env.step(30)
    env.reset(seed=1)


@each_class_and_setting
def test_copies_and_pickles_go_on_alike(env_class, options):
    env = env_class(**options, opponents="level:2")
    observation, _ = env.reset(seed=1)
    chance = np.random.default_rng(0)
    env.step(any_legal(observation, chance))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    told = []
    for each in (env, *copies):
        chance, ended = np.random.default_rng(1), each.game.is_over
        while not ended:
            action = chance.choice(np.flatnonzero(each.action_masks()))
            *_, ended, _, _ = each.step(action)
        told.append((each.game.record(), episode(each)))
    assert told[0] == told[1] == told[2]


def test_a_program_is_an_opponent_too(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    answer = {'id': request['id'], 'move': request['legal_moves'][-1]}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    command = shlex.join([sys.executable, "-S", "-E", str(program)])
    env = SeatEnv("azul", opponents=f"cmd:{command}")
    same = SeatEnv("azul", opponents=Recorder())
    for seed in (1, 2):
        assert episode(env, seed) == episode(same, seed)
    env.close()


def test_opponents_that_nobody_knows():
    with pytest.raises(bots.UnknownPlayer, match="'level:11' is no player of azul"):
        SeatEnv("azul", opponents="level:11")


# ── Positions ────────────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_from_a_position():
    game = azul.Game(seed=4, first=0)
    for _ in range(7):
        game.play(game.legal_moves()[3])
    env = SeatEnv("azul", rewards="points", seat=game.turn)
    observation, _ = env.reset(seed=1, options={"position": game.to_dict()})
    assert env.game.to_dict() == game.to_dict()
    with pytest.raises(PositionError, match="players: here it is 2, not 3"):
        env.reset(options={"position": azul.Game(3).to_dict()})
    assert env.game.to_dict() == game.to_dict()
    env.step(any_legal(observation, np.random.default_rng(0)))
    assert env.game.entries > 0
    with pytest.raises(PositionError, match="wall: here it is 'coloured'"):
        env.reset(options={"position": azul.Game(wall="grey").to_dict()})
    with pytest.raises(OptionError, match="positoin"):
        env.reset(options={"positoin": game.to_dict()})


def test_a_board_that_may_be_full_before_the_agent_is_asked_is_dealt_again():
    env = gymnasium.make(
        "azulejos/Azuleo-v0", players=4, board=["oo", "oo"], opponents="greedy", seat=3
    )
    for seed in range(10):
        observation, _ = env.reset(seed=seed)
        assert observation["action_mask"].any()
    with pytest.raises(OptionError, match="before the agent's first decision"):
        gymnasium.make("azulejos/Azuleo-v0", board=["o"], first=0, seat=1).reset(seed=1)


def test_a_game_without_a_decision_is_none():
    env = SeatEnv("azuleo", seat=1, first=0, board=["o"])
    with pytest.raises(OptionError, match="over before the agent's first decision"):
        env.reset()
    with pytest.raises(ResetNeeded):
        env.step(0)


# ── Bad actions ──────────────────────────────────────────────────────────────────────────────────


@each_class_and_setting
def test_an_illegal_action_ends_the_game(env_class, options):
    env = env_class(**options, illegal_reward=-7)
    observation, _ = env.reset(seed=1)
    before = env.game.to_text()
    action = np.flatnonzero(observation["action_mask"] == 0)[-1]
    observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-7, True, False)
    assert info["illegal"] is True
    assert ": " in info["reason"]
    assert info["rewards"].tolist() == [-7.0] + [0.0] * (options["players"] - 1)
    assert observation in env.observation_space
    assert not observation["action_mask"].any()
    assert env.game.to_text() == before
    with pytest.raises(ResetNeeded):
        env.step(action)
    assert "reason" not in env.reset()[1]


@each_class
@pytest.mark.parametrize(
    "action", [-1, 10_000, 2**70, 1.0, "30", None, [30], np.float32(30), np.array([30]), np.nan]
)
def test_what_is_no_action_is_refused(env_class, action):
    env = env_class()
    observation, _ = env.reset(seed=1)
    before = env.game.to_text()
    with pytest.raises(InvalidAction, match="expected one of Discrete"):
        env.step(action)
    assert env.game.to_text() == before
    env.step(any_legal(observation, np.random.default_rng(0)))


@each_class
def test_only_between_reset_and_the_end(env_class):
    env = env_class()
    with pytest.raises(ResetNeeded, match=r"reset\(\) begins one"):
        env.step(0)
    episode(env)
    with pytest.raises(ResetNeeded):
        env.step(0)
    episode(env)


def test_settings_that_make_no_environment():
    for settings, complaint in (
        ({"opponents": ["random", "random"]}, "opponents: expected 1 of them, not 2"),
        ({"opponents": [5]}, "opponents: expected a name or a player, not 5"),
        ({"seat": 2}, "seat: expected 0 to 1 or 'random', not 2"),
        ({"seat": True}, "seat: expected 0 to 1"),
        ({"rewards": None}, "rewards: expected one of"),
        ({"render_mode": "film"}, "render_mode: expected one of"),
        ({"deals": "auto"}, "deals: an environment draws by itself"),
        ({"players": 1}, "players: expected 2 to 4"),
    ):
        with pytest.raises(OptionError, match=complaint):
            SeatEnv("azul", **settings)
    with pytest.raises(OptionError, match="opponents: expected 0 of them"):
        SeatEnv("azuleo", players=1, opponents=["random"])
