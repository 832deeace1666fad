"""Golden playthroughs as OpenSpiel generates them: all that its API says of a fixed game.

`test_spiel_playthroughs.py` regenerates them and compares. After a change that is meant, run this
file: it writes them anew.
"""

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import azulejos.envs.spiel  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent.parent / "playthroughs" / "openspiel"
SEED = 3
GAMES = {
    "azul-2-grey": "python_azul(wall=grey)",
    "azuleo-2-small-board": "python_azuleo(board=.oo./.oo.,idle_limit=2)",
    "azuleo-3-small-board": "python_azuleo(players=3,board=oo/oo,idle_limit=1,exchange=true)",
    "azuleo-1-fill-small-board": "python_azuleo(players=1,board=.oo./.oo.)",
}


def playthrough(name):
    return generate_playthrough.playthrough(GAMES[name], [], seed=SEED)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
