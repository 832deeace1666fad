"""Self-play and the samples it makes; matches that evaluate networks."""

from dataclasses import replace

import numpy as np
import pytest

from azulejos import batch
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS
from azulejos.core.kernel import resolve_chance
from azulejos.games.azul import kernel
from azulejos.nets.network import (
    NO_NETWORKS,
)
from azulejos.search.tree import FIRST, NEXT, PRIOR, new_tree, visit
from azulejos.search.workspace import new_workspace
from azulejos.training.config import defaults
from azulejos.training.match import Contender, count_sides, play_match
from azulejos.training.run import Run
from azulejos.training.run_folder import read_samples
from azulejos.training.self_play import _add_noise

from .tiny import TINY, games_in


def test_azuleo_is_learnt_too(tmp_path):
    config = replace(
        TINY,
        game="azuleo",
        rollout_fraction=0.0,
        eval_interval=3,
        kinds=defaults("azuleo").kinds,
    )
    run = Run(tmp_path, config, threads=2)
    lines = [run.run_iteration() for _ in range(3)]
    assert np.isfinite(list(lines[2]["losses"].values())).all()
    assert set(lines[2]["against heuristic"]) == {"2 players", "3 players", "4 players"}
    samples = read_samples(tmp_path / "games" / "000003.npz", config.kernel.STATE)
    assert samples.for_value.any()
    teams = samples.states["players"] == 4
    assert samples.results[teams, 0] == pytest.approx(samples.results[teams, 2])


def test_partners_are_one_side():
    assert count_sides(batch.starts("azuleo", players=4)) == 2
    assert count_sides(batch.starts("azuleo", players=3)) == 3
    assert count_sides(batch.starts("azul", players=4)) == 4


def test_a_round_in_haste_leaves_its_positions_too(finished, tmp_path):
    run = Run(tmp_path, replace(TINY, rollout_fraction=1.0, full_search_fraction=0.0), threads=2)
    run.run_iteration()
    samples = games_in(tmp_path)[0]
    # Only the first decision of a round is ever searched, and each round but the first begins
    # with a position between rounds.
    between = int(samples.for_value.sum())
    decisions = int((samples.actions[:, 0] >= 0).sum())
    assert 0.6 * decisions < between < decisions


def test_the_search_without_a_network_takes_a_seat_if_it_is_asked_to(tmp_path):
    """Its values are no targets, in the third iteration, before there is any champion."""
    fractions = []
    for part in (0.0, 1.0):
        config = replace(
            TINY, past_opponent_fraction=1.0, heuristic_opponent_fraction=part, eval_interval=100
        )
        run = Run(tmp_path / f"{part}", config, threads=2)
        for _ in range(3):
            run.run_iteration()
        last = games_in(run.folder)[-1]
        fractions.append(last.for_value[last.actions[:, 0] < 0].mean())
    assert fractions[0] == 1
    assert 0.3 < fractions[1] < 0.9


def test_noise_leaves_what_was_visited_in_front():
    states = batch.new("azul", 1, seed=4)
    resolve_chance(states[0])
    tree, workspace = new_tree(400), new_workspace(kernel)
    visit(tree, workspace, states, HEURISTIC_CONFIGS["azul"], 1, 1)
    _add_noise(tree, states[0])
    children = []
    child = tree.links[FIRST, 0]
    while child >= 0:
        children.append(child)
        child = tree.links[NEXT, child]
    assert tree.visits[children].tolist() == sorted(tree.visits[children].tolist(), reverse=True)
    priors = tree.numbers[PRIOR, children[1:]].tolist()
    assert priors == sorted(priors, reverse=True)
    assert tree.numbers[PRIOR, children].sum() == pytest.approx(1, abs=1e-3)


def test_samples_are_games_with_their_ends(samples):
    between = samples.for_value
    assert between.any()
    assert (samples.states["phase"][between] == 0).all()
    assert (samples.actions[between] == -1).all()
    decided = samples.actions[:, 0] >= 0
    assert decided.any()
    past = ~between & ~decided  # positions between rounds before a past opponent's decision
    assert past.any()
    assert (samples.states["phase"][past] == 0).all()
    players = samples.states["players"]
    assert samples.results.sum(1) == pytest.approx(np.ones(len(players)), abs=1e-5)
    assert {2, 3, 4} == set(players.tolist())
    for array in (samples.values, samples.results):
        assert ((array >= 0) & (array <= 1.001)).all()
        assert (array[players == 2, 2:] == 0).all()
    seen = samples.values.sum(1)
    assert seen == pytest.approx(np.ones(len(players)), abs=1e-3)
    visits = samples.visits[decided].sum(1)
    assert ((visits >= TINY.visits - 1) & (visits <= TINY.visits)).all()


def test_more_visits_win_a_match():
    starts = batch.starts("azul")
    strong, weak = (
        Contender(HEURISTIC_CONFIGS["azul"], NO_NETWORKS, 60),
        Contender(HEURISTIC_CONFIGS["azul"], NO_NETWORKS, 1),
    )
    results = play_match(kernel, strong, weak, starts, 6, seed=1, threads=2)
    assert results.mean() > 0.7
    again = play_match(kernel, strong, weak, starts, 6, seed=1, threads=1)
    assert np.array_equal(results, again)


def test_networks_fill_a_whole_table(finished):
    starts = batch.starts("azul", players=3, wall="grey")
    side = Contender(LEARNED_CONFIGS["azul"], finished.networks, 4)
    results = play_match(kernel, side, side, starts, 2, seed=1)
    assert ((results >= 0) & (results <= 1)).all()
