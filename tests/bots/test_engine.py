"""The engine: what it answers, what it refuses, and that it lives on."""

import io
import json
import os
import queue
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos
from azulejos import azul, azuleo, bots
from azulejos.bots import engine as engine_module
from azulejos.bots import requests
from azulejos.bots.engine import Engine

from .fakes import PATIENCE, FakePlayer

POSITION = azul.Game(seed=1).to_dict()
FOREVER = 10**9  # visits


class Answers(io.RawIOBase):
    """Where an engine writes: takes a few bytes at a time, as a pipe may."""

    def __init__(self):
        self.lines = queue.Queue()
        self.begun = b""

    def write(self, data):
        taken = bytes(data[:1000])
        *lines, self.begun = (self.begun + taken).split(b"\n")
        for line in lines:
            self.lines.put(json.loads(line))
        return len(taken)

    def next(self):
        return self.lines.get(timeout=PATIENCE)

    def rest(self):
        assert self.begun == b""
        return [self.lines.get() for _ in range(self.lines.qsize())]


class Table:
    """An engine to talk to, with players that only pretend to think."""

    def __init__(self, threads=1, make=FakePlayer, evaluator=None):
        self.answers = Answers()
        self.engine = Engine(self.answers, threads, make, evaluator)

    def send(self, name, **request):
        self.engine.take(json.dumps({"id": name, **request}).encode())

    def search(self, name, **request):
        self.send(name, **({"game": "azul", "position": POSITION, "visits": 1} | request))

    def asked(self, name, **request):
        self.search(name, **request)
        return self.answers.next()


@pytest.fixture
def table():
    made = Table()
    yield made
    assert made.engine.close()


def answers_to(lines, threads=2, make=FakePlayer):
    """Every answer to a whole input, by a run to its end."""
    answers = Answers()
    assert Engine(answers, threads, make).run(io.BytesIO(lines))
    return answers.rest()


# ── Searches ─────────────────────────────────────────────────────────────────────────────────────


def test_a_search_is_answered(table):
    first, second, *_ = map(str, azul.Game(seed=1).legal_moves())
    assert table.asked("a", level=5, multipv=2) == {
        "id": "a",
        "move": first,
        "values": [0.5, 0.5],
        "margin": 1.23,
        "visits": 1,
        "variations": [
            {"move": first, "values": [0.5, 0.5], "margin": 1.23, "visits": 1, "pv": [first]},
            {"move": second, "values": [0.5, 0.5], "margin": 1.23, "visits": 1, "pv": [second]},
        ],
    }


@pytest.mark.parametrize("name", ["", "ä\u2028\ud800", 0, -7, 2**53])
def test_an_id_is_a_string_or_a_number_and_comes_back(table, name):
    assert table.asked(name)["id"] == name


@pytest.mark.parametrize("package", [azul, azuleo])
def test_a_position_comes_as_data_view_text_or_record(table, package):
    game = package.Game(seed=5)
    for _ in range(9):
        game.play(game.legal_moves()[-1])
    sources = [
        {"position": game.to_dict()},
        {"position": game.view(game.turn)},
        {"position": game.to_text()},
        {"record": game.record()},
        {"record": game.record(), "position": None, "ms": None, "level": None},
    ]
    for source in sources:
        answer = table.asked("a", **({"game": package.Game.NAME, "position": None} | source))
        assert answer["move"] == str(game.legal_moves()[0])


def test_the_budget_and_the_player_are_passed_on():
    seen = {}

    class Attentive(FakePlayer):
        def __init__(self, spec, game, seed=None):
            seen.update(spec=spec, game=game, seed=seed)

        def analyse(self, game, **budget):
            seen.update(budget)
            return super().analyse(game, visits=1)

    table = Table(make=Attentive)
    table.asked("a", ms=20, visits=7, level=3, multipv=4, seed=9)
    assert seen.pop("stop").is_set() is False
    assert seen == {
        "spec": "level:3",
        "game": "azul",
        "seed": 9,
        "ms": 20,
        "visits": 7,
        "multipv": 4,
    }
    table.asked("a", ms=20, visits=None)
    assert (seen["spec"], seen["seed"], seen["visits"], seen["multipv"]) == (
        "level:10",
        None,
        None,
        1,
    )
    table.asked("a", player="greedy")
    assert seen["spec"] == "greedy"


