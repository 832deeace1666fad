"""A training run: cores play, the networks train, and one folder keeps it all.

In each iteration every core plays games with the networks of the last iteration, while training
goes on with the games of the iterations before, so neither waits for the other. What cores play
depends on configuration, iteration and networks only, not on the clock or on the number of cores. A
run that is stopped at any moment resumes from its last complete iteration, with the tasks of the
next one that are done, with the same results. (The games of a GPU are restarted then, and its sums
may round differently.) `run_folder.py` describes the folder.
"""

import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from azulejos.core.errors import without_extra

try:
    import torch
except ModuleNotFoundError as error:
    raise without_extra(error, "train") from error

import numpy as np
from numpy.typing import NDArray

from azulejos.arena.statistics import elo_of_score, score_estimate
from azulejos.batch.cores import core_count
from azulejos.bots.levels import HEURISTIC_CONFIGS, learned_config
from azulejos.core.errors import OptionError, WeightsError
from azulejos.core.whole_files import write_whole
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORKS, Networks, exists
from azulejos.search.tree import new_tree
from azulejos.search.workspace import new_workspace
from azulejos.training.config import MAX_SAMPLES, TrainConfig, features_of
from azulejos.training.learner import PolicyNetwork, ValueNetwork
from azulejos.training.match import Contender, count_sides, play_match
from azulejos.training.run_folder import (
    STATE_FILE,
    UNREADABLE,
    forget_tasks,
    games_in,
    games_to_pretrain_on,
    is_networks_file,
    networks_file,
    origin_name,
    read_log,
    read_samples,
    read_task,
    task_file,
    write_samples,
)
from azulejos.training.samples import Samples, joined, new_samples, some
from azulejos.training.self_play import TABLE, play_games
from azulejos.training.trainer import Trainer

#: What is kept of a run beside its networks: its progress and its origin.
_PROGRESS = ("iteration", "seconds", "evaluation", "champions", "init_from", "pretrained_on")
#: Visits of a task between two looks at whether to stop: a second or two.
_VISITS_AT_ONCE = 20_000

#: Called with the number of tasks done and of all tasks of an iteration.
OnProgress = Callable[[int, int], None]
Played = tuple[Samples, int]


class Stopped(Exception):
    """A task was given up because the run is being stopped."""


