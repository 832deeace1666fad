"""Findings as tables and sentences for a terminal."""

from collections import Counter
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from azulejos.arena.report import Findings

#: Different reasons of failure that are listed; the games' file has all.
SHOWN_REASONS = 8


def table(found: Findings) -> RenderableType:
    """The whole report: entrants, meetings, remarks."""
    parts: list[RenderableType] = [Text(headline(found), "bold"), "", _entrants(found)]
    if len(found["meetings"]) > 0:
        parts += ["", _meetings(found)]
    return Group(*parts, "", *(Text(line) for line in _remarks(found)))


def headline(found: Findings) -> str:
    """What was played, in a line."""
    options = found["options"]
    parts = [found["game"].capitalize()]
    players = options.get("players", 2)
    parts.append("1 player" if players == 1 else f"{players} players")
    for name, value in options.items():
        if name != "players":
            parts.append(f"{name.replace('_', ' ')} {_option(value)}")
    if found["ms"] is not None:
        parts.append(f"{found['ms']} ms a move")
    if found["visits"] is not None:
        parts.append(f"{found['visits']} visits a move")
    deals = "1 deal" if found["deals"] == 1 else f"{found['deals']} deals"
    return f"{', '.join(parts)}: {found['games']} games on {deals} (seed {found['seed']})"


def standing(found: Findings) -> str:
    """The state of a match in a few words."""
    if not found["games"] or not found["meetings"]:
        return ""
    if len(found["meetings"]) > 1 or len(found["entrants"]) > 2:
        return f"{found['entrants'][0]['name']} leads"
    (meeting,) = found["meetings"]
    value, interval = _score(meeting["scores"][0], "score")
    ratio = f", log ratio {found['sprt']['ratio']:+.2f}" if found["sprt"] else ""
    return f"{meeting_name(meeting)}: {value} ({interval}){ratio}"


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


def _grid(*columns: str) -> Table:
    grid = Table(box=box.SIMPLE, show_edge=False, pad_edge=False, collapse_padding=True)
    for number, column in enumerate(columns):
        grid.add_column(column, justify="right" if number else "left", no_wrap=number > 0)
    return grid


def _entrants(found: Findings) -> Table:
    grid = _grid("", "Elo", "±", "score", "95 %", "points", "±", "ms/move")
    for entrant in found["entrants"]:
        grid.add_row(
            Text(entrant["name"]),
            _signed(entrant["elo"]),
            "anchor" if entrant["anchor"] else _reach(entrant, "elo", ".0f"),
            *_score(entrant, "score"),
            _number(entrant["points"]),
            _reach(entrant, "points"),
            _number(entrant["ms_per_move"]),
        )
    return grid


def _meetings(found: Findings) -> Table:
    if any(len(meeting["entrants"]) > 2 for meeting in found["meetings"]):
        grid = _grid("table", "deals", "score", "95 %")
        for meeting in found["meetings"]:
            for number, own in enumerate(meeting["scores"]):
                deals = str(meeting["deals"]) if number == 0 else ""
                end = number + 1 == len(meeting["scores"])
                grid.add_row(Text(own["name"]), deals, *_score(own, "score"), end_section=end)
        return grid
    grid = _grid("", "+/=/−", "score", "95 %", "Elo", "margin", "±")
    for meeting in found["meetings"]:
        grid.add_row(
            Text(meeting_name(meeting)),
            "/".join(str(meeting[result]) for result in ("wins", "shared", "losses")),
            *_score(meeting["scores"][0], "score"),
            _signed(meeting["elo"], meeting["scores"][0]["score"]),
            _number(meeting["margin"], "+.1f"),
            _reach(meeting, "margin"),
        )
    return grid


def meeting_name(meeting: dict[str, Any]) -> str:
    """A pairing in words."""
    return " – ".join(
        name if seats == 1 else f"{seats} × {name}"
        for name, seats in zip(meeting["entrants"], meeting["seats"], strict=True)
    )


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────


def _number(value: float | None, form: str = ".1f") -> str:
    return "" if value is None else format(value, form).replace("-", "−")


def _signed(value: float | None, score: float | None = None) -> str:
    """Elo; a clean sweep's is infinite, which the findings write as None."""
    if value is None:
        return {1.0: "∞", 0.0: "−∞"}.get(score if score is not None else -1, "")
    return "0" if round(value) == 0 else _number(value, "+.0f")


def _reach(found: dict[str, Any], name: str, form: str = ".1f") -> str:
    interval = found[f"{name}_interval"]
    if interval is None or None in interval:
        return ""
    return _number(interval[1] - found[name], form)


def _score(found: dict[str, Any], name: str) -> tuple[str, str]:
    """A score and its interval, in per cent."""
    if found[name] is None:
        return "", ""
    low, high = found[f"{name}_interval"]
    return f"{100 * found[name]:.1f} %", f"{100 * low:.1f}–{100 * high:.1f}"


# ── Sentences ────────────────────────────────────────────────────────────────────────────────────


def _remarks(found: Findings) -> list[str]:
    lines = []
    if found["fair_score"] is not None:
        lines.append(f"A fair score is {100 * found['fair_score']:.1f} %.")
    if found["seats"] and found["games"]:
        by_seat = " · ".join(f"{100 * seat['score']:.1f} %" for seat in found["seats"])
        lines.append(f"Scores by seat, from the starting player: {by_seat}.")
    if found["length"]["moves"] is not None:
        rounds = found["length"]["rounds"]
        length = f"{found['length']['moves']:.1f} moves"
        lines.append(
            f"Length of a game: {length}" + ("." if rounds is None else f", {rounds:.2f} rounds.")
        )
    if found["pseudo_games"]:
        number = found["pseudo_games"]
        added = "1 drawn pseudo-game is" if number == 1 else f"{number} drawn pseudo-games are"
        lines.append(f"Some never lost to others; so that Elo is finite, {added} added.")
    if found["sprt"] is not None:
        lines.append(sprt_line(found["sprt"]))
    return lines + _failures(found)


def sprt_line(test: dict[str, Any]) -> str:
    """The state of a sequential test."""
    verdict = {
        "H0": f"Elo {test['elo0']:g} is accepted over {test['elo1']:g}",
        "H1": f"Elo {test['elo1']:g} is accepted over {test['elo0']:g}",
        None: f"undecided between Elo {test['elo0']:g} and {test['elo1']:g}",
    }[test["accepted"]]
    return f"SPRT: {verdict} (log ratio {test['ratio']:.2f}, bounds ±{test['bound']:.2f})."


def _failures(found: Findings) -> list[str]:
    counts = Counter((failure["name"], failure["reason"]) for failure in found["failures"])
    lines = [
        f"{name} lost {number} {'game' if number == 1 else 'games'}: {reason}"
        for (name, reason), number in counts.most_common(SHOWN_REASONS)
    ]
    rest = len(counts) - SHOWN_REASONS
    return lines + ([f"… and {rest} other reasons."] if rest > 0 else [])
