"""Azul in the terminal."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from azulejos.cli.games import Game, Position, Table
from azulejos.cli.result import standings
from azulejos.cli.tiles import COLOUR_NAMES, TILE_WIDTH, Brush, indented
from azulejos.games.azul.components import COLOURS, FLOOR_LOSSES, LINES
from azulejos.games.azul.tiles import printed_colour

#: A player board: line number, five tiles, a bar, five tiles; padding and border around it.
BOARD_WIDTH = 2 + LINES * TILE_WIDTH + 3 + LINES * TILE_WIDTH + 4


class AzulTable(Table):
    name = "azul"
    chance = "deals"
    chance_phase = "deal"
    notation = (
        ("3B2", "take blue from factory 3, to pattern line 2"),
        ("CKF", "take black from the centre, to the floor line"),
        ("@34", "on a grey wall: line 3's tile to column 4"),
        ("=BBYR …", "with --deals manual: the tiles on each factory, - for an empty one"),
        ("", "Colours: B blue, Y yellow, R red, K black, W white."),
    )

    def questions(self, players: int) -> list[tuple[str, str, list[str]]]:  # noqa: ARG002
        return [("wall", "Which wall", ["coloured", "grey"])]

    def normalise(self, typed: str, phase: str) -> str:
        text = typed.upper().strip()
        if phase == self.chance_phase:
            return text if text.startswith("=") else f"={text}"
        return "".join(text.split())

    def board(
        self, view: Position, names: Sequence[str], brush: Brush, width: int
    ) -> RenderableType:
        boards_a_row = max(1, min(view["players"], width // BOARD_WIDTH))
        boards = Grid.grid(padding=(0, 1, 0, 0))
        panels = [_player(view, player, names, brush) for player in range(view["players"])]
        for start in range(0, len(panels), boards_a_row):
            boards.add_row(*panels[start : start + boards_a_row])
        return Group(_headline(view, width), _factories(view, brush), _centre(view, brush), boards)

    def request(self, view: Position, names: Sequence[str]) -> str:  # noqa: ARG002
        if view["phase"] == "deal":
            return f"the deal of round {view['round']}, such as BBYR KWWB …"
        if view["phase"] == "tiling":
            line = _line_to_tile(view)
            colour = COLOUR_NAMES[view["boards"][view["turn"]]["lines"][line]["colour"]]
            return f"a column for the {colour} tile of line {line + 1}, such as @{line + 1}1"
        return "your move"

    def moves(self, game: Game) -> list[tuple[str, list[str]]]:
        texts = sorted((str(move) for move in game.legal_moves()), key=_reading_order)
        position = game.to_dict()
        if position["phase"] == "tiling":
            return [(f"line {texts[0][1]}", texts)]
        return [
            (_taken(position, together), list(group))
            for together, group in groupby(texts, lambda text: text[:2])
        ]

    def story(
        self, move: str, before: Position, after: Position, names: Sequence[str]
    ) -> list[str]:
        if move.startswith("="):
            return []
        player = before["turn"]
        lines = [f"{names[player]}: {move}, {_deed(move, before)}"]
        if after["round"] > before["round"]:
            lines.append(_round_end(before, after, names))
        return lines

    def result(
        self, final: Position, winners: Sequence[int], names: Sequence[str]
    ) -> RenderableType:
        rows = [
            (names[player], *bonuses(board["wall"]), board["score"])
            for player, board in enumerate(final["boards"])
        ]
        return standings(("rows", "columns", "colours", "points"), rows, winners)


def _reading_order(text: str) -> tuple[str, int, str]:
    """Factories first and the centre last; within them by colour, then by line."""
    if text.startswith("@"):
        return (text, 0, "")
    return (text[0], COLOURS.index(text[1]), text[2])


def _headline(view: Position, width: int) -> Text:
    left = f"Azul, round {view['round']}"
    right = f"bag {sum(view['bag'])}, lid {sum(view['lid'])}"
    return Text(left + right.rjust(min(width, 80) - len(left)), "bold")


def _letters(counts: Sequence[int]) -> str:
    return "".join(letter * count for letter, count in zip(COLOURS, counts, strict=True))


def _factories(view: Position, brush: Brush) -> Text:
    """All factories side by side: a number, and two rows of two tiles each."""
    rows = [Text(), Text(), Text()]
    for number, counts in enumerate(view["factories"], 1):
        letters = _letters(counts)
        rows[0].append(f"{number:^{2 * TILE_WIDTH}}", "bold" if letters else "dim")
        rows[1].append_text(_padded(brush, letters[:2]))
        rows[2].append_text(_padded(brush, letters[2:]))
        for row in rows:
            row.append("  ")
    return Text("\n").join(indented(row, 1) for row in rows)


def _padded(brush: Brush, letters: str) -> Text:
    text = brush.tiles(letters)
    for _ in range(2 - len(letters)):
        text.append_text(brush.space())
    return text


def _centre(view: Position, brush: Brush) -> Text:
    text = Text().append(" C ", "bold").append("centre  ")
    if view["marker_in_centre"]:
        text.append_text(brush.tile("M")).append("  ")
    for letter, count in zip(COLOURS, view["centre"], strict=True):
        if count:
            text.append_text(brush.tile(letter)).append(f"{brush.glyph('×', 'x')}{count}  ", "bold")
    if not view["marker_in_centre"] and not any(view["centre"]):
        text.append("empty", "dim")
    return text


def _player(view: Position, player: int, names: Sequence[str], brush: Brush) -> Panel:
    """A player board, low enough for four of them on a small screen: the floor line is its edge."""
    board = view["boards"][player]
    bar = brush.glyph(" │ ", " | ")
    lines = []
    for row, line in enumerate(board["lines"]):
        text = Text().append(f"{row + 1} ", "bold").append(" " * (TILE_WIDTH * (LINES - 1 - row)))
        for _ in range(row + 1 - line["count"]):
            text.append_text(brush.space())
        text.append_text(brush.tiles((line["colour"] or "") * line["count"])).append(bar, "dim")
        for column, letter in enumerate(board["wall"][row]):
            if letter:
                text.append_text(brush.tile(letter))
            elif view["wall"] == "grey":
                text.append(f" {column + 1} ", "dim")
            else:
                text.append_text(brush.hint(printed_colour(row, column)))
        lines.append(text)
    to_act = player == view["turn"]
    title = f"{'> ' if to_act else ''}{names[player]}: {board['score']}"
    return Panel(
        Group(*lines),
        title=Text(title, "bold reverse" if to_act and not brush.plain else "bold not dim"),
        title_align="left",
        subtitle=_floor(board["floor"], brush),
        subtitle_align="left",
        border_style="" if to_act else "dim",
        width=BOARD_WIDTH,
    )


def _floor(floor: Sequence[str], brush: Brush) -> Text:
    """The floor line: its tiles, what each free space would cost, and the cost so far."""
    text = Text().append("F ", "bold not dim").append_text(brush.tiles("".join(floor)))
    for cost in FLOOR_LOSSES[len(floor) :]:
        text.append(f"-{cost} ", "dim")
    return text.append(f" = {-sum(FLOOR_LOSSES[: len(floor)])}", "bold not dim" if floor else "dim")


def _line_to_tile(view: Position) -> int:
    """The topmost complete line of the player to act: the one being tiled. From 0."""
    lines = view["boards"][view["turn"]]["lines"]
    return next(row for row, line in enumerate(lines) if line["count"] == row + 1)


def _source(position: Position, letter: str) -> tuple[str, Sequence[int]]:
    if letter == "C":
        return "the centre", position["centre"]
    return f"factory {letter}", position["factories"][int(letter) - 1]


def _taken(position: Position, text: str) -> str:
    """What a move that starts with this source and colour takes."""
    place, counts = _source(position, text[0])
    return f"{counts[COLOURS.index(text[1])]} {COLOUR_NAMES[text[1]]} from {place}"


def _deed(move: str, before: Position) -> str:
    """A move in words."""
    lines = before["boards"][before["turn"]]["lines"]
    if move.startswith("@"):
        colour = COLOUR_NAMES[lines[int(move[1]) - 1]["colour"]]
        return f"{colour} from line {move[1]} to column {move[2]}"
    words = _taken(before, move)
    if move[0] == "C" and before["marker_in_centre"]:
        words += " with the marker"
    if move[2] == "F":
        return f"{words}, to the floor"
    line = int(move[2])
    count = _source(before, move[0])[1][COLOURS.index(move[1])]
    room = line - lines[line - 1]["count"]
    spilt = f", {count - room} to the floor" if count > room else ""
    return f"{words}, to line {line}{spilt}"


def _round_end(before: Position, after: Position, names: Sequence[str]) -> str:
    """The scores after a round; on the coloured wall also what the round brought."""
    told = []
    for name, old, new in zip(names, before["boards"], after["boards"], strict=True):
        change = f" ({new['score'] - old['score']:+d})" if before["wall"] == "coloured" else ""
        told.append(f"{name} {new['score']}{change}")
    return f"Round {before['round']} is over: {', '.join(told)}"


def bonuses(wall: Sequence[Sequence[str | None]]) -> tuple[int, int, int]:
    """Complete rows, columns and colours."""
    rows = sum(all(row) for row in wall)
    columns = sum(all(column) for column in zip(*wall, strict=True))
    colours = sum(sum(row.count(letter) for row in wall) == LINES for letter in COLOURS)
    return rows, columns, colours


#: The game's table.
TABLE = AzulTable
