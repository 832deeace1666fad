"""What players know in OpenSpiel's terms: nothing hidden shows, nothing known is missing."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from azulejos import azuleo
from azulejos.core.kernel import observe
from azulejos.games.azuleo import kernel as azuleo_kernel

from .spiel_games import AZUL, AZULEO, GAMES, OPEN_AZULEO, after, states
from .test_spiel import our_azuleo

hidden_games = pytest.mark.parametrize("name", AZULEO)


def knowledge(state, player):
    """Everything OpenSpiel gives a player of a state."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.to_observation_struct(player).to_json(),
    )


# ── Information states ───────────────────────────────────────────────────────────────────────────


@hidden_games
def test_an_information_state_is_the_record_as_the_player_may_have_it(name):
    ours = our_azuleo(name)
    for state in states(name, seed=6):
        steps = state.full_history()
        if steps:
            ours.play(state.action_to_string(steps[-1].player, steps[-1].action))
        if not state.is_terminal():  # our own records tell all when the game is over
            for player in range(state.num_players()):
                told = " ".join([f"p{player}:", *ours.public_record(player)["moves"]])
                assert state.information_state_string(player) == told


@pytest.mark.parametrize("name", [*AZUL, *OPEN_AZULEO])
def test_where_nothing_is_hidden_everybody_has_the_whole_history(name):
    *_, state = states(name, seed=6)
    texts = [state.action_to_string(step.player, step.action) for step in state.full_history()]
    for player in range(state.num_players()):
        assert state.information_state_string(player) == " ".join([f"p{player}:", *texts])
    information = pyspiel.GameType.Information.PERFECT_INFORMATION
    assert state.get_game().get_type().information == information


@hidden_games
def test_as_numbers_it_is_the_observation_and_the_same_events(name):
    game = pyspiel.load_game(name)
    texts = [state_text(number) for number in range(azuleo_kernel.ACTIONS + 13)]
    for count, state in enumerate(states(name, seed=6)):
        if count % 9 == 0 or state.is_terminal():
            for player in range(state.num_players()):
                tensor = state.information_state_tensor(player)
                assert len(tensor) == game.information_state_tensor_size()
                seen = len(state.history())
                observation = game.observation_tensor_size()
                assert tensor[:observation] == state.observation_tensor(player)
                events = [texts[int(n) - 1] for n in tensor[observation:][:seen]]
                told = state.information_state_string(player).split()[1:]
                assert events == told
                assert not any(tensor[observation + seen :])


def state_text(number):
    """The text of an event by its number, as the documents tell it."""
    if number < azuleo_kernel.ACTIONS:
        return str(azuleo.Move.of_action(number))
    number -= azuleo_kernel.ACTIONS
    crosses = [f"+{kind}" for kind in azuleo.KINDS]
    plates = [f"%{pair}" for pair in azuleo.PAIRS]
    return [*crosses, *plates, "+?"][number]


def test_only_who_drew_a_cross_knows_it():
    """Side 1 draws other crosses and swaps: player 0 does not notice, player 1 does."""
    plates = ["%RY", "%YB", "%RB", "%RG", "+RYBG"]
    moves = ["c3RYBG", "~RY", "%BG", "~RB", "%BG"]
    known = {0: set(), 1: set()}
    for hidden in (["+RYGB"] * 3, ["+RGBY", "+RYGB", "+RBYG"], ["+RBGY"] * 3):
        state = after("python_azuleo", ["+RYBG"] * 3 + hidden + plates + moves)
        for player, knows in known.items():
            knows.add(repr(knowledge(state, player)))
        assert hidden[0] not in state.information_state_string(0)
        assert " ".join(hidden) in state.information_state_string(1)
    assert [len(knows) for knows in known.values()] == [1, 3]


def test_partners_know_the_same_and_are_told_apart():
    for state in states("python_azuleo(players=4,board=oo/oo)", seed=1):
        one, other = (state.information_state_string(player) for player in (0, 2))
        assert one.removeprefix("p0:") == other.removeprefix("p2:")
    assert "+?" in one


# ── Observations ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_what_the_kernel_says(name):
    expected = np.zeros(pyspiel.load_game(name).observation_tensor_size(), np.int16)
    for count, state in enumerate(states(name, seed=2)):
        if count % 9 == 0 or state.is_terminal():
            for player in range(state.num_players()):
                observe(state.record, player, expected)
                assert state.observation_tensor(player) == expected.tolist()


@hidden_games
def test_as_text_it_is_the_position_as_a_view_gives_it(name):
    for state in states(name, seed=8):
        if state.current_player() >= 0:
            for player in range(state.num_players()):
                seen = state.to_observation_struct(player).to_dict()
                assert isinstance(seen["sides"][(player + 1) % len(seen["sides"])]["hand"], int)
                text = state.observation_string(player)
                assert azuleo.Game.from_dict(seen, seed=1).to_text() == text


def observer(game, **kind):
    return make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, **kind))


