"""The options of a game of Azul."""

from azulejos.core.options import BY_WHOM, Choice, Number, Options

WALLS = ("coloured", "grey")
USUAL_IDLE_LIMIT, MOST_IDLE = 50, 255

OPTIONS: Options = (
    Choice(
        name="wall",
        choices=WALLS,
        default="coloured",
        help="The side of the boards.",
        label="Wall",
        labels={
            "coloured": "Coloured: every colour has its space",
            "grey": "Grey: you choose the column",
        },
    ),
    Choice(
        name="deals",
        choices=BY_WHOM,
        default="auto",
        help="manual: type each deal in.",
        is_chance=True,
    ),
    Number(
        name="idle_limit",
        least=1,
        most=MOST_IDLE,
        default=USUAL_IDLE_LIMIT,
        help="Rounds without progress that end the game.",
        on_form=False,
    ),
)
