"""Azul's side of the kernel contract: what `azulejos.core.kernel` documents and dispatches to.

The action space is fixed. Actions 0 to 24 put a tile on a grey wall: ``5 × line + column``. The
others take tiles: ``25 + 30 × source + 6 × colour + line``, source 0 being the centre and line 5
the floor line. With fewer factories only a prefix of it is ever used (`actions_for`).
"""

import sys
from typing import Any

import numpy as np

from azulejos.core.bits import lowest, member, size, without_lowest
from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.kernel import register
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR_SPACES,
    LINES,
    MAX_FACTORIES,
    TILES_A_FACTORY,
)
from azulejos.games.azul.components import MAX_PLAYERS as MAX_PLAYERS
from azulejos.games.azul.rules import (
    choose_column,
    columns_for,
    deal_at_random,
    deal_tile,
    end_round_for,
    has_won,
    may_take,
    pending_line,
    standing,
    take,
    to_draw_from,
)
from azulejos.games.azul.state import (
    DEAL,
    OFFER,
    OVER,
    SOURCES,
    TILING,
    count,
    lines_for,
    on_floor,
    sources_with,
    total,
)
from azulejos.games.azul.state import (
    STATE as STATE,
)

#: Tiles drawn in one go at the most: a full deal for four.
MOST_DRAWS = TILES_A_FACTORY * MAX_FACTORIES

TILING_ACTIONS = 25
ACTIONS_A_SOURCE = 30
ACTIONS = TILING_ACTIONS + ACTIONS_A_SOURCE * SOURCES
#: Chance outcomes: the colour of the tile drawn.
OUTCOMES = len(COLOURS)
#: No state has more legal actions: every colour in every source, every line open.
MAX_LEGAL = ACTIONS_A_SOURCE * SOURCES

_TABLE = 9 + 5 * SOURCES + 10
_BOARD = 1 + 2 * LINES + 25 + FLOOR_SPACES
#: Length of an observation, int16. See `observe`.
OBSERVATION = _TABLE + MAX_PLAYERS * _BOARD


def actions_for(players: int, wide: bool = False) -> int:  # noqa: ARG001
    """How much of the action space, from its beginning, a game of so many players uses."""
    return TILING_ACTIONS + ACTIONS_A_SOURCE * (2 * players + 2)


def observation_for(players: int, wide: bool = False) -> int:  # noqa: ARG001
    """How much of an observation, from its beginning, a game of so many players uses."""
    return _TABLE + players * _BOARD


def is_wide(states: Any) -> bool:  # noqa: ARG001
    """Whether any board goes beyond the usual one: never, in this game."""
    return False


@compiled
def take_action(source: int, colour: int, line: int) -> int:
    return TILING_ACTIONS + ACTIONS_A_SOURCE * source + 6 * colour + line


@compiled
def is_over(state: Any) -> bool:
    return state.phase == OVER


@compiled
def is_chance(state: Any) -> bool:
    return state.phase == DEAL


@compiled
def to_move(state: Any) -> int:
    """The player to decide, or −1 at a chance step and at the end."""
    if state.phase == OFFER or state.phase == TILING:
        return state.turn
    return -1


@compiled
def count_legal(state: Any) -> int:
    if state.phase == OFFER:
        actions = 0
        for colour in range(len(COLOURS)):
            sources = size(sources_with(state.offers, colour))
            actions += sources * size(lines_for(state.open[state.turn], colour))
        return actions
    if state.phase == TILING:
        player = int(state.turn)
        return size(columns_for(state, player, pending_line(state, player)))
    return 0


@compiled
def nth_legal(state: Any, n: int) -> int:
    """The n-th legal action, from 0 to `count_legal` − 1, in no particular order."""
    player = int(state.turn)
    if state.phase == TILING:
        line = pending_line(state, player)
        return 5 * line + member(columns_for(state, player, line), n)
    colour = 0
    sources = sources_with(state.offers, colour)
    lines = lines_for(state.open[player], colour)
    here = size(sources) * size(lines)
    while n >= here:
        n -= here
        colour += 1
        sources = sources_with(state.offers, colour)
        lines = lines_for(state.open[player], colour)
        here = size(sources) * size(lines)
    source = n // size(lines)
    line = n - source * size(lines)
    return take_action(member(sources, source), colour, member(lines, line))


