"""Points as they are shown: what a move has scored, and what each lay would."""

from typing import Any

import numpy as np

from azulejos import azul, games
from azulejos.core.kernel import play_if_legal, scores_of
from azulejos.games.azul import tally as azul_tally
from azulejos.games.azul.components import COLOURS, FLOOR_SPACES
from azulejos.web.tables import Game

Step = dict[str, Any]


def steps(game: Game, number: int) -> list[Step]:
    """What scored with entry `number`, in order: see each game's `tally`."""
    tally = _tally(game)
    found: list[Step] = tally.steps(game, number) if tally else []
    return found


def _tally(game: Game) -> Any:
    """A game's module `tally`; a game without one has nothing that scores step by step."""
    return games.spec(game.NAME).part("tally")


def sources(game: Game) -> list[dict[str, Any]]:
    """Where the points of a game came from, source by source, for each side."""
    tally = _tally(game)
    found = tally.sources(game) if tally else {}
    return [{"source": source, "points": points} for source, points in found.items()]


def result(game: Game) -> dict[str, Any] | None:
    """How a game ended, and the players' order: who is ahead on points, in Azul then on rows."""
    found = game._result()
    if found is None:
        return None
    rows = None
    if isinstance(game, azul.Game):
        walls = [board["wall"] for board in game.to_dict()["boards"]]
        rows = [sum(None not in row for row in wall) for wall in walls]
    standing = list(zip(found["scores"], rows or [0] * game.players, strict=True))
    order = sorted(range(game.players), key=lambda player: standing[player], reverse=True)
    return found | {"order": order, "rows": rows}


def points(game: Game, number: int) -> list[int]:
    """What entry `number` brought each player; empty if nothing scored."""
    scored = steps(game, number)
    gained = [0] * game.players
    for step in scored:
        gained[step["player"]] += step["points"]
    return gained if scored else []


def round_points(game: Game, number: int) -> list[int]:
    """What a round of Azul brought each player, with the entry that ended it; else empty."""
    return azul_tally.round_points(game, number) if isinstance(game, azul.Game) else []


def round_of(game: Game, number: int) -> int | None:
    """The round of Azul in which entry `number` was made."""
    if not isinstance(game, azul.Game):
        return None
    state = np.frombuffer(game._history[number].before, game.KERNEL.STATE)
    return int(state["round_number"][0])


def placed(game: Game, number: int) -> dict[str, Any] | None:
    """The position between an entry of Azul and what scored after it; None if nothing did.

    The tiles taken lie on their line, and the walls are as they were: from there the steps lead on.
    """
    if not isinstance(game, azul.Game) or not steps(game, number):
        return None
    move: azul.Move = game._history[number].made  # type: ignore[assignment]
    before = game.after(number).to_dict()
    if move.source is None or move.colour is None:
        return before  # a tile for the grey wall: its line is complete already
    colour = COLOURS.index(move.colour)
    board = before["boards"][before["turn"]]
    heap = before["factories"][move.source - 1] if move.source else before["centre"]
    falling = heap[colour]
    heap[colour] = 0  # it was the last heap of the round
    if not move.source and before["marker_in_centre"]:
        before |= {"marker_in_centre": False, "first": before["turn"]}
        board["floor"] = [*board["floor"], "M"][:FLOOR_SPACES]
    if move.line:
        line = board["lines"][move.line - 1]
        fitting = min(falling, move.line - line["count"])
        line |= {"colour": move.colour, "count": line["count"] + fitting}
        falling -= fitting
    kept = min(falling, FLOOR_SPACES - len(board["floor"]))
    board["floor"] = board["floor"] + [move.colour] * kept
    before["lid"][colour] += falling - kept
    return before


def gains(game: Game) -> dict[str, int]:
    """The points that each legal lay of Azuleo would give."""
    points = np.zeros(game.KERNEL.MAX_PLAYERS, np.int32)
    scores_of(game._states, points)
    had = points.copy()
    given = {}
    for move in game.legal_moves():
        if move.what == "lay":
            states = np.frombuffer(bytearray(game._memory), game.KERNEL.STATE)
            play_if_legal(states, move.action)
            scores_of(states, points)
            given[str(move)] = int((points - had)[game._memory[game._TURN_AT]])
    return given
