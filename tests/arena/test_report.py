"""Findings from made-up games, and how they are shown."""

import json
from xml.etree.ElementTree import fromstring

import pytest
from rich.console import Console

from azulejos.arena import Anchor, Sprt, findings, standing, svg, table
from azulejos.arena.schedule import Contest

SVG = "{http://www.w3.org/2000/svg}"


def games(contest, number, result, failure=lambda task: None):
    """Outcomes by a rule: result(task) gives the points of each side; the most win."""
    made = {}
    for task in contest.tasks(number):
        points = result(task)
        failed = failure(task)
        best = [float(scored == max(points)) for scored in points]
        made[task.key] = {
            "meeting": task.meeting,
            "deal": task.deal,
            "seating": task.seating,
            "sides": list(task.sides),
            "scores": [value / sum(best) for value in best],
            "points": None if failed else points,
            "moves": 60,
            "rounds": 5,
            "decisions": [30] * contest.sides,
            "seconds": [3.0] * contest.sides,
            "failure": failed,
            "record": {},
        }
    return made


def better_first(task):
    """The lower its number, the more points; but on every third deal it is the other way."""
    sign = -1 if task.deal % 3 == 2 else 1
    return [50 - 10 * sign * entrant for entrant in task.sides]


def shown(found, width=100):
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(table(found))
    return capture.get()


def test_a_match_of_two():
    contest = Contest("azul", ("a", "b"), ms=200)
    found = findings(contest, games(contest, 60, better_first))
    first, second = found["entrants"]
    assert (found["games"], found["deals"], found["fair_score"]) == (60, 30, 0.5)
    assert (first["name"], first["score"], first["points"]) == ("a", pytest.approx(2 / 3), 50)
    assert first["elo"] == pytest.approx(120.4, abs=0.1)
    assert second["anchor"]
    assert second["elo_interval"] is None
    assert first["ms_per_move"] == pytest.approx(100)
    (meeting,) = found["meetings"]
    assert [meeting[key] for key in ("wins", "shared", "losses")] == [40, 0, 20]
    assert meeting["elo"] == pytest.approx(first["elo"])
    assert meeting["margin"] == pytest.approx((20 * 10 - 10 * 10) / 30)
    low, high = meeting["scores"][0]["score_interval"]
    # Both games of a deal went the same way: thirty results, not sixty.
    assert (low, high) == pytest.approx((0.48, 0.81), abs=0.02)
    assert [seat["score"] for seat in found["seats"]] == pytest.approx([0.5, 0.5])
    assert found["length"] == {"moves": 60, "rounds": 5}
    assert "200 ms a move" in shown(found)
    assert "66.7 %" in shown(found)
    assert standing(found).startswith("a – b: 66.7 % (")


def test_the_anchor_moves_all_ratings():
    contest = Contest("azul", ("a", "b", "c"))
    played = games(contest, 30, better_first)
    plain = findings(contest, played)
    moved = findings(contest, played, anchor=Anchor(0, 1500.0))
    assert moved["entrants"][0]["elo"] == 1500
    assert moved["entrants"][0]["anchor"]
    for one, other in zip(plain["entrants"], moved["entrants"], strict=True):
        difference = one["elo"] - plain["entrants"][0]["elo"]
        assert other["elo"] - 1500 == pytest.approx(difference, abs=1e-6)
    assert standing(plain) == "a leads"


def test_half_a_deal_does_not_count():
    contest = Contest("azul", ("a", "b"))
    played = games(contest, 10, better_first)
    del played[0, 4, 1]
    assert findings(contest, played)["games"] == 8


def test_one_against_three_copies():
    contest = Contest("azul", ("a", "b"), {"players": 4})
    found = findings(contest, games(contest, 48, better_first))
    first, second = found["entrants"]
    # On two deals of three it wins alone; on the third the three others share.
    assert first["score"] == pytest.approx(2 / 3)
    assert second["score"] == pytest.approx(1 / 9)
    assert found["fair_score"] == 0.25
    assert first["elo"] == pytest.approx(400 * 0.30103 + 400 * 0.47712, abs=0.1)
    assert "a – 3 × b" in shown(found)


def test_tables_of_three():
    contest = Contest("azul", ("a", "b", "c", "d"), {"players": 3})
    found = findings(contest, games(contest, 18, better_first))
    assert len(found["meetings"]) == 4
    assert [entrant["name"] for entrant in found["entrants"]] == ["a", "d", "b", "c"]
    assert "wins" not in found["meetings"][0]
    assert "A fair score is 33.3 %." in shown(found)


