"""People who play and follow while the service fails: they try again until it is done."""

import random
import threading
import time
from uuid import uuid4

import httpx

from ..service import _events

ME, HERE = {"kind": "me"}, {"kind": "here"}
BOT = {"kind": "bot", "level": 1}
#: Answers that say "later", and what a connection that ends says.
LATER = (429, 503)


class Person(threading.Thread):
    """Asks until it is answered. Whatever else happens is noted in `wrong`."""

    def __init__(self, world, number):
        super().__init__(daemon=True)
        self.world = world
        self.chance = random.Random(f"{world.seed} {number}")
        self.wrong = []

    def run(self):
        try:
            self.live()
        except Exception as error:
            if not self.world.is_over.is_set():
                self.wrong.append(f"{type(self).__name__}: {error!r}")

    def persist(self, client, method, path, **request):
        """The answer, however long it takes."""
        until = time.monotonic() + self.world.patience
        while True:
            try:
                answer = client.request(method, self.world.address + path, **request)
            except httpx.TransportError as error:
                self.world.count("connections that ended")
                last = repr(error)
            else:
                if answer.status_code not in LATER:
                    if answer.status_code >= 500:
                        self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text}")
                    return answer
                self.world.count(f"answers of {answer.status_code}")
                last = f"{answer.status_code} {answer.text}"
            if time.monotonic() > until:
                patience = self.world.patience
                raise AssertionError(f"{method} {path}: none in {patience} s; the last was {last}")
            time.sleep(self.chance.uniform(0.02, 0.3))


class Player(Person):
    """Plays all seats of people at table after table; `acknowledged`: what the service promised."""

    def __init__(self, world, number, game):
        super().__init__(world, number)
        self.game = game
        self.tables = []  # path, token
        self.acknowledged = {}  # table: {request id: (move, version)}
        self.followers = []

    def live(self):
        with httpx.Client(timeout=20) as client:
            while not self.world.is_over.is_set():
                self._play(client)

    @property
    def moves(self):
        """How many of its moves were acknowledged."""
        return sum(len(promised) for promised in list(self.acknowledged.values()))

    def _play(self, client):
        seats = [ME, self.chance.choice([HERE, BOT])]
        body = {"game": self.game, "seats": seats}
        made = self.persist(client, "POST", "/api/tables", json=body).json()
        if "id" not in made:
            self.wrong.append(f"no table: {made}")
            return
        path = f"/api/tables/{made['id']}"
        headers = {"Authorization": f"Bearer {made['token']}"}
        self.tables.append((made["id"], made["token"]))
        promised = self.acknowledged[made["id"]] = {}
        follower = Follower(self.world, f"{made['id']}", made["id"])
        self.followers.append(follower)
        follower.start()
        moves = 0
        while moves < 40 and not self.world.is_over.is_set():
            table = self.persist(client, "GET", path, headers=headers).json()
            if table["result"] or table["stopped"]:
                break
            if not table["legal"]:
                time.sleep(0.05)
                continue
            sent = {"id": uuid4().hex, "move": self.chance.choice(table["legal"])}
            answer = self.persist(client, "POST", f"{path}/moves", json=sent, headers=headers)
            if answer.status_code == 200:
                promised[sent["id"]] = sent["move"], answer.json()["version"]
                self.world.count("moves acknowledged")
            elif answer.status_code not in (409, 422, 403):
                self.wrong.append(f"a move: {answer.status_code} {answer.text}")
            moves += 1


class Follower(Person):
    """Follows a table as a browser does: comes back with the last version it has seen."""

    def __init__(self, world, number, table_id):
        super().__init__(world, number)
        self.table_id = table_id
        self.versions = []
        #: Versions up to which the whole table came: what lies before need not be told.
        self.whole_at = []
        self.is_done = False

    def live(self):
        path = f"{self.world.address}/api/tables/{self.table_id}/events"
        while not self.is_done:
            last = self.versions[-1] if self.versions else 0
            headers = {"Last-Event-ID": str(last)}
            try:
                with (
                    httpx.Client(timeout=httpx.Timeout(20, read=3)) as client,
                    client.stream("GET", path, headers=headers) as answer,
                ):
                    if answer.status_code in LATER:
                        time.sleep(0.2)
                        continue
                    for event in _events(answer):
                        self._take(event)
                        if self.is_done:
                            return
            except httpx.TransportError:
                self.world.count("streams that ended")
                time.sleep(self.chance.uniform(0.02, 0.2))

    def _take(self, event):
        if event["type"] == "online":
            return
        version = event["version"]
        last = self.versions[-1] if self.versions else 0
        if event["type"] == "table":
            self.whole_at.append(version)
        elif version != last + 1:
            self.wrong.append(f"{self.table_id}: version {version} came after {last}")
        if version < last:
            self.wrong.append(f"{self.table_id}: back from {last} to {version}")
        if event["type"] != "table" or version > last:
            self.versions.append(version)
        self.world.count("events seen")
