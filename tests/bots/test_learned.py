"""The levels with networks: which they are, how they play, and with the heuristic evaluator."""

import copy
import pickle

import numpy as np
import pytest

from azulejos import azul, azuleo, bots
from azulejos.bots.levels import (
    HEURISTIC_CONFIGS,
    LEARNED_CONFIGS,
    LEARNED_LEVELS,
    LEVELS,
    MULTIPLAYER_CONFIGS,
)
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import NO_NETWORKS, predict_values
from azulejos.nets.weights import shipped
from azulejos.search.config import (
    HEURISTIC,
    MIXED,
    ROLLOUT,
    ROLLOUT_THEN_VALUE_NETWORK,
    VALUE_NETWORK,
)
from azulejos.search.endgame import solve
from azulejos.search.evaluators import MARGIN_WEIGHT, evaluate_leaf
from azulejos.search.workspace import new_workspace

KERNEL = azul.Game.KERNEL


def networks_of(player):
    return player._search.networks


def moves_of(player, game, number, **budget):
    """The moves a player makes alone at a table."""
    made = []
    while len(made) < number and not game.is_over:
        made.append(player.choose(game, **budget))
        game.play(made[-1])
    return made


# ── Which they are ───────────────────────────────────────────────────────────────────────────────


def test_the_four_highest_levels_have_learnt_and_no_other():
    for game, learned in LEARNED_LEVELS.items():
        assert list(learned) == [7, 8, 9, 10]
        assert game in LEARNED_CONFIGS
        for number in learned:
            assert networks_of(bots.make(f"level:{number}", game, 1)) is shipped(game)
            assert networks_of(bots.make(f"level:{number}@learned", game, 1)) is shipped(game)
        for spec in ("mcts", "level:6", "level:7@heuristic", "level:10@heuristic"):
            assert networks_of(bots.make(spec, game, 1)) is NO_NETWORKS


def test_a_learned_level_goes_by_the_name_of_the_other():
    for game, learned in LEARNED_LEVELS.items():
        for number, level in learned.items():
            usual = LEVELS[game][number - 1]
            assert (level.name, level.manner) == (usual.name, usual.manner)


@pytest.mark.parametrize("number", [7, 8, 9, 10])
def test_by_the_heuristic_a_level_is_what_it_is_without_a_network(number):
    named = bots.make(f"level:{number}@heuristic", "azul", 5)
    plain = LEVELS["azul"][number - 1].player(number, KERNEL, HEURISTIC_CONFIGS["azul"], 5)
    assert (named.visits, named.ms, named.exact) == (plain.visits, plain.ms, plain.exact)
    budget = {} if plain.visits else {"visits": 300}
    made = moves_of(named, azul.Game(seed=2), 12, **budget)
    assert made == moves_of(plain, azul.Game(seed=2), 12, **budget)


def test_learning_changes_what_is_analysis():
    game = azul.Game(seed=2)
    learned = bots.make("level:10", "azul", 5).analyse(game, visits=300)
    heuristic = bots.make("level:10@heuristic", "azul", 5).analyse(game, visits=300)
    assert learned.values != heuristic.values


# ── How they play ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "options", [{}, {"wall": "grey"}, {"players": 3}, {"players": 4, "wall": "grey"}]
)
@pytest.mark.parametrize("spec", ["level:7", "level:10"])
def test_they_play_whole_games(spec, options):
    game = azul.Game(seed=6, **options)
    players = [bots.make(spec, "azul", seat) for seat in range(game.players)]
    while not game.is_over:
        analysis = players[game.turn].analyse(game, visits=20)
        assert sum(analysis.values) == pytest.approx(1, abs=1e-3)
        game.play(analysis.move)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_play_whole_games_of_azuleo(players):
    game = azuleo.Game(players, seed=6)
    seated = [bots.make("level:10", "azuleo", seat) for seat in range(players)]
    while not game.is_over:
        analysis = seated[game.turn].analyse(game, visits=20)
        sides = analysis.values[: 2 if players == 4 else players]
        assert sum(sides) == pytest.approx(1, abs=1e-3)
        if players == 4:
            assert analysis.values[2:] == analysis.values[:2]
        game.play(analysis.move)


@pytest.mark.parametrize("mode", ["fill", "score"])
def test_alone_they_play_without_what_was_learnt_in_company(mode):
    learned, heuristic = (bots.make(f"level:10@{by}", "azuleo", 2) for by in bots.EVALUATORS)
    made = moves_of(learned, azuleo.Game(1, mode=mode, seed=3), 12, visits=50)
    assert made == moves_of(heuristic, azuleo.Game(1, mode=mode, seed=3), 12, visits=50)
    learned.analyse(azuleo.Game(2, seed=1), visits=10)
    assert networks_of(learned) is shipped("azuleo")


