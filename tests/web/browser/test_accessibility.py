"""Everyone can use every page: names, contrast, landmarks, focus that is seen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from . import azul_player
from .accessibility import violations
from .test_azuleo import start as start_azuleo
from .test_azuleo import take_turn, wait_for_turn_or_end
from .test_pages import PAGES
from .visitor import Visitor


def test_the_checks_find_what_is_wrong(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/")
    broken = (
        "<h4>x</h4><button></button><svg role=img></svg><p>pale</p>"
        "<i id=a></i><i id=a></i><b role=buton aria-pressed=yes tabindex=3></b>"
        "<button aria-label=Go>Stay</button>"
        "<label for=gone>x</label><input><div aria-hidden=true><a href=x>x</a></div>"
    )
    visitor.page.evaluate(
        "html => { const box = document.createElement('div'); box.innerHTML = html;"
        " for (const p of box.querySelectorAll('p'))"
        " Object.assign(p.style, { color: '#aaa', background: '#fff' });"
        " document.querySelector('main').append(box); }",
        broken,
    )
    found = "\n".join(violations(visitor))
    for rule in (
        "heading-order",
        "button-name",
        "svg-img-alt",
        "label-content-name-mismatch",
        "color-contrast",
        "aria-roles",
        "tabindex",
        "label:",
        "aria-hidden-focus",
    ):
        assert rule in found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages(visit: Callable[..., Visitor], scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.allowed.add(404)
    for path in (*PAGES, "/nowhere"):
        visitor.goto(path)
        assert violations(visitor) == [], path


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_the_table_of_azul(visit: Callable[..., Visitor], scheme: str, width: int) -> None:
    visitor = visit(width, color_scheme=scheme)
    azul_player.new_table(visitor)
    assert visitor.wait_for_turn_or_end()
    assert violations(visitor) == []
    place = azul_player.picks(visitor, lambda one: one.click())
    assert violations(visitor) == []
    version = visitor.version
    place.click()
    visitor.wait_beyond(version)
    assert visitor.wait_for_turn_or_end()
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.one("#history-tools")).to_be_visible()
    assert violations(visitor) == []
    visitor.page.get_by_role("button", name="Back to the current position").click()
    visitor.page.get_by_role("button", name="Invite").click()
    expect(visitor.page.get_by_label("Private link to your seat")).to_be_visible()
    assert violations(visitor) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_of_azuleo(visit: Callable[..., Visitor], scheme: str) -> None:
    visitor = visit(360, color_scheme=scheme)
    start_azuleo(visitor, "Play Azuleo")
    for _ in range(2):
        assert wait_for_turn_or_end(visitor)
        assert violations(visitor) == []
        take_turn(visitor)
    assert wait_for_turn_or_end(visitor)
    visitor.one(".acting .cross").click()
    assert violations(visitor) == []


def test_moves_are_heard(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.new_table(visitor)
    assert visitor.wait_for_turn_or_end()
    version = visitor.version
    azul_player.picks(visitor, lambda one: one.click()).click()
    visitor.wait_beyond(version)
    assert visitor.wait_for_turn_or_end()
    expect(visitor.one("#live")).to_contain_text("Apprentice:")
    expect(visitor.one("#live")).to_contain_text("Your turn.")
    labels = visitor.page.eval_on_selector_all(
        ".lot, .line, .floor", "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert all(labels)
    assert any(label.startswith("Factory ") for label in labels)


def test_focus_is_seen(visit: Callable[..., Visitor]) -> None:
    """Whatever Tab reaches looks different while it has the focus."""
    visitor = visit()
    for path in ("/", "/new"):
        visitor.goto(path)
        for _ in range(25):
            visitor.page.keyboard.press("Tab")
            seen = visitor.page.evaluate(
                "() => { const one = document.activeElement;"
                " if (one === document.body) return true;"
                " const style = getComputedStyle(one.closest('.choice') ?? one);"
                " return style.outlineStyle !== 'none' || style.boxShadow !== 'none'"
                " || one.matches('.skip'); }"
            )
            assert seen, visitor.page.evaluate("() => document.activeElement.outerHTML")
