"""The rules of Azul, read slowly: plain Python on the plain data of ``Game.to_dict()``.

Nothing here is fast or clever. It is written to be ticked off against the rule booklet, and to be
compared with the real thing: it shares no code with it. Rows, lines and columns count from 0 inside
and from 1 in texts. A deal is chance and never happens by itself: ``after`` stops before it.
"""

import json

COLOURS = "BYRKW"
FACTORIES = {2: 5, 3: 7, 4: 9}
FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
MARKER = "M"


class NotAllowedError(ValueError):
    """The move or the deal breaks a rule."""


# --- Questions about a board -----------------------------------------------------------------


def printed_colour(row, column):
    """The colour printed on a space of the coloured wall."""
    return COLOURS[(column - row) % 5]


def column_of(row, colour):
    """Where the coloured wall wants this colour in this row."""
    return (COLOURS.index(colour) + row) % 5


def line_takes(board, row, colour):
    """May tiles of this colour be put into this pattern line?"""
    line = board["lines"][row]
    if colour in board["wall"][row]:  # the wall row already shows this colour
        return False
    if line["count"] == row + 1:  # a complete line takes nothing
        return False
    return line["colour"] is None or line["colour"] == colour


def is_complete(board, row):
    return board["lines"][row]["count"] == row + 1


def free_columns(d, board, row, colour):
    """Where in this row a tile of this colour may be put."""
    if d["wall"] == "coloured":
        return [column_of(row, colour)]
    wall = board["wall"]
    return [
        column
        for column in range(5)
        if wall[row][column] is None and colour not in [wall[r][column] for r in range(5)]
    ]


def run_length(wall, row, column, down, across):
    """Length of the unbroken run through a space, in one direction and its opposite."""
    length = 1
    for sign in (1, -1):
        r, c = row + sign * down, column + sign * across
        while 0 <= r < 5 and 0 <= c < 5 and wall[r][c] is not None:
            length += 1
            r, c = r + sign * down, c + sign * across
    return length


def tile_points(wall, row, column):
    """Points for the tile just put on this space."""
    across = run_length(wall, row, column, 0, 1)
    down = run_length(wall, row, column, 1, 0)
    if across == 1 and down == 1:
        return 1
    return (across if across >= 2 else 0) + (down if down >= 2 else 0)


def complete_rows(wall):
    return sum(all(space is not None for space in row) for row in wall)


def complete_columns(wall):
    return sum(all(wall[r][c] is not None for r in range(5)) for c in range(5))


def complete_colours(wall):
    return sum(sum(row.count(colour) for row in wall) == 5 for colour in COLOURS)


def end_bonus(wall):
    return 2 * complete_rows(wall) + 7 * complete_columns(wall) + 10 * complete_colours(wall)


def floor_cost(floor):
    return sum(FLOOR_COSTS[: len(floor)])


# --- Questions about a position --------------------------------------------------------------


def legal_moves(d):
    """The texts of all legal moves (none while a deal is awaited, none after the end)."""
    if d["phase"] == "offer":
        return takings(d)
    if d["phase"] == "tiling":
        return placements(d)
    return set()


def takings(d):
    board = d["boards"][d["turn"]]
    moves = set()
    sources = {"C": d["centre"]}
    for number, factory in enumerate(d["factories"], start=1):
        sources[str(number)] = factory
    for source, tiles in sources.items():
        for colour, count in zip(COLOURS, tiles, strict=True):
            if count == 0:
                continue
            moves.add(f"{source}{colour}F")  # taking to the floor is always allowed
            for row in range(5):
                if line_takes(board, row, colour):
                    moves.add(f"{source}{colour}{row + 1}")
    return moves


def pending_row(board):
    """The topmost complete line, which is the one to be tiled now."""
    return next((row for row in range(5) if is_complete(board, row)), None)


def placements(d):
    board = d["boards"][d["turn"]]
    row = pending_row(board)
    colour = board["lines"][row]["colour"]
    return {f"@{row + 1}{column + 1}" for column in free_columns(d, board, row, colour)}