def test_a_request_says_what_to_judge_by_and_else_the_engine_does():
    specs = []

    def make(spec, game, seed=None):
        specs.append(spec)
        return FakePlayer(spec, game, seed)

    for evaluator in (None, "heuristic"):
        table = Table(make=make, evaluator=evaluator)
        table.asked("a")
        table.asked("a", evaluator="learned")
        table.asked("a", evaluator="heuristic", player="level:7")
        table.asked("a", evaluator="heuristic", level=3)
    named = ["level:10@learned", "level:7@heuristic", "level:3"]
    assert specs == ["level:10", *named, "level:10@heuristic", *named]


def test_what_is_hidden_from_the_player_to_move_does_not_reach_the_search():
    """Whole positions that differ only in another hand are the same to whoever thinks."""
    seen = []

    class Attentive(FakePlayer):
        def analyse(self, game, **budget):
            seen.append((game.to_dict(), [str(move) for move in game.legal_moves()]))
            return super().analyse(game, visits=1)

    table = Table(make=Attentive)
    position = azuleo.Game(players=2, seed=3, first=0).to_dict()
    position["phase"], position["turn"] = "start", 0
    other = json.loads(json.dumps(position))
    hand, supply = other["sides"][1]["hand"], other["supply"]
    kind = next(kind for kind in supply if supply[kind] and kind != hand[0])
    supply[hand[0]] += 1
    supply[kind] -= 1
    hand[0] = kind
    for source in (position, other):
        answer = table.asked("a", game="azuleo", position=source, seed=1)
        assert "move" in answer, answer
    assert position != other
    assert seen[0] == seen[1]
    assert seen[0][0]["sides"][1]["hand"] == ["?"] * 3


# ── Several at once ──────────────────────────────────────────────────────────────────────────────


def test_a_stopped_search_answers_with_what_it_has(table):
    table.search("a", visits=FOREVER)
    table.send("a", stop=True)
    answer = table.answers.next()
    assert answer["id"] == "a"
    assert answer["visits"] < FOREVER


def test_several_run_at_once_and_the_others_wait_in_order():
    together = threading.Barrier(2)

    class Sociable(FakePlayer):
        def analyse(self, game, **budget):
            together.wait(PATIENCE)
            return super().analyse(game, **budget)

    table = Table(threads=2, make=Sociable)
    for name in "ab":
        table.search(name, visits=FOREVER)
    for name in "cd":
        table.search(name)
    table.send("a", stop=True)
    table.send("b", stop=True)
    names = [table.answers.next()["id"] for _ in range(4)]
    assert sorted(names[:2]) == ["a", "b"]
    assert sorted(names[2:]) == ["c", "d"]


def test_those_who_wait_are_served_in_order(table):
    table.search("a", visits=FOREVER)
    for name in "bcdef":
        table.search(name)
    table.send("d", stop=True)
    stopped = table.answers.next()
    assert (stopped["id"], stopped["code"]) == ("d", "stopped_early")
    assert stopped["error"] == "stopped before it began"
    table.send("a", stop=True)
    assert [table.answers.next()["id"] for _ in range(5)] == list("abcef")


def test_an_id_in_use_is_refused_and_free_again_with_its_answer(table):
    table.search("a", visits=FOREVER)
    table.search("b")
    for name in "ab":
        table.search(name)
        assert "already" in table.answers.next()["error"]
    table.send("a", stop=True)
    assert [table.answers.next()["id"] for _ in range(2)] == ["a", "b"]
    for _ in range(50):
        assert "move" in table.asked("a")


def test_there_is_nothing_to_stop(table):
    for name in ("a", "b"):
        table.send(name, stop=True)
        assert "no search" in table.answers.next()["error"]
        table.asked("b")


