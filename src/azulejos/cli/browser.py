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

from azulejos import bots
from azulejos.cli import compiling, files, games, sources
from azulejos.cli.errors import BadInput, Failed
from azulejos.cli.table_setup import TableSetup
from azulejos.core.errors import MissingExtra, without_extra
from azulejos.games import spec

#: Seconds for the server's answer.
PATIENCE = 60


def play(setup: TableSetup) -> None:
    """Serve on a free port until Ctrl+C, with the browser open at what was wished for."""
    table = None if setup.are_none else new_table(setup)
    try:
        serve("127.0.0.1", 0, evaluator=setup.evaluator, table=table, opened=True)
    except MissingExtra as error:
        raise Failed(f"{error}; azulejos play --terminal plays without it") from error


def set_networks(given: list[str]) -> None:
    """Let what `--network` names stand in the environment, where every worker finds it."""
    try:
        from azulejos.web.settings import network_variable
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error
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
    try:
        from azulejos.web import server, settings
        from azulejos.web.storage import StorageFailed
        from azulejos.web.workers import WorkersFailed, serve_together
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error

    try:
        wanted = settings.from_environment()
        if workers > 1 and not wanted.has_many_workers:
            raise settings.SettingError(
                "several workers need PostgreSQL: set AZULEJOS_DATABASE_URL, or use one worker"
            )
        if evaluator is not None:
            wanted = replace(wanted, evaluator=evaluator)
        wanted = replace(wanted, is_local=opened)  # who has it opened here runs it
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
                raise BadInput(": ".join((*refusal["place"], refusal["message"]))) from error
        if not told:
            print("The rules are being compiled for this machine; that happens once …", flush=True)
            told = True
        time.sleep(refusal["retry_after"])


def new_table(setup: TableSetup) -> dict[str, Any]:
    """The table that the options of `play` ask for, as the API takes it."""
    for name in ("seed", "save"):
        if getattr(setup, name) is not None:
            raise BadInput(f"--{name} is for the terminal: add --terminal")
    table: dict[str, Any] = {}
    if setup.resume is not None:
        players = _go_on(setup, table)
    else:
        players = _begin(setup, table)
    table["seats"] = [{"kind": "me"}, *_others(setup, table["game"], players)]
    return table


def _begin(setup: TableSetup, table: dict[str, Any]) -> int:
    game = games.table(setup.game or games.NAMES[0])
    for name in setup.options.keys() - game.options:
        raise BadInput(f"--{name.replace('_', '-')} is no option of {game.title}")
    players = setup.players or (1 if _is_for_one(game.name, setup.options) else 2)
    options = dict(setup.options)
    table |= {
        "game": game.name,
        "chance": options.pop(game.chance, "auto"),
        "options": options | {"players": players},
        "first": None if setup.first is None else setup.first - 1,
    }
    if setup.first is not None and setup.first > players:
        raise BadInput(f"--first: expected 1 to {players}, not {setup.first}")
    return players


def _is_for_one(game: str, chosen: dict[str, Any]) -> bool:
    """Whether something was chosen that is only for who plays alone."""
    return any(
        option.alone and chosen.get(option.name, option.default) != option.default
        for option in spec(game).options
    )


def _go_on(setup: TableSetup, table: dict[str, Any]) -> int:
    assert setup.resume is not None
    if setup.options or (setup.game, setup.players, setup.first) != (None, None, None):
        raise BadInput("--resume takes game, players and options from the file")
    found = sources.find(setup.resume)
    game = found.game(None)
    table |= {"game": found.table.name, "record": game.record()}
    return game.players


def _others(setup: TableSetup, game: str, players: int) -> list[dict[str, Any]]:
    highest = len(bots.LEVELS[game])
    people = setup.people or (players if setup.resume and not setup.against else 1)
    level = setup.against or str(bots.USUAL_LEVELS[game])
    if not level.isdecimal() or not 1 <= int(level) <= highest:
        raise BadInput(f"--against: a level from 1 to {highest}; with others, add --terminal")
    if people > players:
        raise BadInput(f"--people {people}: there are only {players} players")
    here: list[dict[str, Any]] = [{"kind": "here"}] * (people - 1)
    return here + [{"kind": "bot", "level": int(level)}] * (players - people)
