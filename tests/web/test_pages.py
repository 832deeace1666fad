"""The pages without a browser: what they hold, what they refuse, where they lead."""

import json
import re
from html.parser import HTMLParser

import pytest

from azulejos.web.pages.rendering import STATIC

from .service import nearly_over

PAGES = (
    *("/", "/new", "/rules/azul", "/rules/azuleo"),
    *("/first-game", "/first-game/azuleo", "/open"),
)


class Looked(HTMLParser):
    """A page, taken apart."""

    def __init__(self, text):
        super().__init__()
        self.text = text
        self.elements = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))


def check(text):
    """What holds for every page: nothing inline, nothing from elsewhere, no id twice."""
    page = Looked(text)
    ids = [given["id"] for _, given in page.elements if "id" in given]
    assert len(ids) == len(set(ids))
    for tag, given in page.elements:
        assert tag != "style"
        assert not [name for name in given if name == "style" or name.startswith("on")]
        if tag == "script":
            assert given.get("type") == "application/json" or given["src"].startswith("/static/")
        for name in ("src", "href", "action"):
            if name in given:
                assert given[name][:1] in ("/", "#"), given
                assert not given[name].startswith("//")
    assert "not affiliated" in text or "nicht verbunden" in text or "ingen koppling" in text
    return page


def with_site(client, path, **form):
    """A form that a page of ours sends."""
    return client.post(path, data=form, headers={"Origin": str(client.base_url).rstrip("/")})


