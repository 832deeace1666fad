"""A review as one standalone page: no script, no other file, light and dark, also for a phone."""

from collections.abc import Iterable, Sequence
from html import escape

from azulejos import draw, games
from azulejos.analysis import pictures
from azulejos.analysis.like_levels import levels_like, why_unlike
from azulejos.analysis.review import KINDS, Chance, Decision, Review
from azulejos.analysis.words import (
    caption,
    is_marked,
    kind,
    like_levels,
    names_of,
    share,
    teams_of,
    unlike_levels,
    verdict,
    why,
    with_error,
)
from azulejos.core.messages import ENGLISH, Messages, decimal

__all__ = ["page"]

#: Moves of a line that are shown.
_LENGTH_OF_LINE = 6
#: Widths of the curve in units: beside a desk, and on a phone.
_WIDE, _NARROW = 900, 360
#: Verdicts that are counted for each player.
_COUNTED = ("best", "equal", "slight", "inaccuracy", "mistake", "blunder")

_STYLE = """
:root{color-scheme:light dark;--ground:#f7f3e8;--panel:#fffdf8;--ink:#1c2b4d;--soft:#565f78;
--line:#cbd4e4;--cobalt:#1e4796;--good:#22694c;--bad:#a33524;--gold:#8a5c00}
@media (prefers-color-scheme:dark){:root{--ground:#0b1428;--panel:#14223f;--ink:#f2ead9;
--soft:#aab7d3;--line:#2c4069;--cobalt:#8fb2ea;--good:#7fd0a8;--bad:#ff9c85;--gold:#f0bb4c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--ground);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1,h2,h3{font-family:"Iowan Old Style",Palatino,Georgia,"DejaVu Serif",serif;line-height:1.2}
h1{margin:.4rem 0}h2{margin:2rem 0 .6rem;color:var(--cobalt)}
h3{margin:.2rem 0 .4rem;font-size:1.1rem}
p{margin:.4rem 0}.soft{color:var(--soft)}
svg{display:block;max-width:100%;height:auto}
.narrow{display:none}
.cards{display:grid;gap:1rem}
.card{background:var(--panel);border:1px solid var(--line);border-radius:12px}
.card{padding:1rem;min-width:0}
.pair{display:grid;gap:1rem;grid-template-columns:1fr 1fr;max-width:56rem}
.pair>:only-child{max-width:27rem}
figure{margin:0;min-width:0}figcaption{padding:.2rem 0 .4rem;font-weight:600}
.played .azulejos .az-highlight{stroke:var(--bad)}.best .azulejos .az-highlight{stroke:var(--good)}
.played figcaption{color:var(--bad)}.best figcaption{color:var(--good)}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--soft)}td.number,th.number{text-align:right;white-space:nowrap}
td.mistake,td.blunder,td.inaccuracy{color:var(--bad)}td.mistake,td.blunder{font-weight:600}
td.good{color:var(--good);font-weight:600}td.luck{color:var(--gold);font-weight:600}
.turn td:first-child{box-shadow:inset 3px 0 var(--cobalt)}
code{font:inherit;font-weight:600;letter-spacing:.02em}
@media (max-width:40rem){.wide{display:none}.narrow{display:block}.pair{grid-template-columns:1fr}
body{padding:.7rem}.card{padding:.7rem}th,td{padding:.3rem .35rem}
.moves thead{display:none}.moves tr{display:flex;flex-wrap:wrap;border-bottom:1px solid var(--line)}
.moves td{border:0}.moves td:empty{display:none}.moves td:nth-child(7){flex-basis:100%}}
@media print{body{background:none}.card{break-inside:avoid}}
"""


