"""Measure how runs of turns without a lay end in Azuleo: print the table of docs/games/azuleo.md.

A run is counted in turns of each side. It ends when somebody lays after all, or the game is over.
For every kind of player and every number of players: the longest run of each game after which
somebody still laid; the smallest limit that would have cut at most one of a thousand such games;
and how many games only the limit ends, so that nobody would have laid for as long as was watched.

    python tools/measure_idle.py [--games 10000] [--strong 5000] [--visits 15] [--workers 2]
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from azulejos import azuleo, bots

#: Who plays, and whether it searches, so that fewer games have to do.
KINDS = {"random": False, "greedy": False, "level:5": False, "level:6": True, "level:10": True}
#: A run of so many turns of each side is watched, and then given up.
WATCHED = 120
#: A limit may cut one of so many games that would have gone on.
ONE_IN = 1000
#: Games that one process plays in one go.
PART = 50


def longest_run(kind: str, players: int, visits: int, seed: int) -> tuple[int, bool]:
    """Of one game the longest run after which somebody laid, and whether it ended by its limit.

    visits: how much a player who searches looks at for a move.
    """
    game = azuleo.Game(players, seed=seed, idle_limit=WATCHED, claims="automatic")
    who = [bots.make(kind, "azuleo", seed * players + seat) for seat in range(players)]
    longest = idle = 0
    while not game.is_over:
        assert game.turn is not None
        game.play(who[game.turn].choose(game, visits=visits))
        now = int(game.state.idle)
        if now < idle:
            longest = max(longest, idle // game.sides)
        idle = now
    return longest, idle >= WATCHED * game.sides


def play_part(kind: str, players: int, visits: int, seeds: range) -> list[tuple[int, bool]]:
    """The games of some seeds."""
    return [longest_run(kind, players, visits, seed) for seed in seeds]


def smallest_limit(runs: list[int]) -> int:
    """The smallest limit at most one of ONE_IN of these games would have reached and gone on."""
    limit = 1
    while sum(run >= limit for run in runs) * ONE_IN > len(runs):
        limit += 1
    return limit


def encoder(games: int, strong: int, visits: int, workers: int) -> Iterator[tuple[object, ...]]:
    """Row by row of the table: for every number of players each kind of them."""
    with ProcessPoolExecutor(workers) as pool:
        for players in (2, 3, 4):
            for kind, is_strong in KINDS.items():
                number = strong if is_strong else games
                parts = [range(at, min(at + PART, number)) for at in range(0, number, PART)]
                played = pool.map(partial(play_part, kind, players, visits), parts)
                found = [game for part in played for game in part]
                runs = sorted((run for run, _ in found), reverse=True)
                ended = sum(idle for _, idle in found)
                score = f"{100 * ended / number:.1f} %"
                yield kind, players, number, runs[0], smallest_limit(runs), score


def main() -> None:
    """Measure, printing every row as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=10_000, help="of players that do not search")
    options.add_argument("--strong", type=int, default=5_000, help="of players that search")
    options.add_argument("--visits", type=int, default=15, help="for a move of those")
    options.add_argument("--workers", type=int, default=2)
    given = options.parse_args()
    print("| players | how many | games | longest run | smallest limit | ended by the limit |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in encoder(given.games, given.strong, given.visits, given.workers):
        print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
