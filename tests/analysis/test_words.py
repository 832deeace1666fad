"""What a review says: numbers as languages write them, and what is said of one step."""

import pytest

from azulejos.analysis.words import share, signed, with_error
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
