"""What a training run does: written into its folder, and all it takes to do it again."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.errors import OptionError
from azulejos.nets import azul as azul_rows
from azulejos.nets import azuleo as azuleo_rows
from azulejos.training.self_play import Play, starts_of

#: The kinds of games played in training, and how often.
KINDS: dict[str, list[tuple[dict[str, Any], float]]] = {
    "azul": [
        ({"players": 2, "wall": "coloured"}, 0.40),
        ({"players": 3, "wall": "coloured"}, 0.14),
        ({"players": 4, "wall": "coloured"}, 0.12),
        ({"players": 2, "wall": "gray"}, 0.16),
        ({"players": 3, "wall": "gray"}, 0.09),
        ({"players": 4, "wall": "gray"}, 0.09),
    ],
    "azuleo": [
        ({"players": 2}, 0.6),
        ({"players": 3}, 0.2),
        ({"players": 4}, 0.2),
    ],
}
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
    #: learnt from, of those that follow chance, and of the games against an earlier mind.
    visits: int = 200
    quick_visits: int = 32
    learnt: float = 0.25
    wander: float = 0.1
    elder: float = 0.15
    #: Tasks of a cycle, and samples of a task.
    tasks: int = 48
    task_samples: int = 2600
    #: Learning: from so many cycles, so many steps of so many samples a cycle.
    window: int = 24
    batch: int = 4096
    outlook_steps: int = 160
    guide_steps: int = 120
    rate: float = 1e-3
    weight_decay: float = 0.01
    #: How slowly the networks that play follow those that learn, and how much a search's prospects
    #: count beside how the game ended.
    inertia: float = 0.998
    trust: float = 0.8
    #: Every so many cycles the mind is measured: deals, and visits of both sides.
    measured: int = 5
    deals: int = 64
    measure_visits: int = 200

    def __post_init__(self) -> None:
        if self.game not in KINDS:
            raise OptionError(f"game: expected one of {', '.join(KINDS)}, not {self.game!r}")
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in ("game", "seed", "elder", "wander") and value <= 0:
                raise OptionError(f"{field.name}: expected more than 0, not {value!r}")
        for name in ("learnt", "wander", "elder", "inertia", "trust"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}: expected 0 to 1, not {getattr(self, name)!r}")

    @property
    def kernel(self) -> Any:
        return batch.GAMES[self.game].KERNEL

    @property
    def play(self) -> Play:
        return Play(self.visits, self.quick_visits, self.learnt, self.wander, self.elder)

    def starts(self) -> NDArray[Any]:
        """Set-ups of every kind of game (kinds, PLAYERS)."""
        return starts_of([batch.starts(self.game, **options) for options, _ in KINDS[self.game]])

    def weights(self) -> NDArray[np.float64]:
        """How often each kind is played (kinds,)."""
        return np.array([weight for _, weight in KINDS[self.game]])

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def read(cls, path: Path) -> "Plan":
        """The plan in a file; OptionError if that holds none."""
        try:
            return cls(**json.loads(path.read_text()))
        except (ValueError, TypeError) as error:
            raise OptionError(f"{path} is no plan of a run: {error}") from error

    def with_settings(self, settings: list[str]) -> "Plan":
        """The same with some settings changed, each written as name=value."""
        changed: dict[str, Any] = {}
        kinds = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        for setting in settings:
            name, given, value = setting.partition("=")
            if not given or name not in kinds:
                raise OptionError(
                    f"set: expected name=value with one of {', '.join(kinds)}, not {setting!r}"
                )
            try:
                changed[name] = kinds[name](value)
            except ValueError:
                raise OptionError(
                    f"{name}: expected {kinds[name].__name__}, not {value!r}"
                ) from None
        return Plan(**asdict(self) | changed)
