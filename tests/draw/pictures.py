"""Positions to draw, and eyes for the drawings."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

HERE = Path(__file__).parent / "positions"
NAMES = sorted(path.stem for path in HERE.glob("*.json"))
SVG = "{http://www.w3.org/2000/svg}"


def position(name: str) -> dict[str, Any]:
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def positions_along(game: Any, seed: int, every: int) -> Iterator[Any]:
    """The game after every so many random moves, to its end."""
    chance = random.Random(seed)
    played = 0
    while not game.is_over and played < 400:
        if played % every == 0:
            yield game
        game.play(chance.choice(game.legal_moves()))
        played += 1
    yield game


def look(text: str) -> Element:
    """The drawing, parsed, after checking what holds for every one of them."""
    root = fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root[0].tag == SVG + "title"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href") for element in root.iter(SVG + "use")}
    assert used == {f"#{name}" for name in ids}
    for forbidden in ("<script", "http://", "https://", "url(", "javascript:", "<image", "@import"):
        assert forbidden not in text.replace("http://www.w3.org/2000/svg", "")
    return root


def seen(root: Element, kind: str, **data: object) -> list[Element]:
    """The elements of a class (of several, with spaces) whose data-attributes are these."""
    wanted = {f"data-{name}": str(value) for name, value in data.items()}
    return [
        element
        for element in root.iter()
        if set(kind.split()) <= set(element.get("class", "").split())
        and all(element.get(name) == value for name, value in wanted.items())
    ]
