"""A phone, and words longer than the English ones."""

from collections.abc import Callable

import pytest

from . import azul_player
from .visitor import Visitor

#: Every button in the bar, with the longest words that it may carry.
EVERY_BUTTON = """words => {
  document.getElementById("undo").textContent = words;
  const buttons = [...document.querySelectorAll(".tools .button")];
  for (const button of buttons) button.hidden = false;
  const boxes = [document.getElementById("status"), ...buttons].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });
  return boxes;
}"""


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not beside and one["top"] < other["bottom"] and other["top"] < one["bottom"]


@pytest.mark.parametrize(
    ("language", "ask"), [("de", "Um Rücknahme bitten"), ("sv", "Be om att få ångra")]
)
def test_every_button_of_the_bar_has_room(
    visit: Callable[..., Visitor], language: str, ask: str
) -> None:
    visitor = visit(360, 740)
    azul_player.new_table(visitor)
    visitor.page.locator(f"[name=language][value={language}]").click()
    visitor.page.wait_for_selector(f"html[lang={language}][data-ready]", state="attached")
    assert visitor.wait_for_turn_or_end()
    status, *buttons = visitor.page.evaluate(EVERY_BUTTON, ask)
    assert len(buttons) >= 4
    assert not visitor.scrolls_sideways()
    assert status["right"] - status["left"] > 300
    assert status["bottom"] - status["top"] < 80
    boxes = [status, *buttons]
    for number, one in enumerate(boxes):
        assert 0 <= one["left"] < one["right"] <= 360
        assert not any(overlap(one, other) for other in boxes[:number])
