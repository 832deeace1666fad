"""The browser as the host of tables: it tells of every game what the service would tell."""

import json
import random
from itertools import cycle
from typing import Any

import pytest

from azulejos import azul, azuleo
from azulejos.core import points
from azulejos.wasm.files import SCRIPTS, files
from azulejos.web.on_time import NOBODY, OnTime, in_head
from azulejos.web.seats import Seat, hash_of
from azulejos.web.tables import around
from azulejos.web.views import View

from .run_deno import ROOT, run_deno

KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "azul": (azul, {"players": 2}),
    "azul, grey wall": (azul, {"players": 3, "wall": "grey"}),
    "azul, four": (azul, {"players": 4}),
    "azuleo": (azuleo, {"players": 2}),
    "azuleo, exchange": (azuleo, {"players": 3, "exchange": True, "claims": "hinted"}),
    "azuleo, teams": (azuleo, {"players": 4, "claims": "automatic", "final_claims": True}),
    "azuleo, open hands": (azuleo, {"players": 2, "open_hands": True, "blockades": None}),
    "azuleo, filling alone": (azuleo, {"players": 1}),
    "azuleo, alone for points": (azuleo, {"players": 1, "mode": "score", "lenient": True}),
}
#: Told of a table that a service has alone: addresses, who is there, hints.
ELSEWHERE = ("id", "rematch", "seats", "since", "may_hint", "hint")


def played(package: Any, options: dict[str, Any], seed: int, share: float) -> Any:
    """A game played at random to its end, or a share of it."""
    chance = random.Random(seed)
    game = package.Game(seed=seed, **options)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game.after(round(share * game.entries))


class Numbers(random.Random):
    """Chance that gives these numbers in turn."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(0)
        self.numbers = cycle(numbers)

    def random(self) -> float:
        return next(self.numbers)


NUMBERS = [random.Random(5).random() for _ in range(500)]


def by_service(game: Any, people: tuple[int, ...], late: OnTime) -> dict[str, Any]:
    """What the service tells of a table to its people, who sit at one screen."""
    seats = [
        Seat("me" if number in people else "bot", "", None if number in people else 1, hash_of("x"))
        for number in range(game.players)
    ]
    table = around(game, seats)
    table.end_on_time(late)
    view = View(table, people)
    return {
        "redrawn": redrawn(game, people),
        "table": view.to_dict(),
        "entries": [entry for n in range(0, game.entries, 50) for entry in view.entries(n)],
        "positions": [view.position_after(n) for n in range(game.entries + 1)],
        "record": view.record(),
        "sources": [source._asdict() for source in points.sources(game)],
    }


def redrawn(game: Any, people: tuple[int, ...]) -> Any:
    """The moves of a record whose hidden draws are drawn afresh, as after an undo."""
    return game.redrawn(people, Numbers(NUMBERS)).record()["moves"]


def plain(told: Any) -> Any:
    """Without what a service has alone, as JSON."""
    told["table"] = {key: told["table"][key] for key in told["table"] if key not in ELSEWHERE}
    return json.loads(json.dumps(told))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder with the compiled rules, and the scripts that run them."""
    folder = tmp_path_factory.mktemp("compiled")
    for script in SCRIPTS.glob("*.js"):
        (folder / script.name).write_bytes(script.read_bytes())
    for game in ("azul", "azuleo"):
        for name, content in files(game).items():
            (folder / name).write_bytes(content)
    return folder


def test_both_hosts_tell_the_same(compiled: Any, tmp_path: Any) -> None:
    games = [
        (kind, played(package, options, seed, share), people)
        for kind, (package, options) in KINDS.items()
        for seed, share, people in ((1, 1.0, (0,)), (2, 0.6, (0,)), (3, 0.3, (0, 1)))
    ]
    games = [(kind, game, people[: game.players]) for kind, game, people in games]
    # Some that are not over were lost on time by the first player.
    lates = [
        OnTime((0,), tuple(range(1, game.players))) if number % 3 == 1 else NOBODY
        for number, (_, game, _people) in enumerate(games)
    ]
    cases = [
        {"record": game.record() | in_head(late, late.winners)}
        | {"people": people, "numbers": NUMBERS}
        for (_, game, people), late in zip(games, lates, strict=True)
    ]
    asked = tmp_path / "cases.json"
    asked.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    script = ROOT / "tests/web/scripts/tables_in_browser.js"
    done = run_deno("run", "--allow-read", script, compiled.as_uri(), asked)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for (kind, game, people), late, by_browser in zip(games, lates, found, strict=True):
        expected = plain(by_service(game, people, late))
        for part, told in plain(by_browser).items():
            assert told == expected[part], (kind, part)
