"""With a real terminal on the other side: questions, Ctrl-C, Ctrl-D, a hidden screen."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")

#: Seconds. A cold start compiles the rules.
PATIENCE = 60


class Terminal:
    """The command line in a pseudo-terminal."""

    def __init__(self, *arguments, **environment):
        self.screen = ""
        self.leader, follower = pty.openpty()
        settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=os.environ | settings | environment,
            start_new_session=True,
        )
        os.close(follower)

    def expect(self, text):
        """Wait until the text has appeared since the last one expected; what came before it."""
        while text not in self.screen:
            ready, _, _ = select.select([self.leader], [], [], PATIENCE)
            assert ready, f"{text!r} does not appear in {self.screen!r}"
            try:
                self.screen += os.read(self.leader, 65536).decode(errors="replace")
            except OSError:  # the other side has gone
                assert text in self.screen, f"{text!r} is not in {self.screen!r}"
        before, _, self.screen = self.screen.partition(text)
        return before

    def type(self, text):
        """Press keys; only after a whole prompt, since what comes earlier can get lost."""
        os.write(self.leader, text.encode())

    def answer(self, question, text):
        self.expect(question)
        self.expect("] ")
        self.type(f"{text}\n")

    def ended(self):
        """The exit code; whatever is still printed is read, or printing it would wait for us."""
        while select.select([self.leader], [], [], PATIENCE)[0]:
            try:
                os.read(self.leader, 65536)
            except OSError:
                break
        os.close(self.leader)
        return self.process.wait(timeout=PATIENCE)


def test_questions_with_enter_for_an_answer():
    terminal = Terminal("play", "--terminal")
    for question in (
        "Which game",
        "How many people",
        "How many opponents",
        "Their level",
        "Which wall",
    ):
        terminal.answer(question, "")
    terminal.expect("Azul, round 1")
    terminal.expect("Your move (? for help): ")
    terminal.type("quit\n")
    assert terminal.ended() == 0


def test_questions_with_answers():
    terminal = Terminal("play", "--terminal")
    terminal.answer("Which game", "chess")
    terminal.expect("Please type one of: azul, azuleo")
    terminal.answer("Which game", "azuleo")
    terminal.answer("How many people", "1")
    terminal.answer("How many opponents", "0")
    terminal.answer("Fill the board", "s")
    terminal.expect("(? for help): ")
    terminal.type("\x04")
    assert terminal.ended() == 0


@pytest.mark.parametrize("leave", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving(tmp_path, leave):
    file = tmp_path / "game.json"
    terminal = Terminal(
        "play", "--terminal", "--seed", "1", "--against", "random", "--save", str(file)
    )
    terminal.expect("(? for help): ")
    if leave == "\x03":
        time.sleep(0.5)  # until it waits for us: before that a signal waits for the next key
        os.kill(terminal.process.pid, signal.SIGINT)
    else:
        terminal.type(leave)
    terminal.expect(f"azulejos play --terminal --resume {file} --against random")
    assert "Traceback" not in terminal.screen
    assert terminal.ended() == 0


def test_an_unsaved_game_is_not_left_by_accident(tmp_path):
    file = tmp_path / "game.json"
    terminal = Terminal("play", "--terminal", "--deals", "manual")
    terminal.expect("(? for help): ")
    terminal.type("bbyr kwwb bbbb yyyy rrrr\n")
    terminal.expect("your move: ")
    terminal.type("1b2\n")
    terminal.expect("your move: ")
    terminal.type("quit\n")
    terminal.expect("leave without: ")
    terminal.type(f"{file}\n")
    terminal.expect(f"azulejos play --terminal --resume {file}")
    assert terminal.ended() == 0
    assert file.exists()


def test_leaving_the_questions():
    terminal = Terminal("play", "--terminal")
    terminal.expect("[azul] ")
    terminal.type("\x04")
    assert terminal.ended() == 0


def test_people_with_secrets_play_on_a_screen_of_its_own():
    terminal = Terminal("play", "--terminal", "--game", "azuleo", "--seed", "1", "--first", "1")
    terminal.expect("\x1b[?1049h")
    assert "plates" not in terminal.expect("presses Enter. ")
    terminal.type("\n")
    terminal.expect("(? for help): ")
    terminal.type("quit\n")
    terminal.expect("\x1b[?1049l")
    assert terminal.ended() == 0


def test_a_dumb_terminal_gets_plain_text():
    terminal = Terminal("play", "--terminal", "--seed", "1", TERM="dumb")
    assert "\x1b[" not in terminal.expect("(? for help): ")
    terminal.type("quit\n")
    assert terminal.ended() == 0
