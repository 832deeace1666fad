"""A review as one standalone page."""

import re

import pytest

from analysis.test_pictures import Shouting
from azulejos.analysis.page import page
from azulejos.web.languages import LANGUAGES, catalogue


def test_it_needs_nothing_else(reviewed):
    html = page(reviewed)
    assert "<script" not in html
    assert not re.findall(r'(?:src|href)="(?!#)', html)
    assert not re.findall(r"url\(|@import|https?://(?!www\.w3\.org)", html)


def test_names_break_nothing(reviewed):
    html = page(reviewed)
    assert "<b>&" not in html
    assert "Ann &lt;b&gt;&amp;" in html


def test_all_is_on_it(reviewed):
    html = page(reviewed, names=["Eve", "Dan"])
    for score, name in zip(reviewed.scores, ("Eve", "Dan"), strict=True):
        assert f"{name} {score}" in html
    for step in reviewed.steps:
        if hasattr(step, "verdict"):
            assert f"<code>{reviewed.record['moves'][step.at]}</code>" in html
    assert html.count("<article") == len(reviewed.turning_points)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_readers_language(reviewed, language):
    html = page(reviewed, words=catalogue(language), language=language)
    heading = {"en": "Luck and skill", "de": "Glück und Können", "sv": "Tur och skicklighet"}
    assert f'<html lang="{language}"' in html
    assert heading[language] in html


def test_every_word_is_a_message(reviewed):
    """What stands between tags is in capitals, or is a name, a move or a number."""
    html = page(reviewed, names=["X", "Y"], words=Shouting())
    texts = re.findall(r">([^<>]+)<", re.sub(r"(?s)<style.*?</style>|<title>.*?</title>", "", html))
    said = {text for text in texts if re.search(r"[a-z]{3}", text.replace("Azul", ""))}
    assert not said
