"""What Gymnasium calls our environments."""

import gymnasium

#: Environments by the name of their game.
IDS = {"azul": "azulejos/Azul-v0", "azuleo": "azulejos/Azuleo-v0"}


def register() -> None:
    """Make them known to `gymnasium.make` and `gymnasium.make_vec`; twice does no harm."""
    for game, identifier in IDS.items():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point=f"azulejos.envs.single:{game.capitalize()}Env",
                vector_entry_point=f"azulejos.envs.vector:make_{game}",
            )
