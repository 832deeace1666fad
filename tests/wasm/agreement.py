"""WebAssembly against Python: the same moves, values and nodes, the same games to the last byte.

    python -m tests.wasm.agreement [--positions 10000] [--games 100000] [--visits 64] [--folder DIR]

compares so many positions of every kind of game, and so many random games in all. The tests compare
a few.
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from azulejos import azul, azuleo, bots
from azulejos.batch.cores import core_count
from azulejos.core.errors import IllegalMove
from azulejos.core.facts import read_facts, room_for_facts
from azulejos.core.kernel import play_all_at_random, returns_of, tell_of
from azulejos.wasm.files import files

PACKAGES = {"azul": azul, "azuleo": azuleo}
#: Every kind of game: how it is begun.
KINDS = {
    "azul": [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 2, "wall": "grey"},
        {"players": 4, "wall": "grey"},
    ],
    "azuleo": [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 1, "mode": "fill"},
        {"players": 1, "mode": "score"},
        {"players": 2, "claims": "automatic", "exchange": True, "open_hands": True},
        {"players": 2, "border_pairs": False, "final_claims": True},
    ],
}
#: Who is asked, in turn: the strongest more often than others.
PLAYERS = ("level:10", "level:10", "level:8", "level:10@heuristic", "level:6", "level:1", "greedy")
#: Positions of one game that are asked about.
OF_A_GAME = 20
LOOKS = ("state", "action", "illegal", "player")
SCRIPT = Path(__file__).with_name("compare.js")
DENO = Path(sys.executable).with_name("deno")
OF_DENO = ("run", "--quiet", "--no-lock", "--no-check")


def encoded(states):
    return base64.b64encode(states.tobytes()).decode()


def asked_about(game, kind, n, visits):
    """Positions of random games of a kind, what Python makes of them, and the same as requests."""
    package, rng, found = PACKAGES[game], np.random.default_rng(11), []
    while len(found) < n:
        table = package.Game(seed=len(found), **kind)
        moves = int(rng.integers(4, 60))
        while not table.is_over and moves > 0 and len(found) < n:
            legal = table.legal_moves()
            if moves <= OF_A_GAME and len(legal) > 1:
                found.append(answered(table, PLAYERS[len(found) % len(PLAYERS)], visits))
            table.play(legal[rng.integers(len(legal))])
            moves -= 1
    return found


def answered(table, spec, visits):
    """What a player makes of a position."""
    seed = table.entries + 1000
    player = bots.make(spec, table.NAME, seed)
    analysis = player.analyse(table, visits=visits, multipv=3)
    name, _, evaluator = spec.partition("@")
    who = {"level": int(name[6:])} if name.startswith("level") else {"player": name}
    request = {**who, "seed": seed, "visits": visits, "multipv": 3, "evaluator": evaluator or None}
    search = getattr(player, "_search", None)
    return {
        "state": encoded(table.states),
        "request": request,
        "expected": {
            "move": str(analysis.move),
            "values": analysis.values,
            "margin": analysis.margin,
            "visits": analysis.visits,
            "nodes": search.nodes if search else 0,
            "variations": [
                {
                    "move": str(variation.move),
                    "values": variation.values,
                    "margin": variation.margin,
                    "visits": variation.visits,
                    "pv": [str(move) for move in variation.pv],
                }
                for variation in analysis.variations
            ],
        },
    }


def looked_at(game, kind, n):
    """Positions of random games of a kind, and what Python tells of them."""
    package, rng, found = PACKAGES[game], np.random.default_rng(5), []
    while len(found) < n:
        table = package.Game(seed=len(found), **kind)
        while not table.is_over and len(found) < n:
            legal, shown = table.legal_moves(), table.shown_moves()
            if shown and rng.integers(6) == 0:
                found.append(told(table, shown[rng.integers(len(shown))], rng))
            table.play(legal[rng.integers(len(legal))])
    return found


def told(table, move, rng):
    """What Python tells of a position, a legal move, and one that is not."""
    kernel, player = table.KERNEL, int(rng.integers(table.players))
    illegal = {*range(kernel.ACTIONS)} - {legal.action for legal in table.legal_moves()}
    illegal = sorted(illegal)[rng.integers(len(illegal))]
    states, room = table.states.copy(), room_for_facts()
    tell_of(states, move.action, np.zeros(0, np.int16), room)
    observation = np.zeros(kernel.OBSERVATION, np.int16)
    kernel.observe(table.state, player, observation)
    shares = np.zeros(kernel.MAX_PLAYERS)
    returns_of(states, shares)
    try:
        table.copy().play(table.MOVES[illegal])
    except IllegalMove as error:
        why = error.reason.to_dict()
    foreseen = table.foreseen([move]).get(move, [])
    return {
        "state": encoded(table.states),
        "action": move.action,
        "illegal": illegal,
        "player": player,
        "expected": {
            "legal": [legal.action for legal in table.legal_moves()],
            "shown": [shown.action for shown in table.shown_moves()],
            "gains": {str(gaining.action): gain for gaining, gain in table.gains().items()},
            "turn": table.turn,
            "phase": table.phase,
            "scores": table.scores,
            "points": table.points,
            "winners": np.flatnonzero(shares > 0).tolist(),
            "round": table.round,
            "sides": table.sides,
            "has_secrets": table.has_secrets,
            "observation": observation.tolist(),
            "known": base64.b64encode(table.known_state(player)).decode(),
            "why": why,
            "facts": [fact.to_dict() for fact in read_facts(table.FACTS, room)],
            "foreseen": [fact.to_dict() for fact in foreseen],
            "after": encoded(states),
        },
    }


def starts_of(game, kind, n):
    """So many games of a kind before the first draw: states."""
    package = PACKAGES[game]
    manual = {"azul": {"deals": "manual"}, "azuleo": {"draws": "manual"}}[game]
    states = np.repeat(package.Game(seed=1, first=0, **kind, **manual).states, n)
    states["generator"] = np.random.SeedSequence(3).generate_state(n, np.uint64)
    return states


def in_wasm(folder, game, positions=(), starts=(), looks=()):
    """What the module makes of the same."""
    work = {
        "game": game,
        "positions": [{name: p[name] for name in ("state", "request")} for p in positions],
        "looks": [{name: each[name] for name in LOOKS} for each in looks],
        "starts": [encoded(state) for state in starts],
    }
    done = subprocess.run(
        [DENO, *OF_DENO, f"--allow-read={folder},{SCRIPT.parents[2]}", SCRIPT, str(folder)],
        input=json.dumps(work),
        capture_output=True,
        text=True,
        env=os.environ | {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compare(folder, game, kind, positions, games, visits):
    """Compare so many; returns in how many positions and games the two differ."""
    asked = asked_about(game, kind, positions, visits)
    states = starts_of(game, kind, games)
    found = in_wasm(folder, game, asked, states)
    play_all_at_random(states)
    answers = sum(a != p["expected"] for a, p in zip(found["answers"], asked, strict=True))
    ends = sum(e != encoded(s) for e, s in zip(found["ends"], states, strict=True))
    return answers, ends


def write_files(folder):
    """The games' files, as they ship."""
    for game in KINDS:
        for name, content in files(game).items():
            (Path(folder) / name).write_bytes(content)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--positions", type=int, default=10_000, help="of every kind of game")
    options.add_argument("--games", type=int, default=100_000, help="random ones, in all")
    options.add_argument("--visits", type=int, default=64)
    options.add_argument("--folder", help="of the files; else those that ship")
    given = options.parse_args()
    kinds = [(game, kind) for game, these in KINDS.items() for kind in these]
    games = -(-given.games // len(kinds))
    differing = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.folder or temporary).resolve()
        if not given.folder:
            write_files(folder)
        for game, kind in kinds:
            begun = time.perf_counter()
            answers, ends = compare(folder, game, kind, given.positions, games, given.visits)
            differing += answers + ends
            print(
                f"{game} {kind}: {given.positions} positions, {answers} differ; "
                f"{games} games, {ends} differ ({time.perf_counter() - begun:.0f} s)",
                flush=True,
            )
    print(f"{differing} differ in all, on {core_count()} cores")
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
