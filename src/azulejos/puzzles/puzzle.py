"""A puzzle, and the files of puzzles that games ship: lines of JSON.

The first line says what the file is: the format and its version, the game, and what each level is
rated on the scale of the puzzles. Each line after it is a puzzle:

==============  ===================================================================================
`id`            its name, by which links find it
`position`      as `Game.to_text` writes it; who is to move solves it. What is hidden from that
                player is a guess.
`rating`, `rd`  how hard it is, and the standard deviation of that
`share`         the share of the win with the best move
`losses`        what each legal move gives away of it, in the order of the rules: a character for
                each, `0`–`9`, `A`–`Z`, `a`–`z`, in fiftieths of a win; `0` is an answer
`proven`        only if it is true: every loss is a fact
`themes`        what it is about: see `puzzles.themes`
`line`          how the game may go on from the answer, until chance comes next
`wrong`         the most tempting wrong moves, with how they are refuted and why the answer is
                better: codes, points and what is counted, if anything, the most important first
==============  ===================================================================================

A line is moves with blanks between them. `?` stands before a move that others could answer if they
hold what is needed for it, where hands are hidden.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from azulejos import games
from azulejos.analysis.review import Reason
from azulejos.core.errors import InputError
from azulejos.core.plain_data import Reader

FORMAT, VERSION = "azulejos puzzles", 1
#: The file in a game's package.
FILE = "puzzles.jsonl"
#: Losses in steps of a fiftieth of a win.
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_STEPS = 50


class PuzzleError(InputError):
    """A file of puzzles is none, or is damaged."""


@dataclass(frozen=True)
class Line:
    """Moves that may follow each other. reply: what others could answer if they hold it."""

    moves: tuple[str, ...]
    reply: str | None = None

    def __str__(self) -> str:
        return " ".join(self.moves) + (f" ?{self.reply}" if self.reply else "")

    @classmethod
    def parse(cls, text: str) -> "Line":
        moves, _, reply = text.partition(" ?")
        return cls(tuple(moves.split()), reply or None)


@dataclass(frozen=True)
class Wrong:
    """A tempting wrong move. line: it, and how it is refuted. why: what the answer is ahead in."""

    line: Line
    why: tuple[Reason, ...]

    @property
    def move(self) -> str:
        return self.line.moves[0]


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move wins clearly more than every other. See the module."""

    id: str
    game: str
    position: str
    rating: int
    deviation: int
    share: float
    losses: tuple[float, ...]
    proven: bool
    themes: tuple[str, ...]
    line: Line
    wrong: tuple[Wrong, ...]

    @property
    def answer(self) -> str:
        """The best move; others that are equivalent to it are answers, too."""
        return self.line.moves[0]

    def start(self) -> Any:
        """The game in the puzzle's position; what chance brings is not drawn."""
        kind = games.spec(self.game).Game
        return kind.from_text(self.position, **{kind.CHANCE_OPTION: "manual"})

    def losses_by_move(self, game: Any) -> dict[str, float]:
        """What each legal move gives away. game: in the puzzle's position."""
        moves = [str(move) for move in game.legal_moves()]
        return dict(zip(moves, self.losses, strict=True))

    def to_json(self) -> str:
        """Its line of a file."""
        told = {
            "id": self.id,
            "position": self.position,
            "rating": self.rating,
            "rd": self.deviation,
            "share": self.share,
            "losses": "".join(_LETTERS[round(loss * _STEPS)] for loss in self.losses),
            **({"proven": True} if self.proven else {}),
            "themes": list(self.themes),
            "line": str(self.line),
            "wrong": [
                [str(wrong.line), *(_told(reason) for reason in wrong.why)] for wrong in self.wrong
            ],
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, game: str, text: str, where: str = "") -> "Puzzle":
        """The puzzle in a line; PuzzleError says what is wrong."""
        try:
            told = json.loads(text)
            data = Reader(told, PuzzleError, where).mapping(_KEYS)
            return cls(
                id=str(data["id"]),
                game=game,
                position=str(data["position"]),
                rating=int(data["rating"]),
                deviation=int(data["rd"]),
                share=float(data["share"]),
                losses=tuple(_LETTERS.index(letter) / _STEPS for letter in data["losses"]),
                proven=data.get("proven", False) is True,
                themes=tuple(map(str, data["themes"])),
                line=Line.parse(data["line"]),
                wrong=tuple(
                    Wrong(
                        Line.parse(line),
                        tuple(Reason(code, float(n), *map(int, count)) for code, n, *count in why),
                    )
                    for line, *why in data["wrong"]
                ),
            )
        except PuzzleError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise PuzzleError(f"no puzzle: {error}", where) from error


_KEYS = {
    *("id", "position", "rating", "rd", "share", "losses", "proven", "themes", "line", "wrong"),
}


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game, and what each of its levels is rated on their scale."""

    game: str
    levels: tuple[int, ...]
    puzzles: tuple[Puzzle, ...]

    def find(self, name: str) -> Puzzle | None:
        """The puzzle of this name."""
        return self._by_id.get(name)

    @property
    def _by_id(self) -> Mapping[str, Puzzle]:
        return _by_id(self)

    def to_text(self) -> str:
        """The whole file."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "levels": list(self.levels),
        }
        lines = [json.dumps(head), *(puzzle.to_json() for puzzle in self.puzzles)]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Collection":
        """The puzzles in a file; PuzzleError says what is wrong."""
        first, *lines = text.splitlines() or [""]
        try:
            head = json.loads(first)
            told = head["format"], head["version"]
            game, levels = str(head["game"]), tuple(map(int, head["levels"]))
        except (ValueError, KeyError, TypeError) as error:
            raise PuzzleError(f"no file of puzzles: {error}", "line 1") from error
        if told != (FORMAT, VERSION):
            raise PuzzleError(f"expected {FORMAT}, version {VERSION}, not {told}", "line 1")
        puzzles = [
            Puzzle.from_json(game, line, f"line {number}") for number, line in enumerate(lines, 2)
        ]
        names: set[str] = set()
        for number, puzzle in enumerate(puzzles, 2):
            if puzzle.id in names:
                raise PuzzleError(f"a second puzzle {puzzle.id}", f"line {number}")
            names.add(puzzle.id)
        return cls(game, levels, tuple(puzzles))


@cache
def _by_id(collection: Collection) -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in collection.puzzles}


@cache
def shipped(game: str) -> Collection | None:
    """The puzzles that come with a game; None if it has none."""
    file = games.spec(game).folder / FILE
    return Collection.from_text(file.read_text("utf-8")) if file.is_file() else None


def with_puzzles() -> Sequence[str]:
    """The names of the games that come with puzzles."""
    return [name for name in games.names() if (games.spec(name).folder / FILE).is_file()]


def steps(loss: float) -> float:
    """A loss as files tell it: in fiftieths, and above 0 unless it is none."""
    return 0.0 if loss <= 0 else max(round(loss * _STEPS), 1) / _STEPS


def _told(reason: Reason) -> list[str | float]:
    """A reason as a line of a file has it."""
    counted = [] if reason.count is None else [reason.count]
    return [reason.code, reason.points, *counted]


def answers(losses: Mapping[str, float]) -> Iterable[str]:
    """The moves that give nothing away."""
    return (move for move, loss in losses.items() if loss == 0)
