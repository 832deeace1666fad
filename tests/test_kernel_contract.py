"""The kernel contract, for both games alike: every function agrees with every other."""

import copy
import pickle
import random

import numpy as np
import pytest

from azulejos import azul, azuleo
from azulejos.core import kernel
from azulejos.games.azul import kernel as azul_kernel
from azulejos.games.azuleo import kernel as azuleo_kernel

GAMES = {
    "azul 2": lambda seed: azul.Game(2, seed=seed),
    "azul 3 grey": lambda seed: azul.Game(3, "grey", seed=seed),
    "azul 4": lambda seed: azul.Game(4, seed=seed),
    "azuleo 2": lambda seed: azuleo.Game(2, seed=seed),
    "azuleo 3 exchange": lambda seed: azuleo.Game(3, seed=seed, exchange=True),
    "azuleo 4 automatic": lambda seed: azuleo.Game(4, seed=seed, claims="automatic"),
    "azuleo fill": lambda seed: azuleo.Game(1, mode="fill", seed=seed),
    "azuleo score": lambda seed: azuleo.Game(1, mode="score", seed=seed),
}
KERNELS = {azul.Game: azul_kernel, azuleo.Game: azuleo_kernel}


@pytest.fixture(params=GAMES, name="new")
def _new(request):
    return GAMES[request.param]


def batch_of(game, n=1):
    return np.repeat(np.frombuffer(game.state.tobytes(), game.KERNEL.STATE), n)


def states_of_a_game(new, seed):
    """Every state of a random game in which a decision is due, and the last one."""
    states = batch_of(new(seed))
    chance = random.Random(seed)
    while True:
        yield states
        if kernel.is_over(states[0]):
            return
        n = kernel.count_legal(states[0])
        kernel.apply(states[0], kernel.nth_legal(states[0], chance.randrange(n)))
        kernel.resolve_chance(states[0])


def test_all_ways_to_ask_for_legal_actions_agree(new):
    game = new(1)
    sizes = game.KERNEL
    actions = np.zeros(sizes.MAX_LEGAL, np.int16)
    allowed = np.zeros(sizes.ACTIONS, np.bool_)
    for states in states_of_a_game(new, 1):
        state = states[0]
        n = kernel.legal(state, actions)
        listed = actions[:n].tolist()
        assert listed == sorted(set(listed))
        assert n == kernel.count_legal(state)
        assert sorted(kernel.nth_legal(state, i) for i in range(n)) == listed
        kernel.mask(state, allowed)
        assert np.flatnonzero(allowed).tolist() == listed
        assert not kernel.is_legal(state, -1)
        assert not kernel.is_legal(state, sizes.ACTIONS)
        assert (n == 0) == kernel.is_over(state)
        assert (kernel.to_move(state) == -1) == kernel.is_over(state)


def test_settling_is_drawing_one_by_one(new):
    """`resolve_chance`, `sample_chance` step by step and `chance` with the same outcomes agree."""
    sizes = new(2).KERNEL
    weights = np.zeros(sizes.OUTCOMES, np.int32)
    for states in states_of_a_game(new, 2):
        if kernel.is_over(states[0]):
            return
        action = kernel.nth_legal(states[0], 0)
        at_once, drawn, given = (states.copy() for _ in range(3))
        kernel.apply(at_once[0], action)
        kernel.resolve_chance(at_once[0])
        kernel.apply(drawn[0], action)
        kernel.apply(given[0], action)
        while kernel.is_chance(drawn[0]):
            total = kernel.chance_weights(given[0], weights)
            assert total == weights.sum()
            outcome = kernel.sample_chance(drawn[0])
            assert weights[outcome] > 0
            kernel.chance(given[0], outcome)
        assert at_once.tobytes() == drawn.tobytes()
        given["generator"] = drawn["generator"]
        assert given.tobytes() == drawn.tobytes()


def test_draws_follow_the_weights(new):
    """Each outcome of the first chance step comes as often as its weight says."""
    game = new(3)
    states = batch_of(type(game)(**{game.CHANCE_OPTION: "manual"}), 20_000)
    kernel.seed_all(states, 3)
    weights = np.zeros(game.KERNEL.OUTCOMES, np.int32)
    total = kernel.chance_weights(states[0], weights)
    outcomes = np.bincount(
        [kernel.sample_chance(state) for state in states], minlength=len(weights)
    )
    expected = weights / total * len(states)
    possible = weights > 0
    chi_square = (((outcomes - expected) ** 2)[possible] / expected[possible]).sum()
    assert outcomes[~possible].sum() == 0
    # Five to nine outcomes: beyond one in ten thousand.
    assert chi_square < 32


