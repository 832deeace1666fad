"""What a review promises: sums, proofs, chance, determinism, going on, and the way to JSON."""

import json
import math
from threading import Event

import pytest

from analysis.conftest import random_record
from azulejos import azul, azuleo, bots
from azulejos.analysis import (
    Budget,
    Chance,
    Decision,
    Review,
    Reviewer,
    ReviewError,
    review,
)
from azulejos.search.evaluators import MARGIN_SCALE, MARGIN_WEIGHT

COARSE = Budget(visits=32, samples=3)
#: Every kind of game: (package, options, moves of it).
KINDS = [
    (azul, {"players": 2}, 400),
    (azul, {"players": 3, "wall": "grey"}, 30),
    (azul, {"players": 4}, 30),
    (azuleo, {"players": 1}, 12),
    (azuleo, {"players": 2}, 400),
    (azuleo, {"players": 3, "open_hands": True}, 15),
    (azuleo, {"players": 4}, 15),
]


def ident(kind):
    package, options, moves = kind
    return f"{package.__name__.rpartition('.')[2]}-{options}-{moves}"


@pytest.fixture(scope="module", params=KINDS, ids=ident)
def made(request):
    package, options, moves = request.param
    return review(random_record(package, moves=moves, **options), COARSE)


def test_luck_mistakes_and_the_rest_add_up_to_the_result(made):
    for summary in made.summaries:
        parts = summary.identity
        added = parts.luck + parts.own + parts.partners + parts.opponents + parts.remainder
        assert parts.start + added == pytest.approx(parts.result, abs=1e-12)
        own = [s for s in made.steps if isinstance(s, Decision) and s.player == summary.player]
        lost = -sum(step.loss for step in own if step.counted)
        assert parts.own == pytest.approx(lost, abs=1e-4)
        luck = sum(s.luck[summary.player] for s in made.steps if isinstance(s, Chance))
        assert parts.luck == pytest.approx(luck, abs=1e-12)


def test_the_result_is_who_won(made):
    if made.is_over and made.players > 1:
        winners = made.record["result"]["winners"]
        shares = [1 / len(winners) if p in winners else 0.0 for p in range(made.players)]
        if made.sides == made.players:
            assert [s.identity.result for s in made.summaries] == pytest.approx(shares)


def test_partners_win_the_same(made):
    for step in made.steps:
        for player in range(made.sides, made.players):
            assert step.values[player] == pytest.approx(step.values[player % made.sides], abs=1e-6)


def test_every_move_and_deal_is_a_step(made):
    covered = [
        at
        for step in made.steps
        for at in range(step.at, step.at + (step.count if isinstance(step, Chance) else 1))
    ]
    assert covered == list(range(len(covered)))
    assert len(made.record["moves"]) - len(covered) < 3  # chance still incomplete at the end
    for step in made.steps:
        assert made.record["turns"][step.at] == getattr(step, "player", None) or isinstance(
            step, Chance
        )


def test_verdicts_say_what_was_lost(made):
    least = {"slight": 0.02, "inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2}
    for step in (s for s in made.steps if isinstance(s, Decision) and s.is_judged):
        assert step.loss >= 0
        assert step.best.values[step.player] >= step.played.values[step.player]
        if step.verdict in least:
            assert step.loss >= least[step.verdict]
            assert step.loss > step.se
        elif step.verdict == "equal":
            assert step.loss < 0.02 or step.loss <= step.se
        assert 0 <= min(step.values) <= max(step.values) <= 1


def test_lines_can_be_played(made):
    """From the position before, as moves of whoever is to act."""
    package = azul if made.game == "azul" else azuleo
    for step in [s for s in made.steps if isinstance(s, Decision) and s.is_judged][:12]:
        for line in (step.played.line, step.best.line):
            begun = {"moves": made.record["moves"][: step.at]}
            head = {k: v for k, v in made.record.items() if k not in ("turns", "result")}
            game = package.replay(head | begun)
            for move in line:
                assert move in map(str, game.legal_moves())
                game.play(move)


def test_to_json_and_back(made):
    assert Review.from_dict(json.loads(json.dumps(made.to_dict()))) == made


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[5]], ids=ident)
def test_the_same_again_and_when_gone_on_with(kind):
    package, options, _ = kind
    record = random_record(package, moves=12, **options)
    whole = review(record, COARSE, seed=5)
    assert review(record, COARSE, seed=5) == whole
    assert review(record, COARSE, seed=6) != whole
    stop = Event()
    parts = []

    def halfway(progress):
        parts.append(progress)
        if progress.done == progress.total // 2:
            stop.set()

    begun = review(record, COARSE, seed=5, stop=stop, progress=halfway)
    assert 0 < begun.done < begun.total == whole.total
    assert [part.done for part in parts] == list(range(1, begun.done + 1))
    kept = Review.from_dict(json.loads(json.dumps(begun.to_dict())))
    assert review(record, COARSE, seed=5, kept=kept) == whole


