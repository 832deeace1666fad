"""The kinds of games of Azul whose speed is measured."""

from azulejos.games.azul.options import WALLS

KINDS = {
    f"{players}{suffix}": {"players": players, "wall": wall}
    for wall, suffix in zip(WALLS, ("", "-grey"), strict=True)
    for players in (2, 3, 4)
}
