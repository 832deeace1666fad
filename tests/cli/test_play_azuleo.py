"""Azuleo at the keyboard."""

import json
import random
import re
from io import StringIO

import pytest
from rich.console import Console

from azulejos import azuleo, bots
from azulejos.cli import games
from azulejos.cli.play import Session
from azulejos.games.azuleo.terminal import _turns_left

HAND_OVER = re.compile(r"Hand the keyboard to (Player \d)")


def is_lay(move):
    return str(move)[0].isalpha()


def whole_game(stop=10_000, **options):
    """A random game of people who lay when they can: what is typed, with an Enter wherever the
    keyboard changes hands; and the game at its end or after so many moves."""
    chance = random.Random(5)
    game = azuleo.Game(**options)
    typed, last = [], None
    while not game.is_over and stop:
        hidden = game.sides > 1 and not game.options["open_hands"]
        if hidden and last != game.turn % game.sides:
            typed.append("")
        last = game.turn % game.sides
        moves = game.legal_moves()
        typed.append(str(chance.choice([move for move in moves if is_lay(move)] or moves)))
        game.play(typed[-1])
        stop -= 1
    return typed, game


GAMES = {
    "two": {},
    "three": {"players": 3},
    "teams": {"players": 4},
    "fill": {"players": 1},
    "score": {"players": 1, "mode": "score"},
    "open": {"open_hands": True},
    "automatic": {"claims": "automatic", "lenient": True, "free_border": True},
    "exchange": {"exchange": True, "blockades": None, "idle_limit": 8},
    "small": {"board": [".ooo", "....", "x..."], "claims": "hinted", "blockades": 2},
}


def as_arguments(options):
    texts = []
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            texts.append(option)
        elif value is None:
            texts.append(f"{option} unlimited")
        else:
            texts.append(f"{option} {'/'.join(value) if isinstance(value, list) else value}")
    return " ".join(texts)


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_whole_game_of_people(azulejos, tmp_path, options):
    typed, game = whole_game(seed=7, **options)
    file = tmp_path / "game.json"
    command = f"play --terminal --game azuleo --seed 7 --save {file} {as_arguments(options)}"
    result = azulejos(command, typed="\n".join(typed))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert json.loads(file.read_text()) == game.record()
    assert max(map(len, result.stdout.splitlines()[:-1])) <= 80
    assert f"azulejos replay {file}" in result.stdout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_are_hidden_between_people(azulejos, players):
    """Each person's screen shows one hand; the keyboard is handed over between sides."""
    typed, _ = whole_game(seed=7, players=players, stop=12)
    result = azulejos(
        f"play --terminal --game azuleo --seed 7 --players {players}", typed="\n".join(typed)
    )
    sides = 2 if players == 4 else players
    screens = result.stdout.split("    a      b")[1:]
    assert len(screens) >= 12
    for screen in screens:
        assert screen.count("crosses, face down") == sides - 1
    assert len(HAND_OVER.findall(result.stdout)) >= 10


def test_no_hand_over_among_partners_or_against_opponents(azulejos):
    """One person and random players: nobody to hide from."""
    start = "\n".join(f"{field}{kind}" for field in ("c3",) for kind in azuleo.KINDS)
    for players in (2, 3, 4):
        command = f"play --terminal --game azuleo --against random --seed 3 --players {players}"
        result = azulejos(command, typed=start + "\n~RY\n~RB\n~RG\n~YB\n~YG\n~BG\n")
        assert result.exit_code == 0
        assert "Hand the keyboard" not in result.stdout
        assert "Random" in result.stdout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_game_against_random_players(azulejos, tmp_path, monkeypatch, players):
    """The person lays when that is possible; only their own hand is ever shown."""
    chance = random.Random(5)

    def answers(session, _):
        moves = session.game.legal_moves()
        return str(chance.choice([move for move in moves if is_lay(move)] or moves))

    monkeypatch.setattr(Session, "ask", answers)
    file = tmp_path / "game.json"
    command = (
        f"play --terminal --game azuleo --players {players} --against random --seed 3 --save {file}"
    )
    result = azulejos(command)
    assert result.exit_code == 0
    assert json.loads(file.read_text())["result"] is not None
    *screens, _ = result.stdout.split("    a      b")[1:]
    for screen in screens:
        assert (
            len(re.findall("cross(?:es)?, face down", screen))
            == (2 if players == 4 else players) - 1
        )


