"""Azuleo as facts for a network: in bounds for every option, symmetric where the game is."""

import random

import numpy as np
import pytest

from azulejos import azuleo
from azulejos.core import kernel
from azulejos.games.azuleo import action_features as azuleo_actions
from azulejos.games.azuleo import features as azuleo_encoder
from azulejos.games.azuleo.actions import LAYS
from azulejos.games.azuleo.components import (
    ANY_ORIENTATION,
    COLUMNS,
    ORIENTATIONS,
    ROWS,
    USUAL_FIELDS,
    USUAL_POINTS,
)
from azulejos.games.azuleo.features import ACTION_FEATURES
from azulejos.games.azuleo.kernel import MAX_LEGAL, STATE
from azulejos.games.azuleo.offers import most_of, offer_of
from azulejos.games.azuleo.rules import kinds_in_hand, lays_at, partners, points_of_lay, side_of
from azulejos.games.azuleo.state import BLOCKADE, EMPTY, START
from azulejos.nets.features import action_features

from .views import is_within, view

GAMES = {
    "2": {},
    "2 lenient, free border": {"lenient": True, "free_border": True},
    "2 exchange, no limits": {"exchange": True, "blockades": None},
    "2 without blockades": {"blockades": 0, "claims": "hinted"},
    "2 small board": {"board": ["xo.", "o..", "..x"]},
    "2 board with holes": {"board": ["......", ".x....", "..oo..", "..ooxx", "......", "x....x"]},
    "2 one field": {"board": ["o"]},
    "2 narrow, free border": {"board": ["oooooo", "oooooo"], "free_border": True},
    "3": {"players": 3},
    "3 automatic, open": {"players": 3, "claims": "automatic", "open_hands": True},
    "4": {"players": 4, "exchange": True},
    "4 lenient": {"players": 4, "lenient": True, "idle_limit": 2},
    "fill": {"players": 1, "mode": "fill"},
    "score": {"players": 1, "mode": "score"},
}


@pytest.fixture(params=GAMES, name="options")
def _options(request):
    return GAMES[request.param]


def states_of_games(options, games=6):
    """States of random games as arrays (1,), draws and ends included; some of them only lay."""
    for seed in range(games):
        game = azuleo.Game(seed=seed, **options)
        states = np.frombuffer(game.state.tobytes(), STATE).copy()
        chance = random.Random(seed)
        while True:
            yield states
            if kernel.is_over(states[0]):
                break
            if kernel.is_chance(states[0]):
                kernel.sample_chance(states[0])
                continue
            actions = legal_actions(states)
            lays = [action for action in actions if action < LAYS]
            kernel.apply(states[0], chance.choice(lays if lays and seed % 2 else actions))


def legal_actions(states):
    actions = np.zeros(MAX_LEGAL, np.int16)
    return actions[: kernel.legal(states[0], actions)].tolist()


def action_features_of(states, actions):
    rows = np.full((len(actions) + 1, 2), -7, np.int16)
    action_features(states[0], np.array(actions, np.int16), len(actions), rows)
    assert (rows[-1] == -7).all()
    return rows[:-1].tolist()


def test_rows_are_within_bounds(options):
    for states in states_of_games(options):
        for player in range(states["players"][0]):
            assert is_within(view(states, player), azuleo_encoder)
        actions = legal_actions(states)
        for pair in action_features_of(states, actions):
            assert all(0 <= row < ACTION_FEATURES for row in pair)


def test_an_offer_is_what_the_rules_say(options):
    """Sets of orientations added up at once, against the rules' points of one after the other."""
    for states in states_of_games(options, games=3):
        state = states[0]
        for side in range(int(state.sides)):
            partners_of = partners(state, side)
            for field in (f for f in range(USUAL_FIELDS) if int(state.reach) >> f & 1):
                offer = offer_of(state, field, partners_of)
                for in_hand in (kinds_in_hand(state, side), ANY_ORIENTATION):
                    lays = lays_at(state, field, in_hand, partners_of)
                    points = [
                        max(points_of_lay(state, side, field, orientation), 1)
                        for orientation in range(len(ORIENTATIONS))
                        if lays >> orientation & 1
                    ]
                    assert most_of(offer, in_hand) == max(points, default=0)


# ── Turned and renamed ───────────────────────────────────────────────────────────────────────────
# A quarter turn clockwise: the cross in the north-west comes to lie in the north-east, and what was
# its colour in the south-west is now the one in the north-west.


def turned_field(field):
    row, column = divmod(field, COLUMNS)
    return column * COLUMNS + ROWS - 1 - row


def turned_orientation(orientation):
    text = ORIENTATIONS[orientation]
    return ORIENTATIONS.index(text[3:] + text[:3])


def turned_point(point):
    row, column = divmod(point, COLUMNS + 1)
    return column * (COLUMNS + 1) + ROWS - row


def turned_set(fields):
    return sum(1 << turned_field(f) for f in range(USUAL_FIELDS) if int(fields) >> f & 1)


