"""The page on which a position is explored: the game's own table, at which one acts for all.

Its address holds everything: the position, the line from there, and how far along that one is. So
a link needs no table, and nothing of what is explored is stored.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from azulejos.analysis import exploring
from azulejos.core.errors import IllegalMove, OptionError, PositionError, RecordError
from azulejos.games import all_games, spec
from azulejos.web import reasons
from azulejos.web.api.exploring import explored
from azulejos.web.api.viewer import token_hashes_of
from azulejos.web.guard import client_of
from azulejos.web.languages import Catalogue
from azulejos.web.pages import new_game, option_fields
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.rendering import PATIENCE, service_of, words_of
from azulejos.web.pages.study import Study, study_page
from azulejos.web.pages.table import seat_names
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal, of_error
from azulejos.web.seats import tidy_name
from azulejos.web.site.settings import InBrowser
from azulejos.web.tables import Game, Table
from azulejos.web.views import perspective

router = APIRouter(include_in_schema=False)

#: What stands between the moves of a line, and between names, in an address.
BETWEEN = ";"

_STUDY = Study(
    "explore.html",
    "js/explore_start.js",
    ("css/review.css", "css/follow.css", "css/explore.css"),
    bar="explore_bar.html",
    panel="explore_panel.html",
)

Name = Annotated[str | None, Query(max_length=40)]
Position = Annotated[str | None, Query(max_length=2_000)]
Moves = Annotated[str, Query(max_length=12_000)]
Index = Annotated[int, Query(ge=0, le=100_000)]
MaybeIndex = Annotated[int | None, Query(ge=0, le=100_000)]
Names = Annotated[str, Query(max_length=200)]
TableId = Annotated[str, Query(max_length=16, pattern="^[0-9A-Za-z]*$")]


class Asked(NamedTuple):
    """What an address asks for."""

    game: str
    line: exploring.Line
    at: int
    names: list[str]
    table: str


def address_of(game: str, line: exploring.Line, at: int, names: str = "", table: str = "") -> str:
    """The address of a position on a line."""
    parts = {
        "game": game,
        "position": line.position,
        "line": BETWEEN.join(line.moves),
        "at": str(at) if at else "",
        "names": names,
        "table": table,
    }
    return f"/explore?{urlencode({key: part for key, part in parts.items() if part})}"


@router.get("/explore", response_class=HTMLResponse)
async def explore(
    request: Request,
    game: Name = None,
    position: Position = None,
    line: Moves = "",
    at: Index = 0,
    names: Names = "",
    table: TableId = "",
    edit: bool = False,
) -> Response:
    """A position to be explored; without one, a new game's."""
    service = service_of(request)
    name = game if game is not None and game in all_games() else next(iter(all_games()))
    moves = line.split(BETWEEN) if line else []
    if len(moves) > exploring.MOST_MOVES:
        return sorry(request, 422, Refusal(422, reasons.TOO_MANY_ENTRIES(n=exploring.MOST_MOVES)))
    try:
        await service.readiness.wait(name, RULES, PATIENCE)
        if position is None:
            work = partial(_new_position, name, dict(request.query_params), edit=edit)
            position, moves = await service.work_pool.run(_key(request), work), []
        given = [tidy_name(one) for one in names.split(BETWEEN)] if names else []
        asked = Asked(name, exploring.Line(position, moves), min(at, len(moves)), given, table)
        words = words_of(request, name)
        shown = await service.work_pool.run(_key(request), partial(_first, asked, words))
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            return getting_ready(request, name, refusal)
        return sorry(request, refusal.status, refusal)
    return _page(request, asked, shown, words, edit=edit)


def _key(request: Request) -> str:
    return f"explore {client_of(request.scope)}"


def _new_position(game: str, options: dict[str, str], *, edit: bool) -> str:
    """A new game's first decision; where one sets up a position, before anything is dealt."""
    kind = spec(game).Game
    players = max(spec(game).min_players, 2)
    asked = options.get("players", "")
    if asked.isdecimal() and spec(game).min_players <= int(asked[:2]) <= spec(game).max_players:
        players = int(asked[:2])
    chance = {kind.CHANCE_OPTION: "manual" if edit else "auto"}
    try:
        chosen = option_fields.chosen(spec(game), options, players)
        begun: Game = kind(players=players, **chosen, **chance)
    except OptionError as error:
        raise of_error(reasons.BAD_OPTIONS, error, game) from error
    return begun.to_text()


