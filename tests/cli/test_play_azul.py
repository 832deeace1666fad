"""Azul at the keyboard."""

import io
import json
import random

import pytest
from rich.console import Console

from azulejos import azul
from azulejos.cli import games
from azulejos.cli.play import Session


def whole_game(**options):
    """A random game as it is typed, and the game at its end."""
    chance = random.Random(5)
    game = azul.Game(**options)
    typed = []
    while not game.is_over:
        typed.append(str(chance.choice(game.legal_moves())))
        game.play(typed[-1])
    return typed, game


@pytest.mark.parametrize(
    ("players", "wall"), [(2, "coloured"), (2, "grey"), (3, "grey"), (4, "coloured")]
)
def test_whole_game_of_people(azulejos, tmp_path, players, wall):
    typed, game = whole_game(players=players, wall=wall, seed=7)
    file = tmp_path / "game.json"
    arguments = f"play --terminal --players {players} --wall {wall} --seed 7 --save {file}"
    result = azulejos(arguments, typed="\n".join(typed))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert json.loads(file.read_text()) == game.record()
    for player in range(players):
        assert f"Player {player + 1}" in result.stdout
    assert "win" in result.stdout.splitlines()[-2]
    assert f"azulejos replay {file}" in result.stdout
    assert max(map(len, result.stdout.splitlines()[:-1])) <= 80


def test_typing_is_forgiving(azulejos, tmp_path):
    """Case and blanks do not matter."""
    typed, game = whole_game(seed=7)
    file = tmp_path / "game.json"
    loose = "\n".join(f" {' '.join(move).lower()} " for move in typed)
    azulejos(f"play --terminal --seed 7 --save {file}", typed=loose)
    assert json.loads(file.read_text()) == game.record()


def test_what_is_refused_is_said_with_the_names_of_colours(azulejos):
    factory = azul.Game(seed=7).to_dict()["factories"][0]
    missing = "BYRKW"[factory.index(0)]
    name = dict(zip("BYRKW", ("blue", "yellow", "red", "black", "white"), strict=True))[missing]
    result = azulejos("play --terminal --seed 7", typed=f"1{missing}1\n")
    told = " ".join(result.stdout.split())
    assert f"1{missing}1: factory 1 has no tile of colour {name}. (? shows what can" in told


def test_whole_game_against_random_players(azulejos, tmp_path, monkeypatch):
    """The person plays at random too, with a wrong move before each."""
    chance = random.Random(5)

    def answers(session, _):
        assert not session.obey("9B9")
        return str(chance.choice(session.game.legal_moves()))

    monkeypatch.setattr(Session, "ask", answers)
    file = tmp_path / "game.json"
    result = azulejos(f"play --terminal --players 3 --against random --seed 3 --save {file}")
    assert result.exit_code == 0
    record = json.loads(file.read_text())
    assert record["result"] is not None
    assert azul.replay(record).record() == record
    assert "Random 2" in result.stdout
    assert "Random 3" in result.stdout
    assert "Round 1 is over: You " in result.stdout


def test_same_seed_same_game(azulejos):
    play = "play --terminal --against random --seed 11"
    attempts = "\n".join(f"{s}{c}F" for s in "12345C" for c in "BYRKW")
    assert azulejos(play, typed=attempts).stdout == azulejos(play, typed=attempts).stdout


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9B1", "there are 5 factories"),
        ("CB1", "centre has no tile"),
        ("hello", "is no move"),
        ("=BBYR", "this game draws by itself"),
        ("x" * 500, "too long"),
        ("\x00\x1b[2J", "is no move"),
        ("save", "save FILE"),
        ("save a\x00b", "Not saved"),
        ("save ~nobody-here/x", "Not saved"),
        ("undo", "nothing"),
    ],
)
def test_what_cannot_be_done_is_told_and_asked_again(azulejos, typed, told):
    result = azulejos("play --terminal --seed 1", typed=f"{typed}\n")
    assert result.exit_code == 0
    assert told in result.stdout.replace("\n", " ")
    assert "\x1b[2J" not in result.stdout
    assert result.stdout.count("your move") == 2


