"""Reviews, hints and analyses in a browser are what Python makes of the same, number by number."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos import azul, azuleo, bots, games
from azulejos.analysis import Budget, Decision, attempt, exploring, hinting, review
from azulejos.analysis.attempt import game_at

from .agreement import DENO, OF_DENO, encoded

SCRIPT = Path(__file__).with_name("judge.js")
#: Of every part of judging something: deals, endings, hidden hands, teams, who plays alone.
KINDS = [
    (azul, {"players": 2}),
    (azul, {"players": 3, "wall": "grey"}),
    (azuleo, {"players": 2}),
    (azuleo, {"players": 4, "claims": "automatic"}),
    (azuleo, {"players": 1, "mode": "score"}),
]
BUDGET = Budget(visits=48, samples=2)


def judged(folder, asked, scripts=None):
    """What the scripts find. scripts: where the games' own are, by game."""
    read = ",".join(map(str, filter(None, (folder, scripts, SCRIPT.parents[2]))))
    folders = map(str, filter(None, (folder, scripts)))
    done = subprocess.run(
        [DENO, *OF_DENO, f"--allow-read={read}", SCRIPT, *folders],
        input=json.dumps({"asked": asked}),
        capture_output=True,
        text=True,
        env=os.environ | {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def played(package, kind, level, seed=3):
    """A game between equals, by a quick level."""
    game = package.Game(seed=seed, **kind)
    player = bots.make(f"level:{level}", game.NAME, seed)
    while not game.is_over:
        game.play(player.choose(game))
    return game


def near(one, other, where=""):
    """Whether plain data are the same, numbers but for the last of their six places."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            near(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            near(mine, theirs, f"{where}[{number}]")
    elif isinstance(one, float) or isinstance(other, float):
        assert other == pytest.approx(one, abs=2e-6), where
    else:
        assert one == other, where


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The games' scripts by game, as servers have them."""
    made = tmp_path_factory.mktemp("games")
    for game in games.all_games().values():
        (made / game.name).symlink_to(game.folder / "web")
    return made


@pytest.mark.parametrize(("package", "kind"), KINDS)
def test_a_review_has_the_same_classes_and_losses(folder, scripts, package, kind):
    record = played(package, kind, 2).record()
    expected = review(record, BUDGET, seed=11).to_dict()
    budget = {"visits": BUDGET.visits, "samples": BUDGET.samples, "seed": 11}
    asked = {"game": record["game"], "record": record}
    together, found = judged(
        folder,
        [asked | {"review": budget | {"threads": 3}}, asked | {"review": budget}],
        scripts,
    )
    assert together["review"] == found["review"]  # whoever did which part
    for name in ("version", "record", "seed"):
        del expected[name]
    near(expected, found["review"])


@pytest.mark.parametrize(("package", "kind"), KINDS[:3])
def test_a_review_is_gone_on_with_and_other_moves_are_tried(folder, scripts, package, kind):
    record = played(package, kind, 2).record()
    budget = {"visits": BUDGET.visits, "samples": BUDGET.samples, "seed": 11}
    asked = {"game": record["game"], "record": record}
    whole = review(record, BUDGET, seed=11)
    kept = whole.to_dict()["steps"]
    for step in kept[::3]:
        step["visits"] = 0
    open_steps = [
        (number, step)
        for number, step in enumerate(whole.steps)
        if isinstance(step, Decision) and step.is_judged
    ]
    number, step = open_steps[len(open_steps) // 2]
    before = game_at(whole, step.at)
    move = next(str(m) for m in before.legal_moves() if str(m) != step.played.move)
    before.play(move)
    gone_on, tried = judged(
        folder,
        [
            asked | {"review": budget | {"kept": kept}},
            {"game": record["game"], "record": before.record(), "review": budget | {"last": True}},
        ],
        scripts,
    )
    near(whole.to_dict()["steps"], gone_on["review"]["steps"])
    expected = replace(whole, steps=[attempt(whole, number, move)]).to_dict()
    near(expected["steps"], [tried["step"]])


@pytest.mark.parametrize(("package", "kind"), KINDS[:3])
def test_a_hint_is_the_same(folder, package, kind):
    game = played(package, kind, 2)
    games = [game.after(round(game.entries * share)) for share in (0.1, 0.5, 0.9)]
    games = [game for game in games if game.turn is not None and not game.awaits_chance]
    found = judged(
        folder,
        [
            {"game": game.NAME, "state": encoded(game.states), "hint": True, "visits": 64}
            for game in games
        ],
    )
    for game, told in zip(games, found, strict=True):
        expected = hinting.hint(game, visits=64)
        assert (told["move"], told["instead"]) == (expected.move, expected.instead)
        assert told["gain"] == pytest.approx(expected.gain, abs=1e-4)
        assert (told["why"] or {}).get("code") == (expected.why and expected.why.code)


@pytest.mark.parametrize(("package", "kind"), KINDS[:3])
def test_an_analysis_is_of_the_same_kind(folder, package, kind):
    """By the clock, so not number by number: moves that are legal, shares, and an end."""
    game = played(package, kind, 2)
    games = [game.after(round(game.entries * share)) for share in (0.2, 0.97)]
    games = [game for game in games if game.turn is not None and not game.awaits_chance]
    asked = [
        {
            "game": game.NAME,
            "state": encoded(game.states),
            "explore": True,
            "multipv": 3,
            "visits": 300,
        }
        for game in games
    ]
    for game, told in zip(games, judged(folder, asked), strict=True):
        legal = [str(move) for move in game.legal_moves()]
        assert told["done"]
        assert told["move"] == told["variations"][0]["move"]
        assert {variation["move"] for variation in told["variations"]} <= set(legal)
        assert all(0 <= share <= 1 for share in told["values"])
        *_, last = exploring.deepen(game, multipv=3, visits=300)
        assert told["proven"] == last["proven"]
        if last["proven"]:
            assert told["values"] == pytest.approx(last["values"], abs=1e-3)
