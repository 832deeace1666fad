"""Playing in the browser: a server for this machine alone, and a page of it."""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Any

from rich.console import Console

from azulejos.cli import compiling, files, games, sources
from azulejos.cli.seating import Wishes
from azulejos.cli.trouble import BadInput, Failed

#: Seconds for the server's answer.
PATIENCE = 60


def play(wishes: Wishes) -> None:
    """Serve on a free port until Ctrl+C, with the browser open at what was wished for."""
    table = None if wishes.are_none else wished_table(wishes)
    serve("127.0.0.1", 0, evaluator=wishes.evaluator, table=table, opened=True)


def set_networks(given: list[str]) -> None:
    """Let what `--network` names stand in the environment, where every worker finds it."""
    from azulejos.web.settings import network_variable

    for setting in given:
        game, _, file = setting.partition("=")
        if game not in games.NAMES or not file:
            known = " or ".join(games.NAMES)
            raise BadInput(f"--network: expected GAME=FILE with {known}, not {setting!r}")
        os.environ[network_variable(game)] = file


def serve(
    host: str,
    port: int,
    *,
    workers: int = 1,
    evaluator: str | None = None,
    table: dict[str, Any] | None = None,
    opened: bool = False,
) -> None:
    """Serve with one process or several.

    evaluator: of the bots, if it is not to be the setting's. table: to be set up first. opened: in
    the browser, too.
    """
    from azulejos.web import server, settings
    from azulejos.web.storage import StorageFailed
    from azulejos.web.workers import WorkersFailed, serve_together

    try:
        wanted = settings.from_environment()
        if workers > 1 and not wanted.has_many_workers:
            raise settings.SettingError(
                "several workers need PostgreSQL: set AZULEJOS_DATABASE_URL, or use one worker"
            )
        if evaluator is not None:
            wanted = replace(wanted, evaluator=evaluator)
        listener = server.listening(host, port)
    except settings.SettingError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise Failed(f"cannot listen at {host}, port {port}: {files.reason(error)}") from error
    address = server.address_of(listener)

    def started() -> None:
        where = address if table is None else address + _set_up(address, table)
        ends = "Ctrl+C ends it"
        print(f"azulejos is at {where if opened else address} ({ends}).", flush=True)
        if opened and not _open_browser(where):
            print("Open this address in a browser, or play here: azulejos play --terminal")
        compiling.watch(address, Console())

    try:
        if workers == 1:
            server.serve_here(listener, wanted, started)
        else:
            serve_together(listener, wanted, workers, started)
    except (StorageFailed, WorkersFailed) as error:
        raise Failed(str(error)) from error


def _open_browser(address: str) -> bool:
    """Open a page, where there is a screen to open it on: a browser in the terminal is none."""
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    return has_screen and webbrowser.open(address)


def _set_up(address: str, table: dict[str, Any]) -> str:
    """Set up a table; the private link that leads to its first seat."""
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps(table).encode(),
        {"Content-Type": "application/json"},
    )
    told = False
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return f"/seat/{json.load(answer)['token']}"
        except urllib.error.HTTPError as error:
            refusal = json.load(error)["error"]
            if refusal["code"] != "getting_ready":
                raise BadInput(refusal["message"]) from error
        if not told:
            print("The rules are being compiled for this machine; that happens once …", flush=True)
            told = True
        time.sleep(refusal["retry_after"])


def wished_table(wishes: Wishes) -> dict[str, Any]:
    """The table that the options of `play` ask for, as the API takes it."""
    for name in ("seed", "save"):
        if getattr(wishes, name) is not None:
            raise BadInput(f"--{name} is for the terminal: add --terminal")
    table: dict[str, Any] = {}
    if wishes.resume is not None:
        players = _go_on(wishes, table)
    else:
        players = _begin(wishes, table)
    table["seats"] = [{"kind": "me"}, *_others(wishes, players)]
    return table


def _begin(wishes: Wishes, table: dict[str, Any]) -> int:
    game = games.table(wishes.game or games.NAMES[0])
    for name in wishes.options.keys() - game.options:
        raise BadInput(f"--{name.replace('_', '-')} is no option of {game.title}")
    players = wishes.players or (1 if wishes.options.get("mode") in ("fill", "score") else 2)
    options = dict(wishes.options)
    table |= {
        "game": game.name,
        "chance": options.pop(game.chance, "auto"),
        "options": options | {"players": players},
        "first": None if wishes.first is None else wishes.first - 1,
    }
    if wishes.first is not None and wishes.first > players:
        raise BadInput(f"--first: expected 1 to {players}, not {wishes.first}")
    return players


def _go_on(wishes: Wishes, table: dict[str, Any]) -> int:
    assert wishes.resume is not None
    if wishes.options or (wishes.game, wishes.players, wishes.first) != (None, None, None):
        raise BadInput("--resume takes game, players and options from the file")
    found = sources.find(wishes.resume)
    game = found.game(None)
    table |= {"game": found.table.name, "record": game.record()}
    return game.players


def _others(wishes: Wishes, players: int) -> list[dict[str, Any]]:
    from azulejos.web.seats import USUAL_LEVEL

    people = wishes.people or (players if wishes.resume and not wishes.against else 1)
    level = wishes.against or str(USUAL_LEVEL)
    if not level.isdecimal() or not 1 <= int(level) <= 8:
        raise BadInput("--against: a level from 1 to 8; with others, add --terminal")
    if people > players:
        raise BadInput(f"--people {people}: there are only {players} players")
    here: list[dict[str, Any]] = [{"kind": "here"}] * (people - 1)
    return here + [{"kind": "bot", "level": int(level)}] * (players - people)
