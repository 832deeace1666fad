"""Azuleo's side of the kernel contract: what `azulejos.core.kernel` documents and dispatches to.

What the numbers of actions and of chance outcomes mean is in `actions.py`.
"""

import sys
from typing import Any

import numpy as np

from azulejos.core.bits import bit, lowest, member, size, without_lowest
from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.kernel import register
from azulejos.games.azuleo.actions import ACTIONS as ACTIONS
from azulejos.games.azuleo.actions import (
    FIRST_EXCHANGE,
    FIRST_PLATE,
    FIRST_SWAP,
    HIDDEN_CROSS,
    PASS,
    USUAL_ACTIONS,
    claim_at,
    claimed_by,
    is_claim,
    is_lay,
    laid_by,
    lay_at,
)
from azulejos.games.azuleo.actions import OUTCOMES as OUTCOMES
from azulejos.games.azuleo.components import (
    CROSSES_IN_HAND,
    EVERY_TURN,
    FIELDS,
    KINDS,
    MAX_SIDES,
    PAIRS,
    PLATES_HELD,
    TURNS,
    USUAL_FIELDS,
)
from azulejos.games.azuleo.components import (
    MAX_PLAYERS as MAX_PLAYERS,
)
from azulejos.games.azuleo.facts import BY_PLAYER
from azulejos.games.azuleo.rules import (
    awaits_plate,
    claim,
    crosses_in_hand,
    crosses_in_supply,
    draw_cross,
    draw_plate,
    exchange,
    has_won,
    is_claimable,
    is_stuck,
    kinds_in_hand,
    lay,
    lay_start,
    lays_at,
    may_exchange,
    may_swap,
    partners,
    pass_turn,
    side_of,
    swap,
)
from azulejos.games.azuleo.state import DRAW, NONE, OVER, START, TURN
from azulejos.games.azuleo.state import STATE as STATE

MAX_LEGAL = ACTIONS
#: Draws in one go at the most: the set-up.
MOST_DRAWS = MAX_SIDES * (CROSSES_IN_HAND + PLATES_HELD) + 1

_TABLE = 16
_SIDE = 4 + len(PAIRS) + len(KINDS)
_MORE_OPTIONS = _TABLE + USUAL_FIELDS + 2 * len(PAIRS) + len(KINDS) + MAX_SIDES * _SIDE
_USUAL_OBSERVATION = _MORE_OPTIONS + 4
#: Length of an observation, int16. See `observe`.
OBSERVATION = _USUAL_OBSERVATION + FIELDS - USUAL_FIELDS

#: The fields within the usual board's rows and columns, and those beyond: where their lays and
#: claims stand among the actions.
_USUAL = (1 << USUAL_FIELDS) - 1
_PARTS = (_USUAL, ~_USUAL)


def is_wide(states: Any) -> bool:
    """Whether any board (of a batch, or one) goes beyond the usual one's rows and columns."""
    return bool(np.any(states["fields"] & ~_USUAL))


def actions_for(players: int, wide: bool = False) -> int:  # noqa: ARG001
    """How much of the action space a game of so many players uses; wide: on a wide board."""
    return ACTIONS if wide else USUAL_ACTIONS


def observation_for(players: int, wide: bool = False) -> int:  # noqa: ARG001
    """How much of an observation a game of so many players uses; wide: on a wide board."""
    return OBSERVATION if wide else _USUAL_OBSERVATION


@compiled
def is_over(state: Any) -> bool:
    return state.phase == OVER


@compiled
def is_chance(state: Any) -> bool:
    return state.phase == DRAW


@compiled
def to_move(state: Any) -> int:
    """The player to decide, or −1 at a chance step and at the end."""
    if state.phase == START or state.phase == TURN:
        return state.turn
    return -1


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────


@compiled
def _fields_to_lay(state: Any) -> int:
    """Where a cross may come to lie, as far as the place alone tells."""
    if state.phase == START:
        return state.dotted
    if state.phase == TURN:
        return state.reach
    return 0


