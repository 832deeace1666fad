"""What a run keeps, and where, for whoever goes on with it or looks at it; needs no PyTorch.

=================  ================================================================================
config.json          what the run does, its seed included
state.pt           networks, their optimisers and where the run is; written after each cycle
games/             the samples of the last cycles, one file each
newest.npz         the mind as it is, ready to play
networks/             the mind at each measurement, ready to play; 000000 is one it began with. The
                   last champions of a run are needed to go on with it
champion.npz       the newest mind that was significantly better than the champion before. The first
                   is the one it began with, or one better than the search without a network
log.jsonl          one line for each cycle
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

from azulejos.errors import OptionError
from azulejos.training.config import DEFAULTS, TrainConfig
from azulejos.training.samples import Samples
from azulejos.whole_files import write_whole

#: What PyTorch and NumPy may say of a file that they cannot make sense of.
UNREADABLE = (
    *(RuntimeError, UnpicklingError, EOFError, LookupError, ValueError, TypeError),
    *(struct.error, BadZipFile),
)
#: The file with all that is needed to go on.
STATE_FILE = "state.pt"


def config_for(folder: Path, game: str, settings: list[str]) -> TrainConfig:
    """The plan of a folder's run, or of a new one there; OptionError if they do not agree."""
    path = folder / "config.json"
    if not path.exists():
        return DEFAULTS[game].with_settings(settings)
    config = TrainConfig.read(path)
    if game != config.game or config.with_settings(settings) != config:
        raise OptionError(
            f"out: the run in {folder} has another configuration; take another folder"
        )
    return config


def read_log(folder: Path) -> list[dict[str, Any]]:
    """What a run's log says, one entry for each cycle; a line cut short is left out."""
    path = folder / "log.jsonl"
    known = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            known.append(json.loads(line))
        except ValueError:
            continue
    return known


def is_networks_file(path: Path) -> bool:
    """Whether a path is that of a mind's file, rather than of a run's folder."""
    return path.suffix == ".npz"


def origin_name(path: Path) -> str:
    """The name of a run's folder, or of a mind's file with its folder's."""
    path = path.resolve()
    return f"{path.parent.name}/{path.name}" if is_networks_file(path) else path.name


def networks_file(iteration: int) -> str:
    """The name, within a run's folder, of the mind after a cycle that was measured."""
    return f"networks/{iteration:06}.npz"


def games_in(folder: Path) -> list[Path]:
    """The files with samples, the oldest first; those that were not finished are not among them."""
    return sorted((folder / "games").glob("[0-9]*.npz"))


def games_to_pretrain_on(folder: Path) -> list[Path]:
    """The same of a run that another one learns from; OptionError if it has none."""
    games = games_in(folder)
    if not games:
        raise OptionError(f"pretrain_on: there are no games in {folder}")
    return games


def write_samples(path: Path, samples: Samples) -> None:
    """A cycle's samples into their file."""
    arrays = samples._asdict() | {"states": samples.states.view(np.uint8)}
    write_whole(path, lambda unfinished: np.savez(unfinished, **arrays))


def read_samples(path: Path, dtype: np.dtype[Any]) -> Samples:
    """A cycle's samples from its file; dtype: of states."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in Samples._fields}
    except UNREADABLE as error:
        raise OptionError(f"{path} is damaged, or holds no games of a run") from error
    if arrays["states"].size != len(arrays["viewers"]) * dtype.itemsize:
        raise OptionError(f"{path} holds positions of another game")
    return Samples(**arrays | {"states": arrays["states"].view(dtype)})
