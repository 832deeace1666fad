"""What every game's tables are laid out with: card, panels, headings, nameplates."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from azulejos.draw.elements import (
    Block,
    at,
    circle,
    fitted,
    group,
    label,
    path,
    polygon,
    rectangle,
    star,
)

GAP = 20
MARGIN = 24
NARROW = 600  # pixels: a picture that is to be narrower than this stands upright by default


def upright(layout: str, size: float | None) -> bool:
    """Say whether everything goes into one column."""
    return layout == "tall" or (layout == "auto" and size is not None and size < NARROW)


def card(content: Block) -> Block:
    """Return the content on the ground that every table lies on, within a painted border."""
    width, height = content.width + 2 * MARGIN, content.height + 2 * MARGIN
    corners = [
        group(
            [
                path("M9 26V9H26", class_="az-frame", stroke_width=3),
                path("M17 12.4L21.6 17L17 21.6L12.4 17Z", class_="az-ornament"),
            ],
            transform=f"translate({x} {y}) scale({sx} {sy})",
        )
        for x, y, sx, sy in (
            (0, 0, 1, 1),
            (f"{width:g}", 0, -1, 1),
            (0, f"{height:g}", 1, -1),
            (f"{width:g}", f"{height:g}", -1, -1),
        )
    ]
    ground = [
        rectangle(0, 0, width, height, rx=14, class_="az-ground"),
        rectangle(6, 6, width - 12, height - 12, rx=9, class_="az-frame", stroke_width=1.6),
        rectangle(10, 10, width - 20, height - 20, rx=6, class_="az-hair", stroke_width=0.8),
    ]
    return Block(group([*ground, *corners, at(MARGIN, MARGIN, content.element)]), width, height)


def panel(width: float, height: float, *, turn: bool = False) -> Element:
    """Return a glazed panel with a fine double border; `turn` gilds it."""
    lines = [
        rectangle(0.8, 0.8, width - 1.6, height - 1.6, rx=9, class_="az-panel"),
        rectangle(5.5, 5.5, width - 11, height - 11, rx=5.5, class_="az-hair", stroke_width=0.8),
    ]
    if turn:
        lines.append(
            rectangle(1.5, 1.5, width - 3, height - 3, rx=8.5, class_="az-turn", stroke_width=4)
        )
    else:
        lines.append(
            rectangle(
                0.8, 0.8, width - 1.6, height - 1.6, rx=9, class_="az-frame", stroke_width=1.4
            )
        )
    return group(lines)


def heading(name: str, status: str, width: float) -> Block:
    """Return the game's name, what is going on, and a line beneath."""
    y, middle = 40, width / 2
    letters = label(
        name.upper(), 4, 27, 25, class_="az-text wordmark", font_weight=700, letter_spacing=5
    )
    line = path(
        f"M0 {y}H{middle - 16:g}M{middle + 16:g} {y}H{width:g}", class_="az-hair", stroke_width=1.2
    )
    return Block(
        group(
            [
                letters,
                label(
                    fitted(status, width - 30 - 24 * len(name), 17),
                    width - 4,
                    26,
                    17,
                    class_="az-soft status",
                    text_anchor="end",
                ),
                line,
                polygon([(middle + x, y + dy) for x, dy in star(4, 8, 3)], class_="az-ornament"),
                circle(middle - 12, y, 1.6, class_="az-ornament"),
                circle(middle + 12, y, 1.6, class_="az-ornament"),
            ],
            class_="heading",
        ),
        width,
        50,
    )


def nameplate(
    name: str,
    score: int,
    width: float,
    *,
    turn: bool,
    winner: bool,
    badges: Sequence[Element] = (),
    **data: str | float | None,
) -> Element:
    """Return a row with a name, badges 26 units wide, and a score; 44 units high.

    An arrow leads the name of whoever is to move, a star that of a winner. `data` goes onto the
    group.
    """
    x = 20.0
    row: list[Element] = []
    if turn:
        row.append(polygon([(x, 15), (x + 11, 22.5), (x, 30)], class_="az-gold arrow"))
        x += 18
    if winner:
        outline = [(x + 9 + dx, 22.5 + dy) for dx, dy in star(5, 10, 4.2)]
        row.append(polygon(outline, class_="az-gold winner"))
        x += 25
    shown = fitted(name, width - x - 90 - 30 * len(badges), 19)
    row.append(label(shown, x, 29, 19, class_="az-text name", font_weight=600))
    for index, badge in enumerate(badges):
        row.append(at(width - 90 - 30 * (len(badges) - index), 9.5, badge))
    row.append(
        label(
            str(score),
            width - 20,
            32,
            27,
            class_="az-text score",
            font_weight=700,
            text_anchor="end",
        )
    )
    row.append(path(f"M16 43.5H{width - 16:g}", class_="az-hair", stroke_width=0.8))
    return group(row, class_="nameplate", **data)
