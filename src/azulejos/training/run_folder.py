"""The files of a training run; needs no PyTorch.

=================  ================================================================================
config.json        the run's configuration, its seed included
state.pt           networks, their optimisers and the run's progress; written after each iteration
games/             the replay window: the samples of the last iterations, one file each
unfinished/        the samples of the tasks that are done of an iteration that is not complete
newest.npz         the networks as they are, ready to play
networks/          the networks at each evaluation, ready to play; 000000 are those it was
                   initialised from. A run needs its last champions to be resumed
champion.npz       the best networks: the newest that were significantly better than the champion
                   before. The first champion is the one the run was initialised from, or one better
                   than the search without networks
log.jsonl          one line for each iteration
progress.svg       plots of the log
lock               held by the process that trains here (`lock.py`)
=================  ================================================================================
"""

import json
import struct
from pathlib import Path
from pickle import UnpicklingError
from typing import Any
from zipfile import BadZipFile

import numpy as np

from azulejos.core.errors import OptionError
from azulejos.core.whole_files import write_whole
from azulejos.training.config import TrainConfig, defaults
from azulejos.training.samples import Samples

#: What PyTorch and NumPy raise for files that they cannot read.
UNREADABLE = (
    *(RuntimeError, UnpicklingError, EOFError, LookupError, ValueError, TypeError),
    *(struct.error, BadZipFile),
)
#: The file that a run is resumed from.
STATE_FILE = "state.pt"


def config_for(folder: Path, game: str, settings: list[str]) -> TrainConfig:
    """The configuration of a folder's run, or of a new one; OptionError if the settings differ."""
    path = folder / "config.json"
    if not path.exists():
        return defaults(game).with_settings(settings)
    config = TrainConfig.read(path)
    if game != config.game or config.with_settings(settings) != config:
        raise OptionError(
            f"out: the run in {folder} has another configuration; take another folder"
        )
    return config


def read_log(folder: Path) -> list[dict[str, Any]]:
    """A run's log, one entry for each iteration; a truncated line is left out."""
    path = folder / "log.jsonl"
    known = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            known.append(json.loads(line))
        except ValueError:
            continue
    return known


def is_networks_file(path: Path) -> bool:
    """Whether a path is a file of networks rather than a run's folder."""
    return path.suffix == ".npz"


def origin_name(path: Path) -> str:
    """The name of a run's folder, or of a file of networks with its folder's."""
    path = path.resolve()
    return f"{path.parent.name}/{path.name}" if is_networks_file(path) else path.name


def networks_file(iteration: int) -> str:
    """The file, within a run's folder, of the networks evaluated after an iteration."""
    return f"networks/{iteration:06}.npz"


def games_in(folder: Path) -> list[Path]:
    """The files with samples, the oldest first, without unfinished ones."""
    return sorted((folder / "games").glob("[0-9]*.npz"))


def games_to_pretrain_on(folder: Path) -> list[Path]:
    """The same of a run to pretrain on; OptionError if it has none."""
    games = games_in(folder)
    if not games:
        raise OptionError(f"pretrain_on: there are no games in {folder}")
    return games


def task_file(folder: Path, iteration: int, task: int) -> Path:
    """The samples of a task, kept until its iteration is complete."""
    return folder / "unfinished" / f"{iteration:06}-{task:06}.npz"


def forget_tasks(folder: Path, but_of: int | None = None) -> None:
    """Remove what was kept of tasks, but those of one iteration."""
    for path in (folder / "unfinished").glob("*.npz"):
        if but_of is None or not path.name.startswith(f"{but_of:06}-"):
            path.unlink()


def read_task(path: Path, dtype: np.dtype[Any]) -> tuple[Samples, int] | None:
    """The samples of a task and how many decisions were made; None if they are not whole."""
    try:
        samples = read_samples(path, dtype)
        with np.load(path, allow_pickle=False) as kept:
            return samples, int(kept["decisions"])
    except (OSError, OptionError, *UNREADABLE):
        return None


def write_samples(path: Path, samples: Samples, **more: int) -> None:
    """Write an iteration's samples; more: numbers to be kept with them."""
    arrays = {**samples._asdict(), "states": samples.states.view(np.uint8), **more}
    write_whole(path, lambda unfinished: np.savez(unfinished, **arrays))


def read_samples(path: Path, dtype: np.dtype[Any]) -> Samples:
    """Read an iteration's samples. dtype: of states."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in Samples._fields}
    except UNREADABLE as error:
        raise OptionError(f"{path} is damaged, or holds no games of a run") from error
    if arrays["states"].size != len(arrays["viewers"]) * dtype.itemsize:
        raise OptionError(f"{path} holds positions of another game")
    return Samples(**arrays | {"states": arrays["states"].view(dtype)})
