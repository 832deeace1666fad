"""Functions as entrants: asked fairly, unable to peek, and refused where they make no sense."""

import re

import pytest

from azulejos import azuleo
from azulejos.arena import Contest, findings, run, spread_over
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
    looks = []

    def guesses(known, chance):
        looks.append((known.entries, known.turn, [s["hand"] for s in known.to_dict()["sides"]]))
        return known.legal_moves()[0]

    games = run(Contest("azuleo", ("mine", "greedy")), 2, python_players={"mine": guesses})
    right = wrong = 0
    for game in games.values():
        truth = azuleo.replay(game["record"])
        own = game["sides"].index(0)
        while looks and looks[0][1] == own:
            entries, _, hands = looks.pop(0)
            true = [side["hand"] for side in truth.after(entries).to_dict()["sides"]]
            assert hands[own] == true[own]
            right += hands[1 - own] == true[1 - own]
            wrong += hands[1 - own] != true[1 - own]
    assert not looks
    assert wrong > 5 * right


def test_taking_back_does_not_tell_the_next_deal():
    """The last move of a round, taken back and made again in a copy, deals something else."""
    foreseen, dealt = {}, {}

    def foresees(known, chance):
        dealt.setdefault(known.round, known.to_dict()["factories"])
        moves = known.legal_moves()
        for move in moves:
            on = known.copy()
            on.play(move)
            if on.round > known.round:
                foreseen.setdefault(on.round, []).append(on.to_dict()["factories"])
        past = known.copy()
        if past.entries:
            last = past.log_entry(past.entries - 1).made.text
            past.undo()
            past.play(last)
            if past.round > 1 and past.to_dict()["factories"] == dealt[past.round]:
                foreseen.setdefault(past.round, []).append(dealt[past.round])
        return moves[0]

    for seed in range(4):
        foreseen.clear()
        dealt.clear()
        run(Contest("azul", ("mine", "mine"), seed=seed), 1, python_players={"mine": foresees})
        assert len(dealt) > 3
        assert foreseen
        for number, deals in foreseen.items():
            assert dealt.get(number) not in deals


def test_the_record_does_not_tell_the_draws_of_others():
    shown = []

    def looks(known, chance):
        shown.append((known.turn, known.record()))
        return chance.choice(known.legal_moves())

    games = run(Contest("azuleo", ("mine", "mine")), 1, python_players={"mine": looks})
    assert games
    for turn, record in shown:
        crosses = [text for text in record["moves"][:12] if text[0] == "+"][:6]
        hidden = [n // 3 != turn for n in range(6)]
        assert [text == "+?" for text in crosses] == hidden


def test_players_of_every_make_are_given_what_they_know():
    """Not only functions: whatever `make` makes."""
    hidden = []

    class Looks:
        def choose(self, game, *, ms=None, visits=None):
            hidden.append("+?" in game.record()["moves"])
            return game.legal_moves()[0]

        def close(self):
            pass

    contest = Contest("azuleo", ("one", "other"))
    run(contest, 1, spread=spread_over(1), make=lambda spec, game, seed: Looks())
    assert all(hidden)


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
