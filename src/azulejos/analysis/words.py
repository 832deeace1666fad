"""What a review says, in the reader's language: see `core.messages`."""

from collections.abc import Mapping, Sequence

from azulejos import games
from azulejos.analysis.hinting import Hint
from azulejos.analysis.like_levels import Likeness
from azulejos.analysis.review import Chance, Decision, Reason, Review
from azulejos.core.messages import ENGLISH, Messages, decimal

#: Points of the greatest difference that others make up for, before it is told; and of what is left
#: of it to be worth a number.
MADE_UP_FOR, LEAST_IN_ALL = 2.0, 0.5


def verdict(name: str, words: Messages = ENGLISH) -> str:
    """What a decision is called."""
    return {
        "forced": words.gettext("forced"),
        "unknown": words.gettext("not judged"),
        "best": words.gettext("best move"),
        "equal": words.gettext("about equal"),
        "slight": words.gettext("slight loss"),
        "inaccuracy": words.gettext("inaccuracy"),
        "mistake": words.gettext("mistake"),
        "blunder": words.gettext("blunder"),
        "good": words.gettext("the only good move"),
    }[name]


def kind(name: str, words: Messages = ENGLISH) -> str:
    """What a mistake was about."""
    return {
        "take": words.gettext("what is taken"),
        "place": words.gettext("where it is put"),
        "floor": words.gettext("what falls to the floor"),
        "denial": words.gettext("what is left to others"),
        "other": words.gettext("something else"),
    }[name]


def luck(degree: int, name: str, words: Messages = ENGLISH) -> str:
    """What chance was for a player (`Chance.lucky`); empty where it was neither."""
    return {
        -2: words.gettext("very unlucky for {name}", name=name),
        -1: words.gettext("unlucky for {name}", name=name),
        0: "",
        1: words.gettext("lucky for {name}", name=name),
        2: words.gettext("very lucky for {name}", name=name),
    }[degree]


def like_levels(levels: Likeness | None, words: Messages = ENGLISH) -> str:
    """Which levels a player is like (`levels_like`); empty where that cannot be told."""
    if levels is None:
        return ""
    if levels.first == levels.last:
        return words.gettext("like level {level}", level=levels.nearest)
    return words.gettext(
        "most like level {level} (levels {first} to {last} fit)",
        level=levels.nearest,
        first=levels.first,
        last=levels.last,
    )


def unlike_levels(why: str | None, words: Messages = ENGLISH) -> str:
    """Why players are not likened to levels (`why_unlike`); empty where there is no such reason."""
    if why is None:
        return ""
    because = {
        "decided": words.gettext("this game was decided for much of the time"),
        "unequal": words.gettext("here one player erred far more than the other"),
    }[why]
    return words.gettext(
        "Which levels they play like is not told: levels are measured between equals, and {why}.",
        why=because,
    )


def names_of(review: Review, words: Messages = ENGLISH) -> list[str]:
    """How the players are called: by the record's head, else by number."""
    seats: Sequence[Mapping[str, object]] = review.record.get("seats") or [{}] * review.players
    return [
        str(seat.get("name") or words.gettext("Player {number}", number=number))
        for number, seat in enumerate(seats, 1)
    ]


def teams_of(review: Review, names: Sequence[str]) -> list[str]:
    """How the sides are called: by the names of those who play together."""
    return [" & ".join(names[side :: review.sides]) for side in range(review.sides)]


def luckiest(step: Chance) -> int:
    """The player whom chance changed most, by luck or by the lack of it."""
    if step.player is not None:
        return step.player
    return max(range(len(step.luck)), key=lambda player: abs(step.luck[player]))


