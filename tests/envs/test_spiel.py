"""Both games as OpenSpiel's own tests and conventions want them."""

import copy
import pickle
import random
import re
from collections import Counter
from pathlib import Path

import pyspiel
import pytest

from azulejos import azul, azuleo
from azulejos.games.azuleo.options import EXAMPLES

from .spiel_games import AZUL, AZULEO, GAMES, OPEN_AZULEO, after, random_step, states

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_openspiels_own_simulation(name):
    """Clones, masks, tensors, action strings, serialization, returns and the bounds of all that."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@every_game
@pytest.mark.parametrize(
    "made_again", [lambda game: pickle.loads(pickle.dumps(game)), copy.deepcopy, copy.copy]
)
def test_a_game_that_was_copied_goes_on_being_one(name, made_again):
    """OpenSpiel's AlphaZero hands its game to other processes."""
    game = pyspiel.load_game(name)
    again = made_again(game)
    assert str(again) == str(game)
    assert again.max_chance_nodes_in_history() == game.max_chance_nodes_in_history()
    state = again.new_initial_state()
    assert state.returns() == [0.0] * game.num_players()
    assert str(state) == str(game.new_initial_state())
    pyspiel.random_sim_test(again, num_sims=1, serialize=False, verbose=False)


@every_game
def test_histories_stay_within_the_bounds(name):
    game = pyspiel.load_game(name)
    for seed in range(3):
        *_, state = states(name, seed)
        draws = sum(step.player == pyspiel.PlayerId.CHANCE for step in state.full_history())
        assert 0 < draws <= game.max_chance_nodes_in_history()
        assert len(state.history()) - draws <= game.max_game_length()


def test_the_games_are_registered_with_all_their_parameters():
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert set(types["python_azul"].parameter_specification) == {
        *("players", "wall", "idle_limit", "points")
    }
    options = azuleo.Game(seed=1).options
    assert set(types["python_azuleo"].parameter_specification) == {"players", "points", *options}


def test_the_page_tells_the_parameters_and_sizes():
    page = (Path(__file__).parents[2] / "docs" / "openspiel.md").read_text(encoding="utf-8")
    for name in ("python_azul", "python_azuleo"):
        specification = pyspiel.load_game(name).get_type().parameter_specification
        table = page.split(f"\n`{name}`:\n")[1].split("\n\n")[0]
        told = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", table, re.MULTILINE))
        usual = {key: str(value) for key, value in specification.items()}
        assert told == {
            key: value.lower() if value in ("False", "True") else value
            for key, value in usual.items()
        }
    azuls = [pyspiel.load_game("python_azul", {"players": players}) for players in (2, 3, 4)]
    other = pyspiel.load_game("python_azuleo")
    wide = pyspiel.load_game("python_azuleo", {"board": "/".join(EXAMPLES["64 fields"])})
    two, three, four = (game.num_distinct_actions() for game in azuls)
    beyond = "on boards beyond 6×6 fields"
    for row in (
        f"| distinct actions | {two}, {three} or {four}, for 2, 3 or 4 players "
        f"| {other.num_distinct_actions()}; {wide.num_distinct_actions()} {beyond} |",
        f"| observation tensor | {azuls[0].observation_tensor_size()} numbers "
        f"| {other.observation_tensor_size()} numbers; {wide.observation_tensor_size()} {beyond} |",
    ):
        assert row in page
    for game in (azuls[0], other, wide):
        assert f"| {game.max_chance_outcomes()}: the" in page


# ── The same rules as ever ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", AZUL)
def test_azul_follows_our_own_game(name):
    parameters = pyspiel.load_game(name).get_parameters()
    ours = azul.Game(parameters["players"], parameters["wall"], first=0, deals="manual")
    dealt = []
    for state in states(name, seed=5):
        steps = state.full_history()
        if steps and steps[-1].player == pyspiel.PlayerId.CHANCE:
            dealt.append(azul.COLOURS[steps[-1].action])
        elif steps:
            ours.play(azul.Move.of_action(steps[-1].action), player=steps[-1].player)
        if dealt and not state.is_chance_node():
            groups = ["".join(dealt[at : at + 4]) for at in range(0, 8 * ours.players + 4, 4)]
            ours.play("=" + " ".join(group or "-" for group in groups))
            dealt = []
        if not state.is_chance_node():
            assert state.to_dict() == ours.to_dict()
            assert state.legal_actions() == [move.action for move in ours.legal_moves()]
    assert_same_result(state, ours, sides=ours.players)


