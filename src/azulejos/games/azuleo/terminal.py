"""Azuleo in the terminal."""

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from azulejos.cli.games import Game, Position, Table
from azulejos.cli.result import standings
from azulejos.cli.tiles import TILE_WIDTH, Brush
from azulejos.games.azuleo.components import DOTTED, FIELD, FIELD_IN, MISSING
from azulejos.games.azuleo.moves import FIELD_NAMES
from azulejos.games.azuleo.position import UNSEEN
from azulejos.games.azuleo.rules import POINTS_A_BLOCKADE, SWAPS_IN_A_ROW

#: A field is two rows of two triangles.
FIELD_WIDTH = 2 * TILE_WIDTH

#: With so few turns of each side left, players are told that the game ends without a lay.
FEW_TURNS = 10


class AzuleoTable(Table):
    name = "azuleo"
    chance = "draws"
    chance_phase = "draw"
    notation = (
        ("c4RYBG", "lay a cross on c4: its colours clockwise from the top left, as it lies"),
        ("#c4", f"claim that no cross can ever lie on c4 (a blockade: {POINTS_A_BLOCKADE:+d})"),
        ("~RY", "swap the plate red-yellow for a new one"),
        ("-", "pass"),
        ("^RYBG", "with --exchange: show a cross and exchange it"),
        (
            "+RYBG %RY",
            "with --draws manual: the cross or plate that was drawn (+? for one not seen)",
        ),
        ("", "Colours: R red, Y yellow, B blue, G green."),
    )

    def questions(self, players: int) -> list[tuple[str, str, list[str]]]:
        if players > 1:
            return []
        return [("mode", "Fill the board, or play for the highest score", ["fill", "score"])]

    def normalise(self, typed: str, phase: str) -> str:
        text = "".join(typed.split()).upper()
        if phase == self.chance_phase and text[:1] not in "+%":
            return f"%{text}" if len(text) == 2 else f"+{text}"
        return re.sub(r"^#?[A-Z](?=\d)", lambda field: field[0].lower(), text)

    def board(
        self,
        view: Position,
        names: Sequence[str],
        brush: Brush,
        width: int,  # noqa: ARG002
    ) -> RenderableType:
        grid = Grid.grid(padding=(0, 3, 0, 0))
        grid.add_row(_fields(view, brush), Group(*_sides(view, names, brush), _supply(view, brush)))
        return grid

    def request(self, view: Position, names: Sequence[str]) -> str:
        if view["phase"] == "start":
            return f"the start cross to a dotted field, such as {_dotted(view)}{view['start']}"
        if view["phase"] != "draw":
            return "your move"
        pending = view["pending"]
        if pending["for"] == "start":
            return "the start cross as drawn, such as RYBG"
        owner = _owner(view, pending["side"], names)
        if pending["for"] in ("plates", "swap"):
            return f"the plate for {owner}, such as RY"
        return f"the cross for {owner}, such as RYBG, or +? if unseen"

    def moves(self, game: Game) -> list[tuple[str, list[str]]]:
        position = game.to_dict()
        groups: dict[str, list[str]] = {}
        for text in map(str, game.legal_moves()):
            if text.startswith("#"):
                if position["options"]["claims"] == "found":
                    continue  # to be found by the player
                label = "claim"
            elif text[0] in "~^-":
                label = {"~": "swap", "^": "exchange", "-": "pass"}[text[0]]
            else:
                label = text[:2]
                if _lays_for_points(text, position):
                    trial = game.copy()
                    trial.play(text)
                    text += f" {_gain(position, trial.to_dict()):+d}"
            groups.setdefault(label, []).append(text)
        return sorted(groups.items(), key=lambda group: (len(group[0]) > 2, group[0]))

    def story(
        self, move: str, before: Position, after: Position, names: Sequence[str]
    ) -> list[str]:
        told = []
        if move[0] not in "+%":
            player = before["turn"]
            told.append(f"{names[player]}: {move}, {_deed(move, before)}")
            if _lays_for_points(move, before):
                told[0] += f", {_gain(before, after):+d}"
        blocked = [field for field in _blockades(after) if field not in _blockades(before)]
        if blocked and not move.startswith("#"):  # claims="automatic"
            owner = _owner(after, after["turn"], names)
            points = POINTS_A_BLOCKADE * len(blocked)
            told.append(f"{owner}: {', '.join(blocked)} blocked, {points:+d}")
        return told

    def result(
        self, final: Position, winners: Sequence[int], names: Sequence[str]
    ) -> RenderableType:
        crosses = sum(len(field or "") == 4 for row in final["board"] for field in row)
        if final["options"]["mode"] == "fill":
            end = "The board is full. Well done!" if winners else "Nothing in hand fits any more."
            return Text(f"{end} {crosses} crosses laid.", "bold")
        if final["options"]["mode"] == "score":
            return Text(f"Final score: {final['sides'][0]['score']}.", "bold")
        rows = [
            (_owner(final, index, names), side["score"])
            for index, side in enumerate(final["sides"])
        ]
        return standings(("points",), rows, {_side(final, player) for player in winners})

    def hides(self, view: Position) -> bool:
        return any(isinstance(side["hand"], int) for side in view["sides"])

    def together(self, view: Position, one: int, other: int) -> bool:
        return _side(view, one) == _side(view, other) or bool(view["options"]["open_hands"])


