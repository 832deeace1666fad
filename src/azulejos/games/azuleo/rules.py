"""The rules of Azuleo, in the order of the rule page.

Everything here works on one state record (see `state.py`), compiled, in place, allocating nothing.
Nothing here checks that a move is legal: whoever takes moves from outside asks `kernel.is_legal`
first. What the game consists of is data, in `components.py`. Where moves are played only to be
played, `facts` is None, and the compiler leaves out all that tells; otherwise it is room for what
happens (see `core.facts`).

Azuleo is out of print and its booklet has lost its figures: a † marks what is inferred.
"""

from typing import Any

from azulejos.core.bits import bit, lowest, size, without_lowest
from azulejos.core.compiled import compiled
from azulejos.core.facts import note
from azulejos.games.azuleo.components import (
    ANY_ORIENTATION,
    BESIDE,
    COLOUR_AT,
    COLOURS,
    COPIES_OF_CROSS,
    COPIES_OF_PLATE,
    CROSSES_IN_HAND,
    EVERY_TURN,
    FIELD_AT,
    FIELDS,
    KINDS,
    PAIRS,
    PARTNERS,
    PLATES_HELD,
    POINT_OF,
    ROW_BY_ROW,
    SHOWING,
    TURNS,
)
from azulejos.games.azuleo.facts import (
    ALL_LAID,
    AT_THE_END,
    AZULEO,
    BLOCKADE_LAID,
    BY_ITSELF,
    CROSS_DRAWN,
    END,
    EXCHANGE,
    LAY,
    NO_LAYS,
    NO_PLATE,
    NOTHING_FITS,
    PAIR,
    PASS,
    PLATE_DRAWN,
    START_DRAWN,
    SWAP,
)
from azulejos.games.azuleo.state import (
    AFTER_EXCHANGE,
    AFTER_LAY,
    AFTER_SWAP,
    AUTOMATIC,
    BLOCKADE,
    DRAW,
    EMPTY,
    FILL,
    FOR_HAND,
    FOR_PLATES,
    FOR_START,
    NO_COLOUR,
    NONE,
    NORMAL,
    OVER,
    START,
    TURN,
    TWO_COLOURS,
    UNLIMITED,
)

POINTS_A_BLOCKADE = 2
POINTS_AN_AZULEO = 2
SWAPS_IN_A_ROW = 3

# ── Corner points and the colour rule ────────────────────────────────────────────────────────────


@compiled
def put_cross(state: Any, field: int, orientation: int) -> None:
    """A cross comes to lie on a field: its triangles at the four corner points around it."""
    state.board[field] = orientation + 1
    state.free &= ~bit(field)
    state.reach = (state.reach | BESIDE[field]) & state.free
    for corner in range(4):
        point = POINT_OF[field, corner]
        colour = COLOUR_AT[orientation, corner]
        _show(state, point, corner & 1, colour)
        if has_colour_rule(state, point):
            # Opposite triangles must have the same colour, even while the ones between are missing;
            # neighbouring ones must differ†. The same holds at the border†, where two fields meet.
            opposite = (corner + 2) % 4
            _narrow(state, FIELD_AT[point, opposite], opposite, 1 << colour)
            for step in (1, 3):
                neighbour = (corner + step) % 4
                _narrow(state, FIELD_AT[point, neighbour], neighbour, ~(1 << colour))


@compiled
def has_colour_rule(state: Any, point: int) -> bool:
    """Everywhere; with a free border only where four fields meet."""
    return not state.free_border or is_inside(state, point)


@compiled
def is_inside(state: Any, point: int) -> bool:
    """Whether four fields meet at a corner point."""
    for corner in range(4):
        field = FIELD_AT[point, corner]
        if field < 0 or state.fields >> field & 1 == 0:
            return False
    return True


@compiled
def _show(state: Any, point: int, diagonal: int, colour: int) -> None:
    state.triangles[point] += 1
    if state.shown[point, diagonal] == NO_COLOUR:
        state.shown[point, diagonal] = colour + 1
    elif state.shown[point, diagonal] != colour + 1:
        state.shown[point, diagonal] = TWO_COLOURS


@compiled
def _narrow(state: Any, field: int, corner: int, colours: int) -> None:
    """From now on the field shows one of these colours at this corner."""
    if field >= 0:
        state.fits[field] &= SHOWING[corner, colours & ((1 << len(COLOURS)) - 1)]


@compiled
def is_unplayable(state: Any, field: int) -> bool:
    """A free field where the colours around it admit no cross at all, be its copies left or not."""
    return state.free >> field & 1 == 1 and state.fits[field] == 0


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────