@hidden_games
def test_public_and_private_parts(name):
    game = pyspiel.load_game(name)
    whose = pyspiel.PrivateInfoType
    public = observer(game, private_info=whose.NONE)
    private = observer(game, public_info=False)
    everything = observer(game, private_info=whose.ALL_PLAYERS)
    for state in states(name, seed=8):
        sides = state.to_dict()["sides"]
        for player in range(state.num_players()):
            hand = sides[player % len(sides)]["hand"]
            assert private.string_from(state, player).split() == hand
            text = public.string_from(state, player)
            assert text == public.string_from(state, 0)
            shown = text.split()[4 : 4 + len(sides)]
            assert [side.split(";")[1] for side in shown] == [
                ",".join("?" * len(side["hand"])) or "-" for side in sides
            ]
            assert "?" not in everything.string_from(state, player)
    assert public.tensor is None


def test_private_events_are_ones_own_draws():
    game = pyspiel.load_game("python_azuleo")
    kind = pyspiel.IIGObservationType(public_info=False, perfect_recall=True)
    state = after("python_azuleo", ["+RYBG", "+RYGB", "+RBYG", "+RGBY", "+RYBG", "+RYGB", "%RY"])
    own = make_observation(game, kind)
    assert own.string_from(state, 0) == "p0: +RYBG +RYGB +RBYG"
    assert own.string_from(state, 1) == "p1: +RGBY +RYBG +RYGB"


def test_observers_take_no_parameters():
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        make_observation(pyspiel.load_game("python_azul"), None, {"colours": 3})


# ── Other states with the same information ───────────────────────────────────────────────────────


@hidden_games
def test_a_resampled_state_is_one_the_player_cannot_tell_from_the_true_one(name):
    different = 0
    for number, state in enumerate(states(name, seed=9)):
        if number % 5 == 0 and number > 10:
            for player in range(state.num_players()):
                other = state.resample_from_infostate(player, random.Random(number).random)
                assert knowledge(other, player) == knowledge(state, player)
                assert other.current_player() == state.current_player()
                different += other.history() != state.history()
                assert (other.history() == state.history()) <= (str(other) == str(state))
    assert different > 0


@hidden_games
def test_others_know_in_a_resampled_state_what_they_would_have_drawn(name):
    """A side's draws less what it laid or showed are its hand, in the true and in other states."""
    for number, state in enumerate(states(name, seed=9)):
        if number % 7 == 0 and number > 10:
            other = state.resample_from_infostate(0, random.Random(number).random)
            for one in (state, other):
                for player in range(state.num_players()):
                    assert hand_told(one, player) == hand_held(one, player)


def hand_told(state, player):
    """The crosses a side sees drawn, and not leave its hand, by a player's information state."""
    sides = len(state.to_dict()["sides"])
    hand = []
    is_started = False
    told = state.information_state_string(player).split()[1:]
    for step, text in zip(state.full_history(), told, strict=True):
        if text[0] == "+" and text != "+?":
            hand.append(text[1:])
        elif step.player >= 0 and (not is_started or step.player % sides == player % sides):
            colours = azuleo.Move.parse(text).colours
            if text[0] in "abcdef^":
                hand.remove(azuleo.Draw.parse(f"+{colours}").kind)
            is_started = True  # everybody saw the start cross drawn and laid
    return sorted(hand)


def hand_held(state, player):
    position = state.to_dict()
    start = [position["start"]] if position["start"] else []
    return sorted(position["sides"][player % len(position["sides"])]["hand"] + start)


def test_resampling_depends_on_nothing_hidden():
    """States that differ only in what a player cannot know give the same samples."""
    plates = ["%RY", "%YB", "%RB", "%RG", "+RYBG"]
    moves = ["c3RYBG", "~RY", "%BG"]
    samples = set()
    for hidden in (["+RYGB"] * 3, ["+RGBY", "+RYGB", "+RBYG"]):
        state = after("python_azuleo", ["+RYBG"] * 3 + hidden + plates + moves)
        other = state.resample_from_infostate(0, random.Random(5).random)
        samples.add(other.serialize())
    assert len(samples) == 1


def test_resampling_draws_each_hand_as_likely_as_it_is():
    """Player 0 has not seen 32 crosses, five of them RYBG; player 1 holds three of them."""
    plates = ["%RY", "%YB", "%RB", "%RG", "+RGBY"]
    state = after("python_azuleo", ["+RYBG", "+RYGB", "+RBYG"] + ["+RBGY"] * 3 + plates)
    chance = random.Random(1)
    holding = 0
    for _ in range(400):
        holding += "RYBG" in hand_held(state.resample_from_infostate(0, chance.random), 1)
    none = (27 * 26 * 25) / (32 * 31 * 30)
    assert holding / 400 == pytest.approx(1 - none, abs=0.08)


@pytest.mark.parametrize("name", OPEN_AZULEO)
def test_where_nothing_is_hidden_there_is_no_other_state(name):
    *_, state = states(name, seed=3)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert other.serialize() == state.serialize()
