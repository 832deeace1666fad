"""Web Push."""

from typing import Annotated

from pydantic import BaseModel, Field

from azulejos.web.api.models.basics import Incoming
from azulejos.web.push_sending import MOST_ENDPOINT


class PushKeys(Incoming):
    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class NewSubscription(Incoming):
    """A browser's subscription to Web Push, as its `toJSON()` has it."""

    endpoint: Annotated[str, Field(min_length=1, max_length=MOST_ENDPOINT)]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815 (as browsers call it)


class EndedSubscription(Incoming):
    """A browser that is to be told nothing any more."""

    endpoint: Annotated[str, Field(min_length=1, max_length=MOST_ENDPOINT)]


class PushKeyShown(BaseModel):
    """The public key that a browser subscribes with, in base64url."""

    key: str | None
