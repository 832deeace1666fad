"""Weights as files: what is written is read again, and nothing else is."""

import json

import numpy as np
import pytest

from azulejos import azul
from azulejos.core.errors import WeightsError
from azulejos.games.azul import features as encoder
from azulejos.nets import weights
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import (
    NO_NETWORK,
    NO_NETWORKS,
    Networks,
    forward,
    new_network_buffers,
    packed,
    policy_logits,
    predict_values,
    untrained,
)


def small(seed=0, features=encoder.FEATURES, side_features=encoder.SIDE_FEATURES):
    return untrained(features, side_features, encoder.ACTION_FEATURES, 16, 8, seed)


NETWORKS = Networks(small(1), small(2))
#: Arrays with the facts of a game.
FEATURES = ("features", "side_features")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "networks.npz"
    weights.save(path, "azul", NETWORKS, {"run": "a test's", "seed": 7})
    return path


def changed(file, *, about=None, without=(), **arrays):
    """The same file with other contents, and a checksum that fits them."""
    with np.load(file) as kept:
        contents = {name: kept[name] for name in kept if name not in without}
    contents |= {name.replace("__", "."): array for name, array in arrays.items()}
    if about is not None:
        told = json.loads(contents["about"].tobytes()) | about
        contents["about"] = np.frombuffer(json.dumps(told).encode(), np.uint8)
    contents.pop("sha256", None)
    np.savez(file, sha256=weights.checksum(contents), **contents)


def refused(file, complaint, game="azul"):
    with pytest.raises(WeightsError, match=complaint) as caught:
        weights.load(file, game)
    assert str(file) in str(caught.value)
    assert caught.value.args[0].partition(": ")[2], "it says what to do"


# ── There and back ───────────────────────────────────────────────────────────────────────────────


def test_what_is_written_is_read_again(file):
    networks, about = weights.load(file, "azul")
    unused = {"value": ("action_features", "action_bias"), "policy": ("heads", "heads_bias")}
    for part in Networks._fields:
        before, after = getattr(NETWORKS, part), getattr(networks, part)
        for name in before._fields:
            one, other = getattr(before, name), getattr(after, name)
            assert one.dtype == other.dtype
            if name in unused[part]:
                assert other.shape == (0, *one.shape[1:])
            else:
                assert np.array_equal(one, other)
    assert about == {
        "run": "a test's",
        "seed": 7,
        "game": "azul",
        "format": weights.FORMAT,
        "sizes": {"value": [16, 8], "policy": [16, 8]},
    }


def test_the_same_networks_give_the_same_file(file, tmp_path):
    again = tmp_path / "again.npz"
    weights.save(again, "azul", NETWORKS, {"run": "a test's", "seed": 7})
    assert again.read_bytes() == file.read_bytes()


def test_without_what_is_unused_it_thinks_the_same(file):
    networks, _ = weights.load(file, "azul")
    game = azul.Game(seed=3)
    actions = np.empty(game.KERNEL.MAX_LEGAL, np.int16)
    n = game.KERNEL.legal(game.state, actions)
    found = []
    for value, policy in (NETWORKS, networks):
        buffers = new_network_buffers(game.KERNEL.MAX_LEGAL)
        values, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
        predict_values(packed(value), buffers, game.state, values, points)
        wise = packed(policy)
        logits = np.zeros(n, np.float32)
        forward(wise, buffers, game.state, game.turn)
        policy_logits(wise, buffers, game.state, actions, n, logits)
        found.append((values.tolist(), points.tolist(), logits.tolist()))
    assert found[0] == found[1]
    assert any(found[0][2])


@pytest.mark.parametrize(
    "networks", [Networks(small(1), NO_NETWORK), Networks(NO_NETWORK, small(2))]
)
def test_one_network_may_be_missing(tmp_path, networks):
    path = tmp_path / "half.npz"
    weights.save(path, "azul", networks, {})
    loaded, _ = weights.load(path, "azul")
    for name in FEATURES:
        sizes = [[len(getattr(network, name)) for network in one] for one in (loaded, networks)]
        assert sizes[0] == sizes[1]


def test_a_file_stays_when_its_successor_cannot_be_written(file):
    before = file.read_bytes()
    for networks in (
        NO_NETWORKS,
        *(Networks(small(1, **{name: 10}), small(2)) for name in FEATURES),
    ):
        with pytest.raises(WeightsError):
            weights.save(file, "azul", networks, {})
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


# ── What is refused ──────────────────────────────────────────────────────────────────────────────


def test_no_file(tmp_path):
    refused(tmp_path / "nothing.npz", "is not there")