@compiled
def _lays_at(state: Any, field: int, in_hand: int, partners_of: int) -> int:
    if state.phase == START:  # turned at will
        return EVERY_TURN << TURNS * int(state.start)
    return lays_at(state, field, in_hand, partners_of)


@compiled
def _unplayable(state: Any) -> int:
    """The fields that can be claimed, as bits."""
    fields = 0
    if state.phase == TURN and state.blockades != 0:
        free = int(state.free)
        while free != 0:
            field = lowest(free)
            if state.fits[field] == 0:
                fields |= bit(field)
            free = without_lowest(free)
    return fields


@compiled
def _swaps(state: Any, side: int) -> int:
    """The pairs that can be put down, as bits."""
    pairs = 0
    if state.phase == TURN and may_swap(state, side):
        for pair in range(len(PAIRS)):
            if state.plates[side, pair] > 0:
                pairs |= 1 << pair
    return pairs


@compiled
def _exchanges(state: Any, side: int) -> int:
    """The kinds that can be exchanged, as bits."""
    kinds = 0
    in_hand = kinds_in_hand(state, side)
    for kind in range(len(KINDS)):
        if in_hand >> TURNS * kind & 1:
            kinds |= 1 << kind
    return kinds


@compiled
def count_legal(state: Any) -> int:
    side = side_of(state, state.turn)
    in_hand = kinds_in_hand(state, side)
    partners_of = partners(state, side)
    lays = 0
    fields = _fields_to_lay(state)
    while fields != 0:
        lays += size(_lays_at(state, lowest(fields), in_hand, partners_of))
        fields = without_lowest(fields)
    if state.phase != TURN:
        return lays
    others = size(_unplayable(state)) + size(_swaps(state, side))
    if is_stuck(state, side):
        others += size(_exchanges(state, side)) if may_exchange(state, side) else 1
    return lays + others


@compiled
def nth_legal(state: Any, n: int) -> int:
    """The n-th legal action, from 0 to `count_legal` − 1, in ascending order."""
    side = side_of(state, state.turn)
    in_hand = kinds_in_hand(state, side)
    partners_of = partners(state, side)
    for part in _PARTS:
        fields = _fields_to_lay(state) & part
        while fields != 0:
            field = lowest(fields)
            lays = _lays_at(state, field, in_hand, partners_of)
            here = size(lays)
            if n < here:
                return lay_at(field, member(lays, n))
            n -= here
            fields = without_lowest(fields)
        claims = _unplayable(state) & part
        if n < size(claims):
            return claim_at(member(claims, n))
        n -= size(claims)
        if part == _USUAL:
            pairs = _swaps(state, side)
            if n < size(pairs):
                return FIRST_SWAP + member(pairs, n)
            n -= size(pairs)
            if state.phase == TURN and is_stuck(state, side):
                if not may_exchange(state, side):
                    if n == 0:
                        return PASS
                    n -= 1
                else:
                    kinds = _exchanges(state, side)
                    if n < size(kinds):
                        return FIRST_EXCHANGE + member(kinds, n)
                    n -= size(kinds)
    return PASS  # not reached


@compiled
def random_legal(state: Any) -> int:
    """A legal action, each as likely as any other, by the state's own generator."""
    return nth_legal(state, below(state, count_legal(state)))


@compiled
def is_legal(state: Any, action: int) -> bool:
    if action < 0 or action >= ACTIONS:
        return False
    side = side_of(state, state.turn)
    if is_lay(action):
        field, orientation = laid_by(action)
        if _fields_to_lay(state) >> field & 1 == 0:
            return False
        in_hand = kinds_in_hand(state, side)
        lays = _lays_at(state, field, in_hand, partners(state, side))
        return lays >> orientation & 1 == 1
    if state.phase != TURN:
        return False
    if is_claim(action):
        return is_claimable(state, claimed_by(action))
    if action < FIRST_EXCHANGE:
        return _swaps(state, side) >> (action - FIRST_SWAP) & 1 == 1
    if action < PASS:
        chosen = _exchanges(state, side) >> (action - FIRST_EXCHANGE) & 1 == 1
        return chosen and may_exchange(state, side)
    return is_stuck(state, side) and not may_exchange(state, side)


