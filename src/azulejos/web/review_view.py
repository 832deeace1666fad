"""A review as its page shows it: what is drawn, listed and said, in the reader's language.

Everything here is plain data and SVG, made in a thread: a drawing takes milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from markupsafe import Markup, escape

from azulejos import draw
from azulejos.analysis import (
    KINDS,
    THRESHOLDS,
    Chance,
    Decision,
    Rate,
    Review,
    Summary,
    levels_like,
    why_unlike,
)
from azulejos.analysis import words as said
from azulejos.analysis.attempt import game_at
from azulejos.analysis.pictures import bar, curve
from azulejos.web.languages import Catalogue

#: Units of the drawings' widths: on a wide page, and on a phone.
WIDE, NARROW = 760, 360
#: Verdicts that are worth trying again.
ERRORS = ("inaccuracy", "mistake", "blunder")

Which = Literal["played", "best"]


@dataclass(frozen=True)
class Viewer:
    """Who looks: how the players are called there, the language, and the reader's own seats."""

    names: Sequence[str]
    words: Catalogue
    own_seats: Sequence[int] = ()


# ── The whole game ───────────────────────────────────────────────────────────────────────────────


def whole(review: Review, viewer: Viewer) -> dict[str, Any]:
    """What the page shows of the whole game."""
    drawn = partial(curve, review, names=viewer.names, words=viewer.words, bare=True)
    first = [*viewer.own_seats, *(n for n in range(review.players) if n not in viewer.own_seats)]
    return {
        "is_judged": any(step.visits for step in review.steps),
        "curves": {
            "wide": Markup(drawn(width=WIDE)),
            "narrow": Markup(drawn(width=NARROW, height=240)),
        },
        "turns": [_row(review, n, viewer) for n in review.turning_points],
        "players": [_player(review, review.summaries[n], viewer) for n in first],
        "unlike": said.unlike_levels(why_unlike(review), viewer.words),
        "parts": _parts(review, viewer),
        "kinds": _kinds(review, viewer),
        "rounds": _rounds(review, viewer),
        "retries": {n: len(errors_of(review, n)) for n in range(review.players)},
    }


def errors_of(review: Review, player: int) -> list[int]:
    """The steps in which a player erred, to be tried again."""
    return [
        number
        for number, step in enumerate(review.steps)
        if isinstance(step, Decision)
        and step.player == player
        and said.is_marked(step)
        and step.verdict in ERRORS
    ]


def _rounds(review: Review, viewer: Viewer) -> list[dict[str, Any]]:
    """The list of moves: rows by round; one part where there are no rounds.

    There each move has its own draw, which is told where it was lucky or unlucky.
    """
    parts: list[dict[str, Any]] = []
    for number, step in enumerate(review.steps):
        if isinstance(step, Chance) and step.round is None and not _is_stop(step):
            continue
        if not parts or parts[-1]["round"] != step.round:
            parts.append({"round": step.round, "rows": []})
        parts[-1]["rows"].append(_row(review, number, viewer))
    return parts


def _row(review: Review, number: int, viewer: Viewer) -> dict[str, Any]:
    """A step in the list of moves."""
    step, words = review.steps[number], viewer.words
    row: dict[str, Any] = {"step": number, "round": step.round, "mark": "", "why": ""}
    if isinstance(step, Chance):
        player = said.luckiest(step)
        degree = step.lucky(player)
        mark = "" if degree == 0 else "lucky" if degree > 0 else "unlucky"
        change = said.signed(step.luck[player], words) if degree else ""
        verdict = said.luck(degree, viewer.names[player], words)
        return (
            row
            | {"who": words.gettext("Chance"), "move": "", "mark": mark}
            | {
                "verdict": verdict,
                "change": change,
            }
        )
    verdict = ""
    if step.good:
        row["mark"], verdict = "good", said.verdict("good", words)
    elif said.is_marked(step):
        row["mark"], verdict = step.verdict, said.verdict(step.verdict, words)
    row["why"] = _why(review, number, step, words) if verdict else ""
    return row | {
        "who": viewer.names[step.player],
        "move": str(review.record["moves"][step.at]),
        "verdict": verdict,
        "change": said.signed(-step.loss, words) if said.is_marked(step) else "",
    }