def winners(d):
    """Most points; among equals more complete rows; still equal: all of them."""
    if d["phase"] != "over":
        return []
    standing = [(board["score"], complete_rows(board["wall"])) for board in d["boards"]]
    return [player for player, mine in enumerate(standing) if mine == max(standing)]


def tiles_by_colour(d):
    """How many tiles of each colour there are, wherever they lie. Always 20 each."""
    count = dict.fromkeys(COLOURS, 0)
    for pile in [d["bag"], d["lid"], d["centre"], *d["factories"]]:
        for colour, n in zip(COLOURS, pile, strict=True):
            count[colour] += n
    for board in d["boards"]:
        for line in board["lines"]:
            if line["count"]:
                count[line["colour"]] += line["count"]
        for letters in [*board["wall"], board["floor"]]:
            for colour in COLOURS:
                count[colour] += letters.count(colour)
    return count


# --- Moves -----------------------------------------------------------------------------------


def copy_of(d):
    """A position is plain JSON data."""
    return json.loads(json.dumps(d))


def after(d, move):
    """The position after a legal move, and after all that follows from it without chance."""
    if move not in legal_moves(d):
        raise NotAllowedError(move)
    d = copy_of(d)
    if move[0] == "@":
        place(d, int(move[1]) - 1, int(move[2]) - 1)
    else:
        take(d, move[0], move[1], move[2])
    return d


def take(d, source, colour, target):
    index = COLOURS.index(colour)
    board = d["boards"][d["turn"]]
    if source == "C":
        count = d["centre"][index]
        d["centre"][index] = 0
        if d["marker_in_centre"]:  # the first to take from the centre: the marker, then the tiles
            d["marker_in_centre"] = False
            d["first"] = d["turn"]
            if len(board["floor"]) < 7:  # on a full floor line it costs nothing
                board["floor"].append(MARKER)
    else:
        factory = d["factories"][int(source) - 1]
        count = factory[index]
        factory[index] = 0
        for i in range(5):  # the rest of the factory is pushed into the centre
            d["centre"][i] += factory[i]
            factory[i] = 0
    if target != "F":
        row = int(target) - 1
        line = board["lines"][row]
        line["colour"] = colour
        fitting = min(count, row + 1 - line["count"])
        line["count"] += fitting
        count -= fitting
    drop(d, board, colour, count)
    if any(d["centre"]) or any(any(factory) for factory in d["factories"]):
        d["turn"] = (d["turn"] + 1) % d["players"]
    else:
        begin_tiling(d)


def drop(d, board, colour, count):
    """Tiles fall to the floor line, from left to right; from a full one they go to the lid."""
    for _ in range(count):
        if len(board["floor"]) < 7:
            board["floor"].append(colour)
        else:
            d["lid"][COLOURS.index(colour)] += 1


# --- Tiling ----------------------------------------------------------------------------------


def begin_tiling(d):
    if d["wall"] == "grey":
        find_next_placement(d, 0, moved=False)
        return
    moved = False
    for board in d["boards"]:
        for row in range(5):
            if is_complete(board, row):
                put_on_wall(d, board, row, column_of(row, board["lines"][row]["colour"]))
                moved = True
    end_round(d, moved)


def put_on_wall(d, board, row, column):
    """One tile of a complete line goes to the wall and scores, the others go to the lid."""
    line = board["lines"][row]
    board["wall"][row][column] = line["colour"]
    board["score"] += tile_points(board["wall"], row, column)
    d["lid"][COLOURS.index(line["colour"])] += row
    board["lines"][row] = {"colour": None, "count": 0}


def place(d, row, column):
    """A player's choice on the grey wall."""
    put_on_wall(d, d["boards"][d["turn"]], row, column)
    players_done = (d["turn"] - d["first"]) % d["players"]
    find_next_placement(d, players_done, moved=True)


def find_next_placement(d, players_done, moved):
    """Grey wall: ask the owner of the marker first, then clockwise, lines from top to bottom.

    A complete line with nowhere to go drops to the floor when its turn comes.
    """
    for step in range(players_done, d["players"]):
        player = (d["first"] + step) % d["players"]
        board = d["boards"][player]
        for row in range(5):
            if not is_complete(board, row):
                continue
            colour = board["lines"][row]["colour"]
            if free_columns(d, board, row, colour):
                d["phase"] = "tiling"
                d["turn"] = player
                return
            board["lines"][row] = {"colour": None, "count": 0}
            drop(d, board, colour, row + 1)
    end_round(d, moved)