@compiled
def set_up(state: Any, players: int, first: int) -> None:
    """Everything in the supplies, an empty board, and the first cross about to be drawn.

    The generator, the options (mode, claims, lenient, open_hands, exchange, free_border, blockades,
    idle_limit, final_claims, border_pairs, equal_plates) and the board (`fields`, `dotted`) are the
    caller's to set before.
    """
    state.players = players
    state.sides = sides_of(players)
    state.turn = first
    state.free = state.fields
    state.reach = 0
    state.fits[:] = ANY_ORIENTATION
    state.score[:] = 0
    state.idle = 0
    state.board[:] = EMPTY
    state.shown[:] = NO_COLOUR
    state.triangles[:] = 0
    state.hand[:] = 0
    state.hidden[:] = 0
    state.supply[:] = COPIES_OF_CROSS
    state.plates[:] = 0
    state.plate_supply[:] = COPIES_OF_PLATE
    state.discards[:] = 0
    state.swaps[:] = 0
    state.start = NONE
    state.put_down = NONE
    if state.mode == FILL:
        state.blockades = 0
    _await_set_up(state)


@compiled
def sides_of(players: int) -> int:
    """Four players are two teams of two; otherwise everyone is a side."""
    return 2 if players == 4 else players


@compiled
def side_of(state: Any, player: int) -> int:
    """Partners sit opposite, and turns alternate."""
    return player % state.sides


@compiled
def _await_set_up(state: Any) -> None:
    """Each side draws three crosses, then each side two plates, then comes the start cross."""
    for side in range(state.sides):
        if crosses_in_hand(state, side) < CROSSES_IN_HAND:
            _await(state, FOR_HAND, side)
            return
    if state.mode != FILL:
        for side in range(state.sides):
            if _held(state.plates[side]) < PLATES_HELD:
                _await(state, FOR_PLATES, side)
                return
    _await(state, FOR_START, side_of(state, state.turn))


@compiled
def lay_start(state: Any, field: int, orientation: int, facts: Any) -> None:
    """The first player lays the start cross on a dotted field, without points."""
    state.start = NONE
    put_cross(state, field, orientation)
    if facts is not None:
        note(facts, LAY, state.turn, 0, field, orientation)
    if nothing_fits(state):
        _end_game(state, state.turn, NOTHING_FITS, facts)
    else:
        _begin_turn(state, facts)  # `turn` stays: the same player takes the first turn


# ── Chance: one cross or one plate a step ────────────────────────────────────────────────────────


@compiled
def _await(state: Any, purpose: int, side: int) -> None:
    state.phase = DRAW
    state.awaiting = purpose
    state.drawing = side


@compiled
def _drawn(state: Any) -> tuple[int, int]:
    """What a draw was for and whose it was; equal positions shall be equal to the last byte."""
    purpose, side = int(state.awaiting), int(state.drawing)
    state.awaiting = 0
    state.drawing = 0
    return purpose, side


@compiled
def awaits_plate(state: Any) -> bool:
    return state.awaiting == FOR_PLATES or state.awaiting == AFTER_SWAP


@compiled
def draw_cross(state: Any, kind: int, facts: Any) -> None:
    """The cross drawn is of this kind; or NONE, when we do not get to see it."""
    purpose, side = _drawn(state)
    if facts is not None:
        if purpose == FOR_START:
            note(facts, START_DRAWN, state.turn, 0, kind)
        else:
            note(facts, CROSS_DRAWN, side if purpose == FOR_HAND else state.turn, 0)
    if purpose == FOR_START:
        state.supply[kind] -= 1
        state.start = kind
        state.phase = START
        return
    if kind == NONE:
        state.hidden[side] += 1
    else:
        state.supply[kind] -= 1
        state.hand[side, kind] += 1
    if purpose == FOR_HAND:
        _await_set_up(state)
    elif purpose == AFTER_LAY:
        _end_lay(state, facts)
    else:
        # Only now does the exchanged cross return to the supply.
        state.supply[state.put_down] += 1
        state.put_down = NONE
        _end_turn_without_lay(state, facts)


@compiled
def draw_plate(state: Any, pair: int, facts: Any) -> None:
    """The plate drawn shows this pair."""
    purpose, side = _drawn(state)
    if facts is not None:
        note(facts, PLATE_DRAWN, side if purpose == FOR_PLATES else state.turn, 0, pair)
    state.plate_supply[pair] -= 1
    state.plates[side, pair] += 1
    if purpose == FOR_PLATES:
        _await_set_up(state)
    else:
        state.discards[state.put_down] += 1
        state.put_down = NONE
        _end_turn_without_lay(state, facts)