def test_only_its_own_review_is_gone_on_with():
    record = random_record(azul, moves=4)
    begun = Reviewer(record, COARSE).review()
    other = random_record(azul, seed=4, moves=4)
    with pytest.raises(ReviewError):
        Reviewer(other, COARSE, kept=begun)
    with pytest.raises(ReviewError):
        Reviewer(record, COARSE, seed=1, kept=begun)
    with pytest.raises(ReviewError):
        Review.from_dict(begun.to_dict() | {"version": 99})
    with pytest.raises(ReviewError, match="steps"):
        Review.from_dict(begun.to_dict() | {"steps": [{"what": "magic"}]})


def test_luck_is_nobodys_on_average():
    """Over games of a player against itself net luck is 0, as far as its spread can tell."""
    luck = []
    for seed in range(24):
        game = azul.Game(players=2, seed=seed)
        player = bots.make("level:4", "azul", seed=seed)
        while not game.is_over:
            game.play(player.choose(game))
        made = review(game.record(), Budget(visits=16, samples=6), seed=seed)
        luck.append(made.summaries[0].identity.luck)
    mean = sum(luck) / len(luck)
    spread = math.sqrt(sum((one - mean) ** 2 for one in luck) / (len(luck) - 1))
    assert spread > 0.05  # there is luck
    assert abs(mean) < 2 * spread / math.sqrt(len(luck))


# ── Proven positions ─────────────────────────────────────────────────────────────────────────────


def exact_values(game, player, known):
    """The value of a position for a player if both play their best: every line played out."""
    if game.is_over:
        mine, other = game.scores[player], game.scores[1 - player]
        share = 1 / len(game.winners) if player in game.winners else 0.0
        margin = 1 / (1 + math.exp(-(mine - other) / MARGIN_SCALE))
        return (1 - MARGIN_WEIGHT) * share + MARGIN_WEIGHT * margin
    key = game.to_text()
    if key not in known:
        values = []
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            values.append(exact_values(after, player, known))
        known[key] = max(values) if game.turn == player else min(values)
    return known[key]


def share_in(value):
    return round((value - MARGIN_WEIGHT / 2) / (1 - MARGIN_WEIGHT) * 2) / 2


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_where_all_is_proven_no_best_move_is_called_a_mistake(wall):
    """Each proven decision with few moves to go is compared with every way to play it out."""
    compared = erred = 0
    for seed in range(8):
        record = random_record(azul, seed=seed, wall=wall)
        made = review(record, Budget(visits=16, samples=2))
        for step in [s for s in made.steps if isinstance(s, Decision) and s.proven][-6:]:
            head = {k: v for k, v in record.items() if k not in ("turns", "result")}
            game = azul.replay(head | {"moves": record["moves"][: step.at]})
            known = {}
            values = {}
            for move in game.legal_moves():
                after = game.copy()
                after.play(move)
                values[str(move)] = exact_values(after, step.player, known)
            best = share_in(max(values.values()))
            played = share_in(values[record["moves"][step.at]])
            assert step.loss == pytest.approx(best - played)
            assert (step.verdict == "best") == (best == played)
            compared += 1
            erred += best > played
    assert compared >= 8


# ── Hidden hands ─────────────────────────────────────────────────────────────────────────────────


def test_a_verdict_does_not_depend_on_what_its_player_could_not_see():
    """Twin games that differ in what the others hold and what comes: the same decisions."""
    game = azuleo.Game(players=2, seed=11)
    bot = bots.make("level:4", "azuleo", seed=1)
    for _ in range(8):
        game.play(bot.choose(game))
    player = game.turn
    twins = [game.known_to(player, seed) for seed in (1, 2)]
    hands = [twin.to_dict()["sides"][1 - player]["hand"] for twin in twins]
    assert hands[0] != hands[1]
    move = game.legal_moves()[0]
    found = []
    for twin in twins:
        twin.play(move)
        made = review(twin.record(), COARSE)
        found.append([s for s in made.steps if isinstance(s, Decision)][-1])
    assert found[0] == found[1]


def test_where_a_board_is_filled_crosses_are_what_counts():
    made = review(random_record(azuleo, players=1, mode="fill", moves=6), Budget(16, 2))
    game = azuleo.replay(made.record)
    assert game.scores == [0]
    assert made.scores == game.points > [0]
