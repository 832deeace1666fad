"""A position of Azul as plain text for a terminal, a log or a golden file."""

from typing import Any

from azulejos.games.azul.components import COLOURS


def board_text(position: dict[str, Any]) -> str:
    """Several lines, ASCII alone: the offer above, the players' boards below."""
    heaps = [f"{n}:{_letters(heap)}" for n, heap in enumerate(position["factories"], 1)]
    marker = "M" if position["marker_in_centre"] else ""
    head = f"Round {position['round']}, {position['phase']}"
    if position["turn"] is not None:
        head += f", player {position['turn']} to act"
    rows = [
        head,
        "  ".join(heaps),
        f"C:{marker}{_letters(position['centre'], '' if marker else '-')}",
        f"bag {_counts(position['bag'])}   lid {_counts(position['lid'])}",
    ]
    for player, board in enumerate(position["boards"]):
        first = ", first" if player == position["first"] else ""
        rows.append(f"player {player}: {board['score']} points{first}")
        for number, (line, wall) in enumerate(zip(board["lines"], board["wall"], strict=True), 1):
            tiles = (line["colour"] or "") * line["count"]
            wall_row = " ".join(space or "." for space in wall)
            rows.append(f"{tiles.rjust(number, '.').rjust(7)} | {wall_row}")
        rows.append(f"  floor {''.join(board['floor']) or '-'}")
    return "\n".join(rows)


def _letters(counts: list[int], nothing: str = "-") -> str:
    return "".join(letter * n for letter, n in zip(COLOURS, counts, strict=True)) or nothing


def _counts(counts: list[int]) -> str:
    return " ".join(f"{letter}{n}" for letter, n in zip(COLOURS, counts, strict=True))
