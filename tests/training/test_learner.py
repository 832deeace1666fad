"""The networks as PyTorch trains them, against those that play; what they are trained on."""

import numpy as np
import pytest
import torch
from torch import nn

from azulejos import batch
from azulejos.core.kernel import legal
from azulejos.games.azul import features as encoder
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import (
    POINT_SCALE,
    UNIT,
    forward,
    new_network_buffers,
    packed,
    policy_logits,
    predict_values,
)
from azulejos.training.config import features_of, kinds_of, name_of
from azulejos.training.dataset import joined
from azulejos.training.learner import PolicyNetwork, ValueNetwork
from azulejos.training.match import count_sides
from azulejos.training.samples import new_samples, some
from nets.views import view

from .runs import losses, whole
from .tiny import TINY


def decisions(game, options):
    """Samples of decisions in random games, each action tried some times; the first side won."""
    states = batch.new(game, 6, seed=5, **options)
    parts = []
    for _ in range(4):
        for _ in range(5):
            batch.step(states, batch.choices(states))
        batch.resolve_chance(states)
        parts.append(states[~batch.over(states)])
    samples = new_samples(states.dtype, sum(map(len, parts)))
    samples.states[:] = np.concatenate(parts)
    samples.viewers[:] = batch.movers(samples.states)
    samples.for_value[:] = True
    chance = np.random.default_rng(5)
    actions = np.zeros(batch.kernel_of(states).MAX_LEGAL, np.int16)
    for i, state in enumerate(samples.states):
        n = min(legal(state, actions), samples.actions.shape[1])
        samples.actions[i, :n] = actions[:n]
        samples.visits[i, :n] = 1 + chance.integers(9, size=n)
    winners = [0, 2] if game == "azuleo" and options["players"] == 4 else [0]
    samples.results[:, winners] = samples.values[:, winners] = 1
    return samples


@pytest.fixture(
    params=[(g, o) for g in ("azul", "azuleo") for o in kinds_of(g)],
    ids=lambda k: f"{k[0]}, {name_of(k[1])}",
)
def kind(request):
    """The rows of a game, and decisions of a kind of it."""
    game, options = request.param
    return features_of(game), decisions(game, options)


def with_opinions(learner):
    """A learner that loses nothing when its first layer becomes whole numbers."""
    with torch.no_grad():
        for weights in learner.parameters():
            nn.init.normal_(weights, std=0.2)
        for weights in (learner.features.weight, learner.first_bias):
            weights.copy_((UNIT * weights).round() / UNIT)
    return learner


def test_the_value_network_that_plays_is_the_one_that_learnt(kind):
    encoder, samples = kind
    torch.manual_seed(1)
    value_network = with_opinions(ValueNetwork(encoder, 16, 8, value_target_mix=0.5))
    with torch.no_grad():
        hidden = value_network.forward(whole(value_network.dataset(samples)))
        heads = value_network.heads(hidden).numpy()
    network = value_network.network()
    buffers, weights = (
        new_network_buffers(batch.kernel_of(samples.states).MAX_LEGAL),
        packed(network),
    )
    for state, (wins, points) in zip(
        samples.states, heads.reshape(-1, PLAYERS, 2).swapaxes(1, 2), strict=True
    ):
        found = np.zeros((2, PLAYERS))
        predict_values(weights, buffers, state, found[0], found[1])
        sides = count_sides(samples.states[: state["players"]])
        chances = np.exp(wins[:sides] - wins.max())
        assert found[0, :sides] == pytest.approx(chances / chances.sum(), abs=1e-4)
        assert found[1, :sides] == pytest.approx(POINT_SCALE * points[:sides], rel=1e-3)


