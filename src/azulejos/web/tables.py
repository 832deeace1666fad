"""A table: a game, the seats around it, and the list of what happened. Pure logic, no storage.

Whatever is done at a table becomes a `Happening` with the next version. First it is made (`play`,
`sit`, …: all rules are checked, and nothing has changed), then it is stored, then it is applied:
nobody sees what is not stored. A table is rebuilt from what it began with and its happenings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Any, Literal, cast

from azulejos import azul, azuleo
from azulejos.core.errors import IllegalMove
from azulejos.core.game import Drawn, TableGame, Told
from azulejos.web.refusals import Refusal, not_seated, nothing_to_undo, too_long
from azulejos.web.seats import Seat, held_by

GAMES: dict[str, Any] = {"azul": azul, "azuleo": azuleo}
Game = TableGame[Any, Any]
#: Phases in which chance is awaited from outside.
CHANCE_PHASES = ("deal", "draw")
Type = Literal["move", "undo", "seat", "undo_asked", "undo_refused", "rematch"]
#: How often a table may change, for each entry that a game may have: names, moves taken back.
CHANGES_AN_ENTRY = 4
#: Entries of the longest game in which hidden hands are drawn afresh.
MOST_REDRAWN = 1_000


@dataclass(frozen=True)
class Happening:
    """One thing that happened at a table.

    `body` is plain data: a move's turn, text and draws; the entries an undo keeps and, where hidden
    draws are others from then on, the record; a seat. `key` is the holder and the id that the
    client gave, so that the same wish is not fulfilled twice. `game` is the game after it, where
    that is known already: chance is drawn once. `new_table` is one that is set up by it: both are
    stored, or neither.
    """

    version: int
    type: Type
    body: dict[str, Any]
    key: str | None = None
    game: Game | None = field(default=None, repr=False, compare=False)
    new_table: "Table | None" = field(default=None, repr=False, compare=False)

    @property
    def wish(self) -> str:
        """What was wished: a move's text, or of what type anything else is."""
        if self.type == "move":
            return str(self.body["text"])
        return "undo" if self.type == "undo_asked" else self.type


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
    #: What the answered wishes led to: by holder and id, the version and what was wished.
    done: dict[str, tuple[int, str]] = field(default_factory=dict)
    #: Who asked for an undo, and who has agreed to it: holders of seats.
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

    def seats_of(self, holders: Iterable[str]) -> tuple[int, ...]:
        """The seats on which the holders of these hashed tokens sit."""
        return held_by(self.seats, frozenset(holders))

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

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────

    def play(self, text: str, mine: Sequence[int], seat: int | None, key: str | None) -> Happening:
        """A move of whoever holds these seats; IllegalMove names the rule that it breaks."""
        number = self.game.entries
        whose = self._whose(text, mine, seat)
        game = self.game.copy()
        game.play(text, player=whose)
        told = game.told(number)
        body = {
            "n": number,
            "turn": told.turn,
            "text": told.made.text,
            "drawn": [drawn.text for drawn in told.drawn],
        }
        return Happening(self.version + 1, "move", body, key, game)

    def _whose(self, text: str, mine: Sequence[int], seat: int | None) -> int | None:
        """Whose move it would be; None: chance's. Refused if it is none of this client's."""
        if not mine:
            raise not_seated()
        if seat is not None and seat not in mine:
            raise Refusal(403, "not_your_seat", f"Seat {seat} is not yours.")
        if self.game.is_over:
            raise Refusal(409, "game_over", "The game is over.")
        if self.is_full_with(self.game):
            raise too_long()
        if text.startswith(self.game.CHANCE_MARKS):
            return None
        turn = self.game.turn
        if turn not in mine or (seat is not None and seat != turn):
            raise Refusal(403, "not_your_turn", "It is not your turn.")
        return turn

    def written(self, text: str) -> str:
        """A move's text as the game writes it; what is no move stays as it is."""
        try:
            return str(self.game._read(text))
        except IllegalMove:
            return text

    def allows(self, text: str) -> bool:
        """Whether a text is a legal move now."""
        try:
            return self.game._read(text) in self.game.legal_moves()
        except IllegalMove:
            return False

    def why_not(self, text: str) -> str | None:
        """Why a move of the player to act is illegal, in words; None if it is legal."""
        trial = self.game.copy()
        try:
            trial.play(text)
        except IllegalMove as error:
            return str(error)
        return None

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────

    def sit(self, number: int, name: str, holder: str) -> Happening:
        """Somebody sits down on a free seat, or changes the name on their own."""
        if not 0 <= number < len(self.seats):
            raise Refusal(404, "no_such_seat", f"This table has {len(self.seats)} seats.")
        seat = self.seats[number]
        if seat.is_bot:
            raise Refusal(409, "seat_taken", "A bot sits here.")
        if seat.taken and seat.holder != holder:
            raise Refusal(409, "seat_taken", "Somebody sits here already.")
        return Happening(self.version + 1, "seat", {"seat": number, "name": name, "holder": holder})

    # ── Undo ─────────────────────────────────────────────────────────────────────────────────────

    def others(self, mine: Sequence[int]) -> set[str]:
        """Holders of the other people's seats: those who must agree to an undo."""
        own = {self.seats[number].holder for number in mine}
        people = {seat.holder for seat in self.seats if seat.taken and not seat.is_bot}
        return {holder for holder in people - own if holder is not None}

    def undo_target(self, mine: Sequence[int]) -> int | None:
        """How many entries an undo for these seats keeps; None if there is nothing to take back.

        It takes back to the last decision of these seats; where a real table is followed, the last
        entry. What was hidden until the end of a game and then shown cannot be hidden again.
        """
        if not mine or (self.game.is_over and self.has_secrets):
            return None
        for number in range(self.game.entries - 1, -1, -1):
            if self.is_manual or self.told(number).turn in mine:
                return number
        return None

    @property
    def has_secrets(self) -> bool:
        """Whether players hide something from each other."""
        options = self.opening["options"]
        return "open_hands" in options and not options["open_hands"] and self.game.players > 1

    @property
    def bots_have_secrets(self) -> bool:
        """Whether bots hold what no person at this table sees."""
        if not self.has_secrets or self.is_manual:
            return False
        sides = self.game.sides
        people = {n % sides for n, seat in enumerate(self.seats) if not seat.is_bot}
        return len(people) < sides

    def ask_undo(self, mine: Sequence[int], key: str | None) -> Happening:
        """Take back to the last decision of these seats, or ask the others whether one may."""
        target = self.undo_target(mine)
        if not mine:
            raise not_seated()
        if target is None:
            raise nothing_to_undo()
        if not self.others(mine):
            return self._undo(target, key)
        if self.asked is not None:
            raise Refusal(409, "undo_asked", "An undo has been asked for already.")
        body = {"by": mine[0], "holder": self.seats[mine[0]].holder, "kept": target}
        return Happening(self.version + 1, "undo_asked", body, key)

    def answer_undo(self, mine: Sequence[int], agree: bool) -> Happening:
        """Agree to the undo that was asked for, or refuse it."""
        if not mine:
            raise not_seated()
        if self.asked is None:
            raise Refusal(409, "no_undo_asked", "Nobody has asked for an undo.")
        asker = self.seats_of([self.asked])
        holder = self.seats[mine[0]].holder
        if holder == self.asked and agree:
            raise Refusal(409, "undo_asked", "It is for the others to agree.")
        if not agree:
            return Happening(self.version + 1, "undo_refused", {"by": mine[0]})
        waiting = self.others(asker) - self.agreed - {holder}
        if waiting:
            body = {"by": asker[0], "holder": self.asked, "agreed": holder}
            return Happening(self.version + 1, "undo_asked", body)
        target = self.undo_target(asker)
        if target is None:
            raise Refusal(409, "nothing_to_undo", "There is nothing left to take back.")
        return self._undo(target, None)

    def _undo(self, target: int, key: str | None) -> Happening:
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
        return Happening(self.version + 1, "undo", body, key, game)

    # ── What happened ────────────────────────────────────────────────────────────────────────────

    def apply(self, happening: Happening, *, is_shared: bool = True) -> None:
        """Bring the table up to date.

        is_shared: others may be looking at the game as it is, so it is changed in a copy.
        """
        assert happening.version == self.version + 1
        body = happening.body
        if is_shared and happening.game is None and happening.type in ("move", "undo"):
            self.game = self.game.copy()
        match happening.type:
            case "move":
                if happening.game is None:
                    self.game.repeat(body["text"], body["drawn"])
                else:
                    self.game = happening.game
                self._forget_undo()
            case "undo":
                if happening.game is not None:
                    self.game = happening.game
                elif "record" in body:
                    self.game = game_of(happening)
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
        if happening.key is not None:
            self.done[happening.key] = happening.version, happening.wish
        self.version = happening.version
        self.bots_have_failed = False

    def _forget_undo(self) -> None:
        self.asked = None
        self.agreed = set()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The position as a seat may see it, made once for all who look; not to be changed."""
        if self._seen_at != self.version:
            self._seen, self._seen_at = {}, self.version
        key = seat if self.name == "azuleo" else None  # in Azul all lies open
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


def rebuilt(
    table_id: str, opening: dict[str, Any], seats: list[Seat], happenings: Iterable[Happening]
) -> Table:
    """A table from what is stored of it."""
    game = GAMES[opening["game"]].replay(opening)
    table = Table(table_id, opening, seats, game)
    happenings = list(happenings)
    # What was played before a record came need not be played again.
    last = max((n for n, happening in enumerate(happenings) if has_record(happening)), default=0)
    for happening in happenings[:last]:
        table.apply(replace(happening, game=table.game), is_shared=False)
    for happening in happenings[last:]:
        table.apply(happening, is_shared=False)
    return table


def has_record(happening: Happening) -> bool:
    """Whether the game after it has to be replayed from a record, which takes a while."""
    return "record" in happening.body and happening.game is None


def game_of(happening: Happening) -> Game:
    """The game that such a happening leads to."""
    record = happening.body["record"]
    game: Game = GAMES[record["game"]].replay(record)
    return game
