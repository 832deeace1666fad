"""What is said of Azuleo, in English: whoever shows it translates it."""

#: Where points came from, by kinds of facts.
POINTS = {"pair": "Colour pairs", "azuleo": "Azuleos", "blockade": "Blockades"}
