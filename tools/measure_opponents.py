"""Measure the opponents and print the tables of docs/opponents.md.

Each line is one `azulejos arena` command, which can be run by itself; the games are kept in a
folder for each, so that an interrupted measurement goes on. Beside the steps of the ladder stand
the levels' error rates as `tools/measure_level_errors.py` has measured them.

    python tools/measure_opponents.py --folder measured [--scale 0.1] [--only ladder --levels 9 10]
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

from azulejos import bots, games
from azulejos.analysis import level_rates
from azulejos.bots.level_ratings import FILE as LADDER

#: What is measured: title, the arena's arguments, games.
MATCHES = [
    ("Azul, 2 players, against `greedy`", "azul level:10 greedy --ms 200", 300),
    ("Azul, 2 players, against `mcts`, 200 ms each", "azul level:10 mcts --ms 200", 60),
    ("Azul, grey wall, against `greedy`", "azul level:10 greedy --ms 200 --wall grey", 100),
    ("Azul, 3 players, against two `greedy`", "azul level:10 greedy --ms 200 --players 3", 99),
    ("Azul, 4 players, against three `greedy`", "azul level:10 greedy --ms 200 --players 4", 100),
    ("Azuleo, 2 players, against `greedy`", "azuleo level:10 greedy --ms 200", 200),
]
GAMES_OF_A_STEP = 300
SEED = 11


def measured(arguments: str, number: int, folder: Path, workers: int | None) -> dict[str, Any]:
    """The first entrant's figures, and the command that made them. number: of games."""
    command = f"{arguments} --games {number} --seed {SEED}"
    place = folder / arguments.replace(" ", "_").replace(":", "")
    arena = [sys.executable, "-m", "azulejos", "arena", *shlex.split(command), "--json"]
    if workers:
        arena += ["--workers", str(workers)]
    answer = subprocess.run([*arena, "--out", str(place)], stdout=subprocess.PIPE, check=True)
    found = json.loads(answer.stdout)
    first = arguments.split()[1]
    own: dict[str, Any] = next(entrant for entrant in found["entrants"] if entrant["name"] == first)
    return own | {"fair": found["fair_score"], "command": command}


def percent(own: dict[str, Any]) -> str:
    """A score with its interval."""
    low, high = own["score_interval"]
    return f"{100 * own['score']:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def main() -> None:
    """Measure, printing every line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True, help="where the games are kept")
    options.add_argument("--scale", type=float, default=1.0, help="of the numbers of games")
    options.add_argument("--only", choices=("matches", "ladder"), help="one of the tables")
    options.add_argument("--levels", type=int, nargs="+", help="these steps of the ladder alone")
    options.add_argument("--at-once", type=int, default=1, help="matches at a time")
    options.add_argument("--workers", type=int, help="games at a time of a match; else one a core")
    options.add_argument("--write", action="store_true", help="keep the steps in each ladder.json")
    given = options.parse_args()
    if given.only != "ladder":
        matches(given)
    if given.only != "matches":
        ladder(given)


def matches(given: argparse.Namespace) -> None:
    """Level 10 against the references."""
    print("| match | score of level 10 | games | fair score | command (`azulejos arena …`) |")
    print("| --- | --- | --- | --- | --- |")

    def match(row: tuple[str, str, int]) -> dict[str, Any]:
        _, arguments, usual = row
        return measured(arguments, max(6, round(usual * given.scale)), given.folder, given.workers)

    with ThreadPoolExecutor(given.at_once) as pool:
        for (title, *_), own in zip(MATCHES, pool.map(match, MATCHES), strict=True):
            row = (title, percent(own), own["games"], f"{100 * own['fair']:.0f} %")
            print("|", " | ".join(map(str, row)), f"| `{own['command']}` |", flush=True)


def ladder(given: argparse.Namespace) -> None:
    """Each level's score against the one below it, and its error rate, game by game."""
    number = max(6, round(GAMES_OF_A_STEP * given.scale))
    writing = Lock()
    names = games.names()
    titles = [f"{games.spec(name).title} | error rate" for name in names]
    print(f"\n| level against the one below | {' | '.join(titles)} |")
    print("| --- " * (1 + 2 * len(names)) + "|")

    def step(task: tuple[int, str]) -> str:
        level, name = task
        if level == 1:
            return ""
        match = f"{name} level:{level} level:{level - 1}"
        own = measured(match, number, given.folder, given.workers)
        if given.write:
            with writing:
                keep_step(name, level, own, f"--only ladder --scale {given.scale:g}")
        return percent(own)

    highest = max(len(bots.LEVELS[name]) for name in names)
    levels = given.levels or range(1, highest + 1)
    tasks = [(level, name) for level in levels for name in names]
    with ThreadPoolExecutor(given.at_once) as pool:
        scores = pool.map(step, tasks)
        for level in levels:
            cells = [cell for name in names for cell in (next(scores), error_rate(name, level))]
            print(f"| {level} | {' | '.join(cells)} |", flush=True)


def keep_step(name: str, level: int, own: Mapping[str, Any], options: str) -> None:
    """Write a step into a game's `ladder.json`, from which the levels' ratings are made."""
    path = games.spec(name).folder / LADDER
    steps: list[dict[str, float] | None] = [None] * (len(bots.LEVELS[name]) - 1)
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))["steps"]
        steps = (before + steps)[: len(steps)]
    low, high = own["score_interval"]
    told = {"score": own["score"], "low": low, "high": high}
    steps[level - 2] = {key: round(value, 3) for key, value in told.items()}
    lines = ",\n".join(f"  {json.dumps(one)}" for one in steps)
    command = json.dumps(f"tools/measure_opponents.py {options}")
    text = f'{{\n "command": {command},\n "steps": [\n{lines}\n ]\n}}\n'
    path.write_text(text, encoding="utf-8")


def error_rate(name: str, level: int) -> str:
    """A level's error rate with its interval, where it has been measured."""
    rates: Sequence[Any] = known.rates if (known := level_rates(name)) is not None else ()
    if level > len(rates):
        return ""
    rate = rates[level - 1]
    return f"{rate.rate:.0f} ({rate.low:.0f} to {rate.high:.0f})"


if __name__ == "__main__":
    main()
