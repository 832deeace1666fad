"""Games of OpenSpiel to test with, and how to play them at random."""

import random

import pyspiel

import azulejos.envs.spiel  # noqa: F401  (registers the games)

AZUL = [
    f"python_azul(players={players},wall={wall})"
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
]
AZULEO = [
    "python_azuleo",
    "python_azuleo(players=3)",
    "python_azuleo(players=4,exchange=true,lenient=true)",
    "python_azuleo(board=oo/oo)",
    "python_azuleo(players=3,board=.oo./.oo./...x,idle_limit=4)",
    "python_azuleo(players=4,board=.oo./.oo.,idle_limit=3,exchange=true)",
    "python_azuleo(players=3,claims=automatic,blockades=-1,free_border=true)",
]
#: Nothing is hidden in these.
OPEN_AZULEO = [
    "python_azuleo(exchange=true,claims=hinted,open_hands=true)",
    "python_azuleo(players=1)",
    "python_azuleo(players=1,board=.oo./.oo.)",
    "python_azuleo(players=1,mode=score)",
]
POINTS = [
    "python_azul(players=3,points=true,idle_limit=1)",
    "python_azuleo(players=4,board=.oo./.oo.,points=true)",
]
GAMES = [*AZUL, *AZULEO, *OPEN_AZULEO, *POINTS]


def random_step(state, chance):
    """An action for the state: a legal one, or an outcome with its probability."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        return chance.choices(outcomes, probabilities)[0]
    return chance.choice(state.legal_actions())


def states(name, seed):
    """The states of a random game, one after the other. (It is always the same object.)"""
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(random_step(state, chance))
        yield state


def after(name, texts):
    """The state after these actions, given as texts."""
    state = pyspiel.load_game(name).new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state
