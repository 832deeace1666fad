"""Bad input: values of every wrong kind, and ways to spoil good data."""

import copy

from hypothesis import strategies as st


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


#: One of each kind. None of them is right anywhere but where a neighbour says so.
VALUES = [
    None,
    True,
    False,
    -1,
    99,
    10**400,
    -(2**63) - 1,
    2**64,
    0.0,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "1",
    "B" * 1000,
    "\ud800",
    "\0",
    "٣",
    b"B",
    [],
    [[]],
    [None] * 5,
    [-1, 21, 0, 0, 0],
    [0.0] * 5,
    ["B"] * 5,
    {},
    {"colour": "B"},
    {1: 2},
    {0},
    object(),
    nested(100_000),
]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 25)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*"BYRKWM", "deal", "offer", "tiling", "over", "grey", "coloured"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6)
    ),
    max_leaves=25,
)


def paths(data, here=()):
    """The way to everything inside nested dicts and lists, outermost first."""
    if isinstance(data, dict):
        inside = list(data.items())
    elif isinstance(data, list):
        inside = list(enumerate(data))
    else:
        inside = []
    for key, value in inside:
        yield (*here, key)
        yield from paths(value, (*here, key))


def get(data, path):
    for key in path:
        data = data[key]
    return data


def spoiled(data, path, value):
    """A copy of the data with another value at that place."""
    data = copy.deepcopy(data)
    get(data, path[:-1])[path[-1]] = value
    return data


def without(data, path):
    """A copy of the data in which that place is missing."""
    data = copy.deepcopy(data)
    del get(data, path[:-1])[path[-1]]
    return data


@st.composite
def mutated(draw, originals):
    """Good data with a few things replaced, removed, doubled or exchanged."""
    data = copy.deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 3))):
        ways = list(paths(data))
        if not ways:
            break
        path = draw(st.sampled_from(ways))
        kind = draw(st.sampled_from(["replace", "nudge", "remove", "double", "exchange"]))
        if kind == "replace":
            data = spoiled(data, path, draw(JSON))
        elif kind == "nudge" and type(get(data, path)) is int:
            data = spoiled(data, path, get(data, path) + draw(st.sampled_from([-1, 1, 4, 256])))
        elif kind == "remove":
            data = without(data, path)
        elif kind == "double" and isinstance(get(data, path[:-1]), list):
            data = copy.deepcopy(data)
            get(data, path[:-1]).append(get(data, path))
        elif kind == "exchange":
            other = draw(st.sampled_from(ways))
            one, two = get(data, path), get(data, other)
            if path != other[: len(path)] and other != path[: len(other)]:
                data = spoiled(spoiled(data, path, two), other, one)
    return data


@st.composite
def mutated_text(draw, originals):
    """A good text with some characters inserted, removed, replaced, or a piece repeated."""
    text = draw(st.sampled_from(originals))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 4)))
        piece = draw(
            st.text(max_size=3)
            | st.text("BYRKWM0123456789CF@=-./|:, ", max_size=3)
            | st.just(text[start:end] * 2)
        )
        text = text[:start] + piece + text[end:]
    return text
