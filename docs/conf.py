"""How Sphinx builds the site: `make docs`. Nothing is fetched, and a warning is an error."""

import os
import re
from pathlib import Path

# Interpreted, so that the reference finds plain functions; and nothing has to be compiled.
os.environ["NUMBA_DISABLE_JIT"] = "1"

from pygments.lexers.special import TextLexer

import azulejos

ART = "../src/azulejos/web/static/art"

project = "Azulejos"
project_copyright = "the authors of Azulejos"
release = version = azulejos.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # notebooks are kept with their outputs

# ── The reference ────────────────────────────────────────────────────────────────────────────────

default_role = "literal"  # what stands in backquotes in a docstring is code
autodoc_default_options = {
    "members": True,
    "imported-members": True,  # a package's __all__ says what is public
    "inherited-members": True,
    "member-order": "bysource",
    "exclude-members": "add_note, with_traceback, count, index",  # of every exception and tuple
}
autodoc_typehints_format = "short"

# ── The look ─────────────────────────────────────────────────────────────────────────────────────

html_theme = "furo"
pygments_style = "github-light-high-contrast"
pygments_dark_style = "github-dark-high-contrast"
html_title = "Azulejos"
html_logo = html_favicon = f"{ART}/icon.svg"
html_static_path = ["_static", ART]
html_css_files = ["site.css"]
html_copy_source = False
html_show_search_summary = False  # it would have to be fetched, which a file may not
copybutton_exclude = ".linenos, .gp, .go"  # neither prompts nor answers are copied
#: The palette of the tables in the browser: by day, by night.
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#14306b",
        "color-brand-content": "#1e4796",
        "color-brand-visited": "#4b3f8f",
        "color-foreground-primary": "#1c2b4d",
        "color-foreground-secondary": "#565f78",
        "color-foreground-muted": "#565f78",
        "color-foreground-border": "#76839f",
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f7f3e8",
        "color-background-hover": "#e6edf8",
        "color-background-border": "#cbd4e4",
        "color-inline-code-background": "#f1ebdc",
        "color-api-background": "#f7f3e8",
        "color-api-name": "#14306b",
        "color-api-pre-name": "#565f78",
        "color-table-header-background": "#e6edf8",
        "color-highlight-on-target": "#fff3d2",
    },
    "dark_css_variables": {
        "color-brand-primary": "#b5cdf4",
        "color-brand-content": "#8fb2ea",
        "color-brand-visited": "#b9a8ef",
        "color-foreground-primary": "#f2ead9",
        "color-foreground-secondary": "#aab7d3",
        "color-foreground-muted": "#aab7d3",
        "color-foreground-border": "#7d91bb",
        "color-background-primary": "#0b1428",
        "color-background-secondary": "#0e1930",
        "color-background-hover": "#1c2f56",
        "color-background-border": "#2c4069",
        "color-inline-code-background": "#182848",
        "color-api-background": "#101d38",
        "color-api-name": "#b5cdf4",
        "color-api-pre-name": "#aab7d3",
        "color-table-header-background": "#1c2f56",
        "color-highlight-on-target": "#3a3216",
    },
}


#: Files beside docs/ that have a page: where a text links to the file, the site links to the page.
PAGES_OF_FILES = {
    r"examples/([\w-]+)\.ipynb": r"/examples/notebooks/\2",
    r"docs/([\w/-]+)\.md": r"/\2",  # in notebooks
    r"CHANGELOG\.md": "/changelog",
    r"CONTRIBUTING\.md": "/contributing",
    r"SECURITY\.md": "/security",
}


def link_to_pages(app, docname, source):  # noqa: ARG001
    """Show files outside docs/, and let links to them lead to the pages that do."""
    docs = Path(app.srcdir)
    shown = r"```\{include\} (\.\./\w+\.md)\n```"
    source[0] = re.sub(shown, lambda found: (docs / found[1]).read_text("utf-8"), source[0])
    for file, page in PAGES_OF_FILES.items():
        link = rf'\[([^]["]+)\]\((?:\.\./)*{file}\)'  # without quotes: a notebook is JSON
        source[0] = re.sub(link, rf"{{doc}}`\1 <{page}>`", source[0])


def not_ours(app, what, name, obj, skip, options):  # noqa: ARG001
    """Leave out what a package only imports (it has its own page), constants and tuple fields."""
    page = app.env.docname.removeprefix("reference/")
    home = getattr(obj, "__module__", None) or f"azulejos.{page}"
    imported = what == "module" and home.split(".")[1:2] != [page]
    return True if imported or name.isupper() or type(obj).__name__ == "_tuplegetter" else None


def setup(app):
    """Teach Sphinx what is ours."""
    app.add_lexer("session", TextLexer)  # the engine's: > what goes in, < what comes out
    app.connect("source-read", link_to_pages)
    app.connect("autodoc-skip-member", not_ours)
