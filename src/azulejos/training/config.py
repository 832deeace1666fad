"""The configuration of a training run: written into its folder, and all it takes to repeat it."""

import json
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, games
from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.core.errors import OptionError
from azulejos.games.azul import features as azul_encoder
from azulejos.games.azuleo import features as azuleo_encoder
from azulejos.nets.network import MAX_DEPTH, MAX_WIDTH
from azulejos.search.config import SearchConfig
from azulejos.training.self_play import SelfPlayConfig, starts_of

#: The kinds of games played in training. Champions are decided in the first, for two players.
KINDS: dict[str, list[dict[str, Any]]] = {
    "azul": [
        {"players": players, "wall": wall} for wall in ("coloured", "grey") for players in (2, 3, 4)
    ],
    "azuleo": [{"players": players} for players in (2, 3, 4)],
}


def name_of(options: dict[str, Any]) -> str:
    """A kind of game in words."""
    return f"{options['players']} players" + (", grey" if options.get("wall") == "grey" else "")


#: A game with more samples is dropped.
MAX_SAMPLES = 600
#: Visits of a decision.
MAX_VISITS = 2**15 - 1
#: Games whose searches suit a GPU's threads: Azuleo has hundreds of actions a decision.
GPU_GAMES = ("azul",)
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
#: Each game's features.
ENCODERS = {"azul": azul_encoder, "azuleo": azuleo_encoder}


@dataclass(frozen=True)
class TrainConfig:
    """In each iteration games are played while the networks train on the games before."""

    game: str = "azul"
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
    #: Weights of KINDS.
    kinds: tuple[float, ...] = (0.32, 0.18, 0.13, 0.18, 0.10, 0.09)
    #: The search in self-play, see `SearchConfig`: as the networks that ship search, except for the
    #: prior temperature: above 1, priors would become flatter from iteration to iteration.
    c_puct: float = LEARNED_CONFIGS["azul"].c_puct
    prior_temperature: float = 1.0
    fpu_reduction: float = LEARNED_CONFIGS["azul"].fpu_reduction
    heuristic_weight: float = LEARNED_CONFIGS["azul"].heuristic_weight
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
            name_of(options): batch.starts(self.game, **options) for options in KINDS[self.game]
        }

    def weights(self) -> NDArray[np.float64]:
        """The probability of each kind of game: (kinds,)."""
        return np.array(self.kinds) / sum(self.kinds)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def read(cls, path: Path) -> "TrainConfig":
        """The configuration in a file; OptionError if it holds none."""
        try:
            found = json.loads(path.read_text())
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


#: Each game's defaults.
DEFAULTS = {
    "azul": TrainConfig(),
    # Chance comes with every turn, so there are no rounds to roll out and more decisions are worth
    # a sample. A search does not see hidden hands but the value network does (in determinizations):
    # what they are worth it learns from results rather than from root values.
    "azuleo": TrainConfig(
        "azuleo",
        visits=120,
        fast_visits=20,
        full_search_fraction=0.25,
        rollout_fraction=0.0,
        kinds=(0.4, 0.36, 0.24),
        c_puct=LEARNED_CONFIGS["azuleo"].c_puct,
        fpu_reduction=LEARNED_CONFIGS["azuleo"].fpu_reduction,
        heuristic_weight=LEARNED_CONFIGS["azuleo"].heuristic_weight,
        value_target_mix=0.15,
    ),
}
