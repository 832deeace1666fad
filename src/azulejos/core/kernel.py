"""The kernel contract: what search, environments and training are written against.

A *state* is a record of a structured dtype; a batch of games is an array of them, a copy is an
assignment, a save is its bytes. The functions of the first part below exist for every game and do
the right thing for the type of the state they are given: a compiled function that uses them is
compiled once per game, from one source. Nothing here allocates, holds the GIL, or knows a clock.

======================================  ===========================================================
``is_over(state)``                      Whether the game is over.
``is_chance(state)``                    Whether chance is next: one tile, one cross or one plate.
``to_move(state)``                      The player to decide, or −1 (chance, or over).
``count_legal(state)``                  How many actions are legal.
``nth_legal(state, n)``                 One of them, 0 ≤ n < count_legal; in no particular order.
``random_legal(state)``                 One of them, each as likely, by the state's own generator:
                                        the same as nth_legal of a random n, but quicker.
``is_legal(state, action)``             Whether an action is legal; any 64-bit integer may be asked.
``legal(state, actions)``               Write the legal actions, ascending; returns how many.
``mask(state, allowed)``                Write 1 for every legal action and 0 for every other.
``apply(state, action)``                Play a *legal* action; chance it calls for is left pending.
``tell(state, action, facts)``          The same, and append what it did; returns how many facts
                                        there are now: see `core.facts`.
``foresee(state, action, facts)``       The same, and append what would be certain to follow for
                                        who plays it; the state, a copy, means nothing after it.
``chance_weights(state, weights)``      Weight of each outcome of the next chance step; their sum.
``chance(state, outcome)``              Take the next chance step with a *possible* outcome.
``tell_chance(state, outcome, facts)``  The same, and append what it did.
``sample_chance(state)``                Take it by the state's own generator; returns the outcome.
``resolve_chance(state)``               Take chance steps until a decision is due or the game over.
``sides(state)``                        How many sides there are, players or teams: player p plays
                                        for side p modulo this. By default every player is a side.
``scores(state, points)``               Every player's points.
``standings(state, ranks)``             Numbers that order the players as the result would.
``returns(state, shares)``              Every player's share of the win, 0 to 1; before the end 0.
``observe(state, player, out)``         What a player may know, as numbers, the own seat first.
``determinize(state, player, seed)``    Replace all that a player cannot know by a random guess
                                        that agrees with what the player knows, and the generator.
                                        seed: 0 to 2⁶³ − 1.
======================================  ===========================================================

Each game's own `kernel` module has the sizes: ``STATE`` (the dtype), ``ACTIONS`` (the size of the
fixed action space), ``OUTCOMES`` (of chance), ``OBSERVATION``, ``MAX_PLAYERS`` and ``MAX_LEGAL``,
and ``actions_for(players, wide)`` and ``observation_for(players, wide)``: how much of the action
space and of an observation a game of so many players uses, counted from the beginning; wide: on a
board beyond the usual one's rows and columns, as ``is_wide(states)`` tells.
Buffers: actions int16 or wider (MAX_LEGAL,); allowed int8 or bool (ACTIONS,); weights int32
(OUTCOMES,); points and ranks int32 and shares float64 (MAX_PLAYERS,); observations int16
(OBSERVATION,); facts int32 (MAX_FACTS + 1, FACT_WIDTH). Those of masks and observations may be as
short as the number of players permits.

**A search calls** `determinize` **first.** A state knows its generator, so it knows the
next deal, and it knows hidden hands: searching it as it is would be cheating.

The second part are functions over states of any game, written against the contract.
"""

from types import ModuleType
from typing import Any

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.core.dispatch import Dispatch, states_belong_to

#: A game that lacks one of the functions that are not needed for playing has a plain one.
_of_every_game = Dispatch("kernel", default="azulejos.core.default_kernel")


