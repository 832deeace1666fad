"""What the rules tell of a move: it explains every point, and what lies where."""

import random
from itertools import pairwise

import pytest

from azulejos import azul, azuleo
from azulejos.core.facts import MAX_FACTS
from azulejos.games.azul.facts import NO_SPACE, ROW_COMPLETE
from azulejos.games.azuleo.facts import AT_THE_END, NO_PLATE

AZUL = [
    {"players": players, "wall": wall} for players in (2, 3, 4) for wall in ("coloured", "grey")
]
AZULEO = [
    {"players": 1, "mode": "fill"},
    {"players": 1, "mode": "score", "claims": "automatic", "equal_plates": True},
    {"players": 2},
    {"players": 2, "lenient": True, "claims": "automatic", "free_border": True},
    {"players": 2, "equal_plates": True, "border_pairs": False, "final_claims": True},
    {"players": 3, "exchange": True, "open_hands": True, "blockades": 2},
    {"players": 4, "claims": "automatic", "blockades": None, "final_claims": True},
    {"players": 4, "claims": "hinted", "board": ["........"] * 3 + ["...oo..."] * 2},
]
KINDS = [(azul, options) for options in AZUL] + [(azuleo, options) for options in AZULEO]
NAMES = [f"{rules.Game.NAME} {options}" for rules, options in KINDS]


def random_game(rules, seed, **options):
    """A game to its end; Azuleo is played for points, or little would happen."""
    game = rules.Game(seed=seed, **options)
    chance = random.Random(seed)
    while not game.is_over:
        legal = game.legal_moves()
        if rules is azuleo:
            legal = [m for m in legal if m.what in ("lay", "claim")] or legal
        game.play(chance.choice(legal))
    return game


def told(game):
    return [game.facts(number) for number in range(game.entries)]


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_the_facts_of_each_entry_explain_how_the_scores_changed(rules, options):
    for seed in range(12):
        game = random_game(rules, seed, **options)
        scores = [0] * game.sides
        for number, facts in enumerate(told(game)):
            assert len(facts) < MAX_FACTS
            for fact in facts:
                kind = next(kind for kind in game.FACTS if kind.name == fact.kind)
                assert tuple(fact.numbers) == kind.fields
                assert kind.scores or not fact.points
                if fact.points:
                    scores[fact.player % game.sides] += fact.points
            assert scores == game.after(number + 1).scores[: game.sides], (seed, number)
        assert scores == game.scores[: game.sides]
        assert [fact.kind for fact in facts].count("end") == 1


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_facts_tell_only_what_everybody_sees(rules, options):
    game = random_game(rules, 5, **options)
    for player in range(game.players):
        known = game.known_to(player, seed=1)
        for number in range(game.entries - 1):
            assert known.facts(number) == game.facts(number)


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_telling_changes_nothing(rules, options):
    game = random_game(rules, 2, **options)
    before = game.record(), game.state.tobytes()
    told(game)
    assert game.gains() == {}
    assert (game.record(), game.state.tobytes()) == before


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_gains_are_what_a_move_brings_who_makes_it(rules, options):
    game = rules.Game(seed=3, **options)
    chance = random.Random(3)
    while not game.is_over:
        gains = game.gains()
        move = chance.choice(list(gains) or game.shown_moves())
        player = game.turn
        game.play(move)
        facts = game.facts(game.entries - 1)
        drawn = next((n for n, fact in enumerate(facts) if fact.kind in ("cross", "plate")), None)
        gained = sum(fact.points for fact in facts[:drawn] if fact.player == player)
        assert gains.get(move, 0) == gained


# ── Azul ─────────────────────────────────────────────────────────────────────────────────────────


