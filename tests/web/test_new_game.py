"""The form for a new game: made from the declared options, and what it asks for the API takes."""

import pytest

from azulejos import azuleo, games
from azulejos.games.azuleo.options import EXAMPLES
from azulejos.web import languages
from azulejos.web.pages import option_fields
from azulejos.web.pages.new_game import asked_for
from azulejos.web.refusals import Refusal

ALL = games.all_games().values()


@pytest.mark.parametrize("board", EXAMPLES.values(), ids=list(EXAMPLES))
def test_the_options_of_azuleo(board):
    ticked = dict.fromkeys(("azuleo-final_claims", "azuleo-equal_plates"), "1")
    form = {"game": "azuleo", "kind0": "me", "kind1": "here", "azuleo-board": "/".join(board)}
    asked = asked_for(form | ticked | {"filled": "1"}, "Ann")["options"]
    options = azuleo.Game(**asked).options
    assert (options["final_claims"], options["equal_plates"]) == (True, True)
    assert options["border_pairs"] is False
    assert options["board"] == list(board)


def test_blockades_by_number_and_without_limit():
    form = {"game": "azuleo", "kind0": "me", "kind1": "here", "filled": "1"}
    for fields, expected in (
        ({}, 8),
        ({"azuleo-blockades": "3"}, 3),
        ({"azuleo-blockades": "3", "azuleo-blockades-unlimited": "1"}, None),
    ):
        assert asked_for(form | fields, "Ann")["options"]["blockades"] == expected


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("players", [1, 2])
def test_a_form_that_nobody_touched_asks_for_the_usual_game(game, players):
    if players >= game.min_players:
        asked = option_fields.chosen(game, {}, players)
        assert game.Game(players, seed=1, **asked).record() == game.Game(players, seed=1).record()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_what_was_filled_in_is_shown_again(game):
    words = languages.catalogue("en")
    for field in option_fields.shown(game, {}, words):
        name = field["name"]
        if field["kind"] == "tick":
            form = {"filled": "1"} | ({} if field["checked"] else {name: "1"})
            (again,) = (f for f in option_fields.shown(game, form, words) if f["name"] == name)
            assert again["checked"] != field["checked"]
        elif field["kind"] == "choice":
            other = field["choices"][-1][0]
            form = {"filled": "1", name: other}
            (again,) = (f for f in option_fields.shown(game, form, words) if f["name"] == name)
            assert [value for value, _, chosen in again["choices"] if chosen] == [other]


@pytest.mark.parametrize("language", ["de", "sv"])
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_field_is_in_the_readers_language(game, language):
    """The words themselves are held by the tests of the catalogues."""
    english = option_fields.shown(game, {}, languages.catalogue("en"))
    translated = option_fields.shown(game, {}, languages.catalogue(language))
    for one, other in zip(english, translated, strict=True):
        assert one["label"] != other["label"], one["label"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"azuleo-claims": "guessed"},
        {"azuleo-blockades": "many"},
        {"azuleo-blockades": "65"},
        {"azuleo-board": "abc/abc"},
    ],
    ids=str,
)
def test_a_field_that_holds_what_cannot_be_is_refused(wrong):
    form = {"game": "azuleo", "kind0": "me", "kind1": "here", "filled": "1"}
    with pytest.raises(Refusal) as refused:
        asked_for(form | wrong, "Ann")
    assert refused.value.code == "bad_options"
