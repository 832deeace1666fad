"""The search, for both games: it cannot peek, it is reproducible, and it ends when it should."""

import threading
import time

import numpy as np
import pytest

from azulejos import azul, azuleo, bots
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS, PLAIN_MCTS
from azulejos.core import kernel
from azulejos.nets.weights import shipped
from azulejos.search.analysis import Search
from azulejos.search.endgame import solve
from azulejos.search.heuristics import decisions_left
from azulejos.search.tree import (
    ACTION,
    MAX_CHILDREN,
    PRIOR,
    ROOT,
    best_action,
    children,
    new_tree,
    visit,
)
from azulejos.search.workspace import new_workspace

GAMES = {
    "azul 2": lambda seed: azul.Game(2, seed=seed),
    "azul 4 grey": lambda seed: azul.Game(4, "grey", seed=seed),
    "azuleo 2": lambda seed: azuleo.Game(2, seed=seed),
    "azuleo 3": lambda seed: azuleo.Game(3, seed=seed, exchange=True),
    "azuleo 4": lambda seed: azuleo.Game(4, seed=seed, claims="automatic"),
    "azuleo fill": lambda seed: azuleo.Game(1, mode="fill", seed=seed),
    "azuleo score": lambda seed: azuleo.Game(1, mode="score", seed=seed),
}
SPECS = ["random", "greedy", "mcts", "level:1", "level:4", "level:6", "level:10"]


@pytest.fixture(params=GAMES, name="new")
def _new(request):
    return GAMES[request.param]


def advanced(game, moves):
    for n in range(moves):
        if not game.is_over:
            legal = game.legal_moves()
            game.play(legal[n * 13 % len(legal)])
    return game


def twin_of(game, seed):
    """The same game as its mover knows it, in another world: other draws to come, other hands."""
    twin = game.copy()
    kernel.determinize(twin.state, twin.turn, seed)
    return twin


@pytest.mark.parametrize("spec", SPECS)
def test_a_player_cannot_peek(new, spec):
    """A move depends on nothing its player cannot know: not the generator, not hidden crosses."""
    for moves in (0, 4, 9):
        game = advanced(new(moves), moves)
        twins = [game, twin_of(game, 1), twin_of(game, 2)]
        chosen = {bots.make(spec, game.NAME, 5).choose(twin, visits=60) for twin in twins}
        assert len(chosen) == 1


@pytest.mark.parametrize("spec", ["level:6", "level:10", "mcts"])
def test_a_tree_is_kept_only_for_whom_it_was_grown(spec, monkeypatch):
    """What was searched with one hand is no business of the next player, even if it is the same."""
    game = azuleo.Game(2, seed=1)
    player = bots.make(spec, "azuleo", 5)
    followed = []
    monkeypatch.setattr(player._search, "follow", followed.append)
    player.choose(game, visits=60)
    mover = game.turn
    game.play(game.legal_moves()[0])
    while game.turn == mover:  # the start cross is followed by the first turn
        game.play(game.legal_moves()[0])
    player.choose(game, visits=60)
    assert followed == []
    mover = game.turn
    game.play(game.legal_moves()[0])
    while game.turn != mover:
        game.play(game.legal_moves()[0])
    player.choose(game, visits=60)
    assert len(followed) == 1


def test_a_tree_is_not_kept_for_another_game():
    """The same moves from another position lead elsewhere."""
    player = bots.make("level:10", "azul", 1)
    one, other = azul.Game(seed=1), azul.Game(seed=2)
    move = next(move for move in one.legal_moves() if move in other.legal_moves())
    player.analyse(one, visits=500)
    for game in (one, other):
        game.play(move)
        reply = game.legal_moves()[0]
        game.play(reply)
    assert player.analyse(other, visits=1).visits == 1


