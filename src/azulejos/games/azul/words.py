"""What is said of Azul, in English: whoever shows it translates it."""

#: Where points came from, by kinds of facts.
POINTS = {
    "tile": "Tiles",
    "floor": "Floor",
    "row": "Rows",
    "column": "Columns",
    "colour": "Colours",
}

#: What puzzles are about, by themes that are neither a kind of facts nor every game's.
THEMES = {"wall:grey": "Grey wall"}
