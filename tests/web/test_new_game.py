"""The form for a new game asks for what was ticked, and the API takes it."""

import pytest

from azulejos import azuleo
from azulejos.web.api.models import Options
from azulejos.web.new_game import BOARDS, asked_for


@pytest.mark.parametrize("board", BOARDS)
def test_the_options_of_azuleo(board):
    ticked = ("final_claims", "equal_plates", "no_border_pairs")
    form = {"game": "azuleo", "kind0": "me", "kind1": "here", "board": board}
    asked = asked_for(form | dict.fromkeys(ticked, "1"), "Ann")["options"]
    given = Options(**asked).model_dump(exclude_unset=True)
    options = azuleo.Game(**given).options
    assert (options["final_claims"], options["equal_plates"]) == (True, True)
    assert options["border_pairs"] is False
    fields = sum(letter != "x" for row in options["board"] for letter in row)
    assert fields == (36 if board == "usual" else int(board))
