"""The page of a table, drawn by the service; a script goes on from there."""

import posixpath
import re
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from azulejos import draw
from azulejos.games import spec
from azulejos.wasm.files import SCRIPTS
from azulejos.web import clock_words, reasons
from azulejos.web.api.viewer import token_hashes_of
from azulejos.web.game_pages import pages_of
from azulejos.web.languages import Catalogue
from azulejos.web.page_data import data_block
from azulejos.web.pages import new_game, option_fields
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.files import scripts_of
from azulejos.web.pages.rendering import (
    PATIENCE,
    STATIC,
    name_of,
    page,
    script_words,
    service_of,
    words_of,
)
from azulejos.web.refusals import Refusal
from azulejos.web.site.settings import InBrowser

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}", response_class=HTMLResponse)
async def table(request: Request, table_id: str) -> Response:
    """A table as the one who asks may see it, already drawn; a script goes on from there."""
    try:
        live = await service_of(request).table(table_id, PATIENCE)
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            game = await service_of(request).store.game_of(table_id)
            return getting_ready(request, game or "", refusal)
        return sorry(request, refusal.status, refusal)
    seen = live.view(token_hashes_of(request)).to_dict()
    response = shown(request, seen, guide="guide" in request.query_params)
    response.headers["Cache-Control"] = "no-store"
    return response


def shown(
    request: Request,
    seen: dict[str, Any],
    *,
    guide: bool,
    in_browser: InBrowser | None = None,
    **more: object,
) -> Response:
    """The page of a table, as a viewer may see it; guide: with hints for a first game.

    in_browser: the reader's browser is its host. more: what its script is told beside the table and
    the levels.
    """
    words = words_of(request, seen["game"])
    in_browser = in_browser or request.app.state.site
    script = "js/browser/start.js" if in_browser else "js/start.js"
    names = seat_names(seen["seats"], seen["game"], words)
    return page(
        request,
        f"{seen['game']}/table.html",
        game=seen["game"],
        table=seen,
        data=data_block({"table": seen, "levels": new_game.levels(words)[seen["game"]], **more}),
        words=script_words(words),
        title=spec(seen["game"]).title,
        drawn=pages_of(seen["game"]).drawn(seen["position"], names, words),
        drawing_data=data_block(draw.for_scripts(seen["position"])),
        compiles=bool(in_browser),
        script=script,
        modules=modules(seen["game"], script, in_browser=bool(in_browser)),
        fetched=fetched(seen["game"], in_browser=bool(in_browser)),
        your_name=name_of(request),
        study=None,
        guide=guide,
        links=_links(None if in_browser else seen["id"]),
        about=option_fields.told(spec(seen["game"]), seen["options"], words)
        + clock_words.lines(seen["clock"], words),
        invited=_invited(seen, names, words),
        in_browser=in_browser,
    )


def _invited(seen: dict[str, Any], names: list[str], words: Catalogue) -> str:
    """Who invites to what, for those to whom the link is shown before they open it."""
    if not any(seat["open"] for seat in seen["seats"]) or seen["result"]:
        return ""
    title = spec(seen["game"]).title
    for seat, name in zip(seen["seats"], names, strict=True):
        if seat["taken"] and seat["level"] is None and seat["name"]:
            return words.gettext("{name} invites you to a game of {game}.", name=name, game=title)
    return words.gettext("A seat is free at a table of {game}.", game=title)


def _links(table_id: str | None) -> dict[str, str]:
    """Where more of a table is; of one that the browser keeps, scripts know."""
    if table_id is None:
        return {"record": "#record", "review": "#review", "explore": "#explore"}
    here = f"/t/{table_id}"
    return {
        "record": f"/api/tables/{table_id}/record",
        "review": f"{here}/review",
        "explore": f"{here}/explore",
    }


#: Where a script says that it needs another.
_IMPORT = re.compile(r'^import (?:[^;"]* from )?"([^"]+)";', re.MULTILINE)


#: What a page needs besides where the browser itself is the host, and loads by itself.
_OF_BROWSER = ("wasm/kernel.js", "games/{game}/position.js")
_COMPILED = ("wasm/{game}.json", "wasm/{game}.wasm")


def fetched(game: str, *, in_browser: bool) -> list[str]:
    """The files that a table's scripts fetch at once: the compiled rules, where they run there."""
    return [name.format(game=game) for name in _COMPILED] if in_browser else []


@cache
def modules(game: str, script: str, *, in_browser: bool = False) -> list[str]:
    """The scripts that a table needs at once: a browser would find them one after the other.

    script: what begins its page.
    """
    own = f"games/{game}"
    ahead = [script, "js/table.js", f"{own}/table.js"]
    if in_browser:
        ahead += [name.format(game=game) for name in _OF_BROWSER]
    found: list[str] = []
    while ahead:
        module = ahead.pop()
        if module in found:
            continue
        found.append(module)
        folder, name = posixpath.split(module)
        file = {own: scripts_of(game), "wasm": SCRIPTS}.get(folder, STATIC / folder) / name
        imported = _IMPORT.findall(file.read_text(encoding="utf-8"))
        ahead += (posixpath.normpath(posixpath.join(folder, other)) for other in imported)
    return sorted(found)


def seat_names(seats: list[dict[str, Any]], game: str, words: Catalogue) -> list[str]:
    """What each seat is called: a name, a bot's level, or that it is free.

    Who gave no name and sits alone at this screen is "You" there, and a number for all others.
    """
    names = []
    alone = sum(seat["mine"] for seat in seats) == 1
    levels = {level["number"]: level["name"] for level in new_game.levels(words)[game]}
    playing = [seat["level"] for seat in seats]
    for number, seat in enumerate(seats, 1):
        name = seat["name"]
        if seat["level"] in levels:
            twins = playing.count(seat["level"]) > 1
            names.append(f"{levels[seat['level']]} {number}" if twins else levels[seat["level"]])
        elif seat["mine"] and alone and not name:
            names.append(words.gettext("You"))
        elif name:
            names.append(name)
        elif seat["kind"] == "link" and not seat["taken"]:
            names.append(words.gettext("Free seat"))
        else:
            names.append(words.gettext("Player {number}", number=number))
    return names