def test_bytes_that_are_no_text_are_no_move(azulejos):
    result = azulejos("play --terminal --seed 1", typed=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0


def test_help_moves_text_and_rules(azulejos):
    game = azul.Game(seed=1)
    result = azulejos(
        "play --terminal --seed 1", typed="?\nHELP\nmoves\ntext\nrules\nboard\nquit\n"
    )
    assert result.stdout.count("take blue from factory 3") == 2
    for move in game.legal_moves():
        assert str(move) in result.stdout
    assert game.to_text() in result.stdout.splitlines()
    assert "The grey wall" in result.stdout
    assert result.stdout.count("Azul, round 1") == 2


def test_undo_does_not_tell_what_chance_brings_next():
    """Whoever ends a round, looks, takes back and plays the same again meets another deal."""
    start = azul.Game(seed=5, first=0)
    while start.round == 1:
        last = str(start.legal_moves()[-1])
        start.play(last)
    dealt = start.to_dict()["factories"]
    start.undo()
    session = Session(Console(file=io.StringIO()), games.table("azul"), start, {})
    session.play(last)
    assert session.game.to_dict()["factories"] == dealt
    session.undo("")
    session.play(last)
    assert session.game.to_dict()["factories"] != dealt


def test_undo_goes_back_to_the_last_decision_of_a_person(azulejos, tmp_path):
    file = tmp_path / "game.json"
    play = f"play --terminal --against random --seed 2 --first 1 --save {file}"
    move = str(azul.Game(seed=2, first=0).legal_moves()[0])
    result = azulejos(play, typed=f"{move}\nundo\nundo\n")
    assert "Taken back." in result.stdout
    assert "nothing of yours" in result.stdout
    assert json.loads(file.read_text())["turns"] == [None]


def test_opponents_first_move_cannot_be_taken_back(azulejos):
    result = azulejos("play --terminal --against random --seed 2 --first 2", typed="undo\n")
    assert "nothing of yours" in result.stdout


def test_save_and_resume(azulejos, tmp_path):
    typed, game = whole_game(seed=9)
    file = tmp_path / "my game.json"
    first = azulejos(
        "play --terminal --seed 9", typed="\n".join([*typed[:5], f"save {file}", typed[5]])
    )
    assert f"azulejos play --terminal --resume '{file}'" in first.stdout
    assert json.loads(file.read_text())["moves"] == game.record()["moves"][:7]
    rest = azulejos(f"play --terminal --resume '{file}'", typed=f"{typed[6]}\nquit\n")
    assert rest.exit_code == 0
    assert json.loads(file.read_text())["moves"][:8] == game.record()["moves"][:8]


def test_resume_from_a_position(azulejos):
    game = azul.Game(seed=4)
    game.play(game.legal_moves()[3])
    result = azulejos(f"play --terminal --resume '{game.to_text()}'", typed="text\n")
    assert game.to_text() in result.stdout.splitlines()


def test_a_finished_game_is_not_resumed(azulejos, tmp_path):
    file = tmp_path / "over.json"
    file.write_text(json.dumps(whole_game(seed=9)[1].record()))
    result = azulejos(f"play --terminal --resume {file}")
    assert result.exit_code == 2
    assert "is over" in result.stderr


def test_files_are_not_overwritten(azulejos, tmp_path):
    file = tmp_path / "precious"
    file.write_text("mine")
    assert azulejos(f"play --terminal --save {file}").exit_code == 2
    result = azulejos("play --terminal --seed 1", typed=f"save {file}\nquit\n")
    assert "exists already" in result.stdout
    assert file.read_text() == "mine"


def test_saving_that_fails_does_not_end_the_game(azulejos, tmp_path):
    result = azulejos("play --terminal", typed=f"save {tmp_path}/no/such/folder\nmoves\n")
    assert result.exit_code == 0
    assert "Not saved" in result.stdout
    assert "from factory" in result.stdout
    assert azulejos(f"play --terminal --save {tmp_path}/no/such/folder").exit_code == 1


def test_following_a_real_table(azulejos):
    """With manual deals, what lies on the factories is typed in."""
    result = azulejos(
        "play --terminal --deals manual --first 1",
        typed="moves\nbbyr kwwb bbbb yyyy\n=bbyr kwwb bbbb yyyy rrrr\n1b2\nundo\nundo\n",
    )
    assert "expected 5 groups" in result.stdout
    assert "Player 1: 1B2, 2 blue from factory 1, to line 2" in result.stdout
    assert result.stdout.count("The deal of round 1") == 4


def test_grey_wall_asks_for_columns(azulejos):
    typed, _ = whole_game(seed=7, wall="grey")
    result = azulejos("play --terminal --seed 7 --wall grey", typed="\n".join(typed))
    assert "a column for the" in result.stdout
    assert "to column" in result.stdout


def test_overflow_and_marker_are_told(azulejos):
    typed = "=BBBB BBYR KKKK WWWW RRRR\n1B1\n2B1\nCYF\n"
    result = azulejos("play --terminal --deals manual --first 1", typed=typed)
    assert "4 blue from factory 1, to line 1, 3 to the floor" in result.stdout
    assert "1 yellow from the centre with the marker, to the floor" in result.stdout


def test_colours_where_the_terminal_has_them(azulejos, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in azulejos("play --terminal --seed 1").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    plain = azulejos("play --terminal --seed 1").stdout
    assert "[M]" in plain
    assert "48;5" not in plain


def test_standard_output_is_no_place_to_save(azulejos, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Save to which file?" in azulejos("play --terminal --seed 1", typed="save -\n").stdout
    assert azulejos("play --terminal --save -").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_hints_come_step_by_step_and_are_counted(azulejos, tmp_path):
    typed, game = whole_game(seed=7)
    file = tmp_path / "game.json"
    lines = "\n".join(["hint", "hint", "hint", *typed[:1], "hint", *typed[1:]])
    result = azulejos(f"play --terminal --seed 7 --save {file}", typed=lines)
    assert result.exit_code == 0
    told = " ".join(result.stdout.split())
    first = told.index("A good move begins with ")
    second = told.index("A good move: ")
    assert first < second
    assert "Compared with" in told or "equally good" in told
    assert "Hints taken: Player 1 1, Player 2 1" in told
    record = json.loads(file.read_text())
    assert [seat["hints"] for seat in record["seats"]] == [1, 1]
    assert azul.replay(record).scores == game.scores
