"""Positions for tests, written down as one would describe a table."""

from . import slow_rules


def board(*, score=0, lines=("", "", "", "", ""), wall=("", "", "", "", ""), floor=""):
    """A player's board: lines as ``RR``, wall rows as ``BY..W`` (short rows are filled up)."""
    return {
        "score": score,
        "lines": [{"colour": line[0] if line else None, "count": len(line)} for line in lines],
        "wall": [[None if c == "." else c for c in row.ljust(5, ".")] for row in wall],
        "floor": list(floor),
    }


def position(
    *boards,
    wall="coloured",
    factories=(),
    centre="",
    bag=None,
    lid=None,
    turn=0,
    phase="offer",
    first=0,
    marker_in_centre=None,
    round_number=2,
    idle=0,
    idle_limit=5,
):
    """A whole position. What is not on the table lies in the bag, or in the lid if a bag is given.

    The marker lies in the centre during the offer unless it lies on a floor line.
    """
    if marker_in_centre is None:
        on_a_floor = any("M" in each["floor"] for each in boards)
        marker_in_centre = phase == "offer" and not on_a_floor
    n_factories = slow_rules.FACTORIES[len(boards)]
    factories = [*factories, *[""] * (n_factories - len(factories))]
    d = {
        "players": len(boards),
        "wall": wall,
        "round": round_number,
        "turn": turn,
        "phase": phase,
        "first": first,
        "marker_in_centre": marker_in_centre,
        "factories": [slow_rules.counts(tiles) for tiles in factories],
        "centre": slow_rules.counts(centre),
        "bag": slow_rules.counts(bag or ""),
        "lid": slow_rules.counts(lid or ""),
        "boards": list(boards),
        "idle": idle,
        "idle_limit": idle_limit,
    }
    rest = [20 - n for n in slow_rules.tiles_by_colour(d).values()]
    assert min(rest) >= 0, f"more than 20 tiles of a colour: {rest}"
    pile = "bag" if bag is None else "lid"
    if bag is None or lid is None:
        d[pile] = [here + n for here, n in zip(d[pile], rest, strict=True)]
    assert set(slow_rules.tiles_by_colour(d).values()) == {20}
    return d


def without_columns(*missing):
    """A coloured wall on which all is laid but these columns (from 1)."""
    return [
        "".join(
            "." if column + 1 in missing else slow_rules.printed_colour(row, column)
            for column in range(5)
        )
        for row in range(5)
    ]


def lid_of(d):
    """The lid as a count for each colour letter."""
    return dict(zip(slow_rules.COLOURS, d["lid"], strict=True))
