"""Azuleo for OpenSpiel: one cross or plate drawn at each chance node, crosses in hand hidden."""

import random
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from azulejos import azuleo
from azulejos.core.errors import OptionError
from azulejos.core.why_illegal import why_illegal
from azulejos.envs.spiel.base import CHANCE, DECISION, OPEN, Game, Position, Setting, State
from azulejos.games.azuleo import actions, kernel, refusals
from azulejos.games.azuleo.board_text import board_text
from azulejos.games.azuleo.components import (
    CROSSES_IN_HAND,
    FIELD_AT,
    KINDS,
    MAX_PLAYERS,
    PLATES_HELD,
    TURNS,
)
from azulejos.games.azuleo.impossible_draw import impossible_draw
from azulejos.games.azuleo.moves import DRAWS, MOVES
from azulejos.games.azuleo.notation import to_text
from azulejos.games.azuleo.options import OF_POSITION
from azulejos.games.azuleo.position import UNSEEN, to_dict, view
from azulejos.games.azuleo.rules import POINTS_A_BLOCKADE, POINTS_AN_AZULEO
from azulejos.games.azuleo.state import AFTER_SWAP, FOR_PLATES, FOR_START

#: Draws that everybody sees, by what they are for.
_IN_THE_OPEN = (FOR_PLATES, FOR_START, AFTER_SWAP)


class AzuleoPosition(Position):
    KERNEL: ClassVar[Any] = kernel
    __slots__ = ()


_AWAITING_AT, _DRAWING_AT, _OPEN_HANDS_AT, _SIDES_AT = map(
    AzuleoPosition.place, ("awaiting", "drawing", "open_hands", "sides")
)


class AzuleoState(State):
    """A state of Azuleo. Partners sit opposite and share a hand, so they see the same."""

    POSITION = AzuleoPosition
    OUTCOMES = actions.HIDDEN_CROSS
    TEXTS = (*map(str, MOVES), *map(str, DRAWS))

    def __str__(self) -> str:
        return board_text(self._to_struct())

    def _to_struct(self) -> dict[str, Any]:
        return to_dict(self.record, self.get_game().options)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return view(self.record, self.get_game().options, player)

    def eyes_of(self, player: int) -> str:
        return str(player % self.position.memory[_SIDES_AT])

    def _who_sees_draw(self) -> str:
        memory = self.position.memory
        if memory[_AWAITING_AT] in _IN_THE_OPEN or memory[_OPEN_HANDS_AT]:
            return OPEN
        return str(memory[_DRAWING_AT])

    def text_for(self, eyes: str) -> str:
        """Hidden crosses are ``?`` in a hand, and count as supply, as when a view is read."""
        position = self._to_struct()
        for side, content in enumerate(position["sides"]):
            if not self._sees_hand(eyes, side):
                for kind in content["hand"]:
                    position["supply"][kind] += 1
                content["hand"] = [UNSEEN] * len(content["hand"])
        return to_text(position)

    def hands_for(self, eyes: str) -> str:
        return " / ".join(
            " ".join(content["hand"])
            for side, content in enumerate(self._to_struct()["sides"])
            if self._sees_hand(eyes, side)
        )

    def _sees_hand(self, eyes: str, side: int) -> bool:
        return str(side) in eyes or bool(self.position.memory[_OPEN_HANDS_AT])

    def _why_impossible(self, action: int) -> str:
        if self.current_player() == CHANCE:
            return str(impossible_draw(self.record, DRAWS[action]) or "")
        return str(why_illegal(refusals, self.position.states, action))

    # ── Other states with the same information ───────────────────────────────────────────────────

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "AzuleoState":
        """A state that this player cannot tell from this one: all else is drawn anew.

        The crosses the player cannot see are drawn by the kernel's `determinize`, and the history
        is changed accordingly. What others' passes tell of their hands, and when a cross that was
        exchanged came back, is not looked at. sampler: gives numbers from 0 up to 1.
        """
        other: AzuleoState = self.clone()
        if self.get_game().setting.is_open:
            return other
        rng = random.Random(sampler())
        kernel.determinize(other.record, player, rng.getrandbits(62))
        other.record.generator = self.record.generator
        steps = [(step.player, step.action) for step in self.full_history()]
        for number, kind in self._imagined_draws(other.record, player, rng):
            steps[number] = (CHANCE, kind)
        # OpenSpiel keeps the history to itself; what it has serialized can be given another one.
        history = ",".join(f"{actor}:{action}" for actor, action in steps)
        _, rest = other.serialize().split("\n", 1)
        return self.get_game().deserialize_state(f"history={history}\n{rest}")

    def _imagined_draws(
        self, imagined: Any, player: int, rng: random.Random
    ) -> Iterator[tuple[int, int]]:
        """For every draw the player did not see, its number in the history and a kind of cross.

        What was laid or shown since was drawn by a random one of the draws its side then held;
        what is in a hand now is what the imagined record has there. So nothing of this depends on
        what is hidden.
        """
        own, sides = self.eyes_of(player), self.position.memory[_SIDES_AT]
        held: list[list[int]] = [[] for _ in range(sides)]
        is_started = False
        for number, (step, seen) in enumerate(zip(self.full_history(), self.seen, strict=True)):
            if seen.isdigit() and seen != own:
                held[int(seen)].append(number)
            elif seen == DECISION:
                hand, kind = held[step.player % sides], _kind_from_hand(step.action)
                if hand and kind is not None and is_started:
                    yield hand.pop(rng.randrange(len(hand))), kind
                is_started = True  # the start cross, laid first of all, came from no hand
        for side, hand in enumerate(held):
            if hand:
                kinds = [k for k in range(len(KINDS)) for _ in range(imagined.hand[side, k])]
                rng.shuffle(kinds)
                yield from zip(hand, kinds, strict=True)