def _player(review: Review, summary: Summary, viewer: Viewer) -> dict[str, Any]:
    """One player's game: where the result came from, and how it was played."""
    verdicts = summary.verdicts
    return {
        "number": summary.player,
        "name": viewer.names[summary.player],
        "mine": summary.player in viewer.own_seats,
        "score": review.scores[summary.player],
        "bar": Markup(
            bar(
                review,
                summary.player,
                names=viewer.names,
                words=viewer.words,
                width=NARROW,
                bare=True,
            )
        ),
        "sentence": _sentence(review, summary, viewer.words),
        "errors": summary.errors,
        "levels": said.like_levels(levels_like(review, summary.player), viewer.words),
        "accuracy": summary.accuracy,
        "good": summary.good,
        "counts": {name: verdicts[name] for name in reversed(THRESHOLDS)},
    }


def _sentence(review: Review, summary: Summary, words: Catalogue) -> str:
    """Where the result came from, in one line."""
    parts = summary.identity
    told = []
    if review.players > 1 and review.is_over:
        won = words.gettext("Won") if parts.result >= 1 else words.gettext("Lost")
        told.append(words.gettext("Win shared") if 0 < parts.result < 1 else won)
    figures = [
        words.gettext(
            "luck {share}",
            share=said.with_error(said.signed(parts.luck, words), parts.luck_se, words),
        ),
        words.gettext("own mistakes {share}", share=said.signed(parts.own, words)),
    ]
    if review.players > review.sides > 1:
        figures.append(
            words.gettext("partner’s mistakes {share}", share=said.signed(parts.partners, words))
        )
    if review.sides > 1:
        figures.append(
            words.gettext("others’ mistakes {share}", share=said.signed(parts.opponents, words))
        )
    figures.append(
        words.gettext("not explained {share}", share=said.signed(parts.remainder, words))
    )
    return _as_sentence(": ".join([*told, ", ".join(figures)]))


def _as_sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _parts(review: Review, viewer: Viewer) -> list[tuple[str, list[Rate | None]]]:
    """Error rates by round, or by quarter of a game without rounds: of each player."""
    names = sorted({part for one in review.summaries for part in one.by_round}, key=int)
    has_rounds = any(step.round is not None for step in review.steps)
    words = viewer.words
    return [
        (
            words.gettext("Round {n}", n=part)
            if has_rounds
            else words.gettext("Quarter {number}", number=part),
            [one.by_round.get(part) for one in review.summaries],
        )
        for part in names
    ]


def _kinds(review: Review, viewer: Viewer) -> list[tuple[str, list[float]]]:
    """What mistakes were about: the part of each kind in each player's error rate."""
    rows = [
        (
            _as_sentence(said.kind(kind, viewer.words)),
            [one.by_kind[kind] for one in review.summaries],
        )
        for kind in KINDS
    ]
    return [row for row in rows if any(row[1])]


# ── One step ─────────────────────────────────────────────────────────────────────────────────────


def one_step(
    review: Review, number: int, which: Which, made: int, viewer: Viewer, *, narrow: bool
) -> dict[str, Any]:
    """A step on the board. which, made: after so many moves of that line, the next one marked."""
    step, words = review.steps[number], viewer.words
    shown: dict[str, Any] = {
        "step": number,
        "last": len(review.steps) - 1,
        "at": review.steps[number].at,
        "row": _row(review, number, viewer),
        "which": which,
        "lines": [],
        "errors": [n for n, s in enumerate(review.steps) if _is_stop(s)],
        "luck": [],
        "verdict": "",
        "why": "",
    }
    if isinstance(step, Chance):
        alone = 0 if review.players == 1 else None
        viewed_by = alone if step.player is None else step.player
        position = game_at(review, step.at + step.count).view(viewed_by)
        degree = said.luck(step.lucky(player := said.luckiest(step)), viewer.names[player], words)
        shown["verdict"] = f"{_as_sentence(degree)}." if degree else ""
        shown["luck"] = [
            (viewer.names[n], said.with_error(said.signed(luck, words), step.se[n], words))
            for n, luck in enumerate(step.luck)
        ]
        return shown | {"made": 0, "picture": _picture(position, None, viewer, narrow=narrow)}
    before = game_at(review, step.at)
    lines = {"played": [str(review.record["moves"][step.at])]}
    if step.played is not None:
        lines["played"] = playable(before, step.played.line)
        if step.best is not None and step.best.move != step.played.move:
            lines["best"] = playable(before, step.best.line)
    if which not in lines:
        which = "played"
    line = lines[which]
    made = min(made, len(line))
    for move in line[:made]:
        before.play(move)
    marked = line[made] if made < len(line) else None
    position = before.view(step.player)
    shown["lines"] = [
        {
            "which": name,
            "name": words.gettext("Played") if name == "played" else words.gettext("Best"),
            "moves": moves,
        }
        for name, moves in lines.items()
    ]
    shown["verdict"] = _judged(step, words)
    shown["why"] = _why(review, number, step, words)
    picture = _picture(position, marked, viewer, narrow=narrow)
    return shown | {"which": which, "made": made, "picture": picture}