@compiled
def legal(state: Any, actions: Any) -> int:
    """Write the legal actions, in ascending order, into `actions`; returns how many."""
    side = side_of(state, state.turn)
    in_hand = kinds_in_hand(state, side)
    partners_of = partners(state, side)
    n = 0
    for part in _PARTS:
        fields = _fields_to_lay(state) & part
        while fields != 0:
            field = lowest(fields)
            lays = _lays_at(state, field, in_hand, partners_of)
            while lays != 0:
                actions[n] = lay_at(field, lowest(lays))
                n += 1
                lays &= lays - 1
            fields = without_lowest(fields)
        claims = _unplayable(state) & part
        while claims != 0:
            actions[n] = claim_at(lowest(claims))
            n += 1
            claims = without_lowest(claims)
        if part == _USUAL and state.phase == TURN:
            n = _legal_without_cross(state, side, actions, n)
    return n


@compiled
def _legal_without_cross(state: Any, side: int, actions: Any, n: int) -> int:
    """Swaps, exchanges and the pass, behind n actions; returns how many there are then."""
    pairs = _swaps(state, side)
    while pairs != 0:
        actions[n] = FIRST_SWAP + lowest(pairs)
        n += 1
        pairs &= pairs - 1
    if is_stuck(state, side):
        if may_exchange(state, side):
            kinds = _exchanges(state, side)
            while kinds != 0:
                actions[n] = FIRST_EXCHANGE + lowest(kinds)
                n += 1
                kinds &= kinds - 1
        else:
            actions[n] = PASS
            n += 1
    return n


@compiled
def mask(state: Any, allowed: Any) -> None:
    """Write 1 for every legal action and 0 for every other: (ACTIONS,)."""
    allowed[:] = 0
    side = side_of(state, state.turn)
    in_hand = kinds_in_hand(state, side)
    partners_of = partners(state, side)
    fields = _fields_to_lay(state)
    while fields != 0:
        field = lowest(fields)
        _allow(allowed, lay_at(field, 0), _lays_at(state, field, in_hand, partners_of))
        fields = without_lowest(fields)
    if state.phase != TURN:
        return
    claims = _unplayable(state)
    while claims != 0:
        allowed[claim_at(lowest(claims))] = 1
        claims = without_lowest(claims)
    _allow(allowed, FIRST_SWAP, _swaps(state, side))
    if is_stuck(state, side):
        if may_exchange(state, side):
            _allow(allowed, FIRST_EXCHANGE, _exchanges(state, side))
        else:
            allowed[PASS] = 1


@compiled
def _allow(allowed: Any, first: int, members: int) -> None:
    """A set, as bits, becomes ones from a place on."""
    while members != 0:
        allowed[first + lowest(members)] = 1
        members &= members - 1


@compiled
def apply(state: Any, action: int) -> None:
    """Play a legal action. It leaves chance pending: see `resolve_chance`."""
    _play(state, action, None)


@compiled
def tell(state: Any, action: int, facts: Any) -> int:
    """`apply`, and append what it did: see `facts.KINDS`."""
    _play(state, action, facts)
    return facts[0, 0]


@compiled
def _play(state: Any, action: int, facts: Any) -> None:
    if is_lay(action):
        field, orientation = laid_by(action)
        if state.phase == START:
            lay_start(state, field, orientation, facts)
        else:
            lay(state, field, orientation, facts)
    elif is_claim(action):
        claim(state, claimed_by(action), int(state.turn), BY_PLAYER, facts)
    elif action < FIRST_EXCHANGE:
        swap(state, action - FIRST_SWAP, facts)
    elif action < PASS:
        exchange(state, action - FIRST_EXCHANGE, facts)
    else:
        pass_turn(state, facts)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


