"""Measure the opponents and print the tables of docs/opponents.md.

Each line is one `azulejos arena` command, which can be run by itself; the games are kept in a
folder for each, so that an interrupted measurement goes on.

    python tools/measure_opponents.py --folder measured [--scale 0.1]
"""

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

#: What is measured: title, the arena's arguments, games.
MATCHES = [
    ("Azul, 2 players, against `greedy`", "azul level:8 greedy --ms 200", 300),
    ("Azul, 2 players, against `mcts`, 200 ms each", "azul level:8 mcts --ms 200", 60),
    ("Azul, grey wall, against `greedy`", "azul level:8 greedy --ms 200 --wall grey", 100),
    ("Azul, 3 players, against two `greedy`", "azul level:8 greedy --ms 200 --players 3", 99),
    ("Azul, 4 players, against three `greedy`", "azul level:8 greedy --ms 200 --players 4", 100),
    ("Azuleo, 2 players, against `greedy`", "azuleo level:8 greedy --ms 200", 200),
]
GAMES_OF_NEIGHBOURS = 300
SEED = 11


def measured(arguments: str, games: int, folder: Path) -> dict[str, Any]:
    """The first entrant's figures, and the command that made them."""
    command = f"{arguments} --games {games} --seed {SEED}"
    place = folder / arguments.replace(" ", "_").replace(":", "")
    arena = [sys.executable, "-m", "azulejos", "arena", *shlex.split(command), "--json"]
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
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, required=True, help="where the games are kept")
    options.add_argument("--scale", type=float, default=1.0, help="of the numbers of games")
    options.add_argument("--only", choices=("matches", "neighbours"), help="one of the tables")
    given = options.parse_args()
    if given.only != "neighbours":
        matches(given.folder, given.scale)
    if given.only != "matches":
        neighbours(given.folder, given.scale)


def matches(folder: Path, scale: float) -> None:
    """Level 8 against the references."""
    print("| match | score of level 8 | games | fair score | command (`azulejos arena …`) |")
    print("| --- | --- | --- | --- | --- |")
    for title, arguments, games in MATCHES:
        own = measured(arguments, max(6, round(games * scale)), folder)
        row = (title, percent(own), own["games"], f"{100 * own['fair']:.0f} %")
        print("|", " | ".join(map(str, row)), f"| `{own['command']}` |", flush=True)


def neighbours(folder: Path, scale: float) -> None:
    """Each level against the one below it."""
    print("\n| neighbours, two players | Azul | Azuleo |\n| --- | --- | --- |")
    for higher in range(2, 9):
        scores = []
        for game in ("azul", "azuleo"):
            games = max(6, round(GAMES_OF_NEIGHBOURS * scale))
            match = f"{game} level:{higher} level:{higher - 1}"
            scores.append(percent(measured(match, games, folder)))
        print(f"| {higher} against {higher - 1} | {' | '.join(scores)} |", flush=True)


if __name__ == "__main__":
    main()
