"""`play` in the browser, and `serve`: a server of one's own, and how it is asked for."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from azulejos import azul
from azulejos.cli import browser
from azulejos.cli.errors import BadInput
from azulejos.cli.table_setup import TableSetup
from azulejos.nets import weights
from azulejos.web import server, workers


def start(tmp_path, *arguments):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"AZULEJOS_DATA": str(tmp_path)}
    # A browser that only notes what it was asked to open.
    environment["BROWSER"] = f"{sys.executable} -c 'import sys; print(sys.argv[1])' %s"
    return subprocess.Popen(
        [sys.executable, "-m", "azulejos", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def address_of(process):
    """Where it says that it is, after what it may say of compiling; what it says if it does not."""
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://\S+", line):
            return found.group()
    raise AssertionError((said, *process.communicate(timeout=20)))


def ended(process):
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    return process.returncode, output, errors


@pytest.mark.parametrize(
    "arguments", [[], ["play"], ["play", "--game", "azuleo", "--players", "3"]]
)
def test_playing_opens_a_page_that_is_there(tmp_path, arguments):
    process = start(tmp_path, *arguments)
    address = address_of(process)
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(address, timeout=60) as page:
        assert page.status == 200
        assert "<html" in page.read().decode()
        assert ("/t/" in page.url) == (len(arguments) > 1)
    code, output, errors = ended(process)
    assert (code, errors) == (0, "")
    assert address in output  # the browser was given it


def test_serving(tmp_path):
    process = start(tmp_path, "serve", "--port", "0")
    address = address_of(process)
    with urllib.request.urlopen(f"{address}/healthz", timeout=60) as answer:
        assert json.load(answer)["status"] == "ok"
    again = start(tmp_path, "serve", "--port", address.rpartition(":")[2])
    _, errors = again.communicate(timeout=60)
    assert again.returncode == 1
    assert "cannot listen" in errors
    assert ended(process)[0] == 0


def test_a_wish_that_the_rules_refuse_ends_with_a_line(tmp_path):
    process = start(tmp_path, "play", "--game", "azuleo", "--players", "3", "--mode", "fill")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "mode" in errors
    assert "Traceback" not in errors


def test_a_bad_setting_is_named(tmp_path, monkeypatch, azulejos):
    monkeypatch.setenv("AZULEJOS_MOVE_RATE", "fast")
    result = azulejos("serve")
    assert result.exit_code == 2
    assert "AZULEJOS_MOVE_RATE" in result.stderr


def test_the_evaluator_reaches_the_server(azulejos, monkeypatch, tmp_path):
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path))
    monkeypatch.setenv("AZULEJOS_EVALUATOR", "heuristic")
    served = []
    monkeypatch.setattr(
        server, "serve_here", lambda listener, *rest: served.append((listener, *rest))
    )
    for command in (
        "serve --port 0",
        "serve --port 0 --evaluator learned",
        "play --evaluator learned",
    ):
        assert azulejos(command).exit_code == 0
    for listener, *_ in served:
        listener.close()
    assert [settings.evaluator for _, settings, _ in served] == ["heuristic", "learned", "learned"]


def test_the_evaluator_reaches_every_worker(azulejos, monkeypatch):
    monkeypatch.setenv("AZULEJOS_DATABASE_URL", "postgresql://nobody@localhost/nothing")
    monkeypatch.setenv("AZULEJOS_EVALUATOR", "learned")
    seen = []
    monkeypatch.setattr(workers, "serve_together", lambda *given: seen.append(given))
    assert azulejos("serve --port 0 --workers 2 --evaluator heuristic").exit_code == 0
    [(listener, settings, number, _)] = seen
    listener.close()
    assert (settings.evaluator, number) == ("heuristic", 2)


def test_a_network_is_named_on_the_command_line(azulejos, monkeypatch, tmp_path):
    file = weights.shipped_file("azuleo")
    for game in ("AZUL", "AZULEO"):
        monkeypatch.setenv(f"AZULEJOS_NETWORK_{game}", "")  # so that it is put back afterwards
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path))
    served = []
    monkeypatch.setattr(
        server, "serve_here", lambda listener, *rest: served.append((listener, *rest))
    )
    assert azulejos(f"serve --port 0 --network azuleo={file}").exit_code == 0
    ((listener, settings, _),) = served
    listener.close()
    assert settings.networks == {"azuleo": str(file)}
    for given, told in (
        (f"azul={file}", "plays 'azuleo', not 'azul'"),
        ("chess=x.npz", "expected GAME=FILE with azul or azuleo"),
    ):
        result = azulejos(f"serve --port 0 --network {given}")
        assert (result.exit_code, result.stdout) == (2, "")
        assert told in result.stderr


@pytest.mark.parametrize(
    ("setup", "seats"),
    [
        (TableSetup(game="azul"), ["me", "bot"]),
        (TableSetup(players=4, people=2), ["me", "here", "bot", "bot"]),
        (TableSetup(game="azuleo", options={"mode": "score"}), ["me"]),
        (TableSetup(players=3, against="8"), ["me", "bot", "bot"]),
    ],
    ids=str,
)
def test_a_setup_becomes_seats(setup, seats):
    assert [seat["kind"] for seat in browser.new_table(setup)["seats"]] == seats


def test_options_become_options():
    setup = TableSetup(first=2, options={"wall": "grey", "deals": "manual"})
    table = browser.new_table(setup)
    assert (table["first"], table["chance"]) == (1, "manual")
    assert table["options"] == {"wall": "grey", "players": 2}


def test_a_saved_game_is_gone_on_with(tmp_path):
    game = azul.Game(seed=1)
    game.play(game.legal_moves()[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.record()))
    table = browser.new_table(TableSetup(resume=str(file), against="5"))
    assert table["record"] == game.record()
    assert table["seats"] == [{"kind": "me"}, {"kind": "bot", "level": 5}]


@pytest.mark.parametrize(
    "setup",
    [
        TableSetup(seed=1),
        TableSetup(save="x"),
        TableSetup(against="random"),
        TableSetup(against="11"),
        TableSetup(players=2, people=3),
        TableSetup(game="azuleo", options={"wall": "grey"}),
        TableSetup(first=3),
        TableSetup(resume="nowhere"),
        TableSetup(resume="x", players=2),
    ],
    ids=str,
)
def test_what_cannot_be_had_in_the_browser_is_refused(setup):
    with pytest.raises(BadInput):
        browser.new_table(setup)
