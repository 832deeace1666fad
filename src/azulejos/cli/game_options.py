"""Options that several commands offer: of the games themselves, and of the bots that play them."""

from typing import Annotated, Literal

import typer

Evaluator = Annotated[
    Literal["learned", "heuristic"] | None,
    typer.Option(help="How levels 7 and 8 evaluate positions: by networks, or heuristically."),
]
Network = Annotated[
    list[str] | None,
    typer.Option(help="GAME=FILE: the network that the highest levels of a game judge by."),
]
IdleLimit = Annotated[
    int | None, typer.Option(help="Rounds (Azul), turns per side (Azuleo) without progress.")
]
Wall = Annotated[
    Literal["coloured", "grey"] | None,
    typer.Option(help="The side of the boards.", rich_help_panel="Azul"),
]
Mode = Annotated[
    Literal["normal", "fill", "score"] | None,
    typer.Option(help="fill and score: alone.", rich_help_panel="Azuleo"),
]
Claims = Annotated[
    Literal["found", "hinted", "automatic"] | None,
    typer.Option(help="Who finds unplayable fields.", rich_help_panel="Azuleo"),
]
Lenient = Annotated[
    bool | None,
    typer.Option("--lenient", help="Azuleos may be completed unmatched.", rich_help_panel="Azuleo"),
]
OpenHands = Annotated[
    bool | None,
    typer.Option("--open-hands", help="All crosses lie open.", rich_help_panel="Azuleo"),
]
Exchange = Annotated[
    bool | None,
    typer.Option(
        "--exchange", help="Exchange a cross instead of passing.", rich_help_panel="Azuleo"
    ),
]
FreeBorder = Annotated[
    bool | None,
    typer.Option("--free-border", help="No colour rule at the edge.", rich_help_panel="Azuleo"),
]
FinalClaims = Annotated[
    bool | None,
    typer.Option(
        "--final-claims", help="Unplayable fields are claimed at the end.", rich_help_panel="Azuleo"
    ),
]
BorderPairs = Annotated[
    bool | None,
    typer.Option(
        "--border-pairs/--no-border-pairs",
        help="Whether pairs at the edge count.",
        rich_help_panel="Azuleo",
    ),
]
EqualPlates = Annotated[
    bool | None,
    typer.Option("--equal-plates", help="Two equal plates score twice.", rich_help_panel="Azuleo"),
]
Blockades = Annotated[
    str | None,
    typer.Option(help="How many there are, or: unlimited.", rich_help_panel="Azuleo"),
]
Board = Annotated[
    str | None,
    typer.Option(
        help="Its shape, up to 8 rows separated by /: . a field, o a dotted one, x none.",
        rich_help_panel="Azuleo",
    ),
]
