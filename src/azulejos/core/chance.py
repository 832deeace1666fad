"""The generator that is part of every state: one 64-bit word, SplitMix64.

A state carries its own chance, so a copy replays and a batch needs no global randomness.
"""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled, config

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = (np.uint64(n) for n in (27, 30, 31, 32))

if config.DISABLE_JIT:
    np.seterr(over="ignore")  # the generator wraps around, as it should


@compiled
def below(state: Any, n: int) -> int:
    """A random number from 0 to n − 1 (n below 2¹⁶; each is equally likely to within n/2³²)."""
    generator = state.generator + _GOLDEN
    state.generator = generator
    word = (generator ^ (generator >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    word = (word ^ (word >> _S31)) >> _S32
    return (np.int64(word) * n) >> 32  # type: ignore[return-value]
