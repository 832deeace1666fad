"""What can be chosen for a game of Fileira."""

from azulejos.core.options import BY_WHOM, Choice, Number, Options

SHORTEST_ROW, USUAL_ROW, LONGEST_ROW = 3, 4, 5

OPTIONS: Options = (
    Number(
        name="row_length",
        least=SHORTEST_ROW,
        most=LONGEST_ROW,
        default=USUAL_ROW,
        help="How many places a row has.",
    ),
    Choice(
        name="draws",
        choices=BY_WHOM,
        default="auto",
        help="manual: type each draw in.",
        is_chance=True,
    ),
)
