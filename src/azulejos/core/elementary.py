"""`exp` and `log` of our own, the same to the last bit wherever kernels run.

A processor has no instruction for them. Every system's library computes them a little differently,
and compiled code in a browser has none to call. These are polynomials, of operations that IEEE 754
fixes to the last bit, so a search takes the same moves on any CPU and in a browser. Both are within
three units in the last place of the exact value.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from azulejos.core.compiled import compiled, config

_LN2 = 0.6931471805599453
#: The same in two parts: a whole number below 2¹¹ times the first is exact.
_LN2_HIGH, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
_SQRT_HALF = 0.7071067811865476
#: Below it the result is no normal number any more (and taken for 0), above it none at all.
_LEAST_EXPONENT, _MOST_EXPONENT = -708.0, 709.0
#: A double has 52 bits after its exponent, which is counted from −1023; and those bits.
_BITS, _BIAS = 52, 1023
_FRACTION = (1 << _BITS) - 1

if config.DISABLE_JIT:

    def _as_float(bits: int) -> float:
        return float(np.int64(bits).view(np.float64))

    def _as_bits(x: float) -> int:
        return int(np.float64(x).view(np.int64))

else:

    def _same_bits(given: types.Type, wanted: types.Type) -> Any:
        """A function that takes the bits of one 64-bit type for those of another."""

        @intrinsic
        def of_bits(typing_context: Any, value: Any) -> Any:  # noqa: ARG001
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                value = context.cast(builder, arguments[0], signature.args[0], given)
                return builder.bitcast(value, context.get_value_type(wanted))

            return wanted(value), generate

        return of_bits

    _as_float = _same_bits(types.int64, types.float64)
    _as_bits = _same_bits(types.float64, types.int64)


@compiled
def exp(x: float) -> float:
    """E to the power of x; 0 below −708, and above 709 as at 709."""
    y = min(max(float(x), _LEAST_EXPONENT), _MOST_EXPONENT)
    # x = n ln 2 + r, with |r| at most half of ln 2 and a little.
    n = int(y * (1.0 / _LN2) + (_BIAS + 0.5)) - _BIAS
    r = (y - n * _LN2_HIGH) - n * _LN2_LOW
    series = 1.0 / 479001600.0
    series = series * r + 1.0 / 39916800.0
    series = series * r + 1.0 / 3628800.0
    series = series * r + 1.0 / 362880.0
    series = series * r + 1.0 / 40320.0
    series = series * r + 1.0 / 5040.0
    series = series * r + 1.0 / 720.0
    series = series * r + 1.0 / 120.0
    series = series * r + 1.0 / 24.0
    series = series * r + 1.0 / 6.0
    series = series * r + 0.5
    series = series * r + 1.0
    series = series * r + 1.0
    return 0.0 if x < _LEAST_EXPONENT else series * _as_float((n + _BIAS) << _BITS)


@compiled
def log(x: float) -> float:
    """The natural logarithm of a positive normal number."""
    bits = _as_bits(float(x))
    # x = m 2ⁿ, with m from √½ to √2.
    n = (bits >> _BITS) - _BIAS + 1
    m = _as_float((bits & _FRACTION) | (_BIAS - 1) << _BITS)
    if m < _SQRT_HALF:
        n -= 1
        m += m
    s = (m - 1.0) / (m + 1.0)
    square = s * s
    series = 1.0 / 21.0
    series = series * square + 1.0 / 19.0
    series = series * square + 1.0 / 17.0
    series = series * square + 1.0 / 15.0
    series = series * square + 1.0 / 13.0
    series = series * square + 1.0 / 11.0
    series = series * square + 1.0 / 9.0
    series = series * square + 1.0 / 7.0
    series = series * square + 1.0 / 5.0
    series = series * square + 1.0 / 3.0
    return n * _LN2_HIGH + (n * _LN2_LOW + 2.0 * (s + s * square * series))
