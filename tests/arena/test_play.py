"""One game: its outcome, its record, and what becomes of entrants that misbehave."""

import sys

import pytest

from azulejos import azul, azuleo
from azulejos.arena.play import REASON_LENGTH, Interrupted, play
from azulejos.arena.schedule import Contest
from azulejos.bots.external import PlayerFailed

from . import players
from .players import make

PACKAGES = {"azul": azul, "azuleo": azuleo}


def outcomes(contest, games=1, make=make):
    return [play(contest, task, make) for task in contest.tasks(games)]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("azul", {}),
        ("azul", {"players": 3, "wall": "grey"}),
        ("azul", {"players": 4}),
        ("azuleo", {}),
        ("azuleo", {"players": 3}),
        ("azuleo", {"players": 4, "exchange": True}),
        ("azuleo", {"players": 1, "mode": "score"}),
        ("azuleo", {"players": 1}),
    ],
)
def test_every_game_replays_to_its_outcome(game, options):
    contest = Contest(game, ("keen", "random"), options)
    for outcome in outcomes(contest):
        replayed = PACKAGES[game].replay(outcome["record"])
        assert replayed.is_over
        assert outcome["failure"] is None
        board = replayed.to_dict().get("board", [])
        laid = sum(field not in (None, "#") for row in board for field in row)
        filling = options == {"players": 1}  # then crosses on the board are what counts
        assert outcome["points"] == ([laid] if filling else replayed.scores[: contest.sides])
        winners = {seat % contest.sides for seat in replayed.winners}
        assert {side for side, score in enumerate(outcome["scores"]) if score} == winners
        assert sum(outcome["scores"]) == pytest.approx(1 if winners else 0)
        made = [turn for turn in outcome["record"]["turns"] if turn is not None]
        assert outcome["moves"] == len(made) == sum(outcome["decisions"])
        assert outcome["rounds"] == getattr(replayed, "round", None)


def test_all_seatings_begin_with_the_same_deal():
    found = outcomes(Contest("azul", ("keen", "random"), {"players": 4}))
    assert len({outcome["record"]["moves"][0] for outcome in found}) == 1
    assert [outcome["sides"].index(0) for outcome in found] == [0, 1, 2, 3]


def test_the_same_game_is_played_again():
    contest = Contest("azul", ("keen", "random"))
    assert [o["record"] for o in outcomes(contest)] == [o["record"] for o in outcomes(contest)]
    other = Contest("azul", ("keen", "random"), seed=2)
    assert outcomes(contest)[0]["record"] != outcomes(other)[0]["record"]


def test_copies_of_a_player_do_not_play_alike():
    """Each seat has a player, and a seed, of its own."""
    seeds = []

    def spy(spec, game, *, seed):
        seeds.append(seed)
        return make(spec, game, seed=seed)

    outcomes(Contest("azul", ("keen", "random"), {"players": 4}), make=spy)
    assert len(set(seeds)) == 16


def test_budgets_are_handed_on():
    asked = []

    class Noting(players.Player):
        def choose(self, game, *, ms=None, visits=None):
            asked.append((ms, visits))
            return super().choose(game)

    for budget in ({"ms": 20}, {"visits": 30}, {}):
        contest = Contest("azul", ("a", "b"), **budget)
        outcomes(contest, make=lambda spec, game, *, seed: Noting(seed))
    assert set(asked) == {(20, None), (None, 30), (None, None)}


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("crash", "crash: RuntimeError: my head ?[31mhurts"),
        ("illegal", "illegal move: 9W1"),
        ("malformed", "malformed answer: "),
    ],
)
def test_a_failure_loses_the_game_with_its_reason(way, reason):
    for outcome in outcomes(Contest("azul", ("random", f"failing:{way}")), 6):
        failed = outcome["sides"].index(1)
        assert outcome["failure"]["side"] == failed
        assert outcome["failure"]["reason"].startswith(reason)
        assert outcome["scores"][failed] == 0
        assert outcome["scores"][1 - failed] == 1
        assert outcome["points"] is None
        assert not azul.replay(outcome["record"]).is_over


