"""A game that brings only its rules is searched for puzzles like any other."""

from azulejos.puzzles import Setting, finds_in_game


def test_a_game_of_rules_alone_is_searched():
    setting = Setting("fileira", {"players": 2}, visits=64, play_visits=16)
    for number in range(4):
        for find in finds_in_game(setting, number):
            assert find.best.share - find.gap >= 0
