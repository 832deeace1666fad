"""A rematch is there whole or not at all, and for everybody who hears of it."""

import pytest

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
