"""What the kernel's contract promises of Azul, beyond what `Game` shows."""

import random

import numpy as np
import pytest

from azulejos import azul
from azulejos.core import kernel
from azulejos.games.azul.kernel import ACTIONS, MAX_LEGAL, MAX_PLAYERS, OBSERVATION, OUTCOMES, STATE

from . import slow_rules
from .agreement import check, texts
from .positions import board, position, without_columns

KINDS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "grey")]


def test_a_state_fits_into_256_bytes():
    assert STATE.itemsize <= 256


def actions_of(state):
    """The legal actions, asked for in every way there is."""
    actions = np.zeros(MAX_LEGAL, np.int16)
    listed = actions[: kernel.legal(state, actions)].tolist()
    allowed = np.zeros(ACTIONS, np.int8)
    kernel.mask(state, allowed)
    count = kernel.count_legal(state)
    assert listed == sorted(listed) == np.flatnonzero(allowed).tolist()
    assert sorted(kernel.nth_legal(state, n) for n in range(count)) == listed
    return listed


def shares_of(d):
    """A win is worth 1, shared among those who share it."""
    winners = slow_rules.winners(d)
    return [1 / len(winners) if p in winners else 0 for p in range(d["players"])]


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_a_game_by_the_kernel(players, wall):
    """Decisions and chance apart, tile by tile, beside the slow rules."""
    chance = random.Random(f"{players} {wall}")
    game = azul.Game(players, wall, deals="manual", first=0, seed=1)
    states = np.zeros(1, STATE)
    states[0] = game.state
    state = states[0]
    d = game.to_dict()
    weights = np.zeros(OUTCOMES, np.int32)
    shares = np.zeros(MAX_PLAYERS)
    while True:
        assert kernel.is_over(state) == (d["phase"] == "over")
        assert kernel.is_chance(state) == (d["phase"] == "deal")
        if d["phase"] in ("deal", "over"):
            assert kernel.to_move(state) == -1
            assert actions_of(state) == []
        if d["phase"] == "over":
            break
        if d["phase"] == "deal":
            bag, lid = list(d["bag"]), list(d["lid"])
            drawn = ""
            while kernel.is_chance(state):
                if not any(bag):
                    bag, lid = lid, [0] * 5
                assert kernel.chance_weights(state, weights) == sum(bag)
                assert weights.tolist() == bag
                colour = chance.choices(range(5), bag)[0]
                kernel.chance(state, colour)
                bag[colour] -= 1
                drawn += slow_rules.COLOURS[colour]
            groups = [drawn[4 * i : 4 * i + 4] or "-" for i in range(len(d["factories"]))]
            text = "=" + " ".join(groups)
            d = slow_rules.after_deal(d, text)
            game.play(text)
        else:
            assert kernel.to_move(state) == d["turn"]
            actions = actions_of(state)
            assert {str(azul.Move.of_action(a)) for a in actions} == slow_rules.legal_moves(d)
            kernel.returns(state, shares)
            assert shares.tolist() == [0] * MAX_PLAYERS
            action = chance.choice(actions)
            kernel.apply(state, action)
            d = slow_rules.after(d, str(azul.Move.of_action(action)))
            game.play(azul.Move.of_action(action))
        assert game.to_dict() == d
        assert game.state.tobytes() == state.tobytes()
    kernel.returns(state, shares)
    assert shares[:players].tolist() == pytest.approx(shares_of(d))
    assert not shares[players:].any()


def deals_awaited():
    """Positions before a deal, with bags and lids of every kind."""
    for players in (2, 3, 4):
        boards = [board() for _ in range(players)]
        yield position(*boards, phase="deal")
        for bag in ("", "B", "BY", "BYR", "BBBBB", "WWWWWWW", "BBYYRRKKWWBBYYRRKK"):
            yield position(*boards, phase="deal", bag=bag)
        for colour in slow_rules.COLOURS:
            yield position(*boards, phase="deal", bag=colour * 20)
    # Little is left: all but a column is laid, and the rest is in bag and lid.
    boards = [board(wall=without_columns(column)) for column in (1, 2, 3, 4)]
    for bag in ("", "B", "BBBBYYYYRRRRKKKKWWW", "BBBBYYYYRRRRKKKKWWWW"):
        yield position(*boards, phase="deal", bag=bag)


def test_settling_is_drawing_tile_by_tile():
    for d in deals_awaited():
        for seed in range(4):
            game = azul.Game.from_dict(d, seed=seed)
            one, other = game.copy(), game.copy()
            kernel.resolve_chance(one.state)
            while kernel.is_chance(other.state):
                kernel.sample_chance(other.state)
            assert one.state.tobytes() == other.state.tobytes()
            seen = one.to_dict()
            assert seen == slow_rules.after_deal(d, slow_rules.deal_text(seen["factories"]))


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_random_games_in_the_kernel_keep_their_tiles(players, wall):
    states = np.zeros(50, STATE)
    states[:] = azul.Game(players, wall, deals="manual").state
    kernel.seed_all(states, 7)
    assert kernel.play_all_at_random(states) > 50 * 5 * 5
    for state in states:
        game = azul.Game(players, wall, deals="manual")
        for name in STATE.names:
            game.state[name] = state[name]
        d = game.to_dict()
        assert d["phase"] == "over"
        assert set(slow_rules.tiles_by_colour(d).values()) == {20}
        check(azul.Game.from_dict(d), d)


def test_any_integer_may_be_asked():
    state = azul.Game(2, seed=1).state
    for action in (-1, -(2**31), ACTIONS, ACTIONS + 1, 2**31 - 1):
        assert not kernel.is_legal(state, action)


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_observations_do_not_know_the_generator(players, wall):
    """Two states that differ only in what is hidden look the same to everyone."""
    chance = random.Random(f"{players} {wall}")
    game = azul.Game(players, wall, seed=1)
    for _ in range(60):
        if game.is_over:
            break
        record = game.record()
        states = [azul.replay(record, seed=seed).state for seed in (1, 2)]
        assert states[0].tobytes() != states[1].tobytes()
        for player in range(players):
            seen = np.zeros((2, OBSERVATION), np.int16)
            for state, out in zip(states, seen, strict=True):
                kernel.observe(state, player, out)
            assert seen[0].tolist() == seen[1].tolist()
        for _ in range(7):
            if not game.is_over:
                game.play(chance.choice(texts(game.legal_moves())))


def test_imagining_changes_nothing_but_the_generator():
    game = azul.Game(3, "grey", seed=1)
    before = game.to_dict()
    other = game.copy()
    kernel.determinize(other.state, 0, 12345)
    assert other.to_dict() == before
    assert texts(other.legal_moves()) == texts(game.legal_moves())
    assert game.to_dict() == before
    assert other.state.tobytes() != game.state.tobytes()
