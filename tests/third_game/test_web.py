"""Fileira in the browser: drawn by the service, its moves as buttons, against a bot."""

import pytest
from playwright.sync_api import expect

from web.browser.conftest import browser as browser
from web.browser.conftest import serving
from web.browser.conftest import visit as visit
from web.service import BOT, Client


@pytest.fixture(scope="module", name="address")
def _address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite") as here:
        yield here


@pytest.fixture(name="client")
def _client(address):
    with Client(address) as somebody:
        yield somebody


def test_a_game_against_a_bot_through_the_api(client):
    made = client.new_table([{"kind": "me"}, BOT], game="fileira")
    table_id = made["id"]
    assert made["table"]["has_secrets"]
    assert made["table"]["position"]["hands"].count(["?", "?", "?"]) == 1
    final = client.play_some(table_id, 20)
    assert final["result"]["scores"] == final["scores"]
    assert client.get(f"/api/tables/{table_id}/tally").json()["sources"] == []
    record = client.get(f"/api/tables/{table_id}/record").json()
    assert record["game"] == "fileira"
    again = client.new_table(record=record, game="fileira")
    assert again["table"]["scores"] == final["scores"]


def test_nobody_sees_the_bots_tiles(client):
    table_id = client.new_table([{"kind": "me"}, BOT], game="fileira", first=0)["id"]
    table = client.wait_for_turn(table_id)
    while table["turn"] is not None:
        shown = client.get(f"/api/tables/{table_id}/drawings/{table['entries']}").json()["drawing"]
        assert "holds ? ? ?" in shown
        for entry in client.moves(table_id):
            assert entry["turn"] == 0 or set(entry["drawn"]) <= {"+?"}
        client.move(table_id, table["legal"][0])
        table = client.wait_for_turn(table_id)


def test_what_cannot_be_is_refused_in_a_sentence(client):
    def refusal(**body):
        answer = client.post("/api/tables", json={"game": "fileira"} | body)
        assert answer.status_code == 422
        return answer.json()["error"]["message"]

    assert "not all of these are options of fileira" in refusal(options={"wall": "grey"})
    assert refusal(game="chess")
    assert client.get("/rules/fileira").status_code == 404
    me = {"kind0": "me", "kind1": "bot", "game": "fileira"}
    page = client.post("/new", data=me | {"kind2": "bot", "kind3": "bot"})
    assert "Fileira is for 2 to 3 players." in page.text
    page = client.post("/new", data=me | {"follow": "1"})
    assert "A game of Fileira at a real table cannot be tracked here." in page.text


def test_a_game_against_a_bot_on_the_page(visit):
    visitor = visit()
    page = visitor.page
    visitor.goto("/")
    page.get_by_role("button", name="Play Fileira").click()
    visitor.expect_ready()
    moves = page.locator("#legal-moves button")
    result = page.locator("#result[open]")
    while True:
        expect(moves.and_(page.locator(":enabled")).first.or_(result)).to_be_visible()
        if result.count():
            break
        before = visitor.version
        moves.first.click()
        visitor.wait_beyond(before)
    expect(page.locator("#drawing svg")).not_to_contain_text("·")  # every place is taken
    page.get_by_role("button", name="Look at the table").click()
    ended = page.locator("#drawing").text_content()
    page.locator("#step-back").click()
    expect(page.locator("#drawing")).not_to_have_text(ended or "")
    page.locator("#step-on").click()
    expect(page.locator("#drawing")).to_have_text(ended or "")


def test_it_can_be_chosen_with_three_seats(visit):
    visitor = visit(width=390, height=800)
    page = visitor.page
    visitor.goto("/new?game=fileira")
    expect(page.locator("#wall")).to_be_hidden()
    page.locator("#kind2").select_option("bot")
    page.locator("#other-level2").select_option("2")
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    expect(page.locator(".seat-card")).to_have_count(3)
