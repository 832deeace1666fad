"""The palette, and the style sheet that every drawing carries.

The sheet paints what surrounds the tiles: by day cream glaze with cobalt lines, by night the same
panel in midnight blue. Tiles keep their colours. Every rule is bound to `.azulejos`, since the
sheet of a drawing that is put into a page reaches the whole page. A page can switch a drawing by
its data-theme ("auto" follows the reader's system), or paint over any of the classes.
"""

COBALT = "#1e4796"
DEEP = "#14306b"
SKY = "#9cbde6"
CREAM = "#faf4e6"
OCHRE = "#e2a72e"
SIENNA = "#80470f"
BRICK = "#a8361f"
WINE = "#6b1c12"
INK = "#262a35"
PEARL = "#cfd6e2"
GREEN = "#3c8a68"
FOREST = "#174a38"

# class: (by day, by night)
_PAINT = {
    "ground": ("fill:#f1e8d3", "fill:#0e1a33"),
    "panel": ("fill:#fcf8ee", "fill:#182848"),
    "frame": ("fill:none;stroke:#1e4796", "fill:none;stroke:#6f94cf"),
    "hair": ("fill:none;stroke:#8aa3cf", "fill:none;stroke:#40598c"),
    "ornament": ("fill:#1e4796", "fill:#6f94cf"),
    "lace": ("fill:none;stroke:#c6cfdf", "fill:none;stroke:#2c4473"),
    "dish": ("fill:#e6ecf5", "fill:#22365f"),
    "slot": ("fill:#efe6d3;stroke:#d5c7a8", "fill:#0f1c37;stroke:#2f4674"),
    "printed": ("opacity:.3", "opacity:.32"),
    "printed-W": ("opacity:.4", "opacity:.22"),
    "text": ("fill:#1c2b4d", "fill:#f4ecda"),
    "soft": ("fill:#66708a", "fill:#a3b1cf"),
    "loss": ("fill:#a33524", "fill:#ff9c85"),
    "gold": ("fill:#b9800f", "fill:#f0bb4c"),
    "turn": ("fill:none;stroke:#d4931a", "fill:none;stroke:#f0bb4c"),
    "highlight": ("fill:none;stroke:#e0641e", "fill:none;stroke:#ffb454"),
    # Charts: a line for each side, told apart by its dashes, too; and what is marked on them.
    "side-1": ("fill:none;stroke:#1e4796", "fill:none;stroke:#8fb2ea"),
    "side-2": ("fill:none;stroke:#a8361f", "fill:none;stroke:#ff9c85"),
    "side-3": ("fill:none;stroke:#2f7a58", "fill:none;stroke:#7fd0a8"),
    "side-4": ("fill:none;stroke:#8a5c00", "fill:none;stroke:#f0bb4c"),
    "good": ("fill:#22694c", "fill:#7fd0a8"),
}


def _rules(prefix: str, night: int) -> str:
    return "".join(f"{prefix} .az-{name}{{{paint[night]}}}" for name, paint in _PAINT.items())


_COMMON = (
    ".azulejos text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',"
    "Georgia,'DejaVu Serif',serif;font-variant-numeric:lining-nums tabular-nums}"
    ".azulejos .highlight{pointer-events:none}"
)

STYLE_SHEET = (
    _COMMON
    + _rules(".azulejos", 0)
    + _rules(".azulejos[data-theme=dark]", 1)
    + "@media (prefers-color-scheme:dark){"
    + _rules(".azulejos[data-theme=auto]", 1)
    + "}"
)

#: For a page with bare drawings: they all follow the data-theme of the page's root.
PAGE_STYLE_SHEET = (
    _COMMON
    + _rules(".azulejos", 0)
    + _rules("[data-theme=dark] .azulejos", 1)
    + "@media (prefers-color-scheme:dark){"
    + _rules("[data-theme=auto] .azulejos", 1)
    + "}"
)
