"""The pages of puzzles, and their data, which files can hold as well."""

import html
import json
import re
from datetime import date
from types import SimpleNamespace

import pytest

from azulejos import games
from azulejos.puzzles import shipped, with_puzzles
from azulejos.web import puzzle_view
from azulejos.web.puzzle_view import changes, of_the_day

HTML = {"Accept": "text/html"}
#: Of each game one of every kind.
SOME = [
    puzzle
    for name in with_puzzles()
    for puzzle in {
        (p.proven, *(t for t in p.themes if ":" in t)): p for p in shipped(name).puzzles
    }.values()
]


def page(client, path, status=200, **headers):
    answer = client.get(path, headers=HTML | headers)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def made(before, change):
    """A position after changes, as the scripts make it."""
    if "=" in change:
        return change["="]
    after = before.copy()
    for key, inner in change.items():
        place = int(key) if isinstance(after, list) else key
        after[place] = made(before[place], inner)
    return after


def test_every_game_s_puzzles_are_offered_in_three_languages(client):
    english = page(client, "/puzzles")
    for name in with_puzzles():
        assert games.spec(name).title in english
        assert f"{len(shipped(name).puzzles)} puzzles." in english
        assert f'href="/puzzles/{name}/daily"' in english
    assert 'data-stream="denial"' in english
    assert "Aufgabe des Tages" in page(client, "/puzzles", **{"Accept-Language": "de"})
    assert "Dagens problem" in page(client, "/puzzles", **{"Accept-Language": "sv"})
    for link in set(re.findall(r'href="(/puzzles/[^"]+)"', english)):
        assert client.get(link, headers=HTML).status_code in (200, 303), link


@pytest.mark.parametrize("puzzle", SOME, ids=lambda p: f"{p.game} {p.id}")
def test_the_data_have_all_that_a_try_needs(client, puzzle):
    told = client.get(f"/puzzles/{puzzle.game}/{puzzle.id}.json").json()
    assert told == json.loads(json.dumps(puzzle_view.shown(puzzle)))
    game = puzzle.start()
    player = game.turn
    before = told["table"]["position"]
    assert before == game.view(player)
    moves = [str(move) for move in game.legal_moves()]
    assert list(told["losses"]) == list(told["after"]) == moves
    assert set(told["table"]["legal"]) <= set(moves)
    assert told["table"]["mine"] == [player]
    for move in moves:
        after = game.copy()
        after.play(move)
        assert made(before, told["after"][move]) == after.view(player)
    assert told["losses"][puzzle.answer] == 0
    for line in told["lines"]:
        trial, position = game.copy(), before
        for step in line["steps"]:
            assert step["player"] == trial.turn
            trial.play(step["move"])
            position = made(position, step["after"])
            assert position == trial.view(player)
        if line["reply"] is not None:
            assert line["reply"]["player"] != player
    for line in told["lines"][1:]:
        assert set(line["why"]) == {"en", "de", "sv"}


def test_nothing_is_told_of_a_hand_that_is_hidden():
    """What the page shows is the same, whatever the others hold."""
    puzzle = next(p for p in SOME if games.spec(p.game).Game.from_text(p.position).has_secrets)
    game = games.spec(puzzle.game).Game.from_text(puzzle.position)
    shown = puzzle_view.shown(puzzle)
    guesses = {game.known_to(game.turn, seed).to_text() for seed in range(20)}
    others = [text for text in guesses if text != puzzle.position]
    assert others
    for text in others[:3]:
        other = games.spec(puzzle.game).Game.from_text(text)
        assert other.view(other.turn) == shown["table"]["position"]


def test_the_page_of_a_puzzle_is_drawn_by_the_service(client):
    puzzle = shipped("azul").puzzles[0]
    text = page(client, f"/puzzles/azul/{puzzle.id}")
    assert "find the best one" in text
    assert "<svg" in text
    assert puzzle.id in text
    german = page(client, f"/puzzles/azul/{puzzle.id}", **{"Accept-Language": "de"})
    assert "Finde den besten Zug" in german


def test_all_puzzles_of_a_game_are_listed_for_a_page_to_choose_from(client):
    answer = client.get("/puzzles/azul/index.json")
    told = answer.json()
    assert "max-age" in answer.headers["Cache-Control"]
    assert [row[0] for row in told["puzzles"]] == [p.id for p in shipped("azul").puzzles]
    for (_, rating, deviation, kind, themes), puzzle in zip(
        told["puzzles"], shipped("azul").puzzles, strict=True
    ):
        assert (rating, deviation) == (puzzle.rating, puzzle.deviation)
        assert {told["themes"][n] for n in themes} == set(puzzle.themes)
        assert told["kinds"][kind] == puzzle_view.kind_of(puzzle)
    assert len(told["levels"]) == 10


def test_the_same_can_be_written_to_files(client):
    written = puzzle_view.files(shipped("azul"))
    for name, told in (next(written), next(written)):
        assert json.loads(json.dumps(told)) == client.get(f"/puzzles/azul/{name}").json()


def test_the_puzzle_of_the_day_is_the_same_for_everybody(client):
    first, second = (client.get("/puzzles/azul/daily", follow_redirects=False) for _ in range(2))
    assert first.status_code == 303
    assert first.headers["Location"] == second.headers["Location"]


def test_the_puzzle_of_the_day_is_chosen_as_the_scripts_choose():
    """The same expectations stand in tests/web/scripts/puzzle_log_test.js."""
    puzzles = [SimpleNamespace(id=f"p{n}", rating=1000 + 40 * (n * 7 % 30)) for n in range(30)]
    collection = SimpleNamespace(puzzles=puzzles)
    assert of_the_day(collection, date(2026, 11, 19)).id == "p28"
    assert of_the_day(collection, date(2026, 11, 20)).id == "p11"


@pytest.mark.parametrize(
    "path",
    ["/puzzles/azul/nobody", "/puzzles/chess/daily", "/puzzles/chess/x", "/puzzles/azul/%00"],
)
def test_what_is_not_there_is_said_to_be_so(client, path):
    assert "no such page" in page(client, path, 404)
    for data in ("/puzzles/azul/nobody.json", "/puzzles/chess/index.json"):
        assert client.get(data).status_code == 404


def test_changes_are_only_what_changes():
    before = {"a": [1, {"b": 2}], "c": None, "d": "x"}
    for after in (
        {"a": [1, {"b": 3}], "c": [1], "d": "x"},
        {"a": [1], "c": None, "d": "y"},
        {"a": [1, {"b": 2, "e": 1}], "c": None, "d": "x"},
        before,
    ):
        assert made(before, changes(before, after)) == after
    assert changes(before, before) == {}
    assert changes(before, before | {"d": "y"}) == {"d": {"=": "y"}}
