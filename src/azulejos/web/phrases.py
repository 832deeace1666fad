"""Quick phrases instead of chat: a few codes, which each reader's page says in its own language.

They are told to those who follow a table, and kept nowhere.
"""

from typing import Literal, get_args

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "oh_no",
    "one_moment",
    "your_turn",
    "thanks",
    "sorry",
    "good_game",
    "once_more",
    "goodbye",
]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
#: What other workers are told by: a table, a seat and a phrase.
KIND = "phrase"
