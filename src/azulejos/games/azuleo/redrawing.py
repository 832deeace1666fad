"""Hidden hands drawn afresh: to the eyes of some players the same game, with other crosses in it.

What a side that hides its hand has done tells something about it: a cross that it laid was in its
hand, and a side that gave up its turn could lay nothing it held. All hands that agree with that are
weighed, draw by draw; one way in which everything may have happened is then drawn backwards, each
as often as chance would bring it about. Nothing but what lay open goes into it, so it tells nothing
of the truth.
"""

from collections.abc import Collection
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.errors import PositionError, RecordError
from azulejos.games.azuleo import position
from azulejos.games.azuleo.actions import FIRST_PLATE
from azulejos.games.azuleo.components import CROSSES_IN_HAND, KINDS
from azulejos.games.azuleo.moves import DRAWS, Draw, Move
from azulejos.games.azuleo.rules import crosses_in_hand, has_lay, side_of
from azulejos.games.azuleo.state import PHASES, STATE

if TYPE_CHECKING:
    from azulejos.games.azuleo.game import Game

#: How often it is tried: now and then the hands would have ended the game earlier.
ATTEMPTS = 200

#: Every hand there can be, as counts by kind: int8 (hands, kinds). The first is empty.
HANDS = np.array(
    [
        [hand.count(kind) for kind in range(len(KINDS))]
        for crosses in range(CROSSES_IN_HAND + 1)
        for hand in combinations_with_replacement(range(len(KINDS)), crosses)
    ],
    np.int8,
)
_NUMBERS = {tuple(hand): number for number, hand in enumerate(HANDS.tolist())}
#: The hand that each hand becomes with one more cross of a kind, or −1: (hands, kinds).
WITH_ONE_MORE = np.array(
    [
        [_NUMBERS.get(tuple(hand + one), -1) for one in np.eye(len(KINDS), dtype=np.int8)]
        for hand in HANDS
    ]
)
#: The hand that it was before, or −1.
WITHOUT_ONE = np.full_like(WITH_ONE_MORE, -1)
for _kind in range(len(KINDS)):
    _before = np.flatnonzero(WITH_ONE_MORE[:, _kind] >= 0)
    WITHOUT_ONE[WITH_ONE_MORE[_before, _kind], _kind] = _before

#: How likely each combination of the sides' hands is, up to a common factor: one axis for each of
#: the sides, along it all HANDS.
Weights = NDArray[np.float64]


class Drew(NamedTuple):
    """A side (its axis) drew one of the crosses unseen, counted by kind.

    place: of the draw among the record's moves; None: the game began with this cross in hand.
    """

    axis: int
    place: int | None
    unseen: NDArray[np.int8]


class Seen(NamedTuple):
    """A cross of this kind was drawn for all to see, or by those who look: it was in the supply."""

    kind: int
    unseen: NDArray[np.int8]


class Showed(NamedTuple):
    """A cross of this kind left the hand."""

    axis: int
    kind: int


class WasStuck(NamedTuple):
    """The side gave up its turn; `playable` are the kinds it could have laid: bool (kinds,)."""

    axis: int
    playable: NDArray[np.bool_]


Step = Drew | Seen | Showed | WasStuck


def redrawn(game: "Game", players: Collection[int], rng: Random) -> "Game":
    """The same game to the eyes of these players, the crosses that none of them sees drawn afresh.

    Who enters the draws of a game knows them all. ValueError if no crosses are found, which depends
    on what the players see alone.
    """
    known = {int(side_of(game.state, player)) for player in players}
    sides = [side for side in range(game.sides) if side not in known]
    if game._manual or game.options["open_hands"] or not sides:
        return game.copy()
    record = game.record()
    del record["turns"]  # they follow from the rest
    start = game.begun_by(record)
    steps = _what_was_seen(start.copy(), record["moves"], sides)
    weights = _weighed(steps, len(sides))
    for _ in range(ATTEMPTS if weights[-1].any() else 0):
        again, first = _drawn_backwards(steps, weights, record["moves"], rng)
        redone = record | {"moves": again}
        if "position" in record:
            redone["position"] = _with_hands(start, sides, first)
        try:
            other = type(game)._replay(redone, None)
        except (PositionError, RecordError):
            continue
        if other.phase == game.phase:
            return other
    raise ValueError("no hands were found that agree with what has been seen")


# ── What lay open ────────────────────────────────────────────────────────────────────────────────


def _what_was_seen(game: "Game", moves: list[str], sides: list[int]) -> list[Step]:
    """What was seen of these sides while a game was played on by a record's moves."""
    steps: list[Step] = []
    for axis, side in enumerate(sides):
        for _ in range(crosses_in_hand(game.state, side)):
            steps.append(Drew(axis, None, _unseen(game.state, sides)))
    for place, text in enumerate(moves):
        made = game.parse(text)
        state = game.state
        if isinstance(made, Draw):
            drew = game.only_for(state, made)
            if made.outcome < FIRST_PLATE:
                unseen = _unseen(state, sides)
                steps.append(
                    Drew(sides.index(drew), place, unseen)
                    if drew in sides
                    else Seen(made.outcome, unseen)
                )
        elif PHASES[state.phase] == "turn" and (side := int(side_of(state, state.turn))) in sides:
            axis = sides.index(side)
            if made.what in ("pass", "exchange"):
                steps.append(WasStuck(axis, _playable(state, side)))
            if made.what in ("lay", "exchange"):
                steps.append(Showed(axis, _kind_of(made)))
        game._repeat(made)
    return steps


