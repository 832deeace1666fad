"""Tables through the API: set up, sat down at, played, told to whom it may concern."""

import json
import random

import pytest

from azulejos import azul, azuleo

from .service import BOT, nearly_over

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}
LINK = {"kind": "link"}


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_the_usual_table_is_azul_against_a_bot(client):
    made = client.new_table()
    table = made["table"]
    assert made["url"] == f"/t/{made['id']}"
    assert (table["game"], table["mine"], len(table["seats"])) == ("azul", [0], 2)
    assert table["seats"][1] | {"online": True} == table["seats"][1]
    assert table["seats"][1]["level"] == 1
    assert made["token"] in client.cookies.values()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_game_against_a_bot_to_its_end(client, game):
    made = client.new_table([ME, BOT], game=game, record=nearly_over(game, 8))
    table = client.play_some(made["id"], 10_000)
    assert table["result"]["scores"]
    record = client.get(f"/api/tables/{made['id']}/record").json()
    package = {"azul": azul, "azuleo": azuleo}[game]
    assert package.replay(record).scores == table["result"]["scores"]
    tally = client.get(f"/api/tables/{made['id']}/tally").json()
    sums = [0] * len(tally["scores"])
    for fact in (fact for facts in tally["facts"] for fact in facts if fact["points"]):
        sums[fact["player"]] += fact["points"]
    assert sums == table["result"]["scores"]


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("azul", {"players": 4, "wall": "grey"}, [ME, HERE, HERE, BOT]),
        ("azul", {"players": 3, "idle_limit": 7}, [HERE, ME, BOT]),
        ("azuleo", {"players": 1, "mode": "fill"}, [ME]),
        ("azuleo", {"players": 1, "mode": "score", "claims": "automatic"}, [ME]),
        ("azuleo", {"players": 3, "exchange": True, "blockades": None}, [ME, HERE, BOT]),
        ("azuleo", {"players": 4, "claims": "hinted", "lenient": True}, [ME, BOT, HERE, BOT]),
        ("azuleo", {"players": 2, "open_hands": True, "board": [".o.", "..."]}, [ME, HERE]),
    ],
    ids=str,
)
def test_every_kind_of_game(client, game, options, seats):
    made = client.new_table(seats, game=game, options=options)
    assert {k: made["table"]["options"][k] for k in options} == options
    table = client.play_some(made["id"], 6)
    assert table["entries"] == len(table["moves"]) >= 3


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"options": {"players": 5}}, "bad_options"),
        ({"options": {"seed": 1}}, "bad_options"),
        ({"game": "chess"}, "bad_request"),
        ({"options": {"mode": "fill"}}, "bad_options"),
        ({"game": "azuleo", "options": {"wall": "grey"}}, "bad_options"),
        ({"seats": [ME]}, "bad_options"),
        ({"seats": [ME, BOT], "options": {"players": 3}}, "bad_seats"),
        ({"seats": [ME, {"kind": "bot", "level": 11}]}, "no_such_level"),
        ({"seats": [ME, {"kind": "bot", "level": "8@/etc/passwd.npz"}]}, "bad_request"),
        ({"seats": [ME, {"kind": "bot", "level": 8, "player": "net:x.npz"}]}, "bad_request"),
        ({"seats": [ME, {"kind": "king"}]}, "bad_request"),
        ({"first": 2}, "bad_options"),
        ({"record": {"options": {"players": 2}}}, "bad_record"),
        ({"record": {}}, "players_missing"),
        ({"position": {"players": 2}}, "bad_position"),
        ({"position": "azul 2c", "seats": [ME, BOT]}, "bad_position"),
        ({"position": "azul 2c"}, "seats_missing"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(client, body, expected):
    assert code(client.post("/api/tables", json=body)) == (422, expected)


def test_only_the_seat_whose_turn_it_is_can_move(service, client):
    made = client.new_table([ME, LINK], first=0)
    move = made["table"]["legal"][0]
    with service.client() as watcher:
        table = watcher.table(made["id"])
        assert (table["mine"], table["legal"], table["viewer"]) == ([], [], None)
        assert code(watcher.try_move(made["id"], move)) == (403, "not_seated")
        watcher.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        assert watcher.table(made["id"])["mine"] == [1]
        assert code(watcher.try_move(made["id"], move)) == (403, "not_your_turn")
        assert code(watcher.try_move(made["id"], move, seat=0)) == (403, "not_your_seat")
        client.move(made["id"], move)
        assert code(client.try_move(made["id"], move)) == (403, "not_your_turn")


def test_a_program_takes_a_seat_by_its_token(service, client):
    made = client.new_table([ME, LINK], first=1)
    token = made["seat_links"]["1"].removeprefix("/seat/")
    with service.client(token=token) as program:
        assert program.table(made["id"])["mine"] == []  # a link is no seat yet
        assert code(program.try_move(made["id"], "1B1"))[0] == 403
        table = program.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Ro"}).json()
        assert table["mine"] == [1]
        program.move(made["id"], table["legal"][0])
    with service.client(token=token) as who_made_the_link:
        assert who_made_the_link.table(made["id"])["mine"] == []


def test_a_link_to_another_seat_takes_nothing_away(client):
    made = client.new_table([ME, LINK])
    client.get(made["seat_links"]["1"])
    assert client.table(made["id"])["mine"] == [0]
    link = client.post(f"/api/tables/{made['id']}/seats/0/link").json()["url"]
    assert link == f"/seat/{made['token']}"


@pytest.mark.parametrize(
    ("body", "reason", "place"),
    [
        ({"options": []}, "expected_object", "options"),
        ({"game": "chess"}, "not_a_choice", "game"),
        ({"game": 7}, "expected_text", "game"),
        ({"seats": {}}, "expected_list", "seats"),
        ({"seats": [{"kind": "me"}] * 5}, "list_too_long", "seats"),
        ({"seats": [{}]}, "missing", "seats[0].kind"),
        ({"seats": [{"kind": "me", "name": "x" * 1000}]}, "text_too_long", "seats[0].name"),
    ],
    ids=str,
)
def test_a_request_that_is_none_is_refused_in_words_and_as_data(client, body, reason, place):
    said = set()
    text = json.dumps(body)  # with half a character written as an escape
    for language in ("en", "de", "sv"):
        headers = {"Accept-Language": language, "Content-Type": "application/json"}
        answer = client.post("/api/tables", content=text, headers=headers)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "bad_request")
        assert error["parts"]["reason"]["code"] == reason
        assert error["place"] == [place]
        said.add(error["message"])
    assert len(said) == 3