def page(
    review: Review,
    *,
    names: Sequence[str] | None = None,
    words: Messages = ENGLISH,
    language: str = "en",
) -> str:
    """The page as HTML. words: a catalogue of `language`."""
    called = list(names) if names is not None else names_of(review, words)
    title = games.spec(review.game).title
    of_sides = zip(teams_of(review, called), review.scores, strict=False)  # partners share theirs
    scores = ", ".join(f"{team} {score}" for team, score in of_sides)
    body = [
        f"<h1>{escape(title)}: {escape(scores)}</h1>",
        f"<p class=soft>{escape(_made(review, words))}</p>",
        _section(words.gettext("The game"), _curves(review, called, words)),
        _section(words.gettext("Turning points"), _turning_points(review, called, words)),
        _section(words.gettext("Luck and skill"), _players(review, called, words)),
        _section(words.gettext("Where mistakes were made"), _parts(review, called, words)),
        _section(words.gettext("Moves"), _moves(review, called, words)),
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}" data-theme="auto">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(f'{title}: {scores}')}</title>\n"
        f"<style>{_STYLE}{draw.style_sheet()}</style>\n</head>\n<body>\n"
        f"{draw.symbols(review.game)}\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _made(review: Review, words: Messages) -> str:
    told = words.gettext(
        "Every move compared with the best one, {n} visits of the search each.",
        n=f"{review.visits:,}".replace(",", "\u2009"),
    )
    date = review.record.get("date")
    parts = [str(date)] if date else []
    parts.append(told)
    if review.done < review.total:
        parts.append(words.gettext("The review was stopped before its end."))
    if not review.is_over:
        parts.append(
            words.gettext("The game was not played to its end: its result is what is expected.")
        )
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts)


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def _curves(review: Review, names: Sequence[str], words: Messages) -> str:
    wide = pictures.curve(review, names=names, words=words, width=_WIDE, height=320, bare=True)
    narrow = pictures.curve(review, names=names, words=words, width=_NARROW, height=300, bare=True)
    key = words.gettext(
        "● a mistake, the larger the worse · ★ the only good move · ▲ ▼ a lucky or unlucky deal"
    )
    return (
        f'<div class="card"><div class="wide">{wide}</div><div class="narrow">{narrow}</div>'
        f'<p class="soft">{escape(key)}</p></div>'
    )


def _turning_points(review: Review, names: Sequence[str], words: Messages) -> str:
    cards = [_card(review, number, names, words) for number in review.turning_points]
    if not cards:
        told = words.gettext("No step changed the game much.")
        return f"<p>{escape(told)}</p>"
    return f'<div class="cards">{"".join(cards)}</div>'


def _card(review: Review, number: int, names: Sequence[str], words: Messages) -> str:
    step = review.steps[number]
    title = caption(review, number, names, words)
    parts = [f"<h3>{escape(title)}</h3>"]
    if step.round is not None:
        told = words.gettext("Round {number}", number=step.round)
        parts.append(f'<p class="soft">{escape(told)}</p>')
    if isinstance(step, Chance):
        dealt = pictures.table_after(review, number, names=names, words=words, bare=True)
        return f'<article class="card">{"".join(parts)}<div class="pair">{dealt}</div></article>'
    reason = why(review, number, words)
    if reason:
        parts.append(f"<p>{escape(reason)}</p>")
    played, best = pictures.boards(
        review, number, names=names, words=words, layout="tall", bare=True
    )
    parts.append('<div class="pair">')
    parts.append(_figure("played", words.gettext("Played"), played, step.played))
    if best:
        parts.append(_figure("best", words.gettext("Best"), best, step.best))
    parts.append("</div>")
    return f'<article class="card">{"".join(parts)}</article>'


def _figure(name: str, title: str, picture: str, line: object) -> str:
    moves = getattr(line, "line", [])[:_LENGTH_OF_LINE]
    told = f"<code>{escape(' '.join(moves))}</code>"
    return (
        f'<figure class="{name}"><figcaption>{escape(title)}: {told}</figcaption>{picture}</figure>'
    )


def _players(review: Review, names: Sequence[str], words: Messages) -> str:
    rates, accuracies, levels = [], [], []
    for summary in review.summaries:
        levels.append(like_levels(levels_like(review, summary.player), words))
        of_errors = summary.errors
        mean = decimal(of_errors.rate, 1, words)
        interval = f"{mean} ({of_errors.low:.0f}–{of_errors.high:.0f})"
        rates.append(interval if of_errors.decisions else "–")
        accuracies.append("–" if summary.accuracy is None else f"{summary.accuracy:.0f} %")
    rows = [
        [words.gettext("Error rate"), *rates],
        [words.gettext("Accuracy"), *accuracies],
        *([[words.gettext("Plays"), *levels]] if any(levels) else []),
        [verdict("good", words), *(str(len(summary.good)) for summary in review.summaries)],
        *(
            [verdict(name, words), *(str(s.verdicts[name]) for s in review.summaries)]
            for name in _COUNTED
        ),
    ]
    told = words.gettext(
        "The error rate is what a decision lost on average, in thousandths of a win, with its 95 % "
        "interval: the lower, the better."
    )
    bars = "".join(
        f'<div class="card"><h3>{escape(names[player])}</h3>'
        f"{pictures.bar(review, player, names=names, words=words, bare=True)}</div>"
        for player in range(review.players)
    )
    told = " ".join(filter(None, (told, unlike_levels(why_unlike(review), words))))
    note = f'<p class="soft">{escape(told)}</p>'
    return f'<div class="pair">{bars}</div>{_table(["", *names], rows)}{note}'