# How many actions there are with each colour and all before it, one lane of a word a colour: the
# colour of the n-th action is found without a branch, which matters where threads go in step.
_LANE = 12
_EVERY_LANE = sum(1 << _LANE * colour for colour in range(len(COLOURS)))


@compiled
def random_legal(state: Any) -> int:
    """A legal action, each as likely as any other, by the state's own generator."""
    if state.phase != OFFER:
        return nth_legal(state, below(state, count_legal(state)))
    offers = int(state.offers)
    open_lines = int(state.open[state.turn])
    actions = totals = 0
    for colour in range(len(COLOURS)):
        actions += size(sources_with(offers, colour)) * size(lines_for(open_lines, colour))
        totals |= actions << _LANE * colour
    pick = below(state, actions)
    # The top bit of a lane stays where its total is above the pick.
    top_bits = _EVERY_LANE << _LANE - 1
    colour = len(COLOURS) - size(((totals | top_bits) - (pick + 1) * _EVERY_LANE) & top_bits)
    pick -= totals << _LANE >> _LANE * colour & (1 << _LANE) - 1
    lines = lines_for(open_lines, colour)
    source = pick // size(lines)
    line = pick - source * size(lines)
    return take_action(member(sources_with(offers, colour), source), colour, member(lines, line))


@compiled
def is_legal(state: Any, action: int) -> bool:
    if state.phase == OFFER and TILING_ACTIONS <= action < ACTIONS:
        source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
        colour, line = divmod(rest, 6)
        return may_take(state, source, colour, line)
    if state.phase == TILING and 0 <= action < TILING_ACTIONS:
        player = int(state.turn)
        line, column = divmod(action, 5)
        if line != pending_line(state, player):
            return False
        return (columns_for(state, player, line) >> column & 1) == 1
    return False


@compiled
def _takes_from(source: int, offers: int, open_lines: int) -> int:
    """What can be taken from a source: the set of 6 × colour + line, as the actions count them."""
    takes = 0
    for colour in range(len(COLOURS)):
        if sources_with(offers, colour) >> source & 1:
            takes |= lines_for(open_lines, colour) << 6 * colour
    return takes


@compiled
def legal(state: Any, actions: Any) -> int:
    """Write the legal actions, in ascending order, into `actions`; returns how many."""
    n = 0
    if state.phase == OFFER:
        offers, open_lines = int(state.offers), int(state.open[state.turn])
        for source in range(2 * state.players + 2):
            first = take_action(source, 0, 0)
            takes = _takes_from(source, offers, open_lines)
            while takes != 0:
                actions[n] = first + lowest(takes)
                takes = without_lowest(takes)
                n += 1
    elif state.phase == TILING:
        player = int(state.turn)
        line = pending_line(state, player)
        columns = columns_for(state, player, line)
        for column in range(5):
            if columns >> column & 1:
                actions[n] = 5 * line + column
                n += 1
    return n


@compiled
def mask(state: Any, allowed: Any) -> None:
    """Write 1 for every legal action and 0 for every other: (ACTIONS,), or as many as are used."""
    allowed[:] = 0
    if state.phase == OFFER:
        offers, open_lines = int(state.offers), int(state.open[state.turn])
        for colour in range(len(COLOURS)):
            lines, sources = lines_for(open_lines, colour), sources_with(offers, colour)
            while sources != 0:
                first = take_action(lowest(sources), colour, 0)
                sources = without_lowest(sources)
                for line in range(LINES + 1):
                    allowed[first + line] = lines >> line & 1
    elif state.phase == TILING:
        player = int(state.turn)
        line = pending_line(state, player)
        columns = columns_for(state, player, line)
        for column in range(5):
            allowed[5 * line + column] = columns >> column & 1


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
def foresee(state: Any, action: int, facts: Any) -> int:
    """`tell`, and what the round's end would bring its player if it came next."""
    player = int(state.turn)
    offering = state.phase == OFFER
    tell(state, action, facts)
    if offering and state.phase == OFFER:
        end_round_for(state, player, facts)
    return facts[0, 0]


@compiled
def _play(state: Any, action: int, facts: Any) -> None:
    if action >= TILING_ACTIONS:
        source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
        colour, line = divmod(rest, 6)
        take(state, source, colour, line, facts)
    else:
        choose_column(state, action % 5, facts)