def test_in_company_they_search_in_another_config():
    player = bots.make("level:10", "azul", 2)
    for players, config in (
        (3, MULTIPLAYER_CONFIGS["azul"]),
        (2, LEARNED_CONFIGS["azul"]),
        (4, MULTIPLAYER_CONFIGS["azul"]),
    ):
        player.analyse(azul.Game(players, seed=1), visits=10)
        assert player._search.config == config
        assert networks_of(player) is shipped("azul")


@pytest.mark.parametrize("spec", ["level:7", "level:10"])
def test_the_same_seed_and_visits_give_the_same_moves(spec):
    made = [moves_of(bots.make(spec, "azul", 4), azul.Game(seed=1), 30, visits=60) for _ in "12"]
    assert made[0] == made[1]


def test_copies_think_the_same():
    player = bots.make("level:10", "azul", 3)
    game = azul.Game(seed=1)
    moves_of(player, game, 3, visits=100)
    copied, pickled = copy.deepcopy(player), pickle.loads(pickle.dumps(player))
    for _ in range(4):
        analyses = [p.analyse(game, visits=100, multipv=3) for p in (player, copied, pickled)]
        assert analyses[0] == analyses[1] == analyses[2]
        game.play(analyses[0].move)


def test_several_threads_share_their_networks():
    player = bots.make("level:10", "azul", 3, threads=2)
    one, other = player._search._workspaces
    assert one.value_network is other.value_network
    assert one.policy_network is other.policy_network
    assert not np.shares_memory(one.buffers.path, other.buffers.path)
    analysis = player.analyse(azul.Game(seed=1), visits=200)
    assert analysis.visits == 200


# ── Exact endings ────────────────────────────────────────────────────────────────────────────────


def last_decision(seed):
    """A position whose round ends with the next move, the game going on."""
    game = azul.Game(seed=seed)
    player = bots.make("level:2", "azul", seed)
    while True:
        position = game.to_dict()
        groups = [n for source in (*position["factories"], position["centre"]) for n in source if n]
        if len(groups) == 1:
            return game
        game.play(player.choose(game))


def value_after(game, move, **settings):
    """The shipped value network's value for the mover between two rounds."""
    states = np.frombuffer(bytearray(game.state.tobytes()), KERNEL.STATE)
    KERNEL.apply(states[0], game.MOVES.index(move))
    workspace = new_workspace(KERNEL, shipped("azul"))
    workspace.buffers.states[0] = states[0]
    evaluate_leaf(workspace, LEARNED_CONFIGS["azul"]._replace(evaluator=VALUE_NETWORK, **settings))
    return workspace.buffers.values[game.turn]


@pytest.mark.parametrize("seed", range(4))
def test_where_a_round_ends_the_value_network_is_asked(seed):
    game = last_decision(seed)
    values = [value_after(game, move) for move in game.legal_moves()]
    config = LEARNED_CONFIGS["azul"]
    workspace = new_workspace(KERNEL, shipped("azul"))
    solution = solve(KERNEL, game._states, 1000, workspace=workspace, config=config)
    assert solution.value == pytest.approx(max(values))
    assert solution.value != pytest.approx(solve(KERNEL, game._states, 1000).value)
    analysis = bots.make("level:10", "azul", 1).analyse(game, visits=200)
    assert analysis.values[game.turn] == pytest.approx(max(values))


def evaluated(game, **settings):
    """Values and points of all players in a position, by the shipped value network."""
    config = LEARNED_CONFIGS[game.NAME]._replace(evaluator=VALUE_NETWORK, heuristic_weight=0.0)
    workspace = new_workspace(game.KERNEL, shipped(game.NAME))
    workspace.buffers.states[0] = game.state
    evaluate_leaf(workspace, config._replace(**settings))
    return np.array([workspace.buffers.values, workspace.buffers.points])[:, : game.players]


def under_way(new, **options):
    """A game of which some moves are made."""
    game = new(seed=3, **options)
    moves_of(bots.make("greedy", game.NAME, 1), game, 9)
    return game


