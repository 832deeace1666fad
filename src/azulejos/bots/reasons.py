"""Why a player cannot be made, and why the engine does not do what a line asks for."""

from azulejos.core.reasons import GIVEN, NUMBER, TEXT, WORD, ReasonKind

# ── Players ──────────────────────────────────────────────────────────────────────────────────────

NO_SUCH_GAME = ReasonKind(
    "no_such_game", "there is no game {given}: expected {known}", given=GIVEN, known=TEXT
)
NO_PLAYER = ReasonKind(
    "no_player",
    "{given} is no player of {game}: {known}, net:FILE, or cmd:PROGRAM",
    given=GIVEN,
    game=TEXT,
    known=TEXT,
)
PLAYER_IS_FILE = ReasonKind(
    "player_is_file", "{given} is a file: the player it makes is net:{file}", given=GIVEN, file=TEXT
)
NO_EVALUATOR = ReasonKind(
    "no_evaluator",
    "expected the evaluator {known}, or a network's file (.npz), not {given}",
    known=TEXT,
    given=GIVEN,
)
NO_EVALUATOR_OF = ReasonKind(
    "no_evaluator_of",
    "{player}: expected the evaluator {known}, or a network's file (.npz)",
    player=GIVEN,
    known=TEXT,
)
ONLY_LEVELS_CHOOSE = ReasonKind(
    "only_levels_choose", "{player}: only a level has an evaluator to choose", player=GIVEN
)
ONLY_SOME_HAVE_NETWORKS = ReasonKind(
    "only_some_have_networks",
    "{player}: of {game}, only {known} have networks",
    player=GIVEN,
    game=TEXT,
    known=TEXT,
)
NO_NETWORKS = ReasonKind("no_networks", "{player}: {game} has no networks", player=GIVEN, game=TEXT)
#: What the loader says of a network's file.
BAD_NETWORK = ReasonKind("bad_network", "{problem}", problem=TEXT)

# ── Lines of the engine protocol ─────────────────────────────────────────────────────────────────

LINE_TOO_LONG = ReasonKind("line_too_long", "a line of more than {n} bytes", n=NUMBER)
NOT_UTF8 = ReasonKind("not_utf8", "not JSON: byte {byte} is not UTF-8", byte=NUMBER)
NOT_JSON = ReasonKind(
    "not_json", "not JSON: {problem} at column {column}", problem=TEXT, column=NUMBER
)
BEYOND_BOUNDS = ReasonKind("beyond_bounds", "not JSON: a number or a nesting beyond all bounds")
EXPECTED_ID = ReasonKind(
    "expected_id",
    "expected a string of at most {n} characters or a whole number, not {given}",
    n=NUMBER,
    given=GIVEN,
)
EXPECTED_TRUE = ReasonKind("expected_true", "expected true, not {given}", given=GIVEN)
EXPECTED_EITHER = ReasonKind(
    "expected_either", "expected either {one} or {other}", one=TEXT, other=TEXT
)
EXPECTED_ONLY_ONE = ReasonKind(
    "expected_only_one", "expected only one of {one} and {other}", one=TEXT, other=TEXT
)
EXPECTED_POSITION = ReasonKind(
    "expected_position", "expected an object or a text, not {given}", given=GIVEN
)
NOTHING_TO_DECIDE = ReasonKind(
    "nothing_to_decide", "there is nothing to decide in phase {phase}", phase=WORD
)

# ── Searches ─────────────────────────────────────────────────────────────────────────────────────

ID_IN_USE = ReasonKind("id_in_use", "a search with this id is already running")
TOO_MANY_WAITING = ReasonKind("too_many_waiting", "{n} searches are waiting already", n=NUMBER)
NOTHING_TO_STOP = ReasonKind("nothing_to_stop", "there is no search with this id to stop")
STOPPED_EARLY = ReasonKind("stopped_early", "stopped before it began")
INTERNAL_ERROR = ReasonKind(
    "internal_error", "internal error: {kind}: {problem}", kind=TEXT, problem=TEXT
)
