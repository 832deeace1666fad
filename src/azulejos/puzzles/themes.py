"""What a puzzle is about: themes, from what the rules tell of its lines and from its game.

====================  =============================================================================
`proven`              the answer is proven to the end of the game
`ending`              the game is certain to end before chance comes again
`quiet`               the answer scores nothing at once, the greedy player's move does
`take`, `place`, …    what the most tempting mistake is about: a kind of `analysis.KINDS`
a kind of facts       by which the answer brings more points, such as `column`
`option:value`        an option that is not as usual, such as `wall:grey`
`players:n`           more than two players
====================  =============================================================================

What a theme is called stands in `puzzles.words`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from azulejos import games
from azulejos.analysis.review import Reason
from azulejos.puzzles.finder import Find

#: Reasons that make themes, the strongest first; codes that are no kinds of facts.
_REASONS, _NO_FACTS = 2, ("leaves", "later")


def themes_of(
    find: Find, options: Mapping[str, Any], game: Any, why: Sequence[Reason], kind: str
) -> list[str]:
    """The themes of a puzzle.

    options: of its game, players included. game: in its position. why, kind: of the most tempting
    wrong move, as `analysis.why` explains it.
    """
    scored = _scoring(game, find.best.move)
    themes = {
        "proven": find.proven,
        "ending": find.ending,
        "quiet": not scored and bool(_scoring(game, find.greedy)),
        kind: kind != "other",
        **{reason.code: True for reason in why[:_REASONS] if reason.code not in _NO_FACTS},
        **dict.fromkeys(scored, True),
    }
    for option in getattr(games.spec(game.NAME).part("options"), "OPTIONS", ()):
        value = options.get(option.name, option.default)
        themes[f"{option.name}:{value}"] = not option.is_chance and value != option.default
    themes[f"players:{options['players']}"] = options["players"] > 2
    return [theme for theme, applies in themes.items() if applies]


def _scoring(game: Any, move: str) -> list[str]:
    """The kinds of facts by which a move scores for its player's side at once."""
    player = game.turn
    after = game.copy()
    after.play(move)
    return [
        fact.kind
        for fact in after.facts(after.entries - 1)
        if fact.player is not None and fact.points > 0 and game.side_of(fact.player - player) == 0
    ]
