"""The browser as the engine of a page that explores: it tells what the service would tell."""

import copy
import json
import random
from typing import Any

import pytest

from azulejos import azul, azuleo
from azulejos.analysis import exploring
from azulejos.core.errors import PositionError
from azulejos.web.api.exploring import explored
from azulejos.web.languages import catalogue

from .run_deno import ROOT, run_deno
from .test_browser_host import ELSEWHERE, KINDS, compiled, played

__all__ = ["compiled"]
#: Told of a table, and not of a position that is explored.
OF_A_TABLE = (*ELSEWHERE, "mine", "viewer", "date")
MANUAL = {"azul": {"deals": "manual"}, "azuleo": {"draws": "manual"}}


def told_by_browser(folder: Any, tmp_path: Any, cases: list[Any]) -> list[Any]:
    asked = tmp_path / "cases.json"
    asked.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    script = ROOT / "tests/web/scripts/explored_in_browser.js"
    done = run_deno("run", "--allow-read", script, folder.as_uri(), asked)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def plain(shown: Any) -> Any:
    shown["table"] = {
        name: shown["table"][name] for name in shown["table"] if name not in OF_A_TABLE
    }
    shown.pop("drawing")
    return json.loads(json.dumps(shown))


def bytes_of(game: Any) -> str:
    """A state but for its generator, which comes first."""
    found: str = game.states.tobytes()[8:].hex()
    return found


def test_both_engines_show_the_same_of_a_line(compiled: Any, tmp_path: Any) -> None:
    cases, games = [], []
    for package, options in KINDS.values():
        for seed in range(4):
            whole = played(package, options, seed, random.Random(seed).random())
            line, at = exploring.line_of(whole, len(whole.record()["moves"]) // 2)
            moves = line.moves[:at]
            game = exploring.followed(whole.NAME, line.position, moves)
            position = [line.position, exploring.begun(whole.NAME, line.position).to_dict()]
            case = {"game": whole.NAME, "position": position[seed % 2], "moves": moves}
            cases.append(case)
            games.append(game)
    for case, game, told in zip(
        cases, games, told_by_browser(compiled, tmp_path, cases), strict=True
    ):
        assert told["state"][16:] == bytes_of(game), case
        expected = plain(explored(game, catalogue("en", game.NAME)))
        assert plain(told["shown"]) == expected, case


def test_a_whole_game_s_line_is_the_same(compiled: Any, tmp_path: Any) -> None:
    games = [played(package, options, 5, 1.0) for package, options in KINDS.values()]
    cases = [{"game": game.NAME, "record": game.record(), "at": 9} for game in games]
    for game, told in zip(games, told_by_browser(compiled, tmp_path, cases), strict=True):
        line, at = exploring.line_of(game, 9)
        assert told == {"position": line.position, "moves": line.moves, "at": at}


def spoiled(position: Any, chance: random.Random) -> Any:
    """A position with something else in one place."""
    bad = copy.deepcopy(position)
    place = bad
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = chance.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.95:
            place = place[key]
            continue
        others = [
            0,
            1,
            2,
            7,
            -1,
            None,
            "B",
            "#",
            "RYBG",
            "turn",
            "offer",
            "over",
            True,
            [],
            {},
            1.5,
        ]
        place[key] = chance.choice(others)
        return bad


@pytest.mark.parametrize("name", ["azul", "azuleo"])
def test_both_refuse_the_same_positions(name: str, compiled: Any, tmp_path: Any) -> None:
    package = {"azul": azul, "azuleo": azuleo}[name]
    chance = random.Random(8)
    kinds = [options for kind, options in KINDS.values() if kind is package]
    positions = [
        spoiled(played(package, kinds[n % len(kinds)], n, chance.random()).to_dict(), chance)
        for n in range(240)
    ]
    asked = [{"game": name, "position": position, "moves": []} for position in positions]
    here = [by_python(package, position) for position in positions]
    for position, mine, told in zip(
        positions, here, told_by_browser(compiled, tmp_path, asked), strict=True
    ):
        if isinstance(mine, PositionError):
            place = ".".join(place for place in mine.place if place)
            where = ".".join(told.get("place", ["-"]))
            # Of options it is told less exactly here which are wrong.
            assert where == place or (place.startswith(where) and "options" in where), position
        else:
            assert told.get("state", "")[16:] == bytes_of(mine), (told, position)
    assert sum(isinstance(mine, PositionError) for mine in here) > 100


def by_python(package: Any, position: Any) -> Any:
    """The game in a position, or why there is none."""
    try:
        return package.Game.from_dict(position, **MANUAL[package.Game.NAME])
    except PositionError as error:
        return error
