"""The configuration of a training run: written into its folder, and all it takes to repeat it."""

import json
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, games
from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.nets.network import MAX_DEPTH, MAX_WIDTH
from azulejos.search.config import SearchConfig
from azulejos.training.self_play import SelfPlayConfig, starts_of


def name_of(options: dict[str, Any]) -> str:
    """A kind of game in words."""
    others = [str(value) for name, value in options.items() if name != "players"]
    return ", ".join([f"{options['players']} players", *others])


#: A game with more samples is dropped.
MAX_SAMPLES = 600
#: Visits of a decision.
MAX_VISITS = 2**15 - 1
#: Settings that may be 0.
_MAY_BE_ZERO = (
    *(
        "seed",
        "past_opponent_fraction",
        "heuristic_opponent_fraction",
        "sample_move_fraction",
        "rollout_fraction",
        "gpu_tables",
        "full_search_fraction",
        "value_target_mix",
        "ema_decay",
    ),
    *("weight_decay", "fpu_reduction", "heuristic_weight"),
)
#: Fields that are no single number.
_NOT_NUMBERS = ("game", "kinds")


def trainable() -> list[str]:
    """The games that networks can be trained for: those with features."""
    return [name for name, game in games.all_games().items() if game.part("features")]


def features_of(game: str) -> ModuleType:
    """The module of a game that says what its networks are told; OptionError if it has none."""
    known = ", ".join(trainable())
    if game not in games.names():
        raise OptionError(f"game: expected one of {known}, not {shorten(game)}")
    found = games.spec(game).part("features")
    if found is None:
        raise OptionError(
            f"game: {game} has no features, so no network can be trained for it, only for {known}"
        )
    return found


def kinds_of(game: str) -> list[dict[str, Any]]:
    """The kinds of games played in training. Champions are decided in the first, for two players.

    A game says so in its module `training`, by `KINDS`; else all numbers of players but one.
    """
    spec = games.spec(game)
    players = range(max(2, spec.min_players), spec.max_players + 1)
    usual = [{"players": number} for number in players]
    kinds: list[dict[str, Any]] = getattr(spec.part("training"), "KINDS", usual)
    return kinds


def suits_gpu(game: str) -> bool:
    """Whether its searches suit a GPU's threads: `SUITS_GPU` of the game's module `training`."""
    return bool(getattr(games.spec(game).part("training"), "SUITS_GPU", False))


def defaults(game: str) -> "TrainConfig":
    """A game's defaults: it is searched as its networks search, and `SETTINGS` of its `training`.

    The prior temperature is 1: above, priors would become flatter from iteration to iteration.
    """
    features_of(game)
    learned = LEARNED_CONFIGS[game]
    usual: dict[str, Any] = {
        "kinds": (1.0,) * len(kinds_of(game)),
        "c_puct": learned.c_puct,
        "fpu_reduction": learned.fpu_reduction,
        "heuristic_weight": learned.heuristic_weight,
    }
    return TrainConfig(game, **usual | getattr(games.spec(game).part("training"), "SETTINGS", {}))