def _is_stop(step: Decision | Chance) -> bool:
    """Whether somebody who looks for what mattered stops here."""
    if isinstance(step, Chance):
        return any(step.lucky(player) for player in range(len(step.luck)))
    return step.good or (said.is_marked(step) and step.verdict in ERRORS)


def _judged(step: Decision, words: Catalogue) -> str:
    """What a decision was, in a sentence that claims no more than is known."""
    if step.visits == 0 and step.verdict not in ("forced", "unknown"):
        return words.gettext("Not looked at yet.")
    if step.verdict == "forced":
        return words.gettext("There was no choice.")
    if step.verdict == "unknown":
        return words.gettext("What there was to choose from is not known here.")
    told = words.gettext("About as good as the best move found.")
    if step.good:
        loss = said.share(step.gap or 0.0, words)
        told = words.gettext("A good move: every other one loses at least {loss}.", loss=loss)
    elif said.is_marked(step):
        told = words.gettext(
            "{verdict}: it gives away {loss} of a win.",
            verdict=_as_sentence(said.verdict(step.verdict, words)),
            loss=said.with_error(said.share(step.loss, words), step.se, words),
        )
    elif step.verdict == "best":
        told = words.gettext("The best move found.")
    return f"{told} {words.gettext('This is proven.')}" if step.proven else told


# ── Trying again ─────────────────────────────────────────────────────────────────────────────────


def answer(review: Review, number: int, tried: Decision, words: Catalogue) -> dict[str, Any]:
    """What a move tried instead of the one that was played is, in words."""
    played = review.steps[number]
    assert isinstance(played, Decision)
    assert tried.played is not None
    assert tried.best is not None
    lost = said.with_error(said.share(tried.loss, words), tried.se, words)
    before = said.share(played.loss, words)
    is_good = not said.is_marked(tried) or tried.verdict not in ERRORS
    if tried.played.move == tried.best.move:
        told = words.gettext("That is the best move found.")
    elif is_good and not said.is_marked(tried):
        told = words.gettext("That is about as good as the best move found.")
    elif is_good:
        told = words.gettext("Nearly: it gives away {loss} of a win.", loss=lost)
    elif tried.loss + tried.se < played.loss:
        told = words.gettext(
            "Better than {before}, but it still gives away {loss} of a win.",
            before=before,
            loss=lost,
        )
    else:
        told = words.gettext("Not this one: it gives away {loss} of a win.", loss=lost)
    steps = [*review.steps]
    steps[number] = tried
    return {
        "move": tried.played.move,
        "verdict": tried.verdict,
        "loss": tried.loss,
        "se": tried.se,
        "solved": is_good,
        "best": tried.best.move,
        "text": told,
        "why": "" if is_good else said.why(replace(review, steps=steps), number, words),
        "positions": {
            move: _view_after(review, played, move) for move in (tried.played.move, tried.best.move)
        },
    }


def _view_after(review: Review, step: Decision, move: str) -> dict[str, Any]:
    """The position after a move, as its player sees it, before chance goes on."""
    game = game_at(review, step.at)
    game.play(move)
    seen: dict[str, Any] = game.view(step.player)
    return seen


def _why(review: Review, number: int, step: Decision, words: Catalogue) -> Markup:
    """Why the best move is better; the move is for the game's script to be told in words."""
    told = escape(said.why(review, number, words))
    if not told or step.best is None:
        return told
    move = escape(step.best.move)
    return told.replace(move, Markup('<q data-move="{0}">{0}</q>').format(move), 1)


def playable(game: Any, line: Sequence[str]) -> list[str]:
    """The moves of a line until chance comes next: what it would bring is not known."""
    trial, moves = game.copy(), []
    for move in line:
        try:
            trial.play(move)
        except ValueError:
            break
        moves.append(move)
    return moves or list(line[:1])


def _picture(position: Any, marked: str | None, viewer: Viewer, *, narrow: bool) -> Markup:
    return Markup(
        draw.svg(
            position,
            names=viewer.names,
            words=viewer.words.of_drawings(),
            highlight=marked,
            layout="tall" if narrow else "wide",
            bare=True,
        )
    )
