"""What Gymnasium calls our environments."""

from azulejos.core.errors import without_extra

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

from azulejos import games


def ids() -> dict[str, str]:
    """What Gymnasium calls the environment of each game."""
    return {name: f"azulejos/{game.title}-v0" for name, game in games.all_games().items()}


def register() -> None:
    """Make them known to `gymnasium.make` and `gymnasium.make_vec`; twice does no harm."""
    for game, identifier in ids().items():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point="azulejos.envs.single:SeatEnv",
                vector_entry_point="azulejos.envs.vector:TableVectorEnv",
                kwargs={"game": game},
            )
