"""What other parts of the API are described with."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from azulejos import games
from azulejos.core.errors import InputError
from azulejos.core.reasons import NOT_A_CHOICE, given
from azulejos.web.seats import NAME_LIMIT


def _known_game(name: str) -> str:
    if name not in games.names():
        raise InputError(NOT_A_CHOICE(known=tuple(games.names()), given=given(name)))
    return name


GameName = Annotated[str, AfterValidator(_known_game)]
Name = Annotated[str, Field(max_length=4 * NAME_LIMIT, description="Kept short and tidy.")]
RequestId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[^\x00]+$",  # no database keeps it
        description="The client's own id of this request.",
    ),
]


class Incoming(BaseModel):
    """Exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Version(BaseModel):
    version: int


class Link(BaseModel):
    url: str
