"""Positions of boards filled alone, of every stage, for asking whether they can still be filled.

Each maker goes through one game and yields positions in which a decision is due:

- `at_random`: chance lays; soon nothing can be filled any more.
- `careful`: only lays that leave a filling, so that the board gets nearly full; and with each the
  lays refused for that, which are just infeasible.
- `one_kind_after_another`: draws give the same kinds again and again, so that copies run out while
  the colours still admit much.
- `odd_supplies`: other crosses left than six of each kind admit; here search is hardest.
"""

import itertools
import random

from azulejos import azuleo
from azulejos.games.azuleo.components import COLUMNS, CROSSES, KINDS, ROWS
from azulejos.games.azuleo.filling import fill


def some_options(chance):
    """The usual board or one of another shape, with the colour rule at the border or without."""
    options = {"mode": "fill", "free_border": chance.random() < 0.4}
    if chance.random() < 0.3:
        rows, columns = chance.randint(2, ROWS), chance.randint(2, COLUMNS)
        board = [
            ["x" if chance.random() < 0.1 else "." for _ in range(columns)] for _ in range(rows)
        ]
        for _ in range(chance.randint(1, 4)):
            board[chance.randrange(rows)][chance.randrange(columns)] = "o"
        options["board"] = ["".join(row) for row in board]
    return options


def at_random(chance):
    game = azuleo.Game(players=1, seed=chance.randrange(1 << 30), **some_options(chance))
    while not game.is_over:
        yield game
        game.play(chance.choice(game.legal_moves()))


def careful(chance):
    game = azuleo.Game(players=1, seed=chance.randrange(1 << 30), **some_options(chance))
    while not game.is_over:
        yield game
        moves = game.legal_moves()
        chance.shuffle(moves)
        for move in moves:
            after = game.copy()
            after.play(move)
            if fill(after.state).answer == "yes":
                break
            if not after.is_over:
                yield after
        game = after


def one_kind_after_another(chance):
    game = azuleo.Game(players=1, draws="manual", **some_options(chance))
    order = chance.sample(KINDS, len(KINDS))
    while not game.is_over:
        if game.phase == "draw":
            supply = game.to_dict()["supply"]
            left = [kind for kind in order if supply[kind]]
            game.play("+" + (left[0] if chance.random() < 0.9 else chance.choice(left)))
            continue
        yield game
        moves = game.legal_moves()
        chance.shuffle(moves)
        game.play(next((move for move in moves if _colours_admit_a_filling(game, move)), moves[0]))


def _colours_admit_a_filling(game, move):
    after = game.copy()
    after.play(move)
    after.state.supply[:] = CROSSES
    return fill(after.state, 1_000).answer == "yes"


def odd_supplies(chance):
    for game in itertools.islice(at_random(chance), 4):
        free = free_fields(game)
        kinds = chance.sample(range(len(KINDS)), chance.choice([1, 2, 2, 3, 3, 4, 5, 6]))
        odd = game.copy()
        odd.state.supply[:] = 0
        for i in range(free - int(odd.state.hand.sum()) + chance.choice([0, 0, 0, 1, 2])):
            kind = kinds[i % len(kinds)] if chance.random() < 0.7 else chance.choice(kinds)
            odd.state.supply[kind] += 1
        yield odd


MAKERS = (at_random, careful, one_kind_after_another, odd_supplies)


def positions(seed, maker, most):
    """At most so many positions of one game, in no order."""
    chance = random.Random(seed)
    made = [game.copy() for game in maker(chance)]
    return chance.sample(made, min(most, len(made)))


def free_fields(game):
    return int(game.state.free).bit_count()
