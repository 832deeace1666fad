"""Batches of games are the games one by one, whatever is thrown at them."""

import os

import numpy as np
import pytest

from azulejos import azul, azuleo, batch
from azulejos.batch import cores
from azulejos.core import kernel
from azulejos.core.errors import OptionError

KINDS = {
    "azul 2": ("azul", {"players": 2}),
    "azul 3": ("azul", {"players": 3}),
    "azul 4 grey": ("azul", {"players": 4, "wall": "grey"}),
    "azuleo 2": ("azuleo", {"players": 2}),
    "azuleo 4": ("azuleo", {"players": 4, "claims": "automatic"}),
    "azuleo alone": ("azuleo", {"players": 1, "mode": "score"}),
    "azuleo small": ("azuleo", {"players": 2, "board": ["...", ".o.", "..."], "blockades": 2}),
}
GAMES = 150


@pytest.fixture(params=KINDS, name="kind")
def _kind(request):
    return KINDS[request.param]


def new(kind, n=GAMES, seed=1):
    return batch.new(kind[0], n, seed, **kind[1])


def test_the_same_seed_deals_the_same_games(kind):
    assert new(kind).tobytes() == new(kind).tobytes()
    assert new(kind).tobytes() != new(kind, seed=2).tobytes()
    assert new(kind, seed=None).tobytes() != new(kind, seed=None).tobytes()


def test_every_player_begins_as_often(kind):
    players = kind[1]["players"]
    begun = np.bincount(batch.movers(new(kind, 4000)), minlength=players)
    assert len(begun) == players
    assert begun.min() > 4000 / players * 0.85
    assert set(batch.movers(batch.new(kind[0], 50, 1, first=0, **kind[1]))) == {0}


def test_a_batch_plays_the_games_one_by_one(kind):
    """Step for step what the kernel does to each state alone, on one thread and on several."""
    states = new(kind)
    alone = states.copy()
    module = batch.kernel_of(states)
    players = kind[1]["players"]
    allowed = np.zeros(module.ACTIONS, np.int8)
    seen = np.zeros(module.observation_for(players), np.int16)
    while not batch.over(states).all():
        actions = batch.choices(states)
        movers, masks, views = batch.movers(states), batch.masks(states), batch.observations(states)
        for i, state in enumerate(alone):
            state["generator"] = states["generator"][i]
            assert movers[i] == kernel.to_move(state)
            kernel.mask(state, allowed)
            assert (masks[i] == allowed[: module.actions_for(players)]).all()
            assert not allowed[module.actions_for(players) :].any()
            kernel.observe(state, max(movers[i], 0), seen)
            assert (views[i] == seen).all()
            if actions[i] >= 0:
                kernel.apply(state, actions[i])
                kernel.resolve_chance(state)
        played = batch.step(states, actions)
        assert (played == (actions >= 0)).all()
        assert states.tobytes() == alone.tobytes()
    points = np.zeros(module.MAX_PLAYERS, np.int32)
    shares = np.zeros(module.MAX_PLAYERS)
    for i, state in enumerate(alone):
        kernel.scores(state, points)
        kernel.returns(state, shares)
        assert (batch.scores(states)[i] == points[:players]).all()
        assert (batch.returns(states)[i] == shares[:players]).all()


@pytest.mark.parametrize("policy", batch.POLICIES)
def test_playing_out_is_choosing_and_stepping(kind, policy):
    at_once, by_steps = new(kind), new(kind)
    moves = np.zeros(GAMES, np.int32)
    while not batch.over(by_steps).all():
        moves += batch.step(by_steps, batch.choices(by_steps, policy))
    assert (batch.play_out(at_once, policy) == moves).all()
    assert at_once.tobytes() == by_steps.tobytes()


def test_the_number_of_threads_changes_nothing(kind, monkeypatch):
    monkeypatch.setattr(cores, "LEAST_GAMES_A_THREAD", 1)
    one, several = new(kind, 101), new(kind, 101)
    assert (batch.play_out(one, threads=1) == batch.play_out(several, threads=7)).all()
    assert one.tobytes() == several.tobytes()


def test_greedy_beats_random():
    states = batch.new("azul", 400, seed=3)
    while not batch.over(states).all():
        greedy, careless = batch.choices(states, "greedy"), batch.choices(states)
        batch.step(states, np.where(batch.movers(states) == 0, greedy, careless))
    assert batch.returns(states)[:, 0].mean() > 0.9


def test_copies_go_on_differently():
    game = azul.Game(seed=5)
    game.play(game.legal_moves()[3])
    states = batch.copies(game, 200, seed=1)
    assert (batch.observations(states, 0) == batch.observations(states, 0)[0]).all()
    batch.play_out(states)
    assert len({tuple(row) for row in batch.scores(states).tolist()}) > 50


def test_an_illegal_action_leaves_its_game_as_it_was():
    states = batch.new("azul", 200, seed=1)
    before = states.copy()
    actions = batch.choices(states).astype(np.int64)
    before["generator"] = states["generator"]
    bad = {3: -1, 50: 10**12, 77: -(2**63), 120: 325, 199: 24}
    for i, action in bad.items():
        actions[i] = action
    played = batch.step(states, actions)
    assert set(np.flatnonzero(~played)) == set(bad)
    for i in range(len(states)):
        assert (states[i].tobytes() == before[i].tobytes()) == (i in bad)


