"""Records that leave the service and come back: they keep who played, and when."""

import json
import re
from datetime import date, timedelta

import pytest

from azulejos import azul, azuleo, bots
from azulejos.web.seats import NAME_LIMIT

from .service import decided_by_rows, nearly_over

PACKAGES = {"azul": azul, "azuleo": azuleo}
SEATS = [{"kind": "me", "name": "Ann <b>&"}, {"kind": "bot", "level": 2}]


def record_of(client, table_id):
    return client.get(f"/api/tables/{table_id}/record").json()


def opened(client, record):
    """The table that a record leads to, by the page where one opens records."""
    answer = client.post("/open", data={"record": json.dumps(record)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return client.table(answer.headers["location"].removeprefix("/t/"))


def called(table):
    return [(seat["name"], seat["level"]) for seat in table["seats"]]


@pytest.mark.parametrize("game", PACKAGES)
def test_a_record_tells_who_played_and_when(client, game):
    made = client.new_table(SEATS, game=game, first=0)
    client.play_some(made["id"], 2)
    record = record_of(client, made["id"])
    assert list(record)[:4] == ["game", "version", "date", "seats"]
    assert record["seats"] == [{"name": "Ann <b>&"}, {"level": 2}]
    assert date.today() - date.fromisoformat(record["date"]) < timedelta(days=2)
    assert PACKAGES[game].replay(record).entries >= 2


@pytest.mark.parametrize("left", [0, 5])
@pytest.mark.parametrize("game", PACKAGES)
def test_an_opened_record_keeps_what_it_tells(client, game, left):
    head = {"date": "2024-05-17", "seats": [{"name": "Ann <b>&"}, {"level": 2}]}
    table = opened(client, nearly_over(game, left) | head)
    assert called(table) == [("Ann <b>&", None), ("", 2)]
    assert table["date"] == "2024-05-17"
    # Nobody moves by themselves: all seats are at this screen, a bot's too.
    assert table["mine"] == [0, 1]
    assert not table["thinking"]
    assert (table["result"] is not None) == (left == 0)
    again = record_of(client, table["id"])
    assert {key: again[key] for key in head} == head
    page = client.get(f"/t/{table['id']}").text
    assert "Ann &lt;b&gt;&amp;" in page
    assert "Ann <b>" not in page
    name = bots.LEVELS[game][1].name
    assert f'seat-who">{name}<' in page


def test_who_plays_again_after_an_opened_record_is_no_bot(client):
    table = opened(client, nearly_over("azul", 2) | {"seats": [{"name": "Ann"}, {"level": 2}]})
    client.play_some(table["id"], 10)
    url = client.post(f"/api/tables/{table['id']}/rematch").json()["url"]
    assert called(client.table(url.removeprefix("/t/"))) == [("Ann", None), ("", None)]


def test_names_are_made_tidy_and_unknown_levels_left_out(client):
    seats = [{"name": " \u202eA\n" + "x" * 70}, {"level": 99}]
    table = opened(client, nearly_over("azul", 0) | {"seats": seats})
    name = table["seats"][0]["name"]
    assert name == ("A " + "x" * 70)[:NAME_LIMIT]
    assert called(table)[1] == ("", None)


def test_a_record_without_a_head_stays_without_one(client):
    table = opened(client, nearly_over("azul", 0))
    assert called(table) == [("", None), ("", None)]
    assert table["date"] is None
    assert "date" not in record_of(client, table["id"])


@pytest.mark.parametrize(
    "head", [{"seats": [{"name": "x" * 5000}, {}]}, {"date": "<script>"}, {"seats": [[], {}]}]
)
def test_a_head_that_cannot_be_is_refused_in_words(client, head):
    record = nearly_over("azul", 0) | head
    answer = client.post("/api/tables", json={"game": "azul", "record": record})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "bad_record"
    assert "expected " in error["message"]
    assert len(error["message"]) < 200
    page = client.post("/open", data={"record": json.dumps(record)})
    assert page.status_code == 422
    assert "<script>" not in re.search(r'role="alert">(.*?)</p>', page.text)[1]


def test_who_names_the_seats_is_asked_not_the_record(client):
    record = nearly_over("azul", 3) | {"seats": [{"name": "Ann"}, {"name": "Bo"}]}
    made = client.new_table([{"kind": "me", "name": "Cem"}, {"kind": "here"}], record=record)
    assert called(made["table"]) == [("Cem", None), ("", None)]


def test_a_tally_tells_the_sources_of_each_side(client):
    record = nearly_over("azuleo", 0, players=4)
    table = opened(client, record)
    tally = client.get(f"/api/tables/{table['id']}/tally").json()
    assert [one["source"] for one in tally["sources"]] == ["pair", "azuleo", "blockade"]
    titles = [one["title"] for one in tally["sources"]]
    assert titles == ["Colour pairs", "Azuleos", "Blockades"]
    sums = [sum(points) for points in zip(*(s["points"] for s in tally["sources"]), strict=True)]
    assert sums == table["result"]["scores"][:2]


def test_complete_rows_put_players_in_order(client):
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
    made = client.new_table(seats, position=decided_by_rows())
    client.move(made["id"], "CBF")
    result = client.table(made["id"])["result"]
    assert result == {"scores": [17, 17], "winners": [1], "order": [1, 0], "ties": [0, 1]}


def test_a_round_on_the_grey_wall_is_told_once(client):
    made = client.new_table(
        [{"kind": "me"}, {"kind": "here"}], options={"wall": "grey", "players": 2}, first=0
    )
    client.play_some(made["id"], 60)
    moves = client.moves(made["id"])
    scored = [move for move in moves if move["round_points"]]
    assert [move["round"] for move in scored] == list(range(1, len(scored) + 1))
    assert len(scored) >= 2
    assert len([move for move in moves if move["points"]]) > len(scored)
    for number, move in enumerate(scored):
        of_round = [m["points"] for m in moves if m["round"] == move["round"] and m["points"]]
        assert move["round_points"] == [sum(points) for points in zip(*of_round, strict=True)]
        assert moves[move["n"] - 1] == move
        assert number + 1 == move["round"]
