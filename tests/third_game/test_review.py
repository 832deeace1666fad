"""A game that brings only its rules is reviewed, drawn and told like any other."""

import json
import random

from fileira import Game

from azulejos.analysis import Budget, Review, pictures, review
from azulejos.analysis.words import caption, why


def test_a_game_of_rules_alone_is_reviewed():
    chance = random.Random(1)
    game = Game(seed=1)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    made = review(game.record(), Budget(visits=32, samples=3))
    assert made.done == made.total > 0
    assert Review.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    for summary in made.summaries:
        parts = summary.identity
        added = parts.luck + parts.own + parts.partners + parts.opponents + parts.remainder
        assert abs(parts.start + added - parts.result) < 1e-12
    assert "<svg" in pictures.curve(made)
    assert "<svg" in pictures.bar(made, 0)
    for number in range(len(made.steps)):
        assert caption(made, number, ["Ann", "Bob", "Eve", "Dan"])
        why(made, number)
