"""A review as pictures: its curve, the bar of luck and skill, and boards with a move on them.

All are SVG texts, as `azulejos.draw` makes them: standalone ones follow the reader's light or dark
setting; `bare` ones are for a page that has the style sheet of the drawings (`draw.style_sheet`).
What is marked carries `data-step`, the number of a step of the review, for a page's script.
"""

import math
from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element

from azulejos import draw
from azulejos.analysis.attempt import game_at
from azulejos.analysis.review import Chance, Decision, Review
from azulejos.analysis.words import (
    caption,
    is_marked,
    luckiest,
    names_of,
    signed,
    teams_of,
)
from azulejos.analysis.words import share as share_text
from azulejos.core.errors import OptionError
from azulejos.core.messages import ENGLISH, Messages
from azulejos.draw.elements import (
    Block,
    circle,
    document,
    fitted,
    group,
    label,
    node,
    number,
    path,
    polygon,
    rectangle,
    star,
)
from azulejos.draw.words import english, plurals
from azulejos.search.evaluators import SOLO_SCALE

__all__ = ["bar", "boards", "curve", "identity_rows", "shares", "table_after"]

#: The plot within the curve's picture, in units.
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 96, 26, 44
#: Units from one name beside the plot to the next, at least.
_APART = 17
#: A picture narrower than this, such as on a phone, has its names below the plot.
_NARROW = 520
#: Dashes of the sides' lines, so that nobody needs to tell their colours apart.
_DASHES = (None, "9 4", "2 4", "12 4 2 4")
#: The radius of a mark by what it marks; a blunder is seen first.
_RADIUS = {"inaccuracy": 4.0, "mistake": 5.5, "blunder": 7.5}
#: Points at which a solo game's scale is marked.
_SOLO_TICKS = (0, 20, 60, 180)
#: The bar: where labels end, a row's height, and the room for numbers.
_LABELS, _ROW, _NUMBERS = 160, 30, 56


