"""What the HTML pages ask of the service: tables made, found and shown without the JSON around."""

from typing import Any

from fastapi import Request
from pydantic import ValidationError

from azulejos.web.api.models import NewTable
from azulejos.web.api.tables import created
from azulejos.web.api.viewer import holders_of
from azulejos.web.club import Club
from azulejos.web.guard import check_new_table
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of


class Desk:
    """Where the pages go with their wishes."""

    def __init__(self, club: Club) -> None:
        self.club = club

    async def create(self, spec: dict[str, Any], request: Request) -> tuple[str, str]:
        """Set up a table as `POST /api/tables` would: its id, and the creator's token."""
        check_new_table(request)
        try:
            body = NewTable.model_validate(spec)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise Refusal(422, "bad_request", f"{where}: {first['msg']}") from error
        live, token, _ = await created(self.club, body)
        return live.table.id, token

    async def seat_of(self, token: str) -> str | None:
        """The table where a private link leads to."""
        return await self.club.store.table_of(hash_of(token))

    async def table_for(self, request: Request, table_id: str) -> dict[str, Any]:
        """A table as the one who asks may see it."""
        live = await self.club.table(table_id)
        return live.view(holders_of(request)).to_dict()
