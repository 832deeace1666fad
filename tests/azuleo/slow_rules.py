"""Azuleo read slowly: every rule in plain Python on `to_dict()` dictionaries.

Nothing here is fast and nothing is shared with the package. The sections follow the rule page in
its own order, so that a reader can tick it off sentence by sentence. A position is the dictionary
that `Game.to_dict()` gives; no function changes the one it is given.

Fields are (row, column), counted from 0. Moves and draws are texts: lay `c4RYBG`, blockade `#c4`,
swap `~RY`, pass `-`, exchange `^RYBG`, drawn cross `+RYBG`, drawn plate `%RY`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

Position = dict[str, Any]
Board = list[list[str | None]]
Field = tuple[int, int]
Point = tuple[int, int]
Triangles = list[str | None]  # at a corner point, clockwise from the north-west field's

# ------------------------------------------------------------------------------ Material

COLOURS = "RYBG"
KINDS = ("RYBG", "RYGB", "RBYG", "RBGY", "RGYB", "RGBY")  # the six cyclic orders, from R
PAIRS = ("RY", "RB", "RG", "YB", "YG", "BG")
COPIES_OF_A_KIND = 6
COPIES_OF_A_PAIR = 3
CROSSES = 36
PLATES = 18
BLOCKADES = 8
DEFAULT_BOARD = ["......", "......", "..oo..", "..oo..", "......", "......"]
DEFAULT_OPTIONS: dict[str, Any] = {
    "mode": "normal",
    "lenient": False,
    "claims": "found",
    "open_hands": False,
    "exchange": False,
    "blockades": BLOCKADES,
    "free_border": False,
    "board": DEFAULT_BOARD,
    "idle_limit": 58,
    "final_claims": False,
    "border_pairs": True,
    "equal_plates": False,
}
WAYS_TO_LIE = tuple("".join(order) for order in permutations(COLOURS))  # every cross, every turn

OPPOSITE = ((0, 2), (1, 3))
NEXT_TO = ((0, 1), (1, 2), (2, 3), (3, 0))


def turned(kind: str) -> list[str]:
    """The four ways a cross can lie: quarter steps, never flipped."""
    return [kind[step:] + kind[:step] for step in range(4)]


def kind_of(lying: str) -> str:
    """The kind of a cross from the way it lies: read clockwise from R."""
    start = lying.index("R")
    return lying[start:] + lying[:start]


def pair_of(colours: Iterable[str]) -> str:
    """The pair that two colours are, in the order R Y B G."""
    return "".join(sorted(colours, key=COLOURS.index))


# ---------------------------------------------------------------------- Board and corners


def shape_at(d: Position, field: Field) -> str:
    """What the board is at a field: "." a field, "o" a dotted one, "x" none."""
    shape = d["options"]["board"]
    row, column = field
    if 0 <= row < len(shape) and 0 <= column < len(shape[row]):
        return shape[row][column]
    return "x"


def is_field(d: Position, field: Field) -> bool:
    return shape_at(d, field) != "x"


def all_fields(d: Position) -> list[Field]:
    """Every field of the board, row by row."""
    shape = d["options"]["board"]
    everywhere = [(row, column) for row in range(len(shape)) for column in range(len(shape[row]))]
    return [field for field in everywhere if is_field(d, field)]


def free_fields(d: Position) -> list[Field]:
    return [(row, column) for row, column in all_fields(d) if d["board"][row][column] is None]


def name(field: Field) -> str:
    return "abcdefgh"[field[1]] + "12345678"[field[0]]


def field_named(text: str) -> Field:
    return "12345678".index(text[1]), "abcdefgh".index(text[0])


def cross_at(d: Position, field: Field) -> str | None:
    """The coloured cross on a field; a blockade cross has no colours, so it is none."""
    row, column = field
    board = d["board"]
    if not (0 <= row < len(board) and 0 <= column < len(board[row])):
        return None
    return None if board[row][column] == "#" else board[row][column]


def corner_points(field: Field) -> list[Point]:
    """The four corner points of a field, clockwise from the north-west."""
    row, column = field
    return [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]


def fields_around(point: Point) -> list[Field]:
    """The four places that meet in a corner point, clockwise from the north-west."""
    row, column = point
    return [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]


def triangles(d: Position, point: Point) -> Triangles:
    """The triangles at a corner point, one from each field around it, clockwise; None: missing.

    The north-west field turns its south-east triangle to the point, and so on round.
    """
    found: Triangles = []
    for place, field in enumerate(fields_around(point)):
        cross = cross_at(d, field)
        found.append(None if cross is None else cross[(place + 2) % 4])
    return found


def is_border(d: Position, point: Point) -> bool:
    """At the border fewer than four fields meet."""
    return not all(is_field(d, field) for field in fields_around(point))


# --------------------------------------------------------------------------- Colour rule


def is_two_coloured(there: Triangles) -> bool:
    """Opposite triangles have the same colour, neighbouring triangles differ."""
    for a, b in OPPOSITE:
        if there[a] is not None and there[b] is not None and there[a] != there[b]:
            return False
    for a, b in NEXT_TO:
        if there[a] is not None and there[b] is not None and there[a] == there[b]:
            return False
    return True


def keeps_colour_rule_at(d: Position, point: Point) -> bool:
    """The colour rule, at every corner point, also at the border unless that is free."""
    if d["options"]["free_border"] and is_border(d, point):
        return True
    return is_two_coloured(triangles(d, point))


def with_on_board(d: Position, field: Field, content: str) -> Position:
    """The position with something put on one field, nothing else changed."""
    board = [list(row) for row in d["board"]]
    board[field[0]][field[1]] = content
    return {**d, "board": board}


def keeps_colour_rule(d: Position, field: Field, lying: str) -> bool:
    """A cross laid on a field that way keeps the rule at the field's four corner points."""
    laid = with_on_board(d, field, lying)
    return all(keeps_colour_rule_at(laid, point) for point in corner_points(field))