def test_alone_on_the_same_deals():
    contest = Contest("azuleo", ("a", "b", "c"), {"players": 1, "mode": "score"})
    found = findings(contest, games(contest, 30, better_first))
    assert found["deals"] == 10
    assert len(found["meetings"]) == 3
    meeting = found["meetings"][0]
    assert [meeting[key] for key in ("wins", "shared", "losses")] == [7, 0, 3]
    assert meeting["margin"] == pytest.approx(4)
    assert found["entrants"][0]["score"] is None
    assert found["seats"] == []
    only = Contest("azuleo", ("a",), {"players": 1, "mode": "score"})
    found = findings(only, games(only, 5, better_first))
    assert found["entrants"][0]["elo"] is None
    assert found["entrants"][0]["points"] == 50
    assert "50.0" in shown(found)
    assert standing(found) == ""


def test_failures_are_told_and_kept_out_of_the_points():
    contest = Contest("azul", ("a", "cmd:[bold]./b"))

    def failing(task):
        side = task.sides.index(1)
        return {"side": side, "reason": "time-out: [red]hm"} if task.deal == 0 else None

    found = findings(contest, games(contest, 6, better_first, failing))
    failed = next(entrant for entrant in found["entrants"] if entrant["failures"])
    assert (failed["name"], failed["failures"]) == ("cmd:[bold]./b", 2)
    assert {failure["reason"] for failure in found["failures"]} == {"time-out: [red]hm"}
    assert found["failures"][1]["seating"] == 1
    assert failed["points"] == pytest.approx((40 + 60) / 2)
    assert "cmd:[bold]./b lost 2 games: time-out: [red]hm" in shown(found)


def test_a_clean_sweep_is_json_and_is_marked():
    contest = Contest("azul", ("a", "b"))
    found = findings(contest, games(contest, 20, lambda task: [50 - e for e in task.sides]))
    assert found["pseudo_games"] == 1
    assert found["meetings"][0]["elo"] is None
    text = shown(found)
    assert "∞" in text
    assert "never lost" in text
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_nothing_played_yet():
    contest = Contest("azul", ("a", "b"))
    found = findings(contest, {}, sprt=Sprt(0, 10, 2))
    assert found["games"] == 0
    assert found["entrants"][0]["elo"] is None
    assert standing(found) == ""
    assert "0 games" in shown(found)
    assert "<svg" in svg(found)


def test_a_sequential_test_is_told():
    contest = Contest("azul", ("a", "b"))
    sprt = Sprt(0, 200, 2)
    found = findings(contest, games(contest, 100, better_first), sprt=sprt)
    assert found["sprt"]["accepted"] in ("H0", "H1", None)
    assert "SPRT: " in shown(found)
    assert "log ratio" in standing(found)


# ── The picture ──────────────────────────────────────────────────────────────────────────────────

PICTURES = [
    Contest("azul", ("a", "b")),
    Contest("azul", ("a", "b", "<c> & 'd'\x00", "a very long name " * 5)),
    Contest("azul", ("a", "b"), {"players": 4}),
    Contest("azul", ("a", "b", "c", "d"), {"players": 3}),
    Contest("azuleo", ("a",), {"players": 1, "mode": "score"}),
    Contest("azuleo", ("a", "b", "c"), {"players": 1, "mode": "score"}),
]


@pytest.mark.parametrize("contest", PICTURES, ids=lambda contest: contest.names[-1][:3])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_picture_stands_alone_and_shows_everyone(contest, theme):
    text = svg(findings(contest, games(contest, 24, better_first)), theme=theme, size=900)
    root = fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.get("data-drawing") == "arena"
    for forbidden in ("<script", "http://", "https://", "url(", "<image"):
        assert forbidden not in text.replace("http://www.w3.org/2000/svg", "")
    rows = {element.get("data-name") for element in root.iter() if element.get("class") == "row"}
    assert len(rows) >= len(contest.names)
    width, height = map(float, root.get("viewBox").split()[2:])
    for element in root.iter(SVG + "text"):
        assert 0 <= float(element.get("x")) <= width
        assert 0 <= float(element.get("y")) <= height


def test_values_stand_in_order_on_the_scale():
    contest = Contest("azul", ("a", "b", "c"))
    root = fromstring(svg(findings(contest, games(contest, 60, better_first))))
    panel = next(element for element in root.iter() if element.get("class") == "panel")
    tips = [
        float(part.get("d")[1:].split()[0])
        for row in panel.iter()
        if row.get("class") == "row"
        for part in row.findall(SVG + "path")
        if part.get("class") == "az-ornament"
    ]
    assert len(tips) == 3
    assert tips == sorted(tips, reverse=True)
