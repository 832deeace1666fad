"""What a table asks of a state beyond the rules: to begin, what to hide, why a move is refused.

=====================================  ============================================================
``begin(state, players, first,         Set up a game; its generator is left alone. choices: the
choices)``                             options as numbers, see `core.options.as_numbers`. Returns
                                       whether such a game can be.
``refusal(state, action, parts)``      Why an action that is not legal is refused: the number of a
                                       reason in the game's `refusals`. Its parts are written, as
                                       numbers: see there.
``conceal(state, player)``             Take out all that a player cannot know, the generator, too.
``is_shown(state, action)``            Whether a legal action is shown to its player, or is to be
                                       found.
``has_secrets(state)``                 Whether players hide something from each other.
``round_of(state)``                    The round, from 1; 0 in a game without rounds.
``compared(state, points)``            The points by which players are compared.
``place(state, parts)``                Complete a state that a position was written into, field by
                                       field as the position tells it: what follows from that. Why
                                       it cannot be, the number of a reason in `IMPOSSIBLE` of the
                                       game's `refusals`, and its parts; or −1. In its own module
                                       `placing`.
=====================================  ============================================================

A game has these in its module `host`. Where it lacks one of them there is a plain one; `begin` it
must have to be played where no Python is. Its module `refusals` has `REFUSALS`, kinds of reasons,
and `PART_WORDS`: the words that numbers of parts with these names stand for.

Buffers: choices int64 (any number,); parts int64 (8,); points int32 (MAX_PLAYERS,).
"""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.core.dispatch import Dispatch

#: Parts of a reason at most.
MAX_PARTS = 8

_of_every_game = Dispatch("host", default="azulejos.core.default_host")


@_of_every_game
def begin(state: Any, players: int, first: int, choices: Any) -> bool: ...


@_of_every_game
def refusal(state: Any, action: int, parts: Any) -> int: ...


@_of_every_game
def conceal(state: Any, player: int) -> None: ...


@_of_every_game
def is_shown(state: Any, action: int) -> bool: ...


@_of_every_game
def has_secrets(state: Any) -> bool: ...


@_of_every_game
def round_of(state: Any) -> int: ...


@_of_every_game
def compared(state: Any, points: Any) -> None: ...


@Dispatch("placing", default="azulejos.core.default_host")
def place(state: Any, parts: Any) -> int: ...


@compiled
def place_in(states: Any, parts: Any) -> int:
    """`place` in the only state of a batch of one."""
    return place(states[0], parts)


@compiled
def refusal_of(states: Any, action: int, parts: Any) -> int:
    """`refusal` in the only state of a batch of one."""
    return refusal(states[0], action, parts)
