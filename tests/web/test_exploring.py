"""Exploring through the API: a line without a table, chance sampled, analyses while one looks."""

import json
import re
import threading
import time

import pytest

from azulejos import azul, azuleo
from azulejos.analysis import exploring
from azulejos.web.rate_limit import TokenBucket

from .service import Service, nearly_over, settings_for

START = azul.Game(2, seed=4).to_text()
AZULEO = azuleo.Game(2, seed=4).to_text()


@pytest.fixture(scope="module")
def service(database_of_file):
    running = Service(settings_for(database_of_file))
    yield running
    running.stop()


def look(client, game, position, *moves):
    body = {"game": game, "position": position, "moves": list(moves)}
    return client.post("/api/explore/look", json=body)


def seen(client, game, position, *moves):
    answer = look(client, game, position, *moves)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(("game", "position"), [("azul", START), ("azuleo", AZULEO)])
def test_one_acts_for_all_sides_along_a_line(client, game, position):
    moves = []
    here = seen(client, game, position)
    assert here["position"] == position
    assert here["entry"] is None
    for _ in range(40):
        table = here["table"]
        if table["result"]:
            break
        if here["draws"]:
            body = {"game": game, "position": position, "moves": moves}
            found = client.post("/api/explore/draws", json=body).json()["draws"]
            assert found
            moves += found
        else:
            assert table["turn"] in table["mine"]
            moves.append(table["legal"][len(moves) % len(table["legal"])])
        here = seen(client, game, position, *moves)
        assert here["entry"]["text"] == moves[-1]
        assert here["entry"]["n"] == len(moves)
    # A position on the way can be gone on from as well as the first.
    again = seen(client, game, here["position"])["table"]
    assert {k: again[k] for k in ("position", "legal")} == {
        k: here["table"][k] for k in ("position", "legal")
    }
    # All that lies there is open: both hands.
    if game == "azuleo":
        assert all(isinstance(side["hand"], list) for side in here["table"]["position"]["sides"])


def test_what_cannot_be_is_refused_in_the_readers_words(client):
    def refusal(*asked, language="en"):
        client.headers["Accept-Language"] = language
        answer = look(client, *asked)
        assert answer.status_code == 422, answer.text
        return answer.json()["error"]

    assert refusal("azul", "nonsense")["code"] == "bad_position"
    position = azul.Game(2, seed=4).to_dict()
    position["bag"][0] += 1
    told = refusal("azul", position)
    assert told["parts"]["reason"]["code"] == "tiles_of_colour"
    assert refusal("azul", position, language="de")["message"] != told["message"]
    position["boards"][1]["floor"] = ["Q"]
    assert refusal("azul", position)["place"] == ["boards[1].floor[0]"]
    assert refusal("azul", START, "9B9")["place"] == ["9B9"]
    assert refusal("azul", START, "9B9", "1B1")["place"] == ["moves[0]", "9B9"]
    many = refusal("azul", START, *["1B1"] * 601)
    assert many["parts"]["reason"]["code"] == "list_too_long"
    long = refusal("azul", "x" * 2001)
    assert long["parts"]["reason"]["code"] == "text_too_long"
    assert refusal("chess", START)
    assert refusal("azul", START, "=" * 101)


def analysis(client, game, position, *moves, **more):
    body = {"game": game, "position": position, "moves": list(moves)} | more
    return client.stream("POST", "/api/explore/analysis", json=body)


def test_an_analysis_grows_until_it_is_done(client, monkeypatch):
    monkeypatch.setitem(exploring.deepen.__kwdefaults__, "visits", 3000)
    for game, position in (("azul", START), ("azuleo", AZULEO)):
        with analysis(client, game, position, multipv=3) as answer:
            told = [json.loads(line) for line in answer.iter_lines()]
        assert [one["done"] for one in told] == [False] * (len(told) - 1) + [True]
        assert told[-1]["visits"] >= 3000
        assert len(told[-1]["variations"]) == 3
        assert sum(told[-1]["values"]) == pytest.approx(1, abs=0.02)


def test_where_nothing_is_to_be_decided_nothing_is_analysed(client):
    dealt = azul.Game(2, seed=4, deals="manual").to_text()
    with analysis(client, "azul", dealt) as answer:
        answer.read()
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "nothing_to_decide"
    assert seen(client, "azul", dealt)["draws"]


def running(service):
    return service.table_service.analyses.running


