"""What is in the box of Azul, and what it is worth, as data."""

#: Colours are 0 to 4 in this order, everywhere: blue, yellow, red, black, white.
COLOURS = "BYRKW"
TILES_A_COLOUR = 20
MIN_PLAYERS, MAX_PLAYERS = 2, 4
MAX_FACTORIES = 2 * MAX_PLAYERS + 1
TILES_A_FACTORY = 4
#: Lines 0 to 4 are the pattern lines, with room for 1 to 5 tiles; 5 is the floor line.
LINES = 5
FLOOR = 5
FLOOR_SPACES = 7
#: Points lost for each space of the floor line that is occupied, from the left.
FLOOR_LOSSES = (1, 1, 2, 2, 2, 3, 3)
#: Bonuses at the end of the game.
POINTS_A_ROW, POINTS_A_COLUMN, POINTS_A_COLOUR = 2, 7, 10
