"""`Game.known_to`: a game for a player's code tells nothing that the player cannot know.

Two true worlds that a player cannot tell apart are made from one game: the same public record with
another generator and, in Azuleo, with other crosses in the others' hands, drawn at the same places.
"""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from azulejos import azul, azuleo, bots
from azulejos.core.errors import RecordError
from azulejos.games.azuleo.components import KINDS

MODULES = {"azul": azul, "azuleo": azuleo}
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("azul", {"players": 2}),
    ("azul", {"players": 3, "wall": "grey"}),
    ("azul", {"players": 4}),
    ("azuleo", {"players": 1, "mode": "fill"}),
    ("azuleo", {"players": 1, "mode": "score"}),
    ("azuleo", {"players": 2}),
    ("azuleo", {"players": 2, "exchange": True}),
    ("azuleo", {"players": 2, "open_hands": True}),
    ("azuleo", {"players": 3, "claims": "automatic"}),
    ("azuleo", {"players": 4, "exchange": True}),
]


def label(setting: Any) -> str:
    name, options = setting
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=map(label, SETTINGS))


def played(setting: tuple[str, dict[str, Any]], seed: int, moves: int) -> Any:
    """A game after so many random moves, or one before its end."""
    name, options = setting
    game = MODULES[name].Game(**options, seed=seed)
    chance = Random(seed)
    for _ in range(moves):
        game.play(chance.choice(game.legal_moves()))
        if game.is_over:
            game.undo()
            break
    return game


def another_world(game: Any, player: int, chance: Random) -> Any:
    """A game with other secrets that looks the same to a player: other hands, another generator."""
    module = MODULES[game.NAME]
    seen = game.public_record(player)
    record = game.record()
    hidden = [n for n, text in enumerate(seen["moves"]) if text == "+?"]
    changed = 0
    for number in chance.sample(hidden, len(hidden)):
        moves = list(record["moves"])
        moves[number] = f"+{chance.choice([kind for kind in KINDS if kind != moves[number][1:]])}"
        try:
            module.replay({**record, "moves": moves})
        except RecordError:  # then the others could not have gone on as they did
            continue
        record["moves"] = moves
        changed += 1
        if changed == 3:
            break
    return module.replay(record, seed=chance.getrandbits(64))


def everything(game: Any) -> dict[str, Any]:
    """All that can be reached from a game: by its methods, in its attributes, in its past."""
    found = {
        "attributes": {
            name: bytes(value) if isinstance(value, bytearray) else value
            for name, value in game.__getstate__().items()
        },
        "state": game.state.tobytes(),
        "pickle": pickle.loads(pickle.dumps(game)).record(),
        "record": game.record(),
        "public": [game.public_record(seat) for seat in (None, *range(game.players))],
        "views": [game.view(seat) for seat in (None, *range(game.players))],
        "position": game.to_dict(),
        "text": game.to_text(),
        "board": str(game),
        "told": [game.log_entry(number) for number in range(game.entries)],
        "told before": game.opening_draws(),
        "legal": [str(move) for move in game.legal_moves()],
        "copy": game.copy().state.tobytes(),
        "before": [game.after(number).state.tobytes() for number in range(game.entries)],
    }
    if game.entries:
        again = game.copy()
        again.undo()
        found["undone"] = again.state.tobytes()
        again.play(game.log_entry(game.entries - 1).made.text)
        found["played again"] = again.state.tobytes()
    on = game.copy()
    for _ in range(12):
        if not on.is_over:
            on.play(on.legal_moves()[-1])
    found["played on"] = on.state.tobytes()
    return found


@every_setting
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 70), st.integers(0, 2**64 - 1))
def test_worlds_that_look_the_same_are_the_same_to_a_player(setting, seed, moves, guess):
    game = played(setting, seed, moves)
    player = Random(seed).randrange(game.players)
    other = another_world(game, player, Random(seed))
    assert other.public_record(player) == game.public_record(player)
    assert other.state.generator != game.state.generator
    one, two = (everything(world.known_to(player, guess)) for world in (game, other))
    for name in one:
        assert one[name] == two[name], name


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 3), st.integers(0, 30))
def test_the_worlds_do_differ(seed, players, moves):
    """Otherwise the test above would prove nothing."""
    game = played(("azuleo", {"players": players}), seed, moves)
    other = another_world(game, 0, Random(seed))
    assume(other.record() != game.record())
    assert everything(game)["record"] != everything(other)["record"]
    assert game.known_state(0) == other.known_state(0)
    assert [game.known_state(0, n) for n in range(game.entries)] == [
        other.known_state(0, n) for n in range(game.entries)
    ]


