"""The journeys in docs/architecture.md: every function there is called by one told above it.

Compiled code cannot be followed while it runs, so these look at what the functions' code names. A
browser move is followed on its way in tests/web/test_one_way.py.
"""

import inspect
import re
import types
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
#: Where the functions of each journey are, the nearest first.
MODULES = {
    "A browser move": (
        *("web.guard", "web.api.short_ways", "web.api.play", "web.table_service"),
        *("web.table_loader", "web.tables", "web.storage.store", "web.live"),
    ),
    "A bot's move": (
        *("web.bot_turns", "web.bot_runner", "web.fair_pool", "bots.players", "search.analysis"),
        *("search.tree", "search.evaluators"),
    ),
    "A batched step": ("envs.vector", "batch.cores", "batch.episodes", "batch.rewards"),
}


def told(journey: str) -> list[str]:
    """The functions of a journey, as the architecture tells them."""
    part = TEXT[TEXT.index(f"### {journey}") :].split("\n##")[0]
    return re.findall(r"^\| \d+ \| `([\w.]+)`", part, re.MULTILINE)


def found(journey: str, name: str) -> object:
    """A function by its name or its class's and its own."""
    for module in MODULES[journey]:
        value: object = import_module(f"azulejos.{module}")
        try:
            for part in name.split("."):
                value = inspect.getattr_static(value, part)
        except AttributeError:
            continue
        if not isinstance(value, types.ModuleType):
            return value
    raise AssertionError(f"{name} is in none of {MODULES[journey]}")


def named_in(function: object) -> set[str]:
    """All names that a function's code, compiled or not, and the functions within it use."""

    def within(code: types.CodeType) -> Iterator[str]:
        yield from code.co_names
        yield from code.co_freevars
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                yield from within(constant)

    plain = getattr(function, "py_func", function)
    plain = plain.func if isinstance(plain, partial) else plain
    code = getattr(inspect.unwrap(plain), "__code__", None)
    return set() if code is None else set(within(code))


@pytest.mark.parametrize("journey", ["A bot's move", "A batched step"])
def test_every_function_is_named_by_one_above_it(journey: str) -> None:
    way = told(journey)
    assert len(way) > 10
    known: set[str] = set()
    for number, name in enumerate(way):
        function = found(journey, name)
        own = name.rpartition(".")[2]
        assert number == 0 or own in known, f"nothing above calls {name}"
        known |= named_in(function)


def test_a_browser_move_passes_ten_functions_at_most() -> None:
    way = told("A browser move")
    assert 5 < len(way) <= 10
    assert all(found("A browser move", name) for name in way)


def test_what_is_told_of_search_is_what_a_search_is() -> None:
    """Every compiled function that a visit passes through is told, but for the nodes' own."""
    from azulejos.search import tree

    own = {name for name, value in vars(tree).items() if hasattr(value, "py_func")}
    called = named_in(tree._descend) & own
    assert called - set(told("A bot's move")) <= {
        *("_best_legal_child", "_find_legal", "_mark_possible"),  # of hidden hands
        *("evaluate_leaf", "margin_of"),
    }