def test_too_many_at_once_are_refused(table, monkeypatch):
    monkeypatch.setattr(engine_module, "MAX_WAITING", 2)
    table.search("a", visits=FOREVER)
    for name in "bcd":
        table.search(name)
    assert "waiting" in (refused := table.answers.next())["error"]
    assert refused["id"] == "d"
    table.send("a", stop=True)
    assert [table.answers.next()["id"] for _ in range(3)] == list("abc")


def test_a_hello_is_answered_while_searches_run(table):
    table.search("a", visits=FOREVER)
    table.send("b", hello=True)
    answer = table.answers.next()
    assert answer["id"] == "b"
    assert (answer["name"], answer["version"]) == ("azulejos", azulejos.__version__)
    assert answer["games"] == ["azul", "azuleo"]
    assert len(answer["levels"]["azul"]) == len(answer["levels"]["azuleo"]) == 10
    assert {*answer["players"]["azul"]} < {*bots.names("azul")}
    assert answer["limits"]["ms"] == requests.MAX_MS


# ── What is refused ──────────────────────────────────────────────────────────────────────────────

OVER = azul.Game(seed=2)
while not OVER.is_over:
    OVER.play(OVER.legal_moves()[0])
UNDEALT = azul.Game(deals="manual")
GOOD = {"id": "a", "game": "azul", "position": POSITION}


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        ({"id": "a"}, "game is missing"),
        ({"id": "a", "game": "azul"}, 'either "position" or "record"'),
        (GOOD | {"game": "chess"}, "'azul', 'azuleo'"),
        (GOOD | {"game": ["azul"]}, "'azul', 'azuleo'"),
        (GOOD | {"record": {}}, 'either "position" or "record"'),
        (GOOD | {"position": 7}, "an object or a text"),
        (GOOD | {"position": []}, "an object or a text"),
        (GOOD | {"position": {}}, "position: players is missing"),
        (GOOD | {"position": POSITION | {"turn": 7}}, "position: turn"),
        (GOOD | {"position": POSITION | {"bag": [100] * 5}}, "position: bag[0]"),
        (GOOD | {"position": "azul"}, "azul"),
        (GOOD | {"position": azuleo.Game(seed=1).to_text()}, "azul"),
        (GOOD | {"position": None, "record": azuleo.Game(seed=1).record()}, "record: game"),
        (GOOD | {"position": None, "record": []}, "object"),
        (GOOD | {"game": "azuleo"}, "unknown key"),
        (GOOD | {"position": OVER.to_dict()}, "the game is over"),
        (GOOD | {"position": None, "record": OVER.record()}, "the game is over"),
        (GOOD | {"position": UNDEALT.to_dict()}, "nothing to decide"),
        (GOOD | {"position": None, "record": UNDEALT.record()}, "nothing to decide"),
        (GOOD | {"ms": 0}, "ms: expected 1 to"),
        (GOOD | {"ms": 10**9}, "ms: expected 1 to"),
        (GOOD | {"ms": 1.5}, "ms: expected a whole number"),
        (GOOD | {"ms": "200"}, "ms: expected a whole number"),
        (GOOD | {"visits": -1}, "visits: expected 1 to"),
        (GOOD | {"visits": 10**40}, "a huge number"),
        (GOOD | {"level": 0}, "level: expected 1 to 10"),
        (GOOD | {"level": 11}, "level: expected 1 to 10"),
        (GOOD | {"level": True}, "level: expected a whole number"),
        (GOOD | {"level": 3, "player": "greedy"}, "only one of"),
        (GOOD | {"player": "magnus"}, "player: expected one of"),
        (GOOD | {"player": "cmd:touch here"}, "player: expected one of"),
        (GOOD | {"evaluator": "network"}, "evaluator: expected one of 'learned', 'heuristic'"),
        (GOOD | {"level": 3, "evaluator": 3}, "evaluator: expected one of"),
        (GOOD | {"multipv": 0}, "multipv: expected 1 to"),
        (GOOD | {"seed": -1}, "seed: expected 0 to"),
        (GOOD | {"depth": 3}, "unknown key 'depth'"),
        ({"id": "a", "stop": False}, "stop: expected true"),
        ({"id": "a", "stop": 1}, "stop: expected true"),
        ({"id": "a", "stop": True, "hello": True}, "unknown key"),
        (GOOD | {"stop": True}, "unknown key"),
        ({"id": "a", "hello": None}, "hello: expected true"),
    ],
)
def test_a_bad_request_is_refused_by_its_id(table, request_, complaint):
    table.engine.take(json.dumps(request_).encode())
    answer = table.answers.next()
    assert answer["id"] == "a"
    assert complaint in answer["error"]
    assert "move" in table.asked("a")


