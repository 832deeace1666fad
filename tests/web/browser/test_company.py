"""Company in browsers: an invitation, phrases in each reader's language, a seat given up."""

from collections.abc import Callable

from playwright.sync_api import expect

from .test_together import sit_down, table_for_two, take_turn
from .visitor import Visitor


def test_two_people_and_somebody_who_watches(visit: Callable[..., Visitor]) -> None:
    ana, bo, eve = visit(), visit(360, 640, locale="de-DE"), visit(1024, 768)
    link = table_for_two(ana)
    bo.goto(link)
    invitation = bo.page.get_by_role("dialog")
    expect(invitation).to_contain_text("Ana <b>& lädt dich")
    expect(invitation).to_contain_text("Wand – Farbig")
    invitation.get_by_label("Dein Name").fill("Bo")
    invitation.get_by_role("button", name="Hinsetzen").click()
    expect(bo.one(".seat-card.mine")).to_be_attached()
    bo.expect_ready()
    eve.goto(link)
    eve.expect_ready()
    expect(eve.one("#status")).to_contain_text("You are watching.")
    expect(ana.one("#company-count")).to_have_text("1")

    # What Ana says, Bo reads in German; nothing moves for it.
    ana.page.get_by_role("button", name="At this table").click()
    expect(ana.one("#company-watching")).to_have_text("1 person is watching.")
    ana.page.get_by_role("button", name="Good luck!").click()
    expect(bo.one(".bubble")).to_have_text("Viel Glück!")
    expect(bo.one("#live")).to_have_text("Ana <b>&: Viel Glück!")
    expect(eve.one(".bubble")).to_have_text("Good luck!")
    assert not bo.scrolls_sideways()

    # Who only watches has nothing to say, and no seat to give up.
    eve.page.get_by_role("button", name="At this table").click()
    expect(eve.one("#company-dialog")).to_be_visible()
    expect(eve.one("#phrases")).to_be_hidden()
    expect(eve.one("#company-seats")).to_be_empty()
    eve.page.get_by_role("button", name="Close").click()

    take_turn(ana, bo)
    version = ana.version
    bo.page.get_by_role("button", name="An diesem Tisch").click()
    bo.page.get_by_role("button", name="Einen Bot weiterspielen lassen").click()
    ana.wait_beyond(version + 1)  # Bo has gone, and a bot has moved
    expect(ana.one(".seat-card[data-player='1'] .seat-meta")).to_have_text("level 1")
    assert ana.wait_for_turn_or_end()
    expect(bo.one("#status")).to_contain_text("Du schaust zu.")

    # Eve takes the seat from the bot.
    eve.page.get_by_role("button", name="Sit down").first.click()
    eve.page.get_by_role("dialog").get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(eve.one(".seat-card.mine")).to_be_attached()
    expect(ana.one(".seat-card[data-player='1'] .seat-who")).to_have_text("Eve")


def test_a_table_is_found_by_others(visit: Callable[..., Visitor]) -> None:
    ana, bo = visit(), visit(360, 640)
    ana.goto("/tables")
    ana.page.get_by_role("link", name="Open a table").click()
    expect(ana.page.get_by_label("Show the table among the open tables")).to_be_checked()
    ana.page.get_by_label("Name on seat 1").fill("Ana")
    ana.page.get_by_role("button", name="Set the table").click()
    ana.expect_ready()
    bo.goto("/")
    bo.page.get_by_role("link", name="Look at the open tables").click()
    for _ in range(5):  # the list is made anew every two seconds
        if bo.page.get_by_role("listitem").filter(has_text="Ana").count():
            break
        bo.page.wait_for_timeout(1_000)
        bo.page.get_by_role("link", name="Look again").click()
    assert not bo.scrolls_sideways()
    bo.page.get_by_role("listitem").filter(has_text="Ana").get_by_role("link").first.click()
    sit_down(bo, bo.page.url, "Bo")
    expect(ana.one(".seat-card[data-player='1'] .seat-who")).to_have_text("Bo")