@dataclass(frozen=True)
class TrainConfig:
    """In each iteration games are played while the networks train on the games before."""

    game: str
    #: Weights of the kinds of games (`kinds_of`).
    kinds: tuple[float, ...]
    #: The search in self-play, see `SearchConfig`.
    c_puct: float
    fpu_reduction: float
    heuristic_weight: float
    prior_temperature: float = 1.0
    seed: int = 1
    #: Sizes of the networks.
    value_width: int = 256
    value_depth: int = 32
    policy_width: int = 128
    policy_depth: int = 32
    #: Self-play: see `SelfPlayConfig`. heuristic_opponent_fraction: of the cores' tasks, those in
    #: which the past opponent is the search without networks.
    visits: int = 100
    fast_visits: int = 12
    full_search_fraction: float = 0.06
    sample_move_fraction: float = 0.03
    rollout_fraction: float = 0.03
    past_opponent_fraction: float = 0.15
    heuristic_opponent_fraction: float = 0.0
    #: Tasks (games of one thread) of an iteration, and samples of a task.
    tasks: int = 128
    task_samples: int = 2600
    #: Tables of a GPU, in addition to the cores, and visits of an iteration at each.
    gpu_tables: int = 0
    gpu_visits: int = 6000
    #: Training: the replay window in iterations, the batch size, and steps of each network in an
    #: iteration.
    window: int = 24
    batch_size: int = 4096
    value_steps: int = 400
    policy_steps: int = 200
    #: Passes over another run's games, if the run is pretrained on them.
    epochs: float = 6.0
    #: The learning rate at the start; after `lr_half_life` iterations it is a half of that, after
    #: twice as many a third.
    learning_rate: float = 1e-3
    lr_half_life: int = 16
    weight_decay: float = 0.01
    #: Decay of the EMA of the weights, which plays; and the weight of the search's root value in
    #: the value target, the rest being the game's result.
    ema_decay: float = 0.999
    value_target_mix: float = 0.8
    #: Evaluation: every so many iterations, on so many deals, with so many visits on both sides.
    eval_interval: int = 10
    eval_deals: int = 64
    eval_visits: int = 200

    def __post_init__(self) -> None:
        features_of(self.game)
        if self.gpu_tables and not suits_gpu(self.game):
            able = ", ".join(filter(suits_gpu, trainable()))
            raise OptionError(f"gpu_tables: only for {able}, not {self.game}")
        self._check_kinds()
        for name, kind in _numbers().items():
            value = getattr(self, name)
            if not _is_a(kind, value):
                raise OptionError(f"{name}: expected {kind.__name__}, not {value!r}")
            if not math.isfinite(value) or value < 0:
                raise OptionError(f"{name}: expected 0 or more, not {value!r}")
            if name not in _MAY_BE_ZERO and value == 0:
                raise OptionError(f"{name}: expected more than 0, not {value!r}")
        for name, most in (
            ("seed", 2**63 - 1),
            ("visits", MAX_VISITS),
            ("eval_visits", MAX_VISITS),
            ("fast_visits", self.visits),
            ("value_width", MAX_WIDTH),
            ("value_depth", min(MAX_DEPTH, self.value_width)),
            ("policy_width", MAX_WIDTH),
            ("policy_depth", min(MAX_DEPTH, self.policy_width)),
        ):
            if getattr(self, name) > most:
                raise OptionError(f"{name}: expected at most {most}, not {getattr(self, name)}")
        if self.task_samples < MAX_SAMPLES:
            raise OptionError(
                f"task_samples: expected {MAX_SAMPLES} or more, not {self.task_samples}"
            )
        for name in (
            *(
                "full_search_fraction",
                "sample_move_fraction",
                "rollout_fraction",
                "past_opponent_fraction",
                "heuristic_opponent_fraction",
                "ema_decay",
                "value_target_mix",
            ),
            "heuristic_weight",
        ):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}: expected 0 to 1, not {getattr(self, name)!r}")

    def _check_kinds(self) -> None:
        wanted = len(kinds_of(self.game))
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
        return games.spec(self.game).kernel

    @property
    def search(self) -> SearchConfig:
        """How the networks search in self-play."""
        return SearchConfig(
            LEARNED_CONFIGS[self.game].evaluator,
            self.c_puct,
            self.prior_temperature,
            self.fpu_reduction,
            self.heuristic_weight,
        )

    @property
    def play(self) -> SelfPlayConfig:
        return SelfPlayConfig(
            self.visits,
            self.fast_visits,
            self.full_search_fraction,
            self.sample_move_fraction,
            self.rollout_fraction,
            self.past_opponent_fraction,
            MAX_SAMPLES,
        )

    def starts(self) -> NDArray[Any]:
        """Set-ups of every kind of game (kinds, PLAYERS)."""
        return starts_of(list(self.starts_by_kind().values()))

    def starts_by_kind(self) -> dict[str, NDArray[Any]]:
        """Set-ups of each kind of game, by its name, one for each starting player (players,)."""
        return {
            name_of(options): batch.starts(self.game, **options) for options in kinds_of(self.game)
        }

    def weights(self) -> NDArray[np.float64]:
        """The probability of each kind of game: (kinds,)."""
        return np.array(self.kinds) / sum(self.kinds)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "TrainConfig":
        """The configuration in a file; OptionError if it holds none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            missing = {field.name for field in fields(cls)} - set(found)
            if missing:
                raise ValueError(f"it is of another version, without {', '.join(sorted(missing))}")
            return cls(**found | {"kinds": tuple(found["kinds"])})
        except (ValueError, TypeError) as error:
            raise OptionError(f"{path} is no configuration of a run: {error}") from error

    def with_settings(self, settings: list[str]) -> "TrainConfig":
        """A copy with some settings changed, each written as name=value."""
        changed: dict[str, Any] = {}
        known = [*_numbers(), "kinds"]
        for setting in settings:
            name, given, value = setting.partition("=")
            if not given or name not in known:
                raise OptionError(
                    f"set: expected name=value with one of {', '.join(known)}, not {setting!r}"
                )
            changed[name] = _several(value) if name == "kinds" else self._number(name, value)
        return TrainConfig(**asdict(self) | changed)

    def _number(self, name: str, text: str) -> float:
        """A setting's value: int or float."""
        kind = _numbers()[name]
        try:
            return kind(text)
        except ValueError:
            raise OptionError(f"{name}: expected {kind.__name__}, not {text!r}") from None


def _numbers() -> dict[str, type[int] | type[float]]:
    """The settings that are one number each, by name: int or float."""
    return {
        field.name: int if field.type is int else float
        for field in fields(TrainConfig)
        if field.name not in _NOT_NUMBERS
    }


def _is_a(kind: type, value: object) -> bool:
    """Whether a value is a number of a kind: an int is a float, too, and a bool is neither."""
    return type(value) is kind or (kind is float and type(value) is int)


def _several(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise OptionError(f"kinds: expected numbers with commas between, not {text!r}") from None