@compiled
def chance_weights(state: Any, weights: Any) -> int:
    """How many crosses or plates of each kind the next one may be; returns their sum.

    Crosses hidden in hands count among those that may be drawn: nobody can tell them apart.
    """
    weights[:] = 0
    weighed = 0
    if awaits_plate(state):
        for pair in range(len(PAIRS)):
            weights[FIRST_PLATE + pair] = state.plate_supply[pair]
            weighed += state.plate_supply[pair]
    else:
        for kind in range(len(KINDS)):
            weights[kind] = state.supply[kind]
            weighed += state.supply[kind]
    return weighed


@compiled
def chance(state: Any, outcome: int) -> None:
    """The next cross or plate drawn is this one."""
    _draw(state, outcome, None)


@compiled
def tell_chance(state: Any, outcome: int, facts: Any) -> int:
    """`chance`, and append what it did: see `facts.KINDS`."""
    _draw(state, outcome, facts)
    return facts[0, 0]


@compiled
def _draw(state: Any, outcome: int, facts: Any) -> None:
    if outcome == HIDDEN_CROSS:
        draw_cross(state, NONE, facts)
    elif outcome >= FIRST_PLATE:
        draw_plate(state, outcome - FIRST_PLATE, facts)
    else:
        draw_cross(state, outcome, facts)


@compiled
def sample_chance(state: Any) -> int:
    """Let the state's own generator draw the next cross or plate; returns the outcome."""
    if awaits_plate(state):
        pair = _pick(state, state.plate_supply)
        draw_plate(state, pair, None)
        return FIRST_PLATE + pair
    kind = _pick(state, state.supply)
    draw_cross(state, kind, None)
    return kind


@compiled
def _pick(state: Any, counts: Any) -> int:
    """A kind at random, each as likely as there are copies of it."""
    copies = 0
    for kind in range(len(counts)):
        copies += counts[kind]
    pick = below(state, copies)
    kind = 0
    while pick >= counts[kind]:
        pick -= counts[kind]
        kind += 1
    return kind


@compiled
def resolve_chance(state: Any) -> None:
    """Draw until there is a decision to make, or the game is over."""
    while state.phase == DRAW:
        sample_chance(state)


# ── Results and knowledge ────────────────────────────────────────────────────────────────────────


@compiled
def sides(state: Any) -> int:
    """The players, or the two teams of four players."""
    return int(state.sides)


@compiled
def scores(state: Any, points: Any) -> None:
    """Every player's points, into the first `players` places; partners have the same."""
    for player in range(state.players):
        points[player] = state.score[side_of(state, player)]


@compiled
def standings(state: Any, ranks: Any) -> None:
    """Points decide between sides; whoever plays alone has one place to take."""
    scores(state, ranks)


@compiled
def returns(state: Any, shares: Any) -> None:
    """Every player's share of the win: 1 for a lone winning side, split among several; 0 before.

    Partners each get their side's share.
    """
    winning = 0
    for side in range(state.sides):
        if has_won(state, side):
            winning += 1
    for player in range(state.players):
        shares[player] = 0.0
        if has_won(state, side_of(state, player)):
            shares[player] = 1.0 / winning


@compiled
def determinize(state: Any, player: int, seed: int) -> None:
    """Replace what the player cannot know: the others' crosses, the supply's order, the generator.

    Every cross the player cannot see is put back and drawn anew, each as likely as any other.
    """
    state.generator = np.uint64(seed)
    own = side_of(state, player)
    for side in range(state.sides):
        if side != own and not state.open_hands:
            state.hidden[side] = crosses_in_hand(state, side)
            for kind in range(len(KINDS)):
                state.supply[kind] += state.hand[side, kind]
                state.hand[side, kind] = 0
    for side in range(state.sides):
        for _ in range(state.hidden[side]):
            kind = _pick(state, state.supply)
            state.supply[kind] -= 1
            state.hand[side, kind] += 1
        state.hidden[side] = 0


