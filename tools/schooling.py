"""What the tools that let outlooks learn have in common."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from azulejos.nets.network import Network
from azulejos.training.folder import games_in, read_samples
from azulejos.training.learner import Outlook
from azulejos.training.learning import Learning
from azulejos.training.lessons import Lessons
from azulejos.training.plan import ROWS, USUAL, Plan
from azulejos.training.samples import Samples


def plan_of(folder: Path) -> Plan:
    """The plan of a run, or SystemExit if there is none."""
    path = folder / "plan.json"
    if not path.exists():
        raise SystemExit(f"There is no run in {folder}.")
    return Plan.read(path)


def samples_of(folder: Path, plan: Plan, cycles: int) -> list[Samples]:
    """The samples of a run's last cycles, or SystemExit if it has kept fewer."""
    paths = games_in(folder)[-cycles:]
    if len(paths) < cycles:
        raise SystemExit(f"The run in {folder} has games of {len(paths)} cycles, not of {cycles}.")
    return [read_samples(path, plan.kernel.STATE) for path in paths]


def lessons_of(
    plan: Plan, known: list[Samples], of: Callable[[Samples], Samples] = lambda samples: samples
) -> list[Lessons]:
    """What an outlook can learn from samples. of: which of them."""
    learning = Learning(Outlook(ROWS[plan.game], 1, 1, plan.trust), _all_of(plan, len(known)))
    for samples in known:
        learning.take_in(of(samples))
    return learning.parts


def outlook_of(plan: Plan, width: int, lessons: list[Lessons], passes: float) -> Network:
    """An outlook of this width that has seen every lesson so many times."""
    torch.manual_seed(plan.seed)
    outlook = Outlook(ROWS[plan.game], width, plan.outlook_depth, plan.trust)
    learning = Learning(outlook, _all_of(plan, len(lessons)))
    learning.parts = lessons
    learning.study(passes, np.random.default_rng(plan.seed))
    return learning.network()


def _all_of(plan: Plan, cycles: int) -> Plan:
    """A plan whose window is these cycles, and whose rate is one to begin with."""
    return replace(plan, window=cycles, rate=USUAL[plan.game].rate)
