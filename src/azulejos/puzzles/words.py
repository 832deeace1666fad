"""What puzzles say, in the reader's language: see `core.messages`."""

from azulejos import games
from azulejos.analysis import words as of_analysis
from azulejos.core.messages import ENGLISH, Messages
from azulejos.puzzles.puzzle import Puzzle, Wrong


def theme(name: str, game: str, words: Messages = ENGLISH) -> str:
    """What a theme of a game is called: see `themes`. A game has its own in `words.THEMES`."""
    shared = {
        "proven": words.gettext("Proven"),
        "ending": words.gettext("Endings"),
        "quiet": words.gettext("Quiet moves"),
        "denial": words.gettext("Denial"),
        "take": words.gettext("What to take"),
        "place": words.gettext("Where to put it"),
    }
    spec = games.spec(game)
    own: dict[str, str] = getattr(spec.part("words"), "THEMES", {})
    what, _, value = name.partition(":")
    if what == "players":
        return words.ngettext("{n} player", "{n} players", int(value))
    if name in own:
        return words.gettext(own[name])
    if name in shared:
        return shared[name]
    return name if value else words.gettext(spec.title_of(name))


def why(puzzle: Puzzle, wrong: Wrong, words: Messages = ENGLISH) -> str:
    """Why the answer is better than a wrong move; empty where no number tells it."""
    if not wrong.why:
        return ""
    answer = words.gettext("The answer")
    return of_analysis.sentence(puzzle.game, wrong.why[0], answer, words)
