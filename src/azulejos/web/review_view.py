"""Steps of a review that the service has made, for browsers that cannot make one themselves.

What is said of a review and drawn of it the page's own scripts make (`static/js/review_parts.js`).
Everything here is plain data, made in a thread.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from azulejos import draw, games
from azulejos.analysis import Chance, Decision, Review
from azulejos.analysis import words as said
from azulejos.analysis.attempt import game_at
from azulejos.web.languages import Catalogue

#: Verdicts that are worth trying again.
ERRORS = ("inaccuracy", "mistake", "blunder")

Which = Literal["played", "best"]


def board(review: Review, number: int, which: Which, made: int, words: Catalogue) -> dict[str, Any]:
    """A step on the board: `BoardShown` of `reviewing.js`. made: after so many moves of a line."""
    step = review.steps[number]
    if isinstance(step, Chance):
        alone = 0 if review.players == 1 else None
        viewer = alone if step.player is None else step.player
        return _shown(game_at(review, step.at + step.count), viewer, {}, None, words)
    game = game_at(review, step.at)
    lines = {"played": [str(review.record["moves"][step.at])]}
    if step.played is not None:
        lines["played"] = playable(game, step.played.line)
        if step.best is not None and step.best.move != step.played.move:
            lines["best"] = playable(game, step.best.line)
    line = lines.get(which, lines["played"])
    made = min(made, len(line))
    for move in line[:made]:
        game.play(move)
    return _shown(game, step.player, lines, line[made] if made < len(line) else None, words)


def _shown(
    game: Any,
    viewer: int | None,
    lines: dict[str, list[str]],
    following: str | None,
    words: Catalogue,
) -> dict[str, Any]:
    position = game.view(viewer)
    spec = games.spec(game.NAME)
    own, drawing = spec.part("explaining"), None
    if spec.part("drawing") is None:
        drawing = draw.board(position, bare=True, words=words.of_drawings())
    return {
        "position": position,
        "scores": game.scores,
        "turn": game.turn,
        "viewer": viewer,
        "lines": lines,
        "next": following,
        "where": own.where(following) if own and following else None,
        "drawing": drawing,
    }


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
