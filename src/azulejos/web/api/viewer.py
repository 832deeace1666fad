"""Who asks, by the tokens that a request brings, and what they see."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response

from azulejos.web import reasons
from azulejos.web.compact_json import encoded
from azulejos.web.guard import COOKIE
from azulejos.web.live import LiveTable
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of
from azulejos.web.table_service import TableService
from azulejos.web.tables import Table

#: More seats than any browser keeps cookies for.
MOST_TOKENS = 400
#: Characters; ours have 32.
TOKEN_LIMIT = 100


def tokens_of(request: Request) -> list[str]:
    """The tokens of all seats of this client, at whatever table."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    tokens = [token.strip()] if kind.lower() == "bearer" else []
    tokens += [value for name, value in request.cookies.items() if name.startswith(COOKIE)]
    return [token for token in tokens[:MOST_TOKENS] if 0 < len(token) <= TOKEN_LIMIT]


def token_hashes_of(request: Request) -> frozenset[str]:
    """The same, hashed: what is compared with what is stored."""
    return frozenset(map(hash_of, tokens_of(request)))


def token_at(request: Request, table: Table, number: int | None = None) -> str | None:
    """The token by which this client sits at a table: on that seat, or on any."""
    for token in tokens_of(request):
        seats = table.seats_of([hash_of(token)])
        if seats and number in (None, *seats):
            return token
    return None


class Json(Response):
    """Plain data, encoded once; what it holds has been made by us and needs no further check."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encoded(content)


# What is not declared async would be run in a thread of a pool: these two are far too quick for it.


async def _service(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


async def _token_hashes(request: Request) -> frozenset[str]:
    return token_hashes_of(request)


TheService = Annotated[TableService, Depends(_service)]
TokenHashes = Annotated[frozenset[str], Depends(_token_hashes)]
#: Letters of a table's id, at most.
MOST_ID = 16
TableId = Annotated[
    str, Path(alias="id", min_length=1, max_length=MOST_ID, description="The table.")
]
EntryCount = Annotated[
    int, Path(alias="n", ge=0, le=100_000, description="How many entries come before.")
]


def seen_after(live: LiveTable, token_hashes: frozenset[str], n: int) -> dict[str, Any]:
    """The position after n entries, as a client may see it; Refusal if there are fewer."""
    if n > live.table.game.entries:
        raise Refusal(404, reasons.NO_SUCH_ENTRY(n=live.table.game.entries))
    return live.view(token_hashes).position_after(n)
