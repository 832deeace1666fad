"""Why a deal is refused: which of the rules' reasons it is. (Why a move is: see `host`.)"""

from typing import Any

from azulejos.core.reasons import GAME_OVER, Reason
from azulejos.games.azul import reasons
from azulejos.games.azul.components import COLOURS, TILES_A_FACTORY
from azulejos.games.azul.moves import Deal
from azulejos.games.azul.rules import factories
from azulejos.games.azul.state import DEAL, OVER, count, total


def impossible_deal(state: Any, deal: Deal) -> Reason | None:
    """Why a deal cannot happen in this state; None if it can."""
    if state.phase != DEAL:
        return GAME_OVER() if state.phase == OVER else reasons.NOT_TIME_TO_DEAL()
    if len(deal.groups) != factories(state):
        return reasons.GROUPS_EXPECTED(n=int(factories(state)), given=len(deal.groups))
    bag = [count(int(state.bag), colour) for colour in range(len(COLOURS))]
    lid = [count(int(state.lid), colour) for colour in range(len(COLOURS))]
    left = total(int(state.bag)) + total(int(state.lid))
    for number, group in enumerate(deal.groups, 1):
        due = min(TILES_A_FACTORY, left)
        if len(group) != due:
            return reasons.FACTORY_GETS(factory=number, n=due, given=len(group))
        left -= due
        wanted = [group.count(letter) for letter in COLOURS]
        if sum(bag) < due:
            # The bag runs out here: its last tiles are all on this factory, the rest is the lid's.
            for colour, letter in enumerate(COLOURS):
                if wanted[colour] < bag[colour]:
                    return reasons.LAST_OF_BAG(factory=number, colour=letter)
                wanted[colour] -= bag[colour]
            bag, lid = lid, [0] * len(COLOURS)
        for colour, letter in enumerate(COLOURS):
            if wanted[colour] > bag[colour]:
                return reasons.NOT_SO_MANY_LEFT(factory=number, colour=letter)
            bag[colour] -= wanted[colour]
    return None