GAMES = [
    *((azul.Game, {"players": players}) for players in (2, 3, 4)),
    *((azuleo.Game, {"players": players}) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("new", "options"), GAMES)
def test_the_value_network_is_taken_at_its_word(new, options):
    game = under_way(new, **options)
    workspace = new_workspace(game.KERNEL, shipped(game.NAME))
    said = np.zeros((2, PLAYERS))
    predict_values(
        workspace.value_network, workspace.buffers.value_network, game.state, said[0], said[1]
    )
    values, points = evaluated(game)
    assert points == pytest.approx(said[1, : game.players])
    assert values == pytest.approx(said[0, : game.players], abs=MARGIN_WEIGHT)
    assert values != pytest.approx(said[0, : game.players], abs=1e-6), "a margin matters a little"


def test_who_asks_the_heuristic_asks_it_once():
    game = under_way(azul.Game)
    plain = evaluated(game, evaluator=HEURISTIC)
    assert np.array_equal(plain, evaluated(game, evaluator=HEURISTIC, heuristic_weight=0.5))


@pytest.mark.parametrize(("new", "options"), GAMES)
def test_a_second_evaluation_is_the_heuristic_of_the_same_position(new, options):
    game = under_way(new, **options)
    for evaluator, forecaster in (
        (VALUE_NETWORK, HEURISTIC),
        (ROLLOUT_THEN_VALUE_NETWORK, ROLLOUT),
    ):
        heuristic = evaluated(game, evaluator=forecaster)
        first, half, second = (
            evaluated(game, evaluator=evaluator, heuristic_weight=weight)
            for weight in (0.0, 0.5, 1.0)
        )
        assert second == pytest.approx(heuristic)
        assert half == pytest.approx((first + second) / 2)
        assert first != pytest.approx(second)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_the_heuristic_plays_on_the_two_are_asked_in_turn(players):
    game = under_way(azuleo.Game, players=players)
    value_network = evaluated(game)
    config = LEARNED_CONFIGS["azuleo"]._replace(heuristic_weight=0.3)
    assert config.evaluator == MIXED
    workspace = new_workspace(game.KERNEL, shipped("azuleo"))
    values = []
    for generator in np.random.default_rng(1).integers(1 << 63, size=1000, dtype=np.uint64):
        workspace.buffers.states[0] = game.state
        workspace.buffers.states["generator"] = generator
        evaluate_leaf(workspace, config)
        values.append(workspace.buffers.values[: game.players].copy())
    of_outlook = [np.array_equal(value, value_network[0]) for value in values]
    assert 0.65 < np.mean(of_outlook) < 0.75
    others = [value for value, same in zip(values, of_outlook, strict=True) if not same]
    assert np.std(others, axis=0).max() > 0.01, "each plays on by other draws"


def test_a_second_evaluation_lies_between_the_two():
    game = last_decision(1)
    move = game.legal_moves()[0]
    value_network, half, heuristic = (
        value_after(game, move, heuristic_weight=weight) for weight in (0.0, 0.5, 1.0)
    )
    assert value_network != pytest.approx(heuristic)
    assert half == pytest.approx((value_network + heuristic) / 2)


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("spec", "game", "complaint"),
    [
        ("level:10@", "azul", "expected the evaluator learned or heuristic"),
        ("level:10@network", "azul", "expected the evaluator learned or heuristic"),
        ("level:10@heuristic@learned", "azul", "expected the evaluator"),
        ("level:11@heuristic", "azul", "is no player of azul"),
        ("@heuristic", "azul", "is no player of azul"),
        ("mcts@heuristic", "azul", "only a level has an evaluator to choose"),
        ("level:5@learned", "azul", "only level:7, level:8, level:9, level:10 have networks"),
        ("level:6@learned", "azuleo", "only level:7, level:8, level:9, level:10 have networks"),
    ],
)
def test_names_that_stand_for_nobody(spec, game, complaint):
    with pytest.raises(bots.UnknownPlayer, match=complaint):
        bots.make(spec, game, 1)


def test_an_evaluator_is_for_those_who_have_the_choice():
    chosen = bots.with_evaluator
    assert chosen("level:10", "azul", "heuristic") == "level:10@heuristic"
    assert chosen("level:7", "azul", "learned") == "level:7@learned"
    assert chosen("level:10@learned", "azul", "heuristic") == "level:10@learned"
    assert chosen("level:10", "azul", None) == "level:10"
    for spec in ("level:6", "greedy", "mcts", "cmd:./level:10", "nobody"):
        assert chosen(spec, "azul", "heuristic") == spec
    assert chosen("level:10", "azuleo", "heuristic") == "level:10@heuristic"


def test_an_evaluator_that_does_not_exist_is_named():
    with pytest.raises(bots.UnknownPlayer, match=r"learned or heuristic, or a .* not 'network'"):
        bots.with_evaluator("level:1", "azul", "network")