def moved_by(position, player, facts):
    """A position after the tiles of a taking move have moved: only by what the facts say."""
    letters, board = azul.COLOURS, position["boards"][player]
    for fact in facts:
        if fact.kind == "take":
            source = fact["source"]
            heap = position["factories"][source - 1] if source else position["centre"]
            assert heap[fact["colour"]] == fact["count"]
            heap[fact["colour"]] = 0
            if source:
                position["centre"] = [a + b for a, b in zip(position["centre"], heap, strict=True)]
                heap[:] = [0] * 5
        elif fact.kind == "marker":
            position |= {"marker_in_centre": False, "first": player}
            board["floor"] += ["M"] * (fact["space"] != NO_SPACE)
        elif fact.kind == "place":
            line = board["lines"][fact["line"]]
            line |= {"colour": letters[fact["colour"]], "count": line["count"] + fact["count"]}
        elif fact.kind == "fall":
            board["floor"] += [letters[fact["colour"]]] * fact["count"]
            position["lid"][fact["colour"]] += fact["into_lid"]
    return position


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_the_facts_of_a_take_move_its_tiles(wall):
    moved = 0
    for seed in range(8):
        game = random_game(azul, seed, players=3, wall=wall)
        for number, facts in enumerate(told(game)):
            before, after = game.after(number), game.after(number + 1)
            if after.phase == "offer" and after.round == before.round:
                expected = after.to_dict() | {"turn": before.turn}
                assert moved_by(before.to_dict(), before.turn, facts) == expected
                moved += 1
    assert moved > 200


def test_tiles_are_told_with_their_runs_then_floors_then_bonuses_then_the_end():
    game = random_game(azul, 5, players=2)
    facts = told(game)[-1]
    scored = [fact.kind for fact in facts if fact.kind not in ("take", "marker", "place", "fall")]
    order = ["tile", "floor", "bonus", "end"]
    bonuses = ("row", "column", "colour")
    places = [order.index("bonus" if kind in bonuses else kind) for kind in scored]
    assert places == sorted(places)
    for fact in facts:
        if fact.kind == "tile":
            runs = [run for run in (fact["row_run"], fact["column_run"]) if run > 1]
            assert fact.points == max(1, sum(runs))
    rows = [fact for fact in facts if fact.kind == "row"]
    assert rows
    assert all(fact.points == 2 for fact in rows)
    assert facts[-1].to_dict() == {
        "kind": "end",
        "player": None,
        "points": 0,
        "reason": ROW_COMPLETE,
    }


def test_a_line_without_a_place_on_a_grey_wall_is_told():
    facts = [f for seed in range(60) for e in told(random_game(azul, seed, wall="grey")) for f in e]
    dropped = [n for n, fact in enumerate(facts) if fact.kind == "drop"]
    assert dropped
    for n in dropped:
        assert facts[n]["count"] == facts[n]["line"] + 1
        assert facts[n + 1].kind == "fall"
        assert facts[n + 1]["count"] + facts[n + 1]["into_lid"] == facts[n]["count"]


def test_a_deal_entered_by_hand_tells_nothing():
    game = azul.Game(deals="manual", first=0)
    game.play("=BBYR BKWW BYRW RKWW BKKW")
    assert told(game) == [[]]


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_every_round_is_closed_once(wall):
    for seed in range(10):
        game = random_game(azul, seed, players=3, wall=wall)
        closing = [f for facts in told(game) for f in facts if f.kind in ("round", "end")]
        assert [f.kind for f in closing] == ["round"] * (game.round - 1) + ["end"]
        assert [f["number"] for f in closing[:-1]] == list(range(2, game.round + 1))


# ── Azuleo ───────────────────────────────────────────────────────────────────────────────────────


def test_pairs_name_a_plate_of_their_side_that_matches():
    plates = azuleo.Game.KERNEL.PAIRS
    seen = set()
    for seed in range(10):
        game = random_game(azuleo, seed, players=2, claims="automatic")
        for number, facts in enumerate(told(game)):
            before = game.after(number)
            for fact in facts:
                seen.add(fact.kind)
                if fact.kind in ("pair", "azuleo"):
                    held = before.to_dict()["sides"][fact.player]["plates"]
                    assert fact["plate"] == NO_PLATE or plates[fact["plate"]] in held
                    assert fact["plate"] != NO_PLATE or fact.kind == "azuleo"
                if fact.kind == "pair":
                    assert fact["triangles"] in (2, 3)
                    assert fact.points == fact["triangles"]
    assert seen >= {"lay", "pair", "azuleo", "blockade", "cross", "plate", "swap", "end"}


