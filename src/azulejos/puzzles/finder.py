"""Finding puzzles in a game that the strongest levels play.

A puzzle is a decision in which one move wins clearly more than every other, and is not what the
greedy player would choose. A position passes sieves, the cheapest first: the search by which the
game is played, short searches of the likeliest moves, searches of all moves, and searches ten
times as long of those that come next to the best. Where the endgame solver reaches the end, it
proves the answer instead. What players hide from each other is a guess in every visit, and a guess
in the position of the puzzle.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from azulejos import bots, games
from azulejos.analysis.judge import Found, Judge
from azulejos.analysis.steps import Step
from azulejos.bots.levels import LEVELS
from azulejos.core.errors import PositionError
from azulejos.core.kernel import legal_of
from azulejos.search.after import (
    NO_ENDING,
    decisions_to_end,
    greedy_action,
    legal_with_representatives,
)

#: What the best move wins more than every other, as a share of the win.
GAP = 0.15
#: The sieves before: by the search that plays, and by short searches.
_GAP_IN_PLAY, _GAP_IN_SHORT = 0.10, 0.12
#: A short search has so much less visits, a confirming one so many more.
_SHORTER, LONGER = 8, 10
#: Moves that are searched closely: in short searches, in full ones before all are, in confirming.
_LIKELY, _LIKELIER, _CLOSE = 4, 6, 5
#: Positions that the endgame solver may search for each move.
_POSITIONS = 300_000
#: Fewer choices are no puzzle.
_FEWEST_CHOICES = 4
#: So often each level tries a puzzle. One that plays by the clock gets so many times the visits of
#: the level below it, for results that do not depend on the machine.
_TRIES, _BY_CLOCK = 4, 10
#: So often the greedy player is asked: where it is torn, chance decides.
_GREEDY_SEEDS = 8
#: Guesses of what is hidden, until one makes a position that can be.
_GUESSES = 16
#: Wrong moves of which a line is kept.
_LINES = 3


@dataclass(frozen=True)
class Setting:
    """What is searched for puzzles: games of a kind, decided by a seed.

    visits: of each move that is compared; ten times as many confirm. play_visits: of each decision
    of the games.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    visits: int = 2000
    play_visits: int = 400


@dataclass(frozen=True)
class Try:
    """A move in a puzzle and where it leads. share: of the win; margin: expected, in points.

    line: this move first, until chance comes next. reply: where others hide something, what they
    are likeliest to answer.
    """

    move: str
    share: float
    margin: float
    line: list[str]
    reply: str | None = None


@dataclass(frozen=True)
class Find:
    """A puzzle as it was found, with all that is measured of it.

    position: as its player may know it, what is hidden being a guess. shares: the share of the win
    after each legal move, in the order in which the rules list them. wrong: the most tempting wrong
    moves. solved: how often each level found the answer, of `tries`; chosen: how often each other
    move was chosen.
    """

    id: str
    game_number: int
    entry: int
    position: str
    player: int
    proven: bool
    ending: bool
    visits: int  # by which it is confirmed
    best: Try
    gap: float
    shares: list[float]
    greedy: str
    wrong: list[Try]
    tries: int
    solved: list[int]
    chosen: dict[str, int]


def finds_in_game(
    setting: Setting, number: int, is_stopped: Callable[[], bool] = lambda: False
) -> list[Find] | None:
    """The puzzles in game `number`, which is always the same; None if it was stopped."""
    seeds = np.random.SeedSequence([setting.seed, number]).generate_state(3, np.uint64) >> 2
    of_game, of_players, of_search = map(int, seeds)
    game = games.spec(setting.game).Game(seed=of_game, **setting.options)
    levels = len(LEVELS[setting.game])
    # The two strongest levels, in turn.
    players = [
        bots.make(f"level:{levels - (seat + number) % 2}", setting.game, seed=of_players + seat)
        for seat in range(game.players)
    ]
    found: list[Find] = []
    while not game.is_over:
        if is_stopped():
            return None
        known = game.known_to(game.turn, of_search + game.entries)
        analysis = players[game.turn].analyse(known, visits=setting.play_visits, multipv=_LIKELIER)
        likely = [variation.move for variation in analysis.variations]
        shares = [variation.values[game.turn] for variation in analysis.variations]
        open_to_proof = _ends_soon(game)
        if len(likely) > 1 and (open_to_proof or shares[0] - shares[1] >= _GAP_IN_PLAY):
            position = _position(game, of_search)
            puzzle = None
            if position is not None:
                candidate = _Candidate(setting, position, of_search, number, game.entries)
                puzzle = candidate.find(likely)
            if puzzle is not None and all(not _same(puzzle, earlier) for earlier in found):
                found.append(puzzle)
        game.play(analysis.move)
    return found