def test_returns_score_one_win_among_the_sides(new):
    shares = np.zeros(4)
    points = np.zeros(4, np.int32)
    for seed in range(20):
        game = new(seed)
        states = batch_of(game)
        kernel.returns(states[0], shares)
        assert not shares.any()
        kernel.play_all_at_random(states)
        kernel.returns(states[0], shares)
        kernel.scores(states[0], points)
        partners = 2 if game.NAME == "azuleo" and game.players == 4 else 1
        lost_alone = game.players == 1 and not shares.any()
        assert lost_alone or shares[: game.players].sum() == pytest.approx(partners)
        assert (points[: game.players] >= 0).all()


def test_nobody_observes_what_is_hidden(new):
    """Imagining everything a player cannot know anew leaves the player's observation as it was."""
    sizes = new(4).KERNEL
    before, after = (np.zeros(sizes.OBSERVATION, np.int16) for _ in range(2))
    for number, states in enumerate(states_of_a_game(new, 4)):
        for player in range(states[0].players):
            kernel.observe(states[0], player, before)
            other = states.copy()
            kernel.determinize(other[0], player, 1000 + number)
            kernel.observe(other[0], player, after)
            assert (before == after).all()


def test_imagining_forgets_the_generator_and_the_others_crosses(new):
    """Two states that differ only in what a player cannot know become one."""
    for states in states_of_a_game(new, 5):
        for player in range(states[0].players):
            one, other = states.copy(), states.copy()
            kernel.determinize(other[0], player, 77)  # another world, alike to the player
            kernel.determinize(one[0], player, 5)
            kernel.determinize(other[0], player, 5)
            assert one.tobytes() == other.tobytes()


def test_a_batch_is_played_as_its_games_are(new):
    batch = batch_of(new(6), 8)
    kernel.seed_all(batch, 6)
    alone = batch.copy()
    moves = kernel.play_all_at_random(batch)
    assert moves == sum(kernel.play_at_random(state) for state in alone)
    assert batch.tobytes() == alone.tobytes()
    assert len({state.tobytes() for state in batch}) == len(batch)


def test_perft_counts_what_can_be_played(new):
    game = new(7)
    if game.NAME == "azuleo":
        game.play(game.legal_moves()[0])
    states = np.repeat(batch_of(game), 4)
    actions = np.zeros((4, game.KERNEL.MAX_LEGAL), np.int16)
    assert kernel.perft(states, actions, 0) == 1
    assert kernel.perft(states, actions, 1) == len(game.legal_moves())
    expected = 0
    for move in game.legal_moves():
        states = np.repeat(batch_of(game), 4)
        kernel.apply(states[0], move.action)
        expected += 1 if kernel.is_chance(states[0]) else kernel.count_legal(states[0]) or 1
    assert kernel.perft(np.repeat(batch_of(game), 4), actions, 2) == expected


def test_a_game_can_be_pickled_and_deep_copied(new):
    game = new(8)
    for _ in range(5):
        if not game.is_over:
            game.play(game.legal_moves()[-1])
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin.record() == game.record()
        assert twin.state.tobytes() == game.state.tobytes()
        twin.undo()
        assert twin.to_text() != game.to_text()
        assert len(game.record()["moves"]) > len(twin.record()["moves"])


def test_azul_state_is_small():
    assert azul.STATE.itemsize <= 256


def games_of(new, seed):
    """A random game before every move, and when it is over."""
    game, rng = new(seed), random.Random(seed)
    while not game.is_over:
        yield game
        game.play(rng.choice(game.legal_moves()))
    yield game


def test_a_position_is_the_same_whatever_led_to_it(new):
    previous = None
    for game in games_of(new, 3):
        again = type(game).from_dict(game.to_dict(), seed=99)
        assert again == game
        assert again.key == game.key
        assert game.copy() == game
        assert previous is None or previous != game
        previous = game.copy()
    assert game != "a game"
    with pytest.raises(TypeError):
        hash(game)


def test_a_game_says_of_each_move_whether_it_is_legal(new):
    game = next(games_of(new, 5))
    legal = game.legal_moves()
    mask = game.action_mask()
    assert [game.MOVES[action] for action in np.flatnonzero(mask)] == legal
    for move in game.MOVES[: len(mask)]:
        assert game.is_legal(move) == (move in legal)
    assert game.is_legal(str(legal[0]))
    with pytest.raises(ValueError, match="nonsense"):
        game.is_legal("nonsense")


def test_a_game_shows_each_player_what_the_kernel_does(new):
    for game in games_of(new, 7):
        for player in range(game.players):
            seen = np.zeros(game.KERNEL.OBSERVATION, np.int16)
            kernel.observe(game.state, player, seen)
            shown = game.observation(player)
            assert (seen[: len(shown)] == shown).all()
    with pytest.raises(ValueError, match="player"):
        game.observation(9)


def test_chance_by_hand_is_legal_or_not():
    game = azuleo.Game(draws="manual", first=0)
    assert game.is_legal("+RYBG")
    assert not game.is_legal("%RY")  # a plate comes later
    assert not azuleo.Game(seed=1).is_legal("+RYBG")  # which draws by itself