@pytest.mark.parametrize("name", [*AZULEO, *OPEN_AZULEO])
def test_azuleo_follows_our_own_game(name):
    ours = our_azuleo(name)
    for state in states(name, seed=5):
        steps = state.full_history()
        if steps:
            ours.play(state.action_to_string(steps[-1].player, steps[-1].action))
        assert state.to_dict() == ours.to_dict()
        assert ours.is_over == state.is_terminal()
        if state.current_player() >= 0:
            assert state.current_player() == ours.turn
            assert state.legal_actions() == [move.action for move in ours.legal_moves()]
    if ours.options["mode"] == "normal":
        assert_same_result(state, ours, ours.sides)
    elif ours.options["mode"] == "score":
        assert state.returns() == ours.scores
    else:
        assert state.returns() == [float(bool(ours.winners))]


def our_azuleo(name):
    """Our own game with the same options, chance given from outside."""
    parameters = pyspiel.load_game(name).get_parameters()
    del parameters["points"]
    parameters["board"] = parameters["board"].split("/")
    parameters["mode"] = None if parameters["mode"] == "auto" else parameters["mode"]
    parameters["blockades"] = None if parameters["blockades"] < 0 else parameters["blockades"]
    return azuleo.Game(**parameters, first=0, draws="manual")


def assert_same_result(state, ours, sides):
    """The win shared among the winners, as a sum of nought in which a lone winner has 1."""
    winning = len({player % sides for player in ours.winners})
    for player, value in enumerate(state.returns()):
        share = 1 / winning if player in ours.winners else 0
        assert value == pytest.approx(share - (1 - share) / (sides - 1))


def test_points_are_returned_where_they_are_asked_for():
    *_, state = states("python_azul(players=3,points=true)", seed=3)
    assert state.returns() == [board["score"] for board in state.to_dict()["boards"]]
    assert sum(state.returns()) > 0
    *_, state = states("python_azuleo(players=4,points=true)", seed=3)
    one, other = (side["score"] for side in state.to_dict()["sides"])
    assert state.returns() == [one, other, one, other]
    assert one + other > 0


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", AZUL)
def test_a_tile_is_as_likely_as_there_are_of_its_colour(name):
    chance_nodes = Counter()
    for seed in range(3):
        for state in states(name, seed):
            if state.is_chance_node():
                position = state.to_dict()
                heap = position["bag"] if any(position["bag"]) else position["lid"]
                likely = {c: n / sum(heap) for c, n in enumerate(heap) if n}
                assert dict(state.chance_outcomes()) == pytest.approx(likely)
                chance_nodes[position["round"]] += 1
    factories = 2 * state.num_players() + 1
    assert chance_nodes[1] == 3 * 4 * factories


@pytest.mark.parametrize("name", [*AZULEO, *OPEN_AZULEO])
def test_a_cross_or_plate_is_as_likely_as_there_are_of_its_kind(name):
    seen = set()
    for state in states(name, seed=2):
        if state.is_chance_node():
            position = state.to_dict()
            plate = position["pending"]["for"] in ("plates", "swap")
            counts = position["plate_supply" if plate else "supply"]
            mark = "%" if plate else "+"
            assert {
                state.action_to_string(outcome): likely
                for outcome, likely in state.chance_outcomes()
            } == pytest.approx(
                {mark + kind: n / sum(counts.values()) for kind, n in counts.items() if n}
            )
            seen.add(position["pending"]["for"])
    assert {"hand", "start"} < seen


# ── Copies and texts ─────────────────────────────────────────────────────────────────────────────


@every_game
def test_copies_are_the_same_state_and_independent(name):
    chance = random.Random(4)
    for number, state in enumerate(states(name, seed=4)):
        if number % 20 == 7 and not state.is_terminal():
            before = state.serialize()
            copies = [
                state.clone(),
                pickle.loads(pickle.dumps(state)),
                state.get_game().deserialize_state(before),
                pyspiel.deserialize_game_and_state(
                    pyspiel.serialize_game_and_state(state.get_game(), state)
                )[1],
            ]
            action = random_step(state, chance)
            for copy in copies:
                assert copy.serialize() == before
                copy.apply_action(action)
                assert copy.serialize() != before
            assert state.serialize() == before
            assert len({copy.serialize() for copy in [*copies, state.child(action)]}) == 1


