"""A training run: cores play, the networks learn, and one folder keeps it all.

A run goes in cycles. In each, every core plays games with the mind that the last cycle left, while
the networks learn from the games of the cycles before, so that neither waits for the other. What is
played depends on the plan and the cycle alone, not on the clock or on how many cores there are; a
run that is stopped at any moment goes on from its last complete cycle as if nothing had happened.

The folder:

=================  ================================================================================
plan.json          what the run does, its seed included
state.pt           networks, their optimisers and where the run is; written after each cycle
games/             the samples of the last cycles, one file each
minds/             the mind at each measurement, ready to play
champion.npz       the newest mind that was significantly better than the champion before
log.jsonl          one line for each cycle
progress.svg       plots of the log
=================  ================================================================================
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from azulejos import batch
from azulejos.arena.statistics import elo_of_share, share
from azulejos.batch.cores import core_count
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.errors import OptionError
from azulejos.nets import weights
from azulejos.nets.network import NOBODY, Mind, exists
from azulejos.search.tree import new_scratch, new_tree
from azulejos.training.duel import Side, shares_of
from azulejos.training.learner import Guide, Outlook
from azulejos.training.learning import Learning
from azulejos.training.plan import KINDS, ROWS, Plan
from azulejos.training.samples import Samples, Window, joined, new_samples, some
from azulejos.training.self_play import play_games

#: Told how many of how many tasks of a cycle are done.
Watch = Callable[[int, int], None]


class Run:
    """A run in a folder, begun or gone on with. threads: cores that play."""

    def __init__(self, folder: Path, plan: Plan, threads: int | None = None) -> None:
        self.folder, self.plan = folder, plan
        self.threads = threads or core_count()
        for place in (folder, folder / "games", folder / "minds"):
            place.mkdir(parents=True, exist_ok=True)
        plan.write(folder / "plan.json")
        torch.manual_seed(plan.seed)
        rows = ROWS[plan.game]
        self.outlook = Learning(
            Outlook(rows.FACTS, plan.outlook_width, plan.outlook_depth, plan.trust), plan
        )
        self.guide = Learning(
            Guide(rows.FACTS, rows.CHOICES, plan.guide_width, plan.guide_depth), plan
        )
        self.window = Window(plan.window)
        self.cycle = 0  # how many are complete
        self.seconds = 0.0  # spent on them
        self.mind = NOBODY
        self.champions: list[int] = []  # the cycles after which there was a new one
        self._restore()

    # ── Cycles ───────────────────────────────────────────────────────────────────────────────────

    def cycles(self, minutes: float, watch: Watch) -> Iterator[dict[str, Any]]:
        """Complete cycles while there is time for another like the last; yields the log's lines."""
        end = time.monotonic() + 60 * minutes
        took = 0.0
        while time.monotonic() + took < end:
            begun = time.monotonic()
            yield self.complete_a_cycle(watch)
            took = time.monotonic() - begun

    def complete_a_cycle(self, watch: Watch | None = None) -> dict[str, Any]:
        """Play and learn once; returns what the log keeps of it."""
        begun, before = time.monotonic(), os.times()
        line: dict[str, Any] = {"cycle": self.cycle + 1}
        elder = self._champion(-2)
        pool = ThreadPoolExecutor(self.threads)
        try:
            games = [pool.submit(self._play, task, elder) for task in range(self.plan.tasks)]
            line["losses"] = self._learn()
            learnt = time.monotonic()
            for done, _ in enumerate(as_completed(games), 1):
                if watch is not None:
                    watch(done, len(games))
        finally:  # if it is interrupted, what is being played ends soon, and the rest is not begun
            pool.shutdown(cancel_futures=True)
        played = [game.result() for game in games]
        over = time.monotonic()
        samples = joined([part for part, _ in played])
        self.cycle += 1
        self.window.add(samples)
        if self.outlook.steps > 0:
            self.mind = Mind(self.outlook.network(), self.guide.network())
            if self.cycle % self.plan.measured == 0:
                line |= self._measure()
        now, after = time.monotonic(), os.times()
        self.seconds += now - begun
        line |= {
            "minutes": self.seconds / 60,
            "samples": len(samples.states),
            "decisions": sum(decisions for _, decisions in played),
            "seconds": {"cycle": now - begun, "learning": learnt - begun, "games": over - begun},
            "cores busy": (after.user + after.system - before.user - before.system) / (now - begun),
        }
        self._keep(samples, line)
        return line

    def _play(self, task: int, elder: Mind) -> tuple[Samples, int]:
        """Play the games of a task; returns their samples and how many decisions were made."""
        plan = self.plan
        chance = np.random.SeedSequence([plan.seed, self.cycle, task])
        generator, seed = chance.generate_state(2, np.uint64)
        states = np.zeros(1, plan.kernel.STATE)
        states["generator"] = generator
        taught = exists(self.mind.outlook)
        out = new_samples(plan.kernel.STATE, plan.task_samples)
        n, decisions = play_games(
            states,
            plan.starts(),
            plan.weights(),
            new_tree(1 + plan.visits * plan.kernel.MAX_LEGAL),
            new_scratch(plan.kernel, self.mind),
            new_scratch(plan.kernel, elder),
            (LEARNED_STYLES if taught else STYLES)[plan.game],
            plan.play if exists(elder.outlook) else plan.play._replace(elder=0.0),
            out,
            int(seed >> np.uint64(2)),
        )
        return some(out, slice(n)), decisions

    def _learn(self) -> dict[str, float]:
        """Learn from the window; returns the mean losses."""
        chance = np.random.default_rng([self.plan.seed, self.cycle, self.plan.tasks])
        foreseen = self.window.drawer(lambda part: part.foreseen)
        decided = self.window.drawer(lambda part: part.actions[:, 0] >= 0)
        if len(foreseen) == 0:
            return {}
        return self.outlook.learn(foreseen, self.plan.outlook_steps, chance) | self.guide.learn(
            decided, self.plan.guide_steps, chance
        )

    # ── Measuring ────────────────────────────────────────────────────────────────────────────────

    def _measure(self) -> dict[str, Any]:
        """How the mind does against the search without one, and whether it is a new champion."""
        plan = self.plan
        pupil = Side(LEARNED_STYLES[plan.game], self.mind, plan.measure_visits)
        teacher = Side(STYLES[plan.game], NOBODY, plan.measure_visits)
        found: dict[str, Any] = {"against forecast": self._estimate(pupil, teacher, 0)}
        if self.champions:
            champion = pupil._replace(mind=self._champion(-1))
            found["against champion"] = self._estimate(pupil, champion, 1)
        about = {
            "run": self.folder.resolve().name,
            "seed": plan.seed,
            "plan": asdict(plan),
            "figures": {"cycle": self.cycle, "minutes": self.seconds / 60, **found},
        }
        weights.save(self._mind_file(self.cycle), plan.game, self.mind, about)
        if not self.champions or found["against champion"]["low"] > 0.5:
            self.champions.append(self.cycle)
            weights.save(self.folder / "champion.npz", plan.game, self.mind, about)
        return found | {"champion": self.champions[-1]}

    def _estimate(self, one: Side, other: Side, number: int) -> dict[str, float]:
        """One side's share of the wins over paired deals, its interval at 95 %, and Elo."""
        plan = self.plan
        starts = batch.starts(plan.game, **KINDS[plan.game][0][0])
        seed = 2 * self.cycle + number
        shares = shares_of(plan.kernel, one, other, starts, plan.deals, seed, self.threads)
        found = share([float(value) for value in shares], len(starts))
        assert found is not None
        return found._asdict() | {"elo": elo_of_share(min(max(found.value, 0.001), 0.999), 2)}

    def _champion(self, which: int) -> Mind:
        """The last champion (−1), or the one before (−2), or the oldest there is; or nobody."""
        if not self.champions:
            return NOBODY
        cycle = self.champions[max(which, -len(self.champions))]
        return weights.load(self._mind_file(cycle), self.plan.game)[0]

    def _mind_file(self, cycle: int) -> Path:
        return self.folder / "minds" / f"{cycle:06}.npz"

    # ── Keeping ──────────────────────────────────────────────────────────────────────────────────

    def _keep(self, samples: Samples, line: dict[str, Any]) -> None:
        """Write everything down, so that a stop at any moment loses the cycle under way at most.

        The state comes last but for the log, whose last line it holds, too: what is there without
        it is written anew.
        """
        games = self.folder / "games"
        arrays = samples._asdict() | {"states": samples.states.view(np.uint8)}
        _write_whole(games / f"{self.cycle:06}.npz", lambda path: np.savez(path, **arrays))
        state = {
            "cycle": self.cycle,
            "seconds": self.seconds,
            "champions": self.champions,
            "outlook": self.outlook.state(),
            "guide": self.guide.state(),
            "line": json.dumps(line),
        }
        _write_whole(self.folder / "state.pt", lambda path: torch.save(state, path))
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(f"{state['line']}\n")
        for old in sorted(games.glob("*.npz"))[: -self.plan.window]:
            old.unlink()

    def _restore(self) -> None:
        """Go on where the folder's run was after its last complete cycle."""
        path = self.folder / "state.pt"
        if not path.exists():
            return
        state = torch.load(path, map_location=self.outlook.device, weights_only=True)
        self.cycle, self.seconds = state["cycle"], state["seconds"]
        self.champions = state["champions"]
        self.outlook.restore(state["outlook"])
        self.guide.restore(state["guide"])
        if self.outlook.steps > 0:
            self.mind = Mind(self.outlook.network(), self.guide.network())
        for games in sorted((self.folder / "games").glob("*.npz")):
            if int(games.stem) <= self.cycle:
                self.window.add(_read_samples(games, self.plan.kernel.STATE))
        log = [entry for entry in read_log(self.folder) if entry["cycle"] < self.cycle]
        lines = [*map(json.dumps, log), state["line"]]
        _write_whole(
            self.folder / "log.jsonl", lambda path: path.write_text("\n".join(lines) + "\n")
        )


def plan_for(folder: Path, game: str, settings: list[str]) -> Plan:
    """The plan of a folder's run, or of a new one there; OptionError if they do not agree."""
    path = folder / "plan.json"
    if not path.exists():
        return Plan(game=game).with_settings(settings)
    plan = Plan.read(path)
    if plan.with_settings([f"game={game}", *settings]) != plan:
        raise OptionError(f"out: the run in {folder} has another plan; take another folder")
    return plan


def read_log(folder: Path) -> list[dict[str, Any]]:
    """What a run's log says, one entry for each cycle; a line cut short is left out."""
    path = folder / "log.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def _write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """A file that is there as a whole or not at all, even if the machine stops meanwhile."""
    unfinished = path.with_name("unfinished-" + path.name)
    write(unfinished)
    unfinished.replace(path)


def _read_samples(path: Path, dtype: np.dtype[Any]) -> Samples:
    with np.load(path, allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in Samples._fields}
    return Samples(**arrays | {"states": arrays["states"].view(dtype)})
