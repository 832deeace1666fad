"""Compile what most tests use, once, before they run side by side and each would compile it."""

from azulejos import azul, azuleo, bots
from azulejos.envs import azul_v0, azuleo_v0


def main():
    for name, new in (("azul", azul.Game), ("azuleo", azuleo.Game)):
        game = new(seed=1)
        for spec in ("random", "greedy", "mcts", "level:1", "level:10"):
            game.play(bots.make(spec, name, 1).choose(game, visits=2))
        again = new.from_text(new.from_dict(game.to_dict()).to_text())
        assert (again.scores, again.winners) == (game.scores, game.winners)
    for module in (azul_v0, azuleo_v0):
        env = module.env(rewards="points")
        env.reset(seed=1)
        env.step(int(env.last()[0]["action_mask"].argmax()))


if __name__ == "__main__":
    main()
