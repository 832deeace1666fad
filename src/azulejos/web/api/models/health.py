"""How far the server and its games are prepared."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, RootModel


class GameReadiness(BaseModel):
    """How far a game is prepared on this machine."""

    rules: Annotated[bool, Field(description="Whether it can be played.")]
    levels: Annotated[list[bool], Field(description="Whether a bot of each level can move.")]
    stage: Annotated[
        Literal["rules", "quick", "strong", "review"] | None,
        Field(description="What is being prepared; null when all is ready."),
    ]
    step: Annotated[int, Field(description="The number of this stage, from 1.")]
    steps: Annotated[int, Field(description="How many stages there are.")]
    needs: Annotated[list[int], Field(description="How many of them a bot of each level needs.")]
    share: Annotated[float, Field(description="How much of this stage is done, about: 0 to 1.")]


class Ready(RootModel[dict[str, GameReadiness]]):
    """How far each game is prepared."""


class Readiness(BaseModel):
    """Whether a worker can serve: each check is "ok", or says what is wrong."""

    status: Literal["ready", "not ready", "closing"]
    checks: dict[str, str]


class Health(BaseModel):
    status: Literal["ok"]
    version: str
    tables: int
    thinking: int
    ready: Annotated[bool, Field(description="Whether the rules of every game are compiled.")]
