"""Reviewing a record from coarse to fine: a first curve within a second, better with time."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from azulejos import games
from azulejos.analysis import reasons
from azulejos.analysis.judge import Found, Judge
from azulejos.analysis.review import (
    THRESHOLDS,
    VERSION,
    Chance,
    Decision,
    Line,
    Reason,
    Review,
    ReviewError,
)
from azulejos.analysis.steps import Step, steps_of
from azulejos.analysis.summary import summaries, turning_points
from azulejos.analysis.why import Explainer
from azulejos.core.errors import RecordError
from azulejos.core.plain_data import Reader
from azulejos.search.after import NO_ACTION, NOBODY, apply_action

#: Visits of a quick review, and of a usual one where a game does not say more.
DEFAULT_VISITS = 3000
#: Coarser stages come before the finest, each with so much less visits, until they have so few.
COARSER, COARSEST = 8, 100
#: Fewer tell nothing.
MIN_VISITS, MAX_VISITS = 16, 10_000_000
#: Entries of a game that is reviewed as finely as others; a longer one takes no longer.
LONG = 400
DEFAULT_SAMPLES, MIN_SAMPLES, MAX_SAMPLES = 12, 2, 1000
#: A move is good if every other loses at least so much, more than two standard errors.
GOOD = 0.05


@dataclass(frozen=True)
class Budget:
    """How finely a game is reviewed.

    visits: of each of the moves that are compared, 16 or more; None: as many as suit the game
    (`usual_visits`). samples: how many other deals each deal is compared with, 2 or more.
    """

    visits: int | None = None
    samples: int = DEFAULT_SAMPLES


@dataclass(frozen=True)
class Progress:
    """How far a review is, in parts of about the same kind; `visits` of the part just done."""

    done: int
    total: int
    visits: int


class Reviewer:
    """A review in the making: every iteration does a part and says how far it is.

    `review()` is what has been found so far. It can be kept and handed to another Reviewer of the
    same record, budget and seed, which goes on from there and ends with the same review.

    record: plain data, as `Game.record()` gives it; a finished game or one that is not. ReviewError
    (or the RecordError of a record that does not replay), both ValueErrors, say what is wrong.
    """

    def __init__(
        self,
        record: dict[str, Any],
        budget: Budget | None = None,
        *,
        seed: int = 0,
        kept: Review | None = None,
    ) -> None:
        budget = budget or Budget()
        self.samples = _checked("samples", budget.samples, MIN_SAMPLES, MAX_SAMPLES)
        self.seed = _checked("seed", seed, 0, 2**63 - 1)
        name = Reader(record, RecordError)["game"].word(games.names())
        game = games.spec(name).module.replay(record)
        visits = usual_visits(name, game.players) if budget.visits is None else budget.visits
        self.visits = _checked("visits", visits, MIN_VISITS, MAX_VISITS)
        self.record = copy.deepcopy(record)
        self._game = game
        self._steps = steps_of(game, record)
        self._judge = Judge(game, self.seed)
        self._explainer = Explainer(game)
        self._is_over = bool(self._steps) and _is_over(self._steps[-1])
        self._choices = [
            None if step.player is None else self._judge.choices(step) for step in self._steps
        ]
        self._found: list[Decision | Chance] = [
            self._unjudged(number) for number in range(len(self._steps))
        ]
        stages = [self.visits]
        while stages[0] > COARSEST:
            stages.insert(0, max(stages[0] // COARSER, MIN_VISITS))
        order = sorted(range(len(self._steps)), key=lambda n: self._steps[n].player is None)
        self._parts = [(number, visits) for visits in stages for number in order]
        self._parts = [part for part in self._parts if self._is_open(part[0])]
        self._at = 0
        if kept is not None:
            self._go_on_from(kept)

    def __iter__(self) -> Iterator[Progress]:
        """Do what is left, part by part."""
        while self._at < len(self._parts):
            number, visits = self._parts[self._at]
            step = self._steps[number]
            if step.player is None:
                self._found[number] = self._chance(number, step, visits)
            else:
                self._found[number] = self._decision(number, step, visits)
            self._at += 1
            yield Progress(self._at, len(self._parts), visits)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        visits = self._parts[self._at - 1][1] if self._at else 0
        return Progress(self._at, len(self._parts), visits)

    def judge_last(self) -> Decision:
        """The judgement of the last decision alone, as fine as any; ReviewError if there is none.

        What has been found so far stays as it is.
        """
        for number in range(len(self._steps) - 1, -1, -1):
            if self._steps[number].player is not None:
                if not self._is_open(number):
                    break
                return self._decision(number, self._steps[number], self.visits)
        raise ReviewError("there was nothing to decide")

    def review(self) -> Review:
        """What has been found so far; the first curve is whole when every step has been judged."""
        start, found = self._joined()
        last = self._steps[-1].after if self._steps else self._game.states
        review = Review(
            version=VERSION,
            game=self._game.NAME,
            record=self.record,
            players=self._game.players,
            sides=self._game.sides,
            seed=self.seed,
            visits=self.visits,
            samples=self.samples,
            done=self._at,
            total=len(self._parts),
            is_over=self._is_over,
            scores=[int(points) for points in self._judge.objective.points(last)],
            start=start,
            steps=found,
            summaries=[],
            turning_points=turning_points(found),
        )
        return replace(review, summaries=summaries(review))

    # ── Parts ────────────────────────────────────────────────────────────────────────────────────

    def _is_open(self, number: int) -> bool:
        """Whether there is something to judge in a step."""
        choices = self._choices[number]
        return self._steps[number].player is None or (choices is not None and len(choices) > 1)

    def _unjudged(self, number: int) -> Decision | Chance:
        step, nothing = self._steps[number], [0.0] * self._game.players
        if step.player is None:
            seen_by = step.seen_by[0] if self._sees_alone(step) else None
            return Chance(
                step.at, step.count, step.round, 0, nothing, nothing, nothing, player=seen_by
            )
        choices = self._choices[number]
        verdict = "unknown" if choices is None else "forced" if len(choices) == 1 else "equal"
        return Decision(step.at, step.player, step.round, 0, nothing, verdict)

    def _sees_alone(self, step: Step) -> bool:
        return bool(self._game.has_secrets) and len(step.seen_by) == 1

    def _chance(self, number: int, step: Step, visits: int) -> Chance:
        dealt = self._judge.chance(number, step, visits, self.samples)
        return Chance(
            at=step.at,
            count=step.count,
            round=step.round,
            visits=visits,
            values=_told(dealt.values),
            mean=_told(dealt.mean),
            se=_told(dealt.se),
            player=step.seen_by[0] if self._sees_alone(step) else None,
        )

    def _decision(self, number: int, step: Step, visits: int) -> Decision:
        judged = self._judge.decision(number, step, visits)
        player = step.seen_by[0]
        played, best = judged.played, judged.best
        loss = _rounded(max(float(best.values[player] - played.values[player]), 0.0))
        se = _rounded(judged.se)
        verdict = _verdict(loss, se, played is best)
        gap = gap_se = None
        if judged.second is not None:
            gap = _rounded(float(best.values[player] - judged.second.values[player]))
            gap_se = _rounded(judged.gap_se)
        good = (
            played is best
            and gap is not None
            and gap_se is not None
            and gap >= max(GOOD, 2 * gap_se)
            and self._judge.greedy(step) != played.action
        )
        why: list[Reason] = []
        kind = None
        if loss > se and verdict not in ("best", "equal"):
            why, kind = self._explainer.explain(step, played, best)
        # A move alike to the one that was played is told as it was played.
        first = self._game.MOVES[step.action]
        return Decision(
            at=step.at,
            player=player,
            round=step.round,
            visits=visits,
            values=_told(played.values),
            verdict=verdict,
            proven=judged.proven,
            loss=loss,
            se=se,
            gap=gap,
            gap_se=gap_se,
            stake=_rounded(judged.stake),
            good=good,
            kind=kind,
            played=self._line(played, first),
            best=self._line(best, first if played is best else None),
            why=why,
        )

    def _line(self, found: Found, first: Any | None) -> Line:
        moves = [str(self._game.MOVES[action]) for action in found.line]
        if first is not None and moves[0] != str(first):
            moves = [str(first)]  # what follows may name a factory that is another one then
        return Line(moves[0], _told(found.values), _rounded(found.margin), moves)

    # ── The whole ────────────────────────────────────────────────────────────────────────────────

    def _joined(self) -> tuple[list[float], list[Decision | Chance]]:
        """The share of the win before the first step, and all steps.

        Where nothing was to be judged, it stays as it was before.
        """
        start: list[float] | None = None
        for each in self._found:
            if start is None and each.visits:
                if isinstance(each, Chance):
                    start = each.mean
                elif each.best is not None:
                    start = each.best.values
        even = [0.0 if self._game.players == 1 else 1.0 / self._game.sides] * self._game.players
        start = start or even
        now = start
        joined: list[Decision | Chance] = []
        for step, each in zip(self._steps, self._found, strict=True):
            if not each.visits:
                now = self._result(step) if _is_over(step) else now
                each = replace(each, values=now)
                if isinstance(each, Chance):
                    each = replace(each, mean=now)
            now = each.values
            joined.append(each)
        return start, joined

    def _result(self, step: Step) -> list[float]:
        return _told(self._judge.objective.result(step.after))

    def _go_on_from(self, kept: Review) -> None:
        same = (kept.seed, kept.visits, kept.samples) == (self.seed, self.visits, self.samples)
        if not same or kept.record != self.record:
            raise ReviewError(reasons.OF_ANOTHER_RECORD())
        if len(kept.steps) != len(self._found) or not 0 <= kept.done <= len(self._parts):
            raise ReviewError(reasons.REVIEW_DOES_NOT_FIT())
        for number, (mine, theirs) in enumerate(zip(self._found, kept.steps, strict=True)):
            fits = type(mine) is type(theirs) and mine.at == theirs.at
            if not fits or len(theirs.values) != self._game.players:
                raise ReviewError(reasons.STEP_DOES_NOT_FIT(), f"steps[{number}]")
            if theirs.visits:
                self._found[number] = theirs
        self._at = kept.done


def review(
    record: dict[str, Any],
    budget: Budget | None = None,
    *,
    seed: int = 0,
    kept: Review | None = None,
    stop: Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Review:
    """Review a record: see `Reviewer`.

    stop: ends it early when it is set; the review tells what was found until then, and can be gone
    on with as `kept`. progress: is called after every part. The same record, budget and seed give
    the same review.
    """
    reviewer = Reviewer(record, budget, seed=seed, kept=kept)
    if stop is not None and stop.is_set():
        return reviewer.review()
    for part in reviewer:
        if progress is not None:
            progress(part)
        if stop is not None and stop.is_set():
            break
    return reviewer.review()


def usual_visits(game: str, players: int) -> int:
    """Visits whose verdicts are stable, as far as a core finds them in about 20 seconds.

    A game says so in `VISITS` of its module `explaining`, by the number of players.
    """
    of_players = getattr(games.spec(game).part("explaining"), "VISITS", {})
    visits: int = of_players.get(players, DEFAULT_VISITS)
    return visits


def visits_in_time(visits: int, entries: int) -> int:
    """As many visits as let a game of so many entries take no longer than a LONG one."""
    return max(visits * LONG // max(entries, LONG), MIN_VISITS)


def _verdict(loss: float, se: float, is_best: bool) -> str:
    if is_best or loss == 0:
        return "best"
    if loss <= se:
        return "equal"
    reached = [name for name, least in THRESHOLDS.items() if loss >= least]
    return reached[-1] if reached else "equal"


def _is_over(step: Step) -> bool:
    return int(apply_action(step.after.copy(), NO_ACTION)) == NOBODY


def _told(values: Any) -> list[float]:
    return [_rounded(float(value)) for value in values]


def _rounded(value: float) -> float:
    """Six places: more would be noise, and half the size of a review."""
    return round(value, 6)


def _checked(name: str, given: object, least: int, most: int) -> int:
    return Reader(given, ReviewError, name).number(least, most)
