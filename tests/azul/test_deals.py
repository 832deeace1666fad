"""The deal: given or by chance, full or short, and the bag and the lid behind it."""

import pytest

from azulejos import azul

from . import slow_rules
from .agreement import check, everything_to_the_floor, floor_rounds, moves_of, play
from .positions import board, position, without_columns


def test_given_deals():
    game = azul.Game(2, deals="manual", first=1)
    assert (game.phase, game.turn, game.first, game.round) == ("deal", 1, 1, 1)
    assert game.legal_moves() == []
    game.play("=KWBB BYRW BYKW BRKW YRKW")  # the order within a factory is free
    assert (game.phase, game.turn, game.round) == ("offer", 1, 1)
    assert game.to_dict()["factories"][0] == [2, 0, 0, 1, 1]
    assert str(azul.Deal.parse("=KWBB RYRY - B WKRY")) == "=BBKW YYRR - B YRKW"


def test_the_lid_stays_closed_while_the_bag_is_just_enough():
    """Five rounds of twenty tiles empty the bag; only the sixth deal opens the lid."""
    deal = "=BBBB YYYY RRRR KKKK WWWW"
    game = floor_rounds(2, [deal] * 4, idle_limit=20)
    game.play(deal)
    d = game.to_dict()
    assert sum(d["bag"]) == 0
    assert d["lid"] == [16] * 5
    everything_to_the_floor(game)
    game.play("=WWWW WWWW WWWW WWWW WWWB")
    d = game.to_dict()
    assert d["lid"] == [0] * 5
    assert d["bag"] == [19, 20, 20, 20, 1]


