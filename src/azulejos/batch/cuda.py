"""Batches on a CUDA GPU: one thread a game, compiled from the very same rules.

Needs the extra ``azulejos[cuda]`` (numba-cuda) and an NVIDIA GPU; `why_not` says what is missing.
States are the GPU's own, sent by `to_device`, and come back by ``.copy_to_host()``. What else a
function takes or fills may be the GPU's array of any library (a PyTorch tensor, say), taken as it
is; what it makes itself lies on the GPU, too.

    from azulejos import batch
    from azulejos.batch import cuda

    states = cuda.to_device(batch.new(game, 1_000_000, seed=7))
    moves = cuda.play_out(states)
    points = batch.scores(states.copy_to_host())

A game played here ends, from the same state, as it does on a CPU: to the last byte.
"""

import functools
import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from azulejos.batch import as_actions, as_policy, kernel_of, players_of
from azulejos.batch.loops import GREEDY, play_greedily
from azulejos.core.kernel import (
    apply,
    is_legal,
    mask,
    observe,
    play_at_random,
    resolve_chance,
    to_move,
)


def _load() -> Any:
    """`numba.cuda`. As it is loaded it asks for `np.row_stack`, which NumPy 2.5 has dropped.

    NumPy has it for so long only: what others find there is not ours to change.
    """
    is_dropped = not hasattr(np, "row_stack")
    if is_dropped:
        np.row_stack = np.vstack
    try:
        loaded = importlib.import_module("numba.cuda")
        if importlib.util.find_spec("numba_cuda") and not loaded.config.ENABLE_CUDASIM:
            importlib.import_module("numba.cuda.np.arrayobj")  # later it would be too late
        return loaded
    finally:
        if is_dropped:
            del np.row_stack


cuda: Any = _load()

#: Threads of a block, one game each.
BLOCK = 128


def why_not() -> str:
    """What is missing for this module to work; "" if nothing is."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "numba-cuda is not installed: pip install 'azulejos[cuda]' adds it"
    return "" if cuda.is_available() else "there is no CUDA GPU here, or its driver is not found"


def to_device(states: Any) -> Any:
    """A batch on the GPU: a copy of states (games,), to be given to the functions below."""
    missing = why_not()
    if missing:
        raise RuntimeError(missing)
    kernel_of(states)
    players_of(states)
    if kernel_of(states).is_wide(states):
        raise ValueError("states: boards beyond the usual one's rows and columns stay on the CPU")
    return cuda.to_device(np.ascontiguousarray(states))


def step(states: Any, actions: Any, out: Any = None) -> Any:
    """As `batch.step`: one action in every game, where it is legal.

    actions: integers (games,), the GPU's or the CPU's. out: bool (games,).
    """
    if isinstance(actions, np.ndarray | Sequence):
        actions = cuda.to_device(as_actions(actions, len(states)))
    actions = _on_gpu(actions)
    if actions.shape != states.shape or actions.dtype.kind != "i":
        raise ValueError(f"actions: expected integers {states.shape}, not {actions.dtype}")
    out = _room(out, (len(states),), np.bool_)
    _launch(_kernels(states.dtype).step, states, actions, out)
    return out


def masks(states: Any, out: Any = None) -> Any:
    """As `batch.masks`. out: int8 (games, actions the players need)."""
    rules, players = _rules(states.dtype), _players_of(states)
    out = _room(out, (len(states), rules.actions_for(players)), np.int8)
    _launch(_kernels(states.dtype).masks, states, out)
    return out


def observations(states: Any, out: Any = None) -> Any:
    """As `batch.observations` for whoever is to move. out: int16 (games, numbers they need)."""
    rules, players = _rules(states.dtype), _players_of(states)
    out = _room(out, (len(states), rules.observation_for(players)), np.int16)
    _launch(_kernels(states.dtype).observations, states, out)
    return out


def play_out(states: Any, policy: str = "random", out: Any = None) -> Any:
    """As `batch.play_out`: every game to its end; the moves each took, int32 (games,)."""
    kernels = _kernels(states.dtype)
    out = _room(out, (len(states),), np.int32)
    kernel = kernels.greedy_games if as_policy(policy) == GREEDY else kernels.random_games
    _launch(kernel, states, out)
    return out


def _rules(dtype: np.dtype[Any]) -> Any:
    """The kernel module of the game that states of this dtype are of."""
    return kernel_of(np.empty(0, dtype))


def _players_of(states: Any) -> int:
    """How many players these games have: `to_device` has seen to it that it is one number."""
    return int(states[:1].copy_to_host()["players"][0]) if len(states) else 0


def _on_gpu(array: Any) -> Any:
    """Another library's array on the GPU as Numba's own; it is not copied."""
    return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else array


def _room(out: Any, shape: tuple[int, ...], dtype: type[Any]) -> Any:
    if out is None:
        return cuda.device_array(shape, dtype)
    out = _on_gpu(out)
    if out.shape != shape or out.dtype != dtype:
        wanted = f"{np.dtype(dtype).name} {shape}"
        raise ValueError(f"out: expected {wanted} on the GPU, not {out.dtype} {out.shape}")
    return out


def _launch(kernel: Any, states: Any, *arrays: Any) -> None:
    """A thread for every game. It waits for nobody: the GPU works in order."""
    if len(states):
        kernel[-(-len(states) // BLOCK), BLOCK](states, *arrays)


class _Kernels(NamedTuple):
    """The GPU's entry points for one game."""

    step: Any
    masks: Any
    observations: Any
    random_games: Any
    greedy_games: Any


@functools.cache
def _kernels(dtype: np.dtype[Any]) -> _Kernels:
    """Compiled at the first call for a game: a thread's memory is for states of one dtype."""
    rules = _rules(dtype)
    state_type, most_legal = rules.STATE, rules.MAX_LEGAL

    @cuda.jit
    def step_one(states: Any, actions: Any, played: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            played[i] = is_legal(states[i], actions[i])
            if played[i]:
                apply(states[i], actions[i])
                resolve_chance(states[i])

    @cuda.jit
    def mask_one(states: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            mask(states[i], out[i])

    @cuda.jit
    def observe_one(states: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            observe(states[i], max(to_move(states[i]), 0), out[i])

    # A whole game is played in the thread's own memory, which lies interleaved with its
    # neighbours': in the batch's, it would take twice as long.

    @cuda.jit
    def play_one_at_random(states: Any, moves: Any) -> None:
        own = cuda.local.array(1, state_type)
        i = cuda.grid(1)
        if i < len(states):
            own[0] = states[i]
            moves[i] = play_at_random(own[0])
            states[i] = own[0]

    @cuda.jit
    def play_one_greedily(states: Any, moves: Any) -> None:
        own = cuda.local.array(1, state_type)
        actions = cuda.local.array(most_legal, np.int16)
        i = cuda.grid(1)
        if i < len(states):
            own[0] = states[i]
            moves[i] = play_greedily(own[0], actions)
            states[i] = own[0]

    return _Kernels(step_one, mask_one, observe_one, play_one_at_random, play_one_greedily)
