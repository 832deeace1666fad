"""The head of a record: who played, and when. It is checked, and changes nothing."""

import json

import pytest

from azulejos import azul, azuleo
from azulejos.core.errors import RecordError
from azulejos.core.record_head import NAME_LIMIT

GAMES = [azul, azuleo]
HEAD = {"date": "2026-11-18", "seats": [{"name": "Ann <b>&"}, {"level": 5}]}


def record_of(package):
    game = package.Game(seed=1)
    game.play(game.legal_moves()[0])
    return game.record()


@pytest.mark.parametrize("package", GAMES)
@pytest.mark.parametrize(
    "head",
    [
        {},
        HEAD,
        {"date": "2024-02-29"},
        {"seats": [{}, {}]},
        {"seats": [{"name": "A", "level": 8}, {"name": "B" * NAME_LIMIT}]},
        {"on_time": {"lost": [1]}},
        {"on_time": {"lost": [1], "winners": [0]}},
        {"hints": True, "seats": [{"hints": 3}, {"hints": 0}]},
    ],
    ids=str,
)
def test_a_record_replays_with_whatever_its_head_tells(package, head):
    record = record_of(package)
    assert package.replay(json.loads(json.dumps(record | head))).record() == record


@pytest.mark.parametrize("package", GAMES)
@pytest.mark.parametrize(
    ("head", "where"),
    [
        ({"date": "18 November 2026"}, "date"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": "20261118"}, "date"),
        ({"date": "2026-11-18T20:00"}, "date"),
        ({"date": None}, "date"),
        ({"date": 20261118}, "date"),
        ({"hints": 1}, "hints"),
        ({"on_time": []}, "on_time"),
        ({"on_time": {"winners": [0]}}, "on_time.lost"),
        ({"on_time": {"lost": [2]}}, r"on_time.lost\[0\]"),
        ({"on_time": {"lost": [0, 0]}}, r"on_time.lost\[1\]"),
        ({"on_time": {"lost": [0], "winners": [0]}}, r"on_time.winners\[0\]"),
        ({"seats": [{"hints": -1}, {}]}, r"seats\[0\].hints"),
        ({"seats": None}, "seats"),
        ({"seats": {}}, "seats"),
        ({"seats": []}, "seats"),
        ({"seats": [{}]}, "seats"),
        ({"seats": [{}, {}, {}]}, "seats"),
        ({"seats": [{}, "Ann"]}, r"seats\[1\]"),
        ({"seats": [{}, {"elo": 1500}]}, r"seats\[1\]"),
        ({"seats": [{}, {"name": ""}]}, r"seats\[1\].name"),
        ({"seats": [{}, {"name": "B" * (NAME_LIMIT + 1)}]}, r"seats\[1\].name"),
        ({"seats": [{}, {"name": 7}]}, r"seats\[1\].name"),
        ({"seats": [{"level": 0}, {}]}, r"seats\[0\].level"),
        ({"seats": [{"level": True}, {}]}, r"seats\[0\].level"),
        ({"seats": [{"level": 10**9}, {}]}, r"seats\[0\].level"),
    ],
    ids=str,
)
def test_what_no_head_can_tell_is_refused_and_says_where(package, head, where):
    with pytest.raises(RecordError, match=f"^{where}"):
        package.replay(record_of(package) | head)
