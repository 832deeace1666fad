"""Looking through a recorded game."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from azulejos.cli import files, sources
from azulejos.cli.errors import BadInput
from azulejos.cli.games import Game, Position, Table
from azulejos.cli.play import names
from azulejos.cli.tiles import Brush


class Replay:
    """A verified record and every position in it.

    `number` is which of the games in an arena's file, from 1.
    `at` is how many entries to begin with, None for all when it is shown, for none to step through.
    `entries` are its moves and draws; `steps` are the entries, from 0, that a person or a rule
    decided: draws of an automatic game belong to the step before them.
    """

    def __init__(
        self, console: Console, source: str, at: int | None = None, number: int | None = None
    ) -> None:
        found = sources.find_record(source, number)
        self.console = console
        self.found = found
        self.name = found.name
        self.table: Table = found.table
        self.final: Game = found.game()
        record = self.final.record()
        self.entries: list[str] = record["moves"]
        self.at = at
        if at is not None and not 0 <= at <= len(self.entries):
            raise BadInput(f"--at {at}: {self.name} has {len(self.entries)} entries")
        self.turns: list[int | None] = record["turns"]
        manual = record["options"][self.table.chance] == "manual"
        self.steps = [at for at, turn in enumerate(self.turns) if manual or turn is not None]
        self.names = names(self.final.players, {}, self.table.name)

    def after(self, entries: int) -> Game:
        """The game after so many entries, with the draws that follow by themselves."""
        game = self.final.copy()
        for _ in filter(lambda at: at >= entries, self.steps):
            game.undo()
        return game

    def show(self) -> None:
        """The last position, or that after `at` entries, with a summary."""
        game = self.final if self.at is None else self.after(self.at)
        self.summary()
        self.board(game.to_dict())
        if game.is_over:
            self.console.print()
            final, (_, told) = game.to_dict(), self.on_time()
            won = game.winners if told is None else told
            self.console.print(self.table.result(final, won, self.names), highlight=False)

    def summary(self) -> None:
        if self.found.games > 1:
            which = f"Game {self.found.number} of {self.found.games}: --game shows another."
            self.console.print(which, highlight=False)
        state = "finished" if self.final.is_over else "not finished"
        late, won = self.on_time()
        if won is not None and not self.final.is_over:
            state = "ended on time"
        draws = sum(turn is None for turn in self.turns)
        self.console.print(
            f"{self.table.title}, {counted(self.final.players, 'players')}, {state}: "
            f"{counted(len(self.entries) - draws, 'moves')} and "
            f"{counted(draws, self.table.chance)}, all legal.",
            highlight=False,
        )
        if late:
            told = f"Out of time: {self.called(late)}."
            if won:
                told += f" Won: {self.called(won)}."
            self.console.print(told, highlight=False)

    def called(self, players: Sequence[int]) -> str:
        return ", ".join(self.names[player] for player in players)

    def on_time(self) -> tuple[list[int], list[int] | None]:
        """Who lost on time, as the record's head tells, and who won with that if it is over."""
        data = self.found.data
        told = data.get("on_time", {}) if isinstance(data, dict) else {}
        return told.get("lost", []), told.get("winners")

    def board(self, position: Position) -> None:
        brush = Brush(self.console)
        self.console.print(
            self.table.board(position, self.names, brush, self.console.width), highlight=False
        )

    def list_moves(self) -> None:
        """Every entry with its number."""
        for number, (entry, turn) in enumerate(zip(self.entries, self.turns, strict=True), 1):
            name = "" if turn is None else self.names[turn]
            self.console.print(Text(f"{number:4}  {name:9} {entry}"), soft_wrap=True)

    def step_through(self) -> None:
        """Go through the game by hand: Enter forward, b back, q out."""
        stops = [0, *(step + 1 for step in self.steps)]
        where = sum(stop <= (self.at or 0) for stop in stops) - 1
        while True:
            game = self.after(stops[where])
            if where:
                entry = stops[where] - 1
                before = self.after(stops[where - 1]).to_dict()
                told = self.table.story(self.entries[entry], before, game.to_dict(), self.names)
                for line in told or [self.entries[entry]]:
                    self.console.print(Text(line, "italic"))
            self.board(game.to_dict())
            answer = input(f"{where}/{len(stops) - 1}  Enter forward, b back, q out: ")
            if not sys.stdin.isatty():
                self.console.print(Text(files.printable(answer[:80])))
            match answer.strip().lower()[:1]:
                case "q":
                    return
                case "b":
                    where = max(0, where - 1)
                case _ if where == len(stops) - 1:
                    return
                case _:
                    where += 1


def counted(number: int, things: str) -> str:
    """So many of something; its plural ends with s."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"
