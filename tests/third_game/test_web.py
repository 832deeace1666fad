"""Fileira in the browser: drawn by the service, its moves as buttons, against a bot."""

import fileira
import pytest
from playwright.sync_api import expect

from web.browser.conftest import browser as browser
from web.browser.conftest import serving
from web.browser.conftest import visit as visit
from web.browser.conftest import visit_service as visit_service
from web.browser.drawn import play_on
from web.browser.test_review import wait_for_review
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
    sources = client.get(f"/api/tables/{table_id}/tally").json()["sources"]
    assert [source["title"] for source in sources] == ["Rises", "Full rise"]
    sums = [sum(points) for points in zip(*(s["points"] for s in sources), strict=True)]
    assert sums == final["scores"]
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


def test_what_is_drawn_in_the_middle_is_what_the_service_draws(visit):
    game = fileira.Game(players=2, seed=1)
    _, drawings = play_on(game, visit(), visit())
    assert "holds ? ? ?" in drawings


def test_it_can_be_chosen_with_three_seats(visit):
    visitor = visit(width=390, height=800)
    page = visitor.page
    visitor.goto("/new?game=fileira")
    expect(page.locator("#azul-wall")).to_be_hidden()
    row_length = page.get_by_label("Row length")
    expect(row_length).to_have_value("4")
    page.locator("input[value=azuleo]").check()
    expect(row_length).to_be_hidden()
    expect(page.locator("#azuleo-claims")).to_be_visible()
    page.locator("input[value=fileira]").check()
    row_length.fill("3")
    page.locator("#kind2").select_option("bot")
    page.locator("#fileira-level2").select_option("2")
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    expect(page.locator(".seat-card")).to_have_count(3)
    assert visitor.table()["options"]["row_length"] == 3


def test_its_options_are_taken_and_described_by_the_api(client):
    made = client.new_table([{"kind": "me"}, BOT], game="fileira", options={"row_length": 5})
    assert made["table"]["options"]["row_length"] == 5
    too_long = {"game": "fileira", "options": {"row_length": 6}}
    error = client.post("/api/tables", json=too_long).json()["error"]
    assert (error["code"], error["place"]) == ("bad_options", ["row_length"])
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    of_games = schemas["NewTable"]["properties"]["options"]["anyOf"]
    (own,) = (one for one in of_games if "row_length" in one["properties"])
    assert own["properties"]["row_length"]["maximum"] == 5
    assert own["properties"]["players"] == {"type": "integer", "minimum": 2, "maximum": 3}


def test_its_review_is_shown_and_its_mistakes_are_tried_again(visit, client):
    record = fileira_game_over()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
    made = client.new_table(seats, game="fileira", record=record)
    visitor = visit()
    page = visitor.page
    visitor.goto(f"{made['url']}/review")
    wait_for_review(visitor)
    expect(page.locator("#drawing")).to_be_visible()
    retry = page.locator("a[href*='/retry']")
    assert retry.count()
    retry.first.click()
    visitor.expect_ready()
    expect(page.locator("#retry-title")).to_contain_text("find a better move")
    page.locator("#legal-moves button").first.click()
    expect(page.locator("#retry-again")).to_be_visible()
    page.locator("#retry-again").click()
    expect(page.locator("#legal-moves button").first).to_be_enabled()


def fileira_game_over():
    """A game in which the first move of all is always made: hardly the best one."""
    game = fileira.Game(players=2, seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game.record()


def test_it_is_explored_and_a_position_is_set_up_as_text(visit):
    visitor = visit()
    visitor.allowed |= {422, 404, 503}  # it brings no editor, and may have to be compiled
    page = visitor.page
    visitor.goto("/explore?game=fileira")
    visitor.expect_ready()
    before = page.locator("#drawing").text_content()
    page.locator("#legal-moves button").first.click()
    expect(page.locator("#drawing")).not_to_have_text(before or "")
    page.locator("#step-back").click()
    expect(page.locator("#drawing")).to_have_text(before or "")
    page.get_by_role("button", name="Set up a position").click()
    text = page.get_by_label("A position in one line of text, or as JSON")
    expect(text).to_be_visible()
    text.fill("nonsense")
    page.get_by_role("button", name="Take this position").click()
    expect(page.locator("#set-up-state")).not_to_be_empty()
    text.fill(fileira.Game(players=3, seed=1).to_text())
    page.get_by_role("button", name="Take this position").click()
    expect(page.locator(".seat-card")).to_have_count(3)