def register(kernel: ModuleType) -> None:
    """A game's kernel module makes itself known; `kernel.STATE` tells its states from others'."""
    states_belong_to(kernel.__name__.rpartition(".")[0], kernel.STATE)


def kernel_for(dtype: np.dtype[Any]) -> ModuleType | None:
    """The kernel module whose states have this dtype."""
    return _of_every_game.module_for(dtype)


# ── What every game offers ───────────────────────────────────────────────────────────────────────
# The table above tells what each does.


@_of_every_game
def is_over(state: Any) -> bool: ...


@_of_every_game
def is_chance(state: Any) -> bool: ...


@_of_every_game
def to_move(state: Any) -> int: ...


@_of_every_game
def count_legal(state: Any) -> int: ...


@_of_every_game
def nth_legal(state: Any, n: int) -> int: ...


@_of_every_game
def random_legal(state: Any) -> int: ...


@_of_every_game
def is_legal(state: Any, action: int) -> bool: ...


@_of_every_game
def legal(state: Any, actions: Any) -> int: ...


@_of_every_game
def mask(state: Any, allowed: Any) -> None: ...


@_of_every_game
def apply(state: Any, action: int) -> None: ...


@_of_every_game
def tell(state: Any, action: int, facts: Any) -> int: ...


@_of_every_game
def foresee(state: Any, action: int, facts: Any) -> int: ...


@_of_every_game
def chance_weights(state: Any, weights: Any) -> int: ...


@_of_every_game
def chance(state: Any, outcome: int) -> None: ...


@_of_every_game
def tell_chance(state: Any, outcome: int, facts: Any) -> int: ...


@_of_every_game
def sample_chance(state: Any) -> int: ...


@_of_every_game
def resolve_chance(state: Any) -> None: ...


@_of_every_game
def sides(state: Any) -> int: ...


@_of_every_game
def scores(state: Any, points: Any) -> None: ...


@_of_every_game
def standings(state: Any, ranks: Any) -> None: ...


@_of_every_game
def returns(state: Any, shares: Any) -> None: ...


@_of_every_game
def observe(state: Any, player: int, out: Any) -> None: ...


@_of_every_game
def determinize(state: Any, player: int, seed: int) -> None: ...


# ── What is written once for all of them ─────────────────────────────────────────────────────────


@compiled
def is_partner(state: Any, player: int, other: int) -> bool:
    """Whether two players are on the same side; everyone is one's own partner."""
    return player == other or (player - other) % sides(state) == 0


@compiled
def legal_of(states: Any, actions: Any) -> int:
    """`legal` of the only state of a batch of one: from Python, arrays are passed faster."""
    return legal(states[0], actions)


@compiled
def is_legal_of(states: Any, action: int) -> bool:
    """`is_legal` of the only state of a batch of one."""
    return is_legal(states[0], action)


@compiled
def mask_of(states: Any, allowed: Any) -> None:
    """`mask` of the only state of a batch of one."""
    mask(states[0], allowed)


@compiled
def play_if_legal(states: Any, action: int) -> bool:
    """Play an action in the only state of a batch of one, if it is legal; chance stays pending."""
    if not is_legal(states[0], action):
        return False
    apply(states[0], action)
    return True


@compiled
def chance_of(states: Any, outcome: int) -> None:
    """`chance` in the only state of a batch of one."""
    chance(states[0], outcome)


@compiled
def tell_of(states: Any, action: int, outcomes: Any, facts: Any) -> int:
    """`tell` and `tell_chance` in the only state of a batch of one; how many facts there are.

    action: −1 for none. outcomes: what chance gave after it, int16 (any number,).
    """
    if action >= 0:
        tell(states[0], action, facts)
    for outcome in outcomes:
        tell_chance(states[0], outcome, facts)
    return facts[0, 0]


