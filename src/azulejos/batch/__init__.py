"""Thousands of games at once: the rules over arrays of states, compiled, on all cores.

A batch is an array of states, made by `new` or `copies`; everything here takes one as its first
argument and works on every game in it. Where a function fills an array it takes ``out=``, so that
nothing need be allocated twice, and where it takes ``threads=``, None means all cores.

    >>> from azulejos import batch, games
    >>> game = games.names()[0]
    >>> states = batch.new(game, 1000, seed=7, players=2)
    >>> batch.observations(states).shape, batch.masks(states).shape
    ((1000, 155), (1000, 205))
    >>> moves = batch.play_out(states)          # every game to its end, at random
    >>> bool(batch.over(states).all())
    True

All games of a batch are of one kind: the same game, the same options. An action that is not legal,
whatever its number, is not played, and the other games go on. A state knows its generator and all
that is hidden: a search calls the kernel's `determinize` first.

The same functions run on a GPU: see `azulejos.batch.cuda`.
"""

import secrets
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import games
from azulejos.batch.cores import in_parts
from azulejos.batch.loops import (
    POLICIES,
    choose_each,
    mask_each,
    mover_each,
    observe_each,
    over_each,
    play_out_each,
    resolve_chance_each,
    returns_each,
    scores_each,
    step_each,
)
from azulejos.core.errors import OptionError
from azulejos.core.game import TableGame
from azulejos.core.kernel import kernel_for, seed_all
from azulejos.core.plain_data import shorten

__all__ = [
    "POLICIES",
    "choices",
    "copies",
    "kernel_of",
    "masks",
    "movers",
    "new",
    "observations",
    "over",
    "play_out",
    "resolve_chance",
    "returns",
    "scores",
    "starts",
    "step",
]

States = NDArray[Any]


# ── Making a batch ───────────────────────────────────────────────────────────────────────────────


def starts(game: str, **options: Any) -> States:
    """The set-up of a game before the first draw, for each player who may begin: (players,).

    game: its name. options: those of its `Game`; with ``first`` there is one start only. All
    generators are 0.
    """
    kind = games.spec(game).Game
    for option in ("seed", kind.CHANCE_OPTION):
        if option in options:
            raise OptionError(f"{option}: a batch draws by itself")
    fixed = {**options, kind.CHANCE_OPTION: "manual", "seed": 0}
    if options.get("first") is not None:
        begun = [kind(**fixed)]
    else:
        players = kind(**fixed).players
        begun = [kind(**fixed | {"first": first}) for first in range(players)]
    states = np.array([one.state for one in begun], kind.KERNEL.STATE)
    states["generator"] = 0
    return states


def new(
    game: str, n: int, seed: int | None = None, *, threads: int | None = None, **options: Any
) -> States:
    """New games, dealt and ready for the first decision: (n,).

    seed: None is unpredictable. options: as for `starts`. Who begins is drawn for each game, unless
    ``first`` says it.
    """
    first = starts(game, **options)
    _check_number(n)
    seed = _chosen(seed)
    beginners = np.random.default_rng(np.random.SeedSequence(seed).spawn(1)[0])
    states = first[beginners.integers(len(first), size=n)]
    seed_all(states, seed)
    resolve_chance(states, threads=threads)
    return states


def copies(game: TableGame[Any, Any], n: int, seed: int | None = None) -> States:
    """Copies of a position, each with chance of its own from here on: (n,)."""
    _check_number(n)
    states = np.repeat(np.frombuffer(game.state.tobytes(), game.KERNEL.STATE), n)
    seed_all(states, _chosen(seed))
    return states


def _check_number(n: int) -> None:
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
        raise ValueError(f"n: expected a number of games, not {shorten(n)}")


def _chosen(seed: int | None) -> int:
    return secrets.randbits(62) if seed is None else seed


def kernel_of(states: States) -> ModuleType:
    """The kernel module of the game these are states of; a TypeError if they are of none."""
    if isinstance(states, np.ndarray) and states.ndim == 1:
        kernel = kernel_for(states.dtype)
        if kernel is not None:
            return kernel
    raise TypeError("states: expected one row of a game's STATE records")


def players_of(states: States) -> int:
    """How many players the games of a batch have; a ValueError if not all have the same number.

    An empty batch has room for the most players: nothing tells how many there would be.
    """
    players = states["players"]
    if len(players) == 0:
        return int(kernel_of(states).MAX_PLAYERS)
    if players.min() != players.max():
        raise ValueError("states: games of different numbers of players do not make a batch")
    return int(players[0])


def _to_play(states: States) -> ModuleType:
    """The kernel of states that can be written to."""
    kernel = kernel_of(states)
    if not states.flags.writeable:
        raise ValueError("states: these can be looked at only; play on in a copy of them")
    return kernel


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def resolve_chance(states: States, *, threads: int | None = None) -> None:
    """Draw, in every game, until there is a decision to make or the game is over."""
    _to_play(states)
    in_parts(resolve_chance_each, (states,), threads=threads)


