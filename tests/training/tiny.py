"""A plan so small that a run of it takes a moment, and the games that such a run has played."""

from azulejos.azul import kernel
from azulejos.training.folder import read_samples
from azulejos.training.plan import Plan

TINY = Plan(
    outlook_width=16,
    outlook_depth=8,
    guide_width=16,
    guide_depth=8,
    visits=8,
    quick_visits=2,
    learnt=0.5,
    elder=0.5,
    tasks=3,
    task_samples=760,
    window=3,
    batch=64,
    outlook_steps=4,
    guide_steps=4,
    measured=2,
    deals=2,
    measure_visits=4,
)


def games_in(folder):
    """The samples of each iteration kept in a run's folder, oldest first."""
    paths = sorted((folder / "games").iterdir())
    return [read_samples(path, kernel.STATE) for path in paths]