@pytest.mark.parametrize(("players", "rounds_before"), [(3, 3), (4, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_the_bag_runs_dry_in_the_middle_of_a_deal_by_chance(players, rounds_before, seed):
    game = azul.Game(players, seed=seed, idle_limit=20)
    for _ in range(rounds_before):
        before = everything_to_the_floor(game)
    dealt = 4 * slow_rules.FACTORIES[players]
    assert 0 < sum(before["bag"]) < dealt
    d = game.to_dict()
    assert d["lid"] == [0] * 5
    assert sum(d["bag"]) == 100 - dealt
    factories_from_the_bag = d["factories"][: sum(before["bag"]) // 4]
    assert [sum(column) for column in zip(*factories_from_the_bag, strict=True)] == before["bag"]


THREE_ROUNDS = ["=" + " ".join([c * 4 for c in "BYRKW"] + ["BYRK", "WWWW"])] * 2 + [
    "=" + " ".join([c * 4 for c in "BYRKW"] + ["BYRK", "YYYY"])
]


def dry_bag():
    """Three players, 84 tiles in the lid, 16 in the bag: 5 B, 1 Y, 5 R, 5 K, no W."""
    game = floor_rounds(3, THREE_ROUNDS, idle_limit=20)
    d = game.to_dict()
    assert game.phase == "deal"
    assert d["bag"] == [5, 1, 5, 5, 0]
    assert d["lid"] == [15, 19, 15, 15, 20]
    return game


def test_the_bag_is_used_up_before_the_lid():
    game = dry_bag()
    before = game.to_dict()
    for deal, why in [
        ("=WBBB BBRR RRRK KKKK YYYY YYYY YYYY", "white first, and there is none in the bag"),
        ("=BBBB BRRR RRKK KKKW YYYY YYYY YYYY", "the bag's yellow comes after the lid's white"),
        ("=BBBB BBRR RRRK KKKK YYYY YYYY YYYY", "six blue before the bag is empty"),
        ("=BBBB BRRR RRKK KKKY YYYY YYYY", "a factory is missing"),
        ("=BBBB BRRR RRKK KKKY YYYY YYYY YYY", "short, although the lid has more"),
        ("=BBBB BRRR RRKK KKKY YYYY YYYY -", "short, although the lid has more"),
        ("=BBBB BRRR RRKK KKKY YYYY YYYY YYYY YYYY", "a factory too many"),
    ]:
        with pytest.raises(azul.IllegalMove):
            game.play(deal)
        assert game.to_dict() == before, why
    game.play("=BBBB BRRR RRKK KKKY YYYY YYYY WWWW")
    d = game.to_dict()
    assert d["lid"] == [0] * 5
    assert d["bag"] == [15, 11, 15, 15, 16]


def test_the_lid_follows_the_bag_between_two_factories():
    """Four players: 72 tiles dealt in two rounds, so that 28 make seven of nine factories."""
    deal = "=BBBB YYYY RRRR KKKK WWWW BBBB YYYY RRRR KKKK"
    game = floor_rounds(4, [deal] * 2, idle_limit=20)
    assert game.to_dict()["bag"] == [4, 4, 4, 4, 12]
    before = game.to_dict()
    for wrong in (
        "=BBBB YYYY RRRR KKKK WWWW WWWW WWWB WYYY YYYY",
        "=BBBB YYYY RRRR KKKK WWWW WWWB WWWW YYYY YYYY",
        "=BBBB YYYY RRRR KKKK WWWW WWWW BBBB WWWW YYYY",
    ):
        with pytest.raises(azul.IllegalMove):
            game.play(wrong)
        assert game.to_dict() == before
    game.play("=BBBB YYYY RRRR KKKK WWWW WWWW WWWW BBBB YYYY")
    d = game.to_dict()
    assert d["lid"] == [0] * 5
    assert d["bag"] == [12, 12, 16, 16, 8]


@pytest.mark.parametrize(
    ("deal", "can_happen"),
    [
        ("=BBBB BYYY WWWW KKKK RRRR", True),
        ("=BBBB YYBY WWWW KKKK RRRR", True),
        ("=YBBB BBYW YWWW WWWW WWWW", False),  # the third yellow comes after whites
        ("=BBBB BBBB YYYY KKKK RRRR", False),  # more blue before the bag is empty
        ("=BBBB BYYW YWWW KKKK RRRR", False),
        ("=BBBB WBYY YWWW KKKK RRRR", False),
        ("=BBBY WBYY WWWW KKKK RRRR", False),  # the seventh blue
        ("=BBBB BYYY WWWW KKKK RRR", False),
        ("=BBBB BYY WWWW KKKK RRRR", False),
        ("=BBBB BYYY WWWW KKKK", False),
        ("=BBBB BYYY WWWW KKKK -", False),
        ("=BBBB BYYY WWWW KKKK RRRR WWWW", False),
    ],
)
def test_bag_and_lid_meet_between_two_factories(deal, can_happen):
    """The bag has five blues and three yellows: exactly two factories."""
    given_deal(position(board(), board(), phase="deal", bag="BBBBBYYY"), deal, can_happen)


@pytest.mark.parametrize(
    ("deal", "can_happen"),
    [
        ("=BBBB BYWW WWWW KKKK RRRR", True),
        ("=BBBB WWBY WWWW KKKK RRRR", True),  # the order within a factory is free
        ("=BBBB BBBY WWWW KKKK RRRR", True),  # two more blues from the lid
        ("=BBBY BBBB BBBB KKKK RRRR", True),
        ("=BBBB BWWW YWWW KKKK RRRR", False),
        ("=BBBB YWWW WWWW KKKK RRRR", False),
        ("=BBBB WWWW BYWW KKKK RRRR", False),
        ("=BBBW BBYW WWWW KKKK RRRR", False),
        ("=BBYY BBBW WWWW KKKK RRRR", False),
    ],
)
def test_bag_and_lid_meet_within_a_factory(deal, can_happen):
    """The bag has five blues and a yellow: a factory and a half."""
    given_deal(position(board(), board(), phase="deal", bag="BBBBBY"), deal, can_happen)


@pytest.mark.parametrize(
    ("deal", "can_happen"),
    [
        ("=RRYY YYBB BB - - - - - -", True),
        ("=YRYR BBYY BB - - - - - -", True),
        ("=RRYY YYBB B B - - - - -", False),
        ("=RRYY YYBB BB", False),  # a group for every factory, even an empty one
        ("=RRYY YYBB - BB - - - - -", False),
        ("=RRYY YYBB B - - - - - -", False),
        ("=RYYY YRBB BB - - - - - -", False),
        ("=RRYY YYBB BBB - - - - - -", False),
        ("=RRYY YYBB BBK - - - - - -", False),
        ("=- RRYY YYBB BB - - - - -", False),
        ("=- - - - - - - - -", False),
    ],
)
def test_a_short_deal_is_given(deal, can_happen):
    """Two reds in the bag; four yellows and four blues in the lid."""
    lines = [["", "", "", "", ""], ["", "", "", "", "RR"], *ALL_IN_LINES[2:]]
    lines[3] = ["", "", "", "", "WWWW"]
    d = full_table(in_hand={"bag": "RR", "phase": "deal"}, lines=lines)
    assert d["lid"] == [4, 4, 0, 0, 0]
    given_deal(d, deal, can_happen)


def given_deal(d, deal, can_happen):
    """Both the game and the slow rules take it, or neither does."""
    game = azul.Game.from_dict(d)
    check(game, d)
    problem = slow_rules.deal_problem(d, slow_rules.read_deal(deal))
    if can_happen:
        assert problem is None
        game.play(deal)
        check(game, slow_rules.after_deal(d, deal))
    else:
        assert problem
        with pytest.raises(azul.IllegalMove):
            game.play(deal)
        check(game, d)


def full_table(*, in_hand, lines):
    """Four players who have laid all but one column each; lines as wished, the rest in hand."""
    boards = [board(wall=without_columns(column + 1), lines=lines[column]) for column in range(4)]
    return position(*boards, turn=1, first=1, **in_hand)


#: With these lines all of the twenty tiles that are not on walls lie in pattern lines but one blue.
ALL_IN_LINES = [
    ["", "", "", "", "YYYY"],
    ["", "", "", "", "RRRR"],
    ["", "", "", "", "KKKK"],
    ["", "", "", "BBB", "WWWW"],
]


def test_nothing_left_to_deal():
    """All 100 tiles lie on boards: the game is over and is scored."""
    d = full_table(in_hand={"factories": ["B"], "bag": "", "lid": ""}, lines=ALL_IN_LINES)
    game, d = play(d, "1B2")
    assert game.is_over
    assert (d["phase"], d["turn"], d["idle"]) == ("over", None, 1)
    assert list(game.scores) == [28, 28, 28, 28]  # four columns each, no row, no colour
    assert game.winners == [0, 1, 2, 3]
    assert game.legal_moves() == []


def test_a_deal_of_one_tile():
    """The very last tile went to the floor, and so comes back as the only one."""
    d = full_table(in_hand={"factories": ["B"], "bag": "", "lid": ""}, lines=ALL_IN_LINES)
    game, d = play(d, "1BF")
    assert d["lid"] == [1, 0, 0, 0, 0]
    d = game.to_dict()
    assert d["factories"] == [[1, 0, 0, 0, 0]] + [[0] * 5] * 8
    assert d["bag"] == d["lid"] == [0] * 5
    assert (game.phase, game.round, game.turn) == ("offer", 3, 1)
    assert moves_of(game) == {"1B2", "1BF"}


@pytest.mark.parametrize("seed", range(8))
def test_a_short_deal(seed):
    """Two tiles in the bag, seven in the lid: two factories full, one with a single tile."""
    lines = [
        ["", "", "", "", ""],  # four yellows are missing from the lines,
        ["", "", "", "", "RRR"],  # a red,
        ["", "", "", "", "KKKK"],
        ["", "", "", "", "WWWW"],  # and three blues
    ]
    d = full_table(in_hand={"factories": ["B"], "bag": "YY"}, lines=lines)
    assert sum(d["lid"]) == 6
    game = azul.Game.from_dict(d, seed=seed)
    game.play("1BF")
    before = slow_rules.after(d, "1BF")
    d = game.to_dict()
    assert [sum(factory) for factory in d["factories"]] == [4, 4, 1, 0, 0, 0, 0, 0, 0]
    assert d["factories"][0][1] >= 2
    assert d["bag"] == d["lid"] == [0] * 5
    check(game, slow_rules.after_deal(before, slow_rules.deal_text(d["factories"])))


def test_a_short_round_is_played_all_the_same():
    d = full_table(in_hand={"factories": ["B"], "bag": "", "lid": ""}, lines=ALL_IN_LINES)
    game, _ = play(d, "1BF")
    for _ in range(4):
        assert game.round < 7
        game.play("1BF")
    assert game.is_over  # dead: five rounds in which no tile moved to a wall
    assert game.to_dict()["idle"] == 5
