"""What a training run does: written into its folder, and all it takes to do it again."""

import json
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.errors import OptionError
from azulejos.nets import azul as azul_rows
from azulejos.nets import azuleo as azuleo_rows
from azulejos.nets.network import MOST_DEPTH, MOST_WIDTH
from azulejos.search.tree import Style
from azulejos.training.self_play import Play, starts_of

#: The kinds of games played in training. The first, for two, is the one that champions are of.
KINDS: dict[str, list[dict[str, Any]]] = {
    "azul": [
        {"players": players, "wall": wall} for wall in ("coloured", "grey") for players in (2, 3, 4)
    ],
    "azuleo": [{"players": players} for players in (2, 3, 4)],
}


def name_of(options: dict[str, Any]) -> str:
    """A kind of game in words."""
    return f"{options['players']} players" + (", grey" if options.get("wall") == "grey" else "")


#: A game that leaves more samples is not learnt from.
MOST_SAMPLES = 600
#: Visits of a decision.
MOST_VISITS = 2**15 - 1
#: Games whose searches fit a GPU's threads: Azuleo's look at hundreds of actions a decision.
GPU_GAMES = ("azul",)
#: Settings that may be 0.
_MAY_BE_NOTHING = (
    *("seed", "elder", "forecast", "wander", "haste", "gpu_tables", "learnt", "trust", "inertia"),
    *("weight_decay", "caution", "second_opinion"),
)
#: Settings that are no single number.
_NO_NUMBER = ("game", "kinds")
#: The rows of each game's networks.
ROWS = {"azul": azul_rows, "azuleo": azuleo_rows}