@pytest.mark.parametrize("left", [0, 100, 0.5, 0.99])
def test_a_truncated_file(file, left):
    whole = file.read_bytes()
    file.write_bytes(whole[: left if left >= 1 else int(left * len(whole))])
    refused(file, "cannot be read")


@pytest.mark.parametrize("place", [0.01, 0.4, 0.7])
def test_a_changed_byte(file, place):
    content = bytearray(file.read_bytes())
    content[int(place * len(content))] ^= 0x40
    file.write_bytes(content)
    refused(file, "cannot be read|is damaged")


def test_contents_that_are_not_what_the_checksum_says(file):
    with np.load(file) as kept:
        contents = dict(kept)
    contents["value.second_bias"] = contents["value.second_bias"] + np.float32(0.001)
    np.savez(file, **contents)
    refused(file, "is damaged")


def test_no_checksum(file):
    with np.load(file) as kept:
        contents = {name: kept[name] for name in kept if name != "sha256"}
    np.savez(file, **contents)
    refused(file, "is damaged")


def test_a_file_of_another_kind(file):
    file.write_text("weights\n")
    refused(file, "cannot be read")
    np.savez(file, features=np.zeros(3))
    refused(file, "does not tell what it is")


def test_nothing_is_unpickled(file):
    class Trap:
        def __reduce__(self):
            return pytest.fail, ("unpickled",)

    np.savez(file, about=np.array([Trap()], object))
    refused(file, "cannot be read")


@pytest.mark.parametrize("version", [0, 1, 2, weights.FORMAT + 1, None, "2"])
def test_another_version_of_the_format(file, version):
    changed(file, about={"format": version})
    refused(file, "has format")


def test_another_game(file):
    refused(file, "plays 'azul', not 'azuleo'", game="azuleo")
    changed(file, about={"game": "chess"})
    refused(file, "no network plays 'chess'", game="chess")


def test_other_arrays(file):
    changed(file, policy__third=np.zeros(3, np.float32))
    refused(file, "other arrays than two networks.*policy.third")
    changed(file, without=("policy.third", "value.heads"))
    refused(file, "other arrays than two networks.*value.heads")


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("value__features", np.zeros((encoder.FEATURES - 1, 16), np.int16)),
        ("value__features", np.zeros((encoder.FEATURES, 16), np.float32)),
        ("value__side_features", np.zeros((encoder.SIDE_FEATURES, 16), np.int16)),
        ("policy__side_features", np.zeros((2 * encoder.SIDE_FEATURES, 16), np.float32)),
        ("value__first_bias", np.zeros(17, np.int16)),
        ("value__first_bias", np.zeros((16, 1), np.int16)),
        ("value__second", np.zeros((16, 8), np.float32)),
        ("value__second_bias", np.zeros(8)),
        ("value__heads", np.zeros((PLAYERS, 8), np.float32)),
        ("value__heads_bias", np.zeros(0, np.float32)),
        ("policy__action_features", np.zeros((encoder.ACTION_FEATURES + 1, 8), np.float32)),
        ("policy__action_bias", np.zeros(encoder.ACTION_FEATURES, ">f4")),
        ("policy__action_features", np.zeros((0, 8), np.float32)),
    ],
)
def test_other_sizes_and_types(file, name, array):
    changed(file, **{name: array})
    refused(file, f"{name.partition('__')[0]}[.][a-z_]+ is .*takes")


@pytest.mark.parametrize(("width", "depth"), [(1025, 8), (128, 65), (8, 16)])
def test_networks_of_sizes_that_no_search_has_room_for(tmp_path, width, depth):
    large = untrained(
        encoder.FEATURES, encoder.SIDE_FEATURES, encoder.ACTION_FEATURES, width, depth
    )
    with pytest.raises(WeightsError, match=f"value network is {width} wide and {depth} deep"):
        weights.save(tmp_path / "large.npz", "azul", Networks(large, large), {})


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_no_number(file, value):
    bias = np.zeros(8, np.float32)
    bias[3] = value
    changed(file, value__second_bias=bias)
    refused(file, "value.second_bias has values that are no numbers")


# ── What ships ───────────────────────────────────────────────────────────────────────────────────


def test_the_shipped_weights_are_whole_and_shared():
    networks = weights.shipped("azul")
    assert networks is weights.shipped("azul")
    about = weights.about("azul")
    assert about["game"] == "azul"
    assert {"run", "seed", "figures", "sizes"} <= about.keys()


def test_where_none_ship_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(weights, "shipped_file", lambda _: tmp_path / "weights.npz")
    weights._shipped.cache_clear()
    with pytest.raises(WeightsError, match=r"install that again.*heuristic"):
        weights.shipped("chess")
