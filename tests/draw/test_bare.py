"""Drawings for a page that has the style sheet and the symbols once."""

from xml.etree.ElementTree import fromstring

import pytest

from azulejos import draw

from .pictures import NAMES, SVG, position, seen


def drawings(name: str) -> list[str]:
    data = position(name)
    whole = [draw.svg(data, bare=True)]
    if name.startswith("azul-"):
        boards = [draw.board(data, player, bare=True) for player in range(data["players"])]
        return [
            *whole,
            *boards,
            draw.part(data, "display", bare=True),
            draw.piece("azul", "tile", "B", bare=True),
        ]
    sides = [draw.part(data, "side", side, bare=True) for side in range(len(data["sides"]))]
    return [
        *whole,
        *sides,
        draw.board(data, bare=True),
        draw.piece("azuleo", "cross", "RYBG", bare=True),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_bare_drawing_holds_nothing_that_the_page_has(name: str) -> None:
    definitions = fromstring(draw.symbols("azul", "azuleo"))
    there = {f"#{element.get('id')}" for element in definitions.iter() if element.get("id")}
    for text in drawings(name):
        root = fromstring(text)
        assert not [element for element in root.iter() if element.get("id")]
        for tag in ("style", "title", "desc", "defs"):
            assert root.find(f".//{SVG}{tag}") is None
        assert root.get("role") == "img"
        assert root.get("aria-label")
        assert {use.get("href") for use in root.iter(SVG + "use")} <= there


def test_bare_boards_have_no_nameplate_but_all_their_places() -> None:
    root = fromstring(draw.board(position("azul-4-middle"), 2, bare=True))
    assert not seen(root, "nameplate")
    assert len(seen(root, "line")) == 5
    assert len(seen(root, "space")) == 25
    assert len(seen(root, "floor")) == 1


def test_tiles_that_are_taken_together_are_one_lot() -> None:
    data = position("azul-2-start")
    data["factories"][0] = [2, 1, 1, 0, 0]
    root = fromstring(draw.part(data, "display", bare=True))
    lots = {lot.get("data-colour"): len(lot) for lot in seen(root, "lot", source=1)}
    assert lots == {"B": 2, "Y": 1, "R": 1}


def test_the_sheet_follows_the_theme_of_the_page() -> None:
    sheet = draw.style_sheet()
    assert "[data-theme=dark] .azulejos" in sheet
    assert "[data-theme=auto] .azulejos" in sheet
