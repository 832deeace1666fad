"""Whether a board can still be filled, by OR-Tools' CP-SAT: a reference for `azuleo.filling`.

The model has one truth for each free field and way a cross may lie there, and one for each colour
that a diagonal of a corner point may show. It shares nothing with the search but the material. It
is not asked while a draw is due.
"""

from typing import Any, Literal

from azulejos.core.errors import without_extra

try:
    from ortools.sat.python import cp_model
except ModuleNotFoundError as error:
    raise without_extra(error, "solver") from error

from azulejos.games.azuleo.components import (
    BESIDE,
    COLOUR_AT,
    COLOURS,
    DOTTED,
    FIELD_AT,
    FIELD_IN,
    KINDS,
    MISSING,
    ORIENTATIONS,
    POINT_OF,
    TURNS,
)

Answer = Literal["yes", "no", "unknown"]
#: A cross for each free field: the orientation's number, by the field's.
Filling = dict[int, int]


class _Board:
    """What a position says, in the numbers of the material."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.options = position["options"]
        self.lying: dict[int, int] = {}
        self.free: list[int] = []
        self.dotted: list[int] = []
        for row, letters in enumerate(self.options["board"]):
            for column, letter in enumerate(letters):
                field = FIELD_IN[row][column]
                lies = position["board"][row][column]
                if lies is not None:
                    self.lying[field] = ORIENTATIONS.index(lies)
                elif letter != MISSING:
                    self.free.append(field)
                    if letter == DOTTED:
                        self.dotted.append(field)
        self.fields = {*self.free, *self.lying}
        self.hand = {KINDS.index(kind) for kind in position["sides"][0]["hand"]}
        self.left = list(position["supply"].values())
        for kind in position["sides"][0]["hand"]:
            self.left[KINDS.index(kind)] += 1
        self.start = None if position["start"] is None else KINDS.index(position["start"])
        if self.start is not None:
            self.left[self.start] += 1

    def beside(self, field: int) -> list[int]:
        return [near for near in self.fields if int(BESIDE[field]) >> near & 1]

    def in_reach(self) -> list[int]:
        return [f for f in self.free if any(near in self.lying for near in self.beside(f))]

    def is_connected(self) -> bool:
        """Whether every field can be reached from what lies, or from where the start cross may."""
        if not self.fields:
            return False
        found = set()
        waiting = [*self.lying] or self.dotted[:1]
        while waiting:
            field = waiting.pop()
            if field not in found:
                found.add(field)
                waiting += self.beside(field)
        return found == self.fields

    def has_colour_rule(self, point: int) -> bool:
        around = FIELD_AT[point].tolist()
        return not self.options["free_border"] or all(field in self.fields for field in around)


def filling(position: dict[str, Any], seconds: float) -> Filling | Answer:
    """A way to cover all free fields of a position, "no" if there is none, or "unknown".

    position: as `to_dict` gives it, with mode "fill". Nothing is known after so many seconds.
    """
    board = _Board(position)
    if not board.free:
        return {}
    if not board.is_connected() or sum(board.left) < len(board.free):
        return "no"
    model = cp_model.CpModel()
    lies = {
        (field, way): model.new_bool_var(f"{field} {ORIENTATIONS[way]}")
        for field in board.free
        for way in range(len(ORIENTATIONS))
    }
    for field in board.free:
        model.add_exactly_one(lies[field, way] for way in range(len(ORIENTATIONS)))
    _add_colour_rule(model, board, lies)
    for kind, copies in enumerate(board.left):
        used = [lies[field, way] for field in board.free for way in _ways({kind})]
        model.add(sum(used) <= copies)
    _add_first_step(model, board, lies)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return {field: way for (field, way), truth in lies.items() if solver.value(truth)}
    return "no" if status == cp_model.INFEASIBLE else "unknown"


def _ways(kinds: set[int]) -> list[int]:
    """Every way in which a cross of one of these kinds can lie."""
    return [TURNS * kind + turn for kind in kinds for turn in range(TURNS)]


def _add_colour_rule(model: Any, board: _Board, lies: Any) -> None:
    """Opposite triangles have the same colour, neighbouring ones differ."""
    shows: dict[tuple[int, int], list[Any]] = {}

    def diagonal(point: int, corner: int) -> list[Any]:
        key = point, corner % 2
        if key not in shows:
            shows[key] = [model.new_bool_var(f"{key} {colour}") for colour in COLOURS]
            model.add_exactly_one(shows[key])
        return shows[key]

    for field in sorted(board.fields):
        for corner, point in enumerate(POINT_OF[field].tolist()):
            if not board.has_colour_rule(point):
                continue
            for colour, truth in enumerate(diagonal(point, corner)):
                if field in board.lying:
                    model.add(truth == int(COLOUR_AT[board.lying[field], corner] == colour))
                else:
                    ways = [w for w in range(len(ORIENTATIONS)) if COLOUR_AT[w, corner] == colour]
                    model.add(sum(lies[field, way] for way in ways) == truth)
    for point, corner in sorted(shows):
        if corner == 0 and (point, 1) in shows:
            for one, other in zip(shows[point, 0], shows[point, 1], strict=True):
                model.add_at_most_one(one, other)


def _add_first_step(model: Any, board: _Board, lies: Any) -> None:
    """The start cross lies on a dotted field; a cross in hand lies within reach."""
    if board.start is None:
        model.add_bool_or(lies[f, way] for f in board.in_reach() for way in _ways(board.hand))
        return
    begins = [model.new_bool_var(f"start {field}") for field in board.dotted]
    model.add_exactly_one(begins)
    for field, begun in zip(board.dotted, begins, strict=True):
        model.add_bool_or([lies[field, way] for way in _ways({board.start})]).only_enforce_if(begun)
        near = [f for f in board.beside(field) if f in board.free]
        if len(board.free) > 1:
            next_ones = [lies[f, way] for f in near for way in _ways(board.hand)]
            model.add_bool_or(next_ones).only_enforce_if(begun)


def answer(position: dict[str, Any], seconds: float) -> Answer:
    """Whether a position can still be completed."""
    found = filling(position, seconds)
    return "yes" if isinstance(found, dict) else found
