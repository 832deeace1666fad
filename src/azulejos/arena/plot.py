"""Findings as one SVG picture, in the style of the games' drawings: ratings, scores, points."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from azulejos.arena.report import Findings
from azulejos.arena.tables import headline, meeting_name, sprt_line
from azulejos.draw.elements import (
    Block,
    columns,
    document,
    fitted,
    group,
    label,
    node,
    path,
    polygon,
    rectangle,
)
from azulejos.draw.layout import GAP, card, heading, panel

WIDTH = 860
ROW = 38
NAME_WIDTH = 250
VALUE_WIDTH = 170
TOP = 52
BOTTOM = 46
#: An interval may reach this many times beyond all the values before it is cut off.
OVERREACH = 1.0


class Row(NamedTuple):
    """A line of a panel: value and interval in the panel's unit; None where unbounded."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    text: str


def svg(found: Findings, *, size: float | None = None, theme: str = "auto") -> str:
    """Draw what was found. size: width in pixels; theme: "light", "dark" or "auto"."""
    blocks = [heading("Arena", headline(found), WIDTH)]
    rated = [entrant for entrant in found["entrants"] if entrant["elo"] is not None]
    if rated:
        blocks.append(_ratings(rated))
    pairs = [meeting for meeting in found["meetings"] if len(meeting["entrants"]) == 2]
    if len(pairs) > 1:
        blocks.append(_crosstable([entrant["name"] for entrant in found["entrants"]], pairs))
    elif found["games"] and found["meetings"]:
        blocks.append(_scores(found, pairs))
    if any(entrant["points"] is not None for entrant in found["entrants"]):
        blocks.append(_points(found["entrants"]))
    if found["sprt"] is not None:
        blocks.append(_note(sprt_line(found["sprt"])))
    described = "; ".join(f"{entrant['name']}: Elo {entrant['elo']:.0f}" for entrant in rated)
    return document(
        card(columns([blocks], GAP)),
        {},
        kind="arena",
        title=headline(found),
        description=described,
        size=size,
        theme=theme,
    )


# ── Panels ───────────────────────────────────────────────────────────────────────────────────────


def _ratings(entrants: list[dict[str, Any]]) -> Block:
    rows = []
    for entrant in entrants:
        low, high = entrant["elo_interval"] or (None, None)
        if entrant["anchor"]:
            low = high = entrant["elo"]
            text = f"{_signed(entrant['elo'])}  (anchor)"
        else:
            text = f"{_signed(entrant['elo'])} ± {high - entrant['elo']:.0f}"
        rows.append(Row(entrant["name"], entrant["elo"], low, high, text))
    return _forest("Elo", rows, _signed)


def _scores(found: Findings, pairs: list[dict[str, Any]]) -> Block:
    """The scores of the one pairing there is, or of entrants over all meetings."""
    if pairs:
        named = [(meeting_name(pairs[0]), pairs[0]["scores"][0])]
    else:
        named = [(entrant["name"], entrant) for entrant in found["entrants"]]
    rows = []
    for name, own in named:
        low, high = own["score_interval"]
        text = f"{100 * own['score']:.1f} %  ({100 * low:.1f}–{100 * high:.1f})"
        rows.append(Row(name, 100 * own["score"], 100 * low, 100 * high, text))
    fair = 50.0 if found["fair_score"] is None else 100 * found["fair_score"]
    return _forest("Score", rows, lambda value: f"{value:g} %", bounds=(0, 100), fair=fair)


def _points(entrants: list[dict[str, Any]]) -> Block:
    rows = []
    for entrant in entrants:
        if entrant["points"] is not None:
            low, high = entrant["points_interval"]
            reach = "" if high is None else f" ± {high - entrant['points']:.1f}"
            text = f"{entrant['points']:.1f}{reach}"
            rows.append(Row(entrant["name"], entrant["points"], low, high, text))
    return _forest("Points", rows, lambda value: f"{value:g}".replace("-", "−"))


def _note(text: str) -> Block:
    line = label(fitted(text, WIDTH - 40, 16), 20, 30, 16, class_="az-text")
    return Block(group([panel(WIDTH, 48), line]), WIDTH, 48)


def _title(text: str) -> Element:
    return label(text, 20, 31, 18, class_="az-text", font_weight=600)


def _forest(
    title: str,
    rows: Sequence[Row],
    tick: Callable[[float], str],
    bounds: tuple[float, float] | None = None,
    fair: float | None = None,
) -> Block:
    """One row for each: a name, its value on a scale with its interval, and both in figures."""
    height = TOP + ROW * len(rows) + BOTTOM
    left, right = NAME_WIDTH, WIDTH - VALUE_WIDTH - 20
    low, high = bounds or _bounds(rows)

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, low), high) - low) / (high - low)

    floor = height - BOTTOM + 4
    drawn: list[Element] = [panel(WIDTH, height), _title(title)]
    for value in _ticks(low, high):
        drawn.append(path(f"M{x(value):.2f} {TOP - 6}V{floor}", class_="az-hair", stroke_width=0.7))
        drawn.append(
            label(tick(value), x(value), floor + 20, 14, class_="az-soft", text_anchor="middle")
        )
    if fair is not None:
        line = path(
            f"M{x(fair):.2f} {TOP - 10}V{floor}",
            class_="az-frame fair",
            stroke_width=1.6,
            stroke_dasharray="5 4",
        )
        drawn.append(line)
    for number, row in enumerate(rows):
        drawn.append(_row(row, TOP + ROW * (number + 0.5), x, (left, right)))
    return Block(group(drawn, class_="panel"), WIDTH, height)


