"""Hidden hands drawn afresh: the same game to those who look, and nothing of the truth."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azuleo
from azulejos.games.azuleo.components import KINDS

OPTIONS = st.fixed_dictionaries(
    {"players": st.sampled_from([2, 3, 4])},
    optional={
        "exchange": st.booleans(),
        "lenient": st.booleans(),
        "free_border": st.booleans(),
        "claims": st.sampled_from(["found", "automatic"]),
    },
)


def played(options: dict[str, Any], seed: int, entries: int, style: str) -> azuleo.Game:
    """A game after so many random moves; a shy one swaps and passes whenever it can."""
    game = azuleo.Game(seed=seed, **options)
    chance = Random(seed)
    while not game.is_over and game.entries < entries:
        moves = game.legal_moves()
        shy = [move for move in moves if move.what in ("swap", "pass", "exchange")]
        game.play(chance.choice(shy if shy and style == "shy" else moves))
    while game.is_over:
        game.undo()
    return game


def hands(game: azuleo.Game) -> list[list[int]]:
    return game.state.hand.tolist()


@given(
    OPTIONS,
    st.integers(0, 10**6),
    st.integers(0, 120),
    st.sampled_from(["any", "shy"]),
    st.sets(st.integers(0, 3), min_size=1),
    st.booleans(),
)
def test_it_is_the_same_to_those_who_look_and_tells_nothing_of_the_truth(
    options: dict[str, Any],
    seed: int,
    entries: int,
    style: str,
    seats: set[int],
    from_position: bool,
) -> None:
    truth = played(options, seed, entries, style)
    if from_position:
        truth = azuleo.Game.from_dict(truth.to_dict())
        for _ in range(6):
            if not truth.is_over:
                truth.play(Random(seed).choice(truth.legal_moves()))
        while truth.is_over:
            truth.undo()
    players = [seat for seat in seats if seat < truth.players] or [0]
    other = truth.redrawn(players, Random(seed))
    for player in players:
        if len({p % truth.sides for p in players}) == 1:
            assert other.public_record(player) == truth.public_record(player)
        assert other.view(player) == truth.view(player)
    assert other.public_record() == truth.public_record()
    assert azuleo.replay(other.record()).to_dict() == other.to_dict()
    # Another world that looks the same: with the same chance the same comes out of it.
    again = other.redrawn(players, Random(seed + 1))
    assert again.record() == truth.redrawn(players, Random(seed + 1)).record()
    hidden = {s for s in range(truth.sides) if s not in {p % truth.sides for p in players}}
    if not hidden:
        assert other.record() == truth.record()


def test_every_hand_that_agrees_comes_as_often_as_it_should() -> None:
    """At the start each of the other's crosses is one of those unseen."""
    game = azuleo.Game(seed=5, first=0)
    tries = 3_000
    chance = Random(1)
    own = game.state.hand[0].tolist()
    found: Counter[int] = Counter()
    for _ in range(tries):
        for kind, n in enumerate(hands(game.redrawn([0], chance))[1]):
            found[kind] += n
    unseen = [6 - own[kind] - (kind == game.state.start) for kind in range(len(KINDS))]
    for kind, n in enumerate(unseen):
        expected = 3 * tries * n / sum(unseen)
        assert abs(found[kind] - expected) < 5 * expected**0.5, (found, unseen)


@pytest.mark.parametrize("exchange", [False, True])
def test_hands_agree_with_turns_that_were_given_up(exchange: bool) -> None:
    """Who gave up a turn held nothing to lay: the record would not replay otherwise."""
    found = 0
    for seed in range(100):
        game = played({"players": 3, "exchange": exchange}, seed, 40 + 3 * seed, "shy")
        given_up = [
            n
            for n in range(game.entries)
            if game.log_entry(n).made.text[0] in "-^" and game.log_entry(n).turn != 0
        ]
        if not given_up:
            continue
        found += 1
        for number in range(3):
            other = game.redrawn([0], Random(number))
            assert [other.log_entry(n).made for n in given_up] == [
                game.log_entry(n).made for n in given_up
            ]
            assert other.to_dict()["sides"][0] == game.to_dict()["sides"][0]
        if found == 8:
            return
    pytest.fail("nobody gave up a turn")


def test_where_nothing_is_hidden_nothing_changes() -> None:
    for options in ({"players": 2, "open_hands": True}, {"players": 1}):
        game = played(options, 3, 9, "any")
        assert game.redrawn([0], Random(1)).record() == game.record()
