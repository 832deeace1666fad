"""What searches have found, added up: the same however many trees there were.

A row tells of a root or one of its children: see ACTION and what follows. Every tree gives its
rows, and `merge` makes one of those of the same action, wherever they come from.
"""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.nets.features import PLAYERS
from azulejos.search import tree
from azulejos.search.tree import FIRST, NEXT, NO_ACTION, NO_NODE, PRIOR, ROOT, Tree

#: Numbers of a row: the action (NO_ACTION: the root itself); visits; prior; mean points of the
#: root's player above the best opponent; each player's mean value.
ACTION, VISITS, BY_PRIOR, MARGIN, VALUE = range(5)
WIDTH = VALUE + PLAYERS


@compiled
def write_rows(searched: Tree, rows: Any) -> int:
    """Write the rows of a tree's root and its children, float64 (1 + children, WIDTH); how many."""
    _write_row(searched, ROOT, NO_ACTION, rows[0])
    n = 1
    child = searched.links[FIRST, ROOT]
    while child != NO_NODE:
        _write_row(searched, child, searched.links[tree.ACTION, child], rows[n])
        n += 1
        child = searched.links[NEXT, child]
    return n


@compiled
def _write_row(searched: Tree, node: int, action: int, row: Any) -> None:
    row[ACTION] = action
    row[VISITS] = searched.links[tree.VISITS, node]
    row[BY_PRIOR] = searched.numbers[PRIOR, node]
    row[MARGIN] = searched.numbers[tree.MARGIN, node]
    for player in range(PLAYERS):
        row[VALUE + player] = searched.numbers[tree.VALUE + player, node]


@compiled
def merge(rows: Any, n: int, first: int) -> int:
    """Add up n rows by their actions; what results comes first, and the number of it is returned.

    The root's own row is the first, then the most visited; of equals, the one of the greater prior,
    then of the lower action. first: an action that comes before all others, or NO_ACTION. Means are
    weighted by visits, and plain means where there are none.
    """
    kept = 0
    for i in range(n):
        place = 0
        while place < kept and rows[place, ACTION] != rows[i, ACTION]:
            place += 1
        if place == kept:
            kept += 1
            for k in range(WIDTH):
                rows[place, k] = rows[i, k]
        else:
            _add(rows[place], rows[i])
    for i in range(1, kept):  # sorted by insertion: there are few
        at = i
        while at > 0 and _is_before(rows[at], rows[at - 1], first):
            for k in range(WIDTH):
                rows[at, k], rows[at - 1, k] = rows[at - 1, k], rows[at, k]
            at -= 1
    return kept


@compiled
def _add(row: Any, other: Any) -> None:
    visits, others = row[VISITS], other[VISITS]
    share = others / (visits + others) if others > 0 else 0.0 if visits > 0 else 0.5
    row[VISITS] = visits + others
    row[BY_PRIOR] = max(row[BY_PRIOR], other[BY_PRIOR])
    for k in range(MARGIN, WIDTH):
        row[k] += share * (other[k] - row[k])


@compiled
def _is_before(row: Any, other: Any, first: int) -> bool:
    if (row[ACTION] == NO_ACTION) != (other[ACTION] == NO_ACTION):
        return row[ACTION] == NO_ACTION
    if (row[ACTION] == first) != (other[ACTION] == first):
        return row[ACTION] == first
    if row[VISITS] != other[VISITS]:
        return row[VISITS] > other[VISITS]
    if row[BY_PRIOR] != other[BY_PRIOR]:
        return row[BY_PRIOR] > other[BY_PRIOR]
    return row[ACTION] < other[ACTION]


@compiled
def principal_variation(searched: Tree, action: int, line: Any) -> int:
    """Write an action of the root and what was visited most after it; how many actions.

    line: room for all of them, MAX_PLY + 1.
    """
    node = searched.links[FIRST, ROOT]
    while node != NO_NODE and searched.links[tree.ACTION, node] != action:
        node = searched.links[NEXT, node]
    n = 0
    while node != NO_NODE and n < len(line):
        line[n] = searched.links[tree.ACTION, node]
        n += 1
        node = _most_visited(searched, node)
    return n


@compiled
def _most_visited(searched: Tree, node: int) -> int:
    """The child visited most, of equals the one of the greatest prior; NO_NODE without visits."""
    best = NO_NODE
    most = 0
    child = searched.links[FIRST, node]
    while child != NO_NODE:
        if searched.links[tree.VISITS, child] > most:
            best, most = int(child), int(searched.links[tree.VISITS, child])
        child = searched.links[NEXT, child]
    return best


@compiled
def line_of_visits(searched: Tree, least: int, line: Any) -> int:
    """Write what was visited most from the root on, at least so often each; how many actions.

    line: room for all of them, MAX_PLY + 1.
    """
    n = 0
    node = _most_visited(searched, ROOT)
    while node != NO_NODE and n < len(line) and searched.links[tree.VISITS, node] >= least:
        line[n] = searched.links[tree.ACTION, node]
        n += 1
        node = _most_visited(searched, node)
    return n
