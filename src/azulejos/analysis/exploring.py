"""Exploring a game: from any position moves are tried for all sides, and chance is given by hand.

A position is explored along a line: a position in which all that chance gives comes from outside,
and the moves and draws made from there. Beside it, analyses grow more exact as long as somebody
looks (`deepen`).
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from azulejos import bots, games
from azulejos.analysis.judge import Judge
from azulejos.analysis.objective import Objective, result_in
from azulejos.bots.players import SearchingPlayer
from azulejos.core.errors import IllegalMove
from azulejos.core.game import TableGame

Game = TableGame[Any, Any]

#: Entries of a line: more than almost any game has.
MOST_MOVES = 600
#: Visits in which all moves are looked at, and nodes that this may take.
FIRST_VISITS, NODES = 4_000, 1 << 18
#: Visits of an analysis in all, and those of each move compared for which its tree has room.
MOST_VISITS, VISITS_OF_A_TREE = 200_000, 10_000
#: Visits of each move compared, at first, between two times that something is told.
FIRST_BATCH = 32
#: Milliseconds after which an analysis tells what it has found.
PIECE = 50.0


class Line(NamedTuple):
    """A position as one line of text, and what was done from there, as the record writes it."""

    position: str
    moves: list[str]


def begun(game: str, position: str | Mapping[str, Any]) -> Game:
    """The game in a position, chance to be given from outside; PositionError if it cannot be."""
    kind = games.spec(game).Game
    read = kind.from_text if isinstance(position, str) else kind.from_dict
    found: Game = read(position, **{kind.CHANCE_OPTION: "manual"})
    return found


def followed(game: str, position: str | Mapping[str, Any], moves: Sequence[str]) -> Game:
    """The game after a line; PositionError or IllegalMove, which names the entry, if it cannot be.

    The last entry is the move that is being tried: what is wrong with it needs no place.
    """
    found = begun(game, position)
    for number, move in enumerate(moves, 1):
        try:
            found.play(move)
        except IllegalMove as error:
            place = () if number == len(moves) else (f"moves[{number - 1}]",)
            raise IllegalMove(error.reason, *place, move) from error
    return found


def sampled(game: Game, seed: int | None = None) -> list[str]:
    """What chance may give now, up to the next decision; nothing where it is not due."""
    if not game.awaits_chance:
        return []
    drawn = type(game).from_dict(  # type: ignore[attr-defined]
        game.to_dict(), seed, **{game.CHANCE_OPTION: "auto"}
    )
    moves: list[str] = drawn.record()["moves"]
    return moves


def line_of(game: Game, at: int) -> tuple[Line, int]:
    """The line of a whole game, and where in it the first `at` entries of its record have led to.

    It begins with the first decision. Of a game that is too long it is the part from there on.
    """
    record = game.record()
    moves: list[str] = record["moves"]
    follower = type(game).begun_by(record)
    first = 0
    while first < len(moves) and moves[first].startswith(game.CHANCE_MARKS):
        first += 1
    if len(moves) - first > MOST_MOVES:
        first = max(at, first)
    for move in moves[:first]:
        follower.repeat(move)
    return Line(follower.to_text(), moves[first : first + MOST_MOVES]), max(at - first, 0)


def deepen(
    game: Game, *, evaluator: str | None = None, multipv: int = 5, visits: int = MOST_VISITS
) -> Iterator[dict[str, Any]]:
    """Analyses of a position, each a little more exact than the one before, as plain data.

    First the strongest player looks at all moves. Then the best of them are compared by equal
    search, as in a review: a move that a search dislikes it visits too seldom to say how much worse
    it is. The data are as the engine answers (docs/engine.md), but for `values`: shares of the win
    without the part that stands for points. `proven`: the best move's are facts; `done`: nothing
    more will come.
    """
    name, turn = game.NAME, game.turn
    assert turn is not None
    strongest = bots.with_evaluator(f"level:{len(bots.LEVELS[name])}", name, evaluator)
    player = bots.make(strongest, name)
    assert isinstance(player, SearchingPlayer), "the highest level of every game searches"
    judge = Judge(game, seed=0)
    told: dict[str, Any] = {}
    actions: list[int] = []
    first = min(visits, FIRST_VISITS)
    for found in player.deepen(game, piece=PIECE, visits=first, nodes=NODES, multipv=multipv):
        told = _of_player(found, judge.objective, turn)
        actions = [variation.move.action for variation in found.variations]
        yield told
    if not told["proven"] and len(actions) > 1:
        for told in _compared(game, judge, turn, actions, visits):
            yield told
    yield told | {"done": True}


def _compared(
    game: Game, judge: Judge, turn: int, actions: list[int], visits: int
) -> Iterator[dict[str, Any]]:
    """These actions by equal search, so many visits in all, a piece more each time."""
    searches = [judge.after(game.states, action, turn, VISITS_OF_A_TREE) for action in actions]
    batch, made = FIRST_BATCH, 0
    while made < visits:
        begun = time.perf_counter()
        for search in searches:
            search.visit(batch)
        made += batch * len(searches)
        passed = 1000 * (time.perf_counter() - begun)
        if passed < PIECE / 2:
            batch *= 2
        elif passed > 2 * PIECE and batch > FIRST_BATCH:
            batch //= 2
        lines = [judge.found(search, game.states, search.visits) for search in searches]
        lines.sort(key=lambda line: -float(line.values[turn]))
        variations = [
            {
                "move": str(game.MOVES[line.action]),
                **_values(line.values.tolist(), line.margin),
                "visits": line.visits,
                "pv": [str(game.MOVES[action]) for action in line.line],
            }
            for line in lines
        ]
        yield _with_best(variations, made, is_proven=False)


def _of_player(analysis: bots.Analysis, objective: Objective, turn: int) -> dict[str, Any]:
    """What a player has found, as shares of the win."""
    variations = [
        {
            "move": str(variation.move),
            **_values(
                objective.shares(np.asarray(variation.values), variation.margin, turn).tolist(),
                variation.margin,
            ),
            "visits": variation.visits,
            "pv": [str(move) for move in variation.pv],
        }
        for variation in analysis.variations
    ]
    result = result_in(analysis.values[turn]) if analysis.is_proven else None
    if result is not None:
        share, margin = result
        values = [1.0 - share] * len(analysis.values)
        values[turn] = share
        variations[0] |= _values(values, margin)
    return _with_best(variations, analysis.visits, is_proven=result is not None)


def _values(values: Sequence[float], margin: float) -> dict[str, Any]:
    return {"values": [round(value, 4) for value in values], "margin": round(margin, 2)}


def _with_best(variations: list[dict[str, Any]], visits: int, *, is_proven: bool) -> dict[str, Any]:
    """An analysis: the position is worth what its best move is."""
    best = {key: variations[0][key] for key in ("move", "values", "margin")}
    more = {"visits": visits, "proven": is_proven, "done": False}
    return {**best, **more, "variations": variations}
