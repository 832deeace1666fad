"""What holds in every position that can be reached, found out by playing at random."""

import json
import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from azulejos import azul

from . import slow_rules
from .agreement import check, moves_of, step, texts

EVERY_MOVE = [f"{s}{c}{t}" for s in "C123456789" for c in slow_rules.COLOURS for t in "12345F"] + [
    f"@{line}{column}" for line in range(1, 6) for column in range(1, 6)
]
KINDS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "grey")]


def everything_about(game):
    """All that a game says of itself, down to the bytes of its state."""
    return (
        game.to_dict(),
        game.to_text(),
        game.record(),
        str(game),
        texts(game.legal_moves()),
        game.state.tobytes(),
    )


def draw_deal(d, chance):
    """A deal as chance makes it: the bag, and when it is empty the lid."""
    piles = []
    for pile in (d["bag"], d["lid"]):
        tiles = [c for c, n in zip(slow_rules.COLOURS, pile, strict=True) for _ in range(n)]
        chance.shuffle(tiles)
        piles += tiles
    groups = ["".join(piles[4 * i : 4 * i + 4]) for i in range(len(d["factories"]))]
    return "=" + " ".join(group or "-" for group in groups)


class Table(RuleBasedStateMachine):
    """A game, the slow rules' idea of it, and what must be true of both."""

    @initialize(
        kind=st.sampled_from(KINDS),
        deals=st.sampled_from(["auto", "manual"]),
        idle_limit=st.integers(1, 4),
        first=st.integers(0, 1),
        seed=st.integers(0, 2**32 - 1),
    )
    def sit_down(self, kind, deals, idle_limit, first, seed):
        players, wall = kind
        self.deals = deals
        self.game = azul.Game(
            players, wall, seed=seed, first=first, deals=deals, idle_limit=idle_limit
        )
        self.d = self.game.to_dict()
        self.moves, self.turns = [], []
        self.note_deal()
        self.past = []

    def note_deal(self):
        if self.deals == "auto" and self.d["phase"] != "over":
            self.moves.append(slow_rules.deal_text(self.d["factories"]))
            self.turns.append(None)

    def play(self, move):
        self.past.append((self.game.state.tobytes(), self.d, len(self.moves)))
        self.moves.append(str(move))
        self.turns.append(None if str(move)[0] == "=" else self.d["turn"])
        before_deal, self.d = step(self.game, self.d, move)
        if before_deal["phase"] == "deal":
            self.note_deal()

    # --- Going on --------------------------------------------------------------------------

    @precondition(lambda self: self.d["phase"] in ("offer", "tiling"))
    @rule(pick=st.integers(0, 10**6), as_text=st.booleans())
    def one_move(self, pick, as_text):
        moves = self.game.legal_moves()
        move = moves[pick % len(moves)]
        self.play(str(move) if as_text else move)

    @precondition(lambda self: self.d["phase"] in ("offer", "tiling"))
    @rule(chance=st.randoms(use_true_random=False), count=st.integers(2, 40))
    def some_moves(self, chance, count):
        for _ in range(count):
            if self.d["phase"] not in ("offer", "tiling"):
                break
            self.play(chance.choice(texts(self.game.legal_moves())))

    @precondition(lambda self: self.d["phase"] == "deal")
    @rule(chance=st.randoms(use_true_random=False), as_text=st.booleans())
    def one_deal(self, chance, as_text):
        text = draw_deal(self.d, chance)
        self.play(text if as_text else azul.Deal.parse(text))
        self.moves[-1] = slow_rules.deal_text(slow_rules.read_deal(text))

    # --- Going back ------------------------------------------------------------------------

    @rule(steps=st.integers(1, 6))
    def undo(self, steps):
        for _ in range(min(steps, len(self.past))):
            before, self.d, count = self.past.pop()
            del self.moves[count:], self.turns[count:]
            self.game.undo()
            assert self.game.state.tobytes() == before
            assert self.game.to_dict() == self.d
            assert self.game.record()["moves"] == self.moves
            assert self.game.record()["turns"] == self.turns

    @precondition(lambda self: not self.past)
    @rule()
    def nothing_to_undo(self):
        before = everything_about(self.game)
        with pytest.raises(ValueError, match="nothing"):
            self.game.undo()
        assert everything_about(self.game) == before

    @precondition(lambda self: self.past)
    @rule()
    def undo_and_play_again(self):
        """The same move brings the same position, and so the same deal by chance."""
        after = everything_about(self.game)
        self.game.undo()
        self.game.play(self.moves[self.past[-1][2]])
        assert everything_about(self.game) == after

    # --- Copies ----------------------------------------------------------------------------

    @rule(chance=st.randoms(use_true_random=False), swap=st.booleans())
    def copy(self, chance, swap):
        before = everything_about(self.game)
        other = self.game.copy()
        assert everything_about(other) == before
        if swap:
            self.game, other = other, self.game
        for _ in range(3):
            moves = other.legal_moves()
            if moves:
                other.play(chance.choice(moves))
        if moves_of(other):
            assert everything_about(other) != before
        assert everything_about(self.game) == before
        if self.past:
            # The rest of the past belongs to both, too.
            third = self.game.copy()
            third.undo()
            assert third.state.tobytes() == self.past[-1][0]
            assert third.to_dict() == self.past[-1][1]
            assert everything_about(self.game) == before

    # --- What is refused -------------------------------------------------------------------

    @rule(moves=st.lists(st.sampled_from(EVERY_MOVE), min_size=1, max_size=12))
    def illegal_moves(self, moves):
        before = everything_about(self.game)
        legal = slow_rules.legal_moves(self.d)
        for text in moves:
            if text not in legal:
                for move in (text, azul.Move.parse(text)):
                    with pytest.raises(azul.IllegalMove, match=r"\w+ \w+") as refusal:
                        self.game.play(move)
                    assert not isinstance(refusal.value, azul.MalformedMove)
        assert everything_about(self.game) == before

    @precondition(lambda self: self.d["turn"] is not None)
    @rule(pick=st.integers(0, 10**6), off=st.integers(1, 3))
    def moves_for_another_player(self, pick, off):
        moves = sorted(slow_rules.legal_moves(self.d))
        if moves and off < self.d["players"]:
            before = everything_about(self.game)
            with pytest.raises(azul.IllegalMove, match=r"turn|player"):
                self.game.play(
                    moves[pick % len(moves)], player=(self.d["turn"] + off) % self.d["players"]
                )
            assert everything_about(self.game) == before

    @rule(
        chance=st.randoms(use_true_random=False),
        change=st.sampled_from(["tile", "swap", "less", "more", "move", "empty", "none"]),
    )
    def odd_deals(self, chance, change):
        """A deal is refused exactly if the slow rules see a problem with it."""
        groups = [list(group.strip("-")) for group in draw_deal(self.d, chance)[1:].split(" ")]
        one, other = chance.sample(groups, 2)
        if change == "tile" and one:
            one[0] = chance.choice(slow_rules.COLOURS)
        elif change == "swap" and one and other:
            one[0], other[0] = other[0], one[0]
        elif change == "less":
            groups.pop()
        elif change == "more":
            groups.append(list("BYRK"))
        elif change == "move" and one and len(other) < 4:
            other.append(one.pop())
        elif change == "empty":
            one.clear()
        text = "=" + " ".join("".join(group) or "-" for group in groups)
        if len(groups) > 9:
            expected = azul.MalformedMove
        elif slow_rules.deal_problem(self.d, slow_rules.read_deal(text)):
            expected = azul.IllegalMove
        else:
            game = self.game.copy()
            game.play(text)
            check(game, slow_rules.after_deal(self.d, text))
            return
        before = everything_about(self.game)
        with pytest.raises(expected, match=r"\w+ \w+"):
            self.game.play(text)
        assert everything_about(self.game) == before

    # --- There and back again --------------------------------------------------------------

    @rule(seed=st.none() | st.integers(0, 2**32 - 1))
    def position_as_data(self, seed):
        data = json.loads(json.dumps(self.game.to_dict()))
        twin = azul.Game.from_dict(data, seed=seed)
        check(twin, self.d)
        assert json.loads(json.dumps(self.game.to_dict())) == data
        assert twin.to_text() == self.game.to_text()

    @rule(seed=st.none() | st.integers(0, 2**32 - 1))
    def position_as_text(self, seed):
        text = self.game.to_text()
        assert text.isprintable()
        twin = azul.Game.from_text(text, seed=seed)
        check(twin, self.d)
        assert twin.to_text() == text

    @rule(seeds=st.tuples(st.integers(0, 99), st.integers(100, 199)))
    def record_and_replay(self, seeds):
        record = self.game.record()
        assert record["game"] == "azul"
        assert record["moves"] == self.moves
        assert record["turns"] == self.turns
        if self.game.is_over:
            assert record["result"] == {
                "scores": [board["score"] for board in self.d["boards"]],
                "winners": slow_rules.winners(self.d),
            }
        else:
            assert record["result"] is None
        record = json.loads(json.dumps(record))
        twins = [azul.replay(record, seed=seed) for seed in seeds]
        for twin in twins:
            check(twin, self.d)
            assert twin.record() == record
        # The two differ only in what is hidden, the generator: nobody sees a difference.
        for player in range(self.d["players"]):
            views = [game.view(player) for game in (self.game, *twins)]
            assert views == [self.d] * 3

    # --- Always ----------------------------------------------------------------------------

    @invariant()
    def twenty_tiles_of_each_colour(self):
        if hasattr(self, "game"):
            assert set(slow_rules.tiles_by_colour(self.game.to_dict()).values()) == {20}

    @invariant()
    def the_game_is_as_the_slow_rules_say(self):
        if hasattr(self, "game"):
            check(self.game, self.d)
            assert self.deals == "manual" or self.game.phase != "deal"
            assert self.d["wall"] == "grey" or self.game.phase != "tiling"
            assert bool(moves_of(self.game)) == (self.game.phase in ("offer", "tiling"))


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_whole_random_games(players, wall):
    """Whole games: every position, legal move and score as in the slow rules."""
    chance = random.Random(f"{players} {wall}")
    for seed in range(25):
        game = azul.Game(players, wall, seed=seed)
        d = game.to_dict()
        check(game, d)
        while not game.is_over:
            _, d = step(game, d, chance.choice(sorted(slow_rules.legal_moves(d))))
        check(game, d)
        assert d["round"] >= 5  # a row takes five rounds


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_whole_games_of_players_who_fill_their_lines(players, wall):
    """Players who avoid the floor get further: more tiles on the walls, bonuses, short bags."""
    chance = random.Random(f"{players} {wall}")
    for seed in range(15):
        game = azul.Game(players, wall, seed=seed)
        d = game.to_dict()
        while not game.is_over:
            moves = sorted(slow_rules.legal_moves(d))
            kept = [move for move in moves if not move.endswith("F")]
            _, d = step(game, d, chance.choice(kept or moves))
        game = azul.replay(game.record())
        check(game, d)


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63, 2**64 - 1])
def test_the_same_seed_is_the_same_game(seed):
    games = [azul.Game(3, seed=seed) for _ in range(2)]
    while not games[0].is_over:
        assert everything_about(games[0]) == everything_about(games[1])
        move = games[0].legal_moves()[-1]
        for game in games:
            game.play(move)
    assert everything_about(games[0]) == everything_about(games[1])


