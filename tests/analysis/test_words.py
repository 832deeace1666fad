"""What a review says: numbers as languages write them, and what is said of one step."""

from types import SimpleNamespace

import pytest

from azulejos import azul
from azulejos.analysis import Decision, Line, Reason
from azulejos.analysis.why import Explainer
from azulejos.analysis.words import sentence, share, signed, why, with_error
from azulejos.core.messages import ENGLISH, decimal
from azulejos.web.languages import catalogue


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [(0.214, "+0.21", "+0,21"), (-0.5, "−0.50", "−0,50"), (-0.001, "0.00", "0,00")],
)
def test_changes_have_a_sign_and_the_mark_of_the_language(value, english, german):
    assert signed(value) == english
    assert signed(value, catalogue("de")) == german
    assert signed(value, catalogue("sv")) == german


def test_an_error_stands_where_two_places_show_it():
    assert with_error(share(0.3), 0.012) == "0.30 ± 0.01"
    assert with_error(share(0.3, catalogue("de")), 0.012, catalogue("de")) == "0,30 ± 0,01"
    assert with_error(share(0.3), 0.004) == "0.30"


def test_a_number_is_never_minus_nought():
    assert decimal(-0.04, 1, ENGLISH) == "0.0"
    assert decimal(-5.25, 1, ENGLISH) == "−5.2"


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        (11.5, "1W4 saves 13 points on the floor line."),
        (
            1.6,
            "1W4 saves 13 points on the floor line. All in all it is worth about 1.6 points more.",
        ),
        (
            0.1,
            "1W4 saves 13 points on the floor line. "
            "All in all the points come to about the same; it wins more often.",
        ),
        (
            -2.0,
            "1W4 saves 13 points on the floor line. "
            "All in all it is worth about 2.0 points less, but it wins more often.",
        ),
    ],
)
def test_a_reason_that_others_make_up_for_is_told_with_what_it_comes_to(ahead, told):
    played, best = Line("4R2", [0.26], 0.0, ["4R2"]), Line("1W4", [0.34], ahead, ["1W4"])
    reasons = [Reason("floor", 13.0)]
    step = Decision(
        40, 0, 4, 100, [0.26], "inaccuracy", loss=0.08, played=played, best=best, why=reasons
    )
    review = SimpleNamespace(game="azul", sides=2, steps=[step])
    assert why(review, 0) == told


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (None, ""),
        (1, " It brings 1 tile more to the wall in this round."),
        (2, " It brings 2 tiles more to the wall in this round."),
        (-1, " It leaves the others 1 tile less for the wall in this round."),
    ],
)
def test_later_points_are_told_with_what_they_come_from(count, told):
    later = sentence("azul", Reason("later", 8.3, count), "1K3")
    assert later == f"1K3 is worth about 8.3 points more later on.{told}"


#: One blue tile and one yellow are left.
TWO_LEFT = (
    "azul 2c 1/0/50 o1 0 -,-,-,-,- BY 19.19.20.20.20 0.0.0.0.0 "
    "0;-/-/-/-/-;...../...../...../...../.....;M 0;-/-/-/-/-;...../...../...../...../.....;-"
)


@pytest.mark.parametrize(
    ("best", "played", "count"),
    [
        ("CB1 CY1", "CBF CY1", 1),
        ("CB1 CYF", "CB1 CY1", -1),
        ("CB1 CY1", "CB1 CY1", None),
        ("CB2 CYF", "CB1 CYF", None),
    ],
)
def test_tiles_that_reach_the_wall_are_counted(best, played, count):
    game = azul.Game.from_text(TWO_LEFT, deals="manual")
    step = SimpleNamespace(before=game.states, seen_by=[game.turn])
    better, worse = (
        SimpleNamespace(line=[azul.Move.parse(m).action for m in line.split()], margin=margin)
        for line, margin in ((best, 30.0), (played, 0.0))
    )
    reasons, _ = Explainer(game).explain(step, worse, better)
    assert {reason.code: reason.count for reason in reasons}["later"] == count
