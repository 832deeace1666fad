"""Functions as entrants: asked fairly, unable to peek, and refused where they make no sense."""

import re

import pytest

from azulejos import azuleo
from azulejos.arena import Contest, findings, run, spread_over
from azulejos.arena.python_players import PythonPlayer
from azulejos.core.errors import OptionError

from .test_workers import without_time


def at_random(game, chance):
    return chance.choice(game.legal_moves())


def last(game, chance):
    return game.legal_moves()[-1]


def test_a_function_plays_the_same_games_again():
    contest = Contest("azul", ("mine", "greedy"))
    once, again = (run(contest, 4, python_players={"mine": at_random}) for _ in range(2))
    assert without_time(once) == without_time(again)
    assert all(game["failure"] is None for game in once.values())
    firsts = {game["record"]["moves"][1] for game in once.values() if game["sides"][0] == 0}
    assert len(firsts) > 1, "a game has chance of its own"


def test_two_functions_meet_at_tables_of_three(tmp_path):
    contest = Contest("azuleo", ("one", "other"), {"players": 3})
    python_players = {"one": at_random, "other": last}
    games = run(contest, 3, tmp_path, python_players=python_players)
    assert len(games) == 3
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 3
    assert without_time(games) == without_time(
        run(contest, 3, python_players=python_players, spread=spread_over(2))
    )


@pytest.mark.parametrize(("game", "options"), [("azul", {}), ("azuleo", {"players": 3})])
def test_nobody_peeks_and_nobody_disturbs(game, options):
    """What is imagined differs from what is there, and playing with it changes nothing."""
    seen = []

    def plays_on(known, chance):
        seen.append(known.state.generator)
        moves = known.legal_moves()
        known.play(moves[0])
        return moves[-1]

    contest = Contest(game, ("mine", "random"), options)
    quiet = run(contest, 2, python_players={"mine": last})
    assert without_time(run(contest, 2, python_players={"mine": plays_on})) == without_time(quiet)
    assert len(set(seen)) == len(seen) > 10


def test_the_hands_of_others_are_imagined():
    game = azuleo.Game(seed=5, first=0)
    game.play(game.legal_moves()[0])  # the start cross
    own, others = game.to_dict()["sides"]
    seen = [
        PythonPlayer(lambda known, _: known.to_dict()["sides"], n).choose(game) for n in range(8)
    ]
    assert all(sides[0] == own for sides in seen)
    assert len({str(sides[1]["hand"]) for sides in seen}) > 1
    assert game.to_dict()["sides"] == [own, others]


def test_a_function_that_fails_loses():
    def fails(game, chance):
        return game.nonsense

    contest = Contest("azul", ("mine", "random"))
    found = findings(contest, run(contest, 2, python_players={"mine": fails}))
    assert found["meetings"][0]["losses"] == 2
    assert "AttributeError" in found["failures"][0]["reason"]


@pytest.mark.parametrize(
    ("python_players", "complaint"),
    [
        ({"mien": at_random}, "python_players: 'mien' is no entrant; there are mine, random"),
        ({"mine": "at_random"}, "python_players: mine needs a function, not 'at_random'"),
    ],
)
def test_what_makes_no_sense_is_refused(python_players, complaint):
    with pytest.raises(OptionError, match=re.escape(complaint)):
        run(Contest("azul", ("mine", "random")), 2, python_players=python_players)
