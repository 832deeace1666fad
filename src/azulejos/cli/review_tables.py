"""A review in the terminal: what it found, in tables."""

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from azulejos import games
from azulejos.analysis import (
    KINDS,
    Chance,
    Decision,
    Rate,
    Review,
    Summary,
    levels_like,
    why_unlike,
    words,
)
from azulejos.analysis.like_levels import comparable, fitting
from azulejos.analysis.summary import pooled
from azulejos.cli.files import printable

#: How each verdict is written, with its style. What is as good as the best has no mark.
_VERDICTS = {
    "forced": ("forced", "dim"),
    "unknown": ("not known here", "dim"),
    "best": ("best", ""),
    "equal": ("about equal", ""),
    "slight": ("slight", ""),
    "inaccuracy": ("inaccuracy", "yellow"),
    "mistake": ("mistake", "bold yellow"),
    "blunder": ("blunder", "bold red"),
}
#: A move that alone was good.
_GOOD = ("good", "green")
_LUCK = {-2: "very unlucky", -1: "unlucky", 1: "lucky", 2: "very lucky"}
#: A verdict is listed without --moves, too.
_LISTED = ("inaccuracy", "mistake", "blunder")
#: Characters of a name.
_NAME = 13
#: Moves of a line that are shown.
_LENGTH_OF_LINE = 4


def one(review: Review, *, all_moves: bool = False) -> RenderableType:
    """One review: the players' numbers, what the result is made of, and the moves that count."""
    called = names(review)
    parts: list[RenderableType] = [
        Text(_headline(review), "bold"),
        "",
        _players(review, called),
        "",
        *_levels(review, called),
        _results(review, called),
        "",
        _parts(review, called),
        "",
    ]
    if not review.is_over:
        parts.append("The game was not played to its end: its result is the share expected.")
    if review.done < review.total:
        parts.append(f"Not finished: {review.done} of {review.total} parts.")
    listed = _moves(review, called, all_moves)
    parts.append(listed if listed.row_count else Text("No mistake and no luck to speak of."))
    if review.turning_points:
        parts += ["", "◆ Here the game turned.", *_whys(review)]
    return Group(*parts)


def several(reviewed: Sequence[tuple[str, Review]]) -> RenderableType:
    """Many reviews: a row for each player of each, and all games of each name together."""
    grid = _grid("game", "player", ">score", ">result", ">error rate", ">accuracy", ">luck")
    of_player: dict[str, list[tuple[Review, Rate]]] = defaultdict(list)
    for source, review in reviewed:
        for name, summary in zip(names(review), review.summaries, strict=True):
            of_player[name].append((review, summary.errors))
            grid.add_row(
                printable(os.path.basename(source)) if summary.player == 0 else "",
                name,
                str(review.scores[summary.player]),
                f"{summary.identity.result:.2f}",
                _rate(summary.errors),
                _accuracy(summary),
                f"{summary.identity.luck:+.2f}",
                end_section=summary.player + 1 == review.players,
            )
    together = _grid("player", ">games", ">decisions", ">error rate", "plays")
    for name, of_games in sorted(of_player.items()):
        rate = pooled([own for _, own in of_games])
        telling = [(review, own) for review, own in of_games if not why_unlike(review)]
        levels = {comparable(review) for review, _ in telling}
        like = fitting(pooled([own for _, own in telling]), *levels) if len(levels) == 1 else None
        together.add_row(
            name, str(len(of_games)), str(rate.decisions), _rate(rate), words.like_levels(like)
        )
    return Group(grid, "", Text("All games", "bold"), together)


def names(review: Review) -> list[str]:
    """How the players are called, in short: by the record's head, or by number."""
    called = [printable(name) for name in words.names_of(review)]
    return [name if len(name) <= _NAME else name[: _NAME - 1] + "…" for name in called]


def _headline(review: Review) -> str:
    title = games.spec(review.game).title
    decisions = sum(isinstance(step, Decision) and step.is_judged for step in review.steps)
    reached = min((step.visits for step in review.steps if step.visits), default=0)
    players = "alone" if review.players == 1 else f"{review.players} players"
    return f"{title}, {players}: {decisions} decisions, at least {reached} visits each"


def _players(review: Review, called: Sequence[str]) -> Table:
    """A row for each player: how well it played."""
    grid = _grid("", ">score", ">error rate", ">accuracy", ">good", *map(_plural, _LISTED))
    for name, summary in zip(called, review.summaries, strict=True):
        grid.add_row(
            name,
            str(review.scores[summary.player]),
            _rate(summary.errors),
            _accuracy(summary),
            str(len(summary.good)),
            *(str(summary.verdicts[verdict]) for verdict in _LISTED),
        )
    return grid


