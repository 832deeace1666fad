"""Judging one step of a game: a decision against the best one, a deal against those that could be.

Everything is compared by equal search. Of a decision, the played move and the best one get the
same visits, in trees of their own; of a deal, it and those sampled beside it. What is known to the
player who decides is all that is searched.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.analysis.objective import Objective, result_in
from azulejos.analysis.steps import Step
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_LEVELS, config_for
from azulejos.core.chance import seed_from
from azulejos.nets.features import supports
from azulejos.nets.network import NO_NETWORKS, exists
from azulejos.nets.weights import shipped
from azulejos.search.after import (
    NO_ACTION,
    NOBODY,
    SearchAfter,
    Trees,
    apply_action,
    decisions_to_end,
    determinized_legal,
    greedy_action,
    legal_with_representatives,
    resample_chance,
)
from azulejos.search.endgame import Solution, solve
from azulejos.search.workspace import new_workspace

#: Actions that are looked at more closely, beside the one played.
CANDIDATES = 6
#: The share of the visits that the candidates get, that the better half of them gets, and that the
#: two best of all get with the one played.
HALVING = (0.25, 0.5, 1.0)
#: Batches of each such part. Values are those of the last part alone: a young tree has hardly
#: looked ahead.
BATCHES = 8
#: Batches of a tree differ less than searches do: to their error come what a difference changed by
#: since the part before, and so much by the square root of the visits. (Against ten times the
#: visits, 110 losses: half are within 0.6 of the errors that result, two thirds within 1.1.)
LEAST_ERROR = 0.3
#: A line goes on as long as its nodes have this share of the visits, and at least so many.
SHARE_OF_A_LINE, LEAST_OF_A_LINE = 0.02, 8
#: Visits for each move by which a line is played on, and how long it gets at the most.
VISITS_OF_A_LINE, LONGEST_LINE = 32, 40
#: Positions that the endgame solver searches in the time of a visit, about; and decisions of an
#: ending that is tried.
POSITIONS_A_VISIT, DECISIONS_OF_AN_ENDING = 10, 12
#: A deal is searched so often with other seeds, and each time as long as one that is sampled.
REPLICAS = 4
#: The share of a decision's visits that each of them gets.
SHARE_OF_A_DEAL = 0.25
#: Guesses that are looked at to tell whether a player's own possibilities are known.
GUESSES = 3
#: What seeds are made for here: see `core.chance`.
OF_JUDGING = 3
#: The batches of values that are facts.
_NONE = np.empty((0, 0))


@dataclass(frozen=True)
class Found:
    """A move as it was judged: every player's share of the win after it, and what follows."""

    action: int
    values: NDArray[np.float64]  # (players,)
    margin: float  # of the player who decides
    visits: int
    line: list[int]  # actions, this one first
    batches: NDArray[
        np.float64
    ]  # of the last two parts (batches, players), as in search; empty where the values are facts
    reply: int | None = None  # where others hide something: their likeliest next action, a guess


@dataclass(frozen=True)
class Judged:
    """A decision. best is at least as good as played; second is the best of the others."""

    played: Found
    best: Found
    second: Found | None
    se: float  # standard error of the loss
    gap_se: float  # standard error of what the best is ahead of the second
    stake: float  # what the candidates differ by
    proven: bool


@dataclass(frozen=True)
class Dealt:
    """What chance gave: every player's share of the win after it, and the mean of what it could."""

    values: NDArray[np.float64]  # (players,)
    mean: NDArray[np.float64]  # (players,)
    se: NDArray[np.float64]  # standard error of their difference


