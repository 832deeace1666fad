"""The guided first games: every hint comes once, when it matters, and says what is so."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from . import azul_player
from .test_azuleo import take_turn
from .test_azuleo import wait_for_turn_or_end as wait_for_turn_of_azuleo
from .visitor import Visitor


@pytest.fixture
def visit(visit_host: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Both hosts of a table pass these tests."""
    return visit_host


Table = dict[str, Any]
#: What the card says. It is drawn only a frame after it has come: how it looks tells less.
_SAID = "() => document.querySelector('#coach:not([hidden]) p')?.textContent ?? ''"


class Listener:
    """Notes what the guide says, and checks each hint against the table."""

    def __init__(self, visitor: Visitor, checks: dict[str, Callable[[Table], bool]]) -> None:
        self.visitor = visitor
        self.checks = checks
        self.told: list[str] = []
        self.now = ""  # what the card says

    def listen(self, table: Table) -> str:
        """What is said that was not said a moment ago; "" if nothing is."""
        said = self.visitor.page.evaluate(_SAID)
        new, self.now = said != self.now, said
        if not said or not new or said in self.told[-1:]:  # it may lie under something meanwhile
            return ""
        assert said not in self.told, "a hint comes once"
        self.told.append(said)
        known = [check for words, check in self.checks.items() if words in said]
        assert len(known) == 1, said
        assert known[0](table), said
        return said

    def check(self, *words: str) -> None:
        """These were told, in this order."""
        missing = [one for one in words if not any(one in said for said in self.told)]
        assert not missing, self.told
        places = [next(n for n, said in enumerate(self.told) if one in said) for one in words]
        assert places == sorted(places)


# ── Azul ─────────────────────────────────────────────────────────────────────────────────────────


def board(table: Table) -> Any:
    return table["position"]["boards"][0]


def complete_lines(own: Any) -> list[int]:
    return [n for n, line in enumerate(own["lines"]) if line["count"] == n + 1]


def is_last_round(table: Table) -> bool:
    return any(
        own["wall"][line].count(None) == 1
        for own in table["position"]["boards"]
        for line in complete_lines(own)
    )


def on_the_wall(colour: str, own: Any) -> bool:
    return any(colour in row for row in own["wall"])


AZUL = {
    "Each factory holds four tiles": lambda table: all(
        sum(factory) == 4 for factory in table["position"]["factories"]
    ),
    "Now choose a line": lambda table: True,
    "A line never takes a colour": lambda table: on_the_wall(table["picked"], board(table)),
    "You have begun a line of this colour": lambda table: any(
        line["colour"] == table["picked"] for line in board(table)["lines"]
    ),
    "The round is over": lambda table: table["position"]["round"] > 1,
    "Your floor line is full": lambda table: len(board(table)["floor"]) == 7,
    "You must take tiles": lambda table: all(move[2] == "F" for move in table["legal"]),
    "This is the last round": is_last_round,
    "you have the marker": lambda table: "M" in board(table)["floor"],
    "Each tile on the floor line": lambda table: bool(set(board(table)["floor"]) - {"M"}),
    "A line is complete": lambda table: bool(complete_lines(board(table))),
    "The centre fills up": lambda table: sum(table["position"]["centre"]) > 0,
    "Look ahead": lambda table: not table["result"],
    "The bag is empty": lambda table: sum(table["position"]["bag"]) == 0,
    "The game is over": lambda table: bool(table["result"]),
}


#: A guided game is played to its end at one host: the same script tells the rest at the other.
BEGINNING = 10


