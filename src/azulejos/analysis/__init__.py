"""Understanding a game: `review(record)` says where it was won, and tells luck from skill."""

from azulejos.analysis.attempt import attempt
from azulejos.analysis.like_levels import (
    LevelRates,
    Likeness,
    level_rates,
    levels_like,
    why_unlike,
)
from azulejos.analysis.review import (
    KINDS,
    LUCKY,
    THRESHOLDS,
    VERDICTS,
    Chance,
    Decision,
    Identity,
    Line,
    Rate,
    Reason,
    Review,
    ReviewError,
    Summary,
)
from azulejos.analysis.reviewer import (
    DEFAULT_VISITS,
    Budget,
    Progress,
    Reviewer,
    review,
    usual_visits,
)

__all__ = [
    "DEFAULT_VISITS",
    "KINDS",
    "LUCKY",
    "THRESHOLDS",
    "VERDICTS",
    "Budget",
    "Chance",
    "Decision",
    "Identity",
    "LevelRates",
    "Likeness",
    "Line",
    "Progress",
    "Rate",
    "Reason",
    "Review",
    "ReviewError",
    "Reviewer",
    "Summary",
    "attempt",
    "level_rates",
    "levels_like",
    "review",
    "usual_visits",
    "why_unlike",
]