def test_every_possible_reply_is_in_the_tree():
    """Also where the replies of another world are known already, and however deep."""
    game = advanced(azuleo.Game(2, seed=2), 6)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azuleo"], seed=1)
    analysis = search.analyse(game._states, visits=20_000)
    tree = search._trees[0]
    parents = {
        node: {int(tree.links[ACTION, child]) for child in children(tree, node)}
        for node in [0, *children(tree, 0)]
        if tree.visits[node] > 100
    }
    for world in range(20):
        root = game._states.copy()
        kernel.determinize(root[0], game.turn, world)
        assert set(_legal(root)) <= parents[0]
        kernel.apply(root[0], analysis.action)
        kernel.resolve_chance(root[0])
        best = next(c for c in children(tree, 0) if tree.links[ACTION, c] == analysis.action)
        found = [action in parents[best] for action in _legal(root)]
        assert np.mean(found) > 0.8  # a rare hand may never have been imagined
    assert tree.visits[: tree.used[0]].min() >= 0


def test_visits_see_many_worlds():
    """The other's replies belong to many different hands, not to the three crosses of one."""
    game = advanced(azuleo.Game(2, seed=2), 6)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azuleo"], seed=1)
    first = search._first_seed(0)
    visit(search._trees[0], search._workspaces[0], game._states, search.config, first, 3000)
    tree = search._trees[0]
    replies = {
        int(tree.links[ACTION, c]) for child in children(tree, 0) for c in children(tree, child)
    }
    crosses = {
        frozenset((move.colours * 2)[i : i + 4] for i in range(4))
        for move in (azuleo.Move.of_action(action) for action in replies)
        if move.what == "lay"
    }
    assert len(crosses) >= 5


def _legal(states):
    actions = np.empty(azuleo.Game.KERNEL.MAX_LEGAL, np.int16)
    return actions[: kernel.legal(states[0], actions)].tolist()


def test_twins_do_differ():
    """What the test above relies on: the twins' hidden crosses are not the same."""
    game = advanced(azuleo.Game(2, seed=1), 4)
    assert twin_of(game, 1).to_dict()["sides"] != twin_of(game, 2).to_dict()["sides"]


def test_the_same_seed_and_visits_give_the_same_analyses(new):
    game = new(3)
    analyses = [
        bots.make("level:6", game.NAME, 9).analyse(game, visits=200, multipv=4) for _ in "ab"
    ]
    assert analyses[0] == analyses[1]


def test_a_full_tree_is_gone_on_with():
    """What has a node is still looked at where, with other hands, something else has none."""
    game = advanced(azuleo.Game(2, seed=2), 6)
    tree, workspace = new_tree(1500), new_workspace(game.KERNEL)
    visit(tree, workspace, game._states, HEURISTIC_CONFIGS["azuleo"], 1, 2000)
    used = int(tree.used[0])
    before = tree.visits.copy()
    visit(tree, workspace, game._states, HEURISTIC_CONFIGS["azuleo"], 5000, 1000)
    assert tree.used[0] == used > 1450
    gained = tree.visits - before
    crowded = [node for node in children(tree, ROOT) if len(children(tree, node)) > 10]
    passed_on = sum(int(gained[children(tree, node)].sum()) for node in crowded)
    assert passed_on == sum(gained[crowded]) > 500


def test_compiled_loops_find_the_same_move(new):
    """And nothing of an earlier position is left in the tree."""
    tree = workspace = None
    for moves in (0, 5):
        game = advanced(new(3), moves)
        search = Search(game.KERNEL, HEURISTIC_CONFIGS[game.NAME], seed=9)
        analysis = search.analyse(game._states, visits=60)
        tree, workspace = tree or new_tree(1 << 16), workspace or new_workspace(game.KERNEL)
        config, seed = HEURISTIC_CONFIGS[game.NAME], search._first_seed(0)
        assert best_action(tree, workspace, game._states, config, seed, 60) == analysis.action


def test_a_whole_game_is_reproducible_with_kept_trees(new):
    records = []
    for _ in range(2):
        game = new(4)
        players = [bots.make("level:5", game.NAME, seat) for seat in range(game.players)]
        for _ in range(12):
            if not game.is_over:
                game.play(players[game.turn].choose(game, visits=40))
        records.append(game.record())
    assert records[0] == records[1]