def test_the_policy_network_that_plays_is_the_one_that_learnt(kind):
    encoder, samples = kind
    torch.manual_seed(1)
    policy_network = with_opinions(PolicyNetwork(encoder, 16, 8))
    network, most = policy_network.network(), batch.kernel_of(samples.states).MAX_LEGAL
    buffers, weights = new_network_buffers(most), packed(network)
    with torch.no_grad():
        seen = policy_network.forward(whole(policy_network.dataset(samples))).numpy()
    for i, state in enumerate(samples.states):
        n = int((samples.actions[i] >= 0).sum())
        logits = np.zeros(most, np.float32)
        forward(weights, buffers, state, samples.viewers[i])
        policy_logits(weights, buffers, state, samples.actions[i], n, logits)
        assert buffers.second[: len(seen[i])] == pytest.approx(seen[i], abs=1e-3)
        chances = logits[:n] - logits[:n].max()
        chances -= np.log(np.exp(chances).sum())
        aim = samples.visits[i, :n] / samples.visits[i, :n].sum()
        loss = losses(policy_network, some(samples, slice(i, i + 1)))["policy"]
        assert -(aim * chances).sum() == pytest.approx(loss, rel=1e-3)


def test_learning_lowers_the_losses(samples):
    torch.manual_seed(2)
    cases = (
        ValueNetwork(encoder, 32, 16, value_target_mix=0.8),
        PolicyNetwork(encoder, 32, 16),
    )
    for learner in cases:
        batch_of_all = whole(learner.dataset(samples))
        optimiser = torch.optim.Adam(learner.parameters(), 0.01)
        found = []
        for _ in range(30):
            loss = sum(learner.losses(batch_of_all).values())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            found.append(float(loss.detach()))
        assert found[-1] < 0.8 * found[0]


def test_the_learning_rate_falls_from_iteration_to_iteration(finished):
    fourth = TINY.learning_rate / (1 + 3 / TINY.lr_half_life)
    for trainer in (finished.value_trainer, finished.policy_trainer):
        assert [group["lr"] for group in trainer.optimiser.param_groups] == [fourth]


def test_samples_are_drawn_whole(samples):
    policy_network = PolicyNetwork(encoder, 16, 8)
    decided = some(samples, samples.actions[:, 0] >= 0)
    parts = [some(decided, slice(low, low + 10)) for low in (0, 10)]
    dataset = joined([policy_network.dataset(part) for part in parts])
    assert len(dataset) == 20
    drawn = dataset.some(torch.tensor([13, 2, 13]))
    bounds = [*drawn.offsets.tolist(), len(drawn.active)]
    for number, at in ((13, 0), (2, 1), (13, 2)):
        table, own, others = view(decided.states[number:], int(decided.viewers[number]))
        about_sides = [2 * row for row in own] + [2 * row + 1 for row in others]
        held = table + [encoder.FEATURES + row for row in about_sides]
        assert sorted(drawn.active[bounds[at] : bounds[at + 1]].tolist()) == sorted(held)
        tried = decided.actions[number] >= 0
        assert (drawn.targets["visits"][at].numpy()[tried] == decided.visits[number][tried]).all()
        assert (drawn.targets["visits"][at].numpy()[~tried] == -1).all()


def test_a_value_network_is_learnt_from_the_seats_of_those_who_play(samples):
    dataset = ValueNetwork(encoder, 16, 8, value_target_mix=1.0).dataset(samples)
    asked = some(samples, samples.for_value)
    plays = np.arange(PLAYERS) < asked.states["players"][:, None]
    assert ((dataset.counts.numpy() > 0) == plays).all()
    results, points = (dataset.targets[name].numpy() for name in ("results", "points"))
    assert ((results >= 0) == plays).all()
    assert results[plays] == pytest.approx(asked.values[plays], abs=1e-3)
    assert POINT_SCALE * points[plays] == pytest.approx(asked.points[plays])


def test_partners_are_asked_once():
    dataset = ValueNetwork(features_of("azuleo"), 16, 8, value_target_mix=0.5).dataset(
        decisions("azuleo", {"players": 4})
    )
    assert (dataset.targets["results"].numpy() == [1, 0, -1, -1]).all()
    assert ((dataset.counts.numpy() > 0) == [True, True, False, False]).all()


def test_points_of_nobody_are_not_learnt(samples):
    network = ValueNetwork(encoder, 16, 8, value_target_mix=0.5)
    points = samples.points.copy()
    points[np.arange(PLAYERS) >= samples.states["players"][:, None]] = 99
    assert losses(network, samples._replace(points=points)) == losses(network, samples)
    assert losses(network, samples._replace(points=points + 99)) != losses(network, samples)