def test_no_seed_is_unpredictable():
    assert len({str(azul.Game(4).record()["moves"]) for _ in range(5)}) == 5


def test_moves_and_deals_print_and_parse():
    moves = [azul.Move.parse(text) for text in EVERY_MOVE]
    assert texts(moves) == EVERY_MOVE
    assert len(set(moves)) == len(EVERY_MOVE) == 325
    for move in moves:
        assert azul.Move.parse(str(move)) == move
        text = str(move)
        if text[0] == "@":
            assert (move.line, move.column) == (int(text[1]), int(text[2]))
        else:
            assert move.source == (0 if text[0] == "C" else int(text[0]))
            assert move.colour == text[1]
            assert move.line == (0 if text[2] == "F" else int(text[2]))
    with pytest.raises((AttributeError, TypeError)):
        moves[0].line = 3
    for players in (2, 3, 4):
        game = azul.Game(players, seed=players)
        deal = game.record()["moves"][0]
        assert str(azul.Deal.parse(deal)) == deal
        assert azul.Deal.parse(deal) == azul.Deal.parse(str(azul.Deal.parse(deal)))


# --- Chance is fair --------------------------------------------------------------------------


def dealt_colours(games):
    total = [0] * 5
    for game in games:
        for factory in game.to_dict()["factories"]:
            total = [a + b for a, b in zip(total, factory, strict=True)]
    return total


