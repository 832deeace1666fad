"""How the API refuses something."""

from typing import Annotated, Any

from pydantic import BaseModel, Field


class Reason(BaseModel):
    """Why something is refused. A part of kind reason is again an object of code and parts."""

    code: Annotated[str, Field(description="What is refused, or why: for programs.")]
    parts: Annotated[dict[str, Any], Field(description="What the message speaks of, by name.")]
    message: Annotated[str, Field(description="Why, in the language that the request accepts.")]
    place: Annotated[
        list[str],
        Field(description="Where it is wrong, from the outermost in: an entry, a path, a move."),
    ]


class ProblemDetail(Reason):
    retry_after: int | None = None


class Problem(BaseModel):
    """What every refusal looks like."""

    error: ProblemDetail


#: What every request may be answered besides.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "What was refused, and why"},
    422: {"model": Problem, "description": "Something in the request cannot be"},
    "5XX": {"model": Problem, "description": "Something went wrong here"},
}
