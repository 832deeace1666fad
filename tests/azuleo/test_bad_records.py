"""Records that do not replay: RecordError, and a message that says where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from azulejos import azul, azuleo

from .bad_data import (
    NASTY,
    paths,
    played,
    refuse_record,
    replaced,
    useful,
    without,
    written,
)
from .both import ROW
from .positions import position


def from_position() -> dict[str, Any]:
    """The record of a game that began from a position."""
    game = azuleo.Game.from_dict(position(ROW), seed=1)
    for move in ("#d4", "~RY"):
        game.play(move)
    return game.record()


FINISHED = {"players": 2}
RUNNING = {"players": 3, "moves": 6}


@pytest.mark.parametrize("which", ["finished", "running", "from a position"])
def test_every_field_of_a_record_with_every_nasty_value(which: str) -> None:
    records = {
        "finished": played(**FINISHED),
        "running": played(**RUNNING),
        "from a position": from_position(),
    }
    record = records[which]
    for path in paths(record):
        if path[0] in ("moves", "turns") and len(path) > 1 and path[1] % 7:
            continue
        if path[:2] in (("position", "board"), ("position", "sides")):
            continue  # as in any position
        for value in NASTY:
            changed = replaced(record, path, value)
            try:
                again = azuleo.replay(changed).record()
            except azuleo.RecordError as error:
                useful(str(error))
            else:
                if value is None and path in (("turns",), ("result",)):
                    continue  # may be left out
                assert written(again) == written(changed), path


@pytest.mark.parametrize("chosen", [FINISHED, RUNNING], ids=["finished", "running"])
def test_a_record_without_one_of_its_parts(chosen: dict[str, Any]) -> None:
    record = played(**chosen)
    for path in paths(record):
        if path[0] in ("game", "version", "options", "moves") and isinstance(path[-1], str):
            refuse_record(without(record, path))
    assert azuleo.replay(without(record, ("turns",))).record() == record


@pytest.mark.parametrize("record", NASTY, ids=lambda record: repr(type(record)))
def test_no_record_at_all(record: Any) -> None:
    refuse_record(record)


def test_a_record_text_cut_in_half() -> None:
    """A record is data: its JSON text, whole or cut, is none."""
    text = json.dumps(played(**FINISHED))
    refuse_record(text)
    refuse_record(text[: len(text) // 2])


def test_a_record_cut_in_half_while_the_result_stays() -> None:
    record = played(**FINISHED)
    half = len(record["moves"]) // 2
    refuse_record({**record, "moves": record["moves"][:half], "turns": record["turns"][:half]})
    refuse_record({**record, "moves": record["moves"][:half]})
    refuse_record({**record, "turns": record["turns"][:half]})


def test_a_record_cut_within_the_draws_of_a_move() -> None:
    """Chance has no say in a record: a draw that is missing in the middle is a fault."""
    record = played(**RUNNING)
    at = next(n for n, text in enumerate(record["moves"][:-1]) if text[0] in "abcdef") + 2
    at = next(n for n in range(at, len(record["moves"]) - 1) if record["moves"][n][0] == "+")
    moves, turns = record["moves"], record["turns"]
    message = refuse_record(
        {**record, "moves": moves[:at] + moves[at + 1 :], "turns": turns[:at] + turns[at + 1 :]}
    )
    assert str(at) in message or str(at + 1) in message  # it says where


def test_a_record_that_moves_for_the_wrong_player() -> None:
    record = played(**RUNNING)
    for at, player in enumerate(record["turns"]):
        for wrong in (None, 0, 1, 2, 3, -1, float(player or 0), str(player)):
            if wrong != player or isinstance(wrong, float):
                refuse_record(replaced(record, ("turns", at), wrong))


def test_a_record_that_goes_on_after_the_end() -> None:
    record = played(**FINISHED)
    for text in ("-", "~RY", "+RYBG", record["moves"][-1]):
        for turn in (None, 0, 1):
            refuse_record(
                {**record, "moves": [*record["moves"], text], "turns": [*record["turns"], turn]}
            )


def test_a_record_with_a_wrong_result() -> None:
    record = played(**FINISHED)
    scores, winners = record["result"]["scores"], record["result"]["winners"]
    for result in (
        {"scores": [scores[0] + 1, scores[1]], "winners": winners},
        {"scores": scores[::-1] if scores[0] != scores[1] else [0, 0], "winners": winners},
        {"scores": scores, "winners": [0, 1] if len(winners) == 1 else [0]},
        {"scores": scores, "winners": []},
        {"scores": scores},
        {"scores": [float(score) for score in scores], "winners": winners},
        {"scores": scores, "winners": [float(winner) for winner in winners]},
        {"scores": scores, "winners": winners, "loser": 0},
        {},
    ):
        refuse_record({**record, "result": result})
    running = played(**RUNNING)
    refuse_record({**running, "result": {"scores": [0, 0, 0], "winners": [0]}})


def test_a_record_of_another_game_or_time() -> None:
    record = played(**FINISHED)
    assert "azul" in refuse_record({**record, "game": "azul"})
    refuse_record(azul.Game(2, seed=1).record())
    for version in (0, 2, 99, "1"):
        assert "version" in refuse_record({**record, "version": version})


def test_a_record_with_a_draw_that_cannot_be() -> None:
    """Seven of one kind drawn at the set-up of three players."""
    record = played(**RUNNING)
    moves = ["+RYBG"] * 7 + record["moves"][7:]
    refuse_record({**record, "moves": moves})
    refuse_record({**record, "moves": ["%RY", *record["moves"][1:]]})


def test_a_record_with_an_unknown_part() -> None:
    record = played(**RUNNING)
    assert "colour" in refuse_record({**record, "colour": 1})
    assert "colour" in refuse_record({**record, "options": {**record["options"], "colour": 1}})


def test_a_record_must_say_who_began() -> None:
    """Left to chance the same record would sometimes replay and sometimes not."""
    record = played(**RUNNING)
    for _ in range(6):
        assert "first" in refuse_record(replaced(record, ("options", "first"), None))


def test_a_record_with_an_illegal_move_says_where() -> None:
    record = played(**RUNNING)
    at = [n for n, turn in enumerate(record["turns"]) if turn is not None][3]
    message = refuse_record(replaced(record, ("moves", at), "-"))
    assert str(at) in message or str(at + 1) in message
