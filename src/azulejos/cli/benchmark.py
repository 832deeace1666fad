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
            if not isinstance(value, dict):
                others.add_row(name, case, _number(value))
            elif "moves_per_s" in value:
                games = value.get("games_per_s")
                rates.add_row(name, case, _number(value["moves_per_s"]), _number(games))
            else:
                for figure, number in value.items():
                    others.add_row(name, f"{case} {figure}", _number(number))
    return Group(rates, "", others)


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.2f}" if isinstance(value, float) and value < 100 else f"{value:,.0f}"