def shares_edge_with_cross(d: Position, field: Field) -> bool:
    row, column = field
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return any(cross_at(d, other) is not None for other in beside)


def reachable_fields(d: Position) -> list[Field]:
    return [field for field in free_fields(d) if shares_edge_with_cross(d, field)]


# ----------------------------------------------------------------------- Players and sides


def number_of_sides(players: int) -> int:
    return 2 if players == 4 else players


def side_of(d: Position, player: int) -> int:
    return player % 2 if d["players"] == 4 else player


def active_side(d: Position) -> dict[str, Any]:
    return d["sides"][side_of(d, d["turn"])]


def scores(d: Position) -> list[int]:
    """Per player; partners equal."""
    return [d["sides"][side_of(d, player)]["score"] for player in range(d["players"])]


def winners(d: Position) -> list[int]:
    """Per player: most points, equal points share; [] while the game runs."""
    if d["phase"] != "over":
        return []
    if d["options"]["mode"] == "fill":
        return [] if free_fields(d) else [0]
    best = max(scores(d))
    return [player for player, score in enumerate(scores(d)) if score == best]


# -------------------------------------------------------------------------------- Set-up


def set_up(players: int, first: int, draws: Iterable[str], **options: Any) -> Position:
    """The position after the set-up: `draws` are side 0's three crosses, side 1's, ...,
    side 0's two plates, side 1's, ..., and the start cross.
    """
    drawn = iter(draws)
    mode = options.pop("mode", None) or ("fill" if players == 1 else "normal")
    chosen = copy.deepcopy({**DEFAULT_OPTIONS, "mode": mode, **options})
    d: Position = {
        "players": players,
        "turn": first,
        "phase": "start",
        "options": chosen,
        "board": [[None] * len(row) for row in chosen["board"]],
        "sides": [
            {"score": 0, "hand": [], "plates": [], "swaps": 0}
            for _ in range(number_of_sides(players))
        ],
        "supply": dict.fromkeys(KINDS, COPIES_OF_A_KIND),
        "plate_supply": dict.fromkeys(PAIRS, COPIES_OF_A_PAIR),
        "discards": dict.fromkeys(PAIRS, 0),
        "blockades": 0 if mode == "fill" else chosen["blockades"],
        "start": None,
        "idle": 0,
    }
    for side in d["sides"]:
        for _ in range(3):
            take_cross(d, side, next(drawn))
    if mode != "fill":
        for side in d["sides"]:
            for _ in range(2):
                take_plate(d, side, next(drawn))
    d["start"] = from_supply(d["supply"], "+", next(drawn))
    return d


