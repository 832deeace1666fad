"""A link to a moment of a game, a picture of it, and sounds that can be switched off."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import expect

from .accessibility import violations
from .test_my_games import begin, play_out
from .test_together import sit_down, table_for_two, take_turn
from .visitor import Visitor

Come = Callable[..., Visitor]
#: Counts the tones that the page lets ring.
LISTENS = """() => {
  window.tones = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...all) { super(...all); window.tones++; }
  };
}"""


def test_a_moment_and_its_picture_are_shared(visit_host: Come, tmp_path: Path) -> None:
    ann = visit_host()
    begin(ann)
    table = play_out(ann)
    ann.page.get_by_role("button", name="Look at the table").click()
    for _ in range(3):
        ann.page.get_by_role("button", name="One move back").click()
    there = f"After move {table['entries'] - 3} of {table['entries']}"
    expect(ann.one("#status")).to_have_text(there)
    ann.page.get_by_role("button", name="Share").click()
    expect(ann.one("#sharing-what")).to_have_text(there)
    assert violations(ann) == []
    image = ann.one("#sharing-picture")
    expect(image).to_be_visible()
    assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") == 1200
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Save as PNG").click()
    download.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG\r\n")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(tmp_path / "picture.svg")
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    drawn = ElementTree.fromstring(text)
    words = " ".join(drawn.itertext())
    # Nobody who gets it is "You" in it.
    assert "Player 1" in words
    assert "Apprentice" in words
    assert "You" not in words
    assert there in words
    assert "<script" not in text
    assert text.count("#az-tile-") > 20

    ann.page.get_by_text("As a QR code").click()
    code = ann.one("#moment-qr")
    expect(code).to_be_visible()
    assert code.evaluate("one => one.decode().then(() => one.naturalWidth > 20)")
    link = ann.page.get_by_label("Link to this moment").input_value()
    bo = visit_host(360, 740)
    bo.page.goto(link)
    bo.expect_ready()
    expect(bo.one("#status")).to_contain_text(there)
    assert "#" not in bo.page.url
    assert not bo.scrolls_sideways()


def test_a_link_to_a_game_of_which_some_is_missing_says_so(visit_site: Come) -> None:
    visitor = visit_site()
    visitor.page.goto("t/azul/0/?at=3#record=abc")
    expect(visitor.one(".sorry")).to_contain_text("This link shows no game")
    visitor.troubles.clear()  # the console says so, too


def test_sounds_are_heard_and_switched_off_for_good(visit: Come) -> None:
    visitor = visit()
    visitor.page.add_init_script(f"({LISTENS})()")
    begin(visitor)
    assert visitor.wait_for_turn_or_end()
    button = visitor.page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "true")
    visitor.one("section.bar").click(
        position={"x": 4, "y": 4}
    )  # a page may sound once its reader has done something
    move(visitor)
    assert visitor.page.evaluate("() => window.tones") > 0
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    visitor.page.reload()
    visitor.expect_ready()
    expect(visitor.page.get_by_role("button", name="Sounds")).to_have_attribute(
        "aria-pressed", "false"
    )
    visitor.one("section.bar").click(position={"x": 4, "y": 4})
    move(visitor)
    assert visitor.page.evaluate("() => window.tones") == 0
    kept = visitor.page.evaluate("() => localStorage.getItem('azulejos.table')")
    assert json.loads(kept)["sound"] is False


#: Keeps the tones that ring: the pitch of each, and whether the page may be heard.
HEARS = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push([Math.round(this.frequency.value), this.context.state]);
    return start.apply(this, when);
  };
}"""
#: The two tones of one's turn.
TURN = [[784, "running"], [587, "running"]]


def test_ones_turn_is_heard_and_stands_in_the_title(visit: Come) -> None:
    ana, bo = visit(), visit()
    bo.page.add_init_script(f"({HEARS})()")
    sit_down(bo, table_for_two(ana), "Bo")
    expect(bo.page).to_have_title("Azul · Azulejos")
    bo.one("section.bar").click(position={"x": 4, "y": 4})
    assert bo.page.evaluate("() => window.heard") == []
    take_turn(ana, bo)
    expect(bo.page).to_have_title("● Azul · Azulejos")
    bo.page.wait_for_function("() => window.heard.some(([pitch]) => pitch === 784)")
    heard = bo.page.evaluate("() => window.heard")
    assert [tone for tone in heard if tone in TURN] == TURN  # once
    take_turn(bo, ana)
    expect(bo.page).to_have_title("Azul · Azulejos")
    assert [tone for tone in bo.page.evaluate("() => window.heard") if tone in TURN] == TURN


def move(visitor: Visitor) -> None:
    """Type the first legal move, and wait for the bot's."""
    assert visitor.wait_for_turn_or_end()
    version = visitor.version
    visitor.page.keyboard.type(visitor.table()["legal"][0])
    visitor.wait_beyond(version + 1)
    assert visitor.wait_for_turn_or_end()