@pytest.mark.parametrize(
    ("game", "options", "reason", "place"),
    [
        ("azul", {"players": 5}, "out_of_range", "players"),
        ("azul", {"players": 0}, "out_of_range", "players"),
        ("azul", {"players": "2"}, "expected_whole_number", "players"),
        ("azul", {"players": 2.5}, "expected_whole_number", "players"),
        ("azul", {"wall": "green"}, "not_a_choice", "wall"),
        ("azul", {"wall": "\ud800"}, "not_a_choice", "wall"),
        ("azul", {"wall": None}, "not_a_choice", "wall"),
        ("azuleo", {"lenient": 1}, "expected_flag", "lenient"),
        ("azuleo", {"blockades": 65}, "out_of_range", "blockades"),
        ("azuleo", {"board": []}, "dotted_field_needed", "board"),
        ("azuleo", {"board": [""]}, "row_expected", "board[0]"),
    ],
    ids=str,
)
def test_options_are_refused_by_what_the_game_declares(client, game, options, reason, place):
    """Also where a record is given, which has options of its own."""
    for body in ({}, {"record": {"options": {"players": 2}}}):
        text = json.dumps({"game": game, "options": options} | body)
        said = set()
        for language in ("en", "de", "sv"):
            headers = {"Accept-Language": language, "Content-Type": "application/json"}
            answer = client.post("/api/tables", content=text, headers=headers)
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (422, "bad_options")
            assert error["parts"]["reason"]["code"] == reason
            assert error["place"] == [place]
            said.add(error["message"])
        assert len(said) == 3


def test_options_of_another_game_and_of_none_are_refused(client):
    for options in ({"seed": 1}, {"deals": "manual"}, {"lenient": True}):
        answer = client.post("/api/tables", json={"game": "azul", "options": options})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "bad_options")
        assert error["parts"]["reason"]["code"] == "other_options"


