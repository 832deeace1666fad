"""Everyone can use every page: axe-core's rules, the recommended ones included."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from .visitor import Visitor

#: All that axe-core knows, and a rule that it leaves out unless asked: what is written on a control
#: is part of its name, for those who speak to it.
OPTIONS = {
    "resultTypes": ["violations"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
#: Colours between two states are nobody's: a frame, and what has begun to change has changed.
_SETTLED = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const going = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(going.map((one) => one.finished.catch(() => null)));
}"""


def violations(visitor: Visitor) -> list[str]:
    """Everything that is wrong with the page as it is now."""
    visitor.page.evaluate(_SETTLED)
    found: Any = Axe().run(visitor.page, options=OPTIONS).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"]
    ]