@dataclass(frozen=True)
class Plan:
    """A run goes in cycles: games are played, and the networks learn from those before."""

    game: str = "azul"
    seed: int = 1
    #: Sizes of the networks.
    outlook_width: int = 256
    outlook_depth: int = 32
    guide_width: int = 128
    guide_depth: int = 32
    #: Games: visits of a decision that is learnt from and of another; the part of the decisions
    #: learnt from, of those that follow chance, of those before which the rest of the round is
    #: played on as a visit of the search does it, and of the games with somebody else at a seat:
    #: an earlier mind, or in a part of the cores' tasks the search without one.
    visits: int = 100
    quick_visits: int = 12
    learnt: float = 0.06
    wander: float = 0.03
    haste: float = 0.03
    elder: float = 0.15
    forecast: float = 0.0
    #: How often each of KINDS is played, beside the others.
    kinds: tuple[float, ...] = (0.32, 0.18, 0.13, 0.18, 0.10, 0.09)
    #: How a mind searches in the games (see `Style`): as the one that ships does, but for the
    #: warmth of the guide's priors: above 1 it would forget from cycle to cycle.
    exploration: float = LEARNED_STYLES["azul"].exploration
    warmth: float = 1.0
    caution: float = LEARNED_STYLES["azul"].caution
    second_opinion: float = LEARNED_STYLES["azul"].second_opinion
    #: Tasks of a cycle, and samples of a task.
    tasks: int = 128
    task_samples: int = 2600
    #: Tables of a GPU, beside the cores, and visits of a cycle at each.
    gpu_tables: int = 0
    gpu_visits: int = 6000
    #: Learning: from so many cycles, so many steps of so many samples a cycle.
    window: int = 24
    batch: int = 4096
    outlook_steps: int = 400
    guide_steps: int = 200
    #: How often each lesson of another run's games is seen, if a run begins with them.
    passes: float = 6.0
    #: The rate falls to a half after `settling` cycles of the run, to a third after twice as many.
    rate: float = 1e-3
    settling: int = 16
    weight_decay: float = 0.01
    #: How slowly the networks that play follow those that learn, and how much a search's prospects
    #: count beside how the game ended.
    inertia: float = 0.999
    trust: float = 0.8
    #: Every so many cycles the mind is measured: deals, and visits of both sides.
    measured: int = 10
    deals: int = 64
    measure_visits: int = 200

    def __post_init__(self) -> None:
        if self.game not in KINDS:
            raise OptionError(f"game: expected one of {', '.join(KINDS)}, not {self.game!r}")
        if self.gpu_tables and self.game not in GPU_GAMES:
            raise OptionError(f"gpu_tables: only for {', '.join(GPU_GAMES)}, not {self.game}")
        self._check_kinds()
        for name, kind in _numbers().items():
            value = getattr(self, name)
            if not _is_a(kind, value):
                raise OptionError(f"{name}: expected {kind.__name__}, not {value!r}")
            if not math.isfinite(value) or value < 0:
                raise OptionError(f"{name}: expected 0 or more, not {value!r}")
            if name not in _MAY_BE_NOTHING and value == 0:
                raise OptionError(f"{name}: expected more than 0, not {value!r}")
        for name, most in (
            ("seed", 2**63 - 1),
            ("visits", MOST_VISITS),
            ("measure_visits", MOST_VISITS),
            ("quick_visits", self.visits),
            ("outlook_width", MOST_WIDTH),
            ("outlook_depth", min(MOST_DEPTH, self.outlook_width)),
            ("guide_width", MOST_WIDTH),
            ("guide_depth", min(MOST_DEPTH, self.guide_width)),
        ):
            if getattr(self, name) > most:
                raise OptionError(f"{name}: expected at most {most}, not {getattr(self, name)}")
        if self.task_samples < MOST_SAMPLES:
            raise OptionError(
                f"task_samples: expected {MOST_SAMPLES} or more, not {self.task_samples}"
            )
        for name in (
            *("learnt", "wander", "haste", "elder", "forecast", "inertia", "trust"),
            "second_opinion",
        ):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}: expected 0 to 1, not {getattr(self, name)!r}")

    def _check_kinds(self) -> None:
        wanted = len(KINDS[self.game])
        if len(self.kinds) != wanted:
            raise OptionError(
                f"kinds: expected {wanted} numbers for {self.game}, not {len(self.kinds)}"
            )
        told = ",".join(map(str, self.kinds))
        if not all(
            _is_a(float, often) and math.isfinite(often) and often >= 0 for often in self.kinds
        ):
            raise OptionError(f"kinds: expected 0 or more of each, not {told}")
        if sum(self.kinds) == 0:
            raise OptionError(f"kinds: expected some games, not {told}")
        if not math.isfinite(sum(self.kinds)):
            raise OptionError(f"kinds: expected numbers that can be added up, not {told}")

    @property
    def kernel(self) -> Any:
        return batch.GAMES[self.game].KERNEL

    @property
    def style(self) -> Style:
        """How a mind searches in the games."""
        return Style(
            LEARNED_STYLES[self.game].evaluator,
            self.exploration,
            self.warmth,
            self.caution,
            self.second_opinion,
        )

    @property
    def play(self) -> Play:
        return Play(
            self.visits,
            self.quick_visits,
            self.learnt,
            self.wander,
            self.haste,
            self.elder,
            MOST_SAMPLES,
        )

    def starts(self) -> NDArray[Any]:
        """Set-ups of every kind of game (kinds, PLAYERS)."""
        return starts_of(list(self.starts_by_kind().values()))

    def starts_by_kind(self) -> dict[str, NDArray[Any]]:
        """Set-ups of each kind of game, by its name, one for each who may begin (players,)."""
        return {
            name_of(options): batch.starts(self.game, **options) for options in KINDS[self.game]
        }

    def weights(self) -> NDArray[np.float64]:
        """How often each kind is played (kinds,): 1 in all."""
        return np.array(self.kinds) / sum(self.kinds)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def read(cls, path: Path) -> "Plan":
        """The plan in a file; OptionError if that holds none."""
        try:
            found = json.loads(path.read_text())
            missing = {field.name for field in fields(cls)} - set(found)
            if missing:
                raise ValueError(f"it is of another version, without {', '.join(sorted(missing))}")
            return cls(**found | {"kinds": tuple(found["kinds"])})
        except (ValueError, TypeError) as error:
            raise OptionError(f"{path} is no plan of a run: {error}") from error

    def with_settings(self, settings: list[str]) -> "Plan":
        """The same with some settings changed, each written as name=value."""
        changed: dict[str, Any] = {}
        known = [*_numbers(), "kinds"]
        for setting in settings:
            name, given, value = setting.partition("=")
            if not given or name not in known:
                raise OptionError(
                    f"set: expected name=value with one of {', '.join(known)}, not {setting!r}"
                )
            changed[name] = _several(value) if name == "kinds" else self._number(name, value)
        return Plan(**asdict(self) | changed)

    def _number(self, name: str, text: str) -> float:
        """A setting's value, whole if the setting is."""
        kind = _numbers()[name]
        try:
            return kind(text)
        except ValueError:
            raise OptionError(f"{name}: expected {kind.__name__}, not {text!r}") from None


def _numbers() -> dict[str, type[int] | type[float]]:
    """The settings that are one number each, by name: whether that is whole."""
    return {
        field.name: int if field.type is int else float
        for field in fields(Plan)
        if field.name not in _NO_NUMBER
    }


def _is_a(kind: type, value: object) -> bool:
    """Whether a value is a number of a kind: a whole one is a float, too, and true is none."""
    return type(value) is kind or (kind is float and type(value) is int)


def _several(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise OptionError(f"kinds: expected numbers with commas between, not {text!r}") from None


#: What each game's run does where nothing else is asked for.
USUAL = {
    "azul": Plan(),
    # Chance comes with every turn: there are no rounds to be played on, and more to learn from. A
    # search does not see the others' hands, the outlook does: the result of the game teaches it
    # what they are worth.
    "azuleo": Plan(
        "azuleo",
        visits=120,
        quick_visits=20,
        learnt=0.25,
        haste=0.0,
        kinds=(0.4, 0.36, 0.24),
        exploration=LEARNED_STYLES["azuleo"].exploration,
        caution=LEARNED_STYLES["azuleo"].caution,
        second_opinion=LEARNED_STYLES["azuleo"].second_opinion,
        trust=0.15,
    ),
}