@every_game
def test_legal_actions_are_as_openspiel_itself_would_give_them(name):
    for state in states(name, seed=1):
        base = pyspiel.State.legal_actions
        assert state.legal_actions() == base(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == base(state, player)
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)


@every_game
def test_actions_are_written_as_they_are_everywhere(name):
    for state in states(name, seed=1):
        for action in state.legal_actions():
            text = state.action_to_string(action)
            assert state.string_to_action(text) == action
            if state.current_player() >= 0:
                move = (azul if "azul(" in name else azuleo).Move.parse(text)
                assert move.action == action


def test_a_state_prints_as_the_board():
    state = after("python_azul", ["=B"])
    assert "1:B  2:-" in str(state)
    assert "bag B19 Y20" in str(state)
    assert "hand RYBG, plates" in str(after("python_azuleo", ["+RYBG"]))


# ── What is wrong is refused, and nothing changes ────────────────────────────────────────────────


def impossible_actions(state):
    known = set(state.legal_actions())
    return [a for a in (-5, -1, *range(950), 10**6, 2**62) if a not in known]


@pytest.mark.parametrize(
    "name", ["python_azul", "python_azul(wall=grey)", "python_azuleo", "python_azuleo(players=1)"]
)
def test_impossible_actions_are_refused(name):
    for number, state in enumerate(states(name, seed=3)):
        if number % 29 == 0 or state.is_terminal():
            before = state.serialize()
            for action in impossible_actions(state):
                with pytest.raises(pyspiel.SpielError):
                    state.apply_action(action)
            with pytest.raises(pyspiel.SpielError):
                state.apply_action_with_legality_check(951)
            for nonsense in ("3B2", 1.5, None, 2**70):
                with pytest.raises(TypeError):
                    state.apply_action(nonsense)
            assert state.serialize() == before


def test_a_refusal_names_the_rule():
    deal = [f"={colour}" for colour in "BBBBYYYYRRRRKKKKWWWW"]
    state = after("python_azul", deal)
    with pytest.raises(pyspiel.SpielError, match="1Y1: factory 1 has no tile of colour Y"):
        state.apply_action(azul.Move.parse("1Y1").action)
    with pytest.raises(pyspiel.SpielError, match="there is no action 325"):
        state.apply_action(325)
    with pytest.raises(pyspiel.SpielError, match="not chance"):
        state.chance_outcomes()
    state = after("python_azul(players=3)", ["=B"] * 20)
    with pytest.raises(pyspiel.SpielError, match="=B: there is no such tile left"):
        state.apply_action(0)
    state = after("python_azuleo", ["+RYBG"] * 6)
    for draw, why in {0: r"\+RYBG: a plate is to be drawn", 12: "no chance outcome 12"}.items():
        with pytest.raises(pyspiel.SpielError, match=why):
            state.apply_action(draw)


def test_after_the_end_nothing_can_be_done():
    *_, state = states("python_azuleo(board=oo/oo)", seed=1)
    assert state.legal_actions() == state.legal_actions(0) == []
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("python_azul(players=5)", "players: expected 2 to 4, not 5"),
        ("python_azul(players=two)", "players"),
        ("python_azul(wall=blue)", "wall: expected one of 'coloured', 'grey'"),
        ("python_azul(idle_limit=0)", "idle_limit: expected 1"),
        ("python_azul(colour=1)", "colour"),
        ("python_azuleo(players=0)", "players: expected 1 to 4, not 0"),
        ("python_azuleo(players=2,mode=fill)", "mode: 'fill' with 2 players"),
        ("python_azuleo(mode=best)", "mode: expected one of"),
        ("python_azuleo(board=../..)", "the start cross needs a dotted field"),
        ("python_azuleo(board=oo/o)", "the same length"),
        ("python_azuleo(board=oz)", "board"),
        ("python_azuleo(blockades=-2)", "blockades: expected 0"),
        ("python_azuleo(players=1,points=true)", "points: filling the board gives none"),
    ],
)
def test_bad_parameters_are_refused_in_words(name, why):
    with pytest.raises(pyspiel.SpielError, match=why):
        pyspiel.load_game(name)
