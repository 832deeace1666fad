"""Why moves, draws, positions and options of Azuleo are refused, as reasons with parts."""

from azulejos.core.reasons import GIVEN, NUMBER, TEXT, WORD, PartKind, ReasonKind

#: A cross or a plate by the letters of its colours.
KIND = PartKind("kind")
#: A phase and a mode by their names in data, as far as they are spoken of.
PHASE = PartKind("word", {"start": "the beginning"}, is_quoted=True)
MODE = PartKind("word", {"fill": "Fill the board", "score": "Play for the score"}, is_quoted=True)

# ── Moves ────────────────────────────────────────────────────────────────────────────────────────

NO_MOVE = ReasonKind(
    "no_move",
    "{typed} is no move: expected a lay such as c4RYBG, a blockade #c4, a swap ~RY, "
    "an exchange ^RYBG, or - to pass",
    typed=GIVEN,
)
PLATE_FIRST = ReasonKind("plate_first", "a plate has to be drawn first")
CROSS_FIRST = ReasonKind("cross_first", "a cross has to be drawn first")
ONLY_LAY = ReasonKind("only_lay", "filling the board, you can only lay crosses")
START_FIRST = ReasonKind("start_first", "the start cross has to be laid first")
START_ON_DOTTED = ReasonKind("start_on_dotted", "the start cross goes on a dotted field")
START_IS = ReasonKind("start_is", "the start cross is a {kind}", kind=KIND)
FIELD_OCCUPIED = ReasonKind("field_occupied", "the field is occupied")
NO_SUCH_FIELD = ReasonKind("no_such_field", "the board has no such field")
NOT_IN_HAND = ReasonKind("not_in_hand", "there is no {kind} in the hand", kind=KIND)
NOT_BESIDE = ReasonKind("not_beside", "a cross is laid beside a coloured cross, edge to edge")
COLOUR_RULE = ReasonKind(
    "colour_rule",
    "the colour rule: at a corner point opposite triangles have the same colour and "
    "neighbouring ones differ",
)
AZULEO_UNMATCHED = ReasonKind(
    "azuleo_unmatched", "of the azuleos a cross completes, one must match one of your plates"
)
PAIR_UNMATCHED = ReasonKind(
    "pair_unmatched", "one of the combinations a cross makes must match one of your plates"
)
CROSS_WOULD_FIT = ReasonKind("cross_would_fit", "the field is not unplayable: a cross would fit")
BLOCKADES_USED_UP = ReasonKind("blockades_used_up", "the blockade crosses are used up")
NO_SUCH_PLATE = ReasonKind("no_such_plate", "you have no plate {kind}", kind=KIND)
MOST_SWAPS = ReasonKind("most_swaps", "at most {n} swaps in a row", n=NUMBER)
SWAP_FIRST = ReasonKind("swap_first", "a turn is given up only after {n} swaps in a row", n=NUMBER)
LAY_FIRST = ReasonKind("lay_first", "a turn is given up only when no cross can be laid")
EXCHANGE_INSTEAD = ReasonKind(
    "exchange_instead", "in this game a cross is exchanged instead, while there are any to draw"
)
NO_EXCHANGES = ReasonKind("no_exchanges", "this game is played without exchanges")
NO_CROSS_TO_DRAW = ReasonKind("no_cross_to_draw", "there is no cross to draw: pass")

# ── Draws ────────────────────────────────────────────────────────────────────────────────────────

NO_DRAW = ReasonKind(
    "no_draw",
    "{typed} is no draw: expected a cross such as +RYBG, +? for one unseen, or a plate such as %RY",
    typed=GIVEN,
)
NOTHING_TO_DRAW = ReasonKind("nothing_to_draw", "nothing is to be drawn now")
PLATE_EXPECTED = ReasonKind("plate_expected", "a plate is to be drawn")
CROSS_EXPECTED = ReasonKind("cross_expected", "a cross is to be drawn")
SEEN_BY_ALL = ReasonKind("seen_by_all", "everybody sees this cross")
NONE_LEFT = ReasonKind("none_left", "there is no {kind} left to draw", kind=KIND)

# ── Positions ────────────────────────────────────────────────────────────────────────────────────

