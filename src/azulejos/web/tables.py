"""A table: a game, the seats around it, and the list of what happened. Pure logic, no storage.

Whatever is done at a table is a command. `Table.decide` makes an event of it, with the next
version: all rules are checked, and nothing has changed. When the event is stored, `Table.apply`
changes the table: nobody sees what is not stored. See `table_service`. A table is rebuilt from what
it began with and its events.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import SystemRandom
from typing import Any, Literal, cast

from azulejos import games
from azulejos.core.errors import IllegalMove
from azulejos.core.game import Drawn, TableGame, Told
from azulejos.core.record_head import with_head
from azulejos.web.commands import (
    AnswerUndo,
    AskUndo,
    Command,
    PlayBotMove,
    PlayMove,
    StartRematch,
    TakeSeat,
)
from azulejos.web.events import Event, Type
from azulejos.web.refusals import Refusal, not_seated, nothing_to_undo, too_long
from azulejos.web.seats import Seat, held_by

Game = TableGame[Any, Any]
#: Phases in which chance is awaited from outside.
CHANCE_PHASES = ("deal", "draw")
#: How often a table may change, for each entry that a game may have: names, moves taken back.
CHANGES_AN_ENTRY = 4
#: Entries of the longest game in which hidden hands are drawn afresh.
MOST_REDRAWN = 1_000


#: Letters of a table's id that cannot be mixed up, 60 bits in all: who has not got the link cannot
#: guess it.
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyzA"
ID_LENGTH = 12


class Overtaken(Exception):
    """The table has gone on while a bot was thinking: it thinks again."""


@dataclass
class Table:
    """A table as it is now.

    `opening` is the record that the game began from: often only its options and first draws.
    """

    id: str
    opening: dict[str, Any]
    seats: list[Seat]
    game: Game
    version: int = 0
    #: How many entries its game may have.
    most_entries: int = 5_000
    #: Why the bots here have stopped, if they have failed again and again: until the next change.
    bots_have_failed: bool = False
    #: What the executed commands led to: by idempotency key, the version and what was asked for.
    done: dict[str, tuple[int, str]] = field(default_factory=dict)
    #: Who asked for an undo, and who has agreed to it, by the hashed tokens of their seats.
    asked: str | None = None
    agreed: set[str] = field(default_factory=set)
    rematch: str | None = None
    #: Entries that somebody has looked at, by their number, and what chance gave before the first.
    _told: dict[int, Told] = field(default_factory=dict)
    _told_before: list[Drawn] | None = None
    _seen: dict[int | None, dict[str, Any]] = field(default_factory=dict)
    _seen_at: int = -1

    @property
    def name(self) -> str:
        return self.game.NAME

    @property
    def is_manual(self) -> bool:
        """Whether chance is given from outside: a real table is followed."""
        return cast(str, self.opening["options"][self.game.CHANCE_OPTION]) == "manual"

    @property
    def awaits_chance(self) -> bool:
        return self.game.phase in CHANCE_PHASES

    def head(self) -> dict[str, Any]:
        """What the game's record tells of who plays and since when."""
        told = [
            ({"name": seat.name} if seat.name else {})
            | ({} if seat.level is None else {"level": seat.level})
            for seat in self.seats
        ]
        since = self.opening.get("date")
        return ({} if since is None else {"date": since}) | {"seats": told}

    def seats_of(self, token_hashes: Iterable[str]) -> tuple[int, ...]:
        """The seats on which those with these hashed tokens sit."""
        return held_by(self.seats, frozenset(token_hashes))

    def bot_to_move(self) -> int | None:
        """The seat of the bot whose decision is due, if it is a bot's."""
        return self.bot_in(self.game)

    def bot_in(self, game: Game) -> int | None:
        """The same in another position of the game."""
        turn = game.turn
        if self.is_full_with(game):
            return None
        if turn is None or game.phase in CHANCE_PHASES or not self.seats[turn].is_bot:
            return None
        return turn

    @property
    def has_changed_too_often(self) -> bool:
        return self.version >= CHANGES_AN_ENTRY * self.most_entries

    def is_full_with(self, game: Game) -> bool:
        """Whether this game may not go on here: it has reached the limit of entries."""
        is_long = game.entries >= self.most_entries or self.has_changed_too_often
        return is_long and not game.is_over

    @property
    def stopped(self) -> Literal["too_long", "bots_failed"] | None:
        """Why nothing goes on here, though the game is not over."""
        if self.is_full_with(self.game):
            return "too_long"
        return "bots_failed" if self.bots_have_failed else None

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────

    def read(self, command: Command) -> Command:
        """The command with its move as a value; what is no move stays a text, which is refused."""
        if isinstance(command, PlayMove):
            try:
                return replace(command, move=self.game._read(command.move))
            except IllegalMove:
                pass
        return command

    def is_quick(self, command: Command) -> bool:
        """Whether to decide a command takes microseconds.

        What is not simply legal (a reason, a deal that is entered) may have to be compiled first.
        """
        if isinstance(command, PlayMove):
            return command.move in self.game.legal_moves()
        return isinstance(command, PlayBotMove | TakeSeat)

    def done_before(self, command: Command) -> int | None:
        """The version that the same command has led to already; None if it is new."""
        key, asked = self._idempotency_key(command), ""
        match command:
            case PlayMove():
                asked = str(command.move)
            case AskUndo():
                asked = "undo"
            case StartRematch():
                asked = "rematch"
        if key is None or key not in self.done:
            return None
        version, done = self.done[key]
        if done != asked:
            raise Refusal(409, "id_used", "This id was used for something else.")
        return version

    def _idempotency_key(self, command: Command) -> str | None:
        """A request's id with whose it is: nobody can use up another's ids."""
        match command:
            case StartRematch():  # one for all who sit here
                return "rematch" if self.seats_of(command.by) else None
            case PlayMove() | AskUndo():
                own_seats = self.seats_of(command.by)
                if own_seats:
                    return f"{self.seats[own_seats[0]].token_hash}:{command.request_id}"
        return None

    def decide(self, command: Command) -> Event:
        """What a command leads to. All is checked, and nothing changes.

        Refusal or IllegalMove if it may not be done; Overtaken for a bot's move that is too late.
        """
        if self.has_changed_too_often:
            raise too_long()
        match command:
            case PlayMove():
                return self._decide_move(command)
            case PlayBotMove():
                return self._decide_bot_move(command)
            case TakeSeat():
                return self._decide_seat(command)
            case AskUndo():
                return self._decide_undo(command)
            case AnswerUndo():
                return self._decide_answer(command)
            case StartRematch():
                return self._decide_rematch(command)

    def _event(self, type_: Type, body: dict[str, Any], command: Command, **more: Any) -> Event:
        key = self._idempotency_key(command)
        return Event(self.version + 1, type_, body, key, **more)

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────

    def _decide_move(self, command: PlayMove) -> Event:
        if command.version is not None and command.version != self.version:
            raise Refusal(409, "stale", "The table has gone on meanwhile.")
        return self._move(command, self._player(command))

    def _player(self, command: PlayMove) -> int | None:
        """Who makes this move; None: chance. Refused if it is none of this client's."""
        own_seats, seat = self.seats_of(command.by), command.seat
        if not own_seats:
            raise not_seated()
        if seat is not None and seat not in own_seats:
            raise Refusal(403, "not_your_seat", f"Seat {seat} is not yours.")
        if self.game.is_over:
            raise Refusal(409, "game_over", "The game is over.")
        if self.is_full_with(self.game):
            raise too_long()
        if str(command.move).startswith(self.game.CHANCE_MARKS):
            return None
        turn = self.game.turn
        if turn not in own_seats or (seat is not None and seat != turn):
            raise Refusal(403, "not_your_turn", "It is not your turn.")
        return turn

    def _decide_bot_move(self, command: PlayBotMove) -> Event:
        position = self.game.states.tobytes()
        if self.bot_to_move() != command.seat or position != command.position:
            raise Overtaken
        return self._move(command, command.seat)

    def _move(self, command: PlayMove | PlayBotMove, player: int | None) -> Event:
        number = self.game.entries
        game = self.game.copy()
        game.play(command.move, player=player)
        told = game.told(number)
        body = {
            "n": number,
            "turn": told.turn,
            "text": told.made.text,
            "drawn": [drawn.text for drawn in told.drawn],
        }
        return self._event("move", body, command, game=game)

    def why_not(self, text: str) -> str | None:
        """Why a move of the player to act is illegal, in words; None if it is legal."""
        trial = self.game.copy()
        try:
            trial.play(text)
        except IllegalMove as error:
            return str(error)
        return None

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────

    def _decide_seat(self, command: TakeSeat) -> Event:
        if not 0 <= command.seat < len(self.seats):
            raise Refusal(404, "no_such_seat", f"This table has {len(self.seats)} seats.")
        seat, token_hash = self.seats[command.seat], self._token_for(command)
        if seat.is_bot:
            raise Refusal(409, "seat_taken", "A bot sits here.")
        if seat.taken and seat.token_hash != token_hash:
            raise Refusal(409, "seat_taken", "Somebody sits here already.")
        body = {"seat": command.seat, "name": command.name, "holder": token_hash}
        return self._event("seat", body, command)

    def _token_for(self, command: TakeSeat) -> str:
        """The token by which the client sits there, else at this table already, else the new."""
        at_table = [token for token in command.by if self.seats_of([token])]
        on_seat = (token for token in at_table if command.seat in self.seats_of([token]))
        return next(on_seat, at_table[0] if at_table else command.new)

    # ── Undo ─────────────────────────────────────────────────────────────────────────────────────

    def others(self, own_seats: Sequence[int]) -> set[str]:
        """TokenHashes of the other people's seats: those who must agree to an undo."""
        own = {self.seats[number].token_hash for number in own_seats}
        people = {seat.token_hash for seat in self.seats if seat.taken and not seat.is_bot}
        return {token_hash for token_hash in people - own if token_hash is not None}

    def undo_target(self, own_seats: Sequence[int]) -> int | None:
        """How many entries an undo for these seats keeps; None if there is nothing to take back.

        It takes back to the last decision of these seats; where a real table is followed, the last
        entry. What was hidden until the end of a game and then shown cannot be hidden again.
        """
        if not own_seats or (self.game.is_over and self.has_secrets):
            return None
        for number in range(self.game.entries - 1, -1, -1):
            if self.is_manual or self.told(number).turn in own_seats:
                return number
        return None

    @property
    def has_secrets(self) -> bool:
        """Whether players hide something from each other."""
        return self.game.has_secrets

    @property
    def bots_have_secrets(self) -> bool:
        """Whether bots hold what no person at this table sees."""
        if not self.has_secrets or self.is_manual:
            return False
        sides = self.game.sides
        people = {n % sides for n, seat in enumerate(self.seats) if not seat.is_bot}
        return len(people) < sides

    def _decide_undo(self, command: AskUndo) -> Event:
        own_seats = self.seats_of(command.by)
        target = self.undo_target(own_seats)
        if not own_seats:
            raise not_seated()
        if target is None:
            raise nothing_to_undo()
        if not self.others(own_seats):
            return self._undo(target, command)
        if self.asked is not None:
            raise Refusal(409, "undo_asked", "An undo has been asked for already.")
        token_hash = self.seats[own_seats[0]].token_hash
        body = {"by": own_seats[0], "holder": token_hash, "kept": target}
        return self._event("undo_asked", body, command)

    def _decide_answer(self, command: AnswerUndo) -> Event:
        own_seats = self.seats_of(command.by)
        if not own_seats:
            raise not_seated()
        if self.asked is None:
            raise Refusal(409, "no_undo_asked", "Nobody has asked for an undo.")
        asker = self.seats_of([self.asked])
        token_hash = self.seats[own_seats[0]].token_hash
        if token_hash == self.asked and command.agree:
            raise Refusal(409, "undo_asked", "It is for the others to agree.")
        if not command.agree:
            return self._event("undo_refused", {"by": own_seats[0]}, command)
        waiting = self.others(asker) - self.agreed - {token_hash}
        if waiting:
            body = {"by": asker[0], "holder": self.asked, "agreed": token_hash}
            return self._event("undo_asked", body, command)
        target = self.undo_target(asker)
        if target is None:
            raise Refusal(409, "nothing_to_undo", "There is nothing left to take back.")
        return self._undo(target, command)

    def _undo(self, target: int, command: AskUndo | AnswerUndo) -> Event:
        game = self.game.after(target)
        game.undo_to(target)
        body: dict[str, Any] = {"kept": target}
        if self.bots_have_secrets:
            # Who has seen what a bot held, or what it drew next, meets another bot. What has been
            # drawn instead is part of what happened: from here on this is the record.
            if target > MOST_REDRAWN:
                raise too_long()
            people = [number for number, seat in enumerate(self.seats) if not seat.is_bot]
            try:
                game = game.redrawn(people, SystemRandom())
            except ValueError as error:
                raise nothing_to_undo() from error
            body["record"] = game.record()
            del body["record"]["turns"]  # they follow from the rest
        return self._event("undo", body, command, game=game)

    # ── Playing again ────────────────────────────────────────────────────────────────────────────

    def _decide_rematch(self, command: StartRematch) -> Event:
        if not self.seats_of(command.by):
            raise not_seated()
        if not self.game.is_over:
            raise Refusal(409, "not_over", "A rematch begins when the game is over.")
        again = self._again()
        return self._event("rematch", {"table": again.id}, command, new_table=again)

    def _again(self) -> "Table":
        """The same seats once more; the next player begins."""
        options = dict(self.opening["options"])
        chance = options.pop(self.game.CHANCE_OPTION)
        first = (options.pop("first") + 1) % self.game.players
        game = games.spec(self.name).Game(
            first=first, **options, **{self.game.CHANCE_OPTION: chance}
        )
        # Who plays on in a record from elsewhere is no longer the bot that played there.
        seats = [replace(seat, level=seat.level if seat.is_bot else None) for seat in self.seats]
        again = around(game, seats, today())
        again.most_entries = self.most_entries
        return again

    # ── What happened ────────────────────────────────────────────────────────────────────────────

    def apply(self, event: Event, *, is_shared: bool = True) -> None:
        """Change the table as an event says that is stored.

        is_shared: others may be looking at the game as it is, so it is changed in a copy.
        """
        assert event.version == self.version + 1
        body = event.body
        if is_shared and event.game is None and event.type in ("move", "undo"):
            self.game = self.game.copy()
        match event.type:
            case "move":
                if event.game is None:
                    self.game.repeat(body["text"], body["drawn"])
                else:
                    self.game = event.game
                self._forget_undo()
            case "undo":
                if event.game is not None:
                    self.game = event.game
                elif "record" in body:
                    self.game = event.replayed()
                else:
                    self.game.undo_to(body["kept"])
                # Where a record came with it, what was drawn before is not the same any more.
                kept = 0 if "record" in body else body["kept"]
                self._told = {n: told for n, told in self._told.items() if n < kept}
                if "record" in body:
                    self._told_before = None
                self._forget_undo()
            case "seat":
                seat = self.seats[body["seat"]]
                self.seats[body["seat"]] = seat.sat_on(body["name"], body["holder"])
            case "undo_asked":
                self.asked = body["holder"]
                self.agreed |= {body["agreed"]} if "agreed" in body else set()
            case "undo_refused":
                self._forget_undo()
            case "rematch":
                self.rematch = body["table"]
        if event.idempotency_key is not None:
            self.done[event.idempotency_key] = event.version, event.asked
        self.version = event.version
        self.bots_have_failed = False

    def _forget_undo(self) -> None:
        self.asked = None
        self.agreed = set()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The position as a seat may see it, made once for all who look; not to be changed."""
        if self._seen_at != self.version:
            self._seen, self._seen_at = {}, self.version
        key = seat if self.game.has_secrets else None  # where all lies open, all see the same
        if key not in self._seen:
            self._seen[key] = self.game.view(seat)
        return self._seen[key]

    def told(self, number: int) -> Told:
        """Entry `number` of the game, from 0, as it can be told; made once for all who look."""
        if number not in self._told:
            self._told[number] = self.game.told(number)
        return self._told[number]

    def told_before(self) -> list[Drawn]:
        """What chance gave before the first entry."""
        if self._told_before is None:
            self._told_before = self.game.told_before()
        return self._told_before


def around(game: Game, seats: Sequence[Seat], begun: str | None = None) -> Table:
    """A new table with this game on it; begun: the day the game was begun, if that is known."""
    if len(seats) != game.players:
        wanted = "1 seat" if game.players == 1 else f"{game.players} seats"
        raise Refusal(422, "bad_seats", f"This game has {wanted}, not {len(seats)}.")
    opening = game.record()
    if begun is not None:
        opening = with_head(opening, {"date": begun})
    return Table(new_id(), opening, list(seats), game)


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def today() -> str:
    return datetime.now().astimezone().date().isoformat()


def rebuilt(
    table_id: str, opening: dict[str, Any], seats: list[Seat], events: Iterable[Event]
) -> Table:
    """A table from what is stored of it."""
    game = games.spec(opening["game"]).module.replay(opening)
    table = Table(table_id, opening, seats, game)
    events = list(events)
    # What was played before a record came need not be played again.
    last = max((n for n, event in enumerate(events) if event.has_record), default=0)
    for event in events[:last]:
        table.apply(replace(event, game=table.game), is_shared=False)
    for event in events[last:]:
        table.apply(event, is_shared=False)
    return table
