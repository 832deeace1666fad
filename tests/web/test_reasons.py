"""Why things are refused: every declared reason happens, and is said in every language."""

import json
import pickle
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import reason_tables
from azulejos.core import default_refusals
from azulejos.core import reasons as core_reasons
from azulejos.core.errors import IllegalMove, InputError
from azulejos.core.reasons import GIVEN, MISSING, NUMBER, Reason, ReasonKind, given, kinds_in
from azulejos.games import all_games
from azulejos.web.languages import LANGUAGES, Catalogue, catalogue

from . import provoked
from .catalogues import has_words


def modules() -> Iterator[tuple[str | None, ModuleType]]:
    """Every module that declares reasons, with the game it belongs to."""
    for layer in ("core", "web"):
        yield None, import_module(f"azulejos.{layer}.reasons")
    for name, game in all_games().items():
        if module := game.part("reasons"):
            yield name, module


def declared() -> list[tuple[str | None, ReasonKind]]:
    return [(owner, kind) for owner, module in modules() for kind in kinds_in(module)]


@pytest.mark.parametrize(
    ("owner", "kind"), declared(), ids=lambda value: getattr(value, "code", value)
)
def test_a_reason_is_said_in_every_language(owner: str | None, kind: ReasonKind) -> None:
    if not has_words(kind):
        return
    for language in LANGUAGES:
        words = catalogue(language, owner)
        forms = words.messages.get(kind.english, (kind.english, kind.many or kind.english))
        assert (forms[0] != kind.english) == (language != "en")
        for part in kind.parts.values():
            assert all(
                (words.gettext(name) != name) == (language != "en") for name in part.names.values()
            )
        for n in (1, 2):
            parts = {name: f"<{name}>" for name in kind.parts} | (
                {"n": n} if "n" in kind.parts else {}
            )
            said = words.reason(kind(**parts))
            assert "{" not in said
            for name, value in parts.items():
                assert str(value) in said or (name, n) == ("n", 1)


@pytest.mark.parametrize("owner", [None, *all_games()])
def test_a_code_means_one_thing(owner: str | None) -> None:
    for module in (module for of, module in modules() if of == owner):
        codes = [kind.code for kind in kinds_in(module)]
        assert len(codes) == len(set(codes))


@pytest.mark.parametrize("layer", ["analysis", "bots", "envs", "web"])
def test_a_layer_gives_every_reason_that_it_declares(layer: str) -> None:
    module = import_module(f"azulejos.{layer}.reasons")
    folder = Path(str(module.__file__)).parent
    others = "".join(
        path.read_text("utf-8") for path in folder.rglob("*.py") if path.name != "reasons.py"
    )
    names = [name for name, value in vars(module).items() if isinstance(value, ReasonKind)]
    assert names
    assert [name for name in names if not re.search(rf"\b{name}\b", others)] == []


def test_the_reference_is_up_to_date() -> None:
    """After a change of the reasons: `make catalogues`."""
    assert reason_tables.PAGE.read_text(encoding="utf-8") == reason_tables.page()


# ── What games refuse ────────────────────────────────────────────────────────────────────────────


def inside(reason: Reason) -> Iterator[Reason]:
    """A reason and those that are parts of it."""
    yield reason
    for part in reason.parts.values():
        if isinstance(part, Reason):
            yield from inside(part)


@pytest.fixture(scope="module", name="errors")
def _errors() -> dict[str, list[InputError]]:
    return {"azul": list(provoked.of_azul()), "azuleo": list(provoked.of_azuleo())}


def test_every_reason_happens(errors: dict[str, list[InputError]]) -> None:
    """What is declared and never given would be words for nothing, but for what games that bring
    their rules alone refuse by.
    """
    core = set(kinds_in(core_reasons))
    happened = {
        game: {reason.kind for error in errors[game] for reason in inside(error.reason)}
        for game in errors
    }
    for game, kinds in happened.items():
        own = set(kinds_in(import_module(f"azulejos.games.{game}.reasons")))
        assert own - kinds == set()
        assert kinds - own <= core
    of_rules_alone = {
        *default_refusals.REFUSALS,
        *(why.kind for why in default_refusals.IMPOSSIBLE),
    }
    assert core - set().union(*happened.values()) <= of_rules_alone


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_whatever_is_refused_is_said_in_every_language(
    game: str, errors: dict[str, list[InputError]]
) -> None:
    catalogues = [catalogue(language, game) for language in LANGUAGES]
    for error in errors[game]:
        reason = error.reason
        assert reason.code != "as_text"  # words for the authors of programs alone
        said = [words.reason(reason) for words in catalogues]
        assert len(set(said)) == len(LANGUAGES), reason.code
        assert all(len(sentence) < 600 for sentence in said)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_whatever_is_refused_is_data_and_words(
    game: str, errors: dict[str, list[InputError]]
) -> None:
    for error in errors[game]:
        told = json.loads(json.dumps(error.reason.to_dict(), allow_nan=False, ensure_ascii=False))
        assert told["code"] == error.reason.code
        assert told["parts"].keys() == error.reason.kind.parts.keys()
        assert str(error).endswith(str(error.reason))
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.reason, again.place) == (str(error), error.reason, error.place)


# ── Reasons as such ──────────────────────────────────────────────────────────────────────────────

GREETING = ReasonKind("greeting", "{n} day of {what}", "{n} days of {what}", n=NUMBER, what=GIVEN)


def test_a_reason_is_a_code_with_parts() -> None:
    one, many = (GREETING(n=n, what=given("rain")) for n in (1, 2))
    assert (str(one), str(many)) == ("1 day of 'rain'", "2 days of 'rain'")
    assert one.to_dict() == {"code": "greeting", "parts": {"n": 1, "what": "rain"}}
    assert one == GREETING(n=1, what="rain") != many
    nested = GREETING(n=1, what=given([1, 2]))
    assert str(nested) == "1 day of a list of 2"
    assert nested.to_dict()["parts"]["what"] == {"code": "a_list", "parts": {"n": 2}}


def test_a_part_may_hold_anything() -> None:
    reason = GREETING(n=1, what=given("it's: a {n}"))
    assert "it's: a {n}" in catalogue("de").reason(reason)
    assert json.dumps(GREETING(n=1, what="\ud800").to_dict(), ensure_ascii=False).encode()
    assert json.dumps(GREETING(n=1, what=given(float("nan"))).to_dict(), allow_nan=False)


def test_a_sentence_that_nobody_knows_stays_english() -> None:
    assert catalogue("de").reason(GREETING(n=1, what=3)) == "1 day of 3"
    assert Catalogue("de", {}, {}).reason(IllegalMove("Something new").reason) == "Something new"


def test_a_kind_knows_its_parts() -> None:
    with pytest.raises(TypeError, match="expected the parts n, what"):
        GREETING(n=1)
    with pytest.raises(ValueError, match="other parts"):
        ReasonKind("wrong", "{n} things", count=NUMBER)


def test_an_error_has_its_reason_its_place_and_a_text() -> None:
    error = InputError(GREETING(n=1, what=None), "moves[3]", "3B2")
    assert str(error) == "moves[3]: 3B2: 1 day of None"
    assert error.reason.code == "greeting"
    assert error.place == ("moves[3]", "3B2")
    missing = InputError(MISSING(path="turn"), "position", "turn")
    assert str(missing) == "position: turn is missing"
    assert str(InputError(GREETING(n=1, what=None), "")) == "top level: 1 day of None"
