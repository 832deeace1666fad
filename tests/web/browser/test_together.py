"""Two people with a browser each, and a link between them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ..service import nearly_over
from . import azul_player
from .visitor import Visitor


def table_for_two(ana: Visitor) -> str:
    """Ana sets a table with a seat for a friend; its address."""
    ana.goto("/new?friends=1")
    ana.page.get_by_label("Name on seat 1").fill("Ana <b>&")
    ana.page.get_by_label("Who begins").select_option("0")
    ana.page.get_by_role("button", name="Set the table").click()
    ana.expect_ready()
    link = ana.page.get_by_label("Link to this table").input_value()
    ana.page.get_by_role("button", name="Close").click()
    return link


def sit_down(visitor: Visitor, link: str, name: str) -> None:
    visitor.goto(link)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Sit down").click()
    expect(visitor.one(".seat-card.mine")).to_be_attached()
    visitor.expect_ready()


def take_turn(mover: Visitor, other: Visitor) -> None:
    """One move, seen by both."""
    assert mover.wait_for_turn_or_end()
    version = mover.version
    azul_player.picks(mover, lambda place: place.click()).click()
    mover.wait_beyond(version)
    other.wait_beyond(version)


def test_two_browsers_play_by_link(visit: Callable[..., Visitor]) -> None:
    ana, bo, watcher = visit(), visit(), visit(820, 1000)
    link = table_for_two(ana)
    sit_down(bo, link, "Bo")
    expect(ana.one(".seat-card[data-player='1'] .seat-who")).to_have_text("Bo")
    expect(bo.one(".seat-card[data-player='0'] .seat-who")).to_have_text("Ana <b>&")
    watcher.goto(link)
    watcher.expect_ready()

    take_turn(ana, bo)
    take_turn(bo, ana)
    # Ana reloads in the middle and sits where she sat.
    ana.page.reload()
    ana.expect_ready()
    take_turn(ana, bo)

    # Bo loses the line, Ana cannot see the difference; when it is back, Bo has missed nothing.
    version = bo.version
    bo.page.context.set_offline(True)
    banner = bo.one("#offline")
    expect(banner).to_be_visible()
    bo.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    assert bo.version == version
    take_turn(bo, ana)
    take_turn(ana, bo)

    # Taking back needs the other's word.
    ana.page.get_by_role("button", name="Ask for undo").click()
    expect(bo.page.get_by_role("dialog")).to_contain_text("would like to take back")
    bo.page.get_by_role("button", name="Agree").click()
    expect(ana.all("#moves li")).to_have_count(4)
    expect(bo.all("#moves li")).to_have_count(4)
    expect(watcher.all("#moves li")).to_have_count(4)
    take_turn(ana, bo)

    # Who only watches has seen everything and could do nothing.
    watcher.wait_beyond(bo.version - 1)
    assert watcher.all(".azulejos.ready").count() == 0
    assert watcher.drawing() != ""
    assert watcher.table()["mine"] == []


def test_the_invitation_goes_when_the_friend_has_come(visit: Callable[..., Visitor]) -> None:
    ana, bo = visit(), visit()
    ana.goto("/new?friends=1")
    ana.page.get_by_role("button", name="Set the table").click()
    ana.expect_ready()
    expect(ana.one("#invite[open]")).to_be_visible()
    sit_down(bo, ana.page.url, "Bo")
    expect(ana.all("#invite[open]")).to_have_count(0)
    expect(ana.one(".seat-card[data-player='1'] .seat-who")).to_have_text("Bo")
    # Who asks for the link to send it to those who watch keeps it.
    ana.page.get_by_role("button", name="Invite").click()
    expect(ana.page.get_by_label("Private link to your seat")).to_be_visible()
    version = ana.version
    mover = ana if ana.table()["turn"] == 0 else bo
    if mover is ana:
        ana.page.keyboard.press("Escape")
    azul_player.picks(mover, lambda place: place.click()).click()
    ana.wait_beyond(version)
    assert ana.all("#invite[open]").count() == (0 if mover is ana else 1)


def test_a_seat_on_another_device(visit: Callable[..., Visitor]) -> None:
    here, there = visit(), visit(360, 740)
    azul_player.new_table(here)
    here.page.get_by_role("button", name="Invite").click()
    private = here.page.get_by_label("Private link to your seat").input_value()
    there.goto(private)
    there.expect_ready()
    assert "/t/" in there.page.url
    assert there.wait_for_turn_or_end()
    version = here.version
    azul_player.picks(there, lambda place: place.click()).click()
    here.wait_beyond(version)
    assert not there.scrolls_sideways()


@pytest.mark.parametrize("sides_wanted", ["next", "same"])
def test_a_rematch(visit: Callable[..., Visitor], sides_wanted: str) -> None:
    visitor = visit()
    azul_player.open_record(visitor, nearly_over("azul", left=3))
    azul_player.play_out(visitor, lambda place: place.click())
    before, began = visitor.page.url, visitor.table()["options"]["first"]
    sides = visitor.page.get_by_label("Rematch", exact=True).filter(visible=True)
    expect(sides.locator("option")).to_have_text(
        [f"Player {2 - began} begins this time", f"Player {1 + began} begins again"]
    )
    sides.select_option(sides_wanted)
    visitor.page.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_url(lambda url: url != before)
    visitor.expect_ready()
    assert visitor.table()["options"]["first"] == (began + (sides_wanted == "next")) % 2
    assert visitor.table()["mine"] == [0, 1]
    assert visitor.table()["moves"] == []
