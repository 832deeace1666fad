"""Records that do not replay: a clear error that says where."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import azul

from . import junk
from .agreement import floor_rounds
from .positions import board, position
from .refusals import NOISY, attempt, in_order, refused, says_where


@pytest.mark.parametrize("index", range(len(junk.VALUES)))
def test_things_that_are_no_records(index):
    refused(azul.RecordError, azul.replay, junk.VALUES[index])


def test_a_record_as_text_is_no_record(finished):
    text = json.dumps(finished)
    for piece in (text, text[: len(text) // 2]):
        refused(azul.RecordError, azul.replay, piece)


@pytest.mark.parametrize("key", ["game", "version", "options", "moves"])
def test_records_with_something_missing(key, finished):
    message = refused(azul.RecordError, azul.replay, junk.without(finished, (key,)))
    assert key in message


def test_turns_may_be_absent(finished, running):
    for record in (finished, running):
        game = azul.replay(junk.without(record, ("turns",)))
        assert game.record() == record


def test_records_with_a_wrong_value_anywhere(finished, running):
    for good in (finished, running):
        for path in junk.paths(good):
            if path[-1] in ("turns", "result") or (path[0] in ("moves", "turns") and len(path) > 1):
                if len(path) > 1 and path[1] not in (0, 1, 7):
                    continue
            for value in junk.VALUES:
                present = junk.get(good, path)
                if type(value) is type(present) and value == present:
                    continue
                if path == ("turns",) and value is None:
                    continue
                bad = junk.spoiled(good, path, value)
                game, refusal = attempt(azul.RecordError, azul.replay, bad, seed=1)
                if refusal:
                    # Fewer moves may be no match for the turns, or for the result.
                    where = [path, *good] if type(value) is type(present) else [path]
                    assert says_where(refusal, where), (path, value, refusal)
                else:
                    # Another idle limit may be just as good; anything else contradicts itself.
                    assert path in (("options", "idle_limit"), ("result",)), (path, value)
                    assert type(value) is int or value is None
                    in_order(game)


@pytest.mark.parametrize("field", ["game", "version"])
def test_records_of_another_game_or_version(field, finished):
    for value in ("azuleo", "Azul", "chess", 0, 2, "1", 1.0, True):
        message = refused(azul.RecordError, azul.replay, {**finished, field: value})
        assert field in message


def test_a_record_cut_in_half_while_its_result_stays(finished):
    for keep in (0, 1, 2, len(finished["moves"]) // 2, len(finished["moves"]) - 1):
        cut = {**finished, "moves": finished["moves"][:keep], "turns": finished["turns"][:keep]}
        message = refused(azul.RecordError, azul.replay, cut)
        assert "result" in message


def test_a_record_whose_moves_and_turns_differ_in_number(finished, running):
    for record in (finished, running):
        for key in ("moves", "turns"):
            message = refused(azul.RecordError, azul.replay, {**record, key: record[key][:-1]})
            assert "turns" in message


def test_a_record_that_moves_for_the_wrong_player(finished, running):
    for record in (finished, running):
        for index, player in enumerate(record["turns"][:30]):
            for wrong in {None, 0, 1, 2, 3} - {player}:
                bad = junk.spoiled(record, ("turns", index), wrong)
                message = refused(azul.RecordError, azul.replay, bad)
                assert str(index) in message or str(index + 1) in message


def test_a_record_with_an_illegal_move(finished):
    moves = finished["moves"]
    for index in range(1, len(moves), 5):
        bad = {**finished, "moves": [*moves[:index], "9W5", *moves[index + 1 :]]}
        message = refused(azul.RecordError, azul.replay, bad)
        assert str(index) in message or str(index + 1) in message


def test_a_record_with_a_deal_missing_or_too_many(finished):
    deals = [i for i, move in enumerate(finished["moves"]) if move.startswith("=")]
    assert len(deals) >= 5
    for index in deals:
        for change in ([], [finished["moves"][index]] * 2):
            bad = copy.deepcopy(finished)
            bad["moves"][index : index + 1] = change
            bad["turns"][index : index + 1] = [None] * len(change)
            refused(azul.RecordError, azul.replay, bad)


def test_a_record_that_goes_on_after_the_end(finished):
    for move, player in (("1BF", 0), ("@11", 1), ("=BBBB YYYY RRRR KKKK WWWW", None)):
        bad = copy.deepcopy(finished)
        bad["moves"].append(move)
        bad["turns"].append(player)
        refused(azul.RecordError, azul.replay, bad)


def test_a_record_with_a_wrong_result(finished, running):
    result = finished["result"]
    scores = list(result["scores"])
    for wrong in (
        {**result, "scores": [scores[0] + 1, *scores[1:]]},
        {**result, "scores": scores[:-1]},
        {**result, "winners": [1 - winner for winner in result["winners"]]},
        {**result, "winners": []},
        {"scores": scores},
        {"winners": result["winners"]},
    ):
        if wrong != result:
            message = refused(azul.RecordError, azul.replay, {**finished, "result": wrong})
            assert "result" in message
    message = refused(azul.RecordError, azul.replay, {**running, "result": result})
    assert "result" in message


def test_a_record_with_other_options(finished):
    options = finished["options"]
    for change in (
        {"players": 3},
        {"first": 1 - options["first"]},
        {"wall": "grey"},
        {"idle_limit": -1},
        {"deals": "sometimes"},
        {"players": 7},
        {"first": 2},
    ):
        bad = {**finished, "options": {**options, **change}}
        refused(azul.RecordError, azul.replay, bad)


def test_a_record_leaves_nothing_to_chance(finished, running):
    """Whoever began is part of the record: without it, replaying would need a generator."""
    for record in (finished, running, azul.Game(4, deals="manual", first=2).record()):
        bad = junk.spoiled(record, ("options", "first"), None)
        for seed in range(8):
            message = refused(azul.RecordError, azul.replay, bad, seed=seed)
            assert "first" in message


def test_a_record_that_stops_anywhere_goes_on_from_there(finished, running):
    for record in (finished, running):
        for end in range(len(record["moves"])):
            short = {**record, "moves": record["moves"][:end], "turns": record["turns"][:end]}
            game = azul.replay({**short, "result": None}, seed=end)
            assert game.record()["moves"][:end] == short["moves"]
            assert game.phase in ("offer", "tiling")
            in_order(game)


def test_a_record_from_a_position_that_cannot_be():
    game = azul.Game.from_dict(position(board(), board(), factories=["BY"]), seed=1)
    game.play("1B1")
    record = game.record()
    assert azul.replay(record).record() == record
    for path in junk.paths(record["position"]):
        if len(path) > 1 and path[1] not in (0, "score"):
            continue
        for value in junk.VALUES:
            bad = junk.spoiled(record, ("position", *path), value)
            replayed, refusal = attempt(azul.RecordError, azul.replay, bad)
            assert refusal or replayed.record() == bad
    for value in junk.VALUES:
        refused(azul.RecordError, azul.replay, {**record, "position": value})


def test_a_replay_leaves_the_record_alone(finished):
    before = copy.deepcopy(finished)
    game = azul.replay(finished)
    game.undo()
    assert finished == before


@NOISY
@given(st.data())
def test_records_under_noise(running, data):
    short = floor_rounds(2, ["=BBBB YYYY RRRR KKKK WWWW"], idle_limit=1).record()
    bad = data.draw(junk.mutated([running, short]) | junk.JSON)
    game, refusal = attempt(azul.RecordError, azul.replay, bad, seed=1)
    if not refusal:
        assert game.record()["moves"][: len(bad["moves"])] == bad["moves"]
        in_order(game)
