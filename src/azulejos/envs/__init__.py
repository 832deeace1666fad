"""Standard environments: PettingZoo, Gymnasium, OpenSpiel, and batches of games.

==============================  ==================================================================
`azul_v0`, `azuleo_v0`          PettingZoo: every player is an agent.
`single`                        Gymnasium: one agent, bots on the other seats. Importing this
                                package makes "azulejos/Azul-v0" and "azulejos/Azuleo-v0" known.
`vector`                        Gymnasium: thousands of games in one step.
`spiel`                         OpenSpiel: importing it registers both games there.
`spaces`                        What every number of an observation is.
==============================  ==================================================================

They need what ``pip install 'azulejos[envs]'`` adds: without it only this package itself can be
imported. Each is loaded when it is first used.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

if find_spec("gymnasium"):
    from azulejos.envs.registration import register

    register()

_LAZY = ("azul_v0", "azuleo_v0", "single", "spaces", "spiel", "vector")


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return import_module(f"azulejos.envs.{name}")
    raise AttributeError(f"module 'azulejos.envs' has no attribute {name!r}")
