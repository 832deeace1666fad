"""A game in the render modes that the standards know, and as a drawing that scales."""

import io
import tempfile
from typing import Any

from azulejos.core.errors import without_extra

try:
    import gymnasium
    import resvg_py
    from PIL import Image, ImageFont, ImageOps
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from numpy.typing import NDArray

from azulejos import draw, games
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.envs.table import Game

#: Text on the screen, text, SVG text, and pixels.
MODES = ("human", "ansi", "svg", "rgb_array")
FRAMES_A_SECOND = 2
#: Width of the pixels' picture; its height follows from what is drawn.
WIDTH = 800
#: What shows around a drawing: its own ground.
GROUND = "#f1e8d3"

Frame = str | NDArray[np.uint8] | None


def names(players: int) -> list[str]:
    """What the players are called, in pictures and as agents."""
    return [f"player_{player}" for player in range(players)]


class Renderer:
    """Shows the games of an environment.

    mode: one of `MODES`, or None to show nothing. game: one that has not begun; all pictures in
    pixels have the size of its picture, as a video wants them.
    """

    def __init__(self, mode: str | None, game: Game) -> None:
        if mode is not None and mode not in MODES:
            known = ", ".join(map(repr, MODES))
            raise OptionError(f"render_mode: expected one of {known} or None, not {shorten(mode)}")
        self.mode = mode
        self._names = names(game.players)
        self._size = (0, 0)
        if mode == "rgb_array":
            self._size = self._drawn(game.to_dict()).size

    def show(self, game: Game, player: int) -> Frame:
        """What a player may know, or all of it once the game is over; "human" prints it.

        Returns a text ("ansi", "svg"), uint8 (height, width, 3) ("rgb_array"), or None.
        """
        if self.mode is None:
            gymnasium.logger.warn("render() shows nothing: no render_mode was given")
            return None
        position = game.to_dict() if game.is_over else game.view(player)
        if self.mode == "svg":
            return draw.svg(position, names=self._names)
        if self.mode == "rgb_array":
            return np.array(ImageOps.pad(self._drawn(position), self._size, color=GROUND))
        text = games.spec(game.NAME).board_text(position)
        if self.mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _drawn(self, position: dict[str, Any]) -> Image.Image:
        return picture(draw.svg(position, names=self._names, size=WIDTH, theme="light"))


def picture(svg: str) -> Image.Image:
    """An SVG in pixels, the same on every machine, be there fonts or not."""
    typeface = ImageFont.load_default(size=16)  # Pillow carries one
    assert isinstance(typeface, ImageFont.FreeTypeFont)
    with tempfile.NamedTemporaryFile(suffix=".ttf") as file:
        file.write(typeface.font_bytes)
        file.flush()
        png = resvg_py.svg_to_bytes(
            svg_string=svg.replace("−", "-"),  # it has no minus
            background=GROUND,
            skip_system_fonts=True,
            font_files=[file.name],
            serif_family=str(typeface.getname()[0]),
        )
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")
