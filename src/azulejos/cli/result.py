"""How a game ended, in a table and a sentence."""

from collections.abc import Collection, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text


def standings(
    columns: Sequence[str], rows: Sequence[tuple[str, *tuple[int, ...]]], winners: Collection[int]
) -> RenderableType:
    """One row for each player or team: the name, then a number for each column."""
    grid = Grid(box=box.SIMPLE, show_edge=False, pad_edge=False)
    grid.add_column("")
    for column in columns:
        grid.add_column(column, justify="right")
    for player, (name, *numbers) in enumerate(rows):
        style = "bold" if player in winners else ""
        grid.add_row(name, *map(str, numbers), style=style)
    return Group(grid, "", Text(verdict([name for name, *_ in rows], winners), "bold"))


def verdict(names: Sequence[str], winners: Collection[int]) -> str:
    """Who won, in a sentence. A team's name is that of both partners, with a plus between."""
    won = [names[player] for player in sorted(winners)]
    if len(won) == 1:
        return f"{won[0]} {'win' if won[0] == 'You' or '+' in won[0] else 'wins'}."
    return f"{', '.join(won[:-1])} and {won[-1]} share the win."
