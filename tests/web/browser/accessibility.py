"""Checks in the manner of axe-core, our own: what a page must have for everyone to use it."""

from pathlib import Path
from typing import Any

from .visitor import Visitor

ROLES = (
    "alert button dialog group img link list listitem navigation region status table main banner "
    "contentinfo slider checkbox radio option combobox textbox heading presentation none"
)


CHECKS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").partition("\n")[2]


def violations(visitor: Visitor) -> list[str]:
    """Everything that is wrong with the page as it is now."""
    found: Any = visitor.page.evaluate(CHECKS, ROLES.split())
    return list(found)