class Run:
    """A run in a folder, new or resumed.

    threads: cores that play. init_from: what a new run is initialised from: another run's folder,
    optimisers included, or a file of networks (.npz). Those networks are the first champion, too.
    """

    def __init__(
        self,
        folder: Path,
        config: TrainConfig,
        threads: int | None = None,
        init_from: Path | None = None,
    ) -> None:
        new_gpu_self_play = _gpu_self_play(config)
        self.folder, self.config = folder, config
        self.threads = threads or core_count()
        torch.manual_seed(config.seed)
        encoder = features_of(config.game)
        self.value_trainer = Trainer(
            ValueNetwork(encoder, config.value_width, config.value_depth, config.value_target_mix),
            config,
        )
        self.policy_trainer = Trainer(
            PolicyNetwork(encoder, config.policy_width, config.policy_depth), config
        )
        self.iteration = 0  # how many are complete
        self.seconds = 0.0  # spent on them
        self.networks = NO_NETWORKS
        self.evaluation: dict[str, Any] | None = None  # the newest, with its iteration
        self.champions: list[int] = []  # iterations after which there was a new one
        self.init_from: dict[str, Any] | None = None  # name and run of what it was initialised from
        self._stop = threading.Event()  # tasks are to be given up
        self.pretrained_on: str | None = None  # name of the run
        if (folder / STATE_FILE).exists():
            self._restore(init_from)
        elif init_from is None:
            self._make_folder()
        elif is_networks_file(init_from):
            self._init_from_networks(init_from)
        else:
            self._init_from_run(init_from)
        self.gpu_self_play = new_gpu_self_play and new_gpu_self_play(
            config, [config.seed, self.iteration]
        )

    def _make_folder(self) -> None:
        """Create what is missing, once everything has been checked."""
        for place in (self.folder, self.folder / "games", self.folder / "networks"):
            place.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "config.json").exists():
            write_whole(self.folder / "config.json", self.config.write)

    # ── Iterations ───────────────────────────────────────────────────────────────────────────────

    def pretrain_on(self, folder: Path) -> None:
        """Before the first iteration, train on the last games of another run.

        Does nothing if that has been done already; OptionError if the networks are trained.
        """
        name = folder.resolve().name
        if self.pretrained_on == name:
            return
        if self.value_trainer.steps > 0:
            raise OptionError(f"pretrain_on: the networks of {self.folder} are trained already")
        for path in games_to_pretrain_on(folder)[-self.config.window :]:
            self._add_samples(read_samples(path, self.config.kernel.STATE))
        rng = np.random.default_rng(self.config.seed)
        for network in (self.value_trainer, self.policy_trainer):
            network.pretrain(self.config.epochs, rng)
            network.parts = []
        self.networks = Networks(self.value_trainer.network(), self.policy_trainer.network())
        self.pretrained_on = name
        self._save_networks("newest.npz")
        self._save_state(None)

    def iterations(self, minutes: float, on_progress: OnProgress) -> Iterator[dict[str, Any]]:
        """Run iterations while there is time for one like the last; yields the log's entries.

        The time of the first is not known: when time is up before all its tasks have begun, it is
        left incomplete. The tasks that are done are kept, and the next run here uses them.
        """
        end = time.monotonic() + 60 * minutes
        took = 0.0
        while time.monotonic() + took < end:
            begun = time.monotonic()
            line = self._iteration(on_progress, None if took else end)
            if line is None:
                return
            yield line
            took = time.monotonic() - begun

    def run_iteration(self, on_progress: OnProgress | None = None) -> dict[str, Any]:
        """One iteration; returns its entry of the log."""
        line = self._iteration(on_progress, None)
        assert line is not None
        return line

    def _iteration(
        self, on_progress: OnProgress | None, end: float | None
    ) -> dict[str, Any] | None:
        """The same, or None where tasks were left at the end, a moment of `time.monotonic`."""
        begun, before = time.monotonic(), os.times()
        line: dict[str, Any] = {"iteration": self.iteration + 1}
        past = self._champion(-2)
        pool = ThreadPoolExecutor(self.threads)
        try:
            games = [pool.submit(self._play, task, past) for task in range(self.config.tasks)]
            by_gpu = self._play_on_gpu(past)
            before_learning = time.monotonic()
            line["losses"] = self._learn()
            learned = time.monotonic()
            _wait_for(games, on_progress, end)
        except BaseException:  # the tasks being played are given up, and the rest do not start
            self._stop.set()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
        if any(game.cancelled() for game in games):
            return None
        played = [game.result() for game in games] + by_gpu
        over = time.monotonic()
        samples = joined([part for part, _ in played])
        self.iteration += 1
        self._add_samples(samples)
        if self.value_trainer.steps > 0:
            self.networks = Networks(self.value_trainer.network(), self.policy_trainer.network())
            if self.iteration % self.config.eval_interval == 0:
                found = self._evaluate()
                self.evaluation = {"iteration": self.iteration, **found}
                line |= found
        now, spent = time.monotonic(), os.times()
        self.seconds += now - begun
        line |= {
            "minutes": self.seconds / 60,
            "samples": len(samples.states),
            "decisions": sum(decisions for _, decisions in played),
            "seconds": {
                "iteration": now - begun,
                "gpu games": before_learning - begun,
                "learning": learned - before_learning,
                "games": over - begun,
            },
            "cores busy": (spent.user + spent.system - before.user - before.system) / (now - begun),
        }
        self._save(samples, line)
        return line

    def _play(self, task: int, past: Networks) -> Played:
        """Play the games of a task; returns their samples and how many decisions were made.

        They are kept at once, and not played again when the iteration is left and started anew.
        """
        path = task_file(self.folder, self.iteration, task)
        kept = read_task(path, self.config.kernel.STATE) if path.exists() else None
        if kept is None:
            kept = self._play_anew(task, past)
            path.parent.mkdir(exist_ok=True)
            write_samples(path, kept[0], decisions=kept[1])
        return kept

    def _play_anew(self, task: int, past: Networks) -> Played:
        config = self.config
        seeds = np.random.SeedSequence([config.seed, self.iteration, task])
        generator, seed = seeds.generate_state(2, np.uint64)
        states = np.zeros(1, config.kernel.STATE)
        states["generator"] = generator
        tables = np.zeros(1, TABLE)
        tables["seed"] = seed >> np.uint64(2)
        trained = exists(self.networks.value)
        search = config.search if trained else HEURISTIC_CONFIGS[config.game]
        past_search, play = search, config.play
        if trained and task < config.heuristic_opponent_fraction * config.tasks:
            past, past_search = NO_NETWORKS, HEURISTIC_CONFIGS[config.game]
        elif not exists(past.value):
            play = play._replace(past_opponent_fraction=0.0)
        out = new_samples(config.kernel.STATE, config.task_samples)
        room = (
            config.starts(),
            config.weights(),
            new_tree(1 + config.visits * config.kernel.MAX_LEGAL),
            new_workspace(config.kernel, self.networks),
            new_workspace(config.kernel, past),
        )
        # It is done when no game is under way, and there is no room for another one's samples.
        while (
            tables["target_visits"][0] or tables["samples"][0] + MAX_SAMPLES <= config.task_samples
        ):
            if self._stop.is_set():
                raise Stopped
            play_games(tables, states, *room, search, past_search, play, out, _VISITS_AT_ONCE)
        return some(out, slice(int(tables["samples"][0]))), int(tables["decisions"][0])

    def _play_on_gpu(self, past: Networks) -> list[Played]:
        """What the GPU's tables play during an iteration; nothing without networks."""
        if self.gpu_self_play is None or not exists(self.networks.value):
            return []
        self.gpu_self_play.play(self.networks, past)
        return [self.gpu_self_play.fetch()]

    def _add_samples(self, samples: Samples) -> None:
        """Add an iteration's samples to both replay windows."""
        for network in (self.value_trainer, self.policy_trainer):
            network.add_samples(samples)

    def _learn(self) -> dict[str, float]:
        """Train both networks on the window; returns the mean losses."""
        rng = np.random.default_rng([self.config.seed, self.iteration, self.config.tasks])
        losses: dict[str, float] = {}
        for network, steps in (
            (self.value_trainer, self.config.value_steps),
            (self.policy_trainer, self.config.policy_steps),
        ):
            losses |= network.learn(self.iteration, network.ramped(steps), rng)
        return losses

    # ── Evaluation ───────────────────────────────────────────────────────────────────────────────

    def _evaluate(self) -> dict[str, Any]:
        """Play against the search without networks, and see whether there is a new champion.

        The first champion has to beat that search, every other one the champion before.
        """
        config = self.config
        kinds = config.starts_by_kind()
        first = next(iter(kinds))
        candidates = {
            kind: Contender(
                learned_config(config.game, len(starts)), self.networks, config.eval_visits
            )
            for kind, starts in kinds.items()
        }
        baseline = Contender(HEURISTIC_CONFIGS[config.game], NO_NETWORKS, config.eval_visits)
        found: dict[str, Any] = {
            "against heuristic": {
                kind: self._estimate(candidates[kind], baseline, starts, 0)
                for kind, starts in kinds.items()
            }
        }
        to_beat = found["against heuristic"][first]
        if self.champions:
            champion = candidates[first]._replace(networks=self._champion(-1))
            to_beat = self._estimate(candidates[first], champion, kinds[first], 1)
            found["against champion"] = to_beat
        if to_beat["low"] > 0.5:
            self.champions.append(self.iteration)
        return found | {"champion": self.champions[-1] if self.champions else None}

    def _estimate(
        self, one: Contender, other: Contender, starts: NDArray[Any], number: int
    ) -> dict[str, float]:
        """The first's score over paired deals, its 95 % interval, and Elo."""
        config = self.config
        players = count_sides(starts)
        seed = 2 * self.iteration + number
        scores = play_match(
            config.kernel, one, other, starts, config.eval_deals, seed, self.threads
        )
        found = score_estimate([float(value) for value in scores], players)
        assert found is not None
        elo = elo_of_score(min(max(found.value, 0.001), 0.999), players)
        return found._asdict() | {"elo": elo}

    def _copy_champion(self) -> None:
        """Copy the newest champion, if any, to the champion's file."""
        if self.champions:
            networks = self.folder / networks_file(self.champions[-1])
            write_whole(self.folder / "champion.npz", partial(shutil.copyfile, networks))

    def _champion(self, which: int) -> Networks:
        """The last champion (−1), the one before (−2) or the oldest; NO_NETWORKS without any."""
        if not self.champions:
            return NO_NETWORKS
        iteration = self.champions[max(which, -len(self.champions))]
        return weights.load(self.folder / networks_file(iteration), self.config.game)[0]

    # ── Saving ───────────────────────────────────────────────────────────────────────────────────

    def _save(self, samples: Samples, line: dict[str, Any]) -> None:
        """Save everything, so that a stop at any moment loses the current iteration at most.

        The state comes after all it depends on; what was written without it is written again. The
        champion's file and the log come after the state, which holds what they need: networks and
        the log's last line. Networks come before it, since a run must not resume from some that
        cannot be loaded.
        """
        write_samples(self.folder / "games" / f"{self.iteration:06}.npz", samples)
        if exists(self.networks.value):
            self._save_networks("newest.npz")
        if self.evaluation is not None and self.evaluation["iteration"] == self.iteration:
            self._save_networks(networks_file(self.iteration))
        self._save_state(line)
        self._copy_champion()
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(f"{json.dumps(line)}\n")
        for old in games_in(self.folder)[: -self.config.window]:
            old.unlink()
        forget_tasks(self.folder)

    def _save_networks(self, name: str) -> None:
        """Write the networks into a file of the folder, with their metadata."""
        about = _about(self.folder, asdict(self.config), self._progress())
        weights.save(self.folder / name, self.config.game, self.networks, about)

    def _progress(self) -> dict[str, Any]:
        """The run's progress and origin."""
        return {name: getattr(self, name) for name in _PROGRESS}

    def _save_state(self, line: dict[str, Any] | None) -> None:
        """Write all that is needed to resume. line: the log's last entry, if any."""
        state = {
            **self._progress(),
            "value": self.value_trainer.state(),
            "policy": self.policy_trainer.state(),
            "line": line and json.dumps(line),
        }
        write_whole(self.folder / STATE_FILE, lambda path: torch.save(state, path))

    def _restore(self, init_from: Path | None) -> None:
        """Resume from the last complete iteration.

        OptionError if the run was not initialised from `init_from`, or cannot be resumed.
        """
        state = self._load_state(self.folder / STATE_FILE)
        for name in _PROGRESS:
            setattr(self, name, state[name])
        began = self.init_from and self.init_from["name"]
        if init_from is not None and began != origin_name(init_from):
            raise OptionError(
                f"init_from: the run in {self.folder} was not initialised from {init_from}"
            )
        for iteration in self.champions[-2:]:
            networks = self.folder / networks_file(iteration)
            if not networks.exists():
                raise OptionError(f"{networks} is not there, one of the run's last champions")
        self._make_folder()
        forget_tasks(self.folder, but_of=self.iteration)
        self._copy_champion()
        if exists(self.networks.value):  # the file may be of an iteration that was not completed
            self._save_networks("newest.npz")
        else:
            (self.folder / "newest.npz").unlink(missing_ok=True)
        for file in games_in(self.folder):
            if int(file.stem) <= self.iteration:
                self._add_samples(read_samples(file, self.config.kernel.STATE))
        log = [entry for entry in read_log(self.folder) if entry["iteration"] < self.iteration]
        lines = [*map(json.dumps, log), *([state["line"]] if state["line"] else [])]
        write_whole(
            self.folder / "log.jsonl",
            lambda path: path.write_text("".join(f"{line}\n" for line in lines), "utf-8"),
        )

    def _init_from_run(self, folder: Path) -> None:
        """Start from the networks of another run; OptionError if their sizes differ."""
        if not all((folder / name).exists() for name in (STATE_FILE, "config.json")):
            raise OptionError(f"init_from: there is no run in {folder}")
        state = self._load_state(folder / STATE_FILE)
        self.init_from = {"name": origin_name(folder), "run": origin_name(folder)}
        # Its configuration is metadata only: it may be of another version.
        try:
            about = _about(folder, json.loads((folder / "config.json").read_text("utf-8")), state)
        except UNREADABLE as error:
            raise OptionError(f"init_from: {folder / 'config.json'} is damaged") from error
        self._start(about)

    def _init_from_networks(self, path: Path) -> None:
        """Start from networks that play; OptionError if their sizes differ."""
        try:
            self.networks, about = weights.load(path, self.config.game)
        except WeightsError as error:
            raise OptionError(f"init_from: {error}") from error
        sizes: dict[str, int] = {}
        for part, network in self.networks._asdict().items():
            if not exists(network):
                raise OptionError(
                    f"init_from: {path} has no {part} network, and a run needs both networks"
                )
            depth, width = network.second.shape
            sizes |= {f"{part}_width": width, f"{part}_depth": depth}
        if any(getattr(self.config, name) != size for name, size in sizes.items()):
            wanted = " ".join(f"--set {name}={size}" for name, size in sizes.items())
            raise OptionError(f"init_from: {path} is of other sizes than configured: {wanted}")
        self.value_trainer.load_network(self.networks.value)
        self.policy_trainer.load_network(self.networks.policy)
        self.init_from = {"name": origin_name(path), "run": about.get("run")}
        self._start(about)

    def _start(self, about: dict[str, Any]) -> None:
        """Create the folder of a run that starts from networks, and save everything.

        The networks, if there are any, are the first champion, and copied, since their file may
        change. about: their metadata.
        """
        self._make_folder()
        if exists(self.networks.value):
            self.champions = [0]
            weights.save(self.folder / networks_file(0), self.config.game, self.networks, about)
            self._save_networks("newest.npz")
        self._save_state(None)
        self._copy_champion()

    def _load_state(self, path: Path) -> dict[str, Any]:
        """Load the networks of a state file; returns the progress in it."""
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            self.value_trainer.restore(state["value"])
            self.policy_trainer.restore(state["policy"])
            progress = {name: state[name] for name in (*_PROGRESS, "line")}
        except UNREADABLE as error:
            raise OptionError(
                f"{path} is damaged, of another version, or of networks of other sizes"
            ) from error
        if self.value_trainer.steps > 0:
            self.networks = Networks(self.value_trainer.network(), self.policy_trainer.network())
        return progress


