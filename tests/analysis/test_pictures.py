"""A review as pictures."""

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from analysis.conftest import random_record
from azulejos import azul, azuleo
from azulejos.analysis import Budget, Chance, Decision, pictures, review
from azulejos.analysis.words import is_marked, luckiest
from azulejos.core.errors import OptionError

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg, which):
    return [
        element
        for element in ElementTree.fromstring(svg).iter()
        if which in element.get("class", "").split()
    ]


def test_every_error_and_all_luck_is_marked_on_the_curve(reviewed):
    expected = {
        number
        for number, step in enumerate(reviewed.steps)
        if (
            step.lucky(luckiest(step))
            if isinstance(step, Chance)
            else step.good or (is_marked(step) and step.verdict != "slight")
        )
    }
    marks = drawn(pictures.curve(reviewed), "mark")
    assert {int(mark.get("data-step")) for mark in marks} == expected
    assert expected


def test_the_curve_has_a_line_for_each_side_through_every_step(reviewed):
    lines = drawn(pictures.curve(reviewed), "line")
    assert [line.get("data-side") for line in lines] == ["0", "1"]
    for line in lines:
        numbers = line.get("d").removeprefix("M").split()
        assert len(numbers) == 2 * (len(reviewed.steps) + 1)


def test_partners_share_a_line():
    team = review(random_record(azuleo, players=4, moves=4), Budget(16, 2))
    assert len(drawn(pictures.curve(team), "line")) == 2
    assert "Player 1 &amp; Player 3" in pictures.curve(team, width=1000)


@pytest.mark.parametrize("low", [False, True])
def test_names_beside_the_plot_do_not_overlap(low):
    """Also where lines end at the foot of the plot: those who lost have nothing there."""
    whole = review(random_record(azul, players=4, moves=4), Budget(16, 2))
    last = replace(whole.steps[-1], values=[0.0, 0.0, 0.0, 1.0] if low else [0.25] * 4)
    svg = pictures.curve(replace(whole, steps=[*whole.steps[:-1], last]), width=1000)
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    heights = sorted(float(text.get("y")) for text in texts if "Player" in (text.text or ""))
    assert len(heights) == 4
    assert all(b - a >= 17 for a, b in pairwise(heights))
    assert heights[-1] < 320


def test_where_hands_are_hidden_a_line_moves_with_what_its_player_knows():
    made = review(random_record(azuleo, players=2), Budget(16, 2))
    told = pictures.shares(made)
    assert told[0] == made.start
    assert told[-1] == made.steps[-1].values
    for step, before, after in zip(made.steps[:-1], told, told[1:], strict=False):
        assert [q for q in range(2) if before[q] != after[q] and step.player not in (None, q)] == []


@pytest.mark.parametrize("width", [320, 760])
def test_names_stand_on_it_and_break_nothing(reviewed, width):
    root = ElementTree.fromstring(pictures.curve(reviewed, width=width))
    assert any("Ann <b>&" in (text.text or "") for text in root.iter(f"{SVG}text"))
    other = pictures.curve(reviewed, names=["Eve", "Dan"], width=width)
    assert "Eve" in other
    assert "Ann" not in other
    with pytest.raises(OptionError):
        pictures.curve(reviewed, names=["Eve"])


def test_the_bar_tells_parts_that_add_up(reviewed):
    for player in range(2):
        *parts, (_, _, result) = pictures.identity_rows(reviewed, player)
        assert sum(share for _, _, share in parts) == pytest.approx(result)
        rows = drawn(pictures.bar(reviewed, player), "part")
        assert len(rows) == len(parts) + 1


class Shouting:
    """A language of its own."""

    decimal_mark = "."

    def gettext(self, message, **parts):
        return message.upper()

    def ngettext(self, one, many, n, **parts):
        return (one if n == 1 else many).upper()


def test_pictures_speak_the_readers_language(reviewed):
    assert "LUCK" in pictures.bar(reviewed, 0, words=Shouting())
    assert "THE SHARE OF THE WIN" in pictures.curve(reviewed, words=Shouting())


def test_boards_show_the_played_move_and_the_best_one(reviewed):
    marked = [
        number
        for number, step in enumerate(reviewed.steps)
        if isinstance(step, Decision) and is_marked(step)
    ]
    played, best = pictures.boards(reviewed, marked[0], size=300)
    assert drawn(played, "highlight")
    assert drawn(best, "highlight")
    assert played != best


def test_a_best_move_has_one_board(reviewed):
    number = next(
        n
        for n, step in enumerate(reviewed.steps)
        if isinstance(step, Decision) and step.verdict == "best"
    )
    assert pictures.boards(reviewed, number)[1] is None


def test_chance_has_no_boards(reviewed):
    with pytest.raises(OptionError):
        pictures.boards(reviewed, 0)