@every_setting
def test_what_a_player_does_know_is_there(setting):
    """Its past is the public record, it is in the same position, and it goes on to an end."""
    for seed in range(4):
        game = played(setting, seed, 5 + 9 * seed)
        before = game.state.tobytes(), game.record()
        for player in range(game.players):
            known = game.known_to(player, seed)
            assert known.record() == game.public_record(player)
            assert known.view(player) == game.view(player)
            assert (known.turn, known.phase) == (game.turn, game.phase)
            if player == game.turn:
                assert known.legal_moves() == game.legal_moves()
            while not known.is_over:
                known.play(Random(seed).choice(known.legal_moves()))
            for _ in range(known.entries):
                known.undo()
        assert (game.state.tobytes(), game.record()) == before, "the game has not changed"


@pytest.mark.parametrize("name", MODULES)
def test_a_game_from_a_position_hides_what_it_began_with(name):
    begun = played((name, {"players": 2}), 5, 8)
    game = MODULES[name].Game.from_dict(begun.to_dict(), seed=3)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    known = game.known_to(0, 1)
    assert known.record() == game.public_record(0)
    assert known.record()["position"] == game.public_record(0)["position"]


def test_a_table_that_is_followed_hides_what_is_entered():
    """Draws given from outside are entries of their own."""
    dealt = played(("azuleo", {"players": 2}), 11, 12).record()
    game = azuleo.Game(2, first=dealt["options"]["first"], draws="manual")
    for text in dealt["moves"]:
        game.play(text)
    for player in range(2):
        assert game.known_to(player, 1).record() == game.public_record(player)
        assert "+?" in game.known_to(player, 1).record()["moves"]


@pytest.mark.parametrize("player", [None, -1, 2, True, "0"])
@pytest.mark.parametrize("name", MODULES)
def test_only_a_player_knows_something(name, player):
    with pytest.raises(ValueError, match="player"):
        MODULES[name].Game(2, seed=1).known_to(player)


@pytest.mark.parametrize("name", MODULES)
def test_a_bot_thinks_the_same_of_the_game_and_of_what_it_knows(name):
    """Its search tree is kept from move to move in either, and nothing it finds depends on more."""
    game = played((name, {"players": 2}), 5, 8)
    of_the_game, of_the_known = (bots.make("mcts", name, 3) for _ in range(2))
    reply = []
    for _ in range(10):
        if game.turn == 0:
            one = of_the_game.analyse(game, visits=400)
            other = of_the_known.analyse(game.known_to(0), visits=400)
            assert one == other
            game.play(one.move)
            reply = one.variations[0].pv[1:2]
        else:  # as was expected, where the game's draws allow it
            legal = game.legal_moves()
            game.play(reply[0] if reply and reply[0] in legal else legal[0])
    assert of_the_game._search._made == of_the_known._search._made
    if name == "azul":
        made = sum(of_the_known._search._made)
        assert made < 400 * of_the_known.asked, "some visits were kept from the move before"


@pytest.mark.parametrize("name", MODULES)
def test_without_a_seed_every_guess_is_another(name):
    game = played((name, {"players": 2}), 5, 8)
    guesses = {game.known_to(0).state.tobytes() for _ in range(4)}
    assert len(guesses) == 4


@every_setting
def test_it_shares_nothing_that_could_be_written_to(setting):
    """Whatever a player's code does to what it was given, the game itself stays as it is."""
    game = MODULES[setting[0]].Game.from_dict(played(setting, 3, 6).to_dict(), 1)
    before = pickle.dumps((game.record(), game.to_dict()))

    def spoil(value):
        """Write over whatever can be written to, at any depth."""
        if isinstance(value, dict):
            for key in list(value):
                spoil(value[key])
                value[key] = True
        elif isinstance(value, list):
            for item in value:
                spoil(item)
            value.clear()
        elif isinstance(value, bytearray):
            value[:] = bytes(len(value))

    known = game.known_to(0, seed=2)
    for value in list(vars(known).values()):
        spoil(value)
    assert pickle.dumps((game.record(), game.to_dict())) == before