def _unseen(state: Any, sides: list[int]) -> NDArray[np.int8]:
    """The crosses, by kind, that are in the supply or in the hands of these sides."""
    unseen: NDArray[np.int8] = state.supply + state.hand[sides].sum(axis=0, dtype=np.int8)
    return unseen


def _playable(state: Any, side: int) -> NDArray[np.bool_]:
    """The kinds a side could lay if it held them."""
    trial = np.array([state], STATE)[0]
    trial.hidden[side] = 0
    playable = np.zeros(len(KINDS), bool)
    for kind in range(len(KINDS)):
        trial.hand[side] = 0
        trial.hand[side, kind] = 1
        playable[kind] = has_lay(trial, side)
    return playable


def _kind_of(made: Move) -> int:
    """The kind of the cross that is laid or exchanged."""
    assert made.colours is not None
    all_turns = made.colours * 2
    return next(kind for kind, colours in enumerate(KINDS) if colours in all_turns)


# ── Weighing forwards ────────────────────────────────────────────────────────────────────────────


def _weighed(steps: list[Step], sides: int) -> list[Weights]:
    """How likely the hands are before each step, and after the last."""
    weights = np.zeros((len(HANDS),) * sides)
    weights[(0,) * sides] = 1.0
    found = [weights]
    for step in steps:
        if isinstance(step, Seen):
            found.append(_scaled(found[-1] * _left(step.unseen, step.kind, sides)))
            continue
        before = np.moveaxis(found[-1], step.axis, 0)
        after = np.zeros_like(before)
        match step:
            case Drew():
                for kind in range(len(KINDS)):
                    left = np.moveaxis(_left(step.unseen, kind, sides), step.axis, 0)
                    hands = np.flatnonzero(WITH_ONE_MORE[:, kind] >= 0)
                    after[WITH_ONE_MORE[hands, kind]] += (before * left)[hands]
            case Showed():
                hands = np.flatnonzero(WITHOUT_ONE[:, step.kind] >= 0)
                after[WITHOUT_ONE[hands, step.kind]] = before[hands]
            case WasStuck():
                hands = np.flatnonzero(~(HANDS[:, step.playable] > 0).any(axis=1))
                after[hands] = before[hands]
        found.append(_scaled(np.moveaxis(after, 0, step.axis)))
    return found


def _scaled(weights: Weights) -> Weights:
    """Long games have more ways than numbers can hold."""
    most = weights.max()
    return weights / most if most else weights


def _left(unseen: NDArray[np.int8], kind: int, sides: int) -> Weights:
    """How many crosses of a kind are in the supply, for each combination of hands."""
    left = np.full((len(HANDS),) * sides, float(unseen[kind]))
    for axis in range(sides):
        held = HANDS[:, kind].reshape([-1 if a == axis else 1 for a in range(sides)])
        left -= held
    return np.maximum(left, 0.0)


# ── Drawing backwards ────────────────────────────────────────────────────────────────────────────


def _drawn_backwards(
    steps: list[Step], weights: list[Weights], moves: list[str], rng: Random
) -> tuple[list[str], list[list[int]]]:
    """A record's moves with other draws, and what each side held at first, by kind."""
    moves = list(moves)
    sides = weights[-1].ndim
    hands = [int(n) for n in np.unravel_index(_picked(weights[-1].ravel(), rng), weights[-1].shape)]
    first = [[0] * len(KINDS) for _ in range(sides)]
    for step, before in zip(reversed(steps), reversed(weights[:-1]), strict=True):
        match step:
            case Drew(axis):
                chances = np.zeros(len(KINDS))
                for kind in range(len(KINDS)):
                    earlier = [
                        *hands[:axis],
                        int(WITHOUT_ONE[hands[axis], kind]),
                        *hands[axis + 1 :],
                    ]
                    if earlier[axis] >= 0:
                        left = int(step.unseen[kind]) - int(HANDS[earlier, kind].sum())
                        chances[kind] = before[tuple(earlier)] * max(0, left)
                kind = _picked(chances, rng)
                hands[axis] = int(WITHOUT_ONE[hands[axis], kind])
                if step.place is None:
                    first[axis][kind] += 1
                else:
                    moves[step.place] = str(DRAWS[kind])
            case Showed(axis, kind):
                hands[axis] = int(WITH_ONE_MORE[hands[axis], kind])
            case Seen() | WasStuck():
                pass  # it changed no hand
    return moves, first


def _picked(weights: NDArray[np.float64], rng: Random) -> int:
    """One of the numbers from 0, each as often as its weight says."""
    ends = np.cumsum(weights)
    return int(np.searchsorted(ends, rng.random() * ends[-1], side="right"))


def _with_hands(start: "Game", sides: list[int], hands: list[list[int]]) -> dict[str, Any]:
    """The position a game began from, with other hands."""
    game = start.copy()
    state = game.state
    for side, hand in zip(sides, hands, strict=True):
        state.supply += state.hand[side]
        state.supply -= np.array(hand, np.int8)
        state.hand[side] = hand
        state.hidden[side] = 0
    return position.to_dict(state, game._choices)
