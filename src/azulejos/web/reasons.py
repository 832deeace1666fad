"""Why the service refuses something, as reasons with parts."""

from azulejos.core.reasons import GIVEN, NUMBER, REASON, TEXT, ReasonKind

# ── Of the rules and of what is given ────────────────────────────────────────────────────────────

ILLEGAL_MOVE = ReasonKind("illegal_move", "{reason}", reason=REASON)
BAD_OPTIONS = ReasonKind("bad_options", "{reason}", reason=REASON)
OTHER_OPTIONS = ReasonKind("other_options", "not all of these are options of {game}", game=TEXT)
BAD_RECORD = ReasonKind("bad_record", "{reason}", reason=REASON)
BAD_POSITION = ReasonKind("bad_position", "{reason}", reason=REASON)
BAD_REQUEST = ReasonKind("bad_request", "{reason}", reason=REASON)
NOT_FOUND = ReasonKind("not_found", "There is nothing at this address.")
METHOD_NOT_ALLOWED = ReasonKind("method_not_allowed", "That cannot be done at this address.")
HTTP_ERROR = ReasonKind("http_error", "{problem}.", problem=TEXT)

# ── Of what requests hold, besides the reasons of all data ───────────────────────────────────────

NOT_JSON = ReasonKind("not_json", "this is not JSON")
CANNOT_BE_READ = ReasonKind("cannot_be_read", "this cannot be read as JSON")
TOO_SMALL = ReasonKind(
    "too_small", "expected {least} or more, not {given}", least=NUMBER, given=GIVEN
)
TOO_GREAT = ReasonKind(
    "too_great", "expected {most} or less, not {given}", most=NUMBER, given=GIVEN
)
TEXT_TOO_LONG = ReasonKind(
    "text_too_long",
    "expected at most {n} character",
    "expected at most {n} characters",
    n=NUMBER,
)
TEXT_TOO_SHORT = ReasonKind(
    "text_too_short",
    "expected at least {n} character",
    "expected at least {n} characters",
    n=NUMBER,
)
LIST_TOO_LONG = ReasonKind(
    "list_too_long", "expected at most {n} item", "expected at most {n} items", n=NUMBER
)
LIST_TOO_SHORT = ReasonKind(
    "list_too_short", "expected at least {n} item", "expected at least {n} items", n=NUMBER
)
FORBIDDEN_CHARACTERS = ReasonKind("forbidden_characters", "it holds characters that cannot be kept")

# ── Of requests ──────────────────────────────────────────────────────────────────────────────────

WRONG_HOST = ReasonKind("wrong_host", "This server goes by another name.")
CROSS_SITE = ReasonKind("cross_site", "Requests from other sites are refused.")
TOO_LARGE = ReasonKind("too_large", "A request here has at most {n} bytes.", n=NUMBER)
TOO_FAST = ReasonKind("too_fast", "Too many requests. Come back a little later.")
TOO_MANY = ReasonKind("too_many", "Too many questions at once; try again soon.")
TOO_MANY_STREAMS = ReasonKind("too_many_streams", "Too many open event streams.")
ID_USED = ReasonKind("id_used", "This id was used for something else.")
STALE = ReasonKind("stale", "The table has gone on meanwhile.")

# ── Of the server ────────────────────────────────────────────────────────────────────────────────

FAILED = ReasonKind("failed", "Something went wrong here. It has been noted.")
CLOSING = ReasonKind("closing", "The server is shutting down; try again.")
NO_STORAGE = ReasonKind("no_storage", "The storage does not answer. Try again soon.")
STORAGE_FULL = ReasonKind(
    "storage_full",
    "The server's disk is full: nothing can be kept until there is room. What is stored is safe.",
)
STORAGE_READ_ONLY = ReasonKind(
    "storage_read_only",
    "Nothing can be kept now: the storage can only be read. What is stored is safe.",
)
BUSY = ReasonKind("busy", "This table is changing too quickly; try again.")
GETTING_READY = ReasonKind("getting_ready", "This game is getting ready; come back soon.")
TOO_MANY_OF_YOURS = ReasonKind(
    "too_many_of_yours",
    "You have {n} game under way here. Finish it, or come back tomorrow.",
    "You have {n} games under way here. Finish some, or come back tomorrow.",
    n=NUMBER,
)
FOR_OPERATORS = ReasonKind("for_operators", "This is for whoever runs the server.")
BOTS_ALONE = ReasonKind(
    "bots_alone", "Somebody should play: tables of bots alone are for whoever runs the server."
)
TOO_MANY_TABLES = ReasonKind("too_many_tables", "All tables are taken. Come back a little later.")

# ── Of tables ────────────────────────────────────────────────────────────────────────────────────