def _side(position: Position, player: int) -> int:
    return player % len(position["sides"])


def _owner(position: Position, player: int, names: Sequence[str]) -> str:
    """A side's name: the player's, or both partners'."""
    side = _side(position, player)
    return " + ".join(names[side :: len(position["sides"])])


def _dotted(position: Position) -> str:
    """The first dotted field."""
    shape = position["options"]["board"]
    return next(
        _name(row, letters.index(DOTTED)) for row, letters in enumerate(shape) if DOTTED in letters
    )


def _name(row: int, column: int) -> str:
    """The name of a field."""
    return FIELD_NAMES[FIELD_IN[row][column]]


def _lays_for_points(move: str, before: Position) -> bool:
    return move[0].isalpha() and before["phase"] == "turn" and before["options"]["mode"] != "fill"


def _blockades(position: Position) -> list[str]:
    return [
        _name(row, column)
        for row, fields in enumerate(position["board"])
        for column, field in enumerate(fields)
        if field == "#"
    ]


def _gain(before: Position, after: Position) -> int:
    """The points that a lay brought, without the blockades that open the own next turn."""
    side = _side(before, before["turn"])
    gain: int = after["sides"][side]["score"] - before["sides"][side]["score"]
    if after["turn"] is not None and _side(after, after["turn"]) == side:
        gain -= POINTS_A_BLOCKADE * (len(_blockades(after)) - len(_blockades(before)))
    return gain


def _deed(move: str, before: Position) -> str:
    if move.startswith("#"):
        return f"a blockade, {POINTS_A_BLOCKADE:+d}"
    if move.startswith("~"):
        return "a plate swapped"
    if move.startswith("^"):
        return "a cross shown and exchanged"
    if move == "-":
        return "passes"
    return "the start cross" if before["phase"] == "start" else f"a cross on {move[:2]}"


def _cross(brush: Brush, colours: str) -> tuple[Text, Text]:
    """The two rows of a cross; colours clockwise from the north-west, "?" if it is not seen."""
    colours = colours if len(colours) == 4 else colours * 4
    return brush.tiles(colours[:2]), brush.tiles(colours[3] + colours[2])


def _fields(view: Position, brush: Brush) -> Text:
    """The board: fields between thin lines, letters above, numbers to the left."""
    board = view["board"]
    shape = view["options"]["board"]
    if any(any(row) for row in board):  # the dots have done their duty
        shape = [row.replace(DOTTED, FIELD) for row in shape]
    width = len(board[0])
    wall = brush.glyph("│", "|")
    letters = " ".join(f"{_name(0, column)[0]:^{FIELD_WIDTH}}" for column in range(width))
    text = Text().append(f"  {letters}", "bold")
    for row, fields in enumerate(board):
        cells = [_field(brush, fields[c], shape[row][c]) for c in range(width)]
        for half in range(2):
            text.append("\n").append(f"{row + 1} " if half == 0 else "  ", "bold")
            for column, cell in enumerate(cells):
                text.append_text(cell[half]).append(wall if column < width - 1 else "", "dim")
        if row < len(board) - 1:
            text.append("\n  ").append_text(_rule(board, row, brush))
    return text