class Judge:
    """Judges the steps of one game. seed: the same seed and visits give the same judgements."""

    def __init__(self, game: Any, seed: int) -> None:
        name, states = game.NAME, game.states
        self.kernel = game.KERNEL
        self.players = game.players
        self.sides = game.sides
        self.objective = Objective(game)
        networks = shipped(name) if LEARNED_LEVELS[name] else NO_NETWORKS
        if game.players == 1 or not exists(networks.value) or not supports(states):
            networks = NO_NETWORKS
            self.config = HEURISTIC_CONFIGS[name]
        else:
            usual, multiplayer = config_for(name, networks)
            self.config = multiplayer if game.players > 2 and multiplayer else usual
        self._workspace = new_workspace(self.kernel, networks)
        self._has_secrets = game.has_secrets
        self._seed = seed
        self._trees: dict[int, Trees] = {}
        self._actions = np.zeros((2, self.kernel.MAX_LEGAL), np.int16)
        self._alone = new_workspace(self.kernel)  # without networks, for endings

    # ── Decisions ────────────────────────────────────────────────────────────────────────────────

    def choices(self, step: Step) -> list[int] | None:
        """The actions to choose from, one of each set alike; None: nobody here knows them."""
        player = step.seen_by[0]
        actions, alike = self._actions
        n = legal_with_representatives(step.before, actions, alike)
        legal, different = actions[:n].tolist(), list(dict.fromkeys(alike[:n].tolist()))
        for seed in range(1, GUESSES + 1):
            n = determinized_legal(step.before.copy(), player, seed, actions)
            if actions[:n].tolist() != legal:
                return None
        return different

    def greedy(self, step: Step) -> int:
        """What the greedy player would have chosen."""
        return int(greedy_action(step.before.copy(), step.seen_by[0], 1, self._actions[0]))

    def representative(self, step: Step) -> int:
        """The first action that is equivalent to the one that was played."""
        actions, alike = self._actions
        n = legal_with_representatives(step.before, actions, alike)
        return int(alike[actions[:n].tolist().index(step.action)])

    def decision(self, number: int, step: Step, visits: int) -> Judged:
        """The judgement of a decision with at least two choices. number: of the step."""
        played = self.representative(step)
        solved = self._solved(step, played, visits)
        if solved is not None:
            return solved
        trees = self._trees_for(visits)
        player = step.seen_by[0]
        seed = self._seed_of(number, visits)

        def search(action: int) -> SearchAfter:
            return SearchAfter(
                trees, self._workspace, step.before, action, player, self.config, seed
            )

        whole = search(NO_ACTION)
        whole.visit(visits)
        tried = [action for action, _ in whole.by_visits()[:CANDIDATES]]
        whole.close()
        alive = {action: search(action) for action in [*tried, played]}
        dropped: list[SearchAfter] = []
        worst = 1.0
        for share, kept in zip(HALVING, (CANDIDATES // 2, 2, 2), strict=True):
            for each in alive.values():
                batch = max((int(visits * share) - each.visits) // BATCHES, 1)
                for _ in range(BATCHES):
                    each.visit(batch)
            order = sorted(alive, key=lambda a: -float(alive[a].values[player]))
            worst = min(worst, float(alive[order[-1]].values[player]))
            staying = {*order[:kept], played}
            dropped += [alive.pop(action) for action in order if action not in staying]
        found = {action: self.found(alive[action], step.before, visits) for action in alive}
        for each in (*alive.values(), *dropped):
            each.close()
        order = sorted(found, key=lambda a: (-found[a].values[player], a != played))
        if order[0] != played:  # to be compared, both lines lead to the same place
            for action in (played, order[0]):
                found[action] = self._to_chance(found[action], step, seed)
        best = found[order[0]]
        second = found[order[1]] if len(order) > 1 else None
        stake = float(best.values[player]) - self.objective.share(worst, best.margin)
        return Judged(
            found[played],
            best,
            second,
            _se(best, found[played], player),
            _se(best, second, player) if second is not None else 0.0,
            max(stake, 0.0),
            proven=False,
        )

    def compare(self, number: int, step: Step, actions: Sequence[int], visits: int) -> list[Found]:
        """What follows each of these actions, each searched alike; the best first."""
        trees = self._trees_for(visits)
        player = step.seen_by[0]
        seed = self._seed_of(number, visits)
        found = []
        for action in actions:
            search = SearchAfter(
                trees, self._workspace, step.before, action, player, self.config, seed
            )
            for _ in range(2 * BATCHES):
                search.visit(max(visits // (2 * BATCHES), 1))
            found.append(self.found(search, step.before, visits))
            search.close()
        return sorted(found, key=lambda each: -each.values[player])

    def exact(
        self, step: Step, action: int, positions: int, *, with_line: bool = True
    ) -> Found | None:
        """What follows an action if both play their best; None beyond the endgame solver's reach.

        positions: how many it may search.
        """
        if not self._can_be_solved(step):
            return None
        return self._after_exactly(step.before, action, step.seen_by[0], positions, with_line)

    def to_chance(self, number: int, step: Step, found: Found) -> Found:
        """The same with its line played on until chance comes next, as far as players can know."""
        return self._to_chance(found, step, self._seed_of(number))

    def after(self, states: NDArray[Any], action: int, player: int, visits: int) -> SearchAfter:
        """The search of what follows an action, for who knows what a player knows.

        visits: how many it will get, about.
        """
        trees = self._trees_for(visits)
        seed = self._seed_of(action)
        return SearchAfter(trees, self._workspace, states, action, player, self.config, seed)

    def found(self, search: SearchAfter, before: NDArray[Any], visits: int) -> Found:
        """A search as it is told: its values as shares of the win."""
        after = before.copy()
        is_over = apply_action(after, search.action) == NOBODY
        line = search.line(max(int(visits * SHARE_OF_A_LINE), LEAST_OF_A_LINE))
        reply = None
        if self._has_secrets:  # what others would answer hangs on guesses of what they hold
            reply = line[1] if len(line) > 1 else None
            line = line[:1]
        line = _until_chance(before, line)
        if is_over:  # nothing is left to be judged
            margin = self.objective.margin(after, search.player)
            return Found(
                search.action, self.objective.result(after), margin, search.visits, line, _NONE
            )
        used = search.batches[-2 * BATCHES :]
        mean = used[-BATCHES:].mean(axis=0)
        values = self.objective.shares(mean, search.margin, search.player)
        return Found(search.action, values, search.margin, search.visits, line, used, reply)

    def _to_chance(self, found: Found, step: Step, seed: int) -> Found:
        """The same with its line played on until chance comes next, as far as players can know.

        Each move of it is the best of a small search.
        """
        states = step.before.copy()
        for action in found.line:
            following = apply_action(states, action)
        line = list(found.line)
        player = step.seen_by[0]
        trees = self._trees_for(VISITS_OF_A_LINE)
        while following >= 0 and not self._has_secrets and len(line) < LONGEST_LINE:
            search = SearchAfter(
                trees, self._workspace, states, NO_ACTION, player, self.config, seed
            )
            search.visit(VISITS_OF_A_LINE)
            line.append(search.by_visits()[0][0])
            search.close()
            following = apply_action(states, line[-1])
        return replace(found, line=line)

    # ── Endings ──────────────────────────────────────────────────────────────────────────────────

    def _solved(self, step: Step, played: int, visits: int) -> Judged | None:
        """The judgement by the endgame solver, where the game ends within its reach."""
        if not self._can_be_solved(step):
            return None
        root = step.before
        most = POSITIONS_A_VISIT * visits * 4
        player = step.seen_by[0]
        solution = self._solve(root, most)
        if solution is None:
            return None
        best = self._exact(root, solution.action, solution.value, player, most)
        if played == solution.action:
            other: Found | None = best
        else:
            other = self._after_exactly(root, played, player, most)
        if best is None or other is None:
            return None
        stake = float(best.values[player] - other.values[player])
        return Judged(other, best, None, 0.0, 0.0, stake, proven=True)

    def _can_be_solved(self, step: Step) -> bool:
        if self.players != 2 or self.sides != 2:
            return False
        return decisions_to_end(step.before) <= DECISIONS_OF_AN_ENDING

    def _after_exactly(
        self, root: NDArray[Any], action: int, player: int, most: int, with_line: bool = True
    ) -> Found | None:
        """What an action is worth if both play their best from there on."""
        after = root.copy()
        mover = apply_action(after, action)
        if mover == NOBODY:
            margin = self.objective.margin(after, player)
            return Found(action, self.objective.result(after), margin, 0, [action], _NONE)
        solution = self._solve(after, most)
        if solution is None:
            return None
        value = solution.value if mover == player else 1.0 - solution.value
        return self._exact(root, action, value, player, most, with_line)

    def _exact(
        self,
        root: NDArray[Any],
        action: int,
        value: float,
        player: int,
        most: int,
        with_line: bool = True,
    ) -> Found | None:
        """A solved action, with the line in which both play their best; None: nothing is proven."""
        result = result_in(value)
        if result is None:
            return None
        share, margin = result
        values = np.array([1.0 - share, 1.0 - share])
        values[player] = share
        line = [action]
        states = root.copy()
        while with_line and apply_action(states, line[-1]) != NOBODY:
            solution = self._solve(states, most)
            if solution is None:
                break
            line.append(solution.action)
        return Found(action, values, margin, 0, line, _NONE)

    def _solve(self, states: NDArray[Any], most: int) -> Solution | None:
        return solve(self.kernel, states, most, workspace=self._alone)

    # ── Chance ───────────────────────────────────────────────────────────────────────────────────

    def chance(self, number: int, step: Step, visits: int, samples: int) -> Dealt:
        """The judgement of what chance gave, against `samples` other outcomes."""
        players = self.players
        values, mean, se = np.zeros(players), np.zeros(players), np.zeros(players)
        for viewer in step.seen_by:
            own = self._chance_seen_by(number, step, viewer, visits, samples)
            # In a game with secrets each player's part is as that player could know it.
            of = np.arange(players) if len(step.seen_by) == 1 else np.array([viewer])
            values[of], mean[of], se[of] = own.values[of], own.mean[of], own.se[of]
        return Dealt(values, mean, se)

    def _chance_seen_by(
        self, number: int, step: Step, viewer: int, visits: int, samples: int
    ) -> Dealt:
        each = max(int(visits * SHARE_OF_A_DEAL), 4)
        trees = self._trees_for(visits)
        seed = self._seed_of(number, visits, viewer % self.sides)  # partners: the same guesses
        given = np.array(
            [
                self._value_of(trees, step.after, viewer, each, seed + (i << 40))
                for i in range(REPLICAS)
            ]
        )
        others = []
        for i in range(samples):
            states = step.before.copy()
            resample_chance(states, viewer, seed + ((REPLICAS + i) << 40))
            others.append(self._value_of(trees, states, viewer, each, seed + ((i + 1) << 32)))
        sampled = np.array(others)
        variance = given.var(axis=0, ddof=1) / REPLICAS
        if samples > 1:
            variance = variance + sampled.var(axis=0, ddof=1) / samples
        return Dealt(given.mean(axis=0), sampled.mean(axis=0), np.sqrt(variance))

    def _value_of(
        self, trees: Trees, states: NDArray[Any], viewer: int, visits: int, seed: int
    ) -> NDArray[np.float64]:
        """Every player's share of the win in a position, as the viewer may know it."""
        if apply_action(states, NO_ACTION) == NOBODY:
            return self.objective.result(states)
        search = SearchAfter(trees, self._workspace, states, NO_ACTION, viewer, self.config, seed)
        search.visit(visits)
        found = self.objective.shares(search.values, search.margin, viewer)
        search.close()
        return found

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────

    def _trees_for(self, visits: int) -> Trees:
        if visits not in self._trees:
            self._trees = {n: trees for n, trees in self._trees.items() if n == VISITS_OF_A_LINE}
            self._trees[visits] = Trees(visits)
        return self._trees[visits]

    def _seed_of(self, *numbers: int) -> int:
        seed = self._seed
        for number in numbers:
            seed = seed_from(seed, OF_JUDGING, number)
        return seed


def _until_chance(before: NDArray[Any], line: list[int]) -> list[int]:
    """As much of a line as comes before chance: what follows hangs on what is drawn."""
    states = before.copy()
    for n, action in enumerate(line, 1):
        if apply_action(states, action) < 0:
            return line[:n]
    return line


def _se(one: Found, other: Found | None, player: int) -> float:
    """The standard error of the difference between two moves, from their batches."""
    if other is None or one is other:
        return 0.0
    a, b = (found.batches[:, player] if found.batches.size else None for found in (one, other))
    if a is None and b is None:
        return 0.0
    differences = (0.0 if a is None else a) - (np.zeros(1) if b is None else b)
    before, last = differences[:BATCHES], differences[-BATCHES:]
    variance = last.var(ddof=1) / BATCHES + (last.mean() - before.mean()) ** 2
    return float(math.sqrt(variance + LEAST_ERROR**2 / max(one.visits, other.visits)))
