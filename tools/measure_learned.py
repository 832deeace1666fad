"""Measure the learned player and print the tables of docs/learned.md.

Every line is a match at a time of its own for each side, on paired deals: each deal is played once
from every seat with the same chance. Results are kept as they come, so that an interrupted
measurement goes on, and a larger one builds on a smaller.

    python tools/measure_learned.py --folder measured [--scale 0.1] [--only times] [--match grey]
"""

import argparse
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from azulejos import azul, azuleo, bots
from azulejos.arena.statistics import Estimate, elo_of_score, score_estimate
from azulejos.bots.levels import HEURISTIC_CONFIGS, learned_config
from azulejos.core.whole_files import write_whole
from azulejos.nets import weights

GAMES = {"azul": azul.Game, "azuleo": azuleo.Game}
LEARNED_LEVELS, HEURISTIC = "level:10", "level:10@heuristic"
SEED = 17


@cache
def networks_of(game: str) -> str:
    """A hash of the networks that ship."""
    return hashlib.sha256(weights.shipped_file(game).read_bytes()).hexdigest()[:12]


class Match(NamedTuple):
    """One side with so many milliseconds a move against another on all other seats."""

    title: str
    game: str
    options: dict[str, Any]
    one: tuple[str, float]
    other: tuple[str, float]
    deals: int

    @property
    def sides(self) -> int:
        """How many there are, of which one wins."""
        players = int(self.options["players"])
        return 2 if self.game == "azuleo" and players == 4 else players

    @property
    def name(self) -> str:
        """For its file, by players, networks and search configurations."""
        sides = "-".join(f"{spec}-{ms:g}ms" for spec, ms in (self.one, self.other))
        options = "-".join(str(value) for value in self.options.values())
        search = repr(
            (HEURISTIC_CONFIGS[self.game], learned_config(self.game, int(self.options["players"])))
        )
        networks = networks_of(self.game)
        told = f"{self.game}-{options}-{sides}-{networks}-{zlib.crc32(search.encode()):08x}"
        return told.replace(":", "").replace("@", "-")


def _equal(title: str, game: str, options: dict[str, Any], ms: float, deals: int) -> Match:
    return Match(title, game, options, (LEARNED_LEVELS, ms), (HEURISTIC, ms), deals)


MATCHES = {
    "kinds": [
        _equal("Azul, 2 players", "azul", {"players": 2}, 200, 100),
        Match(
            "Azul, 2 players, a tenth of the time",
            *("azul", {"players": 2}, (LEARNED_LEVELS, 20), (HEURISTIC, 200), 100),
        ),
        _equal("Azuleo, 2 players", "azuleo", {"players": 2}, 200, 60),
        _equal("Azul, 2 players, grey", "azul", {"players": 2, "wall": "grey"}, 200, 50),
        _equal("Azul, 3 players", "azul", {"players": 3}, 200, 30),
        _equal("Azul, 4 players", "azul", {"players": 4}, 200, 20),
        _equal("Azuleo, 3 players", "azuleo", {"players": 3}, 200, 30),
        _equal("Azuleo, teams", "azuleo", {"players": 4}, 200, 20),
    ],
    "brief": [  # a quarter of that time: four times as many games tell small leads from chance
        _equal("Azul, 2 players, grey", "azul", {"players": 2, "wall": "grey"}, 50, 60),
        _equal("Azul, 3 players", "azul", {"players": 3}, 50, 60),
        _equal("Azul, 4 players", "azul", {"players": 4}, 50, 30),
        _equal("Azuleo, 2 players", "azuleo", {"players": 2}, 50, 100),
        _equal("Azuleo, 3 players", "azuleo", {"players": 3}, 50, 60),
        _equal("Azuleo, teams", "azuleo", {"players": 4}, 50, 40),
    ],
    "times": [
        _equal(f"{ms:g} ms", "azul", {"players": 2}, ms, deals)
        for ms, deals in ((1, 150), (3, 150), (10, 100), (30, 80), (100, 60), (1000, 10), (3000, 4))
    ],
    "ladder": [
        Match(
            f"{3 * ms:g} ms against {ms:g} ms",
            *("azul", {"players": 2}, (LEARNED_LEVELS, 3 * ms), (LEARNED_LEVELS, ms), deals),
        )
        for ms, deals in ((1, 150), (3, 120), (10, 80), (30, 60), (100, 30), (300, 12), (1000, 4))
    ],
}


def played(match: Match, deal: int) -> float:
    """The first side's score, the mean over all seats it can take."""
    players = int(match.options["players"])
    total = 0.0
    for seat in range(players):
        game = GAMES[match.game](seed=SEED + deal, first=deal % players, **match.options)
        side = range(seat % match.sides, players, match.sides)
        players_of = [match.one if player in side else match.other for player in range(players)]
        seated = [
            bots.make(spec, match.game, seed=1000 * deal + 10 * seat + player)
            for player, (spec, _) in enumerate(players_of)
        ]
        while not game.is_over:
            game.play(seated[game.turn].choose(game, ms=players_of[game.turn][1]))
        winners = game.winners
        total += len([player for player in winners if player in side]) / len(winners)
    return total / players


def results(match: Match, deals: int, folder: Path) -> Iterator[list[float]]:
    """The scores of the deals played, after each; those kept already come at once."""
    path = folder / f"{match.name}.json"
    kept: dict[str, float] = json.loads(path.read_text()) if path.exists() else {}
    missing = [deal for deal in range(deals) if str(deal) not in kept]
    if missing:
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            running = {pool.submit(played, match, deal): deal for deal in missing}
            for done in as_completed(running):
                kept[str(running[done])] = done.result()
                write_whole(path, lambda unfinished: unfinished.write_text(json.dumps(kept)))
                yield list(kept.values())
    yield [kept[str(deal)] for deal in range(deals)]


def line(match: Match, found: Estimate, deals: int) -> str:
    """A row of the table."""
    elo = [elo_of_score(value, match.sides) for value in found]
    percents = f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
    games = deals * match.options["players"]
    return (
        f"| {match.title} | {percents} | {elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f}) | {games} |"
    )


def main() -> None:
    """Measure, printing every line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, required=True, help="where results are kept")
    options.add_argument("--scale", type=float, default=1.0, help="of the numbers of deals")
    options.add_argument("--only", choices=MATCHES, help="one of the tables")
    options.add_argument("--match", default="", help="those with this in their title")
    given = options.parse_args()
    tables = {
        table: [match for match in matches if given.match in match.title]
        for table, matches in MATCHES.items()
        if given.only in (None, table)
    }
    tables = {table: matches for table, matches in tables.items() if matches}
    if not tables:
        options.error(f"match: no title of these tables has {given.match!r} in it")
    given.folder.mkdir(parents=True, exist_ok=True)
    for table, matches in tables.items():
        print(f"\n| {table} | score | Elo | games |\n| --- | --- | --- | --- |")
        for match in matches:
            deals = max(2, round(match.deals * given.scale))
            scores: list[float] = []
            for scores in results(match, deals, given.folder):
                print(f"\r{match.title}: {len(scores)} of {deals}", end=" ", file=sys.stderr)
            found = score_estimate(scores, match.sides)
            assert found is not None
            print(end="\r", file=sys.stderr)
            print(line(match, found, deals), flush=True)


if __name__ == "__main__":
    main()