def from_supply(supply: dict[str, int], sign: str, draw: str) -> str:
    """Take what was drawn out of a supply (in place: only ever on a position's own copy)."""
    what = draw[1:]
    if draw[0] != sign or supply.get(what, 0) == 0:
        raise AssertionError(f"{draw} cannot be drawn from {supply}")
    supply[what] -= 1
    return what


def take_cross(d: Position, side: dict[str, Any], draw: str) -> None:
    side["hand"].append(from_supply(d["supply"], "+", draw))
    side["hand"].sort(key=KINDS.index)


def take_plate(d: Position, side: dict[str, Any], draw: str) -> None:
    side["plates"].append(from_supply(d["plate_supply"], "%", draw))
    side["plates"].sort(key=PAIRS.index)


# ------------------------------------------------------------------------ A turn: the claims


def is_unplayable(d: Position, field: Field) -> bool:
    """The colours around a free field admit no cross at all; used-up copies do not count."""
    return not any(keeps_colour_rule(d, field, lying) for lying in WAYS_TO_LIE)


def unplayable_fields(d: Position) -> list[Field]:
    """All free fields that admit no cross, row by row, wherever they lie."""
    return [field for field in free_fields(d) if is_unplayable(d, field)]


def blockade_is_left(d: Position) -> bool:
    return d["blockades"] is None or d["blockades"] > 0


def claims(d: Position) -> set[str]:
    if d["options"]["mode"] == "fill" or not blockade_is_left(d):
        return set()
    return {"#" + name(field) for field in unplayable_fields(d)}


# -------------------------------------------------------------------------- A turn: the lay


def combinations(d: Position, field: Field, lying: str) -> list[Triangles]:
    """What the laid cross makes at its corner points: the 2, 3 or 4 triangles lying there, where
    at least one *neighbouring* triangle was there before. Two opposite ones alone are none. Without
    border pairs there are none where fewer than four fields meet.
    """
    laid = with_on_board(d, field, lying)
    made = []
    for place, point in enumerate(corner_points(field)):
        if is_border(d, point) and not d["options"]["border_pairs"]:
            continue
        there = triangles(laid, point)
        own = (place + 2) % 4  # where the field lies, seen from its corner point
        if there[(own + 1) % 4] is not None or there[(own - 1) % 4] is not None:
            made.append(there)
    return made


def size(combination: Triangles) -> int:
    return 4 - combination.count(None)


def pair_shown(combination: Triangles) -> str | None:
    """The pair of colours a combination shows: one on each diagonal, as on a plate.

    Without the colour rule (`free_border`) it may show none: one colour alone, or where three
    fields meet, equal colours side by side.
    """
    if not is_two_coloured(combination):
        return None
    return pair_of({colour for colour in combination if colour is not None})


def matches(combination: Triangles, plates: list[str]) -> bool:
    """The combination shows a colour pair that is on one of the plates."""
    return pair_shown(combination) in plates


def azuleos(made: list[Triangles]) -> list[Triangles]:
    """Of the combinations made, the complete ones. (Four triangles, so never at the border.)"""
    return [combination for combination in made if size(combination) == 4]


def is_legal_lay(d: Position, field: Field, lying: str, plates: list[str]) -> bool:
    """A cross that is in hand may be laid on that free field that way."""
    if not shares_edge_with_cross(d, field) or not keeps_colour_rule(d, field, lying):
        return False
    if d["options"]["mode"] == "fill":
        return True
    made = combinations(d, field, lying)
    if not any(matches(combination, plates) for combination in made):
        return False
    completed = azuleos(made)
    if not completed or d["options"]["lenient"]:
        return True
    return any(matches(azuleo, plates) for azuleo in completed)


