"""Points as sums over facts: all of them, by round and by where they came from."""

import random
from itertools import accumulate

import pytest

from azulejos import azul, azuleo
from azulejos.core import points
from azulejos.core.points import Source
from azuleo.both import ANGLE
from azuleo.positions import position
from test_facts import KINDS, NAMES, random_game


def sums(lists):
    return [sum(column) for column in zip(*lists, strict=True)]


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_sources_are_what_scores_and_add_up_to_the_scores(rules, options):
    for seed in range(5):
        game = random_game(rules, seed, **options)
        sources = points.sources(game)
        assert [source.kind for source in sources] == [k.name for k in game.FACTS if k.scores]
        assert sums(source.points for source in sources) == game.scores[: game.sides]


def test_points_of_the_position_a_game_began_from_are_a_source_of_their_own():
    game = random_game(azul, 3, players=3)
    begun = next(game.after(n) for n in range(game.entries) if any(game.after(n).scores))
    on = azul.Game.from_dict(begun.to_dict(), seed=1)
    chance = random.Random(1)
    while not on.is_over:
        on.play(chance.choice(on.legal_moves()))
    first, *others = points.sources(on)
    assert first == Source(None, begun.scores)
    assert sums([first.points, *(other.points for other in others)]) == on.scores


@pytest.mark.parametrize(("rules", "options"), KINDS, ids=NAMES)
def test_what_entries_gained_adds_up_to_the_scores_after_each(rules, options):
    game = random_game(rules, 4, **options)
    gained = [points.gained(game, entry.facts) or [0] * game.players for entry in game.log()]
    for number, found in enumerate(accumulate(gained, lambda *both: sums(both)), 1):
        by_side = [sum(found[side :: game.sides]) for side in range(game.sides)]
        assert by_side == game.after(number).scores[: game.sides]


def test_an_entry_that_does_not_score_gains_nothing():
    game = azul.Game(deals="manual", first=0)
    game.play("=BBYR BKWW BYRW RKWW BKKW")
    game.play("1B2")
    assert [points.gained(game, entry.facts) for entry in game.log()] == [[], []]


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_each_round_is_told_once_with_all_that_it_gave(wall):
    """On a grey wall it scores tile by tile, and is told with the tile that ends it."""
    for seed in range(15):
        game = random_game(azul, seed, players=3, wall=wall)
        rounds = [points.gained_in_round(game, number) for number in range(game.entries)]
        told = [gained for gained in rounds if gained]
        assert len(told) == game.round
        assert sums(told) == game.scores
        for number, gained in enumerate(rounds):
            after = game.after(number + 1)
            assert bool(gained) == (after.is_over or after.round > game.after(number).round)


def test_a_game_without_rounds_tells_none():
    game = random_game(azuleo, 1, players=2)
    assert not any(points.gained_in_round(game, number) for number in range(game.entries))


@pytest.mark.parametrize(
    ("cross", "plates", "lenient", "pairs", "azuleos"),
    [
        ("RYBG", ["RY", "YG"], False, 2, 6),  # the rules' example: 4 and 2, and a pair
        ("RBYG", ["RY", "BG"], False, 4, 6),
        ("RYBG", ["RY", "RY"], False, 0, 6),  # no other combination: it gives no pair
        ("RYBG", ["YG", "BG"], True, 4, 0),  # completed for nothing
    ],
)
def test_an_azuleo_and_a_pair_are_told_apart(cross, plates, lenient, pairs, azuleos):
    laid = position(
        ANGLE,
        hands=[[cross] * 3, ["RGYB"] * 3],
        plates=[plates, ["RB", "RB"]],
        lenient=lenient,
    )
    game = azuleo.Game.from_dict(laid, seed=1)
    game.play(f"d4{cross}")
    assert points.sources(game) == [
        Source("pair", [pairs, 0]),
        Source("azuleo", [azuleos, 0]),
        Source("blockade", [0, 0]),
    ]


def test_equal_points_are_decided_by_complete_rows():
    ties = 0
    for seed in range(300):
        game = random_game(azul, seed)
        rows = points.tie_breaks(game)
        walls = [board["wall"] for board in game.to_dict()["boards"]]
        assert rows == [sum(None not in row for row in wall) for wall in walls]
        first, second = points.ranking(game)
        assert first in game.winners
        ties += game.scores[0] == game.scores[1]
        assert (game.scores[first], rows[first]) >= (game.scores[second], rows[second])
    assert ties


def test_what_decides_is_known_only_where_the_end_was_seen():
    game = azul.Game(seed=2)
    assert points.tie_breaks(game) is None
    over = random_game(azul, 2)
    assert points.tie_breaks(azul.Game.from_dict(over.to_dict())) is None
    assert points.tie_breaks(random_game(azuleo, 2)) is None