def curve(
    review: Review,
    *,
    names: Sequence[str] | None = None,
    words: Messages = ENGLISH,
    width: float = 760,
    height: float = 300,
    size: float | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """The share of the win over the game: a line for each side, errors and luck marked on it.

    width, height: of the picture in units; size: its width in pixels, as `draw.svg` has it.
    """
    called = _names(review, names, words)
    teams = teams_of(review, called)
    narrow = width < _NARROW or any(fitted(team, _RIGHT - 30, 13) != team for team in teams)
    right = 16 if narrow else _RIGHT
    bottom = _BOTTOM + (22 * math.ceil(review.sides / 2) if narrow else 0)
    plot = _Plot(review, width - _LEFT - right, height - _TOP - bottom)
    parts = [*_ground(width, height, bare), *plot.grid(words), *plot.hits(called, words)]
    parts += [plot.line(side) for side in range(review.sides)]
    ends = [(plot.end(side), side, team) for side, team in enumerate(teams)]
    parts += [mark for n in range(len(review.steps)) for mark in plot.marks(n, called, words)]
    parts += _legend_below(ends, height, width) if narrow else _legend_beside(ends, plot, right)
    title = words.gettext("The share of the win over the game")
    if review.players == 1:
        title = words.gettext("The points expected over the game")
    told = [
        caption(review, n, called, words) for n in review.turning_points
    ]  # for those who do not see the picture
    return document(
        Block(group(parts, class_="review-curve"), width, height),
        {},
        kind="review-curve",
        title=title,
        description=". ".join(told),
        size=size,
        theme=theme,
        bare=bare,
    )


def _ground(width: float, height: float, bare: bool) -> list[Element]:
    """What a standalone picture lies on; a page has a ground of its own."""
    return [] if bare else [rectangle(0, 0, width, height, rx=8, class_="az-ground")]


class _Plot:
    """The curve's coordinates and what is drawn in them."""

    def __init__(self, review: Review, width: float, height: float) -> None:
        self.review = review
        self.width, self.height = width, height
        self.values = shares(review)

    def x(self, place: float) -> float:
        """place: 0 is before the first step, n after the n-th."""
        return _LEFT + self.width * place / max(len(self.values) - 1, 1)

    def y(self, share: float) -> float:
        return _TOP + self.height * (1.0 - share)

    def end(self, side: int) -> float:
        return self.y(self.values[-1][side])

    def grid(self, words: Messages) -> list[Element]:
        """The frame, the scale and the rounds."""
        right, low = _LEFT + self.width, _TOP + self.height
        parts = [
            rectangle(_LEFT, _TOP, self.width, self.height, class_="az-panel"),
        ]
        ticks = [(share, f"{100 * share:g} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
        if self.review.players == 1:
            ticks = [(points / (points + SOLO_SCALE), str(points)) for points in _SOLO_TICKS]
        for share, told in ticks:
            y = number(self.y(share))
            middle = share == 0.5 and self.review.players > 1
            parts.append(
                path(
                    f"M{_LEFT} {y}H{number(right)}",
                    class_="az-hair" if middle else "az-lace",
                    stroke_width=1,
                )
            )
            parts.append(
                label(told, _LEFT - 6, self.y(share) + 4, 12, class_="az-soft", text_anchor="end")
            )
        for place, name in self._rounds():
            x = number(self.x(place))
            parts.append(path(f"M{x} {_TOP}V{number(low)}", class_="az-hair", stroke_width=1))
            parts.append(label(name, self.x(place) + 4, low + 16, 12, class_="az-soft"))
        if not self._rounds():
            told = words.gettext("moves")
            parts.append(label(told, right, low + 16, 12, class_="az-soft", text_anchor="end"))
        return parts

    def _rounds(self) -> list[tuple[int, str]]:
        """Where each round begins, and its number."""
        begins, last = [], None
        for place, step in enumerate(self.review.steps):
            if step.round is not None and step.round != last:
                begins.append((place, str(step.round)))
                last = step.round
        return begins

    def hits(self, names: Sequence[str], words: Messages) -> list[Element]:
        """An unseen stripe for each step, to point at."""
        step_width = self.width / max(len(self.review.steps), 1)
        return [
            node(
                "rect",
                node("title", caption(self.review, n, names, words)),
                x=self.x(n),
                y=_TOP,
                width=step_width,
                height=self.height,
                fill="none",
                pointer_events="all",
                class_="step",
                data_step=n,
            )
            for n in range(len(self.review.steps))
        ]

    def line(self, side: int) -> Element:
        points = " ".join(
            f"{number(self.x(place))} {number(self.y(values[side]))}"
            for place, values in enumerate(self.values)
        )
        return path(
            f"M{points}",
            class_=f"az-side-{side % 4 + 1} line",
            stroke_width=2.2,
            stroke_linejoin="round",
            stroke_dasharray=_DASHES[side % 4],
            pointer_events="none",
            data_side=side,
        )

    def marks(self, place: int, names: Sequence[str], words: Messages) -> list[Element]:
        """The mark of a step, if it has one, where the line of its player is after it."""
        step, told = self.review.steps[place], caption(self.review, place, names, words)
        title = node("title", told)
        x = self.x(place + 1)
        if isinstance(step, Chance):
            player = luckiest(step)
            if not step.lucky(player):
                return []
            up = step.luck[player] > 0
            y = self.y(step.values[player])
            tip = [(x - 6, y + 4), (x, y - 7), (x + 6, y + 4)]
            tip = tip if up else [(x - 6, y - 4), (x, y + 7), (x + 6, y - 4)]
            shape = polygon(tip, class_="az-gold")
            return [group([title, shape], class_="mark luck", data_step=place)]
        y = self.y(step.values[step.player])
        if step.good:
            points = [(x + dx, y + dy) for dx, dy in star(5, 8, 3.4)]
            shape = polygon(points, class_="az-good")
            return [group([title, shape], class_="mark good", data_step=place)]
        if not is_marked(step) or step.verdict not in _RADIUS:
            return []
        shape = circle(
            x,
            y,
            _RADIUS[step.verdict],
            class_="az-loss",
            fill_opacity=0.45 if step.verdict == "inaccuracy" else None,
        )
        return [group([title, shape], class_=f"mark {step.verdict}", data_step=place)]


def _legend_beside(
    ends: Sequence[tuple[float, int, str]], plot: _Plot, room: float
) -> list[Element]:
    """The sides' names where their lines end, moved apart."""
    parts: list[Element] = []
    x, below = _LEFT + plot.width + 6, math.inf
    for n, (y, side, team) in enumerate(sorted(ends, reverse=True)):
        # From the lowest up, each above the last, and with room for those that are still to come.
        lowest = min(_TOP + plot.height + 8, below - _APART)
        below = max(min(y + 4, lowest), _TOP + 4 + _APART * (len(ends) - 1 - n))
        parts += _named(x, below, side, team, room - 8)
    return parts


def _legend_below(
    ends: Sequence[tuple[float, int, str]], height: float, width: float
) -> list[Element]:
    """The sides' names in two columns under the plot."""
    parts: list[Element] = []
    rows = math.ceil(len(ends) / 2)
    for _, side, team in ends:
        x = _LEFT + side % 2 * (width - _LEFT) / 2
        y = height - 8 - 22 * (rows - 1 - side // 2)
        parts += _named(x, y, side, team, (width - _LEFT) / 2 - 8)
    return parts


def _named(x: float, y: float, side: int, team: str, room: float) -> list[Element]:
    sample = path(
        f"M{number(x)} {number(y - 4)}h18",
        class_=f"az-side-{side % 4 + 1}",
        stroke_width=2.6,
        stroke_dasharray=_DASHES[side % 4],
    )
    return [sample, label(fitted(team, room - 22, 13), x + 22, y, 13)]


def shares(review: Review) -> list[list[float]]:
    """Every player's share of the win at the start and after each step.

    Where hands are hidden, a player's share changes only with what is judged by what this player
    knows: with own moves and draws, until the result.
    """
    has_secrets = any(isinstance(s, Chance) and s.player is not None for s in review.steps)
    told = [review.start]
    for step in review.steps:
        now = step.values
        if has_secrets and step.player is not None and step is not review.steps[-1]:
            own = step.player % review.sides
            pairs = enumerate(zip(told[-1], step.values, strict=True))
            now = [new if p % review.sides == own else old for p, (old, new) in pairs]
        told.append(now)
    return told


def bar(
    review: Review,
    player: int,
    *,
    names: Sequence[str] | None = None,
    words: Messages = ENGLISH,
    width: float = 520,
    size: float | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Where a player's result came from: luck, mistakes of each, and what the search misjudged.

    The parts, to the right if they helped, add up from the start to the result.
    """
    called = _names(review, names, words)
    parts_of = identity_rows(review, player, words)
    greatest = max(0.1, *(abs(share) for _, _, share in parts_of))
    middle = _LABELS + (width - _LABELS - _NUMBERS) / 2
    scale = (width - _LABELS - _NUMBERS) / 2 / greatest
    height = _ROW * len(parts_of) + 8
    drawn: list[Element] = []
    for row, (key, name, share) in enumerate(parts_of):
        y = 4 + row * _ROW
        whole = key in ("start", "result")
        length = abs(share) * scale
        paint = "az-ornament" if whole else "az-good" if share >= 0 else "az-loss"
        told = share_text(share, words) if whole else signed(share, words)
        drawn.append(
            group(
                [
                    label(
                        fitted(name, _LABELS - 10, 14), _LABELS - 10, y + 19, 14, text_anchor="end"
                    ),
                    rectangle(
                        middle if share >= 0 else middle - length,
                        y + 5,
                        max(length, 1),
                        _ROW - 10,
                        rx=2,
                        class_=paint,
                    ),
                    label(
                        told,
                        width - 4,
                        y + 19,
                        14,
                        text_anchor="end",
                        font_weight=700 if whole else None,
                    ),
                ],
                class_=f"part {key}",
            )
        )
    axis = path(f"M{number(middle)} 2V{number(height - 2)}", class_="az-hair", stroke_width=1)
    listed = ", ".join(f"{name} {signed(share, words)}" for _, name, share in parts_of)
    return document(
        Block(
            group([*_ground(width, height, bare), axis, *drawn], class_="review-bar"), width, height
        ),
        {},
        kind="review-bar",
        title=words.gettext("Luck and skill: {name}", name=called[player]),
        description=listed,
        size=size,
        theme=theme,
        bare=bare,
    )


def identity_rows(
    review: Review, player: int, words: Messages = ENGLISH
) -> list[tuple[str, str, float]]:
    """The parts of a player's result in their order: a key, what it is called, and its share."""
    parts = review.summaries[player].identity
    rows = [
        ("start", words.gettext("At the start"), parts.start),
        ("luck", words.gettext("Luck"), parts.luck),
        ("own", words.gettext("Own mistakes"), parts.own),
    ]
    if review.players > review.sides > 1:
        rows.append(("partners", words.gettext("Partner’s mistakes"), parts.partners))
    if review.sides > 1:
        rows.append(("opponents", words.gettext("Others’ mistakes"), parts.opponents))
    return [
        *rows,
        ("remainder", words.gettext("Not explained"), parts.remainder),
        ("result", words.gettext("The result"), parts.result),
    ]


def boards(
    review: Review,
    step: int,
    *,
    names: Sequence[str] | None = None,
    words: Messages = ENGLISH,
    **options: Any,
) -> tuple[str, str | None]:
    """The table before a decision with the played move on it, and with the best one.

    The second is None where nothing better was found. What is seen is what its player saw. step:
    the number of a decision; options: as for `draw.svg`.
    """
    decision = review.steps[step]
    if not isinstance(decision, Decision):
        raise OptionError(f"step {step} is no decision")
    seen = game_at(review, decision.at).view(decision.player)
    called = _names(review, names, words)
    drawn = _words_of_drawings(words)
    played = str(review.record["moves"][decision.at])

    def picture(move: str) -> str:
        return draw.svg(seen, names=called, words=drawn, highlight=move, **options)

    best = decision.best
    if best is None or best.move == played or not is_marked(decision):
        return picture(played), None
    return picture(played), picture(best.move)


def table_after(
    review: Review,
    step: int,
    *,
    names: Sequence[str] | None = None,
    words: Messages = ENGLISH,
    **options: Any,
) -> str:
    """The table after a step, such as a deal, as the player sees it who is next."""
    done = review.steps[step]
    entries = done.at + (done.count if isinstance(done, Chance) else 1)
    game = game_at(review, entries)
    seen = game.to_dict() if game.turn is None else game.view(game.turn)
    called = _names(review, names, words)
    return draw.svg(seen, names=called, words=_words_of_drawings(words), **options)


def _words_of_drawings(words: Messages) -> dict[str, str]:
    """The words on a drawing, their {parts} left as they are."""
    told = {key: words.gettext(word) for key, word in english().items()}
    for one, many in plurals().items():
        forms = english()[one], english()[many]
        told |= {one: words.ngettext(*forms, 1), many: words.ngettext(*forms, 2)}
    return told


def _names(review: Review, names: Sequence[str] | None, words: Messages) -> list[str]:
    if names is None:
        return names_of(review, words)
    if len(names) != review.players:
        raise OptionError(f"names: expected {review.players}, not {len(names)}")
    return list(names)
