"""Every layer of azulejos with a game that brings nothing but its rules."""

import json
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from fileira import Game, replay
from fileira.spec import SPEC
from pettingzoo.test import api_test

import azulejos.envs as envs
from azulejos import arena, batch, bots, draw, games
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORKS


def test_it_is_found_by_its_entry_point_and_nothing_in_azulejos_knows_it():
    assert games.spec("fileira") is SPEC
    assert games.game_of_position(Game(seed=1).to_dict()) is SPEC
    for path in games.spec("azul").folder.parents[1].rglob("*.*"):
        if path.suffix in (".py", ".js", ".html", ".css", ".po"):
            assert "fileira" not in path.read_text("utf-8").lower(), path


# ── Bots and arena ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["random", "greedy", "mcts", "level:1", "level:4"])
@pytest.mark.parametrize("players", [2, 3])
def test_bots_play_it(name, players):
    game = Game(players, seed=1)
    bot = bots.make(name, "fileira", seed=1)
    while not game.is_over:
        game.play(bot.choose(game, visits=4))


def test_a_bot_does_not_look_into_hidden_hands():
    game = Game(2, seed=3)
    other = game.known_to(game.turn, seed=9)  # other tiles are hidden, all else is as it was
    assert other.to_dict() != game.to_dict()
    for name in ("greedy", "level:2"):
        chosen = [bots.make(name, "fileira", seed=2).choose(g, visits=50) for g in (game, other)]
        assert chosen[0] == chosen[1]


def test_levels_are_called_and_the_last_one_is_the_best():
    assert bots.names("fileira")[3:] == ["level:1", "level:2", "level:3", "level:4"]
    shares = np.zeros(2)
    for seed in range(30):
        strong, weak = (bots.make(name, "fileira", seed) for name in ("level:3", "random"))
        game = Game(2, seed=seed // 2, first=0)
        seats = [strong, weak] if seed % 2 else [weak, strong]
        while not game.is_over:
            game.play(seats[game.turn].choose(game))
        for winner in game.winners:
            shares[0 if seats[winner] is strong else 1] += 1 / len(game.winners)
    assert shares[0] > 22


def test_greedy_takes_the_most_points_at_once():
    game = Game.from_text("fileira turn0 0 12../5... 339/124")
    chosen = {str(bots.make("greedy", "fileira", seed).choose(game)) for seed in range(20)}
    assert chosen == {"A3=3", "A3=9"}


def test_networks_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="fileira has no networks"):
        bots.make("level:3@learned", "fileira")
    with pytest.raises(ValueError, match="plays 'azul', not 'fileira'"):
        bots.make(f"net:{weights.shipped_file('azul')}", "fileira")
    with pytest.raises(ValueError, match="no network plays 'fileira'"):
        weights.save(tmp_path / "x.npz", "fileira", NO_NETWORKS, {})


def test_the_arena_plays_it(tmp_path):
    contest = arena.Contest("fileira", ("greedy", "random"), {"row_length": 3}, seed=1)
    played = arena.run(contest, 8, tmp_path / "games")
    assert len(played) == 8
    assert all(outcome["failure"] is None for outcome in played.values())
    for outcome in played.values():
        assert replay(outcome["record"]).is_over
    assert arena.table(arena.findings(contest, played))


def test_the_engine_protocol_plays_it():
    game = Game(2, row_length=3, seed=1)
    lines = []
    while not game.is_over:
        request = {"id": 1, "game": "fileira", "position": game.view(game.turn), "level": 1}
        answers = _answers([request | {"visits": 8}])
        game.play(answers[-1]["move"])
        lines += answers
    assert all("error" not in line for line in lines)
    hello = _answers([{"id": 1, "hello": True}])[-1]
    assert "fileira" in hello["games"]
    assert len(hello["levels"]["fileira"]) == 4


def _answers(requests):
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "engine"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


# ── Environments ─────────────────────────────────────────────────────────────────────────────────


def test_batches():
    states = batch.new("fileira", 64, seed=1, players=3)
    batch.play_out(states, "greedy")
    assert batch.over(states).all()
    assert batch.returns(states).sum(axis=1) == pytest.approx(1)


@pytest.mark.filterwarnings("ignore:Observation")  # it warns of every dictionary
def test_pettingzoo():
    module = envs.fileira_v0
    api_test(module.env(players=3, row_length=3), num_cycles=100)
    env = module.env(players=2)
    env.reset(seed=1)
    while env.agents:
        seen, _, ended, _, _ = env.last()
        env.step(None if ended else int(seen["action_mask"].argmax()))


def test_gymnasium_single():
    env = gymnasium.make("azulejos/Fileira-v0", opponents="greedy", players=3)
    seen, info = env.reset(seed=1)
    ended = False
    while not ended:
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.unwrapped.game.is_over
    assert reward == info["rewards"][info["player"]]


def test_gymnasium_batched():
    env = gymnasium.make_vec("azulejos/Fileira-v0", num_envs=32)
    seen, _ = env.reset(seed=1)
    ended = 0
    for _ in range(20):
        seen, _, terminated, _, _ = env.step(seen["action_mask"].argmax(axis=1))
        ended += terminated.sum()
    assert ended >= 32


# ── Looking at it ────────────────────────────────────────────────────────────────────────────────


def test_a_position_is_drawn():
    game = Game(2, seed=1)
    picture = draw.svg(game, names=["Ann", "Ben"])
    assert "Fileira" in picture
    assert "Ann" in picture or "Ben" in picture
    assert draw.board(game.view(0), bare=True).startswith("<svg")
    assert game._repr_svg_().startswith("<svg")


# ── OpenSpiel ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(name="spiel")
def _spiel():
    pyspiel = pytest.importorskip("pyspiel")
    import azulejos.envs.spiel

    azulejos.envs.spiel.register()
    return pyspiel


def test_openspiel_plays_it(spiel):
    game = spiel.load_game("python_fileira(players=3,row_length=3)")
    assert game.num_players() == 3
    spiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_openspiel_knows_what_is_hidden(spiel):
    game = spiel.load_game("python_fileira")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[state.move_number()][0])
    hands = Game.from_dict(state._to_struct()).to_dict()["hands"]
    assert sorted(map(len, hands)) == [3, 3]
    told = [state.information_state_string(player) for player in range(2)]
    assert told[0] == "p0: +1 +2 +3 ? ? ?"
    assert told[1] == "p1: ? ? ? +4 +5 +6"
    assert state.observation_string(0) != state.observation_string(1)
    assert len(state.observation_tensor(0)) == Game.KERNEL.OBSERVATION


def test_openspiel_refuses_in_a_sentence(spiel):
    with pytest.raises(spiel.SpielError, match="row_length: expected 3 to 5, not 9"):
        spiel.load_game("python_fileira(row_length=9)")
