"""Speed of the same search on all cores and on a GPU, one position a thread.

Searches positions of two-player Azul with untrained networks of the sizes that ship: on all cores,
then as one GPU kernel, compiled from the very same code. Needs an NVIDIA GPU and azulejos[cuda].

    python tools/compare_gpu_search.py [--visits 64] [--games 8192 32768]
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from azulejos import batch
from azulejos.batch.cores import core_count
from azulejos.batch.cuda import cuda, why_not
from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.games.azul import features as encoder
from azulejos.games.azul import kernel
from azulejos.nets.network import Networks, packed, untrained
from azulejos.search.tree import Tree, best_action, new_tree
from azulejos.search.workspace import Workspace, new_workspace, workspace_dtype

NETWORKS = Networks(
    untrained(encoder.FEATURES, encoder.SIDE_FEATURES, 0, 256, 32, seed=1),
    untrained(encoder.FEATURES, encoder.SIDE_FEATURES, encoder.ACTION_FEATURES, 128, 32, seed=2),
)
SEARCH = LEARNED_CONFIGS["azul"]
#: Children a node has at the most below the root, and room for the root's.
CHILDREN, ROOT_CHILDREN = 16, 256
BLOCK = 64


def positions(n: int) -> Any:
    """States some moves into their first round (n, 1)."""
    states = batch.new("azul", n, seed=11)
    batch.resolve_chance(states)
    for _ in range(4):
        batch.step(states, batch.choices(states))
    return states.reshape(n, 1)


def on_cores(states: Any, visits: int) -> float:
    """Positions a second on all cores."""

    def work(part: Any) -> None:
        tree = new_tree(ROOT_CHILDREN + visits * CHILDREN)
        workspace = new_workspace(kernel, NETWORKS)
        for i in range(len(part)):
            best_action(tree, workspace, part[i], SEARCH, i, visits)

    work(states[:2])  # compiles
    parts = np.array_split(states, 8 * core_count())
    begun = time.perf_counter()
    with ThreadPoolExecutor(core_count()) as pool:
        list(pool.map(work, parts))
    return len(states) / (time.perf_counter() - begun)


def _search_each(
    trees: Tree, buffers: Any, networks: Any, states: Any, search: Any, visits: int, out: Any
) -> None:
    """The GPU's entry point: all but the networks have a row for each thread."""
    i = cuda.grid(1)
    if i >= len(out):
        return
    tree = Tree(trees.used[i], trees.links[i], trees.numbers[i])
    out[i] = best_action(
        tree, Workspace(buffers[i], networks[0], networks[1]), states[i], search, i, visits
    )


def on_gpu(states: Any, visits: int) -> tuple[float, Any]:
    """Positions a second on the GPU, and the actions chosen."""
    n = len(states)

    def rows_of(array: Any) -> Any:
        """A row for each thread, as one thread begins."""
        return cuda.to_device(np.repeat(array[None], n, axis=0))

    def sent(weights: Any) -> Any:
        arrays = {name: cuda.to_device(getattr(weights, name)) for name in weights._fields[:3]}
        return weights._replace(**arrays)

    trees = Tree(*map(rows_of, new_tree(ROOT_CHILDREN + visits * CHILDREN)))
    buffers = cuda.to_device(np.zeros(n, workspace_dtype(kernel)))
    networks = tuple(sent(packed(network)) for network in NETWORKS)
    there, out = cuda.to_device(states), cuda.to_device(np.zeros(n, np.int32))
    search = cuda.jit(_search_each)
    took = 0.0
    for _ in range(2):  # the first compiles
        begun = time.perf_counter()
        search[-(-n // BLOCK), BLOCK](trees, buffers, networks, there, SEARCH, visits, out)
        cuda.synchronize()
        took = time.perf_counter() - begun
    return n / took, out.copy_to_host()


def main() -> None:
    """Print positions a second of both."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--visits", type=int, default=64)
    options.add_argument("--games", type=int, nargs="+", default=[8192, 32768])
    given = options.parse_args()
    if why_not():
        raise SystemExit(why_not())
    states = positions(max(given.games))
    print(
        f"{core_count()} cores: {on_cores(states, given.visits):,.0f} positions a second",
        flush=True,
    )
    for games in given.games:
        speed, _ = on_gpu(states[:games], given.visits)
        print(f"GPU, {games} games at a time: {speed:,.0f} positions a second", flush=True)


if __name__ == "__main__":
    main()
