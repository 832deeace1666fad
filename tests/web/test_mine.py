"""Tables of one's own, without an account: listed by seats, and taken to another device."""

import json
from urllib.parse import quote

import zxingcpp
from PIL import Image
from resvg_py import svg_to_bytes

from azulejos.web.api.mine import qr_code

from .service import BOT, nearly_over


def new_table(client, **spec):
    usual = {"game": "azul", "seats": [{"kind": "me", "name": "Ann"}, BOT]}
    return client.post("/api/tables", json=usual | spec).json()


def mine(client):
    answer = client.get("/api/mine")
    assert answer.status_code == 200
    return answer.json()


def link(client):
    return client.post("/api/mine/link?origin=" + quote("https://azul.example")).json()


def tokens_in(url):
    page, _, tokens = url.partition("#bring=")
    assert page == "/games"
    return tokens.split(".")


def test_who_has_no_seat_has_no_tables(client):
    assert mine(client) == {"tables": [], "complete": True}
    assert client.post("/api/mine/link").json()["error"]["code"] == "not_seated"


def test_tables_are_listed_with_whose_turn_it_is_and_how_they_ended(service):
    with service.client() as ann, service.client() as bo:
        finished = nearly_over("azul", left=0, wall="grey")
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Cy"}]
        over = new_table(ann, record=finished, seats=seats)
        running = new_table(ann, seats=[{"kind": "me"}, {"kind": "link"}], first=0)
        other = new_table(bo)
        told = mine(ann)
        assert [table["id"] for table in told["tables"]] == [running["id"], over["id"]]
        first, last = told["tables"]
        assert (first["turn"], first["mine"], first["result"]) == (0, [0], None)
        assert last["result"]["scores"] == finished["result"]["scores"]
        assert last["mine"] == [0, 1]
        assert [seat["name"] for seat in last["seats"]] == ["Ann", "Cy"]
        assert first["changed"] >= last["changed"] > 1_600_000_000_000
        assert [table["id"] for table in mine(bo)["tables"]] == [other["id"]]
        # What a list tells, a watcher may know; no token and no hidden thing is in it.
        assert "token" not in json.dumps(told)


def test_a_link_lets_another_device_hold_the_seats(service):
    with service.client() as ann, service.client() as phone:
        made = [new_table(ann), new_table(ann, game="azuleo")]
        way = link(ann)
        assert way["tables"] == 2
        tokens = tokens_in(way["url"])
        assert len(tokens) == 2
        told = phone.post("/api/mine/seats", json={"tokens": tokens}).json()
        assert {table["id"] for table in told["tables"]} == {table["id"] for table in made}
        for table in made:
            seen = phone.get(f"/api/tables/{table['id']}").json()
            assert seen["mine"] == [0]
        assert mine(phone) == mine(ann)


def test_a_link_has_room_for_some_the_running_ones_first(service):
    with service.client() as ann:
        running = [new_table(ann)["id"] for _ in range(3)]
        finished = nearly_over("azul", left=0)
        for _ in range(22):
            new_table(ann, record=finished, seats=[{"kind": "me"}, {"kind": "here"}])
        way = link(ann)
        assert way["tables"] == 20
        assert len(tokens_in(way["url"])) == 20
        told = ann.post("/api/mine/seats", json={"tokens": tokens_in(way["url"])}).json()
        assert {table["id"] for table in told["tables"][:3]} == set(running)
        assert mine(ann)["complete"]


def test_the_picture_is_read_as_the_whole_address(service):
    with service.client() as ann:
        new_table(ann)
        way = link(ann)
        assert way["picture"] == qr_code("https://azul.example" + way["url"])
        assert read_picture(way["picture"]) == "https://azul.example" + way["url"]


def test_the_picture_of_the_longest_link_is_read():
    text = "https://azul.example/games#bring=" + ".".join(["Nhg_ENq--nUKVjUrZS98fPJA3STZav76"] * 20)
    assert read_picture(qr_code(text)) == text


def read_picture(uri):
    """What a camera would read in it."""
    from io import BytesIO
    from urllib.parse import unquote

    svg = unquote(uri.partition(",")[2])
    image = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg))))
    return zxingcpp.read_barcodes(image.convert("L"))[0].text


def test_what_is_no_seat_brings_nothing(client):
    for tokens, status in (
        (["x" * 32], 403),
        ([], 422),
        (["x" * 32] * 21, 422),
        ([""], 422),
        (["x" * 101], 422),
        ([7], 422),
        ("x" * 32, 422),
    ):
        answer = client.post("/api/mine/seats", json={"tokens": tokens})
        assert answer.status_code == status, tokens
        assert "set-cookie" not in answer.headers


def test_a_friends_link_is_no_seat_yet(service):
    with service.client() as ann, service.client() as bo:
        made = new_table(ann, seats=[{"kind": "me"}, {"kind": "link"}])
        token = made["seat_links"]["1"].rpartition("/")[2]
        answer = bo.post("/api/mine/seats", json={"tokens": [token]})
        assert answer.json()["error"]["code"] == "not_seated"


def test_other_sites_cannot_ask(client):
    headers = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    for answer in (
        client.get("/api/mine", headers=headers),
        client.post("/api/mine/link", headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "cross_site"
