"""A game's collection of puzzles out of files of finds: rated, explained, and a choice of them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.analysis.judge import Found
from azulejos.analysis.review import Reason
from azulejos.analysis.steps import Step
from azulejos.analysis.why import Explainer
from azulejos.puzzles.finder import Find, Setting, Try
from azulejos.puzzles.making import FindsError, read_finds
from azulejos.puzzles.puzzle import Collection, Line, Puzzle, Wrong, steps
from azulejos.puzzles.rating import rate
from azulejos.puzzles.themes import themes_of

#: Puzzles within so many points of rating are about equally hard.
_BAND = 100
#: Reasons that are kept of each wrong move.
_REASONS = 2


def collect(files: Iterable[Path], most: int | None = None) -> Collection:
    """The puzzles in files of finds of one game.

    most: how many of each kind of game are kept, about as many of each difficulty; None keeps all.
    FindsError if there are none, or of several games.
    """
    found: dict[str, tuple[Setting, Find]] = {}
    for file in files:
        setting, by_game = read_finds(file)
        for find in (find for number in sorted(by_game) for find in by_game[number]):
            found.setdefault(find.id, (setting, find))
    names = {setting.game for setting, _ in found.values()}
    if len(names) != 1:
        raise FindsError("expected finds of one game, not of " + (", ".join(names) or "none"))
    kept = list(found.values())
    solved = np.array([np.array(find.solved) / find.tries for _, find in kept])
    ratings = rate(solved)
    by_kind: dict[str, list[Puzzle]] = defaultdict(list)
    for (setting, find), rating, deviation in zip(
        kept, ratings.puzzles, ratings.deviations, strict=True
    ):
        puzzle = _puzzle(setting, find, round(float(rating)), round(float(deviation)))
        by_kind[repr(sorted(setting.options.items()))].append(puzzle)
    chosen = [p for kind in by_kind.values() for p in (kind if most is None else _some(kind, most))]
    levels = tuple(round(float(level)) for level in ratings.levels)
    return Collection(names.pop(), levels, tuple(sorted(chosen, key=lambda puzzle: puzzle.id)))


def _some(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """So many of them, about as many of each difficulty; those with the most choices first."""
    bands: dict[int, list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda puzzle: (-len(set(puzzle.losses)), puzzle.id)):
        bands[puzzle.rating // _BAND].append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < min(most, len(puzzles)):
        for band in sorted(bands):
            if bands[band] and len(chosen) < most:
                chosen.append(bands[band].pop(0))
    return chosen


def _puzzle(setting: Setting, find: Find, rating: int, deviation: int) -> Puzzle:
    game = games.spec(setting.game).Game.from_text(find.position)
    explained = _Explained(game)
    whys = [explained.why(find.best, each) for each in find.wrong]
    themes = themes_of(find, setting.options, game, *whys[0])
    return Puzzle(
        id=find.id,
        game=setting.game,
        position=find.position,
        rating=rating,
        deviation=deviation,
        share=find.best.share,
        losses=tuple(steps(find.best.share - share) for share in find.shares),
        proven=find.proven,
        themes=tuple(themes),
        line=_line(find.best),
        wrong=tuple(
            Wrong(_line(each), tuple(why[:_REASONS]))
            for each, (why, _) in zip(find.wrong, whys, strict=True)
        ),
    )


def _line(told: Try) -> Line:
    return Line(tuple(told.line), told.reply)


class _Explained:
    """Explains a position's moves by what the rules tell of their lines."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._explainer = Explainer(game)
        states = np.frombuffer(bytearray(game.states.tobytes()), game.KERNEL.STATE)
        seen_by = (game.turn,)
        self._step = Step(0, 1, game.turn, -1, states, states, seen_by, game.round)

    def why(self, best: Try, wrong: Try) -> tuple[list[Reason], str]:
        return self._explainer.explain(self._step, self._found(wrong), self._found(best))

    def _found(self, told: Try) -> Found:
        line = [self._game.parse(move).action for move in told.line]
        return Found(line[0], np.empty(0), told.margin, 0, line, np.empty((0, 0)))