def _position(game: Any, seed: int) -> str | None:
    """The position as text, as its player may know it; None if no guess makes one that can be."""
    for guess in range(_GUESSES):
        text: str = game.known_to(game.turn, seed + (guess << 20)).to_text()
        with suppress(PositionError):  # what is guessed may fit nowhere, which ends the game
            type(game).from_text(text)
            return text
    return None


def _ends_soon(game: Any) -> bool:
    return int(decisions_to_end(game.states)) != NO_ENDING


def _same(one: Find, other: Find) -> bool:
    """Whether two finds of a game are the same idea: the same move of the same player."""
    return (one.player, one.best.move) == (other.player, other.best.move)


class _BeyondReach(Exception):
    """The endgame solver does not reach the end of the game."""


class _Candidate:
    """A position that may be a puzzle."""

    def __init__(self, setting: Setting, position: str, seed: int, number: int, entry: int) -> None:
        self._setting = setting
        self._number, self._entry = number, entry
        # As it will be read from the file: nothing of its past matters.
        self._position = position
        self._game = games.spec(setting.game).Game.from_text(position)
        self._player = self._game.turn
        self._judge = Judge(self._game, seed)
        states = np.frombuffer(bytearray(self._game.states.tobytes()), self._game.KERNEL.STATE)
        seen_by = (self._player,)
        self._step = Step(0, 1, self._player, -1, states, states, seen_by, self._game.round)
        self._seed = seed

    def find(self, likely: Sequence[Any]) -> Find | None:
        """The puzzle, if it is one. likely: moves, the likeliest first."""
        different = self._judge.choices(self._step)
        if different is None or len(different) < _FEWEST_CHOICES:
            return None
        greedy = self._greedy()
        alike = self._alike()
        first = list(dict.fromkeys(alike[move.action] for move in likely))
        if _ends_soon(self._game):
            with suppress(_BeyondReach):
                return self._proven(list(dict.fromkeys([*first, *different])), greedy)
        return self._found_by_search(different, first, greedy)

    def _proven(self, actions: list[int], greedy: list[int]) -> Find | None:
        """The puzzle if one move alone has the best result.

        actions: all, the likeliest first; looked at until two are equally good.
        """
        found: list[Found] = []
        for action in actions:
            exact = self._judge.exact(self._step, action, _POSITIONS, with_line=False)
            if exact is None:
                raise _BeyondReach
            found.append(exact)
            if sum(self._share(each) == 1.0 for each in found) > 1:
                return None
        found.sort(key=lambda each: (-self._share(each), -each.margin))
        if self._share(found[0]) == self._share(found[1]) or found[0].action in greedy:
            return None
        return self._told(found, found[0], greedy, proven=True)

    def _share(self, found: Found) -> float:
        return float(found.values[self._player])

    def _greedy(self) -> list[int]:
        """What the greedy player may choose: chance decides among equals."""
        actions = np.zeros(self._game.KERNEL.MAX_LEGAL, np.int16)
        chosen = [
            int(greedy_action(self._step.before.copy(), self._player, seed, actions))
            for seed in range(1, _GREEDY_SEEDS + 1)
        ]
        return list(dict.fromkeys(chosen))

    def _found_by_search(
        self, different: list[int], likely: list[int], greedy: list[int]
    ) -> Find | None:
        visits = self._setting.visits

        def compare(actions: Sequence[int], visits: int) -> list[Found]:
            together = dict.fromkeys([*actions, *greedy[:1]])
            return self._judge.compare(self._entry, self._step, list(together), visits)

        def fails(found: Sequence[Found], least: float) -> bool:
            return found[0].action in greedy or self._gap(found) < least

        if fails(compare(likely[:_LIKELY], visits // _SHORTER), _GAP_IN_SHORT):
            return None
        if fails(compare(likely[:_LIKELIER], visits), GAP):
            return None
        everything = compare(different, visits)
        if fails(everything, GAP):
            return None
        close = [each.action for each in everything[:_CLOSE]]
        confirmed = compare(close, visits * LONGER)
        if fails(confirmed, GAP) or confirmed[0].action != everything[0].action:
            return None
        finer = {each.action: each for each in confirmed}
        found = [finer.get(each.action, each) for each in everything]
        found.sort(key=lambda each: -self._share(each))
        if self._gap(found) < GAP:  # one that was not confirmed looks closer than those that were
            return None
        return self._told(found, confirmed[0], greedy, proven=False)

    def _gap(self, found: Sequence[Found]) -> float:
        shares = sorted(map(self._share, found), reverse=True)
        return shares[0] - shares[1]

    def _alike(self) -> dict[int, int]:
        """For each legal action the first one that is equivalent."""
        actions, alike = np.zeros((2, self._game.KERNEL.MAX_LEGAL), np.int16)
        n = legal_with_representatives(self._step.before, actions, alike)
        return dict(zip(actions[:n].tolist(), alike[:n].tolist(), strict=True))

    def _told(
        self, found: Sequence[Found], best: Found, greedy: list[int], *, proven: bool
    ) -> Find:
        alike = self._alike()
        solved, chosen = self._tried(best.action, alike)
        by_action = {each.action: each for each in found}
        runner_up = found[1].action
        tempting = sorted(chosen, key=lambda action: -chosen[action])
        wrong = list(dict.fromkeys([*tempting[:_LINES], greedy[0], runner_up]))[:_LINES]
        kernel = self._game.KERNEL
        actions = np.zeros(kernel.MAX_LEGAL, np.int16)
        n = legal_of(self._game.states, actions)
        return Find(
            id=_name(self._setting.game, self._position),
            game_number=self._number,
            entry=self._entry,
            position=self._position,
            player=self._player,
            proven=proven,
            ending=_ends_soon(self._game),
            visits=0 if proven else self._setting.visits * LONGER,
            best=self._try(best, proven),
            gap=_rounded(self._gap(found)),
            shares=[
                _rounded(self._share(by_action[alike[action]])) for action in actions[:n].tolist()
            ],
            greedy=self._text(greedy[0]),
            wrong=[self._try(by_action[action], proven) for action in wrong],
            tries=_TRIES,
            solved=solved,
            chosen={self._text(action): count for action, count in chosen.items()},
        )

    def _try(self, found: Found, proven: bool) -> Try:
        if not proven:
            found = self._judge.to_chance(self._entry, self._step, found)
        else:
            found = self._judge.exact(self._step, found.action, _POSITIONS) or found
        return Try(
            self._text(found.action),
            _rounded(self._share(found)),
            round(found.margin, 2),
            [self._text(action) for action in found.line],
            None if found.reply is None else self._text(found.reply),
        )

    def _tried(self, answer: int, alike: dict[int, int]) -> tuple[list[int], dict[int, int]]:
        """How often each level finds the answer, and how often each other move was chosen."""
        name = self._setting.game
        solved: list[int] = []
        chosen: dict[int, int] = {}
        visits = 0
        for number, level in enumerate(LEVELS[name], 1):
            player = bots.make(f"level:{number}", name, seed=self._seed)
            given = getattr(player, "visits", None)
            if level.ms is not None:
                given = _BY_CLOCK * visits
            visits = given or visits
            times = 0
            for _ in range(_TRIES):
                move = player.choose(self._game, visits=given)
                action = alike[move.action]
                if action == answer:
                    times += 1
                else:
                    chosen[action] = chosen.get(action, 0) + 1
            solved.append(times)
        return solved, chosen

    def _text(self, action: int) -> str:
        return str(self._game.MOVES[action])


def _name(game: str, position: str) -> str:
    """A puzzle's name, which stays what it is wherever it stands."""
    return hashlib.sha256(f"{game} {position}".encode()).hexdigest()[:10]


def _rounded(share: float) -> float:
    return round(share, 3)