NO_SUCH_TABLE = ReasonKind("no_such_table", "There is no table here.")
UNREADABLE = ReasonKind("unreadable", "What is stored of this table cannot be read any more.")
FOR_NEWER = ReasonKind(
    "for_newer", "This table goes on in a newer version, which is being started. Try again soon."
)
TOO_LONG = ReasonKind("too_long", "This game has gone on for too long.")
TOO_MANY_ENTRIES = ReasonKind("too_many_entries", "A game has at most {n} entries here.", n=NUMBER)
NO_SUCH_ENTRY = ReasonKind(
    "no_such_entry", "This game has {n} entry.", "This game has {n} entries.", n=NUMBER
)
NOTHING_TO_DECIDE = ReasonKind("nothing_to_decide", "There is nothing to decide in this position.")
HIDDEN = ReasonKind("hidden", "What is hidden in this game stays so until it is over.")
TO_BE_FOUND = ReasonKind("to_be_found", "Whether that is possible is for you to find out.")
NO_HINTS = ReasonKind("no_hints", "There are no hints at this table, or other people play here.")
ALL_TOLD = ReasonKind("all_told", "The hint has told all it knows.")
NO_ADVICE = ReasonKind("no_advice", "While a game is played, nobody helps.")
NO_GOAL = ReasonKind("no_goal", "Nobody plays for a goal here that could come out of reach.")
NO_PUSH = ReasonKind("no_push", "This server sends no notices to pages that are closed.")
BAD_SUBSCRIPTION = ReasonKind("bad_subscription", "Notices cannot be sent to this address.")
NOT_OVER = ReasonKind("not_over", "A rematch begins when the game is over.")
NOT_REVIEWED_YET = ReasonKind("not_reviewed_yet", "A review begins when the game is over.")
NOT_EXPLORED_YET = ReasonKind("not_explored_yet", "A game can be explored when it is over.")
NOT_REVIEWED = ReasonKind("not_reviewed", "This game has not been reviewed yet.")
TOO_MANY_REVIEWS = ReasonKind("too_many_reviews", "Other games are being reviewed; try again soon.")

# ── Of seats and turns ───────────────────────────────────────────────────────────────────────────

BAD_SEATS = ReasonKind(
    "bad_seats",
    "This game has {n} seat, not {given}.",
    "This game has {n} seats, not {given}.",
    n=NUMBER,
    given=NUMBER,
)
PLAYERS_MISSING = ReasonKind("players_missing", "It does not say for how many players it is.")
SEATS_MISSING = ReasonKind("seats_missing", "A position also needs its seats.")
NO_SUCH_SEAT = ReasonKind(
    "no_such_seat", "This table has {n} seat.", "This table has {n} seats.", n=NUMBER
)
NO_SUCH_LEVEL = ReasonKind("no_such_level", "Bots here go up to level {number}.", number=NUMBER)
SEAT_TAKEN = ReasonKind("seat_taken", "Somebody sits here already.")
BOT_SITS_HERE = ReasonKind("bot_sits_here", "A bot sits here.")
LAST_PERSON = ReasonKind("last_person", "You are the last here: only bots would be left to play.")
BOT_KEEPS_SEAT = ReasonKind(
    "bot_keeps_seat", "Where people play with a clock, a bot keeps a seat that is left."
)
NOT_ABSENT = ReasonKind(
    "not_absent",
    "A seat can be given away when the one whose turn it is has been away for {n} minute.",
    "A seat can be given away when the one whose turn it is has been away for {n} minutes.",
    n=NUMBER,
)
NOT_SEATED = ReasonKind("not_seated", "Only those who sit at this table can do that.")
WATCHERS_WAIT = ReasonKind("watchers_wait", "Watchers can go on from here when the game is over.")
NOBODY_SITS_HERE = ReasonKind("nobody_sits_here", "Nobody sits on this seat.")
NOT_YOUR_SEAT = ReasonKind("not_your_seat", "Seat {seat} is not yours.", seat=NUMBER)
NOT_YOUR_TURN = ReasonKind("not_your_turn", "It is not your turn.")
TIME_UP = ReasonKind("time_up", "The time for this move is up: a bot makes it.")
NO_CLOCK = ReasonKind("no_clock", "A game at a real table has no clock here.")
TABLE_GAME_OVER = ReasonKind("game_over", "The game is over.")

# ── Of taking back ───────────────────────────────────────────────────────────────────────────────

NOTHING_TO_UNDO = ReasonKind("nothing_to_undo", "There is nothing you could take back.")
NOTHING_LEFT_TO_UNDO = ReasonKind("nothing_left_to_undo", "There is nothing left to take back.")
UNDO_ASKED = ReasonKind("undo_asked", "An undo has been asked for already.")
NO_UNDO_ASKED = ReasonKind("no_undo_asked", "Nobody has asked for an undo.")
OTHERS_AGREE = ReasonKind("others_agree", "It is for the others to agree.")
