"""The folder of a run: what is played in ``run.json``, every finished game in ``games.jsonl``.

A game is one line, appended when it is over: whatever stops the run, all but the games in progress
is kept, and the same run goes on from there.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import platformdirs

import azulejos
from azulejos import bots, games
from azulejos.arena.play import Outcome
from azulejos.arena.schedule import Contest, Key
from azulejos.core.compiled import kernel_sources, outside_hash
from azulejos.core.errors import RecordError
from azulejos.core.file_lock import try_lock
from azulejos.core.plain_data import identical, shorten

FORMAT = 1
#: Sources that the course of a game depends on, beside what is compiled.
PLAYER_SOURCES = ("core/*.py", "bots/*.py", "games/*/*.py", "games/*/weights.npz")


class StoreError(ValueError):
    """A folder that cannot be used for this run; the message says why."""


def fingerprint(game: str) -> str:
    """Hash over all that our own players and this game are made of: 16 hexadecimal digits."""
    package = Path(azulejos.__file__).parent
    digest = hashlib.sha256()
    players = {path for pattern in PLAYER_SOURCES for path in package.glob(pattern)}
    for path in sorted(players.union(kernel_sources())):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(outside_hash(games.spec(game).package).encode())
    return digest.hexdigest()[:16]


def description(contest: Contest) -> dict[str, Any]:
    """All that decides how the games of a run go, as plain data."""
    networks = {spec: bots.network_checksum(spec) for spec in contest.entrants}
    networks = {spec: found for spec, found in networks.items() if found}
    return {
        "arena": FORMAT,
        "game": contest.game,
        "options": contest.options,
        "entrants": list(contest.entrants),
        "ms": contest.ms,
        "visits": contest.visits,
        "seed": contest.seed,
        "version": azulejos.__version__,
        "sources": fingerprint(contest.game),
        **({"networks": networks} if networks else {}),
    }


def usual_folder(contest: Contest, games: int) -> Path:
    """The default folder of a run.

    The same run that was not finished, or a new folder in the user's data folder.
    """
    base = Path(platformdirs.user_data_dir("azulejos")) / "arena"
    name = hashlib.sha256(json.dumps(description(contest)).encode()).hexdigest()[:10]
    number = 1
    while True:
        folder = base / f"{contest.game}-{name}-{number}"
        if not folder.exists():
            return folder
        done = dict(_games(folder / "games.jsonl", contest))
        if any(task.key not in done for task in contest.tasks(games)):
            return folder
        number += 1


class Store:
    """An open run. `done` has every finished game by its place in the schedule."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        """Start a run in a folder, or resume it; StoreError if it holds another run."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._check(description(contest))
            self._file = _locked(folder / "games.jsonl")
        except OSError as error:
            raise StoreError(f"cannot use {folder}: {(error.strerror or str(error))}") from error
        try:
            self.done = dict(self._read(contest))
        except BaseException:
            self._file.close()
            raise

    def _check(self, wanted: dict[str, Any]) -> None:
        file = self.folder / "run.json"
        if not file.exists():
            if (self.folder / "games.jsonl").exists():
                raise StoreError(f"{self.folder} has games but no run.json: choose another folder")
            draft = file.with_suffix(".draft")
            draft.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")
            os.replace(draft, file)
            return
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise StoreError(f"{file} is no JSON: choose another folder") from error
        if not isinstance(found, dict):
            raise StoreError(f"{file} holds no object: choose another folder")
        for key in ("arena", "game", "entrants", "options", "ms", "visits", "seed"):
            if not identical(found.get(key), wanted[key]):
                raise StoreError(
                    f"{self.folder} holds another run: its {key} {_quoted(found.get(key))}, "
                    f"not {_quoted(wanted[key])}; choose another folder"
                )
        if found.get("networks") != wanted.get("networks"):
            raise StoreError(
                f"{self.folder} was played with other networks under the same names: choose "
                "another folder"
            )
        for key in ("version", "sources"):
            if found.get(key) != wanted[key]:
                raise StoreError(
                    f"{self.folder} was played by another version of azulejos, whose players may "
                    f"differ ({key} {_quoted(found.get(key))}, now {_quoted(wanted[key])}): "
                    "choose another folder"
                )

    def _read(self, contest: Contest) -> Iterator[tuple[Key, Outcome]]:
        """Every whole game; what is left of a line that was being written is cut off."""
        path = self.folder / "games.jsonl"
        whole = path.read_bytes().rfind(b"\n") + 1
        self._file.truncate(whole)
        yield from _games(path, contest)

    def append(self, outcome: Outcome) -> None:
        """Keep a finished game, at once."""
        self._file.write(json.dumps(outcome, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        self.done[_key(outcome)] = outcome

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _locked(path: Path) -> BinaryIO:
    """The file, open for writing at its end, which one run at a time may have."""
    file = open(path, "a+b")  # noqa: SIM115  (it stays open as long as the run)
    if not try_lock(file):
        file.close()
        raise StoreError(f"{path.parent}: another run is writing there")
    return file


def _games(path: Path, contest: Contest) -> Iterator[tuple[Key, Outcome]]:
    """Every line that is whole, by its place in the schedule."""
    if not path.exists():
        return
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                outcome = json.loads(line)
                key = _key(outcome)
                if not _fits(contest, outcome):
                    raise RecordError("it is none of this run's games")
            except (KeyError, TypeError, ValueError) as error:
                raise StoreError(f"{path}, line {number} is no game: {error}") from error
            yield key, outcome


def _key(outcome: Outcome) -> Key:
    return outcome["meeting"], outcome["deal"], outcome["seating"]


def _fits(contest: Contest, outcome: Outcome) -> bool:
    """Whether a game stands in the schedule, and has what every game has, for each side."""
    meeting, deal, seating = _key(outcome)
    if not (0 <= meeting < len(contest.meetings) and deal >= 0):
        return False
    seatings = contest.seatings(meeting, deal)
    points = outcome["points"]
    numbers = [outcome["scores"], outcome["seconds"], outcome["decisions"]]
    return (
        0 <= seating < len(seatings)
        and tuple(outcome["sides"]) == seatings[seating]
        and (points is None) == (outcome["failure"] is not None)
        and all(
            len(each) == contest.sides and all(isinstance(number, int | float) for number in each)
            for each in (*numbers, *([] if points is None else [points]))
        )
        and {"moves", "rounds", "record"} <= outcome.keys()
    )


def _quoted(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else shorten(value)