@compiled
def observe(state: Any, player: int, out: Any) -> None:
    """What a player knows, as int16 (OBSERVATION,): the table, then the sides from the own one.

    ===========  ===================================================================================
    0 to 15      players, mode, phase, seat to move (counted from the player), crosses in the
                 supply, plates in the supply, blockades left (−1 unlimited), start cross (kind
                 + 1), idle turns, idle limit, claims, lenient, open hands, exchange, what a draw
                 is for, what was put down for it (kind + 1)
    16 to 51     the fields of the usual board, row by row: 0 nothing, orientation + 1, 25 a
                 blockade, −1 no field; before the start cross is laid, −2 a dotted field
    52 to 63     plates in the supply and discarded, by pair
    64 to 69     crosses the player has not seen, by kind
    70 to 117    for each side, from the player's own, 16 numbers: score, crosses in hand, those of
                 them hidden, swaps in a row, plates by pair, crosses by kind (zeros where hidden).
                 Zeros where nobody sits.
    118 to 121   free border, final claims, border pairs, equal plates
    from 122     on a wide board the fields beyond the usual one, in the order of their numbers
    ===========  ===================================================================================
    """
    out[:] = 0
    own = side_of(state, player)
    out[0] = state.players
    out[1] = state.mode
    out[2] = state.phase
    out[3] = (state.turn - player + state.players) % state.players
    out[4] = crosses_in_supply(state)
    out[6] = state.blockades
    out[7] = state.start + 1
    out[8] = state.idle
    out[9] = state.idle_limit
    out[10] = state.claims
    out[11] = state.lenient
    out[12] = state.open_hands
    out[13] = state.exchange
    out[_MORE_OPTIONS] = state.free_border
    out[_MORE_OPTIONS + 1] = state.final_claims
    out[_MORE_OPTIONS + 2] = state.border_pairs
    out[_MORE_OPTIONS + 3] = state.equal_plates
    if state.phase == DRAW:
        out[14] = state.awaiting
        out[15] = state.put_down + 1
    at = _TABLE
    any_cross = state.reach != 0 or state.free != state.fields
    for field in range(USUAL_FIELDS):
        out[at + field] = _seen_on(state, field, any_cross)
    if len(out) > _USUAL_OBSERVATION:
        for field in range(USUAL_FIELDS, FIELDS):
            out[_USUAL_OBSERVATION + field - USUAL_FIELDS] = _seen_on(state, field, any_cross)
    at += USUAL_FIELDS
    for pair in range(len(PAIRS)):
        out[5] += state.plate_supply[pair]
        out[at + pair] = state.plate_supply[pair]
        out[at + len(PAIRS) + pair] = state.discards[pair]
    unseen = at + 2 * len(PAIRS)
    for kind in range(len(KINDS)):
        out[unseen + kind] = state.supply[kind]
    at = unseen + len(KINDS)
    for seat in range(state.sides):
        side = (own + seat) % state.sides
        out[at] = state.score[side]
        out[at + 1] = crosses_in_hand(state, side)
        out[at + 3] = state.swaps[side]
        for pair in range(len(PAIRS)):
            out[at + 4 + pair] = state.plates[side, pair]
        open_to_player = side == own or state.open_hands
        out[at + 2] = state.hidden[side] if open_to_player else crosses_in_hand(state, side)
        for kind in range(len(KINDS)):
            if open_to_player:
                out[at + 4 + len(PAIRS) + kind] = state.hand[side, kind]
            else:
                out[unseen + kind] += state.hand[side, kind]
        at += _SIDE


@compiled
def _seen_on(state: Any, field: int, any_cross: bool) -> int:
    """A field as a number of an observation."""
    if state.fields >> field & 1 == 0:
        return -1
    if not any_cross and state.dotted >> field & 1:
        return -2
    return state.board[field]


register(sys.modules[__name__])
