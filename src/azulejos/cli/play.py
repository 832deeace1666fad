"""Playing in the terminal: people at one keyboard, with opponents in the other seats."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from random import SystemRandom
from typing import Any, Protocol, cast

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from azulejos import rulebook
from azulejos.analysis.hinting import Hint, hint
from azulejos.analysis.words import hinted
from azulejos.bots import LEVELS, PlayerFailed
from azulejos.cli import files
from azulejos.cli.errors import Failed
from azulejos.cli.games import Game, Position, Table
from azulejos.cli.tiles import Brush
from azulejos.core.errors import IllegalMove, InputError
from azulejos.core.game import TableGame
from azulejos.core.messages import ENGLISH
from azulejos.core.record_head import with_head

#: Characters. The longest move is a deal for nine factories.
LINE_LIMIT = 200


class Leave(Exception):
    """The game is left before its end; the message says why, if it is not plain."""


class Opponent(Protocol):
    """A player that is no person: see `bots.make`."""

    @property
    def name(self) -> str: ...
    def choose(self, game: Any) -> object: ...
    def close(self) -> None: ...


class Session:
    """One game at one keyboard.

    `opponents` are the players in the seats without a person, and `against` is how they were asked
    for. `saved_at` is the file that is written after every move, or None.
    """

    def __init__(
        self,
        console: Console,
        table: Table,
        game: Game,
        opponents: Mapping[int, Opponent],
        against: str | None = None,
        saved_at: str | None = None,
    ) -> None:
        self.console = console
        self.brush = Brush(console)
        self.table = table
        self.game = game
        self.opponents = opponents
        self.against = against
        self.people = frozenset(range(game.players)) - opponents.keys()
        self.names = names(game.players, opponents, table.name)
        self.saved_at = saved_at
        greeting = introductions(opponents, table.name)
        self.news = [greeting.copy() for _ in range(game.players)]  # untold, for each player
        self.viewer: int | None = None  # the person who looked at the screen last
        self.manual = game.record()["options"][table.chance] == "manual"
        self.secret = self._people_have_secrets()
        self.reminder = " (? for help)"  # beside the first prompt
        self.hints = [0] * game.players  # decisions in which each has taken one
        self.hinted: tuple[bytes, Hint, int] | None = None  # the position, and how far it is told
        self.commands: dict[str, Callable[[str], bool]] = {
            "?": self.help,
            "help": self.help,
            "board": self.show_again,
            "moves": self.list_moves,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "text": self.text,
            "rules": self.rules,
            "quit": self.quit,
            "exit": self.quit,
        }

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            with ExitStack() as stack:
                if self.secret and self.console.is_terminal:
                    # on a screen without scrollback no hand can be looked up later
                    stack.enter_context(self.console.screen(hide_cursor=False))
                while not self.game.is_over:
                    if self.awaits_chance or self.game.turn in self.people:
                        self.persons_turn()
                    else:
                        self.opponents_turn()
            self.finish()
        except Leave as reason:
            if reason.args:
                self.say(str(reason))
            self.farewell()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.farewell()
        finally:
            for opponent in self.opponents.values():
                opponent.close()

    @property
    def awaits_chance(self) -> bool:
        return self.game.phase == self.table.chance_phase

    def _people_have_secrets(self) -> bool:
        """Whether people at this keyboard have something to hide from each other.

        Where chance is typed in, whoever types it knows it all.
        """
        if self.manual:
            return False
        one = min(self.people)
        view = self.game.view(one)
        return not all(self.table.together(view, one, other) for other in self.people)

    def opponents_turn(self) -> None:
        """Let an opponent move; one that cannot ends the game."""
        turn = self.game.turn
        assert turn is not None
        name = self.names[turn]
        try:
            with self.console.status(f"{name} is thinking …"):
                move = self.opponents[turn].choose(self.game)
            self.play(str(move))
        except (PlayerFailed, IllegalMove) as error:
            raise Leave(f"{name} cannot go on: {error}.") from error

    # One person's turn

    def persons_turn(self) -> None:
        """Ask until the position has changed."""
        player = self.game.turn
        assert player is not None
        self.hand_over(player)
        if self.awaits_chance:
            self.tell(player)
        else:
            self.show(player)
        while not self.obey(self.ask(self.prompt(player))):
            pass

    def request(self) -> str:
        return self.table.request(self.game.to_dict(), self.names)

    def prompt(self, player: int) -> str:
        words = self.request()
        if len(self.people) > 1 and not self.awaits_chance:
            words = f"{self.names[player]}, {words}"
        reminder, self.reminder = self.reminder, ""
        return f"{words[0].upper()}{words[1:]}{reminder}: "

    def hand_over(self, player: int) -> None:
        """Hide the screen before a person who may not see what the one before saw."""
        before, self.viewer = self.viewer, player
        if not self.secret:
            return
        if before is not None:
            if self.table.together(self.game.view(player), before, player):
                return
            self.console.clear()
            self.tell(before)
        self.ask(f"Hand the keyboard to {self.names[player]}, who then presses Enter. ")
        self.console.clear()

    def show(self, player: int) -> None:
        """The news and the board, as this player may see them."""
        self.console.print()
        self.tell(player)
        self.print_board(self.seen_by(player))

    def print_board(self, position: Position) -> None:
        board = self.table.board(position, self.names, self.brush, self.console.width)
        self.console.print(board, highlight=False)

    def seen_by(self, player: int) -> Position:
        """What to show: a player's view; where chance is typed in, all that was typed."""
        return self.game.to_dict() if self.manual else self.game.view(player)

    def tell(self, player: int) -> None:
        """The news; on a screen that everyone watches they are then told to all."""
        for line in self.news[player]:
            self.console.print(Text(line, "italic"))
        for other, untold in enumerate(self.news):
            if other == player or not self.secret:
                untold.clear()

    def ask(self, prompt: str) -> str:
        """A line from the keyboard. From a file or pipe it is echoed, so that output reads well."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.console.print(Text(files.printable(line[:LINE_LIMIT])))
        return line.strip()

    def obey(self, line: str) -> bool:
        """Do what was typed; whether the position has changed."""
        if not line:
            return False
        word, _, rest = line.partition(" ")
        if command := self.commands.get(word.lower()):
            return command(rest.strip())
        if len(line) > LINE_LIMIT:
            return self.say("That is too long for a move.")
        try:
            self.play(self.table.normalise(line, self.game.phase))
        except InputError as error:
            return self.say(f"{error.said(ENGLISH)}. (? shows what can be typed.)")
        return True

    def say(self, text: str, *, in_one_line: bool = False) -> bool:
        """Tell something that leaves the position as it is; in one line what is to be copied."""
        self.console.print(Text(text), soft_wrap=in_one_line)
        return False

    def play(self, move: str) -> None:
        """Make a move, remember what it did for the others, and save."""
        before = self.game.to_dict()
        self.game.play(move)
        story = self.table.story(move, before, self.game.to_dict(), self.names)
        for untold in self.news:
            untold.extend(story)
        self.autosave()

    # Commands: each returns whether the position has changed

    def help(self, _: str) -> bool:
        grid = Grid.grid(padding=(0, 2))
        for text, meaning in self.table.notation:
            grid.add_row(Text(text, "bold"), meaning)
        grid.add_row()
        for text, meaning in (
            ("moves", "list the legal moves"),
            ("board", "show the board again"),
            ("hint", "where to look; again: the move; again: why. They are counted"),
            ("undo", "take your last move back"),
            ("save FILE", "save the game, from now on after every move"),
            ("text", "the position in one line"),
            ("rules", "the rules on one page"),
            ("quit", "leave"),
        ):
            grid.add_row(Text(text, "bold"), meaning)
        self.console.print(grid, highlight=False)
        return False

    def show_again(self, _: str) -> bool:
        assert self.viewer is not None
        self.show(self.viewer)
        return False

    def list_moves(self, _: str) -> bool:
        groups = self.table.moves(self.game)
        if not groups:
            return self.say(f"Wanted now: {self.request()}.")
        grid = Grid.grid(padding=(0, 2))
        for label, texts in groups:
            grid.add_row(Text(label, "dim"), "   ".join(texts))
        self.console.print(grid, highlight=False)
        return False

    def hint(self, _: str) -> bool:
        """The next step of a hint: what the move begins with, then the move, then why."""
        player = self.game.turn
        if player is None or self.awaits_chance:
            return self.say(f"Wanted now: {self.request()}.")
        game = cast(TableGame[Any, Any], self.game)
        position = game.states.tobytes()
        if self.hinted is None or self.hinted[0] != position:
            with self.console.status("Looking …"):
                self.hinted = position, hint(game), 0
            self.hints[player] += 1
        found, told = self.hinted[1:]
        if told == 0 and found.where is not None and found.where != found.move:
            self.hinted = position, found, 1
            return self.say(f"A good move begins with {found.where}")
        if told < 2:
            self.hinted = position, found, 2
            return self.say(f"A good move: {found.move}")
        return self.say(hinted(self.table.name, found))

    def undo(self, _: str) -> bool:
        """Back to the last decision of a person."""
        earlier = self.game.copy()
        try:
            earlier.undo()
            while earlier.phase != self.table.chance_phase and earlier.turn not in self.people:
                earlier.undo()
            # Who has seen what chance brings next, or what an opponent held, meets another.
            earlier.undo_to(earlier.entries)
            earlier = earlier.redrawn(self.people, SystemRandom())
        except ValueError:
            return self.say("There is nothing of yours to take back.")
        self.game = earlier
        for untold in self.news:
            untold[:] = ["Taken back."]
        self.autosave()
        return True

    def save(self, name: str) -> bool:
        if name in ("", "-"):
            return self.say("Save to which file? Type save FILE.")
        path = os.path.expanduser(name)
        shown = files.shown(path)
        if path != self.saved_at and os.path.exists(path):
            return self.say(f"{shown} exists already: choose another name.", in_one_line=True)
        self.saved_at = path
        self.autosave()
        if self.saved_at is not None:
            self.say(f"Saved in {shown}, and from now on after every move.", in_one_line=True)
        return False

    def text(self, rest: str) -> bool:
        assert self.viewer is not None
        if self.table.hides(self.seen_by(self.viewer)) and rest != "all":
            return self.say("The line would show every hand; type text all if you want that.")
        return self.say(self.game.to_text(), in_one_line=True)

    def rules(self, _: str) -> bool:
        try:
            page = rulebook.summary(self.table.name, rulebook.reader_language())
        except rulebook.NoRules as error:
            return self.say(f"{error}.")
        self.console.print(Markdown(page), width=min(80, self.console.width))
        return False

    def quit(self, _: str) -> bool:
        """Leave; at a terminal, not without an offer to save what was played."""
        begun = any(turn in self.people for turn in self.game.record()["turns"])
        if begun and self.saved_at is None and sys.stdin.isatty():
            name = self.ask("Save the game first? A file's name, or Enter to leave without: ")
            if name:
                self.save(name)
                if self.saved_at is None:
                    return False
        raise Leave

    # Saving and leaving

    def write(self) -> None:
        """Write the record, if there is a file for it."""
        if self.saved_at is not None:
            record = self.game.record()
            if any(self.hints):
                record = with_head(record, {"seats": [{"hints": n} for n in self.hints]})
            files.write_text(self.saved_at, json.dumps(record, indent=1) + "\n")

    def autosave(self) -> None:
        """Write the record; if that fails, say so once and play on."""
        try:
            self.write()
        except Failed as error:
            self.saved_at = None
            self.say(f"Not saved: {error}.")

    def finish(self) -> None:
        """Show the end of the game."""
        final = self.game.to_dict()
        self.tell(min(self.people))
        self.print_board(final)
        self.console.print()
        self.console.print(self.table.result(final, self.game.winners, self.names), highlight=False)
        taken = [f"{name} {n}" for name, n in zip(self.names, self.hints, strict=True) if n]
        if taken:
            self.say(f"Hints taken: {', '.join(taken)}")
        if self.saved_at is not None:
            file = shlex.quote(self.saved_at)
            self.say(f"See it again: azulejos replay {file}", in_one_line=True)

    def farewell(self) -> None:
        if self.saved_at is None:
            return
        bots = len(self.opponents)
        against = f" --against {shlex.quote(self.against)}" if bots and self.against else ""
        people = f" --people {len(self.people)}" if bots and len(self.people) > 1 else ""
        file = shlex.quote(self.saved_at)
        command = f"azulejos play --terminal --resume {file}{against}{people}"
        self.say(f"Go on later: {command}", in_one_line=True)


def names(players: int, opponents: Mapping[int, Opponent], game: str) -> list[str]:
    """How the players are called: "You" where there is one person."""
    people = players - len(opponents)
    called = []
    for player in range(players):
        if player not in opponents:
            called.append("You" if people == 1 else f"Player {player + 1}")
        else:
            name = _spoken(opponents[player].name, game)
            called.append(name if len(opponents) == 1 else f"{name} {player + 1}")
    return called


def introductions(opponents: Mapping[int, Opponent], game: str) -> list[str]:
    """What there is to know about opponents: how each level plays."""
    kinds = {opponent.name.partition(":")[::2] for opponent in opponents.values()}
    numbers = sorted(int(rest) for kind, rest in kinds if kind == "level")
    levels = [(number, LEVELS[game][number - 1]) for number in numbers]
    return [f"{level.name}, level {number}: {level.manner}." for number, level in levels]


def _spoken(name: str, game: str) -> str:
    """An opponent's name at the table: a level has one, and a whole command would be too long."""
    kind, _, rest = name.partition(":")
    if kind == "level":
        return LEVELS[game][int(rest) - 1].name
    return "Program" if kind == "cmd" else name.capitalize()
