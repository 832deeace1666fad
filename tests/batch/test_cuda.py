"""The GPU's half of batches, on Numba's simulated GPU: the same calls, the same games."""

import importlib.util
import os
import subprocess
import sys

import pytest

SIMULATED = """
import numpy as np
from azulejos import batch
from azulejos.batch import cuda

assert cuda.why_not() == ""
for game, how in (("azul", {"players": 3, "wall": "grey"}), ("azuleo", {})):
    for policy in batch.POLICIES:
        states = batch.new(game, 3, seed=1, **how)
        on_gpu = cuda.to_device(states)
        moves = cuda.play_out(on_gpu, policy).copy_to_host()
        assert (moves == batch.play_out(states, policy)).all()
        assert on_gpu.copy_to_host().tobytes() == states.tobytes()
    states = batch.new(game, 3, seed=2, **how)
    on_gpu = cuda.to_device(states)
    actions = np.where([True, False, True], np.argmax(batch.masks(states), axis=1), -1)
    played = cuda.step(on_gpu, actions).copy_to_host()
    assert played.tolist() == batch.step(states, actions).tolist() == [True, False, True]
    assert on_gpu.copy_to_host().tobytes() == states.tobytes()
    assert (cuda.masks(on_gpu).copy_to_host() == batch.masks(states)).all()
    assert (cuda.observations(on_gpu).copy_to_host() == batch.observations(states)).all()
    try:
        cuda.masks(on_gpu, np.zeros((3, 7), np.int8))
    except ValueError as refused:
        assert "out: expected int8" in str(refused)
    else:
        raise AssertionError("a short array must be refused")
print("the same")
"""


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda")
def test_the_simulated_gpu_plays_the_same_games():
    # The simulated arrays are Python objects, so the rules are interpreted, too.
    done = run(SIMULATED, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.stdout == "the same\n", done.stderr


def test_without_a_gpu_it_says_so():
    code = """
from azulejos import batch
from azulejos.batch import cuda
if cuda.why_not():
    try:
        cuda.to_device(batch.new("azul", 3))
    except RuntimeError as refused:
        assert str(refused) == cuda.why_not() != ""
    else:
        raise AssertionError("there is no GPU to send anything to")
"""
    done = run(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda")
@pytest.mark.parametrize("simulated", ["0", "1"])
def test_numpy_is_left_as_it_was(simulated):
    """A NumPy without `row_stack` is without it afterwards, and everything is loaded."""
    code = """
import numpy as np
if hasattr(np, "row_stack"):
    del np.row_stack
from azulejos.batch import cuda
assert not hasattr(np, "row_stack")
if not cuda.cuda.config.ENABLE_CUDASIM:
    import numba.cuda.np.arrayobj
"""
    done = run(code, NUMBA_ENABLE_CUDASIM=simulated)
    assert done.returncode == 0, done.stderr


def test_the_benchmark_skips_with_a_word():
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    script = os.path.join(root, "benchmarks", "gpu.py")
    code = f"import runpy, sys; sys.argv = [{script!r}, '--games', '1000', '--compared', '1000']\n"
    done = run(code + f"runpy.run_path({script!r}, run_name='__main__')")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Skipped: ") or "equal to the CPU" in done.stdout
