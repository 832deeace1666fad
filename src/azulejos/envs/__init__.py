"""Standard environments: PettingZoo, Gymnasium, OpenSpiel, and batches of games.

==============================  ==================================================================
``<game>_v0``                   PettingZoo: every player is an agent, see `turns`.
`single`                        Gymnasium: one agent, bots on the other seats. Importing this
                                package makes "azulejos/<Title>-v0" known for every game.
`vector`                        Gymnasium: thousands of games in one step.
`spiel`                         OpenSpiel: importing it registers the games there.
`spaces`                        What every number of an observation is.
==============================  ==================================================================

They need what ``pip install 'azulejos[envs]'`` adds: without it only this package itself can be
imported, and each of them says what is missing. Each is loaded when it is first used.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from azulejos import games

if find_spec("gymnasium"):
    from azulejos.envs.registration import register

    register()

_LAZY = ("single", "spaces", "spiel", "vector")
#: What PettingZoo's users expect at the end of an environment's name.
_VERSION = "_v0"


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return import_module(f"azulejos.envs.{name}")
    if name.endswith(_VERSION) and name.removesuffix(_VERSION) in games.names():
        from azulejos.envs.turns import module_of

        return module_of(name.removesuffix(_VERSION), name)
    raise AttributeError(f"module 'azulejos.envs' has no attribute {name!r}")
