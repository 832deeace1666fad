"""One game of the arena: set up, played to its end, and returned as plain data.

An entrant that crashes, hangs, gives a malformed answer or an illegal move loses this game only.
"""

import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Protocol

from azulejos.arena.schedule import Contest, Task
from azulejos.bots import PlayerFailed
from azulejos.core.errors import IllegalMove, MalformedMove

#: Characters of a reason that are kept: what an entrant sends has no limit.
REASON_LENGTH = 500

Outcome = dict[str, Any]


class Player(Protocol):
    """The interface of an entrant."""

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any: ...
    def close(self) -> None: ...


#: Makes the player of a spec ("level:5") for a game, by its name, by keyword `seed`.
Make = Callable[..., Player]


class Interrupted(Exception):
    """The game was abandoned because the run is being stopped."""


def never() -> bool:
    """A run that is not stopped."""
    return False


def play(contest: Contest, task: Task, make: Make, stopped: Callable[[], bool] = never) -> Outcome:
    """Play a game.

    Returns its place in the schedule, ``scores`` (1, a half if two win, …, 0) for each side,
    ``points`` for each side (None after a failure), ``moves``, ``rounds`` (None where the game has
    none), ``seconds`` of thought and number of ``decisions`` for each side, ``failure`` (None, or
    its side and reason) and the ``record``, which replays. `stopped` is asked before every move.

    No player is given the game itself, but one that is all it may know (`Game.known_to`).
    """
    game = contest.new_game(contest.deal_seed(task))
    guesses = Random(contest.guess_seed(task))
    seconds, decisions = [0.0] * contest.sides, [0] * contest.sides
    players: list[Player] = []
    failure = None
    side = 0
    try:
        for seat in range(contest.players):
            side = seat % contest.sides
            spec = contest.entrants[task.sides[side]]
            players.append(make(spec, contest.game, seed=contest.player_seed(task, seat)))
        while not game.is_over:
            if stopped():
                raise Interrupted
            seat = game.turn
            side = seat % contest.sides
            known = game.known_to(seat, guesses.getrandbits(64))
            begun = time.perf_counter()
            move = players[seat].choose(known, ms=contest.ms, visits=contest.visits)
            seconds[side] += time.perf_counter() - begun
            decisions[side] += 1
            game.play(move, seat)
    except Interrupted:
        raise
    except Exception as error:  # the entrant's fault, whatever it is
        failure = {"side": side, "reason": _reason(error)}
    finally:
        for player in players:
            with suppress(Exception):  # the game is over: errors on closing do not matter
                player.close()
    return {
        "meeting": task.meeting,
        "deal": task.deal,
        "seating": task.seating,
        "sides": list(task.sides),
        "scores": _scores(contest, task, game, failure),
        "points": None if failure else game.points[: contest.sides],
        "moves": sum(decisions),
        "rounds": getattr(game, "round", None),
        "decisions": decisions,
        "seconds": [round(spent, 6) for spent in seconds],
        "failure": failure,
        "record": game.record(),
    }


def _scores(contest: Contest, task: Task, game: Any, failure: dict[str, Any] | None) -> list[float]:
    """Each side's score: a shared win counts in equal parts. After a failure the others win."""
    if failure is None:
        won = {seat % contest.sides for seat in game.winners}
    else:
        failed = task.sides[failure["side"]]
        won = {side for side, entrant in enumerate(task.sides) if entrant != failed}
    return [1 / len(won) if side in won else 0.0 for side in range(contest.sides)]


def _reason(error: Exception) -> str:
    """What went wrong, in one printable line."""
    match error:
        case PlayerFailed():
            text = str(error)
        case MalformedMove():
            text = f"malformed answer: {error}"
        case IllegalMove():
            text = f"illegal move: {error}"
        case _:
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}, line {where.lineno}"
            text = f"crash: {type(error).__name__}: {error} ({place})"
    text = " ".join(text.split())
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= REASON_LENGTH else text[:REASON_LENGTH] + "…"
