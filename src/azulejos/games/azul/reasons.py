"""Why moves, deals and positions of Azul are refused, as reasons with parts."""

from azulejos.core.reasons import GIVEN, NUMBER, PLACE, PLAYER, TEXT, PartKind, ReasonKind
from azulejos.games.azul.components import COLOURS

#: A colour by its letter.
COLOUR = PartKind(
    "colour", dict(zip(COLOURS, ("blue", "yellow", "red", "black", "white"), strict=True))
)
#: A phase by its name in data.
PHASE = PartKind(
    "word",
    {
        "deal": "deal",
        "offer": "factory offer",
        "tiling": "tiling",
        "over": "end of the game",
    },
    is_quoted=True,
)

# ── Moves ────────────────────────────────────────────────────────────────────────────────────────

NO_MOVE = ReasonKind(
    "no_move",
    "{typed} is no move: expected source, colour and line, such as 3B2 or CKF, "
    "or line and column of a tile for the grey wall, such as @34",
    typed=GIVEN,
)
NOT_DEALT_YET = ReasonKind("not_dealt_yet", "the factories have not been dealt yet")
TILE_FIRST = ReasonKind(
    "tile_first",
    "complete lines are tiled first; the tile of line {line} needs a column",
    line=PLACE,
)
TILED_FROM_TOP = ReasonKind(
    "tiled_from_top",
    "lines are tiled from top to bottom, and line {line} comes first",
    line=PLACE,
)
SPACE_OCCUPIED = ReasonKind(
    "space_occupied", "column {column} of row {line} is occupied", column=PLACE, line=PLACE
)
COLOUR_IN_COLUMN = ReasonKind(
    "colour_in_column", "column {column} shows this colour already", column=PLACE
)
OFFER_GOES_ON = ReasonKind("offer_goes_on", "walls are tiled only when the offer has ended")
NO_SUCH_FACTORY = ReasonKind(
    "no_such_factory",
    "with {players} players there are {n} factories",
    players=NUMBER,
    n=NUMBER,
)
NOT_IN_FACTORY = ReasonKind(
    "not_in_factory",
    "factory {factory} has no tile of colour {colour}",
    factory=PLACE,
    colour=COLOUR,
)
NOT_IN_CENTRE = ReasonKind(
    "not_in_centre", "the centre has no tile of colour {colour}", colour=COLOUR
)
LINE_COMPLETE = ReasonKind(
    "line_complete", "line {line} is complete and takes nothing more", line=PLACE
)
LINE_HOLDS_OTHER = ReasonKind(
    "line_holds_other",
    "line {line} takes one colour only, and holds {colour}",
    line=PLACE,
    colour=COLOUR,
)
COLOUR_IN_ROW = ReasonKind(
    "colour_in_row",
    "row {line} of the wall shows {colour} already, so its line takes no more of it",
    line=PLACE,
    colour=COLOUR,
)

# ── Deals ────────────────────────────────────────────────────────────────────────────────────────

NO_DEAL = ReasonKind("no_deal", "{typed} is no deal: expected =BBYR KWWB …", typed=GIVEN)
TOO_MANY_GROUPS = ReasonKind(
    "too_many_groups", "a deal has at most {n} groups: {typed}", n=NUMBER, typed=GIVEN
)
NO_GROUP = ReasonKind(
    "no_group",
    "group {number} of the deal is {typed}: expected one to four letters of {letters}, "
    "or - for an empty factory",
    number=PLACE,
    typed=GIVEN,
    letters=TEXT,
)
NOT_TIME_TO_DEAL = ReasonKind("not_time_to_deal", "this is not the time to deal")
GROUPS_EXPECTED = ReasonKind(
    "groups_expected",
    "expected {n} groups, one for each factory, not {given}",
    n=NUMBER,
    given=NUMBER,
)
FACTORY_GETS = ReasonKind(
    "factory_gets",
    "factory {factory} gets {n} tile, not {given}",
    "factory {factory} gets {n} tiles, not {given}",
    factory=PLACE,
    n=NUMBER,
    given=NUMBER,
)
LAST_OF_BAG = ReasonKind(
    "last_of_bag",
    "factory {factory} must get the bag's last tiles, {colour} among them",
    factory=PLACE,
    colour=COLOUR,
)
NOT_SO_MANY_LEFT = ReasonKind(
    "not_so_many_left",
    "factory {factory}: there are not so many tiles of colour {colour} left",
    factory=PLACE,
    colour=COLOUR,
)