def test_text_does_not_give_hands_away_unasked(azulejos):
    typed = "\ntext\ntext all\n"
    game = azuleo.Game(seed=4)
    result = azulejos("play --terminal --game azuleo --seed 4", typed=typed)
    assert result.stdout.count(game.to_text()) == 1
    assert "every hand" in result.stdout
    alone = azulejos("play --terminal --game azuleo --seed 4 --players 1", typed="text\n")
    assert azuleo.Game(seed=4, players=1).to_text() in alone.stdout


def test_blockades_to_be_found_are_not_listed(azulejos):
    """A position with an unplayable field: hinted lists the claim, found does not."""
    for seed in range(100):
        _, early = whole_game(seed=seed, stop=40, open_hands=True)
        while not any(str(move).startswith("#") for move in early.legal_moves()):
            try:
                early.undo()
            except ValueError:
                break
        else:
            break
    claims = [str(move) for move in early.legal_moves() if str(move).startswith("#")]
    assert claims
    for option, listed in (("found", False), ("hinted", True)):
        position = early.to_dict()
        position["options"]["claims"] = option
        text = azuleo.Game.from_dict(position).to_text()
        result = azulejos(f"play --terminal --resume '{text}'", typed="moves\nmoves\n")
        assert (claims[0] in result.stdout) == listed


def test_moves_show_their_points(azulejos):
    typed, game = whole_game(seed=7, stop=5, open_hands=True)
    result = azulejos(
        "play --terminal --game azuleo --open-hands --seed 7",
        typed="\n".join([*typed, "moves", ""]),
    )
    for move in filter(is_lay, game.legal_moves()):
        trial = game.copy()
        trial.play(move)
        gain = trial.scores[game.turn] - game.scores[game.turn]
        assert f"{move} {gain:+d}" in result.stdout


def test_blockades_that_come_by_themselves_are_no_points_of_the_lay(azulejos):
    """Alone, the points of the next turn's blockades are one's own, but told apart."""
    for seed in range(100):
        options = {"players": 1, "mode": "score", "claims": "automatic", "seed": seed}
        typed, game = whole_game(**options, stop=25)
        while not game.is_over and (moves := list(filter(is_lay, game.legal_moves()))):
            gains = [(move, *gains_of(move, game)) for move in moves]
            blocking = [entry for entry in gains if entry[2]]
            if not blocking:
                typed.append(str(moves[0]))
                game.play(moves[0])
                continue
            move, points, blockades = blocking[0]
            result = azulejos(
                f"play --terminal --game azuleo {as_arguments(options)}",
                typed="\n".join([*typed, "moves", str(move), ""]),
            )
            for listed, gain, _ in gains:
                assert f"{listed} {gain:+d}" in result.stdout
            assert f"You: {move}, a cross on {move.field}, {points:+d}\n" in result.stdout
            assert f" blocked, {2 * blockades:+d}\n" in result.stdout
            return
    pytest.fail("no lay makes a field unplayable")


def gains_of(move, game):
    """The points of a lay where nothing is blocked by itself, and the number of blockades."""
    position = game.to_dict()
    position["options"]["claims"] = "found"
    found, automatic = azuleo.Game.from_dict(position), game.copy()
    found.play(move)
    automatic.play(move)
    points = found.scores[0] - game.scores[0]
    return points, (automatic.scores[0] - game.scores[0] - points) // 2


