"""A game's options are declared once; what is made from them agrees with its constructor."""

import inspect

import pytest

from azulejos import games
from azulejos.core.errors import OptionError
from azulejos.core.options import Choice, Flag, Number, Rows, schema
from azulejos.core.plain_data import Reader

ALL = [
    pytest.param(game, option, id=f"{game} {option.name}")
    for game in games.names()
    for option in games.spec(game).options
]
#: A text that stands for another value than the default, and one that no game takes.
OTHERS = {
    "wall": "grey",
    "deals": "manual",
    "draws": "manual",
    "claims": "hinted",
    "mode": "normal",
    "blockades": "unlimited",
    "idle_limit": "7",
    "board": "oo/oo",
}


@pytest.mark.parametrize("game", games.names())
def test_the_declared_options_are_the_constructors(game):
    taken = set(inspect.signature(games.spec(game).Game).parameters)
    declared = {option.name for option in games.spec(game).options}
    assert declared == taken - {"players", "first", "seed"}


@pytest.mark.parametrize(("game", "option"), ALL)
def test_a_default_is_what_a_new_game_has(game, option):
    assert games.spec(game).Game(seed=1).record()["options"][option.name] == option.default


@pytest.mark.parametrize(("game", "option"), ALL)
def test_what_an_option_reads_from_a_text_is_what_a_game_takes(game, option):
    text = OTHERS.get(option.name, str(not option.default).lower())
    value = option.from_text(text)
    assert option.read(Reader(value, OptionError)) == value
    made = games.spec(game).Game(seed=1, **{option.name: value})
    assert made.record()["options"][option.name] == value
    assert option.of_parameter(option.as_parameter(value)) == value


@pytest.mark.parametrize(("game", "option"), ALL)
def test_what_no_option_can_be_is_refused_by_its_name(game, option):
    with pytest.raises(OptionError, match=option.name):
        games.spec(game).Game(seed=1, **{option.name: {}})


@pytest.mark.parametrize(("game", "option"), ALL)
def test_a_parameter_is_one_value_of_a_kind_that_openspiel_has(game, option):
    assert type(option.as_parameter(option.default)) in (int, str, bool)


def test_options_as_a_schema():
    options = (
        Choice(name="side", choices=("a", "b"), default="b", help="Which."),
        Flag(name="open", help="Whether."),
        Number(
            name="limit", least=1, most=9, default=None, can_be_unlimited=True, help="How many."
        ),
        Rows(name="shape", most=3, default=["."], check=lambda rows: rows.array(), help="How."),
    )
    found = schema(options)
    assert found["properties"] == {
        "side": {"enum": ["a", "b"], "default": "b", "description": "Which."},
        "open": {"type": "boolean", "default": False, "description": "Whether."},
        "limit": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 9,
            "default": None,
            "description": "How many.",
        },
        "shape": {
            "type": "array",
            "items": {"type": "string"},
            "maxItems": 3,
            "default": ["."],
            "description": "How.",
        },
    }
    assert found["additionalProperties"] is False


@pytest.mark.parametrize(("kind", "text"), [("number", "some"), ("flag", "yes")])
def test_a_text_that_cannot_be_read_is_named(kind, text):
    option = {
        "number": Number(name="n", least=0, most=1, default=0, help=""),
        "flag": Flag(name="f", help=""),
    }[kind]
    with pytest.raises(OptionError, match=f"not '{text}'"):
        option.from_text(text)
