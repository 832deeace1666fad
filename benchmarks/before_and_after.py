"""Whether a change made anything slower: `azulejos bench` of two trees of sources, in turn.

Each call runs both once, one after the other, and adds a line to FILE; which is first changes from
call to call. It prints the median of the ratios of all lines: 1.10 is a tenth better after the
change, more moves or fewer seconds. A noisy machine wants five calls or more. Where others use the
machine meanwhile, --cpu counts processor seconds instead of a clock's, also of processes that were
started: waiting for a core costs nothing then.

    git worktree add ../before REVISION
    python benchmarks/before_and_after.py ../before . --out build/ratios.jsonl

With --rules or --search only these are compared, by a program of its own: the same for both trees.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

#: Runs azulejos with processor time for a clock.
BY_PROCESSOR = """
import time
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

def used():
    both = [getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)

time.perf_counter = used
"""
WHOLE = """
import runpy, sys
sys.argv[0] = "azulejos"
runpy.run_module("azulejos", run_name="__main__")
"""
#: The rules alone, in the kernel and through `Game`.
RULES = """
import json, sys
from azulejos import azul, azuleo
from azulejos.bench import rules
seconds = float(sys.argv[-1])
begun = {
    **{f"azul.{n}": azul.Game(n, deals="manual", first=0) for n in (2, 3, 4)},
    **{f"azul.{n}-grey": azul.Game(n, "grey", deals="manual", first=0) for n in (2, 3, 4)},
    **{f"azuleo.{n}": azuleo.Game(n, draws="manual", first=0) for n in (2, 3, 4)},
    **{f"azuleo.1-{m}": azuleo.Game(1, mode=m, draws="manual") for m in ("fill", "score")},
}
found = {n: rules.kernel_speed(rules.state_of(g), seconds)["moves_per_s"] for n, g in begun.items()}
found |= {f"game.{g.__name__}": rules.game_speed(g.Game, seconds) for g in (azul, azuleo)}
print(json.dumps({name.replace("azulejos.games.", "azulejos."): n for name, n in found.items()}))
"""
#: Search without networks, from the same seeds: where a change leaves results alone, both trees
#: make the same visits. (`azulejos bench` searches for a time, from seeds that a change may spread
#: otherwise, and what a visit costs differs by a fifth from seed to seed.)
SEARCH = """
import json, sys, time
from azulejos import azul, azuleo
from azulejos.bench.rules import state_of
from azulejos.bots.levels import HEURISTIC_CONFIGS
from azulejos.search.tree import new_tree, search
from azulejos.search.workspace import new_workspace
seconds, visits, searches, found = float(sys.argv[-1]), 4000, 8, {}
for game in (azul, azuleo):
    for players in (2, 3):
        name = game.__name__.rpartition(".")[2]
        config = HEURISTIC_CONFIGS[name]
        roots = [state_of(game.Game(players, seed=seed)) for seed in range(searches)]
        trees = [new_tree(1 << 18) for _ in roots]
        workspace = new_workspace(game.Game(players).KERNEL)
        search(trees[0], workspace, roots[0], config, 0, 0, False)  # compiles
        best = spent = 0.0
        while spent < seconds:
            trees = [new_tree(1 << 18) for _ in roots]
            begun = time.perf_counter()
            for seed, (tree, root) in enumerate(zip(trees, roots)):
                search(tree, workspace, root, config, seed << 40, visits, False)
            taken = time.perf_counter() - begun
            best, spent = max(best, visits * searches / taken), spent + taken
        kind = f"{name}.{players}"
        found[f"search.{kind}"] = round(best)
        found[f"nodes.{kind}"] = sum(int(tree.used[0]) for tree in trees)
print(json.dumps(found))
"""
PROGRAMS = {None: WHOLE, "rules": RULES, "search": SEARCH}


def measured(tree, given):
    """The figures of one tree, by their paths; its cache of compiled code is its own."""
    environment = os.environ | {
        "PYTHONPATH": str(tree / "src"),
        "NUMBA_CACHE_DIR": str(tree / "build" / "cache"),
    }
    program = (BY_PROCESSOR if given.cpu else "") + PROGRAMS[given.only]
    command = [sys.executable, "-c", program, "bench", "--json", "--seconds", str(given.seconds)]
    done = subprocess.run(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return dict(figures(json.loads(done.stdout)))


def figures(data, path=()):
    """Every number of nested dicts, by its path."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from figures(value, (*path, key))
        elif isinstance(value, int | float) and value:
            yield ".".join((*path, key)), value


def ratio(name, before, after):
    """How many times better it is after the change: what is in seconds or bytes shall be small."""
    is_small_better = name.startswith(("start.", "state_bytes."))
    return before / after if is_small_better else after / before


def report(lines):
    """A table of the figures that both trees have."""
    common = [
        name
        for name in lines[0]["after"]
        if all(name in line[tree] for line in lines for tree in ("before", "after"))
    ]
    print(f"\n| {len(lines)} times each | before | after | better |\n| --- | ---: | ---: | ---: |")
    for name in common:
        ratios = [ratio(name, line["before"][name], line["after"][name]) for line in lines]
        middle = {
            tree: statistics.median(line[tree][name] for line in lines)
            for tree in ("before", "after")
        }
        print(
            f"| {name} | {middle['before']:,.4g} | {middle['after']:,.4g} "
            f"| {statistics.median(ratios):.2f} |"
        )


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("before", type=Path)
    options.add_argument("after", type=Path)
    options.add_argument("--out", type=Path, required=True, help="what is measured, line by line")
    options.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    alone = options.add_mutually_exclusive_group()
    alone.add_argument(
        "--rules", dest="only", action="store_const", const="rules", help="the rules alone"
    )
    alone.add_argument(
        "--search", dest="only", action="store_const", const="search", help="search alone"
    )
    options.add_argument("--cpu", action="store_true", help="by processor time")
    given = options.parse_args()
    lines = []
    if given.out.exists():
        lines = [json.loads(line) for line in given.out.read_text("utf-8").splitlines()]
    trees = {"before": given.before.resolve(), "after": given.after.resolve()}
    order = list(trees) if len(lines) % 2 == 0 else list(reversed(trees))
    line = {name: measured(trees[name], given) for name in order}
    lines.append(line)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    report(lines)


if __name__ == "__main__":
    main()
