"""Levels: small records, each with a manner that shows, and a strength that more time leaves."""

import copy
import pickle

import numpy as np
import pytest

from azulejos import azul, azuleo, bots
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_LEVELS, LEVELS
from azulejos.bots.players import OnePlyPlayer, SearchingPlayer
from azulejos.games.azul import tastes
from azulejos.search.tastes import NONE, taste

GAMES = {"azul": azul.Game, "azuleo": azuleo.Game}
FOND = [
    (game, number)
    for game, levels in LEVELS.items()
    for number, level in enumerate(levels, 1)
    if level.taste != NONE
]


def how_much_they_like(game_name, players, number, games=6):
    """The mean of a taste over the moves that players choose in the same positions."""
    felt = []
    for seed in range(games):
        game = GAMES[game_name](seed=seed)
        while not game.is_over:
            moves = [player.choose(game) for player in players]
            felt.append([taste(game.state, move.action, number) for move in moves])
            game.play(moves[-1])
    return np.mean(felt, axis=0).tolist()


@pytest.mark.parametrize(("game", "number"), FOND)
def test_a_manner_shows(game, number):
    level = LEVELS[game][number - 1]
    kernel = GAMES[game].KERNEL
    fond = level.player(number, kernel, HEURISTIC_CONFIGS[game], 1)
    if level.error is not None:
        plain = OnePlyPlayer("plain", kernel, 1, level.error)
    else:
        plain = SearchingPlayer("plain", kernel, 1, HEURISTIC_CONFIGS[game], visits=level.visits)
    liked, usual = how_much_they_like(game, (fond, plain), level.taste)
    assert liked > 1.05 * usual


@pytest.mark.parametrize("game", GAMES)
def test_a_taste_is_a_number_from_0_to_1_for_every_move(game):
    options = {"azul": [{}, {"wall": "grey", "players": 4}], "azuleo": [{}, {"players": 4}]}[game]
    felt = {level.taste: set() for level in LEVELS[game] if level.taste != NONE}
    for option in options:
        table = GAMES[game](seed=4, **option)
        player = bots.make("random", game, 1)
        while not table.is_over:
            for move in table.legal_moves():
                for number, values in felt.items():
                    values.add(taste(table.state, move.action, number))
            table.play(player.choose(table))
    for number, values in felt.items():
        assert min(values) >= 0, number
        assert max(values) <= 1, number
        assert len(values) > 1, number


def test_the_rival_wants_what_the_next_player_has_begun():
    position = azul.Game(2, seed=1).to_dict()
    colour = next(c for c, n in zip("BYRKW", position["factories"][0], strict=True) if n)
    action = azul.Move.parse(f"1{colour}2").action
    assert taste(azul.Game.from_dict(position).state, action, tastes.SPOILING) == 0
    bag = position["bag"]
    bag["BYRKW".index(colour)] -= 1
    position["boards"][1]["lines"][3] = {"colour": colour, "count": 1}
    position["turn"] = position["first"] = 0
    assert taste(azul.Game.from_dict(position).state, action, tastes.SPOILING) > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_level_stays_what_it_is_when_it_is_given_time(game):
    table = GAMES[game](seed=2)
    levels = dict(enumerate(LEVELS[game], 1)) | LEARNED_LEVELS.get(game, {})
    for number, level in levels.items():
        if level.visits is None:
            continue
        player = bots.make(f"level:{number}", game, 3)
        assert player.analyse(table, ms=60_000).visits == level.visits
        player = bots.make(f"level:{number}", game, 3)
        assert (
            player.analyse(table, visits=200).visits == 200
        )  # unless exactly so many are asked for


def test_the_highest_level_takes_the_time_it_is_given():
    table = azul.Game(seed=2)
    few = bots.make("level:10", "azul", 3).analyse(table, ms=5).visits
    many = bots.make("level:10", "azul", 3).analyse(table, ms=150).visits
    assert many > few


@pytest.mark.parametrize("name", ["azul", "azuleo"])
@pytest.mark.parametrize("spec", ["random", "greedy", "level:1", "level:7", "level:7@heuristic"])
def test_a_copy_of_a_player_goes_on_as_the_player_does(name, spec):
    player = bots.make(spec, name, seed=3)
    game = GAMES[name](seed=1)
    for _ in range(3):
        game.play(player.choose(game))
    copied, pickled = copy.deepcopy(player), pickle.loads(pickle.dumps(player))
    for _ in range(6):
        move = player.choose(game)
        assert copied.choose(game) == pickled.analyse(game).move == move
        game.play(move)