def _first(asked: Asked, words: Catalogue) -> dict[str, Any]:
    """What is to be seen first; the whole line must be possible."""
    try:
        end = exploring.followed(asked.game, asked.line.position, asked.line.moves)
    except PositionError as error:
        raise of_error(reasons.BAD_POSITION, error, asked.game) from error
    except IllegalMove as error:
        raise of_error(reasons.ILLEGAL_MOVE, error, asked.game) from error
    shown = explored(end.after(asked.at), words)
    # Every entry of the line as it is told, so that all of it can be listed.
    shown["turns"] = [entry.turn for entry in end.log()]
    return shown


def _page(
    request: Request, asked: Asked, shown: dict[str, Any], words: Catalogue, *, edit: bool
) -> Response:
    game, table = asked.game, shown["table"]
    seats = table["seats"]
    for seat, name in zip(seats, asked.names, strict=False):
        seat["name"] = name
    names = seat_names(seats, game, words)
    levels = new_game.levels(words)
    data = {
        "game": game,
        "shown": shown,
        "position": asked.line.position,
        "moves": asked.line.moves,
        "turns": shown.pop("turns"),
        "at": asked.at,
        "names": names,
        "given": asked.names,
        "table": asked.table,
        "edit": edit,
        "levels": levels[game],
    }
    response = drawn(request, table, names, data, from_table=asked.table)
    response.headers["Cache-Control"] = "no-store"
    return response


def drawn(
    request: Request,
    table: dict[str, Any],
    names: list[str],
    data: dict[str, Any],
    *,
    from_table: str = "",
    script: str = "js/explore_start.js",
    in_browser: InBrowser | None = None,
) -> Response:
    """The page, as a table shows it first. data: what its script is told."""
    study = replace(_STUDY, script=script)
    others = [other for other in all_games().values() if other.name != table["game"]]
    more: dict[str, Any] = {"in_browser": in_browser} if in_browser else {}
    more |= {"others": others, "from_table": from_table}
    return study_page(request, study, table, names, data, **more)


@router.get("/t/{table_id}/explore")
async def from_table(
    request: Request, table_id: str, at: MaybeIndex = None, n: MaybeIndex = None
) -> Response:
    """A finished game, to be explored: at an entry of its record, or after n entries.

    While a game is played nobody explores it; at a real table those who follow it may, from what
    they know.
    """
    service = service_of(request)
    try:
        live = await service.table(table_id, PATIENCE)
        own_seats = live.table.seats_of(token_hashes_of(request))
        if not live.table.is_over and not (live.table.is_manual and own_seats):
            raise Refusal(409, reasons.NOT_EXPLORED_YET())
        work = partial(_line_of_table, live.table, own_seats, at, n)
        line, there = await service.work_pool.run(table_id, work)
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            return getting_ready(request, await service.store.game_of(table_id) or "", refusal)
        return sorry(request, refusal.status, refusal)
    words = words_of(request, live.table.name)
    names = seat_names(live.view(()).seats(), live.table.name, words)
    given = BETWEEN.join(name.replace(BETWEEN, " ") for name in names)
    over = live.table.is_over
    address = address_of(live.table.name, line, there, given, table_id if over else "")
    return RedirectResponse(address, 303)


def _line_of_table(
    table: Table, own_seats: tuple[int, ...], at: int | None, n: int | None
) -> tuple[exploring.Line, int]:
    game = table.game
    if not table.is_over:
        seen = game.view(perspective(game, own_seats))
        known = type(game).from_dict(seen, **{game.CHANCE_OPTION: "manual"})  # type: ignore[attr-defined]
        return exploring.Line(known.to_text(), []), 0
    if n is not None:
        at = len(game.after(min(n, game.entries)).record()["moves"])
    return exploring.line_of(game, len(game.record()["moves"]) if at is None else at)


async def explored_record(request: Request, record: Mapping[str, Any]) -> Response:
    """A record, to be explored: no table is set up for it."""
    name = record["game"]
    if name not in all_games():
        raise LookupError(name)
    service = service_of(request)
    await service.readiness.wait(name, RULES, PATIENCE)
    try:
        work = partial(_line_of_record, record)
        line = await service.work_pool.run(_key(request), work)
    except RecordError as error:
        raise of_error(reasons.BAD_RECORD, error, name) from error
    seats = record.get("seats") or []
    names = BETWEEN.join(tidy_name(seat.get("name", "")).replace(BETWEEN, " ") for seat in seats)
    return RedirectResponse(address_of(name, line, 0, names.strip(BETWEEN) and names), 303)


def _line_of_record(record: Mapping[str, Any]) -> exploring.Line:
    game = spec(record["game"]).module.replay(record)
    return exploring.line_of(game, 0)[0]
