"""Why a review cannot be gone on with."""

from azulejos.core.reasons import ReasonKind

OF_ANOTHER_RECORD = ReasonKind(
    "of_another_record", "the review to go on from is of another record, budget or seed"
)
REVIEW_DOES_NOT_FIT = ReasonKind(
    "review_does_not_fit", "the review to go on from does not fit its record"
)
STEP_DOES_NOT_FIT = ReasonKind("step_does_not_fit", "it does not fit the record")
