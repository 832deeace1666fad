"""Networks as files: written, read and verified; and the networks that ship.

A file is NumPy's ``.npz``: the arrays of both networks (``value.features``, …,
``policy.action_features``), ``about``, metadata as JSON in bytes, and ``sha256`` over all of it.
Arrays that a network does not use are left out: the value network's action features, the policy
network's heads.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import games
from azulejos.core.errors import WeightsError
from azulejos.core.plain_data import shorten
from azulejos.core.whole_files import write_whole
from azulejos.nets.network import MAX_DEPTH, MAX_WIDTH, Network, Networks

#: Version of the file format.
FORMAT = 3
_INTEGERS = ("features", "side_features", "first_bias")

Arrays = dict[str, NDArray[Any]]


def save(path: Path | str, game: str, networks: Networks, about: Mapping[str, Any]) -> None:
    """Write networks; an older file stays until the new one is complete.

    about: metadata (the run, its seed, figures); game, sizes and format are added. WeightsError if
    these networks could not be loaded again.
    """
    kept = _without_the_unused(networks)
    _check(str(path), game, kept)
    sizes = {part: list(network.second.shape[::-1]) for part, network in kept._asdict().items()}
    told = {**about, "game": game, "format": FORMAT, "sizes": sizes}
    arrays = _arrays(kept)
    arrays["about"] = np.frombuffer(json.dumps(told, ensure_ascii=False).encode(), np.uint8)
    arrays["sha256"] = checksum(arrays)

    def write(unfinished: Path) -> None:
        with unfinished.open("wb") as file:  # by its name alone NumPy might choose another one
            np.savez_compressed(file, allow_pickle=False, **arrays)

    write_whole(Path(path), write)


def load(path: Path | str, game: str) -> tuple[Networks, dict[str, Any]]:
    """Read a game's networks and their metadata.

    WeightsError says what is wrong with the file and what to do.
    """
    where = str(path)
    arrays = _read(where)
    about = _about(where, arrays)
    if about.get("format") != FORMAT:
        raise WeightsError(
            f"{where} has format {shorten(about.get('format'))}, and this version of azulejos "
            f"reads {FORMAT}: train it again, or use the version it was made with"
        )
    kept = arrays.pop("sha256", None)
    if kept is None or kept.tobytes() != checksum(arrays).tobytes():
        raise WeightsError(f"{where} is damaged, its checksum is another: copy it again")
    if about.get("game") != game:
        other = shorten(about.get("game"))
        raise WeightsError(f"{where} plays {other}, not {game!r}: choose a file of that game")
    del arrays["about"]
    networks = _networks(where, arrays)
    _check(where, game, networks)
    return networks, about


def shipped_file(game: str) -> Path:
    """The file of the networks that ship for a game."""
    return games.spec(game).folder / "weights.npz"


def shipped(game: str) -> Networks:
    """The networks that ship for a game, loaded once for a process."""
    return _shipped(game)[0]


def about(game: str) -> dict[str, Any]:
    """The metadata of the networks that ship for a game."""
    return dict(_shipped(game)[1])


@cache
def _shipped(game: str) -> tuple[Networks, dict[str, Any]]:
    try:
        return load(shipped_file(game), game)
    except WeightsError as error:
        raise WeightsError(
            f"{error} (it came with azulejos: install that again; the evaluator heuristic plays "
            "without it)"
        ) from error


def checksum(arrays: Arrays) -> NDArray[np.uint8]:
    """SHA-256 over names, dtypes, shapes and contents: uint8 (32,)."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {arrays[name].shape}\n".encode())
        digest.update(array.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)


def _arrays(networks: Networks) -> Arrays:
    return {
        f"{part}.{name}": array
        for part, network in networks._asdict().items()
        for name, array in network._asdict().items()
    }


