"""Why moves, draws and positions of Fileira are refused, as reasons with parts."""

from azulejos.core.reasons import DATA, GIVEN, NUMBER, PLAYER, ReasonKind

NO_MOVE = ReasonKind(
    "no_move", "{typed} is no move: expected a tile laid, such as B3=7", typed=GIVEN
)
DRAW_FIRST = ReasonKind("draw_first", "a tile is to be drawn first")
NO_SUCH_PLACE = ReasonKind("no_such_place", "there is no such place")
PLACE_TAKEN = ReasonKind("place_taken", "a tile lies there already")
NOT_HELD = ReasonKind(
    "not_held", "player {player} holds no tile {number}", player=PLAYER, number=NUMBER
)
NO_DRAW = ReasonKind(
    "no_draw", "{typed} is no draw: expected a tile such as +7, or +?", typed=GIVEN
)
NOTHING_TO_DRAW = ReasonKind("nothing_to_draw", "nothing is drawn now")
ALL_SEEN = ReasonKind("all_seen", "all tiles {number} have been seen", number=NUMBER)

NO_POSITION = ReasonKind("no_position", "{typed} is no position of fileira", typed=GIVEN)
TOO_MANY_TILES = ReasonKind(
    "too_many_tiles", "there are more than {n} tiles {number}", n=NUMBER, number=NUMBER
)
ROWS_ARE_WORTH = ReasonKind("rows_are_worth", "the rows are worth {points}", points=DATA)
OVER_WHEN_FULL = ReasonKind(
    "over_when_full", "the game is over when all rows are full, and not before"
)
TILES_IN_EVERY_HAND = ReasonKind(
    "tiles_in_every_hand", "expected {n} tiles in every hand", n=NUMBER
)
ONE_LACKS_ONE = ReasonKind("one_lacks_one", "whoever has laid a tile lacks one, and nobody else")
NOBODY_DRAWS = ReasonKind("nobody_draws", "nobody has a tile to draw")