def _parts(review: Review, names: Sequence[str], words: Messages) -> str:
    has_rounds = any(step.round is not None for step in review.steps)
    by_round: dict[str, list[str]] = {}
    for player, summary in enumerate(review.summaries):
        for part, rate in summary.by_round.items():
            cells = by_round.setdefault(part, ["–"] * review.players)
            cells[player] = decimal(rate.rate, 1, words)
    first = words.gettext("Round") if has_rounds else words.gettext("Quarter of the game")
    rounds = [[part, *cells] for part, cells in sorted(by_round.items(), key=lambda p: int(p[0]))]
    kinds = [
        [kind(name, words), *(decimal(one.by_kind[name], 1, words) for one in review.summaries)]
        for name in KINDS
        if any(summary.by_kind[name] for summary in review.summaries)
    ]
    told = words.gettext("Error rates: in thousandths of a win for each decision.")
    about = words.gettext("What it was about")
    return (
        f'<p class="soft">{escape(told)}</p><div class="pair">'
        f"{_table([first, *names], rounds)}{_table([about, *names], kinds)}</div>"
    )


def _moves(review: Review, names: Sequence[str], words: Messages) -> str:
    head = [
        "",
        "",
        words.gettext("Move"),
        words.gettext("Win"),
        words.gettext("Lost"),
        "",
        words.gettext("Better"),
    ]
    rows = []
    for number, step in enumerate(review.steps):
        cells = _move(review, number, step, names, words)
        mark = ' class="turn"' if number in review.turning_points else ""
        rows.append(f"<tr{mark}>{cells}</tr>")
    body = f"<tbody>{''.join(rows)}</tbody>"
    return f'<div class="table"><table class="moves">{_head(head)}{body}</table></div>'


def _move(
    review: Review, number: int, step: Decision | Chance, names: Sequence[str], words: Messages
) -> str:
    if isinstance(step, Chance):
        told = caption(review, number, names, words)
        has_luck = any(map(step.lucky, range(review.players)))
        style = "luck" if has_luck else "soft"
        return (
            f'<td class="number">{step.at + 1}</td>'
            f'<td colspan="6" class="{style}">{escape(told)}</td>'
        )
    lost = with_error(share(step.loss, words), step.se, words) if is_marked(step) else ""
    style = "good" if step.good else step.verdict if step.counted else ""
    told = verdict("good" if step.good else step.verdict, words)
    if step.proven:
        proven = words.gettext("proven")
        told = f"{told} ({proven})"
    better = ""
    if is_marked(step) and step.best is not None:
        better = f"<code>{escape(' '.join(step.best.line[:_LENGTH_OF_LINE]))}</code>"
        reason = why(review, number, words)
        better += f'<br><span class="soft">{escape(reason)}</span>' if reason else ""
    move = str(review.record["moves"][step.at])
    return (
        f'<td class="number">{step.at + 1}</td><td>{escape(names[step.player])}</td>'
        f"<td><code>{escape(move)}</code></td>"
        f'<td class="number">{share(step.values[step.player], words)}</td>'
        f'<td class="number">{lost}</td>'
        f'<td class="{style}">{escape(told)}</td><td>{better}</td>'
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column is text, all others numbers."""
    body = "".join(
        f"<tr><th>{escape(first)}</th>"
        + "".join(f'<td class="number">{escape(cell)}</td>' for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    titles = "".join(f'<th class="number">{escape(title)}</th>' for title in head[1:])
    return (
        f'<div class="table"><table><thead><tr><th>{escape(head[0])}</th>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _head(titles: Sequence[str]) -> str:
    cells = "".join(f"<th>{escape(title)}</th>" for title in titles)
    return f"<thead><tr>{cells}</tr></thead>"
