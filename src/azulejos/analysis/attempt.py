"""Another move in a position of a reviewed game: what it would have been."""

from typing import Any

from azulejos import games
from azulejos.analysis.review import Decision, Review, ReviewError
from azulejos.analysis.reviewer import Budget, Reviewer


def attempt(review: Review, step: int, move: str) -> Decision:
    """Judge a move instead of the one that was played, as finely as the review does.

    step: the number of a decision. ReviewError if it is none or nothing was to be decided;
    IllegalMove if the move may not be made there.
    """
    decision = review.steps[step] if 0 <= step < len(review.steps) else None
    if not isinstance(decision, Decision) or not decision.is_judged:
        raise ReviewError(f"step {step} is no decision that was judged")
    if decision.played is not None and decision.played.move == move:
        return decision
    game = game_at(review, decision.at)
    game.play(move)
    reviewer = Reviewer(game.record(), Budget(review.visits, review.samples), seed=review.seed)
    return reviewer.judge_last()


def game_at(review: Review, at: int) -> Any:
    """The game before an entry of the record. What chance brings after that is not drawn."""
    record, spec = review.record, games.spec(review.game)
    begun = {key: record[key] for key in record if key not in ("turns", "result", "seats", "date")}
    options = record["options"] | {spec.Game.CHANCE_OPTION: "manual"}
    return spec.module.replay(begun | {"options": options, "moves": record["moves"][:at]})
