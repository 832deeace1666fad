"""`Review`: what a review found, as plain data that goes to JSON and back.

Players count from 0. A share of the win (`values`, `loss`, `luck`, …) goes from 0 to 1 and is a
list of one number for each player where it is everybody's; alone, where nobody can be beaten, it is
points / (points + 60). Moves are texts as in the record; `at` is a place in the record's `moves`.
"""

import math
from dataclasses import dataclass, field, is_dataclass
from types import NoneType, UnionType
from typing import Any, Self, get_args, get_origin, get_type_hints

from azulejos.core.errors import InputError
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import EXPECTED_NUMBER, EXPECTED_TEXT, given

VERSION = 1
#: What a decision is, from the least loss to the greatest. "forced": there was one choice;
#: "unknown": what the player could choose from is not known here; "equal": nearly as good as the
#: best, or not told apart from it.
VERDICTS = (
    "forced",
    "unknown",
    "best",
    "equal",
    "slight",
    "inaccuracy",
    "mistake",
    "blunder",
)
#: The least loss of the last four.
THRESHOLDS = {"slight": 0.02, "inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2}
#: The least luck of what is called lucky, and very lucky.
LUCKY = (0.1, 0.2)
#: What a mistake was about: what one takes, where one puts it, what falls to the floor, what is
#: left to others; "other" where that cannot be told.
KINDS = ("take", "place", "floor", "denial", "other")


class ReviewError(InputError):
    """Data that is no review, or one of another record."""


@dataclass(frozen=True)
class Line:
    """A move, what it is worth, and how play would go on.

    margin: expected final points of the mover above the best opponent; alone, final points.
    """

    move: str
    values: list[float]
    margin: float
    line: list[str]  # this move first


@dataclass(frozen=True)
class Reason:
    """One way in which the best line is ahead of the played one, in exact points.

    code: see `azulejos.analysis.why`. points: how much it is ahead. count: of what later points
    come from, as a game counts it; below 0: what the others have less of.
    """

    code: str
    points: float
    count: int | None = None


@dataclass(frozen=True)
class Decision:
    """A decision. loss: what the best move was ahead, for the player; se: its standard error.

    gap: what the best is ahead of every other. good: it was the only good one, and not an obvious
    one. stake: how far the candidates lay apart. values: after it. visits: that each of the moves
    compared got; 0: it is not judged yet. A loss within its error counts as none (`counted`).
    """

    at: int
    player: int
    round: int | None
    visits: int
    values: list[float]
    verdict: str
    proven: bool = False
    loss: float = 0.0
    se: float = 0.0
    gap: float | None = None
    gap_se: float | None = None
    stake: float = 0.0
    good: bool = False
    kind: str | None = None
    played: Line | None = None
    best: Line | None = None
    why: list[Reason] = field(default_factory=list)

    @property
    def is_judged(self) -> bool:
        """Whether there was something to decide, and it is judged."""
        return self.visits > 0 and self.verdict not in ("forced", "unknown")

    @property
    def counted(self) -> bool:
        """Whether the loss is more than its error."""
        return self.loss > self.se

    @property
    def shift(self) -> list[float]:
        """What the decision changed for each player, against the best one."""
        if self.played is None or self.best is None or not self.counted:
            return [0.0] * len(self.values)
        return [p - b for p, b in zip(self.played.values, self.best.values, strict=True)]


@dataclass(frozen=True)
class Chance:
    """What chance gave between two decisions: `count` entries of the record from `at` on.

    mean: what it gives on average; values: after it; luck is the difference, se its error.
    player: who saw it, if it was not everybody. visits: as of a decision; 0: not judged yet.
    """

    at: int
    count: int
    round: int | None
    visits: int
    values: list[float]
    mean: list[float]
    se: list[float]
    player: int | None = None

    @property
    def luck(self) -> list[float]:
        return [value - mean for value, mean in zip(self.values, self.mean, strict=True)]

    def lucky(self, player: int) -> int:
        """Whether it was lucky for a player: 1, very lucky: 2; 0: neither; unlucky: below 0.

        What lies within two standard errors is no luck.
        """
        luck = self.luck[player]
        if abs(luck) <= 2 * self.se[player]:
            return 0
        degree = sum(abs(luck) >= least for least in LUCKY)
        return degree if luck > 0 else -degree


@dataclass(frozen=True)
class Rate:
    """An error rate: 1000 × the mean loss of a real decision, and its 95 % interval."""

    decisions: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Identity:
    """Where the result came from: result = start + luck + own + partners + opponents + remainder.

    own, partners, opponents: what the mistakes of each changed, own ones being below 0. remainder:
    what the search misjudged, and what is within its errors.
    """

    start: float
    luck: float
    luck_se: float
    own: float
    partners: float
    opponents: float
    remainder: float
    result: float


@dataclass(frozen=True)
class Summary:
    """One player's game in numbers. accuracy: per cent, None without a real decision."""

    player: int
    errors: Rate
    accuracy: float | None
    verdicts: dict[str, int]
    by_round: dict[str, Rate]
    by_kind: dict[str, float]  # loss in thousandths for each real decision
    good: list[int]  # indices of steps
    identity: Identity


@dataclass(frozen=True)
class Review:
    """A review of a record, as far as it has come.

    steps: decisions and chance in their order; the curve of the game is `start` and the `values`
    of each. scores: what games are compared by, crosses where a board is filled. turning_points:
    indices of steps. visits, samples, seed: what it is made with; done and total: how far it is, in
    parts.
    """

    version: int
    game: str
    record: dict[str, Any]
    players: int
    sides: int
    seed: int
    visits: int
    samples: int
    done: int
    total: int
    is_over: bool
    scores: list[int]
    start: list[float]
    steps: list[Decision | Chance]
    summaries: list[Summary]
    turning_points: list[int]

    def to_dict(self) -> dict[str, Any]:
        """The review as plain data."""
        data: dict[str, Any] = _plain(self)
        return data

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The inverse; ReviewError says what is wrong and where."""
        reader = Reader(data, ReviewError)
        reader["version"].number(VERSION, VERSION)
        review: Self = _read(cls, reader)
        return review


#: What a step says it is, in plain data.
_STEPS: dict[str, type] = {"decision": Decision, "chance": Chance}


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float | None):  # most values
        return value
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    data = {key: _plain(item) for key, item in vars(value).items()}
    for what, kind in _STEPS.items():
        if isinstance(value, kind):
            return {"what": what} | data
    return data


def _read(kind: Any, data: Reader) -> Any:
    """Data of a type as the fields above declare it."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind == Decision | Chance:
        what = data["what"].word(_STEPS)
        rest = {key: value for key, value in data.mapping().items() if key != "what"}
        return _read(_STEPS[what], Reader(rest, data.error, data.where))
    if origin is UnionType:  # something or None
        (some,) = (part for part in parts if part is not NoneType)
        return None if data.data is None else _read(some, data)
    if origin is list:
        return [_read(parts[0], item) for item in data.items(most=_MOST_ITEMS)]
    if origin is dict:
        mapping = data.mapping()
        if parts[1] is Any:
            return mapping
        return {key: _read(parts[1], data[key]) for key in mapping}
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        data.mapping(hints)
        make: Any = kind
        return make(**{name: _read(hint, data[name]) for name, hint in hints.items()})
    return _read_value(kind, data)


_MOST_ITEMS = 100_000


def _read_value(kind: Any, data: Reader) -> Any:
    if kind is bool:
        return data.flag()
    if kind is int:
        return data.number(-(2**63), 2**63 - 1)
    if kind is float:
        found = data.data
        if (
            isinstance(found, bool)
            or not isinstance(found, int | float)
            or not math.isfinite(found)
        ):
            raise data.fail(EXPECTED_NUMBER(given=given(found)))
        return float(found)
    if not isinstance(data.data, str):
        raise data.fail(EXPECTED_TEXT(given=given(data.data)))
    return data.data