@compiled
def _held(counts: Any) -> int:
    held = 0
    for n in counts:
        held += n
    return held


@compiled
def crosses_in_hand(state: Any, side: int) -> int:
    return _held(state.hand[side]) + state.hidden[side]


@compiled
def crosses_in_supply(state: Any) -> int:
    return _held(state.supply) - _held(state.hidden)


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────


@compiled
def _begin_turn(state: Any, facts: Any) -> None:
    state.phase = TURN
    if state.claims == AUTOMATIC and state.mode != FILL:
        # All unplayable fields, row by row, for the active side.
        for number in range(FIELDS):
            field = int(ROW_BY_ROW[number])
            if is_claimable(state, field):
                claim(state, field, int(state.turn), BY_ITSELF, facts)


@compiled
def is_claimable(state: Any, field: int) -> bool:
    """When the blockades are used up, an unplayable field stays empty, without points†."""
    return state.blockades != 0 and is_unplayable(state, field)


@compiled
def claim(state: Any, field: int, player: int, how: int, facts: Any) -> None:
    """Put a blockade cross on an unplayable field. It is not a turn, and comes before it†.

    Only the active player may, so who caused it can do so on the next turn at the earliest.
    """
    state.board[field] = BLOCKADE
    state.free &= ~bit(field)
    state.reach &= state.free
    if state.blockades != UNLIMITED:
        state.blockades -= 1
    state.score[side_of(state, player)] += POINTS_A_BLOCKADE
    if facts is not None:
        note(facts, BLOCKADE_LAID, player, POINTS_A_BLOCKADE, field, how)


@compiled
def every_turn_of(counts: Any) -> int:
    """The orientations of all kinds of which there are any."""
    orientations = 0
    for kind in range(len(KINDS)):
        if counts[kind] > 0:
            orientations |= EVERY_TURN << TURNS * kind
    return orientations


@compiled
def kinds_in_hand(state: Any, side: int) -> int:
    """The orientations of all kinds a side holds, or may hold where its crosses are hidden."""
    orientations = every_turn_of(state.hand[side])
    if state.hidden[side] > 0:
        orientations |= every_turn_of(state.supply)
    return orientations


@compiled
def partners(state: Any, side: int) -> int:
    """For every colour, the colours it makes a pair with on the side's plates (see PARTNERS)."""
    together = 0
    if state.mode == FILL:  # without plates
        return together
    for pair in range(len(PAIRS)):
        if state.plates[side, pair] > 0:
            together |= PARTNERS[pair]
    return together


@compiled
def makes_pairs(state: Any, point: int) -> bool:
    """Whether triangles that meet here are a combination: at the border† as an option has it."""
    return state.border_pairs or is_inside(state, point)


@compiled
def lays_at(state: Any, field: int, in_hand: int, partners_of: int) -> int:
    """The orientations a side may lay on a reachable field, as bits.

    in_hand: its `kinds_in_hand`. partners_of: its `partners`.
    """
    fitting = int(state.fits[field]) & in_hand
    if fitting == 0 or state.mode == FILL:
        return fitting
    matching = 0  # at least one combination matches an own plate
    completing = 0  # at least one azuleo completed matches an own plate
    completes = False
    for corner in range(4):
        point = POINT_OF[field, corner]
        beside = int(state.shown[point, 1 - (corner & 1)])
        opposite = int(state.shown[point, corner & 1])
        if state.triangles[point] == 3:
            completes = True
        paired = beside != NO_COLOUR and beside != TWO_COLOURS and opposite != TWO_COLOURS
        if paired and makes_pairs(state, point):
            colours = (partners_of >> len(COLOURS) * (beside - 1)) & ((1 << len(COLOURS)) - 1)
            if opposite != NO_COLOUR:
                colours &= 1 << (opposite - 1)
            matching |= SHOWING[corner, colours]
            if state.triangles[point] == 3:
                completing |= SHOWING[corner, colours]
    if completes and not state.lenient:
        return fitting & completing
    return fitting & matching


@compiled
def has_lay(state: Any, side: int) -> bool:
    """Whether a side can lay for certain: hidden crosses are left out."""
    in_hand = every_turn_of(state.hand[side])
    partners_of = partners(state, side)
    fields = int(state.reach)
    while fields != 0:
        if lays_at(state, lowest(fields), in_hand, partners_of) != 0:
            return True
        fields = without_lowest(fields)
    return False


