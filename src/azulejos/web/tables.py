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
from typing import Any, Literal, cast

from azulejos import games
from azulejos.core.errors import IllegalMove
from azulejos.core.game import TableGame
from azulejos.core.history import Drawn, LogEntry
from azulejos.core.record_head import with_head
from azulejos.web import hints, leaving, on_time, reasons, rematch, undo
from azulejos.web.clocks import Clock
from azulejos.web.commands import (
    AnswerUndo,
    AskUndo,
    Command,
    EndTime,
    LeaveSeat,
    PlayBotMove,
    PlayMove,
    StartRematch,
    TakeHint,
    TakeSeat,
)
from azulejos.web.events import NEEDS, Event, Type, now
from azulejos.web.on_time import NOBODY, OnTime
from azulejos.web.open_tables import listed
from azulejos.web.refusals import Refusal, for_newer, not_seated, too_long
from azulejos.web.rematch import Sides
from azulejos.web.seats import Seat, held_by
from azulejos.web.standing import Situation, Standing
from azulejos.web.terms import USUAL, Terms

Game = TableGame[Any, Any]
#: How often a table may change, for each entry that a game may have: names, moves taken back.
CHANGES_AN_ENTRY = 4

#: Letters of a table's id that cannot be mixed up, 60 bits in all: who has not got the link cannot
#: guess it.
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyzA"
ID_LENGTH = 12


class Overtaken(Exception):
    """The table has gone on while a bot searched: it is asked again."""


