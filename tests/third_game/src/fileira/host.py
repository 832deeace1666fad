"""What a table asks of a state of Fileira: see `azulejos.core.host`."""

from typing import Any

from azulejos.core.compiled import compiled
from fileira.options import OPTIONS
from fileira.rules import NUMBERS, set_up

_ROW_LENGTH = [option.name for option in OPTIONS].index("row_length")


@compiled
def begin(state: Any, players: int, first: int, choices: Any) -> bool:
    set_up(state, players, choices[_ROW_LENGTH], first)
    return True


@compiled
def conceal(state: Any, player: int) -> None:
    """Tiles in others' hands are hidden there, and count among those not seen."""
    state.generator = 0
    for other in range(state.players):
        if other != player:
            for kind in range(NUMBERS):
                state.supply[kind] += state.hand[other, kind]
                state.hidden[other] += state.hand[other, kind]
                state.hand[other, kind] = 0
