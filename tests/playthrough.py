"""Golden playthroughs: everything the API says of a fixed game, as readable text files.

`test_playthroughs.py` regenerates them and compares, so a change of rules shows as a readable
diff. After a change that is meant, run this file: it writes them anew.
"""

import textwrap
import zlib
from pathlib import Path

import numpy as np

from azulejos import azul, azuleo
from azulejos.core import kernel

FOLDER = Path(__file__).parent / "playthroughs"
#: The opening is told in full, then every tenth step; the others in one line each.
TOLD_IN_FULL = 6

GAMES = {
    f"azul-{players}-{wall}": (azul, {"players": players, "wall": wall})
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
} | {
    "azuleo-1-fill": (azuleo, {"players": 1, "mode": "fill"}),
    "azuleo-1-score": (azuleo, {"players": 1, "mode": "score"}),
    "azuleo-2": (azuleo, {"players": 2}),
    "azuleo-3": (azuleo, {"players": 3}),
    "azuleo-4": (azuleo, {"players": 4}),
    "azuleo-2-exchange-hinted-open": (
        azuleo,
        {"players": 2, "exchange": True, "claims": "hinted", "open_hands": True},
    ),
    "azuleo-3-automatic-unlimited-free-border": (
        azuleo,
        {"players": 3, "claims": "automatic", "blockades": None, "free_border": True},
    ),
    "azuleo-2-lenient-small-board": (
        azuleo,
        {"players": 2, "lenient": True, "board": [".oo.", ".oo.", "...x"], "idle_limit": 4},
    ),
}


def playthrough(name):
    """The text of one playthrough."""
    package, options = GAMES[name]
    game = package.Game(**options, seed=sum(map(ord, name)))
    lines = [f"{name}: {package.__name__}.Game({_written(options)}, seed={sum(map(ord, name))})"]
    told = 0  # entries of the record already printed
    step = 0
    while True:
        entries = game.record()["moves"]
        for text in entries[told:]:
            kind = package.Deal if name.startswith("azul-") else package.Draw
            is_chance = text[0] in "=+%"
            lines.append(f"{'chance' if is_chance else '  move'} {text}")
            assert str((kind if is_chance else package.Move).parse(text)) == text
        told = len(entries)
        if game.is_over or step < TOLD_IN_FULL or step % 10 == 0:
            lines += _in_full(game, step)
        else:
            lines.append(f"[{step}] {game.to_text()}  {_fingerprint(game)}")
        if game.is_over:
            break
        moves = game.legal_moves()
        game.play(moves[step * 7919 % len(moves)])
        step += 1
    lines += ["", "record", *textwrap.wrap(str(game.record()), 100, subsequent_indent="  ")]
    return "\n".join(lines) + "\n"


def _written(options):
    return ", ".join(f"{key}={value!r}" for key, value in options.items())


def _in_full(game, step):
    moves = [str(move) for move in game.legal_moves()]
    return [
        "",
        f"[{step}] " + "-" * 90,
        *str(game).split("\n"),
        f"text {game.to_text()}",
        f"phase {game.phase}, turn {game.turn}, scores {game.scores}, winners {game.winners}",
        *textwrap.wrap(f"legal ({len(moves)}): {' '.join(moves)}", 100, subsequent_indent="  "),
        *(f"view {player}: {_view(game, player)}" for player in range(game.players)),
        f"{_fingerprint(game)}",
        "",
    ]


def _view(game, player):
    """What differs from player to player; in Azul nothing does."""
    view = game.view(player)
    if game.NAME == "azul":
        return "all" if view == game.to_dict() else "NOT ALL"
    hands = [side["hand"] for side in view["sides"]]
    return f"hands {hands}, supply {view['supply']}, unseen {list(view['unseen'].values())}"


def _fingerprint(game):
    """Checksums of the observations and the mask of legal actions, and the returns."""
    out = np.zeros(game.KERNEL.OBSERVATION, np.int16)
    allowed = np.zeros(game.KERNEL.ACTIONS, np.int8)
    sums = []
    for player in range(game.players):
        kernel.observe(game.state, player, out)
        sums.append(f"{zlib.crc32(out.tobytes()):08x}")
    kernel.mask(game.state, allowed)
    return f"observations {' '.join(sums)} mask {zlib.crc32(allowed.tobytes()):08x}"


def main():
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