def lays(d: Position) -> set[str]:
    side = active_side(d)
    return {
        name(field) + lying
        for field in reachable_fields(d)
        for kind in set(side["hand"])
        for lying in turned(kind)
        if is_legal_lay(d, field, lying, side["plates"])
    }


# ---------------------------------------------------------------- A turn: swap, pass, exchange


def swaps(d: Position) -> set[str]:
    """At most three turns in a row; allowed also when laying is possible."""
    side = active_side(d)
    if d["options"]["mode"] == "fill" or side["swaps"] >= 3:
        return set()
    return {"~" + plate for plate in side["plates"]}


def passes(d: Position) -> set[str]:
    """Only after three swaps in a row and with no legal lay. With the option, an exchange
    instead, while the supply lasts.
    """
    side = active_side(d)
    if d["options"]["mode"] == "fill" or side["swaps"] < 3 or lays(d):
        return set()
    if d["options"]["exchange"] and sum(d["supply"].values()) > 0:
        return {"^" + kind for kind in side["hand"]}
    return {"-"}


def start_lays(d: Position) -> set[str]:
    """The start cross on a dotted field, turned at will."""
    dotted = [field for field in all_fields(d) if shape_at(d, field) == "o"]
    return {name(field) + lying for field in dotted for lying in turned(d["start"])}


def legal_moves(d: Position) -> set[str]:
    if d["phase"] == "start":
        return start_lays(d)
    if d["phase"] == "turn":
        return claims(d) | lays(d) | swaps(d) | passes(d)
    return set()


# ----------------------------------------------------------------------------------- Points


def points(d: Position, move: str) -> int:
    """The points a legal move gives the active side."""
    if d["phase"] == "start" or d["options"]["mode"] == "fill" or move[0] in "~-^":
        return 0
    if move[0] == "#":
        return 2
    plates = active_side(d)["plates"]
    made = combinations(d, field_named(move[:2]), move[2:])
    completed = azuleos(made)
    counted = plates if d["options"]["equal_plates"] else set(plates)
    total = sum(size(c) for c in made for plate in counted if pair_shown(c) == plate)
    if any(matches(azuleo, plates) for azuleo in completed):
        total += 2 * len(completed)
    return total


# -------------------------------------------------------------------------------------- End


def something_fits(d: Position) -> bool:
    """Some cross in some hand fits some reachable field, whatever the plates."""
    crosses = {kind for side in d["sides"] for kind in side["hand"]}
    if d["options"]["exchange"] and d["options"]["mode"] != "fill":
        crosses |= {kind for kind, count in d["supply"].items() if count}
    return any(
        keeps_colour_rule(d, field, lying)
        for field in reachable_fields(d)
        for kind in crosses
        for lying in turned(kind)
    )


def is_idle_too_long(d: Position) -> bool:
    return d["idle"] >= d["options"]["idle_limit"] * len(d["sides"])


def end_game(d: Position, following: int) -> None:
    """following: the player who would have been next, where claims at the end begin."""
    if d["options"]["final_claims"] and d["options"]["mode"] != "fill":
        side = side_of(d, following)
        for field in unplayable_fields(d):
            if blockade_is_left(d):
                claim(d, field, d["sides"][side])
                side = (side + 1) % len(d["sides"])
    d["phase"] = "over"
    d["turn"] = None


# --------------------------------------------------------------------------- Playing a move


def possible_draws(d: Position, move: str) -> list[str]:
    """What can be drawn because of a move, each as often as there are copies; [] for no draw."""
    if d["phase"] == "start" or move[0] in "#-":
        return []
    if move[0] == "~":
        supply = d["plate_supply"]
        if not any(supply.values()):
            supply = d["discards"]  # the plate just put down is not among them yet
        return ["%" + pair for pair in PAIRS for _ in range(supply[pair])]
    return ["+" + kind for kind in KINDS for _ in range(d["supply"][kind])]


