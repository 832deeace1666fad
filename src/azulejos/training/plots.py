"""A run's log as plots: losses, strength and throughput against time."""

from pathlib import Path
from typing import Any

from azulejos.core.errors import without_extra

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise without_extra(error, "train") from error

from azulejos.arena.statistics import elo_of_score
from azulejos.core.whole_files import write_whole
from azulejos.training.run_folder import read_log

#: Distinguishable with colour blindness, and on paper.
_KINDS_COLOURS = ("#0b5d7a", "#c8643c", "#5a8f3c", "#7d5ba6", "#b8860b", "#555555")
_COLOURS = {"win": "#0b5d7a", "points": "#c8643c", "policy": "#5a8f3c"}


def plot(folder: Path) -> None:
    """Draw `progress.svg` into a run's folder, if its log has entries."""
    log = read_log(folder)
    if not log:
        return
    figure = Figure(figsize=(8, 9), layout="constrained")
    losses, strength, throughput = figure.subplots(3, 1, sharex=True)
    _draw_losses(losses, log)
    _draw_strength(strength, log)
    _draw_throughput(throughput, log)
    throughput.set_xlabel("minutes of training")
    for axes in (losses, strength, throughput):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    write_whole(folder / "progress.svg", lambda path: figure.savefig(path, metadata={"Date": None}))


def _draw_losses(axes: Axes, log: list[dict[str, Any]]) -> None:
    for name, colour in _COLOURS.items():
        known = [line for line in log if name in line["losses"]]
        first = known[0]["losses"][name] if known else 1
        axes.plot(
            [line["minutes"] for line in known],
            [line["losses"][name] / first for line in known],
            color=colour,
            label=f"{name} (at first {first:.3f})",
        )
    axes.set_title("Losses, relative to the first", loc="left")
    axes.legend(frameon=False)


def _draw_strength(axes: Axes, log: list[dict[str, Any]]) -> None:
    known = [line for line in log if "against heuristic" in line]
    minutes = [line["minutes"] for line in known]
    kinds = list(known[0]["against heuristic"]) if known else []
    for number, kind in enumerate(kinds):
        found = [line["against heuristic"][kind] for line in known]
        axes.plot(
            minutes,
            [one["elo"] for one in found],
            color=_KINDS_COLOURS[number],
            linewidth=2 if number == 0 else 1.2,
            marker="o",
            markersize=6 if number == 0 else 3,
            label=kind,
        )
    if kinds:  # the interval of the first, which has two players
        scores = [line["against heuristic"][kinds[0]] for line in known]
        axes.fill_between(
            minutes,
            [_elo(score["low"]) for score in scores],
            [_elo(score["high"]) for score in scores],
            color=_KINDS_COLOURS[0],
            alpha=0.12,
            linewidth=0,
        )
    for line in known:
        if line["champion"] == line["iteration"]:
            axes.axvline(line["minutes"], color="#c8643c", alpha=0.4, linewidth=1)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel("Elo")
    if kinds:
        low, high = axes.get_ylim()
        axes.set_ylim(low - 0.25 * (high - low), high)  # room for the legend
        axes.legend(frameon=False, ncols=6, fontsize="x-small", loc="lower center")
    axes.set_title(
        "Against the search without networks, equal visits, 95 % (vertical lines: champions)",
        loc="left",
    )


def _elo(score: float) -> float:
    """Elo between two, clipped to what can be drawn."""
    return elo_of_score(min(max(score, 0.001), 0.999), 2)


def _draw_throughput(axes: Axes, log: list[dict[str, Any]]) -> None:
    minutes = [line["minutes"] for line in log]
    axes.plot(
        minutes,
        [line["decisions"] / line["seconds"]["games"] for line in log],
        color="#0b5d7a",
        label="positions a second",
    )
    axes.plot(
        minutes,
        [line["samples"] / line["seconds"]["games"] for line in log],
        color="#5a8f3c",
        label="samples a second",
    )
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    axes.set_title("Throughput of self-play", loc="left")