@compiled
def lay(state: Any, field: int, orientation: int, facts: Any) -> None:
    """Lay a cross from the hand, score it, then draw a cross, while there are any."""
    side = side_of(state, state.turn)
    if facts is not None:
        note(facts, LAY, state.turn, 0, field, orientation)
    state.score[side] += _score_lay(state, side, field, orientation, facts)
    take_from_hand(state, side, orientation // TURNS)
    put_cross(state, field, orientation)
    state.swaps[side] = 0
    state.idle = 0
    if crosses_in_supply(state) > 0:
        _await(state, AFTER_LAY, side)
    else:
        _end_lay(state, facts)


@compiled
def take_from_hand(state: Any, side: int, kind: int) -> None:
    if state.hand[side, kind] > 0:
        state.hand[side, kind] -= 1
    else:  # one of the hidden crosses turns out to be this one
        state.hidden[side] -= 1
        state.supply[kind] -= 1


@compiled
def may_swap(state: Any, side: int) -> bool:
    """At most three turns in a row (also when laying is possible), if there is a plate to draw."""
    if state.mode == FILL or state.swaps[side] >= SWAPS_IN_A_ROW:
        return False
    return _held(state.plate_supply) + _held(state.discards) > 0


@compiled
def swap(state: Any, pair: int, facts: Any) -> None:
    """Put a plate down and draw another."""
    side = side_of(state, state.turn)
    state.plates[side, pair] -= 1
    state.put_down = pair
    state.swaps[side] += 1
    if facts is not None:
        note(facts, SWAP, state.turn, 0, pair, state.swaps[side])
    if _held(state.plate_supply) == 0:
        # Refilled only when a plate must be drawn, without the plate just put down.
        for kind in range(len(PAIRS)):
            state.plate_supply[kind] = state.discards[kind]
            state.discards[kind] = 0
    _await(state, AFTER_SWAP, side)


@compiled
def is_stuck(state: Any, side: int) -> bool:
    """When a side gives up its turn: after three swaps in a row and with no legal lay†.

    (Or with no plate left to swap for. Where hidden crosses might fit, it may lay all the same.)
    """
    return not may_swap(state, side) and state.mode != FILL and not has_lay(state, side)


@compiled
def may_exchange(state: Any, side: int) -> bool:
    """The exchange takes the place of a pass while the supply lasts."""
    return state.exchange and crosses_in_supply(state) > 0 and is_stuck(state, side)


@compiled
def exchange(state: Any, kind: int, facts: Any) -> None:
    """Show a cross and draw a new one; then the old one returns. As a pass, it ends the swaps."""
    side = side_of(state, state.turn)
    take_from_hand(state, side, kind)
    state.put_down = kind
    state.swaps[side] = 0
    if facts is not None:
        note(facts, EXCHANGE, state.turn, 0, kind)
    _await(state, AFTER_EXCHANGE, side)


@compiled
def pass_turn(state: Any, facts: Any) -> None:
    state.swaps[side_of(state, state.turn)] = 0
    if facts is not None:
        note(facts, PASS, state.turn, 0)
    _end_turn_without_lay(state, facts)


# ── Points for a laid cross ──────────────────────────────────────────────────────────────────────


@compiled
def has_equal_plates(state: Any, side: int) -> bool:
    for pair in range(len(PAIRS)):
        if state.plates[side, pair] == PLATES_HELD:
            return True
    return False


@compiled
def points_of_lay(state: Any, side: int, field: int, orientation: int) -> int:
    """What a cross scores when it comes to lie on a field: to be asked before it is put there."""
    return _score_lay(state, side, field, orientation, None)


@compiled
def _score_lay(state: Any, side: int, field: int, orientation: int, facts: Any) -> int:
    """`points_of_lay`, told corner by corner: the pairs, then the azuleos."""
    if state.mode == FILL:
        return 0
    partners_of = partners(state, side)
    # Two equal plates score a combination once†, or as an option has it twice.
    times = PLATES_HELD if state.equal_plates and has_equal_plates(state, side) else 1
    points = 0
    azuleos = 0  # the corners at which one is completed, as bits
    matching_azuleos = 0
    for corner in range(4):
        point = POINT_OF[field, corner]
        beside = int(state.shown[point, 1 - (corner & 1)])
        opposite = int(state.shown[point, corner & 1])
        if beside == NO_COLOUR or not makes_pairs(state, point):
            continue  # two opposite triangles alone are no combination
        triangles = 1 + state.triangles[point]
        if triangles == 4:
            azuleos |= 1 << corner
        if beside == TWO_COLOURS:
            continue
        colour = COLOUR_AT[orientation, corner]
        if opposite != NO_COLOUR and opposite != colour + 1:
            continue
        if partners_of >> (len(COLOURS) * (beside - 1) + colour) & 1:
            points += triangles * times
            if triangles == 4:
                matching_azuleos |= 1 << corner
            elif facts is not None:
                plate = _matching_plate(state, side, beside, colour)
                note(facts, PAIR, state.turn, triangles * times, field, corner, triangles, plate)
    # One matching plate is enough for all azuleos completed.
    bonus = POINTS_AN_AZULEO if matching_azuleos != 0 else 0
    points += bonus * size(azuleos)
    if facts is not None:
        for corner in range(4):
            if matching_azuleos >> corner & 1:
                beside = int(state.shown[POINT_OF[field, corner], 1 - (corner & 1)])
                plate = _matching_plate(state, side, beside, COLOUR_AT[orientation, corner])
                note(facts, AZULEO, state.turn, 4 * times + bonus, field, corner, plate)
            elif azuleos >> corner & 1:
                note(facts, AZULEO, state.turn, bonus, field, corner, NO_PLATE)
    return points


@compiled
def _matching_plate(state: Any, side: int, beside: int, colour: int) -> int:
    """The side's plate with the colours of a combination. beside: a colour + 1, as in `shown`."""
    for pair in range(len(PAIRS)):
        together = PARTNERS[pair] >> (len(COLOURS) * (beside - 1) + colour) & 1
        if together and state.plates[side, pair] > 0:
            return pair
    return NO_PLATE


# ── End ──────────────────────────────────────────────────────────────────────────────────────────


@compiled
def nothing_fits(state: Any) -> bool:
    """No cross in any hand fits any reachable field, whatever the plates†."""
    orientations = 0
    for side in range(state.sides):
        orientations |= kinds_in_hand(state, side)
    if state.exchange and state.mode != FILL:
        orientations |= every_turn_of(state.supply)  # the supply's crosses count too
    fields = int(state.reach)
    while fields != 0:
        if state.fits[lowest(fields)] & orientations != 0:
            return False
        fields = without_lowest(fields)
    return True


@compiled
def _end_lay(state: Any, facts: Any) -> None:
    """After a lay with its draw: the last cross laid, or nothing fits any more, ends the game."""
    side = side_of(state, state.turn)
    all_laid = crosses_in_hand(state, side) == 0
    if all_laid or nothing_fits(state):
        _end_game(state, next_player(state), ALL_LAID if all_laid else NOTHING_FITS, facts)
    else:
        _next_turn(state, facts)


@compiled
def _end_turn_without_lay(state: Any, facts: Any) -> None:
    """So many turns of each side in a row without a lay end the game†."""
    state.idle += 1
    if state.idle >= state.idle_limit * state.sides:
        _end_game(state, next_player(state), NO_LAYS, facts)
    else:
        _next_turn(state, facts)


@compiled
def _end_game(state: Any, player: int, reason: int, facts: Any) -> None:
    """The game is over; this player would have been next."""
    if state.final_claims:
        _claim_in_turn(state, side_of(state, player), facts)
    if facts is not None:
        note(facts, END, -1, 0, reason)
    state.phase = OVER
    state.turn = 0  # nobody's, and equal positions shall be equal to the last byte


@compiled
def _claim_in_turn(state: Any, side: int, facts: Any) -> None:
    """The sides in turn, one field each, claim what is still unplayable†, row by row."""
    for number in range(FIELDS):
        field = int(ROW_BY_ROW[number])
        if is_claimable(state, field):
            claim(state, field, side, AT_THE_END, facts)  # a side's first player has its number
            side = side + 1 if side + 1 < state.sides else 0


@compiled
def next_player(state: Any) -> int:
    """Clockwise."""
    return state.turn + 1 if state.turn + 1 < state.players else 0


@compiled
def _next_turn(state: Any, facts: Any) -> None:
    state.turn = next_player(state)
    _begin_turn(state, facts)


@compiled
def has_won(state: Any, side: int) -> bool:
    """Most points win, equal points share the win†. Solo†: every field full, or just the score."""
    if state.phase != OVER:
        return False
    if state.mode == FILL:
        return state.free == 0
    if state.mode != NORMAL:
        return True
    for other in range(state.sides):
        if state.score[other] > state.score[side]:
            return False
    return True