def test_final_claims_come_before_the_end_and_go_round():
    found = 0
    for seed in range(20):
        game, chance = azuleo.Game(3, seed=seed, final_claims=True), random.Random(seed)
        while not game.is_over:
            legal = [move for move in game.legal_moves() if move.what != "claim"]
            game.play(chance.choice([m for m in legal if m.what == "lay"] or legal))
        last = [f for f in told(game)[-1] if f.kind == "blockade" and f["how"] == AT_THE_END]
        found += len(last)
        for one, next_one in pairwise(last):
            assert next_one.player == (one.player + 1) % 3
    assert found


# ── What moves would do ──────────────────────────────────────────────────────────────────────────


def last_take(game, move):
    """The game after a move, with one tile left, which another player puts on the floor."""
    played = game.copy()
    played.play(move)
    position = played.to_dict()
    taken = [sum(kinds) for kinds in zip(position["centre"], *position["factories"], strict=True)]
    kept = next(kind for kind, n in enumerate(taken) if n)
    position["lid"] = [n + taken[k] - (k == kept) for k, n in enumerate(position["lid"])]
    position["centre"] = [int(kind == kept) for kind in range(5)]
    position["factories"] = [[0] * 5 for _ in position["factories"]]
    left = azul.Game.from_dict(position, seed=1)
    left.play(f"C{'BYRKW'[kept]}F")
    return left


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_foreseen_of_a_take_happens_when_the_round_ends(wall, players):
    seen = set()
    for seed in range(60):
        chance, game = random.Random(seed), azul.Game(players, wall, seed=seed)
        for _ in range(chance.randrange(60)):
            if not game.is_over:
                game.play(chance.choice(game.legal_moves()))
        if game.phase != "offer":
            continue
        move = chance.choice(game.legal_moves())
        player = game.turn
        [foreseen] = game.foreseen([move]).values()
        played = game.copy()
        played.play(move)
        told_now = played.facts(played.entries - 1)
        happened = [fact for fact in told_now if fact.player == player and fact.kind != "round"]
        foreseen = [fact for fact in foreseen if fact.kind != "round"]
        if played.phase == "offer" and played.round == game.round:
            assert foreseen[: len(happened)] == happened
            ending = last_take(game, move).facts(0)
            happened += [fact for fact in ending if fact.player == player and fact.kind != "round"]
        if wall == "grey":  # its columns are chosen later, and lines without one drop before
            foreseen = [fact for fact in foreseen if fact.kind != "floor"]
            happened = [f for f in happened if f.kind in ("take", "marker", "place", "fall")]
            happened = happened[: len(foreseen)]
        assert foreseen == happened, (seed, move)
        seen |= {fact.kind for fact in foreseen}
    assert seen >= {"take", "marker", "place", "fall"}
    assert wall == "grey" or seen >= {"tile", "floor"}


def test_a_column_of_a_grey_wall_is_foreseen_with_its_points():
    chance, game = random.Random(3), azul.Game(wall="grey", seed=3)
    while game.phase != "tiling":
        game.play(
            chance.choice([m for m in game.legal_moves() if m.line == 1] or game.legal_moves())
        )
    foreseen, gains = game.foreseen(game.legal_moves()), game.gains()
    assert set(foreseen) == set(game.legal_moves())
    for move, facts in foreseen.items():
        assert facts[0].kind == "tile"
        assert facts[0]["column"] == move.column - 1
        assert facts[0].points == gains[move]


def test_of_moves_that_are_to_be_found_nothing_is_foreseen():
    for seed in range(60):
        game = random_game(azuleo, seed, players=2)
        for n in range(game.entries):
            earlier = game.after(n)
            claims = [move for move in earlier.legal_moves() if move.what == "claim"]
            if claims:
                assert earlier.foreseen(claims) == {}
                lays = [move for move in earlier.legal_moves() if move.what == "lay"]
                gains = earlier.gains()
                for move, facts in earlier.foreseen(lays).items():
                    assert sum(fact.points for fact in facts) == gains.get(move, 0)
                return
    raise AssertionError("no field that can be claimed")
