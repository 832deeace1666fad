"""A training run: cores play, the networks learn, and one folder keeps it all.

A run goes in cycles. In each, every core plays games with the mind that the last cycle left, while
the networks learn from the games of the cycles before, so that neither waits for the other. What
cores play depends on plan, cycle and mind alone, not on the clock or on how many there are; a run
that is stopped at any moment goes on from its last complete cycle as if nothing had happened. (A
GPU's tables begin anew then, and its sums may round otherwise.) `folder.py` tells what is in the
folder.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from azulejos.arena.statistics import elo_of_share, share
from azulejos.batch.cores import core_count
from azulejos.bots.levels import STYLES, learned_style
from azulejos.errors import OptionError, WeightsError
from azulejos.nets import weights
from azulejos.nets.network import NOBODY, Mind, exists
from azulejos.search.tree import new_scratch, new_tree
from azulejos.training.duel import Side, shares_of, sides_of
from azulejos.training.folder import (
    STATE_FILE,
    UNREADABLE,
    games_in,
    games_to_study,
    is_mind,
    mind_file,
    origin_name,
    read_log,
    read_samples,
    write_samples,
)
from azulejos.training.learner import Guide, Outlook
from azulejos.training.learning import Learning
from azulejos.training.plan import ROWS, Plan
from azulejos.training.samples import Samples, joined, new_samples, some
from azulejos.training.self_play import TABLE, play_games
from azulejos.whole_files import write_whole

#: What is kept of a run beside its networks: where it is, and what it comes from.
_STANDING = ("cycle", "seconds", "measurement", "champions", "after", "studied")
#: More visits than any task needs.
_ENDLESS = 1 << 60

#: Told how many of how many tasks of a cycle are done.
Watch = Callable[[int, int], None]


class Run:
    """A run in a folder, begun or gone on with.

    threads: cores that play. after: what a new run begins with: another run's folder, whose
    networks learn on, or a mind's file (.npz); its mind is the first champion, too.
    """

    def __init__(
        self, folder: Path, plan: Plan, threads: int | None = None, after: Path | None = None
    ) -> None:
        tables_of_gpu = _tables_of_gpu(plan)
        self.folder, self.plan = folder, plan
        self.threads = threads or core_count()
        torch.manual_seed(plan.seed)
        rows = ROWS[plan.game]
        self.outlook = Learning(
            Outlook(rows, plan.outlook_width, plan.outlook_depth, plan.trust), plan
        )
        self.guide = Learning(Guide(rows, plan.guide_width, plan.guide_depth), plan)
        self.cycle = 0  # how many are complete
        self.seconds = 0.0  # spent on them
        self.mind = NOBODY
        self.measurement: dict[str, Any] | None = None  # the newest, with its cycle
        self.champions: list[int] = []  # the cycles after which there was a new one
        self.after: dict[str, Any] | None = None  # name and run of what it began with
        self.studied: str | None = None  # the run whose games it learnt from at first
        if (folder / STATE_FILE).exists():
            self._restore(after)
        elif after is None:
            self._make_folder()
        elif is_mind(after):
            self._begin_after_mind(after)
        else:
            self._begin_after_run(after)
        self.many_tables = tables_of_gpu and tables_of_gpu(plan, [plan.seed, self.cycle])

    def _make_folder(self) -> None:
        """Make what is not there yet: only when nothing speaks against the run any more."""
        for place in (self.folder, self.folder / "games", self.folder / "minds"):
            place.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "plan.json").exists():
            write_whole(self.folder / "plan.json", self.plan.write)

    # ── Cycles ───────────────────────────────────────────────────────────────────────────────────

    def study(self, folder: Path) -> None:
        """Before the first cycle, learn from another run's last games: for networks of new make.

        Nothing is done if that has been done before; OptionError if it cannot be any more.
        """
        name = folder.resolve().name
        if self.studied == name:
            return
        if self.outlook.steps > 0:
            raise OptionError(f"study: the networks of {self.folder} have learnt before")
        for path in games_to_study(folder)[-self.plan.window :]:
            self._take_in(read_samples(path, self.plan.kernel.STATE))
        chance = np.random.default_rng(self.plan.seed)
        for network in (self.outlook, self.guide):
            network.study(self.plan.passes, chance)
            network.parts = []
        self.mind = Mind(self.outlook.network(), self.guide.network())
        self.studied = name
        self._keep_mind("newest.npz")
        self._keep_state(None)

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
            by_gpu = self._play_on_gpu(elder)
            before_learning = time.monotonic()
            line["losses"] = self._learn()
            learnt = time.monotonic()
            for done, _ in enumerate(as_completed(games), 1):
                if watch is not None:
                    watch(done, len(games))
        finally:  # if it is interrupted, what is being played ends soon, and the rest is not begun
            pool.shutdown(cancel_futures=True)
        played = [game.result() for game in games] + by_gpu
        over = time.monotonic()
        samples = joined([part for part, _ in played])
        self.cycle += 1
        self._take_in(samples)
        if self.outlook.steps > 0:
            self.mind = Mind(self.outlook.network(), self.guide.network())
            if self.cycle % self.plan.measured == 0:
                found = self._measure()
                self.measurement = {"cycle": self.cycle, **found}
                line |= found
        now, after = time.monotonic(), os.times()
        self.seconds += now - begun
        line |= {
            "minutes": self.seconds / 60,
            "samples": len(samples.states),
            "decisions": sum(decisions for _, decisions in played),
            "seconds": {
                "cycle": now - begun,
                "gpu games": before_learning - begun,
                "learning": learnt - before_learning,
                "games": over - begun,
            },
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
        tables = np.zeros(1, TABLE)
        tables["seed"] = seed >> np.uint64(2)
        taught = exists(self.mind.outlook)
        style = plan.style if taught else STYLES[plan.game]
        elder_style, play = style, plan.play
        if taught and task < plan.forecast * plan.tasks:
            elder, elder_style = NOBODY, STYLES[plan.game]
        elif not exists(elder.outlook):
            play = play._replace(elder=0.0)
        out = new_samples(plan.kernel.STATE, plan.task_samples)
        play_games(
            tables,
            states,
            plan.starts(),
            plan.weights(),
            new_tree(1 + plan.visits * plan.kernel.MAX_LEGAL),
            new_scratch(plan.kernel, self.mind),
            new_scratch(plan.kernel, elder),
            style,
            elder_style,
            play,
            out,
            _ENDLESS,
        )
        return some(out, slice(int(tables["samples"][0]))), int(tables["decisions"][0])

    def _play_on_gpu(self, elder: Mind) -> list[tuple[Samples, int]]:
        """What the GPU's tables have played by the end of the cycle: nothing without a mind."""
        if self.many_tables is None or not exists(self.mind.outlook):
            return []
        self.many_tables.play(self.mind, elder)
        return [self.many_tables.fetch()]

    def _take_in(self, samples: Samples) -> None:
        """Let both networks learn from a cycle's samples, too."""
        for network in (self.outlook, self.guide):
            network.take_in(samples)

    def _learn(self) -> dict[str, float]:
        """Learn from the window; returns the mean losses."""
        chance = np.random.default_rng([self.plan.seed, self.cycle, self.plan.tasks])
        losses: dict[str, float] = {}
        for network, steps in (
            (self.outlook, self.plan.outlook_steps),
            (self.guide, self.plan.guide_steps),
        ):
            losses |= network.learn(self.cycle, network.eased_in(steps), chance)
        return losses

    # ── Measuring ────────────────────────────────────────────────────────────────────────────────

    def _measure(self) -> dict[str, Any]:
        """How the mind does against the search without one, and whether it is a new champion.

        The first champion has to beat that search, every other one the champion before.
        """
        plan = self.plan
        kinds = plan.starts_by_kind()
        first = next(iter(kinds))
        pupils = {
            kind: Side(learned_style(plan.game, len(starts)), self.mind, plan.measure_visits)
            for kind, starts in kinds.items()
        }
        teacher = Side(STYLES[plan.game], NOBODY, plan.measure_visits)
        found: dict[str, Any] = {
            "against forecast": {
                kind: self._estimate(pupils[kind], teacher, starts, 0)
                for kind, starts in kinds.items()
            }
        }
        to_beat = found["against forecast"][first]
        if self.champions:
            champion = pupils[first]._replace(mind=self._champion(-1))
            to_beat = self._estimate(pupils[first], champion, kinds[first], 1)
            found["against champion"] = to_beat
        if to_beat["low"] > 0.5:
            self.champions.append(self.cycle)
        return found | {"champion": self.champions[-1] if self.champions else None}

    def _estimate(
        self, one: Side, other: Side, starts: NDArray[Any], number: int
    ) -> dict[str, float]:
        """One side's share of the wins over paired deals, its interval at 95 %, and Elo."""
        plan = self.plan
        players = sides_of(starts)
        seed = 2 * self.cycle + number
        shares = shares_of(plan.kernel, one, other, starts, plan.deals, seed, self.threads)
        found = share([float(value) for value in shares], players)
        assert found is not None
        elo = elo_of_share(min(max(found.value, 0.001), 0.999), players)
        return found._asdict() | {"elo": elo}

    def _crown(self) -> None:
        """Let the champion's file be that of the newest champion, if there is one."""
        if self.champions:
            mind = self.folder / mind_file(self.champions[-1])
            write_whole(self.folder / "champion.npz", partial(shutil.copyfile, mind))

    def _champion(self, which: int) -> Mind:
        """The last champion (−1), or the one before (−2), or the oldest there is; or nobody."""
        if not self.champions:
            return NOBODY
        cycle = self.champions[max(which, -len(self.champions))]
        return weights.load(self.folder / mind_file(cycle), self.plan.game)[0]

    # ── Keeping ──────────────────────────────────────────────────────────────────────────────────

    def _keep(self, samples: Samples, line: dict[str, Any]) -> None:
        """Write everything down, so that a stop at any moment loses the cycle under way at most.

        The state comes last but for the champion's file and the log, whose last line it holds, too:
        what is there without it is written anew. The mind comes before, since one that cannot be
        played is not to be gone on with.
        """
        write_samples(self.folder / "games" / f"{self.cycle:06}.npz", samples)
        if exists(self.mind.outlook):
            self._keep_mind("newest.npz")
        if self.measurement is not None and self.measurement["cycle"] == self.cycle:
            self._keep_mind(mind_file(self.cycle))
        self._keep_state(line)
        self._crown()
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(f"{json.dumps(line)}\n")
        for old in games_in(self.folder)[: -self.plan.window]:
            old.unlink()

    def _keep_mind(self, name: str) -> None:
        """Write the mind into a file of the folder, with all there is to tell about it."""
        about = _about(self.folder, asdict(self.plan), self._standing())
        weights.save(self.folder / name, self.plan.game, self.mind, about)

    def _standing(self) -> dict[str, Any]:
        """Where the run is, and what it comes from."""
        return {name: getattr(self, name) for name in _STANDING}

    def _keep_state(self, line: dict[str, Any] | None) -> None:
        """Write down all that is needed to go on; line: the log's last, if it has any."""
        state = {
            **self._standing(),
            "outlook": self.outlook.state(),
            "guide": self.guide.state(),
            "line": line and json.dumps(line),
        }
        write_whole(self.folder / STATE_FILE, lambda path: torch.save(state, path))

    def _restore(self, after: Path | None) -> None:
        """Go on where the folder's run was after its last complete cycle.

        OptionError if it did not begin after what is given, or cannot be gone on with.
        """
        state = self._take_over(self.folder / STATE_FILE)
        for name in _STANDING:
            setattr(self, name, state[name])
        began = self.after and self.after["name"]
        if after is not None and began != origin_name(after):
            raise OptionError(f"after: the run in {self.folder} did not begin after {after}")
        for cycle in self.champions[-2:]:
            mind = self.folder / mind_file(cycle)
            if not mind.exists():
                raise OptionError(f"{mind} is not there, one of the run's last champions")
        self._make_folder()
        self._crown()
        if exists(self.mind.outlook):  # the file may be of a cycle that was not completed
            self._keep_mind("newest.npz")
        else:
            (self.folder / "newest.npz").unlink(missing_ok=True)
        for games in games_in(self.folder):
            if int(games.stem) <= self.cycle:
                self._take_in(read_samples(games, self.plan.kernel.STATE))
        log = [entry for entry in read_log(self.folder) if entry["cycle"] < self.cycle]
        lines = [*map(json.dumps, log), *([state["line"]] if state["line"] else [])]
        write_whole(
            self.folder / "log.jsonl",
            lambda path: path.write_text("".join(f"{line}\n" for line in lines)),
        )

    def _begin_after_run(self, folder: Path) -> None:
        """Begin with the networks of another run; OptionError if they are not of this plan's."""
        if not all((folder / name).exists() for name in (STATE_FILE, "plan.json")):
            raise OptionError(f"after: there is no run in {folder}")
        state = self._take_over(folder / STATE_FILE)
        self.after = {"name": origin_name(folder), "run": origin_name(folder)}
        # Its plan is only told: it may have been made by another version.
        try:
            about = _about(folder, json.loads((folder / "plan.json").read_text()), state)
        except UNREADABLE as error:
            raise OptionError(f"after: {folder / 'plan.json'} is damaged") from error
        self._begin(about)

    def _begin_after_mind(self, path: Path) -> None:
        """Begin with a mind that plays, as if learnt here; OptionError if it does not fit."""
        try:
            self.mind, about = weights.load(path, self.plan.game)
        except WeightsError as error:
            raise OptionError(f"after: {error}") from error
        sizes: dict[str, int] = {}
        for part, network in self.mind._asdict().items():
            if not exists(network):
                raise OptionError(f"after: {path} has no {part}, and a run needs both networks")
            depth, width = network.second.shape
            sizes |= {f"{part}_width": width, f"{part}_depth": depth}
        if any(getattr(self.plan, name) != size for name, size in sizes.items()):
            wanted = " ".join(f"--set {name}={size}" for name, size in sizes.items())
            raise OptionError(f"after: {path} is of other sizes than the plan: {wanted}")
        self.outlook.take_over(self.mind.outlook)
        self.guide.take_over(self.mind.guide)
        self.after = {"name": origin_name(path), "run": about.get("run")}
        self._begin(about)

    def _begin(self, about: dict[str, Any]) -> None:
        """Make the folder of a run that begins with networks, and write everything down.

        Their mind, if there is one, is the first champion, and kept: where it comes from, it may
        change. about: what there is to tell of it.
        """
        self._make_folder()
        if exists(self.mind.outlook):
            self.champions = [0]
            weights.save(self.folder / mind_file(0), self.plan.game, self.mind, about)
            self._keep_mind("newest.npz")
        self._keep_state(None)
        self._crown()

    def _take_over(self, path: Path) -> dict[str, Any]:
        """Take over the networks that a state file holds; returns all else that it holds."""
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            self.outlook.restore(state["outlook"])
            self.guide.restore(state["guide"])
            standing = {name: state[name] for name in (*_STANDING, "line")}
        except UNREADABLE as error:
            raise OptionError(
                f"{path} is damaged, of another version, or of networks of other sizes"
            ) from error
        if self.outlook.steps > 0:
            self.mind = Mind(self.outlook.network(), self.guide.network())
        return standing


def _about(folder: Path, plan: dict[str, Any], standing: dict[str, Any]) -> dict[str, Any]:
    """What there is to tell about the mind of a folder's run, whose plan and standing are given."""
    return {
        "run": folder.resolve().name,
        "after": standing["after"],
        "studied": standing["studied"],
        "seed": plan["seed"],
        "plan": plan,
        "figures": {
            "cycle": standing["cycle"],
            "minutes": standing["seconds"] / 60,
            "measured": standing["measurement"],
        },
    }


def _tables_of_gpu(plan: Plan) -> Any:
    """The class of a GPU's tables, if a plan asks for them; OptionError if there can be none."""
    if plan.gpu_tables == 0:
        return None
    from azulejos.training import many_tables  # needs numba-cuda, which others do not

    missing = many_tables.why_not()
    if missing:
        raise OptionError(f"gpu_tables: {missing}")
    return many_tables.ManyTables