def _row(row: Row, y: float, x: Callable[[float], float], ends: tuple[float, float]) -> Element:
    shown = fitted(row.name, NAME_WIDTH - 44, 16)
    parts = [
        label(shown, 20, y + 5.5, 16, class_="az-text name"),
        label(row.text, WIDTH - 20, y + 5.5, 15, class_="az-text value", text_anchor="end"),
    ]
    if row.value is not None:
        low = ends[0] if row.low is None else x(row.low)
        high = ends[1] if row.high is None else x(row.high)
        middle = x(row.value)
        if high > low:
            parts.append(
                rectangle(low, y - 5, high - low, 10, rx=5, class_="az-ornament", opacity=0.28)
            )
            parts.append(path(f"M{low:.2f} {y}H{high:.2f}", class_="az-frame", stroke_width=1.4))
        corners = [(middle, y - 8), (middle + 8, y), (middle, y + 8), (middle - 8, y)]
        parts.append(polygon(corners, class_="az-ornament"))
        inner = [(middle, y - 3), (middle + 3, y), (middle, y + 3), (middle - 3, y)]
        parts.append(polygon(inner, class_="az-panel"))
    return group(parts, class_="row", data_name=row.name)


def _crosstable(names: Sequence[str], meetings: list[dict[str, Any]]) -> Block:
    """The score of each row's entrant against each column's, as tiles."""
    left = NAME_WIDTH - 40
    cell = min((WIDTH - left - 20) / len(names), 96.0)
    tall = min(cell, 44.0)
    height = TOP + 26 + tall * len(names) + 18
    fair = {}
    scores = {}
    for meeting in meetings:
        one, other = meeting["entrants"]
        for own, name, against in zip(meeting["scores"], (one, other), (other, one), strict=True):
            scores[name, against] = own["score"]
            fair[name, against] = 1 / sum(meeting["seats"])
    drawn: list[Element] = [panel(WIDTH, height), _title("Score of the row against the column")]
    for place, name in enumerate(names):
        middle = left + cell * (place + 0.5)
        shown = fitted(name, cell - 6, 13)
        drawn.append(label(shown, middle, TOP + 16, 13, class_="az-soft", text_anchor="middle"))
    for line, name in enumerate(names):
        y = TOP + 26 + tall * line
        shown = fitted(name, left - 44, 16)
        row: list[Element] = [label(shown, 20, y + tall / 2 + 5.5, 16, class_="az-text name")]
        for place, other in enumerate(names):
            value = scores.get((name, other))
            x = left + cell * place
            row.append(_cell(x, y, cell, tall, value, fair.get((name, other), 0.5)))
        drawn.append(group(row, class_="row", data_name=name))
    return Block(group(drawn, class_="panel"), WIDTH, height)


def _cell(
    x: float, y: float, width: float, height: float, value: float | None, fair: float
) -> Element:
    """A tile, the bluer the higher the score, the redder the lower."""
    room = {"x": x + 2, "y": y + 2, "width": width - 4, "height": height - 4, "rx": 5}
    if value is None:
        return node("rect", class_="az-slot", **room)
    above = (value - fair) / (1 - fair) if value >= fair else (fair - value) / fair
    kind = "az-ornament" if value >= fair else "az-loss"
    size = min(15.0, (width - 8) / 2.6)
    return group(
        [
            node("rect", class_="az-dish", **room),
            node("rect", class_=kind, opacity=0.08 + 0.42 * above, **room),
            label(
                f"{100 * value:.1f}",
                x + width / 2,
                y + height / 2 + size / 3,
                size,
                class_="az-text",
                text_anchor="middle",
            ),
        ]
    )


# ── Scales ───────────────────────────────────────────────────────────────────────────────────────


def _signed(value: float) -> str:
    return "0" if round(value) == 0 else f"{value:+.0f}".replace("-", "−")


def _bounds(rows: Sequence[Row]) -> tuple[float, float]:
    """A scale with room for all values, and for intervals as far as is reasonable."""
    values = [row.value for row in rows if row.value is not None]
    low, high = min(values), max(values)
    reach = max((high - low) * OVERREACH, 10.0)
    ends = [
        min(max(end, low - reach), high + reach)
        for row in rows
        for end in (row.low, row.high)
        if end is not None
    ]
    low, high = min([low, *ends]), max([high, *ends])
    margin = 0.04 * (high - low) or 1.0
    return low - margin, high + margin


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers on a scale, about six."""
    rough = (high - low) / 6
    power = 10 ** math.floor(math.log10(rough))
    step = min((m * power for m in (1, 2, 2.5, 5, 10)), key=lambda step: abs(step - rough))
    first = math.ceil(low / step - 1e-9)
    return [step * n for n in range(first, math.floor(high / step + 1e-9) + 1)]
