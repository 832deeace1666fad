"""The page on environments has the right sizes. (Its examples are run with all others'.)"""

import re
from pathlib import Path

from azulejos import azul, azuleo
from azulejos.batch.rewards import REWARDS
from azulejos.envs.registration import ids
from azulejos.envs.rendering import MODES
from azulejos.envs.spaces import action_space, observation_space

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
KERNELS = (azul.Game.KERNEL, azuleo.Game.KERNEL)


def row(name):
    """The cells of a row of a table, by what stands first in it."""
    (cells,) = re.findall(rf"^\| {re.escape(name)} \| (.*) \|$", TEXT, re.MULTILINE)
    return cells.split(" | ")


def numbers(kernel, players):
    return f"int16 {observation_space(kernel, players)['observation'].shape}"


def spaces(kernel):
    """Both cells for two players, with those of wide boards where a game has them."""
    actions, seen = f"`{action_space(kernel, 2)}`", numbers(kernel, 2)
    if action_space(kernel, 2, wide=True) == action_space(kernel, 2):
        return actions, seen
    beyond = "; on boards beyond 6×6 fields "
    wide = observation_space(kernel, 2, wide=True)["observation"].shape
    return f"{actions}{beyond}`{action_space(kernel, 2, wide=True)}`", f"{seen}{beyond}{wide}"


def test_specifications():
    assert row("Gymnasium") == [f"`{identifier}`" for identifier in ids().values()]
    both = [spaces(each) for each in KERNELS]
    assert row("action space, 2 players") == [actions for actions, _ in both]
    assert row("observation, 2 players") == [seen for _, seen in both]
    for players in (3, 4):
        assert f"`{action_space(azul.Game.KERNEL, players)}`" in TEXT
        assert numbers(azul.Game.KERNEL, players) in TEXT


def test_words():
    for word in (*REWARDS, *MODES):
        assert row(f'`"{word}"`')
