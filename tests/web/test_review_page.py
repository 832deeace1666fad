"""The page of a review, and what a service answers where a browser cannot review a game itself."""

import html
import json
import re

import pytest

from azulejos.analysis import like_levels

from .service import nearly_over
from .test_reviews import HERE, ME, VISITS, finished, quick, start, until

HTML = {"Accept": "text/html"}
BO = {"kind": "bot", "level": 2}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = quick(f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}")
    yield running
    running.stop()


def page(client, table_id, path="/review", **headers):
    answer = client.get(f"/t/{table_id}{path}", headers=HTML | headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def data_of(text):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1])


def reviewed(client, game="azul", **options):
    table_id = finished(client, game, **options)
    start(client, table_id)
    return table_id, until(client, table_id, "done")["review"]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("azul", {}),
        ("azul", {"players": 4, "wall": "grey"}),
        ("azuleo", {"players": 2}),
        ("azuleo", {"players": 4}),
        ("azuleo", {"players": 1, "mode": "score"}),
    ],
)
def test_every_step_of_every_line_can_be_seen(client, service, game, options):
    table_id, found = reviewed(client, game, **options)
    players = len(found["scores"])
    with service.client() as watcher:
        for number, step in enumerate(found["steps"][:25]):
            for line in ("played", "best"):
                path = f"/t/{table_id}/review/board?step={number}&line={line}"
                told = watcher.get(f"{path}&made=0").json()
                assert told["position"]["players"] == players
                assert told["drawing"] is None  # the game's own script draws it
                if step["what"] == "chance":
                    assert (told["lines"], told["next"]) == ({}, None)
                    continue
                assert told["viewer"] == step["player"] == told["turn"]
                moves = told["lines"].get(line, told["lines"]["played"])
                assert told["next"] == moves[0]
                assert told["where"]
                end = watcher.get(f"{path}&made={len(moves)}").json()
                assert end["next"] is None
                assert end["position"] != told["position"] or moves == ["-"]
        # An address beyond the end of the game shows its end.
        path = f"/t/{table_id}/review/board?step="
        end = watcher.get(f"{path}{len(found['steps']) - 1}").json()
        assert watcher.get(f"{path}100000").json() == end


def test_the_browser_is_told_all_that_it_needs(client):
    record = nearly_over("azul", 0)
    table_id = client.new_table([ME, BO], record=record)["id"]
    text = page(client, table_id)
    data = data_of(text)
    assert data["record"]["moves"] == record["moves"]
    assert (data["local"], data["done"], data["visits"]) == (True, False, VISITS)
    assert data["about"]["names"][0] == "Ana"
    assert data["about"]["own"] == [0]
    known = like_levels.level_rates("azul")
    assert data["about"]["rates"]["visits"] == known.visits
    assert len(data["about"]["rates"]["rates"]) == len(known.rates)
    assert "{move}" in data["about"]["whys"]["leaves"][0]
    # The service has made nothing, and nobody has asked for it.
    assert client.get(f"/api/tables/{table_id}/review").json()["state"] == "none"
    start(client, table_id)
    until(client, table_id, "done")
    assert data_of(page(client, table_id))["done"]


def test_the_page_is_in_the_readers_language(client):
    table_id = finished(client)
    german = page(client, table_id, **{"Accept-Language": "de"})
    assert "Zum Tisch" in german
    told = data_of(german)["about"]["whys"]["leaves"]
    assert told[0] != data_of(page(client, table_id))["about"]["whys"]["leaves"][0]


def test_it_is_kept_as_one_file_that_needs_nothing_else(client):
    record = nearly_over("azul", 0)
    table_id = client.new_table([{"kind": "me"}, BO], record=record)["id"]
    early = client.get(f"/t/{table_id}/review/page")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_reviewed")
    start(client, table_id)
    found = until(client, table_id, "done")["review"]
    kept = client.get(f"/t/{table_id}/review/page", headers={"Accept-Language": "de"})
    assert kept.headers["content-disposition"] == f'attachment; filename="azulejos-{table_id}.html"'
    assert '<html lang="de"' in kept.text
    assert kept.text.count("<article") == len(found["turning_points"])
    assert "Spieler 1" in kept.text  # to whom it is sent, nobody is "you"
    assert not re.findall(r'(?:src|href)="(?!#)', kept.text)


def test_while_the_game_is_played_there_is_no_page(client):
    table_id = client.new_table([ME, HERE], record=nearly_over("azul", 2))["id"]
    for name in ("review", "retry"):
        answer = client.get(f"/t/{table_id}/{name}", headers=HTML)
        assert answer.status_code == 409
        assert "A review begins when the game is over." in answer.text
    for path in ("review/board?step=0", "retry/1"):
        assert client.get(f"/t/{table_id}/{path}").status_code == 409
    assert client.get("/t/nowhere/review", headers=HTML).status_code == 404


def test_names_are_escaped(client):
    record = nearly_over("azul", 0)
    seats = [{"kind": "me", "name": "<b>Ann"}, {"kind": "here", "name": "<i>Bo"}]
    table_id = client.new_table(seats, record=record)["id"]
    text = page(client, table_id)
    assert "<b>Ann" not in text
    assert "<i>Bo" not in text
    assert "&lt;b&gt;Ann" in text
    assert data_of(text)["about"]["names"] == ["<b>Ann", "<i>Bo"]


def test_mistakes_are_tried_again_on_the_games_own_table(client):
    table_id, found = reviewed(client)
    number, step = next(
        (n, step) for n, step in enumerate(found["steps"]) if step["what"] == "decision"
    )
    text = html.unescape(page(client, table_id, "/retry?player=1"))
    assert 'class="display"' in text
    assert 'id="join"' not in text
    table = client.get(f"/t/{table_id}/retry/{number}").json()
    assert (table["mine"], table["turn"]) == ([step["player"]], step["player"])
    assert step["played"]["move"] in table["legal"]
    chance = next(n for n, step in enumerate(found["steps"]) if step["what"] == "chance")
    assert client.get(f"/t/{table_id}/retry/{chance}").status_code == 409
