"""Every position that a page, a picture or a document shows is one that the rules accept.

Positions stand as lines of text in sources, pages, notebooks and files, and as data where drawings
are tested. What a page draws is looked at once more on its way to the drawing, however it was made.
"""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos import azul, azuleo, draw
from azulejos.games.azul import pages as azul_pages
from azulejos.games.azuleo import pages as azuleo_pages
from azulejos.web import languages
from azulejos.web.game_pages import pages_of

ROOT = Path(__file__).parent.parent
GAMES = {"azul": azul.Game, "azuleo": azuleo.Game}
#: Where somebody reads; tests elsewhere hold wrong positions on purpose.
SHOWN = ("README.md", "docs/", "examples/", "src/", "tests/draw/")
#: The head of a position in writing, and whatever it goes on with.
LINE = re.compile(r"(?:azul [2-4][cg] \d|azuleo [1-4] [dstx]\d?[: ])[^\"'`\n\\]*")
LONGEST = 200
#: A line of a docstring that goes on with the line before.
CONTINUED = re.compile(r"\n {8,}(?=\S)")
#: Where a script puts a text together of parts.
JOINED = re.compile(r'"\s*\+\s*"')


def files() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    shown = [ROOT / name for name in names if name.startswith(SHOWN)]
    return [path for path in shown if path.is_file()]


def texts(path: Path) -> Iterator[str]:
    """What is written in a file: of a program its texts, which may be put together of parts."""
    written = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(written)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield CONTINUED.sub(" ", node.value)
    else:
        yield JOINED.sub("", written) if path.suffix == ".js" else written


def written_positions() -> list[Any]:
    found = []
    for path in files():
        if path.suffix in (".py", ".md", ".txt", ".ipynb", ".js", ".html", ".toml"):
            for text in texts(path):
                for line in LINE.findall(text):
                    # A sentence about positions is none; a line cut short is one, and is wrong.
                    if "{" not in line[:12]:
                        found.append(pytest.param(line.strip(), id=f"{path.name}: {line[:60]}"))
    return found


@pytest.mark.parametrize("text", written_positions())
def test_a_position_in_writing(text: str) -> None:
    game = GAMES[text.split()[0]]
    assert game.from_text(text).to_text() == text


def test_positions_are_found_wherever_they_stand() -> None:
    """In a constant of two parts, in a docstring, a page, a notebook and a file of its own."""
    found = {str(position.id).partition(":")[0] for position in written_positions()}
    assert found >= {
        *("pages.py", "position.py", "notation.py"),
        *("README.md", "notation.md", "engine.md", "openspiel.md"),
        *("first_bot.ipynb", "azul.txt", "azuleo.txt", "lesson-1.txt"),
    }


def test_positions_to_draw() -> None:
    paths = sorted((ROOT / "tests" / "draw" / "positions").glob("*.json"))
    assert paths
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        GAMES[path.name.partition("-")[0]].from_dict(data)


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_what_pages_draw(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is highlighted on a board or in the middle is a move, or a space with a tile on it."""
    looked_at = []

    def watched(draw_it: Any) -> Any:
        def check(position: Any, *rest: Any, highlight: Any = (), **options: Any) -> str:
            name = "azuleo" if "sides" in position else "azul"
            game = GAMES[name].from_dict(position)
            moves = {str(move) for move in game.legal_moves()}
            for one in highlight:
                assert one in moves or on_the_wall(position, rest[-1], one), one
            looked_at.append(name)
            return str(draw_it(position, *rest, highlight=highlight, **options))

        return check

    for part in ("part", "svg"):
        monkeypatch.setattr(draw, part, watched(getattr(draw, part)))
    words = languages.catalogue(language)
    for game in GAMES:
        for picture in pages_of(game).pictures.values():
            picture(words)
    assert sorted(looked_at) == ["azul"] * 5 + ["azuleo"] * 3


def on_the_wall(position: dict[str, Any], player: int, space: str) -> bool:
    """Whether a space such as @33 holds a tile."""
    row, column = int(space[1]) - 1, int(space[2]) - 1
    return space[0] == "@" and position["boards"][player]["wall"][row][column] is not None


# ── What the captions say ────────────────────────────────────────────────────────────────────────


def test_the_two_yellow_tiles_have_just_the_places_that_the_caption_names() -> None:
    game = azul.Game.from_text(azul_pages.TWO_YELLOWS)
    moves = [str(move) for move in game.legal_moves() if str(move).startswith("2Y")]
    assert moves == ["2Y1", "2Y5", "2YF"]


def test_the_blue_tile_lies_in_a_row_of_four_and_a_column_of_three() -> None:
    wall = azul.Game.from_text(azul_pages.LONG_RUNS).to_dict()["boards"][0]["wall"]
    assert wall[2] == [None, "W", "B", "Y", "R"]
    assert [row[2] for row in wall] == ["R", None, "B", "W", "K"]


def test_the_fourth_cross_completes_an_azuleo() -> None:
    game = azuleo.Game.from_text(azuleo_pages.THREE_CROSSES)
    before = game.scores[0]
    game.play(azuleo_pages.FOURTH_CROSS)
    assert game.scores[0] == before + 4 + 2
