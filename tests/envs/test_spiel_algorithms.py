"""OpenSpiel's own algorithms run on both games, and do better than chance."""

import random

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    evaluate_bots,
    exploitability,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    random_agent,
)
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.policy import UniformRandomPolicy

from .spiel_games import random_step


def test_mcts_plays_azul():
    """Few visits and random rollouts: enough to score twice what random moves score."""
    game = pyspiel.load_game("python_azul(points=true)")
    searched = at_random = 0
    for seat in (0, 1):
        chance = np.random.RandomState(seat)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bots = [UniformRandomBot(1 - seat, chance)]
        bots.insert(seat, mcts.MCTSBot(game, 20, 24, evaluator, random_state=chance))
        result = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, chance)
        searched += result[seat]
        at_random += result[1 - seat]
    assert searched > 2 * at_random


def test_information_set_mcts_plays_azuleo():
    """The search looks at states it imagines, by our `resample_from_infostate`."""
    game = pyspiel.load_game("python_azuleo(board=.oo./.oo.,idle_limit=4,points=true)")
    searched = at_random = 0
    for number in range(6):
        seat = number % 2
        chance = np.random.RandomState(number)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, 5, 30, random_state=chance)
        bot.set_resampler(lambda s, player, c=chance: s.resample_from_infostate(player, c.random))
        bots = [UniformRandomBot(1 - seat, chance)]
        bots.insert(seat, bot)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random_step(state, random.Random(int(chance.randint(2**31)))))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        searched += state.returns()[seat]
        at_random += state.returns()[1 - seat]
    assert searched > 1.2 * at_random


def subgame(name, seed):
    """The game after a random first deal: hands, plates and start cross."""
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(random_step(state, chance))
    history = ";".join(map(str, state.history()))
    return pyspiel.load_game(f"start_at(history={history},game={name})")


def mean_return(game, policies, games):
    """What player 0 gets on average."""
    chance = random.Random(1)
    total = 0.0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = random_step(state, chance)
            else:
                likely = policies[state.current_player()].action_probabilities(state)
                action = chance.choices(list(likely), list(likely.values()))[0]
            state.apply_action(action)
        total += state.returns()[0]
    return total / games


def test_monte_carlo_cfr_learns_a_small_board():
    game = subgame("python_azuleo(board=oo/oo,idle_limit=1)", seed=3)
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(1000):
        solver.iteration()
    learnt, uniform = solver.average_policy(), UniformRandomPolicy(game)
    by_chance = mean_return(game, [uniform, uniform], 200)
    assert mean_return(game, [learnt, uniform], 200) > by_chance + 0.3
    assert mean_return(game, [uniform, learnt], 200) < by_chance


def test_cfr_becomes_hard_to_exploit_on_the_smallest_board():
    game = subgame("python_azuleo(board=oo,idle_limit=1)", seed=3)
    solver = cfr.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 3


def test_its_environment_for_learners_runs():
    for name in ("python_azul", "python_azuleo(players=4,board=.oo./.oo.,idle_limit=2)"):
        environment = rl_environment.Environment(pyspiel.load_game(name))
        environment.seed(1)
        np.random.seed(1)
        agents = [
            random_agent.RandomAgent(player, environment.action_spec()["num_actions"])
            for player in range(environment.num_players)
        ]
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([agents[player].step(step).action])
        assert sum(step.rewards) == 0
