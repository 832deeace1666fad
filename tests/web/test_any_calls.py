"""Any sequence of calls leaves tables whose records replay."""

import asyncio
import random
from uuid import uuid4

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from azulejos import azul, azuleo
from azulejos.web.tables import rebuilt

GAMES = {"azul": azul, "azuleo": azuleo}
BOT = {"kind": "bot", "level": 1}
SEATS = st.lists(
    st.sampled_from([{"kind": "me"}, {"kind": "here"}, {"kind": "link"}, BOT]),
    min_size=1,
    max_size=4,
)
TABLES = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["azul", "azuleo"]),
        "seats": SEATS,
        "chance": st.sampled_from(["auto", "auto", "auto", "manual"]),
    }
)


def machine(service):
    """A state machine that talks to a service."""

    class Calls(RuleBasedStateMachine):
        tables = Bundle("tables")

        def __init__(self):
            super().__init__()
            self.people = [service.client(), service.client()]
            self.known = set()

        def teardown(self):
            for person in self.people:
                person.close()

        def post(self, who, path, body):
            answer = self.people[who].post(path, json=body)
            assert answer.status_code < 500, answer.text
            return answer

        @initialize(target=tables)
        def first(self):
            return self.made(self.post(0, "/api/tables", {"seats": [{"kind": "me"}, BOT]}))

        def made(self, answer):
            table_id = answer.json()["id"] if answer.status_code == 201 else None
            self.known |= {table_id} - {None}
            return table_id or next(iter(self.known))

        @rule(target=tables, body=TABLES, who=st.integers(0, 1))
        def new_table(self, body, who):
            return self.made(self.post(who, "/api/tables", body))

        @rule(table=tables, who=st.integers(0, 1), seat=st.integers(0, 3))
        def sit(self, table, who, seat):
            self.post(who, f"/api/tables/{table}/seats/{seat}", {"name": "<b>Eve"})

        @rule(table=tables, who=st.integers(0, 1), choice=st.randoms(use_true_random=False))
        def play(self, table, who, choice):
            seen = self.people[who].table(table)
            moves = seen["legal"] or ["1B1", "-", "=BBYR BKWW BYRW RKWW BKKW", "+RYBG", "%RY", "+?"]
            command = {"id": uuid4().hex, "move": choice.choice(moves)}
            for _ in range(choice.choice([1, 1, 2])):
                self.post(who, f"/api/tables/{table}/moves", command)

        @rule(table=tables, who=st.integers(0, 1), text=st.text(max_size=8))
        def play_nonsense(self, table, who, text):
            self.post(who, f"/api/tables/{table}/moves", {"id": text, "move": text})

        @rule(table=tables, who=st.integers(0, 1))
        def undo(self, table, who):
            self.post(who, f"/api/tables/{table}/undo", {"id": uuid4().hex})

        @rule(table=tables, who=st.integers(0, 1), agree=st.booleans())
        def answer(self, table, who, agree):
            self.post(who, f"/api/tables/{table}/undo/answer", {"agree": agree})

        @rule(target=tables, table=tables, who=st.integers(0, 1), at=st.integers(0, 10))
        def branch(self, table, who, at):
            return self.made(self.post(who, f"/api/tables/{table}/branch", {"at": at}))

        @rule(target=tables, table=tables, who=st.integers(0, 1), at=st.integers(0, 10))
        def open_record(self, table, who, at):
            record = self.people[who].get(f"/api/tables/{table}/record").json()
            body = {"game": record["game"], "record": record, "at": at}
            return self.made(self.post(who, "/api/tables", body))

        @rule(table=tables, who=st.integers(0, 1))
        def rematch(self, table, who):
            self.post(who, f"/api/tables/{table}/rematch", {})

        @invariant()
        def records_replay(self):
            for table_id in self.known:
                for person in self.people:
                    record = person.get(f"/api/tables/{table_id}/record").json()
                    again = GAMES[record["game"]].replay(record)
                    assert again.public_record(None)["result"] == record["result"]

        @invariant()
        def storage_says_the_same(self):
            for table_id in self.known:
                table = service.table_service.cache.get(table_id).table
                if table.bot_to_move() is None:
                    stored = asyncio.run_coroutine_threadsafe(
                        service.table_service.store.load(table_id), service.loop
                    ).result(20)
                    again = rebuilt(stored.id, stored.opening, stored.seats, stored.events)
                    assert again.game.record() == table.game.record()
                    assert (again.version, again.seats) == (table.version, table.seats)

    return Calls


def test_any_sequence_of_calls_leaves_records_that_replay(service):
    run_state_machine_as_test(
        machine(service), settings=settings(max_examples=12, stateful_step_count=15)
    )


def test_many_random_calls_at_one_table(client):
    """Fewer kinds of calls, many more of them: moves, undos and undone undos."""
    chance = random.Random(4)
    made = client.new_table([{"kind": "me"}, {"kind": "here"}], game="azuleo")
    for number in range(150):
        table = client.table(made["id"])
        if chance.random() < 0.35 or not table["legal"]:
            client.post(f"/api/tables/{made['id']}/undo", json={"id": str(number)})
        else:
            client.move(made["id"], chance.choice(table["legal"]))
    record = client.get(f"/api/tables/{made['id']}/record").json()
    shown = client.table(made["id"])
    assert azuleo.replay(record).view(shown["viewer"])["board"] == shown["position"]["board"]