def test_a_refusal_is_data_too(table):
    """A program need not read the words: why is a code with parts, and where stands apart."""
    table.send("a", game="azul", position=POSITION | {"turn": 7})
    assert table.answers.next() == {
        "id": "a",
        "error": "position: turn: expected 0 to 1, not 7",
        "code": "out_of_range",
        "parts": {"least": 0, "most": 1, "given": 7},
        "place": ["position", "turn"],
    }


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b"{",
        b"\xff\xfe",
        b"null",
        b"7",
        b'"a"',
        b"[]",
        b"{}",
        b'{"id": null}',
        b'{"id": true}',
        b'{"id": 1.0}',
        b'{"id": []}',
        b'{"id": {}, "hello": true}',
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": 9007199254740993}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"id": "' + b"a" * 201 + b'"}',
        b"[" * 200_000,
        b'{"id": "a", "game": "azul", "position": ' + b'{"a":' * 200_000,
        b'{"id": "a"} {"id": "b"}',
        b"\x00",
        b"GET / HTTP/1.1\r",
    ],
)
def test_what_has_no_id_is_refused_without(line):
    first, second = answers_to(line + b'\n{"id": "z", "hello": true}\n')
    assert first["id"] is None
    assert first["error"]
    assert second["id"] == "z"


def test_too_long_a_line_is_refused_and_the_next_is_heard(monkeypatch):
    monkeypatch.setattr(engine_module, "LINE_LIMIT", 100)
    hello = b'{"id": "z", "hello": true}'
    for length in (101, 102, 200, 201, 1000, 12345):
        answers = answers_to(hello + b"\n" + b"x" * length + b"\n" + hello)
        assert [answer["id"] for answer in answers] == ["z", None, "z"]
        assert "more than 100 bytes" in answers[1]["error"]
    for length in (99, 100):
        answers = answers_to(b"x" * length + b"\n" + hello)
        assert "not JSON" in answers[0]["error"]
    (only,) = answers_to(b"x" * 1000)
    assert "more than 100 bytes" in only["error"]


def test_blank_lines_are_nothing():
    assert answers_to(b"") == answers_to(b"\n \r\n\n\t\n") == []


@pytest.mark.parametrize("kind", [RuntimeError, ValueError, MemoryError, RecursionError])
def test_a_player_that_fails_is_told_and_the_engine_lives_on(kind, capsys):
    class Faulty(FakePlayer):
        def analyse(self, game, **budget):
            if budget["visits"] == 666:
                raise kind("oh")
            return super().analyse(game, **budget)

    table = Table(make=Faulty)
    assert table.asked("a", visits=666)["error"] == f"internal error: {kind.__name__}: oh"
    assert "oh" in capsys.readouterr().err
    assert "move" in table.asked("a")


def test_what_is_no_number_is_not_told(capsys):
    class Undecided(FakePlayer):
        def analyse(self, game, **budget):
            analysis = super().analyse(game, **budget)
            analysis.values[0] = float("nan")
            return analysis

    assert "no result" in Table(make=Undecided).asked("a")["error"]
    assert "nan" in capsys.readouterr().err


def test_without_a_thread_to_be_had_the_engine_lives_on(table, monkeypatch, capsys):
    def start(_):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", start)
        assert "can't start" in table.asked("a")["error"]
    assert "can't start" in capsys.readouterr().err
    assert "move" in table.asked("a")


