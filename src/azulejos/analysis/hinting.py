"""A hint: where to look, which move, and why, judged as a review judges it.

The best move is found by equal search over what its player can know. Why it is better is said
against the move that comes to mind first, the greedy player's; where that is the best one, against
the next best.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from azulejos import games
from azulejos.analysis.judge import Judge, Judged
from azulejos.analysis.review import Reason
from azulejos.analysis.steps import Step
from azulejos.analysis.why import Explainer
from azulejos.core.game import TableGame

#: Visits of each of the moves that are compared.
VISITS = 2_000


@dataclass(frozen=True)
class Hint:
    """Help in one decision.

    where: what to look at, as the beginning of a move or as the game's `explaining.where` has it;
    None where a game does not say. instead: the move it was compared with, None if there is no
    other. why: what it is better in, None if nothing that can be counted. gain: how much of a win
    it is ahead, 0 where that is less than the error of the search.
    """

    move: str
    where: str | None
    instead: str | None
    why: Reason | None
    gain: float


def hint(game: TableGame[Any, Any], visits: int = VISITS, seed: int = 0) -> Hint:
    """Help for the player to act; ValueError where there is nothing to decide."""
    if game.turn is None or game.awaits_chance:
        raise ValueError("there is nothing to decide")
    judge = Judge(game, seed)
    states = np.frombuffer(bytearray(game.states.tobytes()), game.KERNEL.STATE)
    step = Step(0, 1, game.turn, -1, states, states, (game.turn,), game.round)
    choices = judge.choices(step)
    if choices is not None and len(choices) == 1:
        return _without_why(game, choices[0])
    judged = judge.decision(0, replace(step, action=judge.greedy(step)), visits)
    other = judged.second
    if judged.best.action == judged.played.action and other is not None:
        judged = judge.decision(0, replace(step, action=other.action), visits)
    if judged.best.action == judged.played.action:
        return _without_why(game, judged.best.action)
    return _explained(game, step, judged)


def _without_why(game: TableGame[Any, Any], action: int) -> Hint:
    move = str(game.MOVES[action])
    return Hint(move, _where(game, move), None, None, 0.0)


def _explained(game: TableGame[Any, Any], step: Step, judged: Judged) -> Hint:
    best, played = judged.best, judged.played
    reasons, _ = Explainer(game).explain(step, played, best)
    player = step.seen_by[0]
    gain = float(best.values[player] - played.values[player])
    move = str(game.MOVES[best.action])
    is_ahead = gain > judged.se
    return Hint(
        move,
        _where(game, move),
        str(game.MOVES[played.action]),
        reasons[0] if reasons and is_ahead else None,
        round(gain, 4) if is_ahead else 0.0,
    )


def _where(game: TableGame[Any, Any], move: str) -> str | None:
    own = games.spec(game.NAME).part("explaining")
    found: str | None = own.where(move) if own is not None and hasattr(own, "where") else None
    return found