def test_a_deal_is_drawn_blind_from_the_bag():
    """600 first deals: about 4 of each colour among 20 (standard error of the mean 0.066)."""
    total = dealt_colours(azul.Game(2, seed=seed) for seed in range(600))
    assert all(abs(n / 600 - 4) < 5 * 0.066 for n in total)


def test_every_factory_and_first_player_is_drawn_fairly():
    """The colour of a factory's tiles does not depend on which factory it is."""
    blue = [0] * 5
    first = [0] * 4
    for seed in range(600):
        first[azul.Game(4, seed=seed).first] += 1
        for number, factory in enumerate(azul.Game(2, seed=seed).to_dict()["factories"]):
            blue[number] += factory[0]
    assert all(abs(n / 600 - 0.8) < 5 * 0.032 for n in blue)
    assert all(abs(n / 600 - 0.25) < 5 * 0.0177 for n in first)


def test_an_uneven_bag_is_drawn_as_it_is():
    """Of a bag with 20 blue, 5 yellow and 5 red, 20 tiles are 13.3 blue, 3.3 yellow and red."""
    position = azul.Game(2, seed=1).to_dict()
    position.update(centre=[0] * 5, bag=[20, 5, 5, 0, 0], lid=[0, 15, 15, 20, 19], turn=0, first=0)
    position["factories"] = [[0, 0, 0, 0, 1]] + [[0] * 5] * 4
    games = []
    for seed in range(600):
        game = azul.Game.from_dict(position, seed=seed)
        game.play("1W5")
        games.append(game)
    total = dealt_colours(games)
    assert total[3] == total[4] == 0
    assert abs(total[0] / 600 - 40 / 3) < 5 * 0.051
    assert abs(total[1] / 600 - 10 / 3) < 5 * 0.040
    assert abs(total[2] / 600 - 10 / 3) < 5 * 0.040
