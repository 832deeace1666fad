"""A rematch is there whole or not at all, and for everybody who hears of it."""

import pytest

from azulejos.web.rematch import again
from azulejos.web.seats import Seat

from .service import FREELY, Service, nearly_over, settings_for

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}


def finished(client):
    """A table whose game is over."""
    table_id = client.new_table([ME, HERE], record=nearly_over("azul", left=1))["id"]
    client.play_some(table_id, 5)
    return table_id


@pytest.mark.parametrize("stored", [0, 1, 2])
def test_a_server_that_dies_in_between(database_url, monkeypatch, stored):
    """After so many transactions nothing is stored any more: as if it had been killed."""
    first = Service(settings_for(database_url, FREELY))
    done = []
    try:
        with first.client() as client:
            table_id = finished(client)
            database = first.table_service.store.database
            do = database.do

            async def dying(work):
                is_writing = "Store" in work.__qualname__ and "lambda" not in work.__qualname__
                if is_writing and len(done) >= stored:
                    raise OSError("killed")
                result = await do(work)
                done.extend([work] if is_writing else [])
                return result

            monkeypatch.setattr(database, "do", dying)
            client.post(f"/api/tables/{table_id}/rematch", json={})
            monkeypatch.undo()
            token = client.cookies
    finally:
        first.stop()
    second = Service(settings_for(database_url, FREELY))
    try:
        with second.client() as client:
            client.cookies.update(token)
            url = client.table(table_id)["rematch"]
            assert (url is not None) == (stored > 0)
            url = url or client.post(f"/api/tables/{table_id}/rematch", json={}).json()["url"]
            assert client.get(f"/api/tables/{url.removeprefix('/t/')}").status_code == 200
    finally:
        second.stop()


def test_who_hears_of_it_at_another_worker_finds_it(postgresql):
    url = postgresql.new_database("rematch")
    here, there = Service(settings_for(url)), Service(settings_for(url))
    try:
        with here.client() as client, there.client() as follower:
            for _ in range(8):
                table_id = finished(client)
                after = client.table(table_id)["version"]
                with follower.events(table_id, after=after) as events:
                    client.post(f"/api/tables/{table_id}/rematch", json={})
                    event = next(e for e in events if e.get("type") == "rematch")
                    answer = follower.get(f"/api/tables/{event['url'].removeprefix('/t/')}")
                    assert answer.status_code == 200
    finally:
        here.stop()
        there.stop()


def test_sides_change():
    seats = [Seat("link", name, token_hash=name) for name in "abcd"]
    options = {"players": 4, "first": 3}

    def changed(sides):
        told, who = again(options, seats, sides)
        return "".join(seat.name for seat in who), who[told["first"]].name

    assert changed("next") == ("abcd", "a")
    assert changed("same") == ("abcd", "d")
    assert changed("partners") == ("acdb", "b")  # who sits after d now
    partners = []
    for _ in range(3):
        options, seats = again(options, seats, "partners")
        partners.append(seats[2].name)
    assert partners == ["d", "b", "c"]


@pytest.mark.parametrize(("sides", "first"), [(None, 1), ("next", 1), ("same", 0)])
def test_who_begins_is_chosen(client, sides, first):
    table_id = finished(client)
    began = client.table(table_id)["options"]["first"]
    body = {} if sides is None else {"sides": sides}
    url = client.post(f"/api/tables/{table_id}/rematch", json=body).json()["url"]
    table = client.table(url.removeprefix("/t/"))
    assert table["options"]["first"] == (began + first) % 2
    assert client.post(f"/api/tables/{table_id}/rematch", json={"sides": "best"}).status_code == 422
