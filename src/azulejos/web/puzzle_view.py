"""Puzzles as the pages show them: plain data, the same for everybody, so that files can hold it.

A puzzle's data has all that a try needs: the table before it, what each move gives away, and what
the table becomes, so that no service is asked. Positions are told as what changes (`changes`): most
of a table stays as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any

from azulejos import games
from azulejos.puzzles import words as said
from azulejos.puzzles.puzzle import Collection, Line, Puzzle
from azulejos.web.languages import LANGUAGES, catalogue
from azulejos.web.seats import Seat
from azulejos.web.tables import Table
from azulejos.web.views import View

#: Days of a week: puzzles of the day get harder from Monday to Sunday.
WEEK = 7
#: The first day that is counted was a Thursday, the fourth day of its week.
_FIRST_WEEKDAY = 3
#: Guesses of hidden hands, until one lets a reply be made.
_GUESSES = 32
#: Puzzles whose data is kept ready.
_KEPT = 256


@lru_cache(_KEPT)
def shown(puzzle: Puzzle) -> dict[str, Any]:
    """PUZZLE: a puzzle with all that its page needs."""
    game = puzzle.start()
    player = game.turn
    before = game.view(player)
    losses = puzzle.losses_by_move(game)
    lines = [puzzle.line, *(wrong.line for wrong in puzzle.wrong)]
    whys = ["", *(_whys(puzzle, number) for number in range(len(puzzle.wrong)))]
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "kind": kind_of(puzzle),
        "rating": puzzle.rating,
        "deviation": puzzle.deviation,
        "proven": puzzle.proven,
        "themes": list(puzzle.themes),
        "share": puzzle.share,
        "player": player,
        "position": puzzle.position,
        "table": _table(puzzle, game),
        "losses": losses,
        "after": {move: changes(before, _after(game, [move]).view(player)) for move in losses},
        "lines": [_line(puzzle, game, line, why) for line, why in zip(lines, whys, strict=True)],
    }


def _whys(puzzle: Puzzle, number: int) -> dict[str, str]:
    """Why the answer is better than a wrong move, in every language."""
    wrong = puzzle.wrong[number]
    return {
        language: said.why(puzzle, wrong, catalogue(language, puzzle.game))
        for language in LANGUAGES
    }


def _table(puzzle: Puzzle, game: Any) -> dict[str, Any]:
    """TABLE, as its player sees it."""
    seats = [Seat("me" if number == game.turn else "here") for number in range(game.players)]
    record = games.spec(puzzle.game).Game.from_text(puzzle.position).record()
    table = Table(puzzle.id, {"options": record["options"]}, seats, game)
    return View(table, (game.turn,)).to_dict(moves=False)


def _line(puzzle: Puzzle, game: Any, line: Line, why: object) -> dict[str, Any]:
    """A line: who makes each move, and what it changes."""
    player = game.turn
    steps = []
    going, before = game.copy(), game.view(player)
    for move in line.moves:
        mover = going.turn
        going.play(move)
        after = going.view(player)
        steps.append({"move": move, "player": mover, "after": changes(before, after)})
        before = after
    return {"steps": steps, "reply": _reply(puzzle, line), "why": why}


def _after(game: Any, moves: Sequence[str]) -> Any:
    after = game.copy()
    for move in moves:
        after.play(move)
    return after


def _reply(puzzle: Puzzle, line: Line) -> dict[str, Any] | None:
    """What others could answer if they hold it, with the points it would bring them."""
    if line.reply is None:
        return None
    told: dict[str, Any] = {"move": line.reply, "player": None, "points": None}
    for seed in range(_GUESSES):
        start = games.spec(puzzle.game).Game.from_text(puzzle.position, seed=seed)
        guess = start.known_to(start.turn, seed)
        try:
            for move in line.moves:
                guess.play(move)
            if guess.turn is None or guess.side_of(guess.turn) == guess.side_of(start.turn):
                return None  # nobody is to answer
            told["player"] = guess.turn
            before = guess.scores
            guess.play(line.reply)
        except ValueError:  # in this guess they do not hold it
            continue
        told["points"] = guess.scores[told["player"]] - before[told["player"]]
        break
    return told


# ── Positions as changes ─────────────────────────────────────────────────────────────────────────


def changes(before: Any, after: Any) -> Any:
    """What makes `after` of `before`: {"=": value} in place of it, or changes by key or index."""
    if isinstance(before, Mapping) and isinstance(after, Mapping) and before.keys() == after.keys():
        return {k: changes(before[k], after[k]) for k in after if before[k] != after[k]}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(i): changes(old, new) for i, (old, new) in pairs if old != new}
    return {"=": after}


# ── All puzzles of a game ────────────────────────────────────────────────────────────────────────


def kind_of(puzzle: Puzzle) -> str:
    """The kind of a puzzle's game: what is not as usual of its players and options.

    The tables of puzzles of a game and a kind look alike.
    """
    return "-".join(theme.partition(":")[2] for theme in puzzle.themes if ":" in theme) or "usual"


@cache
def index(collection: Collection) -> dict[str, Any]:
    """PUZZLES: what a page needs to choose one: name, rating, deviation, kind and themes of each.

    Kinds and themes are numbers, of those that are listed beside; the most frequent themes first.
    """
    kinds: dict[str, int] = {}
    counts: dict[str, int] = {}
    for puzzle in collection.puzzles:
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    themes = sorted(counts, key=lambda theme: (-counts[theme], theme))
    rows = []
    for puzzle in collection.puzzles:
        number = kinds.setdefault(kind_of(puzzle), len(kinds))
        of = [themes.index(theme) for theme in puzzle.themes]
        rows.append([puzzle.id, puzzle.rating, puzzle.deviation, number, of])
    return {
        "game": collection.game,
        "levels": list(collection.levels),
        "kinds": list(kinds),
        "themes": themes,
        "puzzles": rows,
    }


def files(collection: Collection) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every file of a game's puzzles, by its name below the game's folder: JSON."""
    yield "index.json", index(collection)
    for puzzle in collection.puzzles:
        yield f"{puzzle.id}.json", shown(puzzle)


def of_the_day(collection: Collection, day: date) -> Puzzle:
    """The puzzle of a date. `static/js/puzzle_log.js` chooses alike."""
    number = (day - date(1970, 1, 1)).days + _FIRST_WEEKDAY
    week, weekday = divmod(number, WEEK)
    ordered = sorted(collection.puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    n = len(ordered)
    band = ordered[weekday * n // WEEK : (weekday + 1) * n // WEEK] or ordered
    band.sort(key=lambda puzzle: puzzle.id)
    return band[week % len(band)]
