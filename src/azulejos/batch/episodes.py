"""Games that are played again and again by a learner, one decision of the learner at a time.

This is the batched environment's compiled half: the learner's action, everybody else's answers, the
rewards, the next game where one is over, and what the learner sees, in one pass over the games.
"""

from typing import Any

import numpy as np

from azulejos.batch.loops import choice
from azulejos.batch.rewards import write_rewards
from azulejos.core.chance import below
from azulejos.core.compiled import compiled, compiled_with_arrays
from azulejos.core.kernel import apply, is_legal, is_over, mask, observe, resolve_chance, to_move

#: The learner decides for every player in turn.
EVERY_SEAT = -1
#: The learner's seat is drawn for each game.
ANY_SEAT = -2
#: What follows the end of a game: the next one at the next step, at once, or when it is asked for.
NEXT_STEP, SAME_STEP, DISABLED = range(3)
#: So many games in a row that are over before the learner is asked: there will be no other kind.
_MOST_ATTEMPTS = 100


@compiled_with_arrays
def begin_each(
    states: Any,
    wanted: Any,
    seats: Any,
    ended: Any,
    before: Any,
    observations: Any,
    masks: Any,
    viewers: Any,
    starts: Any,
    others: Any,
    seat: int,
) -> None:
    """Begin a new game wherever one is wanted, bool (games,), and show every game.

    See `step_each` for the arrays.
    """
    actions = np.empty(masks.shape[1], np.int16)
    for i in range(len(states)):
        if wanted[i]:
            _begin(states, i, seats, ended, before, starts, others, seat, actions)
        _show(states[i], ended[i], seats[i], viewers, i, observations[i], masks[i])


@compiled_with_arrays
def step_each(
    states: Any,
    taken: Any,
    seats: Any,
    ended: Any,
    before: Any,
    observations: Any,
    masks: Any,
    viewers: Any,
    rewards: Any,
    terminated: Any,
    illegal: Any,
    last_observations: Any,
    starts: Any,
    others: Any,
    seat: int,
    kind: int,
    forfeit: float,
    autoreset: int,
) -> None:
    """One decision of the learner in every game.

    Kept from step to step: states (games,); seats, the learner's in each game, int8 (games,);
    ended, where a new game is due, bool (games,); before, the points rewards are counted from,
    int32 (games, players); viewers, who sees the game and is asked next, int8 (games,).
    Given: taken, the actions, int64 (games,).
    Written: observations int16 (games, numbers), masks int8 (games, actions), rewards float64
    (games, players), terminated and illegal bool (games,), and last_observations, where SAME_STEP
    begins a new game, like observations (with any other autoreset it may be empty).
    The same for all games: starts, one state for each player who may begin; others, the policies
    of the seats clockwise from the learner's, int8 (players − 1,); seat, EVERY_SEAT, ANY_SEAT or
    the learner's; kind of rewards; forfeit, the reward for an action that is not legal, which ends
    that game; autoreset.
    """
    players = rewards.shape[1]
    actions = np.empty(masks.shape[1], np.int16)
    shares = np.empty(players, np.float64)
    points = np.empty(players, np.int32)
    for i in range(len(states)):
        state = states[i]
        terminated[i] = False
        illegal[i] = False
        if ended[i]:
            rewards[i] = 0.0
            if autoreset == NEXT_STEP:
                _begin(states, i, seats, ended, before, starts, others, seat, actions)
        elif is_legal(state, taken[i]):
            apply(state, taken[i])
            resolve_chance(state)
            _answer(state, seats[i], others, actions)
            write_rewards(state, kind, before[i], shares, points, rewards[i])
            terminated[i] = is_over(state)
        else:
            rewards[i] = 0.0
            rewards[i, viewers[i]] = forfeit
            illegal[i] = True
            terminated[i] = True
        if terminated[i]:
            ended[i] = True
            if autoreset == SAME_STEP:
                observe(state, viewers[i], last_observations[i])
                _begin(states, i, seats, ended, before, starts, others, seat, actions)
        _show(state, ended[i], seats[i], viewers, i, observations[i], masks[i])


@compiled
def _begin(
    states: Any,
    i: int,
    seats: Any,
    ended: Any,
    before: Any,
    starts: Any,
    others: Any,
    seat: int,
    actions: Any,
) -> None:
    """A new game, up to the learner's first decision. Its chance goes on from the last game's."""
    before[i] = 0
    for _ in range(_MOST_ATTEMPTS):
        # Who begins is drawn as `Game` does it, unless it is given.
        first = below(states[i], len(starts)) if len(starts) == len(others) + 1 else 0
        generator = states[i].generator
        states[i] = starts[first]
        states[i].generator = generator
        seats[i] = seat if seat != ANY_SEAT else below(states[i], len(others) + 1)
        resolve_chance(states[i])
        _answer(states[i], seats[i], others, actions)
        ended[i] = is_over(states[i])
        if not ended[i]:
            break


@compiled
def _answer(state: Any, seat: int, others: Any, actions: Any) -> None:
    """Everybody else plays until the learner is asked, or the game is over."""
    if seat == EVERY_SEAT:
        return
    players = len(others) + 1
    while not is_over(state) and to_move(state) != seat:
        policy = others[(to_move(state) - seat + players) % players - 1]
        apply(state, choice(state, policy, actions))
        resolve_chance(state)


@compiled
def _show(
    state: Any, ended: bool, seat: int, viewers: Any, i: int, observation: Any, allowed: Any
) -> None:
    """What whoever is asked next sees; after the end, what whoever was asked last sees."""
    if seat != EVERY_SEAT:
        viewers[i] = seat
    elif not ended:
        viewers[i] = to_move(state)
    observe(state, viewers[i], observation)
    if ended:
        allowed[:] = 0
    else:
        mask(state, allowed)
