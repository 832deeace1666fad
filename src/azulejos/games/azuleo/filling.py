"""Can a board of Azuleo, filled alone, still be filled? A search that ends with a filling or a no.

It can if, with luck in every draw, all free fields can be covered: if the crosses left admit a
filling by the colour rule, in which a cross in hand lies on a field that can be reached now. (From
then on every draw may be the one that is needed for a field within reach, and a filling uses up
what is in hand in the end.)

The search tries a cross on the field with the fewest ways left, and narrows all others until
nothing changes: by the colours that each diagonal of a corner point can still show, and by the
copies of each kind. A field where trials often fail comes sooner. If a trial fails, its way is out
for good, and what that narrows is narrowed too.

A *place* is a free field's number in the search. Sets of places are bits of one word: a board with
more free fields than there are crosses is never searched. A *way* is an orientation.
"""

import time
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from azulejos.core.bits import lowest, size
from azulejos.core.compiled import compiled
from azulejos.core.goals import Answer
from azulejos.games.azuleo.components import (
    BESIDE,
    COLOURS,
    CROSSES,
    EVERY_TURN,
    FIELD_AT,
    FIELDS,
    KINDS,
    POINT_OF,
    POINTS,
    SHOWING,
    TURNS,
)
from azulejos.games.azuleo.rules import every_turn_of, has_colour_rule, kinds_in_hand
from azulejos.games.azuleo.state import AFTER_LAY, DRAW, FOR_HAND, NONE, STATE

_ANSWERS: tuple[Answer, ...] = ("no", "yes", "unknown")
_NO, _YES, _UNKNOWN = range(3)

#: Trials after which `fill` gives up: about half a minute.
MOST_TRIALS = 10_000_000
#: Trials between two looks at the clock: some ten milliseconds.
_TRIALS_A_LOOK = 3_000

_EVERY_COLOUR = (1 << len(COLOURS)) - 1
_SETS = 1 << len(KINDS)
#: What a trial narrows; a trial begins with a copy of what the one before left.
_LEVEL = np.dtype(
    [
        ("ways", STATE["fits"].base, (CROSSES,)),  # orientations that are left, by place
        ("colours", "i1", (POINTS, 2)),  # that a diagonal can show, as bits
    ],
    align=True,
)
SEARCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("trials", "i8"),  # so far
                ("level", "i8"),  # how many trials the present one stands on
                ("places", "i8"),  # how many there are
                ("begins", "i8"),  # places for the start cross, if it is still to be laid
                ("reach", "i8"),  # places for the first cross from the hand, if it is not
                ("starts", "i8"),  # orientations of the start cross
                ("in_hand", "i8"),  # orientations of the crosses in hand
                ("beside", "i8", (CROSSES,)),  # by place, the places that share an edge with it
                ("weight", "i8", (CROSSES,)),  # 1 + how often a trial failed there
                ("copies", "i2", (_SETS,)),  # crosses left, by the set of their kinds
                ("takers", "i2", (_SETS,)),  # places that take no kinds but those
                ("levels", np.dtype((np.record, _LEVEL)), (CROSSES + 1,)),
                ("tried_at", "i1", (CROSSES + 1,)),  # the place of a level's trial
                ("tried", "i1", (CROSSES + 1,)),  # its way
                ("field", "i1", (CROSSES,)),  # by place
                ("place", "i1", (FIELDS,)),  # by field, or NONE
                ("ruled", "i1", (POINTS,)),  # whether the colour rule holds at a point
            ],
            align=True,
        ),
    )
)


class Found(NamedTuple):
    """Whether a board can be filled."""

    answer: Answer
    #: An orientation for each free field, by the field's number, if the answer is yes.
    filling: dict[int, int]
    #: Crosses that were put down on trial.
    trials: int


def fill(
    state: Any,
    most_trials: int = MOST_TRIALS,
    *,
    end: float | None = None,
    stop: Event | None = None,
) -> Found:
    """Whether the board of a state with mode "fill" can still be filled, and how.

    "unknown" after so many trials, at `end` (as perf_counter tells the time), or when told to stop.
    """
    search = np.zeros(1, SEARCH)[0]
    answer = begin(search, state)
    while answer == _UNKNOWN and search.trials < most_trials:
        answer = go_on(search, min(int(search.trials) + _TRIALS_A_LOOK, most_trials))
        late = end is not None and time.perf_counter() >= end
        if late or (stop is not None and stop.is_set()):
            break
    filling = {}
    if answer == _YES:
        level = search.levels[search.level]
        places = range(int(search.places))
        filling = {int(search.field[i]): lowest(int(level.ways[i])) for i in places}
    return Found(_ANSWERS[answer], filling, int(search.trials))


# ── The search ───────────────────────────────────────────────────────────────────────────────────