def _wait_for(
    games: list[Future[Played]], on_progress: OnProgress | None, end: float | None
) -> None:
    """Wait until all tasks are done. After the end (`time.monotonic`), no other is begun."""
    waiting = set(games)
    if on_progress is not None:
        on_progress(0, len(games))
    while waiting:
        left = None if end is None else max(0.0, end - time.monotonic())
        finished, waiting = wait(waiting, left, FIRST_COMPLETED)
        if on_progress is not None and finished:
            on_progress(sum(game.done() and not game.cancelled() for game in games), len(games))
        if end is not None and time.monotonic() >= end:
            end = None
            for game in waiting:
                game.cancel()


def _about(folder: Path, config: dict[str, Any], progress: dict[str, Any]) -> dict[str, Any]:
    """The metadata of a run's networks."""
    return {
        "run": folder.resolve().name,
        "init_from": progress["init_from"],
        "pretrained_on": progress["pretrained_on"],
        "seed": config["seed"],
        "config": config,
        "figures": {
            "iteration": progress["iteration"],
            "minutes": progress["seconds"] / 60,
            "evaluation": progress["evaluation"],
        },
    }


def _gpu_self_play(config: TrainConfig) -> Any:
    """The class for self-play on a GPU, if configured; OptionError if there is no GPU."""
    if config.gpu_tables == 0:
        return None
    from azulejos.training import gpu_self_play  # needs numba-cuda, which others do not

    missing = gpu_self_play.why_not()
    if missing:
        raise OptionError(f"gpu_tables: {missing}")
    return gpu_self_play.GpuSelfPlay
