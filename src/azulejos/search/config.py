"""How a tree is searched: the settings of PUCT and the evaluator of its leaves."""

from typing import NamedTuple

#: Evaluators of a leaf, from what they start at:
#: HEURISTIC: the heuristic evaluation of the leaf itself;
#: ROLLOUT: a short heuristic rollout, then the heuristic evaluation;
#: RANDOM_ROLLOUT: a uniformly random game to its end, as in plain Monte Carlo tree search;
#: VALUE_NETWORK: the value network's evaluation of the leaf itself;
#: ROLLOUT_THEN_VALUE_NETWORK: a short heuristic rollout, then the value network;
#: MIXED: ROLLOUT with probability `heuristic_weight`, otherwise VALUE_NETWORK, drawn anew in each
#: visit. For a heuristic evaluation that means nothing before a rollout.
HEURISTIC, ROLLOUT, RANDOM_ROLLOUT, VALUE_NETWORK, ROLLOUT_THEN_VALUE_NETWORK, MIXED = range(6)


class SearchConfig(NamedTuple):
    """Settings of the search; values are expected scores from 0 to 1.

    evaluator: see above. c_puct: weight of the exploration bonus. prior_temperature: of the softmax
    that makes priors of logits (policy network) or of points (heuristic priors); 0 means no priors
    and UCB1 instead of PUCT. fpu_reduction: first-play urgency, how much less than its parent's
    value an unvisited action is assumed to be worth. heuristic_weight: of the heuristic evaluation
    beside the value network's, 0 to 1.
    """

    evaluator: int
    c_puct: float
    prior_temperature: float
    fpu_reduction: float
    heuristic_weight: float = 0.0