def test_every_analysis_is_legal_and_complete(new):
    game = new(5)
    players = [bots.make("level:6", game.NAME, seat) for seat in range(game.players)]
    while not game.is_over:
        before = game.state.tobytes()
        analysis = players[game.turn].analyse(game, visits=30, multipv=3)
        assert game.state.tobytes() == before
        assert analysis.move in game.legal_moves()
        assert len(analysis.values) == game.players
        assert all(0 <= value <= 1 for value in analysis.values)
        assert analysis.variations[0].pv[0] == analysis.variations[0].move
        assert analysis.move == analysis.variations[0].move
        visits = [line.visits for line in analysis.variations]
        assert 2 * visits[0] >= max(visits)  # taste decides among what is about as good
        assert visits[1:] == sorted(visits[1:], reverse=True)
        game.play(analysis.move)


def test_visits_are_counted():
    game = azul.Game(seed=1)
    assert bots.make("level:10", "azul", 1).analyse(game, visits=777).visits == 777


def test_a_search_can_be_stopped(new):
    stop = threading.Event()
    game = new(1)
    player = bots.make("level:10", game.NAME, 1)
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    analysis = player.analyse(game, ms=3_600_000, stop=stop)  # pytest would still be waiting
    timer.join()
    assert analysis.visits > 0


def test_a_search_needs_an_end():
    game = azul.Game(seed=1)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azul"])
    with pytest.raises(ValueError, match="needs an end"):
        search.analyse(game._states)


def test_threads_add_up():
    game = azul.Game(seed=2)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azul"], threads=2)
    analysis = search.analyse(game._states, visits=1000, multipv=3)
    assert analysis.visits == 1000
    assert len(analysis.variations) == 3


def test_a_tree_is_kept_from_move_to_move():
    game = azul.Game(seed=3)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azul"])
    analysis = search.analyse(game._states, visits=2000, multipv=1)
    line = analysis.variations[0]
    search.follow([line.action])
    game.play(azul.Move.of_action(line.action))
    again = search.analyse(game._states, visits=line.visits, multipv=1)
    assert again.visits == line.visits  # all of them were there already
    assert again.action == line.pv[1]


def test_a_kept_root_has_all_its_actions():
    """As an inner node it had the children of the greatest priors only."""
    game = azul.Game(seed=3)
    search = Search(game.KERNEL, LEARNED_CONFIGS["azul"], networks=shipped("azul"))
    line = search.analyse(game._states, visits=2000).variations[0]
    search.follow([line.action])
    assert len(children(search._trees[0], ROOT)) == MAX_CHILDREN
    game.play(azul.Move.of_action(line.action))
    moves = 1000  # as many as there are
    fresh = Search(game.KERNEL, LEARNED_CONFIGS["azul"], networks=shipped("azul"))
    wanted = {
        told.action for told in fresh.analyse(game._states, visits=1, multipv=moves).variations
    }
    assert len(wanted) > MAX_CHILDREN
    kept = search.analyse(game._states, visits=line.visits, multipv=moves)
    assert {told.action for told in kept.variations} == wanted
    tree = search._trees[0]
    priors = [float(tree.numbers[PRIOR, child]) for child in children(tree, ROOT)]
    assert priors == sorted(priors, reverse=True)
    assert sum(priors) == pytest.approx(1, abs=1e-3)
    unlikely = kept.variations[-1].action
    assert search.analyse(game._states, visits=line.visits, first=unlikely).action == unlikely


def test_where_chance_judges_the_end_of_a_round_it_is_asked_again():
    game = azul.Game(seed=1)
    greedy = bots.make("greedy", "azul", 1)
    while decisions_left(game.state) > 1:
        game.play(greedy.choose(game))
    search = Search(game.KERNEL, PLAIN_MCTS, seed=5)
    told = [search.analyse(game._states, visits=visits, multipv=1000) for visits in (50, 500)]
    before, after = (
        {line.action: line.values for line in analysis.variations} for analysis in told
    )
    assert before.keys() == after.keys()
    assert all(before[action] != after[action] for action in before)


def test_a_search_that_outgrows_its_tree_goes_on():
    game = azul.Game(seed=4)
    search = Search(game.KERNEL, HEURISTIC_CONFIGS["azul"])
    capacity = len(search._trees[0].visits)
    assert search.analyse(game._states, visits=20_000).visits == 20_000
    assert len(search._trees[0].visits) > capacity


