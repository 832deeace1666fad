"""`exp` and `log`: near the exact value, the same compiled and interpreted."""

import math

import numpy as np
import pytest

from azulejos.core.compiled import interpreted
from azulejos.core.elementary import exp, log

CHANCE = np.random.default_rng(5)
EXPONENTS = [*CHANCE.uniform(-700, 700, 2000), *CHANCE.uniform(-1, 1, 2000), 0.0, -708.0, 709.0]
POSITIVE = [*np.exp(CHANCE.uniform(-700, 700, 2000)), *CHANCE.uniform(0.5, 2, 2000), 1.0, 2.0, 1e9]


def units_apart(found, exact):
    """How many units in the last place of the exact value."""
    return abs(found - exact) / math.ulp(exact)


def test_exp_is_near_the_exact_value():
    assert max(units_apart(exp(x), math.exp(x)) for x in EXPONENTS) <= 4
    assert exp(0.0) == 1.0


def test_log_is_near_the_exact_value():
    assert max(units_apart(log(x), math.log(x)) for x in POSITIVE if x != 1) <= 4
    assert log(1.0) == 0.0


def test_beyond_its_range_exp_is_0_or_the_largest():
    assert exp(-708.1) == exp(-1e9) == exp(-math.inf) == 0.0
    assert exp(1e9) == exp(math.inf) == exp(709.0)


@pytest.mark.parametrize(("function", "numbers"), [(exp, EXPONENTS), (log, POSITIVE)])
def test_compiled_and_interpreted_agree_to_the_last_bit(function, numbers):
    plain = interpreted(function)
    if plain is function:
        pytest.skip("nothing is compiled")
    import azulejos.core.elementary as here

    # What the compiled functions call are intrinsics: interpreted ones stand in for them.
    stand_ins = {
        "_as_float": lambda bits: float(np.int64(bits).view(np.float64)),
        "_as_bits": lambda x: int(np.float64(x).view(np.int64)),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, stand_in in stand_ins.items():
            patch.setattr(here, name, stand_in)
        assert [plain(x) for x in numbers] == [function(x) for x in numbers]
