"""What scripts draw and say of a review is what Python makes of the same."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from playwright.sync_api import expect

from azulejos import azul, azuleo
from azulejos.analysis import Budget, Review, levels_like, pictures, review, why_unlike
from azulejos.analysis import words as said
from azulejos.web.languages import catalogue
from azulejos.web.pages.review import rates_of

from ..service import nearly_over
from .test_results import at_table
from .test_review import KEPT, to_review
from .visitor import Visitor

#: Every element with its attributes and own text, but for moves in words.
_WRITTEN = """svg => {
  const told = [];
  const write = (element) => {
    if (element.tagName === "title") return;
    const attributes = Object.fromEntries(
      [...element.attributes].filter(({ name }) => name !== "aria-label")
        .map(({ name, value }) => [name, value]),
    );
    const text = element.tagName === "text" ? element.textContent : "";
    told.push([element.tagName, attributes, text]);
    for (const child of element.children) write(child);
  };
  write(svg);
  return told;
}"""
_SCRIPT = """async ([name, reviews, rates]) => {
  const { src } = document.querySelector("script[src*='review_start.js']");
  const { levelsLike, whyUnlike } = await import(new URL(name, src));
  return reviews.map((review) => [
    whyUnlike(review, rates),
    review.summaries.map((_, player) => levelsLike(review, player, rates)),
  ]);
}"""


def written(svg: str) -> list[Any]:
    """The same of what Python draws."""
    told = []

    def write(element: Any) -> None:
        tag = element.tag.rpartition("}")[2]
        if tag == "title":
            return
        attributes = {n: v for n, v in element.attrib.items() if n not in ("aria-label", "xmlns")}
        told.append([tag, attributes, (element.text or "") if tag == "text" else ""])
        for child in element:
            write(child)

    write(fromstring(svg))
    return told


@pytest.mark.parametrize(
    ("game", "options", "locale", "width"),
    [
        ("azul", {"players": 2}, "de-DE", 1280),
        ("azul", {"players": 3, "wall": "grey"}, "en-GB", 360),
        ("azuleo", {"players": 4}, "sv-SE", 1280),
        ("azuleo", {"players": 1, "mode": "score"}, "en-GB", 1280),
    ],
)
def test_pictures_and_sentences(
    visit: Callable[..., Visitor], game: str, options: dict[str, Any], locale: str, width: int
) -> None:
    visitor = visit(width, 900, locale=locale)
    record = nearly_over(game, 0, **options)
    players = record["options"]["players"]
    seats = [{"kind": "here", "name": f"Ann {n}"} for n in range(players)]
    at_table(visitor, game=game, record=record, seats=seats)
    to_review(visitor)
    (kept,) = visitor.page.evaluate(KEPT)
    made = Review.from_dict(kept["review"] | {"version": 1, "record": record, "seed": 0})
    words, names = catalogue(locale[:2], game), [seat["name"] for seat in seats]
    size = {"width": 760.0} if width > 600 else {"width": 360.0, "height": 240.0}
    expected = pictures.curve(made, names=names, words=words, bare=True, **size)
    drawn = visitor.page.locator(".curve svg:visible").evaluate(_WRITTEN)
    assert drawn == written(expected)
    for player in range(made.players):
        card = visitor.page.locator(".players article").nth(player)
        expect(card.locator("h3")).to_have_text(names[player])
        expected = pictures.bar(made, player, names=names, words=words, bare=True, width=360.0)
        assert card.locator("svg").evaluate(_WRITTEN) == written(expected)
    # The reasons are told in the same words, around a move that the page tells in words of its own.
    for number in made.turning_points:
        why = said.why(made, number, words)
        if not why:
            continue
        step = made.steps[number]
        before, after = why.split(step.best.move)  # type: ignore[union-attr]
        shown = visitor.one(f".turn-card[data-step='{number}'] .why")
        expect(shown).to_contain_text(before.strip())
        expect(shown).to_contain_text(after.strip())


def test_which_levels_somebody_plays_like(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    at_table(
        visitor,
        game="azul",
        record=nearly_over("azul", 0),
        seats=[{"kind": "here"}, {"kind": "here"}],
    )
    to_review(visitor)
    for package in (azul, azuleo):
        reviews = []
        for seed in range(6):
            chance, game = random.Random(seed), package.Game(players=2, seed=seed)
            while not game.is_over:
                # One of the two plays worse, more so in later games.
                moves = game.legal_moves()
                greedy = game.turn == 0 and chance.random() < seed / 6
                game.play(moves[0] if greedy else chance.choice(moves))
            made = review(game.record(), Budget(visits=16, samples=2))
            known = rates_of(package.Game.NAME)
            assert known is not None
            reviews.append(replace(made, visits=known["visits"]))
        asked = ["./like_levels.js", [one.to_dict() for one in reviews], known]
        for one, (unlike, levels) in zip(
            reviews, visitor.page.evaluate(_SCRIPT, asked), strict=True
        ):
            assert unlike == why_unlike(one)
            for player, level in enumerate(levels):
                like = levels_like(one, player)
                assert level == (like and vars(like))