@compiled
def begin(search: Any, state: Any) -> int:
    """Begin a search, in a record that may hold anything. The answer, if it is known at once."""
    search.trials = search.level = search.places = 0
    for kinds in range(_SETS):
        search.copies[kinds] = 0
        for kind in range(len(KINDS)):
            if kinds >> kind & 1:
                left = state.supply[kind] + state.hand[0, kind] + (state.start == kind)
                search.copies[kinds] += left
    if size(state.free) > min(search.copies[_SETS - 1], CROSSES):
        return _NO
    _number_places(search, state)
    _read_first_step(search, state)
    if not _is_connected(search):
        return _NO
    for point in range(POINTS):
        search.ruled[point] = has_colour_rule(state, point)
        search.levels[0].colours[point, 0] = _EVERY_COLOUR
        search.levels[0].colours[point, 1] = _EVERY_COLOUR
    for place in range(search.places):
        search.levels[0].ways[place] = state.fits[search.field[place]]
        search.weight[place] = 1
    if search.places == 0:
        return _YES
    return _UNKNOWN if _propagate(search, 0, (1 << search.places) - 1) else _NO


@compiled
def go_on(search: Any, most: int) -> int:
    """Search until the answer is known, or until there have been so many trials in all."""
    level = int(search.level)
    while search.trials < most:
        place = _next_place(search, level)
        if place == NONE:
            search.level = level
            return _YES
        search.trials += 1
        way = lowest(search.levels[level].ways[place])
        search.tried_at[level] = place
        search.tried[level] = way
        search.levels[level + 1] = search.levels[level]
        level += 1
        search.levels[level].ways[place] = 1 << way
        possible = _propagate(search, level, 1 << place)
        while not possible:
            if level == 0:
                return _NO
            level -= 1
            place = int(search.tried_at[level])
            search.levels[level].ways[place] &= ~(1 << search.tried[level])
            possible = _propagate(search, level, 1 << place)
    search.level = level
    return _UNKNOWN


@compiled
def _next_place(search: Any, level: int) -> int:
    """The place with the fewest ways for its weight; NONE if each place has a single way."""
    chosen = NONE
    fewest = weight = 1
    for place in range(search.places):
        ways = size(search.levels[level].ways[place])
        if ways > 1 and (chosen == NONE or ways * weight < fewest * search.weight[place]):
            chosen = place
            fewest = ways
            weight = int(search.weight[place])
    return chosen


# ── What a position says ─────────────────────────────────────────────────────────────────────────


@compiled
def _number_places(search: Any, state: Any) -> None:
    for field in range(FIELDS):
        search.place[field] = NONE
        if state.free >> field & 1:
            search.place[field] = search.places
            search.field[search.places] = field
            search.places += 1
    for place in range(search.places):
        search.beside[place] = _places_of(search, BESIDE[search.field[place]])


@compiled
def _places_of(search: Any, fields: int) -> int:
    places = 0
    for place in range(search.places):
        if fields >> search.field[place] & 1:
            places |= 1 << place
    return places


@compiled
def _read_first_step(search: Any, state: Any) -> None:
    """Where the next cross may lie, and which crosses it can be. A draw that is due may bring any.

    `begins` and `reach` exclude each other.
    """
    search.begins = 0
    search.reach = _places_of(search, state.reach)
    search.starts = 0
    search.in_hand = kinds_in_hand(state, 0)
    if state.phase == DRAW and (state.awaiting == FOR_HAND or state.awaiting == AFTER_LAY):
        search.in_hand |= every_turn_of(state.supply)
    if state.free == state.fields:
        search.begins = _places_of(search, state.dotted)
        if state.start == NONE:
            search.starts = every_turn_of(state.supply)
        else:
            search.starts = EVERY_TURN << TURNS * int(state.start)


@compiled
def _is_connected(search: Any) -> bool:
    """Whether every place can be reached from what lies, or from where the start cross may."""
    found = int(search.reach | search.begins & -search.begins)
    waiting = found
    while waiting != 0:
        place = lowest(waiting)
        waiting &= waiting - 1
        more = search.beside[place] & ~found
        found |= more
        waiting |= more
    return found == (1 << search.places) - 1


# ── Narrowing ────────────────────────────────────────────────────────────────────────────────────

#: In place of a set of places: somewhere nothing is left.
_IMPOSSIBLE = -1


@compiled
def _propagate(search: Any, level: int, changed: int) -> bool:
    """Narrow all places after the ways at some have changed, until nothing changes any more.

    False if no filling is left.
    """
    while changed != 0:
        while changed != 0:
            place = lowest(changed)
            changed &= changed - 1
            touched = _narrow_around(search, level, place)
            if touched == _IMPOSSIBLE:
                search.weight[place] += 1
                return False
            changed |= touched
        changed = _narrow_by_copies(search, level)
        if changed == 0:
            changed = _narrow_first_step(search, level)
        if changed == _IMPOSSIBLE:
            return False
    return True


@compiled
def _narrow_around(search: Any, level: int, place: int) -> int:
    """By what a place can show at its corners; the places that have fewer ways now."""
    touched = 0
    ways = int(search.levels[level].ways[place])
    for corner in range(4):
        point = POINT_OF[search.field[place], corner]
        if search.ruled[point]:
            colours = _colours_at(ways, corner)
            touched_here = _narrow_diagonal(search, level, point, corner, colours)
            if touched_here == _IMPOSSIBLE:
                return _IMPOSSIBLE
            touched |= touched_here
    return touched


