"""Games in which nothing can change any more end at once, and no others do."""

import random
from functools import cache

import pytest

from azulejos import azul

from . import slow_rules
from .agreement import check, everything_to_the_floor, play
from .positions import board, position, without_columns

WALLS = ["coloured", "grey"]


def table(lines, *, wall, factories, **more):
    """Four players who have laid all but one column each: every line takes one colour only.

    Four tiles of each colour are not on walls: those of `lines`, those offered, and the rest.
    """
    boards = [board(wall=without_columns(column + 1), lines=lines[column]) for column in range(4)]
    return position(*boards, wall=wall, factories=factories, **more)


#: All blue, yellow, red and black tiles are trapped; lines 2 of the first player and 5 of the last
#: take white, and need two tiles each.
TRAPPED = [
    ["", "", "", "", "YYYY"],
    ["", "B", "", "", "RRRR"],
    ["", "", "", "", "KKKK"],
    ["", "", "", "BBB", "WWW"],
]


@pytest.mark.parametrize("wall", WALLS)
def test_one_tile_too_few(wall):
    """The one white tile that is left completes nothing: over at once, and scored."""
    d = table(TRAPPED, wall=wall, factories=["W"])
    game, d = play(d, "1WF")
    assert game.is_over
    assert (d["idle"], d["idle_limit"]) == (1, 5)
    assert d["lid"] == [0, 0, 0, 0, 1]
    assert list(game.scores) == [28] * 4  # four columns each
    check(azul.Game.from_dict(d), d)  # such an end can be read again,
    with pytest.raises(azul.PositionError, match="no line can be completed"):  # and is no pause
        azul.Game.from_dict(d | {"phase": "deal", "turn": 0, "boards": table_before(d)})


def table_before(d):
    """The boards before the points of the end."""
    return [each | {"score": each["score"] - 28} for each in d["boards"]]


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("where", ["bag", "lid"])
def test_just_enough_tiles(wall, where):
    """A second white tile, in the bag or put away, is all that line 2 needs."""
    lines = [*TRAPPED[:3], ["", "", "", "BBB", "WW"]]
    d = table(lines, wall=wall, factories=["W"], **{where: "W"})
    game, d = play(d, "1WF")
    assert game.phase == "offer"
    assert d["idle"] == 1


@pytest.mark.parametrize("wall", WALLS)
def test_a_line_of_anybody_counts(wall):
    """The last of all lines needs one tile: the others cannot end the game for its owner."""
    lines = [*TRAPPED[:3], ["", "", "", "BBB", "WWWW"]]
    lines[1] = ["", "", "", "", "RRRR"]
    d = table(lines, wall=wall, factories=["B"])
    game, _ = play(d, "1BF")
    assert game.phase == "offer"  # the first player's line 1 takes blue
    lines[3] = ["", "", "", "BBB", "WWW"]
    lines[1] = ["", "B", "", "", "RRRR"]
    game, _ = play(table(lines, wall=wall, factories=["W"], idle=0), "1WF")
    assert game.is_over


@pytest.mark.parametrize("wall", WALLS)
def test_idle_rounds_alone_end_nothing_soon(wall):
    """Five rounds to the floor ended a game once; fifty do."""
    game = azul.Game(2, wall, seed=5)
    for _ in range(49):
        everything_to_the_floor(game)
    assert game.phase == "offer"
    everything_to_the_floor(game)
    assert game.is_over
    assert game.to_dict()["idle"] == 50


def can_complete(d):
    """Whether tiles of bag and lid, laid one by one wherever a line takes them, complete a line."""
    loose = tuple(here + there for here, there in zip(d["bag"], d["lid"], strict=True))
    places = [(player, row) for player in range(d["players"]) for row in range(5)]

    @cache
    def goes_on(loose, held):
        for at, (player, row) in enumerate(places):
            for colour, letter in enumerate(slow_rules.COLOURS):
                taken = held[at] and held[at][0] != letter
                if not loose[colour] or taken or letter in d["boards"][player]["wall"][row]:
                    continue
                if len(held[at]) + 1 == row + 1:
                    return True
                less = (*loose[:colour], loose[colour] - 1, *loose[colour + 1 :])
                if goes_on(less, (*held[:at], held[at] + letter, *held[at + 1 :])):
                    return True
        return False

    lines = [d["boards"][player]["lines"][row] for player, row in places]
    return goes_on(loose, tuple((line["colour"] or "") * line["count"] for line in lines))


@pytest.mark.parametrize("wall", WALLS)
def test_the_condition_is_exact(wall):
    """Random boards whose tiles are nearly all in lines: over just where nothing completes a line.

    Laying tile by tile in every way that there is says the same.
    """
    rng = random.Random(16)
    dead = 0
    for _ in range(500):
        lines = [[""] * 5 for _ in range(4)]
        for colour, letter in enumerate(slow_rules.COLOURS):
            places = [((colour + row) % 5, row) for row in range(1, 5)]
            left = 4 if rng.random() < 0.95 and letter != "W" else rng.randint(1, 3)
            for player, row in rng.sample([place for place in places if place[0] < 4], 3):
                most = min(row, left)
                lines[player][row] = letter * (rng.randint(0, most) if letter == "W" else most)
                left -= len(lines[player][row])
        d = table(lines, wall=wall, factories=[])
        loose = [letter for letter, n in zip("BYRKW", d["bag"], strict=True) for _ in range(n)]
        if not loose:
            continue
        rng.shuffle(loose)
        d = table(lines, wall=wall, factories=loose[:1], bag="".join(loose[1:]))
        game, after = play(d, f"1{loose[0]}F")
        assert game.is_over is not can_complete(after)
        dead += game.is_over
    assert 20 < dead < 480