def _levels(review: Review, called: Sequence[str]) -> list[RenderableType]:
    """Which levels the players are like, or why that cannot be told of this game."""
    if why := words.unlike_levels(why_unlike(review)):
        return [why, ""]
    told = [
        (name, words.like_levels(levels_like(review, player))) for player, name in enumerate(called)
    ]
    lines: list[RenderableType] = [f"{name} plays {levels}." for name, levels in told if levels]
    return [*lines, ""] if lines else []


def _results(review: Review, called: Sequence[str]) -> Table:
    """A row for each player: what the result is made of; of mistakes, whose."""
    has_partners, has_others = review.players > review.sides > 1, review.sides > 1
    partners = (">partner's",) if has_partners else ()
    others = (">others'",) if has_others else ()
    grid = _grid("", ">start", ">luck", ">mistakes", *partners, *others, ">rest", ">result")
    for name, summary in zip(called, review.summaries, strict=True):
        parts = summary.identity
        grid.add_row(
            name,
            f"{parts.start:.2f}",
            f"{parts.luck:+.2f} ± {parts.luck_se:.2f}",
            f"{parts.own:+.2f}",
            *((f"{parts.partners:+.2f}",) if has_partners else ()),
            *((f"{parts.opponents:+.2f}",) if has_others else ()),
            f"{parts.remainder:+.2f}",
            f"{parts.result:.2f}",
        )
    return grid


def _parts(review: Review, called: Sequence[str]) -> Table:
    """Error rates by round, or by quarter of the game, and what mistakes were about."""
    part = "round" if any(step.round is not None for step in review.steps) else "quarter"
    grid = _grid("error rate", *(f">{name}" for name in called))
    numbers = sorted({number for one in review.summaries for number in one.by_round}, key=int)
    for number in numbers:
        rates = [one.by_round.get(number) for one in review.summaries]
        grid.add_row(f"{part} {number}", *(_rate(one) if one else "–" for one in rates))
    for kind in KINDS:
        if any(one.by_kind[kind] for one in review.summaries):
            shares = (f"{one.by_kind[kind]:.1f}" for one in review.summaries)
            grid.add_row(words.kind(kind), *shares)
    return grid


def _moves(review: Review, called: Sequence[str], all_moves: bool) -> Table:
    grid = _grid(">", "", "", ">win", ">lost", "", "better")
    for number, step in enumerate(review.steps):
        is_turn = number in review.turning_points
        mark = "◆ " if is_turn else ""
        if isinstance(step, Chance):
            if all_moves or is_turn or any(map(step.lucky, range(review.players))):
                grid.add_row(f"{mark}{step.at + 1}", *_chance_row(step, called))
        elif all_moves or is_turn or step.good or (step.counted and step.verdict in _LISTED):
            grid.add_row(f"{mark}{step.at + 1}", *_decision_row(step, review, called))
    return grid


def _whys(review: Review) -> list[str]:
    """Why another move was better at each turning point, where that can be told."""
    whys = [(review.steps[n].at + 1, words.why(review, n)) for n in review.turning_points]
    return [f"{at:>5}  {why}" for at, why in whys if why]


def _decision_row(step: Decision, review: Review, called: Sequence[str]) -> list[str | Text]:
    move = str(review.record["moves"][step.at])
    told = Text(*(_GOOD if step.good else _VERDICTS[step.verdict]))
    if step.proven:
        told.append(" (proven)")
    lost = f"{step.loss:.2f} ± {step.se:.2f}" if step.counted else ""
    better = " ".join(step.best.line[:_LENGTH_OF_LINE]) if step.best and step.counted else ""
    return [called[step.player], move, f"{step.values[step.player]:.2f}", lost, told, better]


def _chance_row(step: Chance, called: Sequence[str]) -> list[str | Text]:
    whom = words.luckiest(step)
    luck, se = step.luck[whom], step.se[whom]
    told = Text(_LUCK.get(step.lucky(whom), ""), "cyan")
    row = [called[whom], "chance", f"{step.values[whom]:.2f}", f"{luck:+.2f} ± {se:.2f}"]
    return [*row, told, ""]


def _plural(verdict: str) -> str:
    return ">inacc." if verdict == "inaccuracy" else f">{verdict}s"


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1f} ({rate.low:.0f}–{rate.high:.0f})" if rate.decisions else "–"


def _accuracy(summary: Summary) -> str:
    return "–" if summary.accuracy is None else f"{summary.accuracy:.0f} %"


def _grid(*columns: str) -> Table:
    """A table; columns with ">" before their names are numbers."""
    grid = Table(box=box.SIMPLE, show_edge=False, pad_edge=False, collapse_padding=True)
    for column in columns:
        justify: Literal["left", "right"] = "right" if column[:1] == ">" else "left"
        # Lines of moves alone are wrapped.
        grid.add_column(column.removeprefix(">"), justify=justify, no_wrap=column != "better")
    return grid
