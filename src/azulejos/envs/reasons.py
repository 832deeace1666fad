"""Why an environment refuses a position or an action."""

from azulejos.core.reasons import GIVEN, NUMBER, ReasonKind

NO_ACTION = ReasonKind(
    "no_action", "expected an action from 0 to {most}, not {given}", most=NUMBER, given=GIVEN
)
OTHER_HERE = ReasonKind("other_here", "here it is {here}, not {given}", here=GIVEN, given=GIVEN)
NOTHING_TO_PLAY = ReasonKind("nothing_to_play", "the game is over: there is nothing to play")
BEYOND_ANY_GAME = ReasonKind("beyond_any_game", "no game gets beyond {most}", most=NUMBER)
