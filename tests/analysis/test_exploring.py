"""Exploring: a line from any position, chance sampled or given, analyses that grow more exact."""

import itertools

import pytest

from azulejos import azul, azuleo
from azulejos.analysis import exploring
from azulejos.core.errors import IllegalMove, PositionError


def played_out(game):
    n = 0
    while not game.is_over:
        legal = game.legal_moves()
        game.play(legal[n * 13 % len(legal)])
        n += 1
    return game


GAMES = [
    lambda: azul.Game(2, seed=4),
    lambda: azul.Game(3, "grey", seed=4),
    lambda: azuleo.Game(2, seed=4),
    lambda: azuleo.Game(4, seed=4),
    lambda: azuleo.Game(1, mode="fill", seed=4),
]


@pytest.mark.parametrize("new", GAMES)
def test_a_whole_game_is_a_line_from_its_first_decision(new):
    game = played_out(new())
    moves = game.record()["moves"]
    line, at = exploring.line_of(game, len(moves))
    assert at == len(line.moves)
    begun = exploring.begun(game.NAME, line.position)
    assert begun.legal_moves()
    end = exploring.followed(game.NAME, line.position, line.moves)
    assert end.to_dict() == game.to_dict()
    # Anywhere between, the line has led where the record had.
    _, middle = exploring.line_of(game, len(moves) - 7)
    assert middle == len(line.moves) - 7


def test_of_a_very_long_game_it_is_the_part_from_there_on(monkeypatch):
    game = played_out(azul.Game(2, seed=4))
    moves = game.record()["moves"]
    monkeypatch.setattr(exploring, "MOST_MOVES", 20)
    line, at = exploring.line_of(game, 40)
    assert (at, line.moves) == (0, moves[40:60])
    there = exploring.followed("azul", line.position, line.moves)
    assert there.scores == game.after(len(there.record()["moves"])).scores or there.entries == 20


@pytest.mark.parametrize("new", GAMES)
def test_chance_is_sampled_up_to_the_next_decision(new):
    game = new()
    line, _ = exploring.line_of(game, 0)
    explored = exploring.begun(game.NAME, line.position)
    sampled = 0
    for n in itertools.count():
        if explored.is_over:
            break
        if explored.awaits_chance:
            found = exploring.sampled(explored, seed=n)
            assert found
            for text in found:
                explored.play(text)
            sampled += 1
            assert not explored.awaits_chance
        else:
            assert exploring.sampled(explored) == []
            legal = explored.legal_moves()
            explored.play(legal[n * 7 % len(legal)])
    assert sampled > 2


def test_what_is_wrong_is_said_and_where():
    position = exploring.line_of(played_out(azul.Game(2, seed=4)), 0)[0].position
    with pytest.raises(PositionError):
        exploring.begun("azul", "nonsense")
    with pytest.raises(IllegalMove) as tried:
        exploring.followed("azul", position, ["9B9"])
    assert tried.value.place == ("9B9",)
    first = str(exploring.begun("azul", position).legal_moves()[0])
    with pytest.raises(IllegalMove) as before:
        exploring.followed("azul", position, [first, first, first])
    assert before.value.place == ("moves[1]", first)


@pytest.mark.parametrize("new", GAMES)
def test_an_analysis_deepens_in_shares_of_the_win(new):
    game = new()
    found = list(exploring.deepen(game, visits=300, multipv=3))
    assert [told["done"] for told in found] == [False] * (len(found) - 1) + [True]
    last = found[-1]
    assert last["visits"] >= 300
    legal = {str(move) for move in game.legal_moves()}
    assert {line["move"] for line in last["variations"]} <= legal
    assert last["move"] == last["variations"][0]["move"] == last["variations"][0]["pv"][0]
    if game.players > 1:
        sides = len(last["values"]) // game.sides
        assert sum(last["values"]) == pytest.approx(sides, abs=0.02)


def test_what_is_proven_is_told_as_a_fact():
    game = azul.Game(2, seed=1)
    player_games = (played_before_end(seed) for seed in range(20))
    game = next(g for g in player_games if g is not None)
    told = next(exploring.deepen(game, visits=300))
    assert told["proven"]
    assert sorted(told["values"]) in ([0.0, 1.0], [0.5, 0.5])


def played_before_end(seed):
    """A position of two players three decisions before the end; None if that is no ending."""
    game = played_out(azul.Game(2, seed=seed))
    earlier = game.after(game.entries - 3)
    return None if earlier.turn is None else earlier