@compiled
def chance_weights(state: Any, weights: Any) -> int:
    """How many tiles of each colour the next one is drawn from; returns their sum."""
    heap = to_draw_from(state)
    for colour in range(len(COLOURS)):
        weights[colour] = count(heap, colour)
    return total(heap)


@compiled
def chance(state: Any, outcome: int) -> None:
    """The next tile drawn is of this colour."""
    deal_tile(state, outcome)


@compiled
def sample_chance(state: Any) -> int:
    """Let the state's own generator draw the next tile; returns its colour."""
    heap = to_draw_from(state)
    pick = below(state, total(heap))
    colour = 0
    while pick >= count(heap, colour):
        pick -= count(heap, colour)
        colour += 1
    deal_tile(state, colour)
    return colour


@compiled
def resolve_chance(state: Any) -> None:
    """Draw until there is a decision to make, or the game is over."""
    if state.phase == DEAL:
        deal_at_random(state)


@compiled
def scores(state: Any, points: Any) -> None:
    """Every player's points, into the first `players` places."""
    for player in range(state.players):
        points[player] = state.score[player]


@compiled
def standings(state: Any, ranks: Any) -> None:
    """Points, then complete rows, as one number for each player: higher is better."""
    for player in range(state.players):
        ranks[player] = standing(state, player)


@compiled
def returns(state: Any, shares: Any) -> None:
    """Every player's share of the win: 1 for a lone winner, split among winners; 0 before."""
    winners = 0
    for player in range(state.players):
        if has_won(state, player):
            winners += 1
    for player in range(state.players):
        shares[player] = 1.0 / winners if has_won(state, player) else 0.0


@compiled
def determinize(state: Any, player: int, seed: int) -> None:  # noqa: ARG001
    """Replace what the player cannot know: in Azul only the generator."""
    state.generator = np.uint64(seed)


@compiled
def observe(state: Any, player: int, out: Any) -> None:
    """What a player knows, as int16 (OBSERVATION,) or as many as the players need.

    The table, then the boards from the own one on.

    ==========  ====================================================================================
    0 to 8      players, wall (0 coloured, 1 grey), phase, round, idle rounds, idle limit, marker in
                the centre, seat of the marker's owner, seat to move (seats counted from the player)
    9 to 58     the centre's and nine factories' counts of B Y R K W
    59 to 68    the bag's and the lid's counts
    from 69     for each seat, clockwise from the player's own, 43 numbers: score; colour + 1 and
                count of each line; the wall row by row (colour + 1); the floor (colour + 1, or 6
                for the marker). Zeros where nobody sits.
    ==========  ====================================================================================
    """
    out[:] = 0
    players = int(state.players)
    out[0] = players
    out[1] = state.wall_kind
    out[2] = state.phase
    out[3] = state.round_number
    out[4] = state.idle
    out[5] = state.idle_limit
    out[6] = state.marker_in_centre
    out[7] = (state.first - player + players) % players
    out[8] = (state.turn - player + players) % players
    for source in range(2 * players + 2):
        _write_counts(int(state.sources[source]), out, 9 + 5 * source)
    _write_counts(int(state.bag), out, _TABLE - 10)
    _write_counts(int(state.lid), out, _TABLE - 5)
    for seat in range(players):
        whose = (player + seat) % players
        at = _TABLE + seat * _BOARD
        out[at] = state.score[whose]
        for line in range(LINES):
            held = state.line_count[whose, line]
            if held > 0:
                out[at + 1 + 2 * line] = state.line_colour[whose, line] + 1
                out[at + 2 + 2 * line] = held
        at += 1 + 2 * LINES
        for colour in range(len(COLOURS)):
            spaces = int(state.shows[whose, colour])
            while spaces != 0:
                out[at + lowest(spaces)] = colour + 1
                spaces &= spaces - 1
        at += 25
        for space in range(FLOOR_SPACES):
            out[at + space] = on_floor(state.floor[whose], space)


@compiled
def _write_counts(heap: int, out: Any, at: int) -> None:
    """How many of each colour are in a packed heap, from a place on."""
    if heap != 0:
        for colour in range(len(COLOURS)):
            out[at + colour] = count(heap, colour)


register(sys.modules[__name__])