def _without_the_unused(networks: Networks) -> Networks:
    value, policy = networks
    return Networks(
        value._replace(
            action_features=value.action_features[:0], action_bias=value.action_bias[:0]
        ),
        policy._replace(heads=policy.heads[:0], heads_bias=policy.heads_bias[:0]),
    )


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def _read(where: str) -> Arrays:
    """Every array of a file; nothing is unpickled."""
    try:
        with open(where, "rb") as file, np.load(file, allow_pickle=False) as arrays:
            return dict(arrays)
    except FileNotFoundError:
        raise WeightsError(f"{where} is not there: train it, or choose another file") from None
    except Exception as error:  # a broken archive fails in many ways
        raise WeightsError(
            f"{where} cannot be read as weights ({shorten(str(error), 80)}): copy it again"
        ) from error


def _about(where: str, arrays: Arrays) -> dict[str, Any]:
    try:
        told = json.loads(arrays["about"].tobytes())
    except (KeyError, ValueError):
        told = None
    if not isinstance(told, dict):
        raise WeightsError(f"{where} does not tell what it is: choose a file that training wrote")
    return told


def _networks(where: str, arrays: Arrays) -> Networks:
    """The networks, each array contiguous as compiled code expects it."""
    expected = {f"{part}.{name}" for part in Networks._fields for name in Network._fields}
    if arrays.keys() != expected:
        odd = ", ".join(sorted(arrays.keys() ^ expected))
        raise WeightsError(
            f"{where} has other arrays than two networks ({shorten(odd)}): train it again"
        )
    return Networks(
        *(
            Network(*(np.ascontiguousarray(arrays[f"{part}.{name}"]) for name in Network._fields))
            for part in Networks._fields
        )
    )


def _check(where: str, game: str, networks: Networks) -> None:
    """WeightsError unless all arrays fit each other and the game, and hold numbers."""
    encoder = games.spec(game).part("features") if game in games.names() else None
    if encoder is None:
        able = [name for name, game_ in games.all_games().items() if game_.part("features")]
        raise WeightsError(f"{where}: no network plays {shorten(game)}: expected {', '.join(able)}")
    if len(networks.value.first_bias) == len(networks.policy.first_bias) == 0:
        raise WeightsError(f"{where} has neither value nor policy network: train it again")
    for part, network in networks._asdict().items():
        width, depth = network.first_bias.size, network.second_bias.size
        if width > MAX_WIDTH or depth > min(MAX_DEPTH, width):
            raise WeightsError(
                f"{where}: the {part} network is {width} wide and {depth} deep, and this version "
                f"takes {MAX_WIDTH} and {MAX_DEPTH} at most, and none deeper than wide: "
                "train it again, or use the version it was made with"
            )
        shapes = _shapes(encoder, network, is_value=part == "value")
        for name, array in network._asdict().items():
            dtype = np.dtype(np.int16 if name in _INTEGERS else np.float32)
            found, wanted = (f"{array.dtype} {array.shape}", f"{dtype} {shapes[name]}")
            if found != wanted:
                raise WeightsError(
                    f"{where}: {part}.{name} is {found}, and this version of azulejos takes "
                    f"{wanted}: train it again, or use the version it was made with"
                )
            if not np.isfinite(array).all():
                raise WeightsError(
                    f"{where}: {part}.{name} has values that are no numbers: train it again"
                )


def _shapes(encoder: ModuleType, network: Network, *, is_value: bool) -> dict[str, tuple[int, ...]]:
    """The expected shape of each array; width and depth are taken from the two biases."""
    width, depth = network.first_bias.size, network.second_bias.size
    features, side_features = (encoder.FEATURES, encoder.SIDE_FEATURES) if width else (0, 0)
    heads = 2 if is_value else 0
    action_features = encoder.ACTION_FEATURES if width and not is_value else 0
    return {
        "features": (features, width),
        "side_features": (2 * side_features, width),
        "first_bias": (width,),
        "second": (depth, width),
        "second_bias": (depth,),
        "heads": (heads, depth),
        "heads_bias": (heads,),
        "action_features": (action_features, depth),
        "action_bias": (action_features,),
    }
