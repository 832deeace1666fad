"""What a review's steps add up to: error rates, accuracy, luck, and where the result came from."""

import math
from collections.abc import Sequence

from azulejos.analysis.review import (
    KINDS,
    VERDICTS,
    Chance,
    Decision,
    Identity,
    Rate,
    Review,
    Summary,
)

#: Half the width of a 95 % interval in standard errors.
_Z = 1.96
#: Accuracy of a decision is 100, and halves with every so much that is lost.
_HALF_LOST = 0.1
#: Every decision weighs at least so much, however little was at stake.
_LEAST_STAKE = 0.01
#: Games without rounds are told in so many parts.
_PARTS = 4
#: Turning points, and the least of what one changed.
_TURNING_POINTS, _LEAST_TURN = 3, 0.05


def summaries(review: Review) -> list[Summary]:
    """One for each player."""
    return [_summary(review, player) for player in range(review.players)]


def turning_points(steps: Sequence[Decision | Chance]) -> list[int]:
    """The steps that changed the game most, in their order: mistakes, and luck beyond its error."""
    changes = []
    for number, step in enumerate(steps):
        if isinstance(step, Decision):
            change = step.loss if step.is_judged and step.counted else 0.0
        else:
            sure = [
                abs(luck) for luck, se in zip(step.luck, step.se, strict=True) if abs(luck) > 2 * se
            ]
            change = max(sure, default=0.0)
        if change >= _LEAST_TURN:
            changes.append((change, number))
    greatest = sorted(changes, key=lambda pair: (-pair[0], pair[1]))[:_TURNING_POINTS]
    return sorted(number for _, number in greatest)


def _summary(review: Review, player: int) -> Summary:
    own = [step for step in review.steps if isinstance(step, Decision) and step.player == player]
    judged = [step for step in own if step.is_judged]
    return Summary(
        player=player,
        errors=_rate(judged),
        accuracy=_accuracy(judged),
        verdicts={
            verdict: sum(step.verdict == verdict for step in own if step.visits or not _open(step))
            for verdict in VERDICTS
        },
        by_round=_by_round(review, judged),
        by_kind={
            kind: 1000 * sum(_loss(s) for s in judged if s.kind == kind) / max(len(judged), 1)
            for kind in KINDS
        },
        good=[
            number
            for number, step in enumerate(review.steps)
            if isinstance(step, Decision) and step.player == player and step.good
        ],
        identity=_identity(review, player),
    )


def _open(step: Decision) -> bool:
    return step.verdict not in ("forced", "unknown")


def _loss(step: Decision) -> float:
    return step.loss if step.counted else 0.0


def _rate(judged: Sequence[Decision]) -> Rate:
    n = len(judged)
    if n == 0:
        return Rate(0, 0.0, 0.0, 0.0)
    losses = [_loss(step) for step in judged]
    mean = sum(losses) / n
    spread = sum((loss - mean) ** 2 for loss in losses) / max(n - 1, 1)
    measured = sum(step.se**2 for step in judged) / n  # what the search is unsure of
    half = _Z * math.sqrt((spread + measured) / n)
    return Rate(n, 1000 * mean, 1000 * max(mean - half, 0.0), 1000 * (mean + half))


def pooled(rates: Sequence[Rate]) -> Rate:
    """The error rate over several games, with its interval, from those of each."""
    n = sum(rate.decisions for rate in rates)
    if n == 0:
        return Rate(0, 0.0, 0.0, 0.0)
    mean = sum(rate.rate * rate.decisions for rate in rates) / n
    # Half intervals are their upper parts, since a lower one ends at 0.
    half = math.hypot(*((rate.high - rate.rate) * rate.decisions for rate in rates)) / n
    return Rate(n, mean, max(mean - half, 0.0), mean + half)


def _accuracy(judged: Sequence[Decision]) -> float | None:
    """Per cent, every decision weighed by what was at stake."""
    weights = [max(step.stake, _LEAST_STAKE) for step in judged]
    if not weights:
        return None
    single = [100 * math.exp(-math.log(2) * _loss(step) / _HALF_LOST) for step in judged]
    weighed = sum(w * one for w, one in zip(weights, single, strict=True))
    return weighed / sum(weights)


def _by_round(review: Review, judged: Sequence[Decision]) -> dict[str, Rate]:
    """By round; where there are none, by quarter of the game."""
    end = max((step.at for step in review.steps), default=0) + 1
    parts: dict[str, list[Decision]] = {}
    for step in judged:
        part = step.at * _PARTS // end + 1 if step.round is None else step.round
        parts.setdefault(str(part), []).append(step)
    return {part: _rate(steps) for part, steps in parts.items()}


def _identity(review: Review, player: int) -> Identity:
    luck = own = partners = opponents = variance = 0.0
    for step in review.steps:
        if isinstance(step, Chance):
            luck += step.luck[player]
            variance += step.se[player] ** 2
        elif step.player == player:
            own += step.shift[player]
        elif (step.player - player) % review.sides == 0:
            partners += step.shift[player]
        else:
            opponents += step.shift[player]
    start = review.start[player]
    result = review.steps[-1].values[player] if review.steps else start
    return Identity(
        start=start,
        luck=luck,
        luck_se=math.sqrt(variance),
        own=own,
        partners=partners,
        opponents=opponents,
        remainder=result - start - luck - own - partners - opponents,
        result=result,
    )