# ── The end ──────────────────────────────────────────────────────────────────────────────────────


def test_at_the_end_of_the_input_everything_is_answered():
    lines = b"".join(
        json.dumps({"id": n, "game": "azul", "position": POSITION, "visits": 20}).encode() + b"\n"
        for n in range(30)
    )
    assert sorted(answer["id"] for answer in answers_to(lines)) == list(range(30))


def test_every_player_is_closed():
    players = []

    def make(*arguments, **options):
        players.append(FakePlayer(*arguments, **options))
        return players[-1]

    table = Table(make=make)
    table.asked("a")
    assert table.engine.close()
    assert [player.closed for player in players] == [True]


def test_when_nobody_reads_the_answers_it_ends():
    class Closed(Answers):
        def write(self, data):
            raise BrokenPipeError

    reader, writer = os.pipe()
    lines = json.dumps(GOOD | {"visits": FOREVER}) + '\n{"id": "b", "hello": true}\n'
    os.write(writer, lines.encode())
    with open(reader, "rb") as source:
        assert Engine(Closed(), 2, FakePlayer).run(source)  # though more could come
        os.close(writer)


# ── Noise ────────────────────────────────────────────────────────────────────────────────────────

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
words = st.sampled_from([*requests.KEYS, "stop", "hello"])
good_requests = st.sampled_from(
    [
        GOOD | {"visits": 3, "level": 2, "multipv": 2},
        {"id": 7, "game": "azuleo", "position": azuleo.Game(seed=4).view(0), "ms": 1},
        {"id": "r", "game": "azul", "record": azul.Game(seed=8).record(), "visits": 2},
        {"id": "t", "game": "azuleo", "position": azuleo.Game(seed=4).to_text()},
        {"id": "a", "stop": True},
        {"id": 7, "hello": True},
    ]
)


@st.composite
def mutated(draw):
    """A request with one of its fields, however deep, replaced, dropped or added."""
    request = json.loads(json.dumps(draw(good_requests)))
    place = request
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys)) if keys else None
        deeper = None if key is None else place[key]
        if not isinstance(deeper, dict | list) or draw(st.booleans()):
            break
        place = deeper
    match draw(st.sampled_from(["replace", "drop", "add"])), place:
        case "replace", _ if key is not None:
            place[key] = draw(json_values)
        case "drop", _ if key is not None:
            del place[key]
        case _, dict():
            place[draw(words | st.text(max_size=8))] = draw(json_values)
        case _, list():
            place.append(draw(json_values))
    return json.dumps(request).encode()


@st.composite
def torn(draw):
    """A request that lost its end, or has something in its midst."""
    line = json.dumps(draw(good_requests)).encode()
    at = draw(st.integers(0, len(line)))
    return line[:at] + draw(st.binary(max_size=5)) + draw(st.sampled_from([b"", line[at:]]))


noise = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=30).map(str.encode),
    json_values.map(lambda value: json.dumps(value).encode()),
    st.dictionaries(words, json_values, max_size=5).map(lambda value: json.dumps(value).encode()),
    mutated(),
    torn(),
)


class Hasty(FakePlayer):
    """Pays no heed to its budget: noise may ask for hours."""

    def analyse(self, game, *, multipv, **budget):
        return super().analyse(game, visits=1, multipv=multipv)


@given(st.lists(noise, max_size=12))
def test_noise_is_answered_and_survived(pieces):
    data = b"\n".join(pieces) + b'\n{"id": "the last", "hello": true}'
    lines = [line for line in data.split(b"\n") if line.strip()]
    answers = answers_to(data, make=Hasty)
    assert "the last" in [answer["id"] for answer in answers if "version" in answer]
    # A stop that was heeded has no answer of its own; everything else has one.
    stops = sum(b"stop" in line for line in lines)
    assert len(lines) - stops <= len(answers) <= len(lines)
    for answer in answers:
        assert ("error" in answer) != ("move" in answer or "version" in answer)
        assert "internal" not in answer.get("error", "")
