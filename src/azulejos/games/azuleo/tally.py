"""Where points came from: every lay and blockade of a game, in the order they scored.

A step is plain data for whoever shows it: the ``player``, the ``field`` and the ``points``.
"""

from typing import Any

import numpy as np

from azulejos.core.kernel import play_if_legal
from azulejos.games.azuleo.components import POINT_OF
from azulejos.games.azuleo.game import Game
from azulejos.games.azuleo.moves import FIELD_NAMES, Move
from azulejos.games.azuleo.rules import POINTS_A_BLOCKADE
from azulejos.games.azuleo.state import BLOCKADE, FOUND, NO_COLOUR, STATE

Step = dict[str, Any]


def steps(game: Game, number: int) -> list[Step]:
    """What scored with entry `number` of a game: a lay or a blockade.

    Blockades that lay themselves at the beginning of the next turn are that player's.
    """
    _, made, _ = game._history[number]
    field = getattr(made, "field", None)
    if field is None:
        return []
    states = _states(game, number)
    fresh = np.flatnonzero((states["board"][1] == BLOCKADE) & (states["board"][0] != BLOCKADE))
    names = [name for name in (FIELD_NAMES[n] for n in fresh) if name != field]
    gained = int((states["score"][1] - states["score"][0]).sum())
    gained -= POINTS_A_BLOCKADE * len(names)
    mover, following = (int(turn) for turn in states["turn"])
    found = [{"player": mover, "field": field, "points": gained}]
    found += [{"player": following, "field": name, "points": POINTS_A_BLOCKADE} for name in names]
    return found


def sources(game: Game) -> dict[str, list[int]]:
    """Points of each side by where they came from.

    "pairs": combinations of two or three triangles; "azuleos": completed ones, with their bonus;
    "blockades".
    """
    found = {source: [0] * game.sides for source in ("pairs", "azuleos", "blockades")}
    for number in range(game.entries):
        made = game._history[number].made
        for place, step in enumerate(steps(game, number)):
            side, points = step["player"] % game.sides, step["points"]
            if place or not (isinstance(made, Move) and made.what == "lay"):
                found["blockades"][side] += points
                continue
            pairs = min(points, _without_azuleos(_states(game, number)[:1].copy(), made))
            found["pairs"][side] += pairs
            found["azuleos"][side] += points - pairs
    return found


def _states(game: Game, number: int) -> Any:
    """The states before and after an entry: (2,)."""
    last = number + 1 == game.entries
    after = bytes(game._memory) if last else game._history[number + 1].before
    return np.frombuffer(game._history[number].before + after, STATE)


def _without_azuleos(states: Any, lay: Move) -> int:
    """What a lay would give if it completed no azuleo, by the rules: changes the state (1,)."""
    state = states[0]
    before = int(state["score"].sum())
    assert lay.field is not None
    for point in POINT_OF[FIELD_NAMES.index(lay.field)]:
        if state["triangles"][point] == 3:
            # Where nothing lies, nothing is completed, and nothing else is combined.
            state["triangles"][point] = 0
            state["shown"][point] = NO_COLOUR
    state["claims"] = FOUND  # no blockade lays itself
    # Without another combination that matches it could not be laid, and it gives nothing.
    return int(state["score"].sum()) - before if play_if_legal(states, lay.action) else 0
