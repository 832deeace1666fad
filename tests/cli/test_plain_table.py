"""A game without a table of its own is played in the terminal as text."""

import pytest
from rich.console import Console

from azulejos import games
from azulejos.cli import table_setup
from azulejos.cli.plain_table import PlainTable


@pytest.fixture(params=["azul", "azuleo"], name="name")
def _name(request):
    return request.param


@pytest.fixture(name="plain")
def _plain(monkeypatch, name):
    table = PlainTable(name)
    monkeypatch.setattr(table_setup.games, "table", lambda _: table)
    return table


def test_a_game_is_played_to_its_end(monkeypatch, name, plain, capsys):
    setup = table_setup.TableSetup(game=name, players=2, against="random", seed=3)
    session = table_setup.seated(Console(highlight=False, width=100), setup)

    def answer(_prompt=""):
        return str(session.game.legal_moves()[-1])

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(session, "ask", answer)
    session.run()
    assert session.game.is_over
    shown = capsys.readouterr().out
    assert "points" in shown
    assert f"You: {session.game.record()['moves'][-1]}" in shown or "Random: " in shown
    assert plain.title == games.spec(name).title


def test_hands_are_kept_secret_where_there_are_any(name, plain):
    view = games.spec(name).Game(seed=1).view(0)
    assert plain.hides(view) == (name == "azuleo")
    assert plain.together(view, 0, 1) == (name == "azul")


def test_chance_is_asked_for_where_it_is_typed_in(name, plain):
    chance = {plain.chance: "manual"}
    game = games.spec(name).Game(seed=1, **chance)
    assert plain.request(game.to_dict(), ["A", "B"]) == "what chance brings"