def after(d: Position, move: str, draws: Iterable[str] = ()) -> Position:
    """The position after a legal move and the draws that belong to it."""
    assert move in legal_moves(d), f"{move} is not legal"
    drawn = iter(draws)
    gained = points(d, move)
    d = copy.deepcopy(d)
    if d["phase"] == "start":
        lay_start_cross(d, move)
    elif move[0] == "#":
        claim(d, field_named(move[1:]), active_side(d))
    else:
        active_side(d)["score"] += gained
        if move[0] == "~":
            swap_plate(d, move[1:], drawn)
        elif move[0] == "-":
            active_side(d)["swaps"] = 0
        elif move[0] == "^":
            exchange_cross(d, move[1:], drawn)
        else:
            lay_cross(d, field_named(move[:2]), move[2:], drawn)
        end_turn(d, was_lay=move[0] in "abcdefgh")
    assert next(drawn, None) is None, "a draw too many"
    return d


def lay_start_cross(d: Position, move: str) -> None:
    """Without points; the same player takes the first turn."""
    row, column = field_named(move[:2])
    d["board"][row][column] = move[2:]
    d["start"] = None
    d["phase"] = "turn"
    if not something_fits(d):
        end_game(d, d["turn"])
    else:
        begin_turn(d)


def claim(d: Position, field: Field, side: dict[str, Any]) -> None:
    """+2 points; it is not a turn."""
    d["board"][field[0]][field[1]] = "#"
    side["score"] += 2
    if d["blockades"] is not None:
        d["blockades"] -= 1


def lay_cross(d: Position, field: Field, lying: str, drawn: Iterator[str]) -> None:
    """Lay, then draw a cross, while there are any."""
    side = active_side(d)
    d["board"][field[0]][field[1]] = lying
    side["hand"].remove(kind_of(lying))
    if any(d["supply"].values()):
        take_cross(d, side, next(drawn))
    side["swaps"] = 0


def swap_plate(d: Position, plate: str, drawn: Iterator[str]) -> None:
    """Put a plate down, draw another; an empty supply is refilled without the one put down."""
    side = active_side(d)
    side["plates"].remove(plate)
    if not any(d["plate_supply"].values()):
        d["plate_supply"], d["discards"] = d["discards"], d["plate_supply"]
    d["discards"][plate] += 1
    take_plate(d, side, next(drawn))
    side["swaps"] += 1


def exchange_cross(d: Position, kind: str, drawn: Iterator[str]) -> None:
    """Show a cross, draw a new one, then return the old one to the supply."""
    side = active_side(d)
    side["hand"].remove(kind)
    take_cross(d, side, next(drawn))
    d["supply"][kind] += 1
    side["swaps"] = 0


def end_turn(d: Position, was_lay: bool) -> None:
    """The three ways the game can be over; otherwise the next player's turn begins."""
    following = (d["turn"] + 1) % d["players"]
    if was_lay:
        d["idle"] = 0
        if not active_side(d)["hand"] or not something_fits(d):
            end_game(d, following)
    else:
        d["idle"] += 1
        if is_idle_too_long(d):
            end_game(d, following)
    if d["phase"] != "over":
        d["turn"] = following
        begin_turn(d)


def begin_turn(d: Position) -> None:
    """With automatic claims: all unplayable fields, row by row, for the active side."""
    if d["options"]["claims"] != "automatic" or d["options"]["mode"] == "fill":
        return
    for field in unplayable_fields(d):
        if blockade_is_left(d):
            claim(d, field, active_side(d))


# ----------------------------------------------------------------------- Hidden information


def view(d: Position, player: int) -> Position:
    """What a player may know: other sides' hands and every supply as numbers, and `unseen`:
    counts by kind over the supply and the hidden hands together.
    """
    seen = copy.deepcopy(d)
    unseen = dict(d["supply"])
    for number, side in enumerate(seen["sides"]):
        if number == side_of(d, player) or d["options"]["open_hands"]:
            continue
        for kind in side["hand"]:
            unseen[kind] += 1
        side["hand"] = len(side["hand"])
    seen["supply"] = sum(d["supply"].values())
    seen["plate_supply"] = sum(d["plate_supply"].values())
    seen["unseen"] = unseen
    return seen
