"""The few words on a drawing. A caller who speaks another language gives others."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from azulejos import games
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten

#: Words on the drawings of any game.
COMMON = {
    "player": "Player {number}",
    "round": "Round {number}",
    "to_move": "{name} to move",
    "over": "Game over",
    "won": "Winner: {name}",
    "shared": "Shared win: {names}",
    "and": "{first} & {second}",
    "players": "{number} players",
    "solo": "solo",
    "scores": "Points: {scores}",
}


@cache
def english() -> Mapping[str, str]:
    """All words by their keys: those of every game, and `WORDS` of each game's `drawing`."""
    words = dict(COMMON)
    for game in games.all_games().values():
        words |= getattr(game.part("drawing"), "WORDS", {})
    return MappingProxyType(words)


@cache
def plurals() -> Mapping[str, str]:
    """What is said of one thing, and the same of several (or none): `PLURALS` of the drawings."""
    forms: dict[str, str] = {}
    for game in games.all_games().values():
        forms |= getattr(game.part("drawing"), "PLURALS", {})
    return MappingProxyType(forms)


class Words:
    """The words, and the players' names."""

    def __init__(
        self,
        players: int,
        names: Sequence[str] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        """Take the caller's names and words; English where none are given."""
        if words is not None and not isinstance(words, Mapping):
            raise OptionError(f"words: expected names with texts, not {shorten(words)}")
        for name, word in (words or {}).items():
            if name not in english():
                raise OptionError(f"words: {shorten(name)} is not among {', '.join(english())}")
            if not isinstance(word, str):
                raise OptionError(f"words: expected a text for {name!r}, not {shorten(word)}")
        self._words = {**english(), **(words or {})}
        if names is None:
            names = [self.say("player", number=str(i + 1)) for i in range(players)]
        if not isinstance(names, Sequence) or isinstance(names, str) or len(names) != players:
            raise OptionError(f"names: expected {players}, not {shorten(names)}")
        self.names = [str(name) for name in names]

    def say(self, key: str, **parts: str) -> str:
        """Return a word, its {parts} filled in."""
        # Not str.format, which would let a word reach into the parts.
        return re.sub(r"\{(\w+)\}", lambda part: parts.get(part[1], ""), self._words[key])

    def count(self, key: str, number: int) -> str:
        """Return the word for so many things; `key` is the word for one."""
        return self.say(key if number == 1 else plurals()[key], number=str(number))

    def outcome(self, winners: Sequence[str]) -> str:
        """Return who has won, by name."""
        if not winners:
            return self.say("over")
        if len(winners) == 1:
            return self.say("won", name=winners[0])
        return self.say("shared", names=", ".join(winners))