def _field(brush: Brush, field: str | None, shape: str) -> tuple[Text, Text]:
    if field == "#":
        return brush.tiles("##"), brush.tiles("##")
    if field:
        return _cross(brush, field)
    pattern = {DOTTED: " o  o ", MISSING: "//////"}.get(shape, " " * FIELD_WIDTH)
    return Text(pattern, "dim"), Text(pattern, "dim")


def _rule(board: Sequence[Sequence[str | None]], row: int, brush: Brush) -> Text:
    """The line below a row of fields; where it crosses an azuleo stands a diamond."""
    text = Text()
    for column in range(len(board[0])):
        text.append(brush.glyph("─", "-") * FIELD_WIDTH, "dim")
        if column < len(board[0]) - 1:
            around = [board[r][c] for r in (row, row + 1) for c in (column, column + 1)]
            azuleo = all(len(field or "") == 4 for field in around)
            text.append(brush.glyph("◆", "*") if azuleo else brush.glyph("┼", "+"), "dim")
    return text


def _sides(view: Position, names: Sequence[str], brush: Brush) -> list[RenderableType]:
    """For each side its name and score, hand and plates."""
    turn = view["turn"]
    fill = view["options"]["mode"] == "fill"
    shown: list[RenderableType] = []
    for index, side in enumerate(view["sides"]):
        to_act = turn is not None and _side(view, turn) == index
        name = f"{'> ' if to_act else ''}{_owner(view, index, names)}"
        title = name if fill else f"{name}: {side['score']}"
        shown.append(Text(title, "bold reverse" if to_act and not brush.plain else "bold"))
        shown += _hand(side["hand"], brush)
        if not fill:
            plates = Text("plates  ").append_text(
                Text("  ").join(brush.tiles(pair) for pair in side["plates"])
            )
            if side["swaps"]:
                plates.append(f"  swaps {side['swaps']}/{SWAPS_IN_A_ROW}", "dim")
            shown.append(plates)
        shown.append("")
    return shown


def _hand(hand: int | Sequence[str], brush: Brush) -> list[RenderableType]:
    if isinstance(hand, int):
        return [Text(f"{hand} cross{'es' if hand != 1 else ''}, face down", "dim")]
    crosses = [_cross(brush, kind) for kind in hand]
    return [
        Text("  ").join(upper for upper, _ in crosses),
        Text("  ").join(lower for _, lower in crosses),
        Text("  ".join(f"{kind:^{FIELD_WIDTH}}" for kind in hand), "dim"),
    ]


def _supply(view: Position, brush: Brush) -> RenderableType:
    """What is left on the table."""
    lines: list[RenderableType] = []
    if view["start"]:
        upper, lower = _cross(brush, view["start"])
        lines += [upper.append("  start cross"), lower.append(f"  {view['start']}"), ""]
    left = f"crosses left: {_crosses_left(view)}"
    if view["options"]["mode"] != "fill":
        blockades = "no limit" if view["blockades"] is None else view["blockades"]
        left += f"\nplates left: {_count(view['plate_supply'])}\nblockades left: {blockades}"
    lines.append(Text(left, "dim"))
    turns = _turns_left(view)
    if turns is not None:
        each = f"{turns} more turn{'s' if turns != 1 else ''} of each side"
        lines.append(Text(f"The game ends after {each}\nin which nobody lays a cross."))
    return Group(*lines)


def _turns_left(view: Position) -> int | None:
    """How many turns of each side end the game if nobody lays: only when it is soon, and begun."""
    sides = len(view["sides"])
    left = view["options"]["idle_limit"] - view["idle"] // sides
    soon = view["phase"] != "over" and view["idle"] >= sides and left <= FEW_TURNS
    return left if soon else None


def _crosses_left(view: Position) -> int:
    """The crosses to draw; counts by kind include those that are held unseen."""
    left = _count(view["supply"])
    if isinstance(view["supply"], dict):
        left -= sum(side["hand"].count(UNSEEN) for side in view["sides"])
    return left


def _count(supply: int | dict[str, int]) -> int:
    return supply if isinstance(supply, int) else sum(supply.values())


#: The game's table.
TABLE = AzuleoTable