def test_typing_is_forgiving(azulejos, tmp_path):
    typed, game = whole_game(seed=7, open_hands=True)
    file = tmp_path / "game.json"
    loose = "\n".join(f" {' '.join(move)} ".swapcase() for move in typed)
    azulejos(f"play --terminal --game azuleo --open-hands --seed 7 --save {file}", typed=loose)
    assert json.loads(file.read_text()) == game.record()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("a1RYBG", "dotted"),
        ("c3RRRR", "is no move"),
        ("~RY", "start"),
        ("+RYBG", "draws by itself"),
        ("-", "start"),
    ],
)
def test_what_cannot_be_done_is_told_and_asked_again(azulejos, typed, told):
    result = azulejos("play --terminal --game azuleo --seed 1", typed=f"\n{typed}\n")
    assert result.exit_code == 0
    assert told in result.stdout
    assert result.stdout.count("the start cross to a dotted field") == 2


def test_following_a_real_table(azulejos):
    """Draws are typed in, with a question mark for crosses one does not see."""
    draws = ["rybg", "+RYGB", "rbyg", "+?", "+ ?", "+?", "%ry", "bg", "yg", "rg", "+?", "rybg"]
    result = azulejos(
        "play --terminal --game azuleo --draws manual --first 1",
        typed="\n".join(["moves", "hello", *draws, "c3RYBG", "~RY", "RB", ""]),
    )
    assert result.exit_code == 0
    assert "The cross for Player 1" in result.stdout
    assert "The plate for Player 2" in result.stdout
    assert "+?: " in result.stdout  # refused: everyone sees the start cross
    assert "Player 1: c3RYBG, the start cross" in result.stdout
    assert "Player 1: ~RY, a plate swapped" in result.stdout
    assert "[?][?]" in result.stdout
    assert "Player 2, your move" in result.stdout
    assert "crosses left: 29" in result.stdout  # 36 but for six in hands and one on the board


def test_undo_after_a_draw(azulejos, tmp_path):
    typed, _ = whole_game(seed=7, open_hands=True, stop=2)
    file = tmp_path / "game.json"
    azulejos(
        f"play --terminal --game azuleo --open-hands --seed 7 --save {file}",
        typed="\n".join([*typed, "undo"]),
    )
    _, earlier = whole_game(seed=7, open_hands=True, stop=1)
    assert json.loads(file.read_text()) == earlier.record()


def test_after_an_undo_an_opponent_has_other_crosses():
    """What one has seen of its hand is worth nothing; what one knew is as it was."""
    _, game = whole_game(seed=7, first=0, stop=7)
    while game.turn != 0:
        game.play(game.legal_moves()[0])
    before = game.copy()
    game.play(game.legal_moves()[0])
    opponents = {1: bots.make("random", "azuleo")}
    found = []
    for _ in range(20):
        session = Session(Console(file=StringIO()), games.table("azuleo"), game.copy(), opponents)
        session.undo("")
        assert session.game.view(0) == before.view(0)
        found.append(session.game.to_text())
    assert len(set(found)) > 5


def test_resume_keeps_what_is_hidden(azulejos, tmp_path):
    _, game = whole_game(seed=7, stop=6)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.record()))
    assert "face down" not in azulejos(f"play --terminal --resume {file}").stdout
    result = azulejos(f"play --terminal --resume {file}", typed="\n")
    assert result.stdout.count("crosses, face down") == 1


def test_players_are_told_how_long_an_idle_game_lasts():
    """Only when a run is under way, and no more than ten turns of each side are left."""
    view = azuleo.Game(2, seed=1, first=0).view(0)
    for idle, left in ((0, None), (2 * 47, None), (2 * 48, 10), (2 * 57 + 1, 1)):
        assert _turns_left(view | {"idle": idle}) == left
    assert _turns_left(view | {"idle": 2 * 58, "phase": "over"}) is None
