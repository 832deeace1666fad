"""Data for the scripts of a page, in the page."""

import json

from markupsafe import Markup


def data_block(data: object) -> Markup:
    """JSON for a <script type="application/json">: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028"))
