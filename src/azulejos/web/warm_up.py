"""Loading the compiled rules before anybody waits for them."""

from azulejos import bots
from azulejos.web.tables import GAMES


def warm_up() -> None:
    """Play a move of each game, with a bot that searches."""
    for name, package in GAMES.items():
        game = package.Game(seed=0)
        game.view(0), game.shown_moves(), game.scores, game.winners
        game.play(bots.make("level:8", name, seed=0).choose(game, visits=2))
        package.replay(game.record())