@compiled
def _colours_at(ways: int, corner: int) -> int:
    """The colours that some of these ways show at a corner."""
    colours = 0
    for colour in range(len(COLOURS)):
        if ways & SHOWING[corner, 1 << colour] != 0:
            colours |= 1 << colour
    return colours


@compiled
def _narrow_diagonal(search: Any, level: int, point: int, corner: int, colours: int) -> int:
    """Opposite triangles have the same colour, neighbouring ones differ."""
    shows = search.levels[level].colours[point]
    diagonal = corner & 1
    left = int(shows[diagonal]) & colours
    if left == shows[diagonal]:
        return 0
    shows[diagonal] = left
    touched = _narrow_corner(search, level, point, (corner + 2) % 4, left)
    if left & (left - 1) == 0:
        others = int(shows[1 - diagonal]) & ~left
        if others != shows[1 - diagonal]:
            shows[1 - diagonal] = others
            touched |= _narrow_corner(search, level, point, (corner + 1) % 4, others)
            touched |= _narrow_corner(search, level, point, (corner + 3) % 4, others)
        if others == 0:
            return _IMPOSSIBLE
    return _IMPOSSIBLE if left == 0 else touched


@compiled
def _narrow_corner(search: Any, level: int, point: int, corner: int, colours: int) -> int:
    """The field whose corner lies at a point shows one of these colours there."""
    field = FIELD_AT[point, corner]
    if field < 0 or search.place[field] == NONE:
        return 0
    place = int(search.place[field])
    return _narrow(search, level, place, SHOWING[corner, colours])


@compiled
def _narrow(search: Any, level: int, place: int, ways: int) -> int:
    before = search.levels[level].ways[place]
    search.levels[level].ways[place] = before & ways
    return 0 if before & ways == before else 1 << place


@compiled
def _narrow_by_copies(search: Any, level: int) -> int:
    """No more places than copies; where they are as many, other places take other kinds.

    Looking at every set of kinds leaves nothing out: what stays at one place can be completed at
    all others, as far as copies go (Hall's theorem).
    """
    takers = search.takers
    takers[:] = 0
    for place in range(search.places):
        takers[_kinds_of(search.levels[level].ways[place])] += 1
    for kind in range(len(KINDS)):
        for kinds in range(_SETS):
            if kinds >> kind & 1:
                takers[kinds] += takers[kinds ^ 1 << kind]
    for kinds in range(1, _SETS):
        if takers[kinds] > search.copies[kinds]:
            return _IMPOSSIBLE
    for kinds in range(1, _SETS):
        if takers[kinds] == search.copies[kinds]:
            touched = _keep_for_takers(search, level, kinds)
            if touched != 0:
                return touched
    return 0


@compiled
def _keep_for_takers(search: Any, level: int, kinds: int) -> int:
    """These kinds go to the places that take no others."""
    touched = 0
    reserved = 0
    for kind in range(len(KINDS)):
        if kinds >> kind & 1:
            reserved |= EVERY_TURN << TURNS * kind
    for place in range(search.places):
        if search.levels[level].ways[place] & ~reserved != 0:
            touched |= _narrow(search, level, place, ~reserved)
    return touched


@compiled
def _kinds_of(ways: int) -> int:
    kinds = 0
    for kind in range(len(KINDS)):
        if ways >> TURNS * kind & EVERY_TURN:
            kinds |= 1 << kind
    return kinds


@compiled
def _narrow_first_step(search: Any, level: int) -> int:
    """A cross in hand goes where it can be laid now; or the start cross, and one beside it."""
    if search.begins == 0:
        return _narrow_one_of(search, level, search.reach, search.in_hand)
    begins = 0
    waiting = int(_takers_of(search, level, search.begins, search.starts))
    while waiting != 0:
        place = lowest(waiting)
        waiting &= waiting - 1
        beside = search.beside[place]
        if search.places == 1 or _takers_of(search, level, beside, search.in_hand) != 0:
            begins |= 1 << place
    touched = _narrow_one_of(search, level, begins, search.starts)
    if touched == 0 and search.places > 1 and begins & (begins - 1) == 0:
        touched = _narrow_one_of(search, level, search.beside[lowest(begins)], search.in_hand)
    return touched


@compiled
def _takers_of(search: Any, level: int, places: int, ways: int) -> int:
    """Those of some places that can take one of these ways."""
    takers = 0
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if search.levels[level].ways[place] & ways != 0:
            takers |= 1 << place
    return takers


@compiled
def _narrow_one_of(search: Any, level: int, places: int, ways: int) -> int:
    """One of these places, at least, takes one of these ways."""
    takers = _takers_of(search, level, places, ways)
    if takers == 0:
        return _IMPOSSIBLE
    if takers & (takers - 1) == 0:
        return _narrow(search, level, lowest(takers), ways)
    return 0
