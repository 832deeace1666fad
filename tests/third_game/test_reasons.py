"""Fileira declares why it refuses something, and says it in three languages."""

import json

import fileira
import pytest
from fileira import reasons

from azulejos.core.reasons import kinds_in
from azulejos.games import spec
from azulejos.web.languages import LANGUAGES, catalogue
from web import catalogues
from web.provoked import of_records, refused, refused_moves

START = "fileira turn0 0 12../5... 379/124"


def provoked():
    yield from of_records(fileira)
    game = fileira.Game.from_text(START)
    yield from refused_moves(game, ["C1=3", "A1=3", "A3=8", "xx"])
    drawing = fileira.Game(draws="manual", seed=1)
    yield from refused_moves(drawing, ["A1=1", "+x"])
    yield from refused_moves(fileira.Game.from_text(START, draws="manual"), ["+7"])
    while drawing.phase == "draw":
        yield from refused_moves(drawing, ["+1"])
        drawing.play("+1" if not [*refused(drawing.copy().play, "+1")] else "+?")
    good = game.to_dict()
    hands = good["hands"]
    for change in (
        {"rows": [[1, 1, 1, 1], [1, 1, 1, 1]]},
        {"scores": [7, 7]},
        {"phase": "over", "turn": None},
        {"phase": "over"},
        {"hands": [hands[0][:2], hands[1]]},
        {"hands": [hands[0][:1], hands[1]], "phase": "draw"},
        {"phase": "draw", "rows": [[None] * 4, [None] * 4], "scores": [0, 0]},
    ):
        yield from refused(fileira.Game.from_dict, good | change)


def test_every_reason_happens_and_is_said_in_every_language():
    errors = list(provoked())
    assert {error.reason.kind for error in errors} >= set(kinds_in(reasons))
    for error in errors:
        said = {catalogue(language, "fileira").reason(error.reason) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), error
        assert json.dumps(error.reason.to_dict())


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_its_catalogues_are_complete(language):
    text, missing = catalogues.renewed(language, "fileira")
    assert missing == []
    assert catalogues.path_of(language, "fileira").read_text(encoding="utf-8") == text
    assert catalogues.path_of(language, "fileira").is_relative_to(spec("fileira").folder)
