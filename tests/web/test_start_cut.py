"""Starts during which the database goes away: they go on, or end in one line."""

import asyncio
import logging
import os
import subprocess
import sys

import pytest

from azulejos.web.app import create_app
from azulejos.web.logs import MOST_LINES
from azulejos.web.server import STARTUP_FAILURE
from azulejos.web.storage import StorageFailed, check_storage

from .network import Line
from .service import settings_for

#: More messages than a start sends to a database that is up to date.
MESSAGES = 60


@pytest.fixture
def line(postgresql):
    """A line to a database that is up to date."""
    postgresql.new_database("start_cut")
    check_storage(postgresql.url("start_cut"))
    running = Line(postgresql)
    yield running
    running.close()


async def start(settings):
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        pass


def was_cut(line):
    """Whether it was; from now on it is not."""
    was, line.left = line.left is None, None
    return was


def test_a_start_goes_on_whatever_message_is_the_last(line, caplog):
    settings = settings_for(line.url("start_cut"), storage_timeout=5.0)
    cuts = 0
    with caplog.at_level(logging.INFO):
        for messages in range(MESSAGES):
            line.cut_after(messages)
            asyncio.run(start(settings))
            if not was_cut(line):
                break
            cuts += 1
    assert 10 < cuts < MESSAGES - 1
    assert "the start, which is tried again" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


def look(line, messages):
    """Look at the storage while so many messages get through: what is said if that fails."""
    line.cut_after(messages)
    try:
        check_storage(line.url("start_cut"))
    except StorageFailed as failed:
        return str(failed)
    return None


def test_to_look_at_the_storage_ends_in_a_line(line, caplog):
    said = []
    with caplog.at_level(logging.INFO):
        for messages in range(MESSAGES):
            said.append(look(line, messages))
            if not was_cut(line):
                break
    assert 10 < len(said) < MESSAGES - 1
    assert all(told is None or "\n" not in told for told in said)
    assert said[0].startswith("cannot use the database PostgreSQL: ")
    assert not [record for record in caplog.records if record.exc_info]


def test_a_start_whose_trouble_does_not_end(line):
    """The database is there when the server looks, and has gone when it begins."""
    messages = next(n for n in range(MESSAGES) if look(line, n) is None)
    line.cut_after(messages + 3, for_good=True)
    limits = {"AZULEJOS_DATABASE_URL": line.url("start_cut"), "AZULEJOS_STORAGE_TIMEOUT": "0.5"}
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "serve", "--port", "0"],
        env=os.environ | limits,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == STARTUP_FAILURE
    assert "Traceback" not in done.stderr
    assert "Cannot start: the storage does not work: " in done.stderr
    assert len(done.stderr.splitlines()) <= MOST_LINES + 2  # the attempts, why, and that it ends
