"""Whatever can be asked of a server, and what Numba loads or compiles meanwhile on its loop."""

import asyncio
import traceback

from numba.core import event

from .service import BOT, Service, nearly_over, settings_for

ME, HERE = {"kind": "me"}, {"kind": "here"}
OPTIONS = {
    "azul": [{"players": 2}, {"players": 3}, {"players": 4, "wall": "grey"}],
    "azuleo": [
        {"players": 2},
        {"players": 3, "open_hands": True, "claims": "found", "exchange": True},
        {"players": 4, "lenient": True, "claims": "automatic", "free_border": True},
        {"players": 1, "mode": "fill"},
        {"players": 1, "mode": "score"},
    ],
}


class _OnLoop(event.Listener):
    """Notes who takes the compiler's lock (to load, or to compile) on an event loop."""

    def __init__(self):
        self.found = set()

    def on_start(self, event):
        if asyncio._get_running_loop() is not None:
            ours = [f for f in traceback.extract_stack() if "/azulejos/" in f.filename]
            self.found.add(" > ".join(f"{frame.name}:{frame.lineno}" for frame in ours[-5:]))

    def on_end(self, event):
        pass


def watch():
    """The set of such places, which grows."""
    listener = _OnLoop()
    event.register("numba:compiler_lock", listener)
    return listener.found


def visit(game, folder):
    """Ask for everything, at tables of every kind."""
    service = Service(settings_for(f"sqlite:///{folder}/t.sqlite3"))
    try:
        with service.client() as client, service.client() as watcher:
            for options in OPTIONS[game]:
                for chance in ("auto", "manual"):
                    seats = [ME, *[HERE] * (options["players"] - 1)]
                    made = client.new_table(seats, game=game, options=options, chance=chance)
                    _play(client, watcher, made["id"], game)
            for seats in ([ME, HERE], [ME, BOT]):
                made = client.new_table(seats, game=game, record=nearly_over(game, 6))
                _play(client, watcher, made["id"], game)
                table = client.play_some(made["id"], 1000)
                assert table["result"]
                _look(client, watcher, made["id"])
                client.post(f"/api/tables/{made['id']}/rematch", json={})
    finally:
        service.stop()


def _play(client, watcher, table_id, game):
    path = f"/api/tables/{table_id}"
    with client.events(table_id) as events, watcher.events(table_id, after=0):
        next(events)
        for n in range(6):
            _look(client, watcher, table_id)
            table = client.table(table_id)
            if table["legal"]:
                client.move(table_id, table["legal"][n % len(table["legal"])])
            else:
                _give_chance(client, table_id, game)
        client.post(f"{path}/undo", json={"id": "u"})
        client.post(f"{path}/branch", json={"at": 1})


def _give_chance(client, table_id, game):
    factories = len(client.table(table_id)["position"].get("factories", []))
    deal = "=" + " ".join(["BYRK", "WWBY"] + ["BYRK"] * (factories - 2))
    for text in [deal] if game == "azul" else ["+RYBG", "+RBYG", "%RY", "%BG", "+?"]:
        if client.try_move(table_id, text).status_code == 200:
            return


def _look(client, watcher, table_id):
    for who in (client, watcher):
        table = who.table(table_id)
        for path in ("", "/record", "/tally", "/entries", "/goal", "/advice?ms=10", "/review"):
            who.get(f"/api/tables/{table_id}{path}")
        for n in {0, table["entries"]}:
            who.get(f"/api/tables/{table_id}/positions/{n}")
        for move in ("1B1", "9K5", "CWF", "@11", "c4RYBG", "#c4", "~RY", "^RYBG", "-", "nonsense"):
            who.get(f"/api/tables/{table_id}/reason", params={"move": move})
            if move not in table["legal"]:
                who.try_move(table_id, move)
        who.get(f"/t/{table_id}", headers={"Accept": "text/html"})
