"""The generator that is part of every state: one 64-bit word, SplitMix64.

A state carries its own chance, so a copy replays and a batch needs no global randomness.
"""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled, config

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S2, _S27, _S30, _S31, _S32 = (np.uint64(n) for n in (2, 27, 30, 31, 32))

if config.DISABLE_JIT:
    np.seterr(over="ignore")  # the generator wraps around, as it should


#: What a seed is made for, so that no two uses share one: a position's hidden part as a player
#: guesses it, a thread's first visit, a player's errors.
OF_POSITION, OF_THREAD, OF_ERRORS = range(3)


@compiled
def below(state: Any, n: int) -> int:
    """A random number from 0 to n − 1 (n below 2¹⁶; each is equally likely to within n/2³²)."""
    generator = state.generator + _GOLDEN
    state.generator = generator
    return (np.int64(_mixed(generator) >> _S32) * n) >> 32  # type: ignore[return-value]


@compiled
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@compiled
def mixed_seed(seed: int, purpose: int, number: int) -> int:
    """A seed from 0 to 2⁶² − 1 made of another; those of near seeds and numbers are far apart.

    seed: any 64 bits. purpose: OF_POSITION, … number: which of that purpose.
    """
    word = _mixed(np.uint64(seed) + _GOLDEN)
    word = _mixed(word + np.uint64(purpose) * _MIX_1 + np.uint64(number) * _GOLDEN)
    return np.int64(word >> _S2)  # type: ignore[return-value]


def seed_from(seed: int, purpose: int, number: int) -> int:
    """`mixed_seed` of a whole number of any size: the last 64 bits count."""
    return int(mixed_seed(np.uint64(int(seed) % 2**64), purpose, number))  # type: ignore[arg-type]