def test_a_failing_copy_loses_for_all_its_copies():
    for outcome in outcomes(Contest("azul", ("random", "failing:crash"), {"players": 4})):
        assert outcome["scores"] == [float(entrant == 0) for entrant in outcome["sides"]]


def test_the_others_score_what_one_of_three_gave_away():
    contest = Contest("azul", ("random", "failing:crash", "keen"), {"players": 3})
    for outcome in outcomes(contest):
        assert outcome["scores"] == [0.5 * (entrant != 1) for entrant in outcome["sides"]]


def test_a_team_fails_together():
    contest = Contest("azuleo", ("random", "failing:crash"), {"players": 4})
    for outcome in outcomes(contest):
        assert outcome["scores"] == [float(entrant == 0) for entrant in outcome["sides"]]


def test_who_fails_alone_wins_nothing():
    contest = Contest("azuleo", ("failing:crash",), {"players": 1, "mode": "score"})
    (outcome,) = outcomes(contest)
    assert (outcome["scores"], outcome["points"]) == ([0.0], None)


def test_a_player_that_cannot_be_made_loses():
    for outcome in outcomes(Contest("azul", ("random", "nobody"))):
        assert outcome["scores"][outcome["sides"].index(0)] == 1
        assert "no player 'nobody'" in outcome["failure"]["reason"]


def test_a_reason_of_any_size_is_kept_short():
    class Talking(players.Player):
        def choose(self, game, **budget):
            raise PlayerFailed("crash", "x" * 10_000)

        def close(self):
            raise RuntimeError("and I will not go")

    outcome = outcomes(Contest("azul", ("a", "b")), make=lambda *a, seed: Talking(seed))[0]
    assert outcome["failure"]["reason"].startswith("crash: xxx")
    assert len(outcome["failure"]["reason"]) == REASON_LENGTH + 1


def test_every_player_is_closed_whatever_happens():
    open_players = set()

    def counting(spec, game, *, seed):
        player = make(spec, game, seed=seed)
        open_players.add(player)
        player.close = lambda: open_players.remove(player)
        return player

    for second in ("random", "failing:crash", "nobody"):
        outcomes(Contest("azul", ("random", second)), make=counting)
        assert open_players == set()
    contest = Contest("azul", ("random", "random"))
    (task, *_) = contest.tasks(1)
    answers = iter([False, False, True])
    with pytest.raises(Interrupted):
        play(contest, task, counting, lambda: next(answers))
    assert open_players == set()


# ── External programs ────────────────────────────────────────────────────────────────────────────

PROGRAM = """
import json, sys, time
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    asked += 1
    move = request["legal_moves"][0]
    if asked == 3:
        {act}
    print(json.dumps({{"id": request["id"], "move": move}}), flush=True)
"""


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ("sys.exit('I am lost')", "crash"),
        ("time.sleep(60)", "time-out"),
        ("print('hm', flush=True); continue", "malformed"),
        ("move = 'nonsense'", "malformed"),
        ("move = '9W1'", "illegal move"),
    ],
)
def test_a_program_that_fails_loses_that_game(tmp_path, act, reason):
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.format(act=act))
    contest = Contest("azul", ("random", f"cmd:{sys.executable} {program}"), ms=100)
    for outcome in outcomes(contest):
        assert outcome["failure"]["side"] == outcome["sides"].index(1)
        assert outcome["failure"]["reason"].startswith(reason)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_program_that_behaves_plays_to_the_end(tmp_path, game):
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.format(act="pass"))
    contest = Contest(game, ("random", f"cmd:{sys.executable} {program}"), visits=1)
    assert [outcome["failure"] for outcome in outcomes(contest)] == [None, None]
