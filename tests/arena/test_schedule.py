"""Everyone has each seat equally often, on the same deals, and seeds depend on nothing else."""

from collections import Counter

import pytest

from azulejos.arena.schedule import Contest, Task
from azulejos.core.errors import OptionError

CASES = [
    ("azul", 2, {}),
    ("azul", 5, {}),
    ("azul", 2, {"players": 3}),
    ("azul", 3, {"players": 3}),
    ("azul", 2, {"players": 4}),
    ("azul", 3, {"players": 4}),
    ("azul", 5, {"players": 4, "wall": "grey"}),
    ("azuleo", 3, {"players": 2}),
    ("azuleo", 3, {"players": 3}),
    ("azuleo", 3, {"players": 4}),
]


def contest(game, entrants, options, **rest):
    return Contest(game, tuple(f"e{n}" for n in range(entrants)), options, **rest)


@pytest.mark.parametrize(("game", "entrants", "options"), CASES)
def test_on_every_deal_everyone_has_every_side_equally_often(game, entrants, options):
    made = contest(game, entrants, options)
    for meeting, sitting in enumerate(made.meetings):
        for deal in range(3):
            seatings = made.seatings(meeting, deal)
            assert len(seatings) == len(set(seatings)) == made.sides
            for side in range(made.sides):
                assert Counter(seating[side] for seating in seatings) == Counter(sitting)


@pytest.mark.parametrize(("game", "entrants", "options"), CASES)
def test_the_schedule_has_every_game_once(game, entrants, options):
    made = contest(game, entrants, options)
    tasks = list(made.tasks(13))
    assert len({task.key for task in tasks}) == len(tasks)
    for meeting in range(len(made.meetings)):
        played = [task for task in tasks if task.meeting == meeting]
        assert 13 <= len(played) < 13 + made.games_a_deal
    longer = [task for task in made.tasks(40) if task.deal < made.deals(13)]
    assert longer == tasks


def test_who_meets():
    assert contest("azul", 4, {}).meetings == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert contest("azul", 4, {"players": 3}).meetings[1] == (0, 1, 3)
    # Too few for a table: one against copies of the other.
    assert contest("azul", 2, {"players": 4}).meetings == [(0, 1, 1, 1)]
    assert contest("azul", 3, {"players": 4}).meetings == [(0, 1, 1, 1), (0, 2, 2, 2), (1, 2, 2, 2)]
    # Teams: each entrant plays for both partners.
    teams = contest("azuleo", 2, {"players": 4})
    assert (teams.players, teams.sides, teams.meetings) == (4, 2, [(0, 1)])


def test_alone_everyone_plays_every_deal():
    made = contest("azuleo", 3, {"players": 1, "mode": "score"})
    assert made.seatings(0, 5) == [(0,), (1,), (2,)]
    tasks = [task for task in made.tasks(9) if task.deal == 2]
    assert len({made.deal_seed(task) for task in tasks}) == 1


def test_neighbours_change_from_deal_to_deal():
    made = contest("azul", 4, {"players": 4})
    followers = {made.seatings(0, deal)[0] for deal in range(6)}
    assert len(followers) == 6


def test_the_deal_is_the_same_for_all_seatings_and_for_no_other():
    made = contest("azul", 3, {})
    seeds = {}
    for task in made.tasks(60):
        seeds.setdefault(made.deal_seed(task), set()).add(task.key[:2])
        assert 0 <= made.deal_seed(task) < 2**53
    assert all(len(deals) == 1 for deals in seeds.values())
    assert len(seeds) == 3 * 30
    first = made.new_game(made.deal_seed(Task(0, 0, 0, (0, 1))))
    assert first.to_dict() == made.new_game(made.deal_seed(Task(0, 0, 1, (1, 0)))).to_dict()
    assert first.turn == 0


def test_every_player_has_a_seed_of_its_own():
    made = contest("azul", 2, {"players": 4})
    seeds = [made.player_seed(task, seat) for task in made.tasks(40) for seat in range(4)]
    assert len(set(seeds)) == len(seeds)


def test_seeds_stay_what_they_are():
    """A run that was begun with one version must be able to go on with the next."""
    made = contest("azul", 2, {}, seed=7)
    assert made.deal_seed(Task(0, 3, 0, (0, 1))) == 1868534058249539
    assert made.player_seed(Task(0, 3, 1, (1, 0)), 1) == 8809254789635525
    assert contest("azul", 2, {}, seed=8).deal_seed(Task(0, 3, 0, (0, 1))) != 1868534058249539


def test_names_tell_twins_apart():
    made = Contest("azul", ("greedy", "random", "greedy", "greedy"))
    assert made.names == ["greedy", "random", "greedy #2", "greedy #3"]


@pytest.mark.parametrize(
    ("entrants", "changes", "complaint"),
    [
        (("a",), {}, "entrants: expected 2"),
        ((), {"game": "azuleo", "options": {"players": 1}}, "entrants: expected 1"),
        (("a",) * 65, {}, "entrants: expected 2 to 64"),
        (("a", "b"), {"ms": 0}, "ms: expected a positive"),
        (("a", "b"), {"visits": -1}, "visits: expected a positive"),
        (("a", "b"), {"ms": 5, "visits": 5}, "give one of them"),
        (("a", "b"), {"seed": 1.5}, "seed"),
        (("a", "b"), {"options": {"players": 5}}, "players"),
        (("a", "b"), {"options": {"wall": "blue"}}, "wall"),
    ],
)
def test_what_cannot_be_had(entrants, changes, complaint):
    with pytest.raises(OptionError, match=complaint):
        Contest(**{"game": "azul", "entrants": entrants} | changes)