# ── Positions ────────────────────────────────────────────────────────────────────────────────────

NO_POSITION = ReasonKind(
    "no_position",
    "{typed} is no position of Azul: expected {example}",
    typed=GIVEN,
    example=TEXT,
)
NO_BOARD = ReasonKind("no_board", "{typed} is no board", typed=GIVEN)
TURN_AT_END = ReasonKind("turn_at_end", "expected null, not {given}: it is over", given=GIVEN)
FACTORY_HOLDS = ReasonKind(
    "factory_holds", "a factory holds at most {n} tiles, not {given}", n=NUMBER, given=NUMBER
)
TILES_OF_COLOUR = ReasonKind(
    "tiles_of_colour",
    "there is {n} tile of colour {colour}, not {expected}",
    "there are {n} tiles of colour {colour}, not {expected}",
    n=NUMBER,
    colour=COLOUR,
    expected=NUMBER,
)
COLOUR_IF_TILES = ReasonKind(
    "colour_if_tiles", "expected a colour if, and only if, there are tiles"
)
EMPTY_LINE_COLOUR = ReasonKind("empty_line_colour", "an empty line has no colour")
SHOWN_IN_ROW = ReasonKind("shown_in_row", "its row of the wall shows this colour already")
OTHER_COLOUR_HERE = ReasonKind("other_colour_here", "the coloured wall takes another colour here")
TWICE_IN_ROW = ReasonKind("twice_in_row", "its row shows this colour twice")
TWICE_IN_COLUMN = ReasonKind("twice_in_column", "its column shows this colour twice")
NOTHING_OFFERED = ReasonKind("nothing_offered", "nothing is offered, so this cannot be the offer")
STILL_OFFERED = ReasonKind(
    "still_offered", "tiles are still offered, so this cannot be the {phase}", phase=PHASE
)
COMPLETE_LINE_IN = ReasonKind(
    "complete_line_in", "complete lines are tiled before the {phase}", phase=PHASE
)
CLEARED_IN = ReasonKind("cleared_in", "it is cleared before the {phase}", phase=PHASE)
MARKER_HELD_IN = ReasonKind(
    "marker_held_in", "at the {phase} the marker lies before its owner", phase=PHASE
)
ONLY_ONE_MARKER = ReasonKind("only_one_marker", "there is only one first-player marker")
MARKER_BEFORE = ReasonKind("marker_before", "the marker lies before player {player}", player=PLAYER)
MARKER_NOWHERE = ReasonKind("marker_nowhere", "the marker is nowhere")
MARKERS_OWNERS_TURN = ReasonKind(
    "markers_owners_turn", "at the {phase} it is the turn of the marker's owner", phase=PHASE
)
ROW_ENDS_GAME = ReasonKind("row_ends_game", "a complete row ends the game")
IDLE_LIMIT_ENDS_GAME = ReasonKind("idle_limit_ends_game", "the idle limit ends the game")
NOTHING_LEFT_TO_DEAL = ReasonKind(
    "nothing_left_to_deal", "there is nothing left to deal, which ends the game"
)
NO_LINE_COMPLETABLE = ReasonKind(
    "no_line_completable", "no line can be completed any more, which ends the game"
)
NO_DECISIONS = ReasonKind("no_decisions", "on the coloured wall tiling needs no decisions")
PLAYER_TILES_FIRST = ReasonKind("player_tiles_first", "player {player} tiles first", player=PLAYER)
NOWHERE_TO_GO = ReasonKind("nowhere_to_go", "its tile has nowhere to go")
NOTHING_TO_TILE = ReasonKind("nothing_to_tile", "no line is complete, so there is nothing to tile")