@dataclass
class Table:
    """A table as it is now.

    `opening` is the record that the game began from: often only its options and first draws.
    `terms`: what was agreed on besides.
    """

    id: str
    opening: dict[str, Any]
    seats: list[Seat]
    game: Game
    terms: Terms = USUAL
    version: int = 0
    #: When it was set up, and when something happened here last: milliseconds since 1970.
    made_at: int = field(default_factory=now)
    last_at: int = 0
    clock: Clock | None = None
    on_time: OnTime = NOBODY
    #: How many entries its game may have.
    most_entries: int = 5_000
    #: The client who set it up, see `rate_limit.digest`: towards whose limits it counts.
    made_by: str | None = None
    #: Why the bots here have stopped, if they have failed again and again: until the next change.
    bots_have_failed: bool = False
    #: What the executed commands led to: by idempotency key, the version and what was asked for.
    done: dict[str, tuple[int, str]] = field(default_factory=dict)
    #: Who asked for an undo, and who has agreed to it, by the hashed tokens of their seats.
    asked: str | None = None
    agreed: set[str] = field(default_factory=set)
    rematch: str | None = None
    #: The hint for the decision that is due, as its last event has it.
    hint: dict[str, Any] | None = None
    #: Entries that somebody has looked at, by their number, and what chance gave before the first.
    _log: dict[int, LogEntry] = field(default_factory=dict)
    _opening_draws: list[Drawn] | None = None
    _seen: dict[int | None, dict[str, Any]] = field(default_factory=dict)
    _seen_at: int = -1

    def __post_init__(self) -> None:
        self.last_at = self.last_at or self.made_at
        if self.terms.clock is not None:
            self.clock = Clock.set_to(self.terms.clock, len(self.seats), self.made_at)
        self.on_time = on_time.of_head(self.opening)

    @property
    def name(self) -> str:
        return self.game.NAME

    @property
    def is_manual(self) -> bool:
        """Whether chance is given from outside: a real table is followed."""
        return cast(str, self.opening["options"][self.game.CHANCE_OPTION]) == "manual"

    @property
    def awaits_chance(self) -> bool:
        return self.game.awaits_chance

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or because somebody's time was up."""
        return self._situation.is_over

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when the game is over."""
        return self._situation.turn

    def end_on_time(self, told: OnTime) -> None:
        """Begin at the end of a game that was lost on time, as its record tells."""
        self.on_time = told
        if told.has_ended:
            self.opening = with_head(self.opening, on_time.in_head(told, told.winners))

    def result(self) -> dict[str, Any] | None:
        """How the game ended."""
        return on_time.result(self.game, self.on_time, self.log_entry) if self.is_over else None

    def head(self) -> dict[str, Any]:
        """What the game's record tells of who plays and since when."""
        told = [
            ({"name": seat.name} if seat.name else {})
            | ({} if seat.level is None else {"level": seat.level})
            | ({"hints": seat.hints} if seat.hints else {})
            for seat in self.seats
        ]
        since = self.opening.get("date")
        winners = on_time.winners(self.game, self.on_time) if self.is_over else None
        date = {} if since is None else {"date": since}
        return date | {"seats": told} | on_time.in_head(self.on_time, winners)

    def seats_of(self, token_hashes: Iterable[str]) -> tuple[int, ...]:
        """The seats on which those with these hashed tokens sit."""
        return held_by(self.seats, frozenset(token_hashes))

    def bot_to_move(self) -> int | None:
        """The seat of the bot whose decision is due, if it is a bot's."""
        return self._situation.bot_to_move

    @property
    def ticking(self) -> int | None:
        """The seat whose clock runs."""
        return self._situation.ticking

    @property
    def _situation(self) -> Situation:
        is_full = self.is_full_with(self.game)
        return Situation(self.game, self.seats, self.clock, self.on_time, is_full)

    @property
    def due(self) -> int | None:
        """When the time of whoever is to move is up, in milliseconds since 1970."""
        return None if self.clock is None else self.clock.due(self.ticking)

    def standing(self) -> Standing:
        """How it stands, as it is found in the storage."""
        return self._found_by(self._situation)

    def standing_after(self, event: Event) -> Standing:
        """The same after an event that is to be stored."""
        game, seats = event.game or self.game, self._seats_after(event)
        clock = self.clock and self.clock.after(event.body)
        on_time_after = self.on_time.after(event.type, event.body)
        is_full = self.is_full_with(game)
        return self._found_by(Situation(game, seats, clock, on_time_after, is_full))

    def _found_by(self, situation: Situation) -> Standing:
        listing = None
        if self.terms.listed and not situation.is_over:
            options, clock = self.opening["options"], self.terms.clock
            listing = listed(options, clock, situation.game, situation.seats)
        return situation.standing(listing)

    @property
    def has_changed_too_often(self) -> bool:
        return self.version >= CHANGES_AN_ENTRY * self.most_entries

    def is_full_with(self, game: Game) -> bool:
        """Whether this game may not go on here: it has reached the limit of entries."""
        is_long = game.entries >= self.most_entries or self.has_changed_too_often
        return is_long and not game.is_over and not self.on_time.has_ended

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
                return replace(command, move=self.game.parse(command.move))
            except IllegalMove:
                pass
        return command

    def is_quick(self, command: Command) -> bool:
        """Whether to decide a command takes microseconds.

        What is not simply legal (a reason, a deal that is entered) may have to be compiled first.
        """
        if isinstance(command, PlayMove):
            return command.move in self.game.legal_moves()
        return isinstance(command, PlayBotMove | TakeSeat | LeaveSeat | EndTime)

    def done_before(self, command: Command) -> int | None:
        """The version that the same command has led to already; None if it is new."""
        key, asked = self._idempotency_key(command), ""
        match command:
            case PlayMove():
                asked = str(command.move)
            case AskUndo():
                asked = "undo"
            case TakeHint():
                asked = "hint"
            case StartRematch():
                asked = "rematch"
        if key is None or key not in self.done:
            return None
        version, done = self.done[key]
        if done != asked:
            raise Refusal(409, reasons.ID_USED())
        return version

    def _idempotency_key(self, command: Command) -> str | None:
        """A request's id with whose it is: nobody can use up another's ids."""
        match command:
            case StartRematch():  # one for all who sit here
                return "rematch" if self.seats_of(command.by) else None
            case PlayMove() | AskUndo() | TakeHint():
                own_seats = self.seats_of(command.by)
                if own_seats:
                    return f"{self.seats[own_seats[0]].token_hash}:{command.request_id}"
        return None

    def decide(self, command: Command, at: int | None = None) -> Event:
        """What a command leads to. All is checked, and nothing changes.

        at: when, in milliseconds since 1970; None: now. Refusal or IllegalMove if it may not be
        done; Overtaken for a bot's move that is too late.
        """
        if self.has_changed_too_often:
            raise too_long()
        # Clocks of several machines differ; at a table time never goes back.
        at = max(now() if at is None else at, self.last_at)
        event = self._decided(command, at)
        body = {**event.body, "at": at}
        if self.clock is not None:
            arrives = event.type == "seat" and self.seats[event.body["seat"]].is_open
            told = self.clock.changed(event.type, event.body, self.ticking, at, arrives=arrives)
            body |= {} if told is None else {"clock": told}
        return replace(event, body=body)

    def _decided(self, command: Command, at: int) -> Event:
        match command:
            case PlayMove():
                return self._decide_move(command, at)
            case PlayBotMove():
                return self._decide_bot_move(command)
            case TakeSeat():
                return self._decide_seat(command)
            case LeaveSeat():
                return leaving.left(self, command, at)
            case EndTime():
                return self._decide_time_up(command, at)
            case AskUndo():
                return undo.asked(self, command)
            case AnswerUndo():
                return undo.answered(self, command)
            case TakeHint():
                return hints.taken(self, command)
            case StartRematch():
                return self._decide_rematch(command)

    def event(self, type_: Type, body: dict[str, Any], command: Command, **more: Any) -> Event:
        """What a command leads to, with the next version."""
        key = self._idempotency_key(command)
        needs = self._needs(type_)
        return Event(self.version + 1, type_, body | needs, key, **more)

    def _needs(self, type_: Type) -> dict[str, int]:
        """What a version must be able to read to go on with this table: see `events.NEEDS`."""
        is_lost = self.terms.clock is not None and self.terms.clock.then == "lose"
        needed = NEEDS["lost_on_time"] if is_lost else NEEDS.get(type_)
        return {} if needed is None else {"needs": needed}

    @property
    def has_secrets(self) -> bool:
        """Whether players hide something from each other."""
        return self.game.has_secrets

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────

    def _decide_move(self, command: PlayMove, at: int) -> Event:
        if command.version is not None and command.version != self.version:
            raise Refusal(409, reasons.STALE())
        player, due = self._player(command), self.due
        if self.bot_to_move() is not None or (due is not None and at >= due):
            raise Refusal(409, reasons.TIME_UP())
        return self._move(command, player)

    def _player(self, command: PlayMove) -> int | None:
        """Who makes this move; None: chance. Refused if it is none of this client's."""
        own_seats, seat = self.seats_of(command.by), command.seat
        if not own_seats:
            raise not_seated()
        if seat is not None and seat not in own_seats:
            raise Refusal(403, reasons.NOT_YOUR_SEAT(seat=seat))
        if self.is_over:
            raise Refusal(409, reasons.TABLE_GAME_OVER())
        if self.is_full_with(self.game):
            raise too_long()
        if str(command.move).startswith(self.game.CHANCE_MARKS):
            return None
        turn = self.game.turn
        if turn not in own_seats or (seat is not None and seat != turn):
            raise Refusal(403, reasons.NOT_YOUR_TURN())
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
        told = game.log_entry(number)
        body = {
            "n": number,
            "turn": told.turn,
            "text": told.made.text,
            "drawn": [drawn.text for drawn in told.drawn],
        }
        return self.event("move", body, command, game=game, entry=told)

    def why_not(self, text: str) -> IllegalMove | None:
        """Why a move of the player to act is illegal; None if it is legal."""
        trial = self.game.copy()
        try:
            trial.play(text)
        except IllegalMove as error:
            return error
        return None

    def _decide_time_up(self, command: EndTime, at: int) -> Event:
        seat, due = self.ticking, self.due
        if self.clock is None or seat is None or due is None or at < due:
            raise Overtaken
        if self.clock.terms.then == "seat" and leaving.has_people(self, but=seat):
            return leaving.to_bot(self, seat, seat, command)
        if self.clock.terms.then == "lose":
            after = on_time.lost(self.game, self.seats, self.on_time, seat)
            return self.event("lost_on_time", {"seat": seat} | on_time.as_data(after), command)
        return self.event("time_up", {"seat": seat}, command)

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────

    def _decide_seat(self, command: TakeSeat) -> Event:
        if not 0 <= command.seat < len(self.seats):
            raise Refusal(404, reasons.NO_SUCH_SEAT(n=len(self.seats)))
        seat, token_hash = self.seats[command.seat], self._token_for(command)
        if seat.is_bot and not seat.is_kept:
            raise Refusal(409, reasons.BOT_SITS_HERE())
        if seat.is_kept and self.is_over:
            raise Refusal(409, reasons.TABLE_GAME_OVER())
        if not seat.is_open and seat.token_hash != token_hash:
            raise Refusal(409, reasons.SEAT_TAKEN())
        body = {"seat": command.seat, "name": command.name, "token_hash": token_hash}
        return self.event("seat", body, command)

    def _token_for(self, command: TakeSeat) -> str:
        """The token by which the client sits there, else at this table already, else the new."""
        at_table = [token for token in command.by if self.seats_of([token])]
        on_seat = (token for token in at_table if command.seat in self.seats_of([token]))
        return next(on_seat, at_table[0] if at_table else command.new)

    # ── Playing again ────────────────────────────────────────────────────────────────────────────

    def _decide_rematch(self, command: StartRematch) -> Event:
        if not self.seats_of(command.by):
            raise not_seated()
        if not self.is_over:
            raise Refusal(409, reasons.NOT_OVER())
        again = self._again(command.sides)
        return self.event("rematch", {"table": again.id}, command, new_table=again)

    def _again(self, sides: Sides) -> "Table":
        options, seats = rematch.again(self.opening["options"], self.seats, sides)
        game = games.spec(self.name).Game(**options)
        hints = bool(self.opening.get("hints"))
        again = around(game, seats, today(), hints=hints, terms=self.terms)
        again.most_entries, again.made_by = self.most_entries, self.made_by
        return again

    # ── What happened ────────────────────────────────────────────────────────────────────────────

    def apply(self, event: Event, *, is_shared: bool = True) -> None:
        """Change the table as an event says that is stored.

        is_shared: others may be looking at the game as it is, so it is changed in a copy.
        """
        assert event.version == self.version + 1
        if event.is_for_newer:
            raise for_newer()
        body = event.body
        seats = self._seats_after(event)
        self.last_at = body.get("at", self.last_at)
        if event.type in ("move", "undo"):
            self.hint = None
        if is_shared and event.game is None and event.type in ("move", "undo"):
            self.game = self.game.copy()
        match event.type:
            case "move":
                if event.game is None:
                    self.game.repeat(body["text"], body["drawn"])
                else:
                    self.game = event.game
                if event.entry is not None:
                    self._log[body["n"]] = event.entry
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
                self._log = {n: entry for n, entry in self._log.items() if n < kept}
                if "record" in body:
                    self._opening_draws = None
                self._forget_undo()
            case "left" | "lost_on_time":
                self._forget_undo()
            case "hint":
                self.hint = body
            case "undo_asked":
                self.asked = body["token_hash"]
                self.agreed |= {body["agreed"]} if "agreed" in body else set()
            case "undo_refused":
                self._forget_undo()
            case "rematch":
                self.rematch = body["table"]
        if event.idempotency_key is not None:
            self.done[event.idempotency_key] = event.version, event.asked
        self.seats = seats
        self.clock = self.clock and self.clock.after(body)
        self.on_time = self.on_time.after(event.type, body)
        self.version = event.version
        self.bots_have_failed = False

    def _seats_after(self, event: Event) -> list[Seat]:
        """Who sits where after an event that is not applied yet."""
        body, seats = event.body, self.seats
        if event.type not in ("seat", "left", "hint"):
            return seats
        seat = seats[body["seat"]]
        match event.type:
            case "seat":
                seat = seat.sat_on(body["name"], body["token_hash"])
            case "left":
                seat = seat.left_to(body["level"])
            case "hint" if self.hint is None:
                seat = replace(seat, hints=seat.hints + 1)
        return [seat if n == body["seat"] else other for n, other in enumerate(seats)]

    def _forget_undo(self) -> None:
        self.asked = None
        self.agreed = set()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The position as a seat may see it, made once for all who look; not to be changed."""
        if self._seen_at != self.version:
            self._seen, self._seen_at = {}, self.version
        seen_from = seat if self.game.has_secrets else 0  # where all lies open, all see the same
        if seen_from not in self._seen:
            self._seen[seen_from] = self.game.view(seen_from)
        return self._seen[seen_from]

    def log_entry(self, number: int) -> LogEntry:
        """Entry `number` of the game, from 0, as it can be told; made once for all who look."""
        if number not in self._log:
            self._log[number] = self.game.log_entry(number)
        return self._log[number]

    def opening_draws(self) -> list[Drawn]:
        """What chance gave before the first entry."""
        if self._opening_draws is None:
            self._opening_draws = self.game.opening_draws()
        return self._opening_draws


def around(
    game: Game,
    seats: Sequence[Seat],
    begun: str | None = None,
    *,
    hints: bool = True,
    terms: Terms = USUAL,
) -> Table:
    """A new table with this game on it; begun: the day the game was begun, if that is known."""
    if len(seats) != game.players:
        raise Refusal(422, reasons.BAD_SEATS(n=game.players, given=len(seats)))
    head = ({} if begun is None else {"date": begun}) | ({"hints": True} if hints else {})
    opening = with_head(game.record(), head)
    return Table(new_id(), opening, list(seats), game, terms)


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def today() -> str:
    return datetime.now().astimezone().date().isoformat()


def rebuilt(
    table_id: str,
    opening: dict[str, Any],
    seats: list[Seat],
    events: Iterable[Event],
    terms: Terms = USUAL,
    made_at: int = 0,
) -> Table:
    """A table from what is stored of it."""
    game = games.spec(opening["game"]).module.replay(opening)
    table = Table(table_id, opening, seats, game, terms, made_at=made_at)
    events = list(events)
    # What was played before a record came need not be played again.
    last = max((n for n, event in enumerate(events) if event.has_record), default=0)
    for event in events[:last]:
        table.apply(replace(event, game=table.game), is_shared=False)
    for event in events[last:]:
        table.apply(event, is_shared=False)
    return table