def test_a_whole_guided_game_of_azul(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/first-game")
    visitor.page.get_by_role("button", name="Begin the guided game").click()
    visitor.expect_ready()
    guide = Listener(visitor, AZUL)
    closed = False  # a colour was chosen that the wall shows already: chance decides whether
    turns = 0
    while visitor.wait_for_turn_or_end():
        turns += 1
        if visitor.is_of_site and turns > BEGINNING:
            break
        table = visitor.table()
        guide.listen(table)
        version = visitor.version
        place = azul_player.picks(visitor, lambda one: one.click())
        picked = visitor.one(".lot.picked").get_attribute("data-colour") or ""
        closed |= on_the_wall(picked, board(table))
        guide.listen(table | {"picked": picked})
        place.click()
        visitor.wait_beyond(version)
    guide.listen(visitor.table())
    guide.check("Each factory", "Now choose a line", "The round is over")
    if closed:
        guide.check("The round is over", "A line never")
    if visitor.is_of_site:
        return
    guide.check("The centre fills up", "Look ahead", "The game is over")
    expect(visitor.one("#coach")).to_contain_text("somebody has a complete row")


def test_a_guided_game_that_is_loaded_again_does_not_begin_anew(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    visitor.goto("/first-game")
    visitor.page.get_by_role("button", name="Begin the guided game").click()
    visitor.expect_ready()
    expect(visitor.one("#coach")).to_contain_text("Each factory holds four tiles")
    version = visitor.version
    place = azul_player.picks(visitor, lambda one: one.click())
    expect(visitor.one("#coach")).to_contain_text("Now choose a line")
    place.click()
    visitor.wait_beyond(version)
    expect(visitor.one("#coach")).not_to_contain_text("Now choose a line")
    assert visitor.wait_for_turn_or_end()
    visitor.page.reload()
    visitor.expect_ready()
    assert "Each factory holds four tiles" not in visitor.one("main").inner_text()


# ── Azuleo ───────────────────────────────────────────────────────────────────────────────────────


def lays(table: Table) -> list[str]:
    return [move for move in table["legal"] if move[0].isalpha()]


def swaps(table: Table) -> list[str]:
    return [move for move in table["legal"] if move[0] == "~"]


def three_round_a_corner(table: Table) -> bool:
    rows = table["position"]["board"]
    for top in range(5):
        for left in range(5):
            four = [rows[top + down][left + right] for down in (0, 1) for right in (0, 1)]
            if four.count(None) == 1 and "#" not in four:
                return True
    return False


def left(pile: Any) -> int:
    return int(pile if isinstance(pile, int) else sum(pile.values()))


AZULEO = {
    "The first cross comes from the supply": lambda table: table["phase"] == "start",
    "You hold three crosses": lambda table: len(table["position"]["sides"][0]["hand"]) == 3,
    "Fields with a solid frame": lambda table: table["lit"] > 0,
    "This cross fits nowhere": lambda table: table["lit"] == 0,
    "At the border": lambda table: table["lit"] > 0,
    "A combination is all the triangles": lambda table: table["position"]["sides"][0]["score"] > 0,
    "Three crosses meet at a corner": three_round_a_corner,
    "No cross can ever fit": lambda table: any(move[0] == "#" for move in table["legal"]),
    "None of your crosses fits": lambda table: not lays(table) and bool(swaps(table)),
    "Instead of laying a cross": lambda table: bool(lays(table) and swaps(table)),
    "Only now you may pass": lambda table: "-" in table["legal"],
    "The crosses run out": lambda table: left(table["position"]["supply"]) <= 4,
    "There is no plate left": lambda table: left(table["position"]["plate_supply"]) == 0,
    "The game is over": lambda table: bool(table["result"]),
}


def test_a_whole_guided_game_of_azuleo(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/first-game")
    visitor.page.get_by_role("link", name="Azuleo", exact=True).click()
    expect(visitor.one("h1")).to_have_text("Your first game of Azuleo")
    visitor.page.get_by_role("button", name="Begin the guided game").click()
    visitor.expect_ready()
    guide = Listener(visitor, AZULEO)
    for _ in range(BEGINNING if visitor.is_of_site else 200):
        if not wait_for_turn_of_azuleo(visitor):
            break
        table = visitor.table()
        if "No cross can ever fit" in guide.listen(table):
            # The field that is marked can be claimed with one click, and the turn goes on.
            claimed, before = visitor.version, table["position"]["sides"][0]["score"]
            visitor.one(".field.hinted").click()
            visitor.wait_beyond(claimed)
            table = visitor.table()
            assert table["turn"] == 0
            assert table["position"]["sides"][0]["score"] == before + 2
            guide.listen(table)
        if visitor.all(".acting .cross.ready").count():
            visitor.one(".acting .cross.ready").click()
            lit = visitor.all(".field.open").count() + visitor.all(".field.turned").count()
            guide.listen(table | {"lit": lit})
            visitor.page.keyboard.press("Escape")
            guide.listen(table | {"lit": lit})
        take_turn(visitor)
        guide.now = ""  # what was said while a cross was chosen is gone with the turn
    if visitor.is_of_site:
        guide.check("The first cross", "You hold three")
        return
    assert visitor.is_over
    guide.listen(visitor.table())
    guide.check("The first cross", "You hold three", "A combination is all", "The game is over")
    guide.check("Three crosses meet at a corner", "The game is over")
