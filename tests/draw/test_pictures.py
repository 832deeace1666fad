"""What holds for every drawing: safe, the same every time, and clear about bad input."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree.ElementTree import fromstring, tostring

import pytest

from azulejos import draw
from azulejos.core.errors import OptionError, PositionError

from .pictures import NAMES, look, position, seen

NASTY = [
    "<script>alert(1)</script>",
    '"><image href="https://example.org/x"/>',
    "]]>&amp;<!--",
    "\x00\x1b\ud800\uffff",
    "{name} {number} {scores}",
    "",
    "m" * 10_000,
    "名" * 50,
]


@pytest.mark.parametrize("name", ["azul-2-over", "azuleo-4-start"])
@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_names_and_titles_are_only_ever_text(name: str, nasty: str) -> None:
    data = position(name)
    text = draw.svg(data, names=[nasty] * data["players"], title=nasty, words={"bag": nasty})
    assert tags(text) == tags(draw.svg(data))
    text.encode("utf-8")


def tags(text: str) -> set[str]:
    return {element.tag for element in fromstring(text).iter()}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_position_gives_the_same_text(name: str) -> None:
    before = position(name)
    data = copy.deepcopy(before)
    assert draw.svg(data) == draw.svg(data)
    assert data == before


def test_another_process_draws_the_same() -> None:
    program = (
        "import hashlib, json, sys; from azulejos import draw;"
        "print(hashlib.sha256(draw.svg(json.load(sys.stdin)).encode()).hexdigest());"
        "print('numba' in sys.modules)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(position("azul-4-middle")),
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    (output,) = outputs
    assert output.endswith("False\n"), "drawing must not wait for the compiler"


def test_symbols_of_one_id_are_the_same_everywhere() -> None:
    symbols: dict[str, str] = {}
    for text in [draw.svg(position(name)) for name in NAMES]:
        for element in look(text).iter():
            if element.get("id"):
                drawn = tostring(element, encoding="unicode")
                assert symbols.setdefault(element.get("id", ""), drawn) == drawn


def test_title_and_description() -> None:
    root = look(draw.svg(position("azul-2-start"), names=["Ana", "Bo & Co"]))
    assert root[0].text == "Azul: Round 1 · Ana to move"
    assert root[1].text is not None
    assert root[1].text.startswith("Azul, 2 players, coloured wall. Round 1 · Ana to move.")
    assert "Bo & Co 0" in root[1].text
    assert look(draw.svg(position("azul-2-start"), title="Hej"))[0].text == "Hej"


def test_words_can_be_replaced() -> None:
    text = draw.svg(
        position("azul-2-start"),
        words={"bag": "Beutel", "to_move": "{name} ist am Zug", "player": "Spieler {number}"},
    )
    assert "Beutel" in text
    assert "Spieler 1 ist am Zug" in text
    with pytest.raises(OptionError, match="sack"):
        draw.svg(position("azul-2-start"), words={"sack": "Beutel"})


def test_size_and_layout() -> None:
    data = position("azul-3-grey-middle")
    assert look(draw.svg(data)).get("width") is None
    assert look(draw.svg(data, size=800)).get("width") == "800"

    def shape(**options: Any) -> bool:
        _, _, width, height = map(float, look(draw.svg(data, **options)).get("viewBox").split())
        return height > 1.5 * width

    assert not shape(size=800)
    assert shape(size=360)
    assert not shape(size=360, layout="wide")
    assert shape(layout="tall")


@pytest.mark.parametrize(
    "options",
    [
        {"size": 0},
        {"size": -5},
        {"size": float("nan")},
        {"size": "12"},
        {"size": True},
        {"layout": "round"},
        {"theme": "pink"},
        {"names": ["only one"]},
        {"names": "ab"},
        {"names": 5},
        {"names": {"Ana"}},
        {"title": 5},
        {"words": {"player": 5}},
        {"words": {"player": None}},
        {"words": {5: "five"}},
        {"words": ["player"]},
    ],
    ids=str,
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        draw.svg(position("azul-2-start"), **options)


def test_parts() -> None:
    azul, azuleo = position("azul-4-middle"), position("azuleo-2-view")
    assert len(seen(look(draw.part(azul, "display")), "factory")) == 9
    assert len(seen(look(draw.board(azul, 3, names=list("abcd"))), "board", player=3)) == 1
    assert len(seen(look(draw.board(azuleo)), "field")) == 36
    assert len(seen(look(draw.part(azuleo, "side", 0)), "back")) == 3
    for colour in "BYRKW":
        assert seen(look(draw.piece("azul", "tile", colour)), "tile", colour=colour)
    assert seen(look(draw.piece("azul", "tile", "M", size=18)), "marker")
    assert [
        t.get("data-colour") for t in seen(look(draw.piece("azul", "factory", "BBYR")), "tile")
    ] == list("BBYR")
    assert not seen(look(draw.piece("azul", "factory", "")), "tile")
    assert seen(look(draw.piece("azuleo", "cross", "GRYB")), "cross", cross="GRYB")
    assert seen(look(draw.piece("azuleo", "cross", "#")), "blockade")
    assert seen(look(draw.piece("azuleo", "cross", "?")), "back")
    assert seen(look(draw.piece("azuleo", "plate", "BG", title="<b>")), "plate", pair="BG")


@pytest.mark.parametrize(
    "part",
    [
        lambda: draw.piece("azul", "tile", "G"),
        lambda: draw.piece("azul", "tile", "BY"),
        lambda: draw.piece("azul", "tile", ""),
        lambda: draw.piece("azul", "factory", "BBYRK"),
        lambda: draw.piece("azul", "factory", "G"),
        lambda: draw.piece("azuleo", "cross", "RRBG"),
        lambda: draw.piece("azuleo", "cross", "RYB"),
        lambda: draw.piece("azuleo", "plate", "RR"),
        lambda: draw.piece("azuleo", "plate", "R"),
        lambda: draw.board(position("azul-4-middle")),
        lambda: draw.board(position("azul-4-middle"), 4),
        lambda: draw.part(position("azuleo-2-view"), "side", 2),
        lambda: draw.part(position("azul-4-middle"), "side", 0),
        lambda: draw.part(position("azuleo-2-view"), "display"),
    ],
)
def test_bad_parts(part: Callable[[], str]) -> None:
    with pytest.raises(ValueError, match="expected"):
        part()


@pytest.mark.parametrize("data", [None, 5, "azul", [], {}, {"players": 2}, {"boards": []}, b"x"])
def test_no_position_at_all(data: Any) -> None:
    with pytest.raises(PositionError):
        draw.svg(data)


UNREAD = {"idle", "idle_limit", "unseen"}  # no part of the picture
OPTIONS_READ = {"mode", "board"}


def places(data: Any, way: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every place in plain data: what holds it, the key there, the way to it."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        if key in UNREAD or (way == ".options" and key not in OPTIONS_READ):
            continue
        yield data, key, f"{way}.{key}"
        if isinstance(value, dict | list):
            yield from places(value, f"{way}.{key}")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("junk", ["?", -1, 1.5, {"a": 1, "b": "x"}, [[]], 10**40, "R" * 10**6])
def test_a_spoilt_position_is_refused_wherever_it_is_spoilt(name: str, junk: Any) -> None:
    data = position(name)
    for holder, key, way in places(data):
        if junk == "?" and ".hand." in way:
            continue  # a cross that nobody has shown us
        good, holder[key] = holder[key], junk
        with pytest.raises(PositionError) as caught:
            draw.svg(data)
        assert len(str(caught.value)) < 300, way
        holder[key] = good
    draw.svg(data)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_with_something_missing_is_refused(name: str) -> None:
    for key in set(position(name)) - UNREAD:
        data = position(name)
        del data[key]
        with pytest.raises(PositionError):
            draw.svg(data)


def test_the_message_says_where() -> None:
    data = position("azul-3-grey-middle")
    data["boards"][1]["lines"][2]["count"] = 9
    with pytest.raises(PositionError, match=r"boards\[1\]\.lines\[2\]\.count"):
        draw.svg(data)
    data = position("azuleo-2-shape-over")
    data["board"][0][0] = "RYBG"
    with pytest.raises(PositionError, match=r"board\[0\]\[0\].*no field"):
        draw.svg(data)