def new_azul(client, **form):
    answer = with_site(client, "/new", game="azul", kind0="me", kind1="bot", **form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_pages_hold_nothing_that_the_policy_forbids(client, language):
    client.headers["Accept-Language"] = language
    for path in PAGES:
        answer = client.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text
        check(answer.text)
        policy = answer.headers["Content-Security-Policy"]
        assert "'unsafe" not in policy


def test_every_file_that_a_page_names_is_there(client):
    names = set()
    for path in (*PAGES, new_azul(client)):
        names |= set(re.findall(r'"(/static/[^"]+)"', client.get(path).text))
    for name in names:
        answer = client.get(name)
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["Cache-Control"]
        for import_ in re.findall(r'from "\./([^"]+)"', answer.text):
            assert client.get(name.rpartition("/")[0] + "/" + import_).status_code == 200
    assert client.get("/static/key/../pages.py").status_code == 404
    assert client.get("/static/key/%2e%2e/pages.py").status_code == 404


@pytest.mark.parametrize("quick", ["azul", "azuleo", "azuleo/fill", "azul/guided", "azuleo/guided"])
def test_one_click_sets_a_table(client, quick):
    answer = with_site(client, "/new", quick=quick)
    assert answer.status_code == 303
    table = client.get(answer.headers["location"])
    page = check(table.text)
    data = json.loads(re.search(r'id="data">(.*?)</script>', table.text, re.DOTALL)[1])
    assert data["table"]["mine"] == [0]
    assert data["table"]["game"] == quick.partition("/")[0]
    guided = quick.endswith("/guided")
    assert ("coach" in [given.get("id") for _, given in page.elements]) == guided


def test_the_form_sets_what_it_says(client):
    answer = with_site(
        client,
        "/new",
        game="azuleo",
        kind0="me",
        name0=" Ana ",
        kind1="here",
        name1="Bo",
        kind2="bot",
        **{"azuleo-level2": "6", "azuleo-claims": "hinted", "azuleo-exchange": "1"},
        **{"azuleo-blockades-unlimited": "1", "azuleo-border_pairs": "1", "filled": "1"},
        first="1",
    )
    table = client.table(answer.headers["location"].removeprefix("/t/"))
    assert [seat["name"] for seat in table["seats"][:2]] == ["Ana", "Bo"]
    assert table["seats"][2]["level"] == 6
    assert table["mine"] == [0, 1]
    assert table["turn"] == 1
    options = table["options"]
    assert (options["claims"], options["exchange"], options["blockades"]) == ("hinted", True, None)
    # The name is kept for the next time.
    assert 'value="Ana"' in client.get("/new").text


@pytest.mark.parametrize(
    ("language", "you", "number"), [("en", "You", "Player 1"), ("de", "Du", "Spieler 1")]
)
def test_who_gives_no_name_is_you_for_nobody_else(service, client, language, you, number):
    client.headers["Accept-Language"] = language
    where = new_azul(client, name0="")
    assert client.table(where.removeprefix("/t/"))["seats"][0]["name"] == ""
    assert f'class="seat-who">{you}<' in client.get(where).text
    with service.client() as other:
        text = other.get(where, headers={"Accept-Language": language}).text
        assert f'class="seat-who">{number}<' in text
        assert f">{you}<" not in text


def test_a_name_can_be_given_up(client):
    new_azul(client, name0="Ana")
    assert 'value="Ana"' in client.get("/new").text
    new_azul(client, name0="")
    assert 'value="Ana"' not in client.get("/new").text


def test_two_at_one_screen_without_names_are_numbered(client):
    answer = with_site(client, "/new", game="azul", kind0="me", kind1="here")
    text = client.get(answer.headers["location"]).text
    assert 'class="seat-who">Player 1<' in text
    assert 'class="seat-who">Player 2<' in text


def test_a_name_cannot_break_out_of_a_page(client):
    name = "</script><b>'\"&"
    where = new_azul(client, name0=name)
    text = client.get(where).text
    check(text)
    assert "<b>" not in text
    assert name not in text
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["table"]["seats"][0]["name"] == name


def test_a_form_from_another_site_is_refused(client):
    answer = client.post("/new", data={"quick": "azul"}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [("/rules/azul", "/rules/azul"), ("//evil.example", "/"), ("https://x.example/", "/")],
)
def test_settings_lead_back_to_our_own_pages_only(client, back, leads_to):
    answer = with_site(client, "/settings", language="sv", theme="dark", back=back)
    assert answer.status_code == 303
    assert answer.headers["location"] == leads_to
    text = client.get("/").text
    assert '<html lang="sv" data-theme="dark">' in text
    with_site(client, "/settings", language="xx", theme="pink", back="/")
    assert '<html lang="sv" data-theme="dark">' in client.get("/").text


def test_settings_lead_back_to_the_guided_game(client):
    where = with_site(client, "/new", quick="azul/guided").headers["location"]
    assert where.endswith("?guide=1")
    assert f'name="back" value="{where}"' in client.get(where).text


def test_a_table_that_is_not_there(client):
    for path in ("/t/nowhere", "/seat/nobody", "/rules/chess", "/nothing"):
        answer = client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        check(answer.text)
    assert client.get("/nothing").json()["error"]["code"]


def test_a_record_is_opened(client):
    where = new_azul(client)
    record = client.get(f"/api/tables/{where.removeprefix('/t/')}/record").text
    answer = with_site(client, "/open", record=record)
    assert answer.status_code == 303
    assert client.get(answer.headers["location"]).status_code == 200
    for text in ("", "{}", "[]", "7", "[" * 5000, '{"game": "azul", "options": {"players": 2}}'):
        answer = with_site(client, "/open", record=text)
        assert answer.status_code == 422
        check(answer.text)


def test_a_finished_record_is_nobodys_game(client):
    new_azul(client, name0="Ana")
    answer = with_site(client, "/open", record=json.dumps(nearly_over("azul", left=0)))
    text = client.get(answer.headers["location"]).text
    assert 'class="seat-who">Player 1<' in text
    # Her name is kept for her own games.
    assert 'value="Ana"' in client.get("/new").text


def test_a_watcher_sees_the_table_but_no_seat(service, client):
    where = new_azul(client, kind2="link")
    with service.client() as other:
        text = other.get(where).text
        check(text)
        data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
        assert data["table"]["mine"] == []


def test_dark_is_the_same_dark_whoever_chose_it():
    """Style sheets cannot share a block between a selector and what the system prefers."""
    sheet = (STATIC / "css" / "site.css").read_text("utf-8")
    dark, auto = (
        re.search(rf'\[data-theme="{theme}"\] {{(.*?)}}', sheet, re.DOTALL)[1].split()
        for theme in ("dark", "auto")
    )
    assert dark == auto
    assert len(dark) > 40