def turned(states):
    """The same position with the whole board turned by a quarter."""
    result = states.copy()
    old, new = states[0], result[0]
    for name in ("dotted", "free", "reach", "fields"):
        new[name] = turned_set(old[name])
    for field in range(USUAL_FIELDS):
        lies = int(old.board[field])
        if lies not in (EMPTY, BLOCKADE):
            lies = turned_orientation(lies - 1) + 1
        new.board[turned_field(field)] = lies
        new.fits[turned_field(field)] = sum(
            1 << turned_orientation(o)
            for o in range(len(ORIENTATIONS))
            if int(old.fits[field]) >> o & 1
        )
    for point in range(USUAL_POINTS):
        new.triangles[turned_point(point)] = old.triangles[point]
        new.shown[turned_point(point)] = old.shown[point][::-1]
    return result


def turned_action(action):
    if action >= LAYS:
        field = action - LAYS
        return LAYS + turned_field(field) if field < USUAL_FIELDS else action
    field, orientation = divmod(action, len(ORIENTATIONS))
    return turned_field(field) * len(ORIENTATIONS) + turned_orientation(orientation)


def test_a_turned_board_is_the_same(options):
    for states in states_of_games(options, games=3):
        other = turned(states)
        actions = legal_actions(states)
        assert sorted(map(turned_action, actions)) == legal_actions(other)
        assert action_features_of(states, actions) == action_features_of(
            other, list(map(turned_action, actions))
        )
        for player in range(states["players"][0]):
            assert view(states, player) == view(other, player)


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


def one_seat_on(states):
    """The same position with every player one seat on."""
    result = states.copy()
    state = result[0]
    for name in ("score", "hand", "hidden", "plates", "swaps"):
        sides = int(state.sides)
        state[name][:sides] = np.roll(states[0][name][:sides], 1, 0)
    if not kernel.is_over(states[0]):
        state.turn = (int(state.turn) + 1) % int(state.players)
    return result


def test_seats_are_relative(options):
    for states in states_of_games(options, games=3):
        if kernel.is_over(states[0]):  # nobody's turn, which is written as the first player's
            continue
        players = int(states["players"][0])
        other = one_seat_on(states)
        for player in range(players):
            assert view(states, player) == view(other, (player + 1) % players)
        actions = legal_actions(states)
        assert action_features_of(states, actions) == action_features_of(other, actions)


def test_features_tell_sides_apart():
    """A point more, another plate, another's turn: the facts differ."""
    *_, states = (s.copy() for s in states_of_games({}, games=1) if not kernel.is_over(s[0]))
    before = view(states, 0)
    more = states.copy()
    more[0].score[0] += 1
    assert view(more, 0) != before
    bare = states.copy()
    bare[0].plates[1] = 0
    assert view(bare, 0) != before
    later = states.copy()
    later[0].turn = 1 - states[0].turn
    assert view(later, 0) != before
    assert view(states, 1) != before


# ── Hidden things ────────────────────────────────────────────────────────────────────────────────


def test_what_is_hidden_is_imagined_first():
    """After `determinize` from a player's seat, facts are a function of what that player knows."""
    for number, states in enumerate(states_of_games({"players": 3}, games=2)):
        if kernel.is_over(states[0]) or kernel.is_chance(states[0]) or number % 5:
            continue
        player = int(states["turn"][0])
        own = side_of(states[0], player)
        twin = states.copy()
        kernel.determinize(twin[0], player, 99)  # other hands, the same knowledge
        assert (twin[0].hand[own] == states[0].hand[own]).all()
        for seed in range(3):
            one, other = states.copy(), twin.copy()
            kernel.determinize(one[0], player, seed)
            kernel.determinize(other[0], player, seed)
            assert view(one, player) == view(other, player)


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────


def test_lays_of_different_points_are_told_apart():
    for states in states_of_games({}, games=2):
        state = states[0]
        if kernel.is_over(state) or state.phase == START:
            continue
        side = side_of(state, state.turn)
        rows = {}
        for action in legal_actions(states):
            if action < LAYS:
                points = points_of_lay(state, side, *divmod(action, len(ORIENTATIONS)))
                rows.setdefault(action_features_of(states, [action])[0][0], set()).add(points)
        assert all(len(points) == 1 for points in rows.values())


def test_what_a_lay_ruins_is_counted():
    """The last of `_leaves`: fields that were playable before and are not after."""
    steps = azuleo_actions._MAX_LEFT
    for states in states_of_games({"free_border": True}, games=4):
        state = states[0]
        if kernel.is_over(state) or kernel.is_chance(state) or state.phase == START:
            continue
        for action in legal_actions(states):
            if action >= LAYS:
                continue
            after = states.copy()
            kernel.apply(after[0], action)
            ruined = sum(
                int(state.fits[f]) != 0 and int(after[0].fits[f]) == 0
                for f in range(USUAL_FIELDS)
                if int(after[0].free) >> f & 1
            )
            leaves = action_features_of(states, [action])[0][1] - azuleo_actions._LEAVES
            assert leaves % steps == min(ruined, steps - 1)