def test_what_is_no_json_is_refused(client):
    headers = {"Content-Type": "application/json"}
    answer = client.post("/api/tables", content="{", headers=headers)
    assert code(answer) == (422, "bad_request")
    assert answer.json()["error"]["parts"]["reason"] == {"code": "not_json", "parts": {}}
    deep = client.post("/api/tables", content="[" * 20_000, headers=headers)
    assert deep.status_code == 400
    error = deep.json()["error"]
    assert error["code"] == "bad_request"
    assert error["parts"]["reason"]["code"] == "cannot_be_read"


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"position": 5}, "position"),
        ({"position": "x" * 5000}, "position"),
        ({"moves": ["3B2", 7]}, "moves[1]"),
        ({"moves": 1, "position": "x"}, "moves"),
    ],
)
def test_where_a_request_is_wrong_is_told_by_its_own_names(client, body, place):
    body = {"game": "azul", "position": "x", "moves": []} | body
    answer = client.post("/api/explore/look", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["place"] == [place]
    missing = client.post("/api/explore/look", json={"game": "azul"})
    assert missing.json()["error"]["place"] == ["position"]


def test_illegal_moves_are_refused_in_the_words_of_the_rules(client):
    made = client.new_table([ME, BOT], first=0)
    before = client.table(made["id"])
    answer = client.try_move(made["id"], "@34")
    assert code(answer) == (422, "illegal_move")
    assert answer.json()["error"] == {
        "code": "illegal_move",
        "parts": {"reason": {"code": "offer_goes_on", "parts": {}}},
        "message": "walls are tiled only when the offer has ended",
        "place": ["@34"],
    }
    assert code(client.try_move(made["id"], "hello")) == (422, "illegal_move")
    assert code(client.try_move(made["id"], "=BBYR")) == (422, "illegal_move")
    assert client.table(made["id"]) == before


def test_reasons_on_request(client):
    made = client.new_table([ME, BOT], first=0)
    ask = f"/api/tables/{made['id']}/reason"
    assert client.get(ask, params={"move": made["table"]["legal"][0]}).json() == {
        "legal": True,
        "reason": None,
    }
    answer = client.get(ask, params={"move": "@11"}).json()
    assert not answer["legal"]
    why = {"code": "offer_goes_on", "parts": {}, "place": ["@11"]}
    assert answer["reason"] == {
        "message": "walls are tiled only when the offer has ended",
        **why,
    }
    german = client.get(ask, params={"move": "@11"}, headers={"Accept-Language": "de"}).json()
    assert german["reason"] == {"message": german["reason"]["message"], **why}
    assert german["reason"]["message"] != answer["reason"]["message"]


def test_a_move_is_played_once_however_often_it_is_sent(client):
    made = client.new_table([ME, HERE], first=0)
    first = client.move(made["id"], made["table"]["legal"][0], id="a")
    again = client.move(made["id"], made["table"]["legal"][0], id="a")
    other = client.try_move(made["id"], made["table"]["legal"][1], id="a")
    assert first == {"version": 1, "replayed": False}
    assert again == {"version": 1, "replayed": True}
    assert code(other) == (409, "id_used")
    assert client.table(made["id"])["entries"] == 1


def test_the_same_id_from_two_people_is_two_commands(service, client):
    made = client.new_table([ME, LINK], first=0)
    with service.client() as friend:
        friend.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        client.move(made["id"], made["table"]["legal"][0], id="a")
        friend.move(made["id"], friend.table(made["id"])["legal"][0], id="a")
    assert client.table(made["id"])["entries"] == 2


def test_a_stale_move_is_refused(client):
    made = client.new_table([ME, HERE], first=0)
    client.move(made["id"], made["table"]["legal"][0], version=0)
    legal = client.table(made["id"])["legal"]
    assert code(client.try_move(made["id"], legal[0], version=0)) == (409, "stale")
    client.move(made["id"], legal[0], version=1)


def test_friends_sit_down_and_come_back(service, client):
    made = client.new_table([ME, LINK, LINK], options={"players": 3})
    address = f"/api/tables/{made['id']}/seats"
    with service.client() as friend, service.client() as other:
        name = "  Ève \x00\u202e<b>  " + "x" * 60
        seen = friend.post(f"{address}/1", json={"name": name}).json()
        assert seen["seats"][1]["name"].startswith("Ève <b> x")
        assert len(seen["seats"][1]["name"]) <= 24
        assert seen["mine"] == [1]
        assert code(other.post(f"{address}/1", json={"name": "x"})) == (409, "seat_taken")
        assert code(other.post(f"{address}/0", json={"name": "x"})) == (409, "seat_taken")
        assert code(other.post(f"{address}/3", json={"name": "x"})) == (404, "no_such_seat")
        assert friend.post(f"{address}/1", json={"name": "Eve"}).json()["mine"] == [1]
        link = friend.post(f"{address}/1/link").json()["url"]
        assert code(other.post(f"{address}/1/link")) == (403, "not_seated")
        back = other.get(link, follow_redirects=False)
        assert back.headers["location"] == f"/t/{made['id']}"
        assert other.table(made["id"])["mine"] == [1]
    with service.client() as late:
        voided = made["seat_links"]["1"]
        late.get(voided, follow_redirects=False)
        assert late.table(made["id"])["mine"] == []


def test_unknown_tables(client):
    for path in ("", "/events", "/record", "/tally", "/positions/0", "/reason?move=1B1"):
        assert code(client.get(f"/api/tables/nowhere{path}")) == (404, "no_such_table")
    assert code(client.try_move("nowhere", "1B1")) == (404, "no_such_table")
    assert code(client.get("/api/nothing")) == (404, "not_found")


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_every_position_of_a_game_can_be_looked_at(client, game):
    made = client.new_table([ME, HERE], game=game, record=nearly_over(game))
    table = client.play_some(made["id"], 10_000)
    moves = client.moves(made["id"])
    for n in (0, 1, table["entries"] // 2, table["entries"]):
        shown = client.get(f"/api/tables/{made['id']}/positions/{n}").json()
        assert shown["n"] == n
        assert shown["move"] == (moves[n - 1] if n else None)
    assert shown["position"] == table["position"]
    beyond = client.get(f"/api/tables/{made['id']}/positions/{table['entries'] + 1}")
    assert code(beyond) == (404, "no_such_entry")


def test_a_record_is_opened_and_gone_on_from(client):
    made = client.new_table([ME, HERE])
    table = client.play_some(made["id"], 15)
    record = client.get(f"/api/tables/{made['id']}/record").json()
    again = client.new_table(record=record)
    assert again["table"]["moves"] == table["moves"]
    assert again["table"]["mine"] == [0, 1]
    earlier = client.new_table([BOT, ME], record=record, at=10)
    assert earlier["table"]["moves"] == table["moves"][:10]
    client.play_some(earlier["id"], 3)
    too_far = client.post("/api/tables", json={"record": record, "at": 16})
    assert code(too_far) == (422, "no_such_entry")


def test_a_game_goes_on_from_any_point_at_a_new_table(service, client):
    made = client.new_table([ME, HERE])
    table = client.play_some(made["id"], 10)
    branch = client.post(f"/api/tables/{made['id']}/branch", json={"at": 8}).json()
    assert branch["table"]["moves"] == table["moves"][:8]
    assert branch["table"]["seats"][1]["kind"] == "bot"
    client.play_some(branch["id"], 2)
    beyond = client.post(f"/api/tables/{made['id']}/branch", json={"at": 11})
    assert code(beyond) == (422, "no_such_entry")
    with service.client() as watcher:
        answer = watcher.post(f"/api/tables/{made['id']}/branch", json={"at": 8})
        assert code(answer) == (403, "watchers_wait")


def test_what_is_hidden_stays_hidden_in_a_branch(client):
    made = client.new_table([ME, BOT], game="azuleo")
    answer = client.post(f"/api/tables/{made['id']}/branch", json={"at": 0})
    assert code(answer) == (403, "hidden")


def test_a_rematch_has_the_same_seats_and_the_next_player_first(service, client):
    record = nearly_over("azul", players=3, wall="grey", first=2)
    made = client.new_table([ME, LINK, BOT], record=record)
    with service.client() as friend:
        friend.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        assert code(friend.post(f"/api/tables/{made['id']}/rematch")) == (409, "not_over")
        while client.wait_for_anyone(made["id"], friend):
            pass
        urls = {
            somebody.post(f"/api/tables/{made['id']}/rematch").json()["url"]
            for somebody in (client, friend, client)
        }
        assert len(urls) == 1
        again = urls.pop().removeprefix("/t/")
        assert client.table(made["id"])["rematch"] == f"/t/{again}"
        mine, theirs = client.table(again), friend.table(again)
        assert (mine["mine"], theirs["mine"]) == ([0], [1])
        assert [s["name"] for s in mine["seats"]] == ["Ana", "Eve", ""]
        assert mine["options"]["wall"] == "grey"
        assert mine["options"]["first"] == 0
    with service.client() as watcher:
        assert code(watcher.post(f"/api/tables/{made['id']}/rematch")) == (403, "not_seated")


def test_following_a_real_table(client):
    made = client.new_table([ME, HERE], chance="manual", first=0)
    table = made["table"]
    assert (table["phase"], table["legal"], table["chance"]) == ("deal", [], "manual")
    client.move(made["id"], "=BBYR BKWW BYRW RKWW BKKW")
    table = client.table(made["id"])
    assert table["moves"] == [
        {
            "n": 1,
            "turn": None,
            "text": "=BBYR BKWW BYRW RKWW BKKW",
            "drawn": [],
            "round": 1,
            "points": [],
            "round_points": [],
        }
    ]
    advice = client.get(f"/api/tables/{made['id']}/advice", params={"ms": 50}).json()
    assert advice["move"] in table["legal"]
    assert advice["lines"][0]["pv"][0] == advice["move"]
    client.move(made["id"], advice["move"])
    client.post(f"/api/tables/{made['id']}/undo", json={"id": "u"})
    client.post(f"/api/tables/{made['id']}/undo", json={"id": "v"})
    assert client.table(made["id"])["phase"] == "deal"


def test_joining_a_real_table_in_mid_game(client):
    game = azul.Game(seed=3)
    chance = random.Random(3)
    for _ in range(7):
        game.play(chance.choice(game.legal_moves()))
    made = client.new_table([ME, HERE], position=game.to_dict(), chance="manual")
    assert made["table"]["position"] == game.to_dict()
    text = client.new_table([ME, HERE], position=game.to_text(), chance="manual")
    assert text["table"]["position"] == game.to_dict()


def test_nobody_helps_while_a_game_is_played(client):
    made = client.new_table([ME, BOT])
    answer = client.get(f"/api/tables/{made['id']}/advice")
    assert code(answer) == (403, "no_advice")


def test_bots_and_health(client):
    levels = client.get("/api/bots").json()
    assert [level["level"] for level in levels["azul"]] == list(range(1, 11))
    assert client.get("/healthz").json()["status"] == "ok"


def test_points_of_blockades_that_lay_themselves_are_the_next_players(client):
    record = nearly_over("azuleo", 0, seed=3, claims="automatic")
    made = client.new_table([ME, HERE], game="azuleo", record=record)
    tally = client.get(f"/api/tables/{made['id']}/tally").json()
    sums = [0, 0]
    for fact in (fact for facts in tally["facts"] for fact in facts if fact["points"]):
        sums[fact["player"]] += fact["points"]
    assert sums == tally["scores"]


def test_previews_are_for_who_is_to_move(service, client):
    made = client.new_table([ME, HERE], game="azul")
    legal, path = made["table"]["legal"], f"/api/tables/{made['id']}/previews"
    found = client.get(path, params={"move": [*legal[:3], "9R1", "nonsense"]}).json()["previews"]
    game = azul.replay(client.get(f"/api/tables/{made['id']}/record").json())
    foreseen = game.foreseen(azul.Move.parse(move) for move in legal[:3])
    assert found == {str(m): [fact.to_dict() for fact in facts] for m, facts in foreseen.items()}
    assert len(found) == 3
    with service.client() as somebody:
        assert somebody.get(path, params={"move": legal[0]}).json() == {"previews": {}}
    assert client.get(path, params={"move": ["1B1"] * 41}).status_code == 422
