"""The words of rules and refusals in the reader's language.

The rules say in English why a move is refused, the service why a request is. Each such sentence is
matched with its message here, its parts are taken out, and the message is filled in again in the
reader's language. A test holds this list against the sources.
"""

import re
from functools import cache

from azulejos.web.languages import Catalogue, fill

#: Azul's and Azuleo's colours by their letters, as messages.
COLOURS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "G": "green"}

#: A message, or one for {n} = 1 and one for other numbers.
REASONS: tuple[str | tuple[str, str], ...] = (
    # Azul
    "the game is over",
    "the factories have not been dealt yet",
    "complete lines are tiled first; the tile of line {line} needs a column",
    "lines are tiled from top to bottom, and line {line} comes first",
    "column {column} of row {line} is occupied",
    "column {column} shows this colour already",
    "walls are tiled only when the offer has ended",
    "with {players} players there are {n} factories",
    "factory {factory} has no tile of colour {colour}",
    "the centre has no tile of colour {colour}",
    "line {line} is complete and takes nothing more",
    "line {line} takes one colour only, and holds {colour}",
    "row {line} of the wall shows {colour} already, so its line takes no more of it",
    "this is not the time to deal",
    "expected {n} groups, one for each factory, not {given}",
    (
        "factory {factory} gets {n} tile, not {given}",
        "factory {factory} gets {n} tiles, not {given}",
    ),
    "factory {factory} must get the bag's last tiles, {colour} among them",
    "factory {factory}: there are not so many tiles of colour {colour} left",
    "{typed} is no move: expected source, colour and line, such as 3B2 or CKF, "
    "or line and column of a tile for the grey wall, such as @34",
    "a deal has at most {n} groups: {typed}",
    "group {number} of the deal is {typed}: expected one to four letters of BYRKW, "
    "or - for an empty factory",
    # Azuleo
    "a plate has to be drawn first",
    "a cross has to be drawn first",
    "filling the board, you can only lay crosses",
    "the start cross has to be laid first",
    "the start cross goes on a dotted field",
    "the start cross is a {kind}",
    "the field is occupied",
    "the board has no such field",
    "there is no {kind} in the hand",
    "a cross is laid beside a coloured cross, edge to edge",
    "the colour rule: at a corner point opposite triangles have the same colour and "
    "neighbouring ones differ",
    "of the azuleos a cross completes, one must match one of your plates",
    "one of the combinations a cross makes must match one of your plates",
    "the field is not unplayable: a cross would fit",
    "the blockade crosses are used up",
    "you have no plate {kind}",
    "at most {n} swaps in a row",
    "there is no plate to draw",
    "a turn is given up only after {n} swaps in a row",
    "a turn is given up only when no cross can be laid",
    "in this game a cross is exchanged instead, while there are any to draw",
    "this game is played without exchanges",
    "there is no cross to draw: pass",
    "nothing is to be drawn now",
    "a plate is to be drawn",
    "a cross is to be drawn",
    "everybody sees this cross",
    "there is no {kind} left to draw",
    "{typed} is no move: expected a lay such as c4RYBG, a blockade #c4, a swap ~RY, "
    "an exchange ^RYBG, or - to pass",
    "{typed} is no draw: expected a cross such as +RYBG, +? for one unseen, or a plate such as %RY",
    # Both
    "this game draws by itself",
    # The service
    "A game has at most {n} entries here.",
    ("That game has {n} entry.", "That game has {n} entries."),
    ("This game has {n} seat, not {given}.", "This game has {n} seats, not {given}."),
)


#: What a part looks like: a quotation, of whatever was typed, or a number, a letter or a few.
_QUOTED = r"""(?P<typed>'.*'|".*")"""


@cache
def _patterns() -> list[tuple[re.Pattern[str], str | tuple[str, str]]]:
    return [
        (_pattern(form), message)
        for message in REASONS
        for form in ((message,) if isinstance(message, str) else message)
    ]


def _pattern(message: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", message)
    return re.compile(
        "".join(
            _pattern_of(part) if place % 2 else re.escape(part) for place, part in enumerate(parts)
        )
    )


def _pattern_of(part: str) -> str:
    return _QUOTED if part == "typed" else f"(?P<{part}>[0-9]+|[A-Z]+)"


def say(sentence: str, words: Catalogue) -> str:
    """A sentence in the reader's language; one that we do not know stays as it is."""
    # A refused move is named before the reason: `3B2: line 2 is complete …`.
    # So is a refused deal, whose groups are apart: `=BBYR KKWW - - -: factory 3 gets …`.
    reason = re.sub(r"^(?:=[^:]*|[^'\"\s]\S{0,7}): (?=[a-z])", "", sentence)
    for pattern, message in _patterns():
        if found := pattern.fullmatch(reason):
            parts = {
                name: words.gettext(COLOURS[part]) if name == "colour" else part
                for name, part in found.groupdict().items()
            }
            if isinstance(message, str):
                return fill(words.gettext_unfilled(message), parts)
            one, many = words.forms(*message)
            return fill(one if parts["n"] == "1" else many, parts)
    return words.gettext(reason)
