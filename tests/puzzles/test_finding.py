"""Finding puzzles in games: what is found is one, and a search can be stopped and resumed."""

import json

import pytest

from azulejos import azul, azuleo
from azulejos.bots.levels import LEVELS
from azulejos.puzzles import FindsError, finds_in_game, make, read_finds

from .conftest import GAMES, quick


@pytest.fixture(scope="module")
def finds(file):
    found = [find for of_game in read_finds(file)[1].values() for find in of_game]
    assert found
    return found


def test_one_move_wins_clearly_more_than_every_other(finds):
    for find in finds:
        game = azul.Game.from_text(find.position)
        moves = [str(move) for move in game.legal_moves()]
        shares = dict(zip(moves, find.shares, strict=True))
        assert game.turn == find.player
        assert shares[find.best.move] == find.best.share == max(shares.values())
        others = sorted({share for share in find.shares if share != find.best.share}, reverse=True)
        assert find.best.share - others[0] == pytest.approx(find.gap, abs=0.002)
        assert find.gap >= 0.15
        assert find.greedy in moves
        assert shares[find.greedy] < find.best.share


def test_lines_can_be_played(finds):
    for find in finds:
        assert find.wrong
        for each in (find.best, *find.wrong):
            game = azul.Game.from_text(find.position)
            assert each.line[0] == each.move
            for move in each.line:
                assert not game.is_over
                game.play(move)


def test_proven_answers_are_so_by_brute_force():
    """Every other move is refuted by a solver that is asked about what follows it."""
    proven = []
    for number in range(100):
        found = finds_in_game(quick(wall=("coloured", "grey")[number % 2]), number)
        proven += [find for find in found if find.proven and len(find.best.line) < 6]
        if proven:
            break
    assert proven
    for find in proven:
        game = azul.Game.from_text(find.position)
        shares = {}
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            shares[str(move)] = share_of(after, find.player, {})
        assert list(shares.values()) == find.shares


def share_of(game, player, known):
    """The player's share of the win if both play their best: every way to the end is played."""
    if game.is_over:
        return 1 / len(game.winners) if player in game.winners else 0.0
    key = game.known_state(player)
    if key not in known:
        after = []
        for move in game.legal_moves():
            other = game.copy()
            other.play(move)
            assert other.is_over or other.phase != "deal"
            after.append(share_of(other, player, known))
        known[key] = max(after) if game.turn == player else min(after)
    return known[key]


def test_every_level_has_tried(finds):
    for find in finds:
        assert len(find.solved) == len(LEVELS["azul"])
        right = sum(find.solved)
        assert right + sum(find.chosen.values()) == find.tries * len(find.solved)
        assert find.best.move not in find.chosen


def test_what_others_hold_is_a_guess():
    """Azuleo: the same finds, whatever the others really hold."""
    found = []
    for number in range(40):
        found = finds_in_game(quick("azuleo"), number)
        if found:
            break
    assert found
    game = azuleo.Game.from_text(found[0].position)
    assert game.turn == found[0].player
    assert all(len(each.line) == 1 for each in (found[0].best, *found[0].wrong))


def test_a_stopped_search_goes_on_and_finds_the_same(file, tmp_path):
    other = tmp_path / "finds.jsonl"
    make(quick(), other, games=3)
    text = other.read_text()
    other.write_text(text + '{"game": 3, "finds": [{"id": "cut o')  # ended by force
    standing = make(quick(), other, games=GAMES)
    assert standing.games == GAMES
    assert other.read_text() == file.read_text()


def test_several_processes_find_the_same(file, tmp_path):
    other = tmp_path / "finds.jsonl"
    make(quick(), other, games=GAMES, workers=2)
    assert read_finds(other)[1] == read_finds(file)[1]


def test_time_is_up(tmp_path):
    standing = make(quick(), tmp_path / "finds.jsonl", minutes=0.01, games=1000)
    assert standing.games < 1000


def test_another_search_is_not_mixed_in(file):
    with pytest.raises(FindsError, match="not of"):
        make(quick(seed=2), file, games=1)
    assert len(read_finds(file)[1]) == GAMES


@pytest.mark.parametrize("text", ["", "x\n", "[]\n", json.dumps({"format": "other"}) + "\n"])
def test_what_is_no_file_of_finds_is_refused(tmp_path, text):
    path = tmp_path / "finds.jsonl"
    path.write_text(text)
    with pytest.raises(FindsError, match="no file of finds"):
        read_finds(path)
