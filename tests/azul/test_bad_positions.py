"""Positions that cannot be: a clear error that says where."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azul

from . import junk, slow_rules
from .positions import board, position
from .refusals import NOISY, attempt, in_order, refused, says_where


@pytest.mark.parametrize("number", range(5))
def test_positions_with_a_wrong_value_anywhere(number, games):
    """Every place of the data in turn gets a value of every wrong kind."""
    good = games[number].to_dict()
    for path in junk.paths(good):
        if any(isinstance(key, int) and key > 1 for key in path):
            continue  # the third factory is read as the first two are
        present = junk.get(good, path)
        for value in junk.VALUES:
            if type(value) is type(present) and value == present:
                continue
            bad = junk.spoiled(good, path, value)
            game, refusal = attempt(azul.PositionError, azul.Game.from_dict, bad)
            if refusal:
                # A value of the right kind may clash with something that lies elsewhere.
                right_kind = type(value) is type(present) or value is None or present is None
                where = [path, *good] if right_kind else [path]
                assert says_where(refusal, where), (path, value, refusal)
            else:
                assert type(value) in (int, str, bool, type(None)), (path, value)
                assert game.to_dict() == bad
                in_order(game)


@pytest.mark.parametrize("number", range(5))
def test_positions_with_something_missing(number, games):
    good = games[number].to_dict()
    for path in junk.paths(good):
        if isinstance(path[-1], str) or path[0] != "boards" or "floor" not in path:
            message = refused(azul.PositionError, azul.Game.from_dict, junk.without(good, path))
            assert says_where(message, [path]), (path, message)


@pytest.mark.parametrize("index", range(len(junk.VALUES)))
def test_things_that_are_no_positions(index):
    refused(azul.PositionError, azul.Game.from_dict, junk.VALUES[index])
    refused(azul.PositionError, azul.Game.from_text, junk.VALUES[index])


def offer(**changes):
    """Two players in the middle of an offer; the marker has been taken by player 1."""
    mine = board(score=3, lines=["B", "Y", "", "", "KK"], wall=["..R", "W", "", "", ""])
    other = board(score=5, lines=["", "", "WW", "", ""], wall=["BY", "", "", "", ""], floor="MK")
    table = {"factories": ["BBYR", "KKWW"], "centre": "BYR", "first": 1, **changes}
    return position(mine, other, **table)


def pending(**changes):
    """Two players on a grey wall; player 1 owns the marker and is about to tile lines 2 and 4."""
    mine = board(lines=["B", "", "", "", "K"], wall=["YR", "", "", "", ""])
    other = board(lines=["Y", "RR", "", "KKKK", ""], wall=["", "YB", "", "", ""], floor="MW")
    other["lines"][0] = {"colour": None, "count": 0}
    return position(mine, other, wall="grey", phase="tiling", turn=1, first=1, **changes)


def before_deal(**changes):
    return position(board(), board(wall=["B", "", "", "", ""]), phase="deal", **changes)


def test_the_positions_to_be_spoiled_are_good():
    for d in (offer(), pending(), before_deal()):
        in_order(azul.Game.from_dict(d))


def give(d, place, colour, n):
    """Move tiles from the bag to another pile, so that there are still 100."""
    index = slow_rules.COLOURS.index(colour)
    d["bag"][index] -= n
    place[index] += n


def lay(d, player, row, column, colour):
    assert d["boards"][player]["wall"][row][column] is None
    d["boards"][player]["wall"][row][column] = colour
    d["bag"][slow_rules.COLOURS.index(colour)] -= 1


def set_line(d, player, row, colour, count):
    line = d["boards"][player]["lines"][row]
    if line["colour"]:
        d["bag"][slow_rules.COLOURS.index(line["colour"])] += line["count"]
    d["bag"][slow_rules.COLOURS.index(colour)] -= count
    line.update(colour=colour, count=count)


def drop(d, player, letters):
    for letter in letters:
        d["boards"][player]["floor"].append(letter)
        if letter in slow_rules.COLOURS:
            d["bag"][slow_rules.COLOURS.index(letter)] -= 1


IMPOSSIBLE = {
    "a tile too few": (offer, lambda d: d["bag"].__setitem__(0, d["bag"][0] - 1)),
    "a tile too many": (offer, lambda d: d["lid"].__setitem__(3, d["lid"][3] + 1)),
    "21 of one colour and 19 of another": (
        offer,
        lambda d: d["bag"].__setitem__(slice(0, 2), [d["bag"][0] + 1, d["bag"][1] - 1]),
    ),
    "a negative count": (offer, lambda d: give(d, d["lid"], "B", -1)),
    "a negative count in the centre": (offer, lambda d: give(d, d["centre"], "W", -1)),
    "five tiles on a factory": (offer, lambda d: give(d, d["factories"][0], "W", 1)),
    "a factory too few": (offer, lambda d: d["factories"].pop()),
    "a factory too many": (offer, lambda d: d["factories"].append([0] * 5)),
    "six colours": (offer, lambda d: d["factories"][2].append(0)),
    "a board too few": (offer, lambda d: d["boards"].pop()),
    "a board too many": (offer, lambda d: d["boards"].append(board())),
    "an overfull line": (offer, lambda d: set_line(d, 0, 1, "Y", 3)),
    "an overfull last line": (offer, lambda d: set_line(d, 0, 4, "K", 6)),
    "a negative line": (offer, lambda d: set_line(d, 0, 4, "K", -1)),
    "tiles without a colour": (offer, lambda d: d["boards"][0]["lines"][4].update(colour=None)),
    "a line of no colour of the game": (
        offer,
        lambda d: d["boards"][0]["lines"][4].update(colour="G"),
    ),
    "a line of markers": (offer, lambda d: d["boards"][0]["lines"][4].update(colour="M")),
    "four lines": (offer, lambda d: d["boards"][0]["lines"].pop(2)),
    "a colour in a line that its row shows": (offer, lambda d: set_line(d, 0, 1, "W", 1)),
    "a colour in a line that its grey row shows": (pending, lambda d: set_line(d, 0, 0, "Y", 1)),
    "a wrong colour on the coloured wall": (offer, lambda d: lay(d, 0, 4, 4, "Y")),
    "a colour twice in a row of the grey wall": (pending, lambda d: lay(d, 1, 1, 4, "Y")),
    "a colour twice in a column of the grey wall": (pending, lambda d: lay(d, 1, 4, 0, "Y")),
    "a marker on the wall": (offer, lambda d: d["boards"][0]["wall"][4].__setitem__(4, "M")),
    "a wall of four rows": (offer, lambda d: d["boards"][0]["wall"].pop()),
    "a wall row of six": (offer, lambda d: d["boards"][0]["wall"][2].append(None)),
    "eight on the floor": (offer, lambda d: drop(d, 0, "YYYYYYYY")),
    "two markers on a floor": (offer, lambda d: drop(d, 1, "M")),
    "two markers on two floors": (offer, lambda d: drop(d, 0, "M")),
    "a marker on the floor of one who does not own it": (offer, lambda d: d.update(first=0)),
    "a marker in the centre and on a floor": (offer, lambda d: d.update(marker_in_centre=True)),
    "no marker anywhere": (offer, lambda d: d["boards"][1].update(floor=[])),
    "an unknown thing on the floor": (offer, lambda d: drop(d, 0, "X")),
    "a negative score": (offer, lambda d: d["boards"][0].update(score=-1)),
    "a turn beyond the table": (offer, lambda d: d.update(turn=2)),
    "nobody's turn": (offer, lambda d: d.update(turn=None)),
    "a first player beyond the table": (offer, lambda d: d.update(first=2)),
    "no first player": (offer, lambda d: d.update(first=None)),
    "more players than the game has": (offer, lambda d: d.update(players=5)),
    "more players than boards": (offer, lambda d: d.update(players=3)),
    "round 0": (offer, lambda d: d.update(round=0)),
    "an idle count beyond its limit": (offer, lambda d: d.update(idle=6)),
    "an idle count that has ended the game": (offer, lambda d: d.update(idle=5)),
    "a negative idle count": (offer, lambda d: d.update(idle=-1)),
    "an unknown phase": (offer, lambda d: d.update(phase="party")),
    "an unknown wall": (offer, lambda d: d.update(wall="green")),
    "tiling on the coloured wall": (offer, lambda d: d.update(phase="tiling")),
    "tiling while there are tiles to take": (pending, lambda d: give(d, d["centre"], "B", 1)),
    "tiling without a complete line": (
        pending,
        lambda d: [set_line(d, 1, 1, "R", 1), set_line(d, 1, 3, "K", 1)],
    ),
    "tiling out of order": (pending, lambda d: d.update(turn=0)),
    "tiling a line that has nowhere to go": (
        pending,
        lambda d: [lay(d, 1, 1, 3, "K"), lay(d, 1, 1, 4, "W"), lay(d, 1, 0, 2, "R")],
    ),
    "nothing to take": (
        lambda: position(board(), board()),
        lambda d: None,
    ),
    "a deal while there are tiles to take": (offer, lambda d: d.update(phase="deal", turn=1)),
    "a deal with tiles on a floor": (before_deal, lambda d: drop(d, 0, "Y")),
    "a deal with a complete line": (before_deal, lambda d: set_line(d, 0, 1, "Y", 2)),
    "a deal in another's turn": (before_deal, lambda d: d.update(turn=1)),
    "a deal with a complete row": (
        before_deal,
        lambda d: [lay(d, 0, 0, column, c) for column, c in enumerate("BYRKW")],
    ),
    "over, but somebody's turn": (offer, lambda d: d.update(phase="over")),
    "over, but there are tiles to take": (offer, lambda d: d.update(phase="over", turn=None)),
    "over for no reason": (before_deal, lambda d: d.update(phase="over", turn=None)),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_positions(name):
    make, spoil = IMPOSSIBLE[name]
    d = make()
    spoil(d)
    before = copy.deepcopy(d)
    refused(azul.PositionError, azul.Game.from_dict, d)
    assert d == before


def test_a_position_belongs_to_its_reader(games):
    """Neither side can reach into the other through shared lists."""
    game = games[0]
    before = game.to_dict()
    given = copy.deepcopy(before)
    other = azul.Game.from_dict(given, seed=1)
    for path in junk.paths(before):
        if type(junk.get(given, path)) is int:
            junk.get(given, path[:-1])[path[-1]] = 77
    assert other.to_dict() == before
    seen, view, record = game.to_dict(), game.view(0), game.record()
    seen["boards"][0]["lines"].clear()
    view["boards"].clear()
    record["moves"].clear()
    record["options"].clear()
    assert game.to_dict() == before
    assert game.record()["moves"]
    assert game.record()["options"]
    record = other.record()
    again = copy.deepcopy(record)
    for value in record.values():
        if isinstance(value, dict | list):
            value.clear()
    assert other.record() == again
    given = copy.deepcopy(before)
    azul.Game.from_dict(given, seed=1).play(game.legal_moves()[0])
    assert given == before


@NOISY
@given(st.data())
def test_position_data_under_noise(games, data):
    bad = data.draw(junk.mutated([game.to_dict() for game in games]) | junk.JSON)
    game, refusal = attempt(azul.PositionError, azul.Game.from_dict, bad, seed=1)
    if not refusal:
        assert game.to_dict() == bad
        in_order(game)


@NOISY
@given(st.data())
def test_position_texts_under_noise(games, data):
    bad = data.draw(junk.mutated_text([game.to_text() for game in games]) | st.text())
    game, refusal = attempt(azul.PositionError, azul.Game.from_text, bad, seed=1)
    if not refusal:
        assert azul.Game.from_text(game.to_text()).to_dict() == game.to_dict()
        in_order(game)


def test_position_texts_cut_short(games):
    for game in games:
        text = game.to_text()
        for end in range(len(text)):
            refused(azul.PositionError, azul.Game.from_text, text[:end])