@pytest.mark.parametrize("name", ["azul", "azuleo"])
def test_stronger_levels_beat_random(name):
    wins = 0.0
    for seed in range(4):
        game = {"azul": azul.Game, "azuleo": azuleo.Game}[name](seed=seed, first=0)
        players = [bots.make("level:6", name, seed), bots.make("random", name, seed)]
        if seed % 2:
            players.reverse()
        while not game.is_over:
            game.play(players[game.turn].choose(game, visits=60))
        wins += (seed % 2 in game.winners) / len(game.winners)
    assert wins >= 3


def test_players_are_known_by_name():
    assert bots.names("azul") == bots.names("azuleo")
    assert "level:10" in bots.names("azul")
    for spec in ("level:11", "level:0", "level:x", "", "Greedy", None, 5):
        with pytest.raises(bots.UnknownPlayer, match="is no player of azul"):
            bots.make(spec, "azul")
    with pytest.raises(bots.UnknownPlayer, match="no game 'chess'"):
        bots.make("greedy", "chess")


def test_there_are_ten_levels_each_with_a_manner():
    for levels in bots.LEVELS.values():
        assert len(levels) == 10
        assert len({level.name for level in levels}) == 10
        assert all(level.manner for level in levels)


def test_heuristic_priors_are_finite_everywhere():
    from azulejos.search.heuristics import heuristic_priors

    for seed in range(3):
        for game in (azul.Game(3, "grey", seed=seed), azuleo.Game(3, seed=seed)):
            priors = np.zeros(game.KERNEL.MAX_LEGAL, np.float32)
            actions = np.zeros(game.KERNEL.MAX_LEGAL, np.int16)
            while not game.is_over:
                n = game.KERNEL.legal(game.state, actions)
                heuristic_priors(game.state, actions, n, priors)
                assert np.isfinite(priors[:n]).all()
                game.play(game.legal_moves()[-1])


@pytest.mark.parametrize("spec", SPECS)
def test_there_must_be_something_to_decide(spec):
    game = azul.Game(seed=1)
    player = bots.make(spec, "azul", 1)
    with pytest.raises(ValueError, match="another game"):
        player.choose(azuleo.Game(seed=1))
    with pytest.raises(ValueError, match="nothing to decide"):
        player.choose(azul.Game(seed=1, deals="manual"))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    with pytest.raises(ValueError, match="nothing to decide"):
        player.choose(game)


def test_who_only_glances_has_an_evaluation_too(new):
    game = advanced(new(3), 5)
    analysis = bots.make("level:1", game.NAME, 1).analyse(game, multipv=3)
    assert len(analysis.variations) == min(3, len(game.legal_moves()))
    assert len({line.move for line in analysis.variations}) == len(analysis.variations)
    assert all(0 <= value <= 1 for line in analysis.variations for value in line.values)


@pytest.mark.parametrize("wrong", [{"visits": 0}, {"visits": 5, "multipv": 0}])
def test_a_search_needs_something_to_do(wrong):
    game = azul.Game(seed=1)
    with pytest.raises(ValueError, match="at least one"):
        Search(game.KERNEL, HEURISTIC_CONFIGS["azul"]).analyse(game._states, **wrong)


def test_solving_keeps_to_the_time():
    """A clock that has run out, or somebody who wants an answer, ends it."""
    game = azul.Game(2, "grey", seed=1)
    past = time.perf_counter() - 1
    stopped = threading.Event()
    stopped.set()
    for way in ({"end": past}, {"stop": stopped}):
        assert solve(game.KERNEL, game._states, 10**9, **way) is None


def test_an_analysis_grows_more_exact_until_its_end(new):
    game = advanced(new(4), 6)
    if game.is_over:
        return
    player = bots.make("level:10", game.NAME, 1)
    found = list(player.deepen(game, piece=1, visits=600, nodes=1 << 20, multipv=3))
    visits = [analysis.visits for analysis in found]
    assert visits == sorted(visits)
    assert visits[-1] >= 600
    legal = game.legal_moves()
    for analysis in found:
        assert analysis.move == analysis.variations[0].move
        assert {line.move for line in analysis.variations} <= set(legal)
        assert all(len(line.values) == game.players for line in analysis.variations)
    # It ends where its tree would grow too large, and the player plays on as if it had not been.
    assert len(list(player.deepen(game, piece=1, visits=10**6, nodes=200))) < 100
    assert player.choose(game, visits=50) in legal