def until(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_it_ends_when_nobody_reads_it_and_a_newer_one_ends_the_oldest(service, monkeypatch):
    monkeypatch.setitem(exploring.deepen.__kwdefaults__, "visits", 10**9)
    ended = threading.Event()

    def read_to_the_end():
        with service.client() as one, analysis(one, "azul", START) as answer:
            for _ in answer.iter_lines():
                pass
        ended.set()

    oldest = threading.Thread(target=read_to_the_end)
    oldest.start()
    until(lambda: running(service) == 1)
    with service.client() as client:
        with (
            analysis(client, "azul", START) as first,
            analysis(client, "azuleo", AZULEO) as second,
        ):
            lines = [first.iter_lines(), second.iter_lines()]  # who drops one reads no more
            assert all(map(next, lines))
            assert running(service) == 3
            with analysis(client, "azul", START) as third:
                lines.append(third.iter_lines())
                assert next(lines[-1])
                assert ended.wait(30)  # the oldest of this client
                assert running(service) == 3
        until(lambda: running(service) == 0)
    oldest.join()


def test_all_together_are_not_too_many(service, monkeypatch):
    monkeypatch.setattr(service.table_service.analyses, "_most", 1)
    monkeypatch.setitem(exploring.deepen.__kwdefaults__, "visits", 10**9)
    with service.client() as client, analysis(client, "azul", START) as first:
        lines = first.iter_lines()
        assert next(lines)
        with analysis(client, "azul", START) as second:
            second.read()
            assert second.status_code == 429
            assert second.headers["Retry-After"]


def test_analyses_count_as_thinking_and_looking_does_not(service, monkeypatch):
    limiter = service.app.state.rate_limiter
    monkeypatch.setitem(limiter._buckets, "thinking", TokenBucket(0.001, 1))
    body = {"game": "azul", "position": START, "moves": []}
    with service.client() as client:
        with analysis(client, "azul", START) as answer:
            assert answer.status_code == 200
        refused = client.post("/api/explore/analysis", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
        assert look(client, "azul", START).status_code == 200


def test_a_bots_move_does_not_wait_for_analyses(service, monkeypatch):
    monkeypatch.setitem(exploring.deepen.__kwdefaults__, "visits", 10**9)
    with service.client() as client, analysis(client, "azul", START) as first:
        lines = first.iter_lines()
        assert next(lines)
        seats = [{"kind": "me"}, {"kind": "bot", "level": 5}]
        table_id = client.new_table(seats, game="azul", first=1)["id"]
        assert client.wait_for_turn(table_id)["entries"] == 1
        assert running(service) == 1


# ── The page ─────────────────────────────────────────────────────────────────────────────────────

HTML = {"Accept": "text/html"}
ME, HERE = {"kind": "me"}, {"kind": "here"}


def led_to(client, path):
    """Where the page of a table leads; the answer if it leads nowhere."""
    answer = client.get(path, headers=HTML, follow_redirects=False)
    return answer.headers.get("location", answer)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_while_people_play_nothing_is_explored(client, service, game):
    running_table = client.new_table([ME, HERE], game=game)["id"]
    with service.client() as watcher:
        for somebody in (client, watcher):
            answer = led_to(somebody, f"/t/{running_table}/explore")
            assert answer.status_code == 409
            assert "A game can be explored when it is over." in answer.text
        # At a real table those who follow it may, from what lies open to them; nobody else.
        followed = client.new_table([ME, HERE], game=game, chance="manual")["id"]
        assert led_to(watcher, f"/t/{followed}/explore").status_code == 409
        assert "/explore?" in led_to(client, f"/t/{followed}/explore")
    assert led_to(client, "/t/nowhere/explore").status_code == 404


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_finished_game_leads_to_its_line(client, service, game):
    record = nearly_over(game, 0)
    table_id = client.new_table(game=game, record=record)["id"]
    with service.client() as watcher:
        address = led_to(watcher, f"/t/{table_id}/explore?n=7")
        page = watcher.get(address, headers=HTML)
        assert page.status_code == 200
        shown = json.loads(re.search(r'id="data">(.*?)</script>', page.text, re.DOTALL)[1])
        there = watcher.get(f"/api/tables/{table_id}/positions/7").json()
        assert shown["shown"]["table"]["scores"] == there["scores"]
        end = seen(watcher, game, shown["position"], *shown["moves"])
        assert end["table"]["result"]["scores"] == record["result"]["scores"]


def test_addresses_are_checked_like_all_input(client):
    for query, status in (
        ("game=azul&position=nonsense", 422),
        (f"game=azul&position={START}&line=9B9", 422),
        (f"game=azul&position={START}&line={';'.join(['1B1'] * 601)}", 422),
        (f"game=azul&position={'x' * 2001}", 422),
        ("game=azul&players=9&edit=1", 200),
        ("game=chess", 200),
        (f"game=azul&position={START}&names=<script>alert(1)</script>", 200),
        (f"game=azul&position={START}&at=99999", 200),
        (f"game=azul&position={START}&table=../../etc", 422),
    ):
        answer = client.get(f"/explore?{query}", headers=HTML)
        assert answer.status_code == status, query
        assert "<script>alert" not in answer.text


def test_a_record_is_explored_without_a_table(client):
    record = json.dumps(nearly_over("azuleo", 3))
    answer = client.post(
        "/open", data={"record": record, "explore": "1"}, headers=HTML, follow_redirects=False
    )
    assert client.get(answer.headers["location"], headers=HTML).status_code == 200
    refused = client.post("/open", data={"record": "{}", "explore": "1"}, headers=HTML)
    assert refused.status_code == 422
