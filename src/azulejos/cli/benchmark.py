"""The figures of `azulejos.bench` as tables."""

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid


def figures(measured: dict[str, Any]) -> RenderableType:
    """A row of rates for each game and case; every other figure below, by its name."""
    rates = Grid(box=box.SIMPLE, show_edge=False, pad_edge=False)
    others = Grid.grid(padding=(0, 2))
    for heading in ("", "", "moves/s", "games/s"):
        rates.add_column(heading, justify="right" if heading else "left")
    for name, cases in measured.items():
        for case, value in cases.items():
            if isinstance(value, dict):
                moves, games = value.get("moves_per_s"), value.get("games_per_s")
                rates.add_row(name, case, _number(moves), _number(games))
            else:
                others.add_row(name, case, _number(value))
    return Group(rates, "", others)


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.2f}" if isinstance(value, float) and value < 100 else f"{value:,.0f}"
