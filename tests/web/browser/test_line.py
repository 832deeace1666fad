"""A server that goes away in the middle, and a player who goes on."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from ..service import Process
from . import azul_player
from .visitor import Visitor


def test_a_move_made_while_the_server_is_away_arrives(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Process(url)
    visitor = visit(base_url=server.address)
    azul_player.new_table(visitor)
    assert visitor.wait_for_turn_or_end()
    place = azul_player.picks(visitor, lambda one: one.click())
    server.kill()
    banner = visitor.one("#offline")
    expect(banner).to_be_visible()
    place.click()
    again = Process(url, port=int(server.address.rpartition(":")[2]))
    try:
        expect(banner).to_be_hidden()
        # The move is there once, and the bot has answered.
        expect(visitor.all("#moves li")).to_have_count(2)
        assert len(visitor.table()["moves"]) == 2
    finally:
        visitor.page.context.close()
        again.kill()
