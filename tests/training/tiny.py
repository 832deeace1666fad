"""A plan so small that a run of it takes a moment, and the games that such a run has played."""

from dataclasses import replace

from azulejos.games.azul import kernel
from azulejos.training.config import defaults
from azulejos.training.run_folder import read_samples

TINY = replace(
    defaults("azul"),
    value_width=16,
    value_depth=8,
    policy_width=16,
    policy_depth=8,
    visits=8,
    fast_visits=2,
    full_search_fraction=0.5,
    past_opponent_fraction=0.5,
    tasks=3,
    task_samples=760,
    window=3,
    batch_size=64,
    value_steps=4,
    policy_steps=4,
    eval_interval=2,
    eval_deals=2,
    eval_visits=4,
)


def games_in(folder):
    """The samples of each iteration kept in a run's folder, oldest first."""
    paths = sorted((folder / "games").iterdir())
    return [read_samples(path, kernel.STATE) for path in paths]