def _kind_from_hand(action: int) -> int | None:
    """The kind of cross that leaves a hand by this action, if it is a lay or an exchange."""
    if actions.is_lay(action):
        return actions.laid_by(action)[1] // TURNS
    if actions.FIRST_EXCHANGE <= action < actions.PASS:
        return action - actions.FIRST_EXCHANGE
    return None


def most_points(fields: int, blockades: int, times: int = 1) -> int:
    """What no player can exceed on a board: fields as bits; blockades: how many may be used.

    At a corner point the second triangle brings at most 2 points, the third 3 and the fourth 4 and
    an azuleo's. times: how often a combination may score.
    """
    points = POINTS_A_BLOCKADE * blockades
    for around in FIELD_AT:
        triangles = sum(1 for field in around if field >= 0 and fields >> int(field) & 1)
        points += times * sum(range(2, triangles + 1)) + POINTS_AN_AZULEO * (triangles == 4)
    return points


class AzuleoGame(Game):
    """Azuleo. Player 0 begins; four players are two teams."""

    SHORT_NAME = "python_azuleo"
    LONG_NAME = "Azuleo"
    PLAYERS = (1, MAX_PLAYERS)
    #: As `azuleo.Game` has them, except that a board is one text, its rows joined by "/"; "auto" is
    #: "fill" for one player and "normal" for more; and −1 blockades are without limit.
    PARAMETERS: ClassVar = {
        "players": 2,
        **{option.name: option.as_parameter(option.default) for option in OF_POSITION},
        "mode": "auto",
        "points": False,
    }
    HIDES = True
    STATE = AzuleoState

    #: The options of the game, as `azuleo.Game` has them.
    options: dict[str, Any]

    def _read(self, given: dict[str, Any]) -> Setting:
        chosen = {option.name: option.of_parameter(given[option.name]) for option in OF_POSITION}
        chosen["mode"] = None if given["mode"] == "auto" else given["mode"]
        game = azuleo.Game(given["players"], **chosen, seed=0, first=0, draws="manual")
        self.options = game.options
        mode, sides = game.options["mode"], game.sides
        if mode == "fill" and given["points"]:
            raise OptionError("points: filling the board gives none")
        fields = int(game.state.fields) % (1 << 64)  # the last field is the word's sign
        blockades = int(game.state.blockades)
        times = PLATES_HELD if game.options["equal_plates"] else 1
        # Every field is laid or blockaded after as many idle turns as do not yet end the game.
        turns = 1 if mode == "fill" else game.options["idle_limit"] * sides
        decisions = 1 + fields.bit_count() * turns
        plates = 0 if mode == "fill" else PLATES_HELD
        return Setting(
            opening=game.state.tobytes(),
            players=game.players,
            sides=sides,
            is_open=sides == 1 or game.options["open_hands"],
            points=given["points"] or mode == "score",
            actions=kernel.actions_for(game.players, kernel.is_wide(game.state)),
            most_points=most_points(
                fields, fields.bit_count() if blockades < 0 else blockades, times
            ),
            most_decisions=decisions,
            most_draws=sides * (CROSSES_IN_HAND + plates) + 1 + decisions,
        )


#: What is registered.
GAME = AzuleoGame
