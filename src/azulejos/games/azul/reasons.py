"""Why a move or a deal is refused, in the words of the rules."""

from typing import Any

from azulejos.games.azul.components import COLOURS, TILES_A_FACTORY
from azulejos.games.azul.moves import Deal, Move
from azulejos.games.azul.rules import columns_for, factories, pending_line, row_of
from azulejos.games.azul.state import DEAL, OVER, TILING, count, total


def why_illegal(state: Any, move: Move) -> str:
    """The rule that an illegal move breaks in this state."""
    if state.phase == OVER:
        return "the game is over"
    if state.phase == DEAL:
        return "the factories have not been dealt yet"
    if state.phase == TILING:
        return _why_no_tiling(state, move)
    return _why_no_taking(state, move)


def _why_no_tiling(state: Any, move: Move) -> str:
    player = int(state.turn)
    line = pending_line(state, player)
    if move.column is None:
        return f"complete lines are tiled first; the tile of line {line + 1} needs a column"
    if move.line != line + 1:
        return f"lines are tiled from top to bottom, and line {line + 1} comes first"
    if row_of(int(state.wall[player]), line) >> (move.column - 1) & 1:
        return f"column {move.column} of row {move.line} is occupied"
    assert not columns_for(state, player, line) >> (move.column - 1) & 1
    return f"column {move.column} shows this colour already"


def _why_no_taking(state: Any, move: Move) -> str:
    if move.source is None or move.colour is None:
        return "walls are tiled only when the offer has ended"
    colour = COLOURS.index(move.colour)
    if move.source > factories(state):
        return f"with {state.players} players there are {factories(state)} factories"
    if count(int(state.sources[move.source]), colour) == 0:
        where = f"factory {move.source}" if move.source else "the centre"
        return f"{where} has no tile of colour {move.colour}"
    line = move.line - 1
    held = int(state.line_count[state.turn, line])
    if held == line + 1:
        return f"line {move.line} is complete and takes nothing more"
    if held > 0:
        return (
            f"line {move.line} takes one colour only, and holds "
            f"{COLOURS[state.line_colour[state.turn, line]]}"
        )
    return (
        f"row {move.line} of the wall shows {move.colour} already, so its line takes no more of it"
    )


def impossible_deal(state: Any, deal: Deal) -> str:
    """Why a deal cannot happen in this state; an empty text if it can."""
    if state.phase != DEAL:
        return "the game is over" if state.phase == OVER else "this is not the time to deal"
    if len(deal.groups) != factories(state):
        return f"expected {factories(state)} groups, one for each factory, not {len(deal.groups)}"
    bag = [count(int(state.bag), colour) for colour in range(len(COLOURS))]
    lid = [count(int(state.lid), colour) for colour in range(len(COLOURS))]
    left = total(int(state.bag)) + total(int(state.lid))
    for number, group in enumerate(deal.groups, 1):
        due = min(TILES_A_FACTORY, left)
        if len(group) != due:
            tiles = "1 tile" if due == 1 else f"{due} tiles"
            return f"factory {number} gets {tiles}, not {len(group)}"
        left -= due
        wanted = [group.count(letter) for letter in COLOURS]
        if sum(bag) < due:
            # The bag runs out here: its last tiles are all on this factory, the rest is the lid's.
            for colour, letter in enumerate(COLOURS):
                if wanted[colour] < bag[colour]:
                    return f"factory {number} must get the bag's last tiles, {letter} among them"
                wanted[colour] -= bag[colour]
            bag, lid = lid, [0] * len(COLOURS)
        for colour, letter in enumerate(COLOURS):
            if wanted[colour] > bag[colour]:
                return f"factory {number}: there are not so many tiles of colour {letter} left"
            bag[colour] -= wanted[colour]
    return ""