NO_POSITION = ReasonKind(
    "no_position",
    "{typed} is no position of Azuleo: expected {example}",
    typed=GIVEN,
    example=TEXT,
)
UNREADABLE = ReasonKind("unreadable", "{typed} cannot be read", typed=GIVEN)
COUNTS_EXPECTED = ReasonKind(
    "counts_expected", "expected {n} counts, not {given}", n=NUMBER, given=GIVEN
)
NO_SUCH_OPTION = ReasonKind("no_such_option", "there is none called {name}", name=GIVEN)
BREAKS_COLOUR_RULE = ReasonKind(
    "breaks_colour_rule", "it breaks the colour rule with the crosses around it"
)
BLOCKADE_WHERE_CROSS_FITS = ReasonKind(
    "blockade_where_cross_fits", "a blockade lies where a cross would fit"
)
TOO_MANY_BLOCKADES = ReasonKind(
    "too_many_blockades", "there are more blockades on the board than in the game"
)
BLOCKADES_LEFT = ReasonKind(
    "blockades_left", "expected {left}, with those on the board", left=NUMBER
)
UNSEEN_NOT_IN_HANDS = ReasonKind(
    "unseen_not_in_hands",
    "{n} of the unseen is not in hands",
    "{n} of the unseen are not in hands",
    n=NUMBER,
)
TOO_MANY_UNSEEN = ReasonKind(
    "too_many_unseen", "there are more unseen crosses in hands than in the game"
)
TOO_MANY_PLATES = ReasonKind("too_many_plates", "there are more plates of a pair than in the game")
NOTHING_DRAWN_IN_PHASE = ReasonKind("nothing_drawn_in_phase", "nothing is drawn in this phase")
NOTHING_PUT_DOWN = ReasonKind("nothing_put_down", "nothing has been put down")
SIDE_TO_ACT_DRAWS = ReasonKind("side_to_act_draws", "it is the side to act that draws")
CROSSES_OF_KIND = ReasonKind(
    "crosses_of_kind",
    "there is {n} cross {kind}, not {expected}",
    "there are {n} crosses {kind}, not {expected}",
    n=NUMBER,
    kind=KIND,
    expected=NUMBER,
)
PLATES_OF_KIND = ReasonKind(
    "plates_of_kind",
    "there is {n} plate {kind}, not {expected}",
    "there are {n} plates {kind}, not {expected}",
    n=NUMBER,
    kind=KIND,
    expected=NUMBER,
)
NOTHING_BEFORE_START = ReasonKind(
    "nothing_before_start", "nothing lies on the board before the start cross"
)
START_MISSING = ReasonKind("start_missing", "the start cross is missing")
START_ONLY_IN = ReasonKind(
    "start_only_in", "only {phase} has a start cross beside the board", phase=PHASE
)
CROSSES_EXPECTED = ReasonKind("crosses_expected", "expected {n} crosses while they last", n=NUMBER)
PLATES_EXPECTED = ReasonKind(
    "plates_expected", "expected {n} plates (none in mode {mode})", n=NUMBER, mode=MODE
)
IDLE_TURNS_END_GAME = ReasonKind("idle_turns_end_game", "so many idle turns end the game")
NO_CROSS_ENDS_GAME = ReasonKind("no_cross_ends_game", "without a cross the game is over")
NOTHING_FITS = ReasonKind("nothing_fits", "no cross in any hand fits, which ends the game")

# ── Options ──────────────────────────────────────────────────────────────────────────────────────

ROW_EXPECTED = ReasonKind(
    "row_expected",
    "expected 1 to {n} of {field} (field), {dotted} (dotted field) and {none} (no field), "
    "not {given}",
    n=NUMBER,
    field=WORD,
    dotted=WORD,
    none=WORD,
    given=GIVEN,
)
ROWS_OF_ONE_LENGTH = ReasonKind("rows_of_one_length", "the rows of a board have the same length")
DOTTED_FIELD_NEEDED = ReasonKind(
    "dotted_field_needed", "the start cross needs a dotted field, {dotted}", dotted=WORD
)
MODE_FOR_PLAYERS = ReasonKind(
    "mode_for_players",
    "{mode} with {n} player: filling the board and playing for the score are for one player, "
    "all else for more",
    "{mode} with {n} players: filling the board and playing for the score are for one player, "
    "all else for more",
    mode=MODE,
    n=NUMBER,
)

# ── Positions that are only drawn ────────────────────────────────────────────────────────────────

NO_ROWS = ReasonKind("no_rows", "expected at least one row")
ROW_OF_LETTERS = ReasonKind(
    "row_of_letters", "expected a text of {letters}, not {given}", letters=TEXT, given=GIVEN
)
ROWS_AT_MOST = ReasonKind("rows_at_most", "expected rows of one length, {n} at most", n=NUMBER)
NO_FIELD_THERE = ReasonKind("no_field_there", "expected null, since the board has no field there")
LETTERS_EXPECTED = ReasonKind(
    "letters_expected",
    "expected {n} different letters of {letters}, not {given}",
    n=NUMBER,
    letters=TEXT,
    given=GIVEN,
)