def test_random_numbers_as_actions_never_break_a_state():
    """Every state that ever comes of it is one that the rules can reach: it reads back as text."""
    chance = np.random.default_rng(1)
    for game in (azul.Game, azuleo.Game):
        states = batch.new(game.NAME, 64, seed=2)
        actions = game.KERNEL.ACTIONS
        for _ in range(400):
            batch.step(states, chance.integers(-5, actions + 5, len(states)))
        masks = batch.masks(states)
        for state, mask in zip(states, masks, strict=True):
            assert mask.sum() == kernel.count_legal(state)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(10), TypeError),
        (np.zeros(10, bool), TypeError),
        (np.zeros(10, np.uint64), TypeError),
        (["a"] * 10, TypeError),
        ([None] * 10, TypeError),
        (np.zeros(9, int), ValueError),
        (np.zeros((10, 1), int), ValueError),
        (3, ValueError),
    ],
)
def test_actions_of_the_wrong_kind_are_refused_before_anything_changes(actions, error):
    states = batch.new("azul", 10, seed=1)
    before = states.tobytes()
    with pytest.raises(error, match="actions: expected"):
        batch.step(states, actions)
    assert states.tobytes() == before


def test_what_is_no_batch_is_refused():
    states = batch.new("azul", 10, seed=1)
    with pytest.raises(TypeError, match="states: expected"):
        batch.masks(np.zeros(3))
    with pytest.raises(TypeError, match="states: expected"):
        batch.masks(states.reshape(2, 5))
    with pytest.raises(TypeError, match="states: expected"):
        batch.play_out([states[0]])
    mixed = np.concatenate([states, batch.new("azul", 10, seed=1, players=4)])
    with pytest.raises(ValueError, match="different numbers of players"):
        batch.masks(mixed)
    with pytest.raises(ValueError, match="out: expected int8"):
        batch.masks(states, out=np.zeros((10, 204), np.int8))
    read_only = np.zeros((10, 205), np.int8)
    read_only.flags.writeable = False
    for wrong in (read_only, np.zeros((205, 10), np.int8).T, [0], "room"):
        with pytest.raises(ValueError, match="out: expected int8"):
            batch.masks(states, out=wrong)
    for player in (2, -1, 256, np.full(10, 256), np.full(10, -255)):
        with pytest.raises(ValueError, match="players: expected 0 to 1"):
            batch.observations(states, player)
    for player in (0.9, "0", np.zeros(9, int), np.zeros((10, 1), int)):
        with pytest.raises(ValueError, match="players: expected a player"):
            batch.observations(states, player)
    for threads in (0, -1, 1.5):
        with pytest.raises(ValueError, match="threads: expected at least 1"):
            batch.masks(states, threads=threads)
    for number in (-1, 1.5, "ten", True):
        with pytest.raises(ValueError, match="n: expected"):
            batch.new("azul", number)
        with pytest.raises(ValueError, match="n: expected"):
            batch.copies(azul.Game(seed=1), number)
    with pytest.raises(ValueError, match="policy: expected"):
        batch.play_out(states, "clever")
    with pytest.raises(ValueError, match="there is no game"):
        batch.new("chess", 10)
    with pytest.raises(OptionError, match="players"):
        batch.new("azul", 10, players=5)
    with pytest.raises(OptionError, match="deals"):
        batch.new("azul", 10, deals="manual")
    states.flags.writeable = False
    with pytest.raises(ValueError, match="looked at only"):
        batch.play_out(states)


def test_arrays_that_are_given_are_filled():
    states = batch.new("azuleo", 70, seed=1)
    masks = np.empty((70, 913), np.int8)
    assert batch.masks(states, out=masks) is masks
    assert (masks == batch.masks(states)).all()
    every_other = states[::2]
    assert (batch.masks(every_other) == masks[::2]).all()


def test_an_empty_batch_is_a_batch():
    states = batch.new("azul", 0, seed=1)
    assert batch.play_out(states).shape == (0,)
    assert batch.observations(states).shape == (0, 241)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_plays_too(monkeypatch):
    """The threads stay behind in the parent: the child starts its own."""
    monkeypatch.setattr(cores, "core_count", lambda: 2)
    states = batch.new("azul", 300, seed=1)
    batch.play_out(states.copy(), threads=2)
    child = os.fork()
    if child == 0:
        batch.play_out(states, threads=2)
        os._exit(0 if batch.over(states).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_an_error_in_one_part_is_told_after_all_have_finished(monkeypatch):
    monkeypatch.setattr(cores, "LEAST_GAMES_A_THREAD", 1)
    done = []

    def fail_at_the_end(part):
        done.append(part.tolist())
        if 99 in part:
            raise RuntimeError("the last part")

    with pytest.raises(RuntimeError, match="the last part"):
        cores.in_parts(fail_at_the_end, (np.arange(100),), threads=4)
    assert sorted(number for part in done for number in part) == list(range(100))
