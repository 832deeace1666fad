"""The files that scripts need of a game, by name: its module, its data, its networks.

A module takes a linker and a minute to make, so it ships with its game, beside the networks
(`kernel.wasm`); a test holds it to what the sources give. The other two are made when they are
asked for.
"""

from collections.abc import Callable
from pathlib import Path

from azulejos import games
from azulejos.core.whole_files import write_whole
from azulejos.games.spec import GameSpec
from azulejos.wasm.build import build
from azulejos.wasm.description import description, networks_of
from azulejos.wasm.weights import weights_file

#: The scripts that use these files.
SCRIPTS = Path(__file__).parent / "js"


def shipped_module(game: str) -> Path:
    """Where the module of a game lies in its package."""
    return games.spec(game).folder / "kernel.wasm"


def module_of(spec: GameSpec) -> bytes:
    """The module that ships with a game; of a game without one, it is built."""
    path = shipped_module(spec.name)
    return path.read_bytes() if path.exists() else build(spec.name)


def files(game: str, module: Callable[[GameSpec], bytes] = module_of) -> dict[str, bytes]:
    """The files of a game by name; module: gives the first of them."""
    spec = games.spec(game)
    made = {f"{game}.wasm": module(spec), f"{game}.json": description(spec)}
    networks = networks_of(spec)
    if networks.value.first_bias.size:
        made[f"{game}.weights"] = weights_file(networks)
    return made


def write(folder: Path, game: str) -> dict[str, int]:
    """Build a game's files anew into a folder; their sizes by name."""
    folder.mkdir(parents=True, exist_ok=True)
    made = files(game, lambda spec: build(spec.name))
    for name, content in made.items():
        write_file(folder / name, content)
    return {name: len(content) for name, content in made.items()}


def write_file(path: Path, content: bytes) -> None:
    write_whole(path, lambda unfinished: unfinished.write_bytes(content))
