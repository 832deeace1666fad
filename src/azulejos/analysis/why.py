"""Why a move is worse than the best one, in exact points: codes and numbers, no words.

The two lines are played and the rules tell what happens in them (`core.facts`). What each brings
is counted until chance comes next, so both are told to the same place, such as the end of a round.

=============  ==================================================================================
a fact's name  points that facts of this kind bring the player's side more: "tile", "floor", …
`leaves`       points that the line leaves to the others less
`later`        points that are still expected after that, by the search: what the margins of the two
               moves differ by beside the exact points; `count`: what later points may come from
=============  ==================================================================================

What a mistake was about tells a game's module `explaining`, by `kind(played, best)`: of the facts
of the two moves one of `review.KINDS`. Without it, it is "other". Its `COUNTED` names the facts
whose number tells what later points come from, such as tiles that reach the wall: so many more of
the player's side in the better line, or, below 0, of the others in the worse.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import games
from azulejos.analysis.judge import Found
from azulejos.analysis.review import Reason
from azulejos.analysis.steps import Step
from azulejos.core.facts import Fact, read_facts, room_for_facts
from azulejos.core.kernel import tell_of

#: Points of a difference that is worth a word; of expected ones, which are no facts, more.
_LEAST, _LEAST_LATER = 1, 2.0
_NO_CHANCE = np.zeros(0, np.int16)


class Explainer:
    """Explains the decisions of one game."""

    def __init__(self, game: Any) -> None:
        self._kinds = game.FACTS
        self._sides = game.sides
        self._own = games.spec(game.NAME).part("explaining")

    def explain(self, step: Step, played: Found, best: Found) -> tuple[list[Reason], str]:
        """What the best line is ahead in, the most important first; and what it was about."""
        player = step.seen_by[0]
        ours, theirs = self._facts(step.before, best.line), self._facts(step.before, played.line)
        ahead = self._points(ours, player)
        ahead.subtract(self._points(theirs, player))
        reasons = [Reason(code, float(n)) for code, n in ahead.items() if n >= _LEAST]
        later = round(best.margin - played.margin - sum(ahead.values()), 1)
        if later >= _LEAST_LATER:
            reasons.append(Reason("later", later, self._counted(ours, theirs, player)))
        reasons.sort(key=lambda reason: -reason.points)
        if reasons and reasons[0].code == "leaves":
            return reasons, "denial"
        if self._own is None or not ours or not theirs:
            return reasons, "other"
        return reasons, self._own.kind(theirs[0], ours[0])

    def _facts(self, before: NDArray[Any], line: Sequence[int]) -> list[list[Fact]]:
        """What each move of a line does."""
        states = before.copy()
        told = []
        for action in line:
            room = room_for_facts()
            tell_of(states, action, _NO_CHANCE, room)
            told.append(list(read_facts(self._kinds, room)))
        return told

    def _counted(
        self, ours: Sequence[Sequence[Fact]], theirs: Sequence[Sequence[Fact]], player: int
    ) -> int | None:
        """How many more of the facts that the game counts there are; None: there is nothing."""
        counted = getattr(self._own, "COUNTED", None)
        own, others = 0, 0
        for line, sign in ((ours, 1), (theirs, -1)):
            for fact in (fact for of_move in line for fact in of_move):
                if fact.player is not None and fact.kind == counted:
                    if (fact.player - player) % self._sides == 0:
                        own += sign
                    else:
                        others += sign
        return own if own > 0 else others if others < 0 else None

    def _points(self, line: Sequence[Sequence[Fact]], player: int) -> Counter[str]:
        """Points by code: of the player's side by what they are for, of the others below 0."""
        points: Counter[str] = Counter()
        for fact in (fact for of_move in line for fact in of_move):
            if fact.player is not None and fact.points:
                own = (fact.player - player) % self._sides == 0
                points[fact.kind if own else "leaves"] += fact.points if own else -fact.points
        return points