def end_round(d, moved):
    for board in d["boards"]:
        board["score"] = max(0, board["score"] - floor_cost(board["floor"]))
        for letter in board["floor"]:
            if letter != MARKER:
                d["lid"][COLOURS.index(letter)] += 1
        board["floor"] = []
    d["marker_in_centre"] = False  # if nobody took it, its owner has it still
    d["idle"] = 0 if moved else d["idle"] + 1
    a_row_is_complete = any(complete_rows(board["wall"]) for board in d["boards"])
    too_long = d["idle"] >= d["idle_limit"]
    dead = not moved and is_dead(d)
    nothing_to_deal = not any(d["bag"]) and not any(d["lid"])
    if a_row_is_complete or too_long or dead or nothing_to_deal:
        d["phase"] = "over"
        d["turn"] = None
        for board in d["boards"]:
            board["score"] += end_bonus(board["wall"])
    else:
        d["phase"] = "deal"
        d["turn"] = d["first"]
        d["round"] += 1


def is_dead(d):
    """After an idle round: can nobody complete any line, whatever is drawn and taken?

    Tried out: for each line and each colour, put on it all tiles of that colour that are neither
    on a board nor out of the game, and see whether it is complete.
    """
    loose = [here + there for here, there in zip(d["bag"], d["lid"], strict=True)]
    for board in d["boards"]:
        for row in range(5):
            for colour, tiles in zip(COLOURS, loose, strict=True):
                if line_takes(board, row, colour):
                    trial = copy_of(board)
                    trial["lines"][row]["count"] += tiles
                    if trial["lines"][row]["count"] >= row + 1:
                        return False
    return True


# --- The deal --------------------------------------------------------------------------------


def counts(letters):
    return [letters.count(colour) for colour in COLOURS]


def read_deal(text):
    """``=BBYR KWWB -`` as one list of five counts for each factory."""
    return [counts("" if group == "-" else group) for group in text[1:].split(" ")]


def deal_text(factories):
    groups = ["".join(c * n for c, n in zip(COLOURS, tiles, strict=True)) for tiles in factories]
    return "=" + " ".join(group or "-" for group in groups)


def deal_problem(d, factories):
    """Why this deal cannot happen here; None if it can."""
    if d["phase"] != "deal":
        return "no deal is awaited"
    if len(factories) != FACTORIES[d["players"]]:
        return "wrong number of factories"
    # Draw tile by tile, factory by factory. Within a factory the order is free, so the tiles that
    # the bag can still supply come first.
    bag, lid = list(d["bag"]), list(d["lid"])
    for wanted in factories:
        wanted = list(wanted)
        if sum(wanted) > 4:
            return "more than four tiles on a factory"
        for _ in range(4):
            if not any(bag):  # only now, when a tile must be drawn
                bag, lid = lid, [0] * 5
            if not any(bag):  # both are empty: dealing stops
                break
            if not any(wanted):
                return "a factory is short although there are tiles"
            colour = next((i for i in range(5) if wanted[i] and bag[i]), None)
            if colour is None:
                return "a tile that could not be drawn"
            bag[colour] -= 1
            wanted[colour] -= 1
        if any(wanted):
            return "more tiles than there are"
    return None


def after_deal(d, text):
    factories = read_deal(text)
    problem = deal_problem(d, factories)
    if problem:
        raise NotAllowedError(problem)
    d = copy_of(d)
    dealt = [sum(column) for column in zip(*factories, strict=True)]
    if sum(dealt) > sum(d["bag"]):  # the bag was empty when a tile had to be drawn
        d["bag"] = [here + there for here, there in zip(d["bag"], d["lid"], strict=True)]
        d["lid"] = [0] * 5
    d["bag"] = [here - n for here, n in zip(d["bag"], dealt, strict=True)]
    d["factories"] = factories
    d["marker_in_centre"] = True
    d["phase"] = "offer"
    d["turn"] = d["first"]
    return d
