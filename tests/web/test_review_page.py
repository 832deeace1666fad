"""The page of a review: drawn by the service, the same for everybody who has the link."""

import html
import re

import pytest

from .service import nearly_over
from .test_reviews import HERE, ME, finished, quick, start, until

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
    return html.unescape(answer.text)


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
    with service.client() as watcher:
        text = page(watcher, table_id)
        assert text.count("data-drawing=") >= 4  # two curves, bars, the board
        for number, step in enumerate(found["steps"]):
            if step["what"] == "decision" or step["round"] is not None:
                assert f'href="?step={number}#review-board"' in text
            for line in ("played", "best"):
                path = f"/t/{table_id}/review/board?step={number}&line={line}"
                told = watcher.get(f"{path}&made=0").json()["html"]
                assert 'data-drawing="' in told
                shown = len(re.findall(rf'data-line-of="{line}"', told))
                if step["what"] == "decision" and shown:
                    last = watcher.get(f"{path}&made={shown - 1}&narrow=true").json()["html"]
                    assert 'aria-current="step"' in last
            if number > 25:
                break
        # An address beyond the end of the game shows its end, with scripts and without.
        last = watcher.get(f"/t/{table_id}/review/board?step=100000")
        assert last.status_code == 200
        assert watcher.get(f"/t/{table_id}/review?step=100000", headers=HTML).status_code == 200


def test_the_page_is_in_the_readers_language_and_claims_what_is_known(client):
    table_id, found = reviewed(client)
    errors = [s for s in found["steps"] if s.get("verdict") == "blunder" and s["loss"] > s["se"]]
    text = page(client, table_id)
    assert "Luck and skill" in text
    for path in ("/review", "/review/whole"):
        german = page(client, table_id, path, **{"Accept-Language": "de"})
        assert "Glück und Können" in german
        assert "Glück und Können" not in text
    number = found["steps"].index(errors[0])
    board = client.get(f"/t/{table_id}/review/board?step={number}").json()["html"]
    assert f"{errors[0]['loss']:.2f}" in board
    # Before it is there, the page asks for it by its script.
    other = finished(client, seed=4)
    assert 'data-drawing="review' not in page(client, other)
    told = client.get(f"/t/{other}/review/whole").json()
    assert (told["state"], told["parts"]) == ("none", None)


def test_it_is_kept_as_one_file_that_needs_nothing_else(client):
    record = nearly_over("azul", 0)
    table_id = client.new_table([{"kind": "me"}, BO], record=record)["id"]
    early = client.get(f"/t/{table_id}/review/page")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_reviewed")
    start(client, table_id)
    found = until(client, table_id, "done")["review"]
    assert f'href="/t/{table_id}/review/page"' in page(client, table_id)
    kept = client.get(f"/t/{table_id}/review/page", headers={"Accept-Language": "de"})
    assert kept.headers["content-disposition"] == f'attachment; filename="azulejos-{table_id}.html"'
    assert '<html lang="de"' in kept.text
    assert kept.text.count("<article") == len(found["turning_points"])
    assert "Spieler 1" in kept.text  # to whom it is sent, nobody is "you"
    assert not re.findall(r'(?:src|href)="(?!#)', kept.text)


def test_numbers_are_written_as_in_the_readers_language(client):
    table_id, _ = reviewed(client)

    def told(language):
        path = f"/t/{table_id}/review/whole"
        parts = client.get(path, headers={"Accept-Language": language}).json()["parts"]
        return html.unescape("".join(parts.values()))

    english, german = told("en"), told("de")
    assert re.search(r"luck [+−]\d\.\d\d", english, re.IGNORECASE)
    assert re.search(r"Glück [+−]\d,\d\d", german)
    assert not re.search(r">[^<]*\d\.\d\d[^<]*<", german)


def test_while_the_game_is_played_there_is_no_page(client):
    table_id = client.new_table([ME, HERE], record=nearly_over("azul", 2))["id"]
    answer = client.get(f"/t/{table_id}/review", headers=HTML)
    assert answer.status_code == 409
    assert "A review begins when the game is over." in answer.text
    for path in ("whole", "board?step=0"):
        assert client.get(f"/t/{table_id}/review/{path}").status_code == 409
    assert client.get("/t/nowhere/review", headers=HTML).status_code == 404


def test_names_are_escaped(client):
    record = nearly_over("azul", 0)
    seats = [{"kind": "me", "name": "<b>Ann"}, {"kind": "here", "name": "<i>Bo"}]
    table_id = client.new_table(seats, record=record)["id"]
    start(client, table_id)
    until(client, table_id, "done")
    answers = [
        client.get(f"/t/{table_id}/review", headers=HTML).text,
        client.get(f"/t/{table_id}/review/whole").json()["parts"]["moves"],
        client.get(f"/t/{table_id}/review/board?step=1").json()["html"],
    ]
    for answer in answers:
        assert "<b>Ann" not in answer
        assert "<i>Bo" not in answer
    assert "&lt;b&gt;Ann" in answers[0]


def test_mistakes_are_tried_again_on_the_games_own_table(client):
    table_id, found = reviewed(client)
    errors = [
        n
        for n, step in enumerate(found["steps"])
        if step.get("player") == 1
        and step.get("verdict") in ("inaccuracy", "mistake", "blunder")
        and step["loss"] > step["se"]
    ]
    assert f"/t/{table_id}/retry?player=1" in page(client, table_id)
    text = page(client, table_id, "/retry?player=1")
    assert 'class="display"' in text
    assert f'"step":{errors[0]},' in text
    assert 'id="join"' not in text
    # Where there is nothing to try, there is the review.
    other = finished(client, seed=6)
    answer = client.get(f"/t/{other}/retry", headers=HTML, follow_redirects=False)
    assert answer.headers["location"] == f"/t/{other}/review"
