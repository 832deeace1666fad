"""Programs in any language as players: one process each, spoken to in the engine's JSON lines.

A program reads a request from its standard input,

    {"id": "1", "game": "…", "position": {…}, "legal_moves": ["1B1", …], "ms": 200}

and answers `{"id": "1", "move": "1B1"}`. Whatever else it does (ends, hangs, talks nonsense), that
is a `PlayerFailed`; no process outlives its player.
"""

import shlex
import shutil
import sys
import threading
from typing import Any

from azulejos.bots.conversation import Conversation, PlayerFailed
from azulejos.bots.players import Analysis, Variation
from azulejos.core.plain_data import shorten

__all__ = ["ExternalPlayer", "PlayerFailed"]

#: Largest number accepted in an answer; anything else is replaced by a default.
MAX_NUMBER = 1e15


class ExternalPlayer:
    """A program as a player. It is started when it is first asked, and anew after a failure.

    command: as one would type it, without a shell's expansions, see `words_of`. ms: the time for a
    move where the caller names none. grace: seconds an answer may be late. start: seconds a fresh
    process has on top of that. patience: seconds for an answer where only visits are asked for.
    """

    def __init__(
        self,
        command: str,
        game: str,
        *,
        ms: int = 1_000,
        grace: float = 1.0,
        start: float = 30.0,
        patience: float = 60.0,
    ) -> None:
        try:
            self.arguments = words_of(command)
        except ValueError as error:
            raise ValueError(f"{shorten(command)} is no command: {error}") from error
        if not self.arguments:
            raise ValueError("the command is empty")
        program = shutil.which(self.arguments[0])  # on Windows a name may lack its ending
        if program is None:
            raise ValueError(f"there is no program {shorten(self.arguments[0])}")
        self.arguments[0] = program
        self.name = f"cmd:{command}"
        self.game = game
        self.ms = ms
        self.grace = grace
        self.start = start
        self.patience = patience
        self._conversation: Conversation | None = None

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        """The program's move, which may be illegal; PlayerFailed if there is none."""
        return self._move(game, self._answer(game, ms, visits))

    def analyse(
        self,
        game: Any,
        *,
        ms: int | None = None,
        visits: int | None = None,
        multipv: int = 1,  # noqa: ARG002
        stop: threading.Event | None = None,  # noqa: ARG002
    ) -> Analysis:
        """The program's move and what it says about it; missing values are an even share.

        There is one variation, and `stop` has no effect.
        """
        answer = self._answer(game, ms, visits)
        move = self._move(game, answer)
        shares = answer.get("values")
        if not isinstance(shares, list) or len(shares) != game.players:
            shares = [None] * game.players
        values = [_number(share, 1 / game.players) for share in shares]
        seen = int(_number(answer.get("visits"), 0))
        margin = _number(answer.get("margin"), 0)
        return Analysis(move, values, margin, seen, [Variation(move, values, margin, seen, [move])])

    def close(self) -> None:
        """End the program."""
        if self._conversation is not None:
            self._conversation.end()
            self._conversation = None

    def _answer(self, game: Any, ms: int | None, visits: int | None) -> dict[str, Any]:
        request = {
            "game": self.game,
            "position": game.view(game.turn),
            "legal_moves": [str(move) for move in game.shown_moves()],
        }
        if ms is None and visits is None:
            ms = self.ms
        seconds = self.grace + (self.patience if ms is None else ms / 1000)
        budget = {"ms": ms, "visits": visits}
        request |= {key: value for key, value in budget.items() if value is not None}
        try:
            if self._conversation is None:
                self._conversation = Conversation(self.arguments)
                seconds += self.start
            return self._conversation.ask(request, seconds)
        except PlayerFailed:
            self.close()
            raise

    def _move(self, game: Any, answer: dict[str, Any]) -> Any:
        try:
            return game.MOVE.parse(answer.get("move"))
        except ValueError as error:
            self.close()
            raise PlayerFailed("malformed", str(error)) from error


def _number(given: object, otherwise: float) -> float:
    """A number in a program's answer, or a default."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return otherwise
    return float(given) if abs(given) < MAX_NUMBER else otherwise


def words_of(command: str, on_windows: bool = sys.platform == "win32") -> list[str]:
    """A command's words; quotes hold one together. On Windows a backslash is part of a path."""
    reader = shlex.shlex(command, posix=True, punctuation_chars=False)
    reader.whitespace_split = True
    reader.commenters = ""
    if on_windows:
        reader.escape = ""
    return list(reader)