def step(
    states: States,
    actions: NDArray[Any],
    out: NDArray[np.bool_] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Play one action in every game, and draw what it calls for; returns where that was legal.

    actions: any integers (games,). out: bool (games,), False where an action was not legal (which
    it never is once a game is over): such a game stays as it was.
    """
    _to_play(states)
    actions = as_actions(actions, len(states))
    out = _room(out, (len(states),), np.bool_)
    in_parts(step_each, (states, actions, out), threads=threads)
    return out


def choices(
    states: States,
    policy: str = "random",
    out: NDArray[np.int16] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.int16]:
    """What a policy, "random" or "greedy", would do in every game: int16 (games,), −1 if nothing.

    Where chance decides among several actions it is the state's own generator that does.
    """
    kernel = _to_play(states)
    out = _room(out, (len(states),), np.int16)
    in_parts(choose_each, (states, out), as_policy(policy), kernel.MAX_LEGAL, threads=threads)
    return out


def play_out(
    states: States,
    policy: str = "random",
    out: NDArray[np.int32] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.int32]:
    """Play every game to its end by a policy, "random" or "greedy"; the moves each took.

    out: int32 (games,).
    """
    kernel = _to_play(states)
    out = _room(out, (len(states),), np.int32)
    in_parts(play_out_each, (states, out), as_policy(policy), kernel.MAX_LEGAL, threads=threads)
    return out


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────


def masks(
    states: States, out: NDArray[np.int8] | None = None, *, threads: int | None = None
) -> NDArray[np.int8]:
    """1 for every legal action, 0 for every other: int8 (games, actions the players need)."""
    kernel = kernel_of(states)
    out = _room(
        out, (len(states), kernel.actions_for(players_of(states), kernel.is_wide(states))), np.int8
    )
    in_parts(mask_each, (states, out), threads=threads)
    return out


def observations(
    states: States,
    players: NDArray[np.int8] | int | None = None,
    out: NDArray[np.int16] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.int16]:
    """What a player may know of every game: int16 (games, numbers the players need).

    players: whose view, one for all or int8 (games,); None: that of whoever is to move, and of
    player 0 where nobody is. The layout is in the game's ``kernel.observe``.
    """
    kernel = kernel_of(states)
    seats = players_of(states)
    out = _room(out, (len(states), kernel.observation_for(seats, kernel.is_wide(states))), np.int16)
    if players is None:
        players = np.maximum(movers(states, threads=threads), 0)
    views = np.asarray(players)
    if views.dtype.kind not in "iu" or views.shape not in ((), (len(states),)):
        raise ValueError(f"players: expected a player, or one for each of {len(states)} games")
    if views.size and not 0 <= views.min() <= views.max() < seats:
        raise ValueError(f"players: expected 0 to {seats - 1}, not {views.min()} to {views.max()}")
    views = np.ascontiguousarray(np.broadcast_to(views, len(states)), np.int8)
    in_parts(observe_each, (states, views, out), threads=threads)
    return out


def movers(
    states: States, out: NDArray[np.int8] | None = None, *, threads: int | None = None
) -> NDArray[np.int8]:
    """Who is to decide: int8 (games,), −1 where chance is next or the game is over."""
    kernel_of(states)
    out = _room(out, (len(states),), np.int8)
    in_parts(mover_each, (states, out), threads=threads)
    return out


def over(
    states: States, out: NDArray[np.bool_] | None = None, *, threads: int | None = None
) -> NDArray[np.bool_]:
    """Whether each game is over: bool (games,)."""
    kernel_of(states)
    out = _room(out, (len(states),), np.bool_)
    in_parts(over_each, (states, out), threads=threads)
    return out


def scores(
    states: States, out: NDArray[np.int32] | None = None, *, threads: int | None = None
) -> NDArray[np.int32]:
    """Every player's points: int32 (games, players)."""
    kernel_of(states)
    out = _room(out, (len(states), players_of(states)), np.int32)
    in_parts(scores_each, (states, out), threads=threads)
    return out


def returns(
    states: States, out: NDArray[np.float64] | None = None, *, threads: int | None = None
) -> NDArray[np.float64]:
    """Every player's share of the win: float64 (games, players), zeros before the end."""
    kernel_of(states)
    out = _room(out, (len(states), players_of(states)), np.float64)
    in_parts(returns_each, (states, out), threads=threads)
    return out


# ── Checking what is given ───────────────────────────────────────────────────────────────────────


def as_actions(actions: Any, games: int) -> NDArray[Any]:
    """Actions as a contiguous integer array, one for each game; a clear complaint otherwise."""
    given = np.asarray(actions)
    if given.size == 0:
        given = given.astype(np.int64)  # a list of nothing has no type
    if given.dtype.kind not in "iu" or given.dtype == np.uint64:
        raise TypeError(f"actions: expected integers, up to int64, not {given.dtype}")
    if given.shape != (games,):
        raise ValueError(f"actions: expected one for each of {games} games, not {given.shape}")
    return np.ascontiguousarray(given, np.int64)


def _room(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[Any]) -> NDArray[Any]:
    if out is None:
        return np.empty(shape, dtype)
    wanted = f"{np.dtype(dtype).name} {shape}, contiguous and not read-only"
    if not isinstance(out, np.ndarray):
        raise ValueError(f"out: expected {wanted}, not {shorten(out)}")
    if out.shape != shape or out.dtype != dtype:
        raise ValueError(f"out: expected {wanted}, not {out.dtype} {out.shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out: expected {wanted}")
    return out


def as_policy(policy: str) -> int:
    """The number of a policy; a clear complaint if there is none of this name."""
    if policy not in POLICIES:
        raise ValueError(f"policy: expected 'random' or 'greedy', not {shorten(policy)}")
    return POLICIES.index(policy)
