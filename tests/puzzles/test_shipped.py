"""The puzzles that the games ship, and their files."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from azulejos import games
from azulejos.analysis.judge import Judge
from azulejos.analysis.review import Reason
from azulejos.analysis.steps import Step
from azulejos.puzzles import Collection, Line, PuzzleError, shipped, with_puzzles
from azulejos.search.after import greedy_action, legal_with_representatives
from azulejos.search.endgame import solve

#: A sample is searched again by so many visits, a tenth of those by which puzzles are confirmed,
#: with several seeds: among three players one short search in a few is led astray.
VISITS, SEEDS, SAMPLE = 2000, (99, 1, 2), 8

ALL = [puzzle for name in with_puzzles() for puzzle in shipped(name).puzzles]


def start(puzzle):
    return games.spec(puzzle.game).Game.from_text(puzzle.position)


def test_enough_of_every_kind_are_shipped():
    texts = [shipped(name).to_text() for name in with_puzzles()]
    assert sum(len(text.encode()) for text in texts) < 800_000
    assert len(ALL) >= 1000
    kinds = {(p.game, start(p).players, "wall:grey" in p.themes) for p in ALL}
    for kind in (("azul", 2, False), ("azul", 2, True), ("azul", 3, False)):
        assert kind in kinds
    for kind in (("azuleo", 2, False), ("azuleo", 3, False), ("azuleo", 4, False)):
        assert kind in kinds
    assert {"proven", "ending", "denial", "column", "azuleo"} <= {t for p in ALL for t in p.themes}


@pytest.mark.parametrize("name", with_puzzles())
def test_a_file_says_the_same_when_it_is_written_again(name):
    text = (games.spec(name).folder / "puzzles.jsonl").read_text("utf-8")
    read = Collection.from_text(text)
    assert read.to_text() == text
    assert Collection.from_text(read.to_text()) == read
    assert list(read.levels[-2:]) > list(read.levels[:2])
    for puzzle in read.puzzles:
        assert read.find(puzzle.id) is puzzle
    assert read.find("nobody") is None


@pytest.mark.parametrize("name", with_puzzles())
def test_every_puzzle_can_be_set_up_and_has_one_answer(name):
    """One move, or several that are equivalent; not what the greedy player would choose."""
    for puzzle in shipped(name).puzzles:
        game = puzzle.start()
        losses = puzzle.losses_by_move(game)
        assert losses[puzzle.answer] == 0
        actions, alike = np.zeros((2, game.KERNEL.MAX_LEGAL), np.int16)
        n = legal_with_representatives(game.states, actions, alike)
        equal = dict(zip(actions[:n].tolist(), alike[:n].tolist(), strict=True))
        right = {equal[game.parse(move).action] for move, loss in losses.items() if loss == 0}
        assert len(right) == 1
        assert min(loss for loss in losses.values() if loss) >= 0.14, puzzle.id
        for seed in (1, 2, 3):
            greedy = greedy_action(game.states.copy(), game.turn, seed, actions)
            assert greedy not in right
        assert puzzle.wrong
        for line in (puzzle.line, *(wrong.line for wrong in puzzle.wrong)):
            trial = puzzle.start()
            for move in line.moves:
                trial.play(move)
        for wrong in puzzle.wrong:
            assert losses[wrong.move] > 0
        assert 0 < puzzle.deviation < 350


@pytest.mark.parametrize("puzzle", ALL[:: len(ALL) // SAMPLE], ids=lambda p: p.id)
def test_the_answer_is_the_best_move_by_searches_of_our_own(puzzle):
    game = start(puzzle)
    states = game.states.copy()
    step = Step(0, 1, game.turn, -1, states, states, (game.turn,), game.round)
    shares = Counter()
    for seed in SEEDS:
        judge = Judge(game, seed)
        for found in judge.compare(0, step, judge.choices(step), VISITS):
            shares[str(game.MOVES[found.action])] += found.values[game.turn]
    assert shares.most_common(1)[0][0] == puzzle.answer


PROVEN = [puzzle for puzzle in ALL if puzzle.proven]


@pytest.mark.parametrize("puzzle", PROVEN[:: len(PROVEN) // 6], ids=lambda p: p.id)
def test_what_is_proven_is_solved_again_move_by_move(puzzle):
    game = start(puzzle)
    player = game.turn
    values = {}
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        if after.is_over:
            won = player in after.winners
            values[str(move)] = 1 / len(after.winners) if won else 0.0
            continue
        solved = solve(game.KERNEL, after.states, 10**7)
        value = solved.value if after.turn == player else 1 - solved.value
        values[str(move)] = round(2 * value) / 2
    best = max(values.values())
    assert {move: best - value for move, value in values.items()} == puzzle.losses_by_move(game)


# ── Files ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def puzzle():
    return replace(
        ALL[0],
        line=Line(("3B2", "CKF"), "CY1"),
        losses=(0.0, 0.16, 1.0),
        themes=("denial", "wall:grey"),
        wrong=(replace(ALL[0].wrong[0], why=(Reason("leaves", 4.0),)),),
    )


@pytest.mark.parametrize("proven", [True, False])
def test_a_puzzle_says_the_same_when_it_is_read_again(puzzle, proven):
    told = replace(puzzle, proven=proven)
    assert type(told).from_json(told.game, told.to_json()) == told
    assert ("proven" in json.loads(told.to_json())) is proven


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"losses": "0!"}, "no puzzle"),
        ({"rating": "hard"}, "no puzzle"),
        ({"line": None}, "no puzzle"),
        ({"more": 1}, "more"),
        ({"wrong": [["3B2", ["leaves"]]]}, "no puzzle"),
    ],
)
def test_a_damaged_puzzle_is_refused(puzzle, change, what):
    text = json.dumps(json.loads(puzzle.to_json()) | change)
    with pytest.raises(PuzzleError, match=what):
        type(puzzle).from_json(puzzle.game, text, "line 2")


def test_a_damaged_file_is_refused(puzzle):
    whole = Collection(puzzle.game, (1200, 1500), (puzzle,))
    head, line = whole.to_text().splitlines()
    for text in ("", "{}", "nothing", head.replace('"version": 1', '"version": 2') + "\n" + line):
        with pytest.raises(PuzzleError):
            Collection.from_text(text)
    with pytest.raises(PuzzleError, match="second"):
        Collection.from_text("\n".join([head, line, line]))
    missing = {k: v for k, v in json.loads(line).items() if k != "position"}
    with pytest.raises(PuzzleError, match="line 2"):
        Collection.from_text(f"{head}\n{json.dumps(missing)}")
