"""Requests that were right once: bytes, JSON and headers are changed at random, and sent.

Whatever comes, the answer is none of 5xx, but an honest 503 while the storage is away.
"""

import json
import random
import socket
from collections import Counter
from contextlib import suppress

NASTY = [
    *(None, True, False, 0, -1, 1, 3, 4, 2**31, 2**63, -(2**63), 10**30, 1e308, -0.0, 0.5),
    *("", "\0", "a\0b", "\ud800", "\u202e", "x" * 1000, "9" * 400, "../../etc/passwd", "%00", "{}"),
    *("3B2", "CKF", "@34", "=BBYR", "c4RYBG", "#c4", "~RY", "-", "+?", "azul", "azuleo", "me"),
    *([], {}, [[]], [None], {"": ""}, {"\0": "\0"}, [0] * 200, {"a": {"b": {"c": {}}}}),
]
TOKENS = [
    b"\0",
    b"\r\n",
    b"\n",
    b" ",
    b":",
    b"%00",
    b"\xff\xfe",
    b"\xc0\xaf",
    b"{",
    b'"',
    b"9" * 30,
]
PATHS = [
    *(
        "/",
        "/new",
        "/open",
        "/t/{id}",
        "/t/{id}/review",
        "/seat/{token}",
        "/rules/azul",
        "/healthz",
    ),
    *("/readyz", "/metrics", "/static/x", "/api/openapi.json", "/api/bots", "/api/ready"),
    *(f"/api/tables/{{id}}{rest}" for rest in ("", "/entries", "/record", "/tally", "/advice")),
    *(f"/api/tables/{{id}}{rest}" for rest in ("/goal", "/reason", "/review", "/positions/3")),
]
BODIES = [
    ("/api/tables", {"game": "azul", "seats": [{"kind": "me", "name": "A"}, {"kind": "here"}]}),
    ("/api/tables", {"game": "azuleo", "options": {"mode": "fill"}, "seats": [{"kind": "me"}]}),
    ("/api/tables", {"game": "azul", "position": "x", "seats": [{"kind": "me"}, {"kind": "here"}]}),
    ("/api/tables/{id}/moves", {"id": "1", "move": "1B1", "seat": 0, "version": 3}),
    ("/api/tables/{id}/undo", {"id": "2"}),
    ("/api/tables/{id}/undo/answer", {"agree": True}),
    ("/api/tables/{id}/seats/1", {"name": "Bo"}),
    ("/api/tables/{id}/seats/0/link", {}),
    ("/api/tables/{id}/branch", {"at": 0}),
    ("/api/tables/{id}/rematch", {}),
    ("/api/tables/{id}/review/start", {}),
    ("/api/tables/{id}/review/tries", {"step": 0, "move": "1B1"}),
]


class Mutator:
    """Makes requests. tables: pairs of an id and a token; record: one that replays."""

    def __init__(self, seed, tables, record):
        self.chance = random.Random(seed)
        self.tables = tables
        self.bodies = [*BODIES, ("/api/tables", {"record": record, "game": record["game"]})]

    def request(self):
        """The bytes of one request."""
        chance = self.chance
        table_id, token = chance.choice(self.tables)
        if chance.random() < 0.4:
            method, path, body = "GET", chance.choice(PATHS), b""
        else:
            path, data = chance.choice(self.bodies)
            method, body = "POST", self._body(data)
        path = path.replace("{id}", table_id).replace("{token}", token).encode()
        if chance.random() < 0.3:
            path = self._bytes(path) or b"/"
        if chance.random() < 0.1:
            method = chance.choice(["PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "GET", "TRACE"])
        headers = {
            b"Host": b"localhost",
            b"Content-Type": b"application/json",
            b"Authorization": b"Bearer " + token.encode(),
            b"Accept": chance.choice([b"text/html", b"application/json", b"*/*"]),
            b"Accept-Language": chance.choice([b"de", b"sv", b"en", b"\xff", b"x" * 300]),
        }
        if body or method == "POST":
            headers[b"Content-Length"] = str(len(body)).encode()
        if chance.random() < 0.3:
            name = chance.choice(list(headers))
            headers[name] = self._bytes(headers[name])
        if chance.random() < 0.1:
            odd = (b"Last-Event-ID", b"Cookie", b"X-Forwarded-For", b"Range", b"Expect", b"TE")
            headers[chance.choice(odd)] = self._bytes(b"seat_x=abc, 100-continue, bytes=0-1")
        head = b"".join(b"%s: %s\r\n" % header for header in headers.items())
        request = b"%s %s HTTP/1.1\r\n%s\r\n%s" % (method.encode(), path, head, body)
        return self._bytes(request) if chance.random() < 0.1 else request

    def _body(self, data):
        chance = self.chance
        for _ in range(chance.randrange(3)):
            data = self._value(json.loads(json.dumps(data)))
        text = json.dumps(data).encode()
        return self._bytes(text) if chance.random() < 0.25 else text

    def _value(self, data):
        """Plain data with one part of it changed."""
        chance = self.chance
        if isinstance(data, dict) and data and chance.random() < 0.85:
            key = chance.choice(list(data))
            data[key] = self._value(data[key])
            return data
        if isinstance(data, list) and data and chance.random() < 0.85:
            n = chance.randrange(len(data))
            data[n] = self._value(data[n])
            return data
        return chance.choice(NASTY)

    def _bytes(self, data):
        """Some bytes changed, left out, doubled or put in."""
        chance, data = self.chance, bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data) + 1)
            match chance.randrange(4):
                case 0 if at < len(data):
                    data[at] = chance.randrange(256)
                case 1:
                    del data[at : at + chance.randrange(1, 8)]
                case 2:
                    data[at:at] = chance.choice(TOKENS)
                case _:
                    data[at:at] = data[at : at + chance.randrange(1, 20)]
        return bytes(data)


def send(address, request, seconds=1.5):
    """The status of the answer; 0: there was none.

    A request that announces more than it has is waited for, by the server and so by us.
    """
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), seconds) as line:
        with suppress(OSError):
            line.sendall(request)
        said = b""
        with suppress(OSError):
            while b"\r\n" not in said and (part := line.recv(4096)):
                said += part
    first = said.split(b"\r\n")[0].split(b" ")
    return int(first[1]) if len(first) > 1 and first[1].isdigit() else 0


def attack(address, mutator, number, is_over=lambda: False):
    """Send so many requests: how often each status came, and the requests that broke something."""
    seen, broken = Counter(), []
    for _ in range(number):
        if is_over():
            break
        request = mutator.request()
        try:
            status = send(address, request)
        except OSError:  # the server is being restarted
            seen["unreachable"] += 1
            continue
        seen[status] += 1
        if status >= 500 and status != 503:
            broken.append((status, request))
    return seen, broken
