"""Who is called what, and where points can be read by those who want nothing to move."""

from collections.abc import Callable

from playwright.sync_api import expect

from ..service import nearly_over
from . import azul_player
from .visitor import Visitor


def test_without_a_name_one_is_you_to_oneself_and_a_number_to_others(
    visit: Callable[..., Visitor],
) -> None:
    host, friend = visit(), visit(locale="de-DE")
    host.goto("/new?friends=1")
    host.page.get_by_label("Who begins").select_option("0")
    host.page.get_by_role("button", name="Set the table").click()
    host.expect_ready()
    link = host.page.get_by_label("Link to this table").input_value()
    host.page.get_by_role("button", name="Close").click()
    friend.goto(link)
    expect(friend.page.locator("#join-name")).to_have_value("")
    # Who only watches may sit down later.
    friend.page.get_by_role("button", name="Nur zuschauen").click()
    friend.page.locator("#sit").click()
    friend.page.locator("#join-seats button").click()
    expect(friend.one(".seat-card.mine")).to_be_attached()
    friend.expect_ready()
    expect(friend.page.locator("#sit")).to_be_hidden()
    assert friend.all(".seat-who").all_inner_texts() == ["Spieler 1", "Du"]
    expect(host.all(".seat-who")).to_have_text(["You", "Player 2"])
    expect(friend.one("#status")).to_have_text("Spieler 1 ist am Zug")


def test_moves_of_ones_own_have_their_verb(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Start filling").click()
    visitor.expect_ready()
    visitor.one(".field.open").click()
    expect(visitor.one("#moves button")).to_contain_text("You lay on")
    expect(visitor.one("#message")).to_contain_text("You lay on")


def test_points_of_a_round_can_be_read_without_motion(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.open_record(visitor, nearly_over("azul", left=3))
    azul_player.play_out(visitor, lambda place: place.click())
    expect(visitor.one("#message")).to_contain_text("is scored. Player 1: ")
    scored = visitor.all(".move-points").all_inner_texts()
    assert scored[-1].startswith("Player 1 ")
    # The list tells the same when the page comes again, with its newest part.
    visitor.page.reload()
    visitor.expect_ready()
    again = visitor.all(".move-points").all_inner_texts()
    assert again == scored[-len(again) :]
    rounds = visitor.all(".move-round").all_inner_texts()
    last = visitor.table()["position"]["round"]
    assert rounds == [f"Round {number}" for number in range(last - len(rounds) + 1, last + 1)]
    assert len(rounds) == len(again)


def test_a_finished_record_offers_no_rematch(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.open_record(visitor, nearly_over("azul", left=0))
    visitor.page.locator("#show-result").click()
    expect(visitor.one("#result-title")).to_contain_text("Player")
    expect(visitor.one("#rematch")).to_be_hidden()


def test_who_watches_a_running_game_gets_no_offer_that_is_refused(
    visit: Callable[..., Visitor],
) -> None:
    player, watcher = visit(), visit()
    azul_player.new_table(player)
    version = player.version
    azul_player.picks(player, lambda place: place.click()).click()
    player.wait_beyond(version)
    watcher.goto(player.page.url)
    watcher.expect_ready()
    for visitor, offered in ((player, True), (watcher, False)):
        visitor.one("#step-back").click()
        expect(visitor.one("#to-now")).to_be_visible()
        assert visitor.one("#branch").is_visible() == offered
    watcher.page.get_by_role("button", name="Invite").click()
    expect(watcher.one("#invite-text")).to_have_text("Whoever opens this link can watch.")