def caption(review: Review, number: int, names: Sequence[str], words: Messages = ENGLISH) -> str:
    """A step in a few words: who did what, what it was and what it cost; or the luck of chance."""
    step = review.steps[number]
    if isinstance(step, Chance):
        player = luckiest(step)
        degree = luck(step.lucky(player), names[player], words)
        told = degree or words.gettext("neither lucky nor unlucky")
        chance = words.gettext("Chance")
        return f"{chance}: {told} ({signed(step.luck[player], words)})"
    told = verdict("good" if step.good else step.verdict, words)
    move = str(review.record["moves"][step.at])
    lost = f" ({signed(-step.loss, words)})" if is_marked(step) else ""
    return f"{names[step.player]}, {move}: {told}{lost}"


def why(review: Review, number: int, words: Messages = ENGLISH) -> str:
    """Why the best move of a decision is better: a sentence, empty where no number tells it.

    What is told is the greatest of the differences that were found (see `why`). Where others make
    up for most of it, what it comes to in all is told, too.
    """
    step = review.steps[number]
    if not isinstance(step, Decision) or not step.why or step.best is None or step.played is None:
        return ""
    told = sentence(review.game, step.why[0], step.best.move, words)
    ahead = step.best.margin - step.played.margin
    if step.why[0].points < ahead + MADE_UP_FOR:
        return told
    points = decimal(abs(ahead), 1, words)
    if ahead >= LEAST_IN_ALL:
        in_all = words.gettext("All in all it is worth about {points} points more.", points=points)
    elif review.sides == 1:
        return told
    elif ahead > -LEAST_IN_ALL:
        in_all = words.gettext("All in all the points come to about the same; it wins more often.")
    else:
        in_all = words.gettext(
            "All in all it is worth about {points} points less, but it wins more often.",
            points=points,
        )
    return f"{told} {in_all}"


def sentence(game: str, reason: Reason, move: str, words: Messages = ENGLISH) -> str:
    """What a move is ahead of another in (see `why`), as a sentence. game: its name."""
    code, points = reason.code, reason.points
    n = round(points)
    own = games.spec(game).part("explaining")
    if code == "leaves":
        return words.ngettext(
            "{move} leaves the others {n} point less.",
            "{move} leaves the others {n} points less.",
            n,
            move=move,
        )
    if code == "later":
        about = decimal(points, 1, words)
        later = words.gettext(
            "{move} is worth about {points} points more later on.", move=move, points=about
        )
        return f"{later} {own.counted(reason.count, words)}" if own and reason.count else later
    told: str | None = own.sentence(code, n, move, words) if own else None
    return told or words.ngettext(
        "{move} brings {n} point more.", "{move} brings {n} points more.", n, move=move
    )


def hinted(game: str, hint: Hint, words: Messages = ENGLISH) -> str:
    """Why a hint is a good one, in a sentence or two."""
    if hint.instead is None:
        return words.gettext("There is no other choice that would be different.")
    if hint.gain == 0:
        return words.gettext(
            "{move} and {other} are about equally good.", move=hint.move, other=hint.instead
        )
    if hint.why is not None:
        reason = sentence(game, hint.why, hint.move, words)
    else:
        reason = words.ngettext(
            "{move} wins about {n} game in 100 more.",
            "{move} wins about {n} games in 100 more.",
            max(round(100 * hint.gain), 1),
            move=hint.move,
        )
    return words.gettext("Compared with {other}: {reason}", other=hint.instead, reason=reason)


def is_marked(step: Decision) -> bool:
    """Whether a decision was an error that is called one."""
    return step.counted and step.verdict in ("slight", "inaccuracy", "mistake", "blunder")


def share(value: float, words: Messages = ENGLISH) -> str:
    """A share of a win."""
    return decimal(value, 2, words)


def signed(change: float, words: Messages = ENGLISH) -> str:
    """A change of a share, with its sign."""
    return decimal(change, 2, words, sign=True)


def with_error(value: str, error: float, words: Messages = ENGLISH) -> str:
    """A share as it is written, with its standard error where two places show any of it."""
    return f"{value} ± {share(error, words)}" if error >= 0.005 else value
