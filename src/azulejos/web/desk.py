"""What the HTML pages ask of the service: tables made, found and shown without the JSON around."""

from typing import Any

from fastapi import Request
from pydantic import ValidationError

from azulejos.web.api.models import NewTable
from azulejos.web.api.tables import created
from azulejos.web.api.viewer import holders_of
from azulejos.web.club import Club
from azulejos.web.guard import check_new_table
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of

#: Seconds that a page waits for the rules of its game, before a page says that they get ready.
PAGE_PATIENCE = 1.0


class Desk:
    """Where the pages go with their wishes."""

    def __init__(self, club: Club) -> None:
        self.club = club

    async def create(self, spec: dict[str, Any], request: Request) -> tuple[str, str]:
        """Set up a table as `POST /api/tables` would: its id, and the creator's token."""
        try:
            body = NewTable.model_validate(spec)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise Refusal(422, "bad_request", f"{where}: {first['msg']}") from error
        await self.club.readiness.wait(body.game, RULES, PAGE_PATIENCE)
        check_new_table(request)
        live, token, _ = await created(self.club, body)
        return live.table.id, token

    async def game_of(self, table_id: str) -> str | None:
        """Which game is played at a table."""
        return await self.club.store.game_of(table_id)

    async def seat_of(self, token: str) -> str | None:
        """The table where a private link leads to."""
        return await self.club.store.table_of(hash_of(token))

    async def table_for(self, request: Request, table_id: str) -> dict[str, Any]:
        """A table as the one who asks may see it."""
        live = await self.club.table(table_id, patience=PAGE_PATIENCE)
        return live.view(holders_of(request)).to_dict()
