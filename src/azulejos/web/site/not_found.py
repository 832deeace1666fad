"""The page that a static host shows where there is none: `404.html`, at whatever address.

No relative address of it leads anywhere for sure, so it brings its style and its script along; the
policy in its head permits these two, by their digests, and nothing else.
"""

import base64
import hashlib
from pathlib import Path

from markupsafe import Markup

from azulejos.web.languages import LANGUAGES, catalogue
from azulejos.web.pages.rendering import template

FILE = "404.html"
_HERE = Path(__file__).parent


def not_found() -> bytes:
    """The page, in every language: its script leaves the reader's."""
    style, script = (
        (_HERE / f"not_found.{kind}").read_text(encoding="utf-8").strip() for kind in ("css", "js")
    )
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'"
    )
    html = template("site_404.html").render(
        languages=[catalogue(language) for language in LANGUAGES],
        policy=policy,
        style=Markup(style),
        script=Markup(script),
    )
    return html.encode()


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