@compiled
def gains_of(states: Any, actions: Any, gains: Any, facts: Any) -> None:
    """Write what each of some legal actions brings who is to move at once, in points.

    states: the state and room for another (2,). gains: int32, as many as there are actions. facts:
    room for them.
    """
    player = to_move(states[0])
    for i in range(len(actions)):
        states[1] = states[0]
        facts[0, 0] = 0
        gains[i] = 0
        for n in range(1, tell(states[1], actions[i], facts) + 1):
            if facts[n, 1] == player:
                gains[i] += facts[n, 2]


@compiled
def foresee_of(states: Any, action: int, facts: Any) -> int:
    """`foresee` in a copy of a state; how many facts there are.

    states: the state and room for another (2,).
    """
    states[1] = states[0]
    return foresee(states[1], action, facts)


@compiled
def scores_of(states: Any, points: Any) -> None:
    """`scores` of the only state of a batch of one."""
    scores(states[0], points)


@compiled
def returns_of(states: Any, shares: Any) -> None:
    """`returns` of the only state of a batch of one."""
    returns(states[0], shares)


#: Who is next after `step_of`, where it is no player; and that a step cannot be taken.
CHANCE, NOBODY, IMPOSSIBLE = -1, -2, -3


@compiled
def step_of(states: Any, action: int, weights: Any) -> int:
    """Take a step in the only state of a batch of one: a decision or, at a chance step, an outcome.

    Returns who is next: a player, CHANCE, or NOBODY at the end. IMPOSSIBLE: nothing has changed.
    weights: scratch room, int32 (OUTCOMES,).
    """
    state = states[0]
    if is_chance(state):
        chance_weights(state, weights)
        if action < 0 or action >= len(weights) or weights[action] == 0:
            return IMPOSSIBLE
        chance(state, action)
    elif is_legal(state, action):
        apply(state, action)
    else:
        return IMPOSSIBLE
    return NOBODY if is_over(state) else to_move(state)


@compiled
def chance_weights_of(states: Any, weights: Any) -> int:
    """`chance_weights` of the only state of a batch of one."""
    return chance_weights(states[0], weights)


@compiled
def observe_of(states: Any, player: int, out: Any) -> None:
    """`observe` the only state of a batch of one; `out` may be of any number type."""
    observe(states[0], player, out)


@compiled
def resolve_chance_of(states: Any, outcomes: Any) -> int:
    """`resolve_chance` in the only state of a batch of one; outcomes are written and counted."""
    n = 0
    while is_chance(states[0]):
        outcomes[n] = sample_chance(states[0])
        n += 1
    return n


@compiled
def play_at_random(state: Any) -> int:
    """Play a game to its end, every decision uniform among the legal ones; returns how many."""
    moves = 0
    resolve_chance(state)
    while not is_over(state):
        # Decisions and draws in loops of their own: on a GPU, threads that do the same go together.
        while not is_over(state) and not is_chance(state):
            apply(state, random_legal(state))
            moves += 1
        resolve_chance(state)
    return moves


@compiled
def play_all_at_random(states: Any) -> int:
    """`play_at_random` on every state of a batch; returns the number of moves made."""
    moves = 0
    for i in range(len(states)):
        moves += play_at_random(states[i])
    return moves


@compiled
def perft(states: Any, actions: Any, depth: int) -> int:
    """How many sequences of `depth` decisions there are from ``states[0]``.

    A sequence that reaches chance or the end counts as one and goes no further. `states` (at least
    depth + 1,) and `actions` int16 (at least depth + 1, MAX_LEGAL) are scratch room.
    """
    if depth == 0 or is_over(states[0]) or is_chance(states[0]):
        return 1
    leaves = 0
    for n in range(legal(states[0], actions[0])):
        states[1] = states[0]
        apply(states[1], actions[0, n])
        leaves += perft(states[1:], actions[1:], depth - 1)
    return leaves


def seed_all(states: np.ndarray[Any, Any], seed: int) -> None:
    """Give every state of a batch a generator of its own, from one seed."""
    states["generator"] = np.random.SeedSequence(seed).generate_state(len(states), np.uint64)
