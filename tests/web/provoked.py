"""Everything that games refuse, provoked: by moves, draws, positions, records and options."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from azul.positions import board, position
from azul.test_bad_positions import IMPOSSIBLE, before_deal, offer
from azul.test_dead_games import TRAPPED, table, table_before
from azulejos import azul, azuleo, draw, games
from azulejos.core.errors import InputError
from azuleo.bad_data import NASTY
from azuleo.both import ANGLE, late
from azuleo.positions import filled
from azuleo.positions import position as laid
from azuleo.test_bad_positions import broken
from azuleo.test_examples_turns import SQUARE, THREE, stuck


def refused(make: Callable[..., object], *arguments: Any, **options: Any) -> Iterator[InputError]:
    """The error that a call raises, if it does."""
    try:
        make(*arguments, **options)
    except InputError as error:
        yield error


def refused_moves(game: Any, texts: Iterable[str]) -> Iterator[InputError]:
    for text in texts:
        yield from refused(game.copy().play, text)


def of_records(package: Any, **options: Any) -> Iterator[InputError]:
    """What is wrong with records: the same for every game."""
    game = package.Game(seed=1, **options)
    game.play(game.legal_moves()[0])
    record = json.loads(json.dumps(game.record()))
    over = package.Game(seed=1, **options)
    while not over.is_over:
        over.play(over.legal_moves()[0])
    turns = record["turns"]
    first_move = next(n for n, turn in enumerate(turns) if turn is not None)
    chances = [n for n, turn in enumerate(turns) if turn is None]
    for change in (
        {"moves": {}},
        {"moves": record["moves"][:-1]},
        {"turns": [*turns[:first_move], 7, *turns[first_move + 1 :]]},
        {"turns": [*turns[: chances[0]], 7, *turns[chances[0] + 1 :]]},
        {"result": {"scores": [1], "winners": []}},
        {"version": True},
        {"version": 2},
        {"game": "chess"},
        {"unknown": 1},
        {"date": "yesterday"},
        {"on_time": {"lost": [1, 1]}},
        {"seats": [{"name": ""}] * game.players},
        {"seats": []},
        {"moves": [*record["moves"], 7], "turns": [*turns, None]},
        {"options": {**record["options"], "first": None}},
        {"position": game.to_dict()},
        {"position": {}},
        {"moves": ["x"] * 100_001},
    ):
        yield from refused(package.replay, {**record, **change})
    yield from refused(package.replay, {**over.record(), "result": {}})
    began = package.Game.from_dict(game.to_dict(), seed=1).record()
    began["options"]["players"] = 4
    yield from refused(package.replay, began)
    yield from refused(package.replay, [])
    yield from refused(game.play, game.legal_moves()[0], player=7)
    yield from refused(over.play, game.legal_moves()[0], player=0)
    yield from refused(game.play, 3)
    for seed in (-1, 2**64, [1], {}, (1, 2), 10**40, object()):
        yield from refused(package.Game, seed=seed)
    for option in games.spec(game.NAME).part("options").OPTIONS:
        yield from refused(option.from_text, "x")
    for value in NASTY:
        yield from refused(package.Game.from_text, value)
        yield from refused(package.Game.from_dict, value)


TAKES = [f"{s}{c}{line}" for s in "123456789C" for c in "BYRKW" for line in "12345F"]
TILINGS = [f"@{line}{column}" for line in range(1, 6) for column in range(1, 6)]
#: What may be typed where a real table is followed, and is wrong at one time or another.
DEALS = (
    *("=", "=BBYR", "=BBYR KKWW BYRK - -", "=BBYR KKWW BYRK BBBB YYYY RRRR", "=BBYR xx - - -"),
    *("=BBBB BBBB BBBB BBBB BBBB", "=BBBB BBBB BBBB BBBB BBYY", "=B Y R K W B Y R K W", "=b"),
    "=BBBB BBBB YYYY YYYY RRRR",
)
WRITTEN = ("xx", "1b2", "", "it's", "1B2", "3B2: line", "9B1", "CKF", "@34", "a" * 60)


def of_azul() -> Iterator[InputError]:
    yield from of_records(azul)
    for wall in ("coloured", "grey"):
        game = azul.Game(wall=wall, seed=5)
        while not game.is_over:
            yield from refused_moves(game, TAKES[::7] + TILINGS[::3])
            game.play(game.legal_moves()[0])
        yield from refused_moves(game, TAKES[:2])
    followed = azul.Game(deals="manual", first=0)
    yield from refused_moves(followed, [*DEALS, *WRITTEN])
    followed.play("=BBYR KKWW BYRK BBYY RRKK")
    yield from refused_moves(followed, [*DEALS, *WRITTEN])
    yield from refused_moves(azul.Game(seed=1), [*DEALS, *WRITTEN])
    # A bag with two tiles left, both blue, and the rest in the lid.
    nearly_empty = before_deal()
    nearly_empty["lid"], nearly_empty["bag"] = nearly_empty["bag"], [0] * 5
    nearly_empty["bag"][0], nearly_empty["lid"][0] = 2, nearly_empty["lid"][0] - 2
    yield from refused_moves(azul.Game.from_dict(nearly_empty), ["=YYYY RRRR KKKK WWWW BBBB"])
    three = azul.Game(3, deals="manual", first=0)
    yield from refused_moves(three, ["=BBBB BBBB BBBB BBBB BBBB BBBB BBBB"])
    yield from refused(azul.Deal.parse, "BBYR")
    for make, spoil in IMPOSSIBLE.values():
        wrong = make()
        spoil(wrong)
        yield from refused(azul.Game.from_dict, wrong)
    yield from of_azul_positions()


def of_azul_positions() -> Iterator[InputError]:
    """Positions of Azul that the table of impossible ones has not."""
    tiling = {"phase": "tiling", "turn": 0, "first": 0}
    waiting, complete = (board(lines=[line, "", "", "", ""], floor="M") for line in ("", "B"))
    pause = {"phase": "deal", "turn": 0, "boards": table_before(one_too_few())}
    coloured_for_nothing, without_marker = offer(), offer()
    coloured_for_nothing["boards"][0]["lines"][2]["colour"] = "B"
    without_marker["boards"][1]["floor"].remove("M")
    for wrong in (
        coloured_for_nothing,
        {**before_deal(), "idle": 5},
        {**before_deal(), "marker_in_centre": True},
        without_marker,
        {key: part for key, part in offer().items() if key != "wall"},
        position(complete, board(), **tiling),
        position(waiting, board(), wall="grey", **tiling),
        one_too_few() | pause,
        all_on_boards(),
    ):
        yield from refused(azul.Game.from_dict, wrong)
    yield from refused(azul.Game.from_text, azul.Game(seed=1).to_text().replace("0;-/-", "0;!/-"))
    drawn = azul.Game(seed=1).to_dict()
    drawn["boards"][0]["lines"][2]["colour"] = "B"
    yield from refused(draw.svg, drawn)


def one_too_few() -> dict[str, Any]:
    """A game of Azul that has ended because no line can be completed any more."""
    game = azul.Game.from_dict(table(TRAPPED, wall="coloured", factories=["W"]), seed=1)
    game.play("1WF")
    return game.to_dict()


def all_on_boards() -> dict[str, Any]:
    """Four players with all hundred tiles on their walls and lines, and a deal still to come."""
    left = dict.fromkeys("BYRKW", 4)
    lines = [[""] * 5 for _ in range(4)]
    for missing, own in enumerate(lines):
        for row in range(1, 5):
            colour = "BYRKW"[(missing - row) % 5]
            own[row] = colour * min(row, left[colour])
            left[colour] -= len(own[row])
    return table(lines, wall="coloured", factories=[], phase="deal")


DRAWS = ("+RYBG", "+RYGB", "+?", "%RY", "%RB", "%RG", "%YB", "+xx", "%", "+")
LAYS = ("xx", "c3RYBG", "c4rybg", "-", "#c3", "~RY", "^RYBG")


def of_azuleo() -> Iterator[InputError]:
    yield from of_records(azuleo)
    lays = [f"{f}{c}" for f in ("a1", "c3", "d4", "e5") for c in ("RYBG", "YBGR", "RGYB", "BRGY")]
    others = ["-", "~RY", "~BG", "^RYBG", "#a1", "#c3", "#f6", "#h8"]
    for options in ({}, {"exchange": True}, {"players": 1, "mode": "fill"}, {"blockades": 0}):
        game = azuleo.Game(seed=3, **options)
        for _ in range(60):
            if game.is_over:
                break
            yield from refused_moves(game, lays + others)
            game.play(game.legal_moves()[-1])
    texts = [*LAYS, *DRAWS]
    yield from refused_moves(azuleo.Game(seed=1), texts)
    drawn = azuleo.Game(draws="manual")
    while drawn.phase == "draw":
        yield from refused_moves(drawn, texts)
        drawn.play(next(text for text in DRAWS if not [*refused(drawn.copy().play, text)]))
    yield from refused_moves(drawn, texts)
    for wrong in broken().values():
        yield from refused(azuleo.Game.from_dict, wrong)
    yield from of_azuleo_turns()
    yield from of_azuleo_positions()
    yield from of_azuleo_options()


def of_azuleo_turns() -> Iterator[InputError]:
    """Moves that only some positions refuse so."""
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    for plates in ([["RB", "RB"], ["RY", "RY"]], [["YG", "BG"], ["RB", "RB"]]):
        d = laid(ANGLE, hands=hands, plates=plates)
        yield from refused_moves(azuleo.Game.from_dict(d), ["d4RYBG", "b3RYBG", "c2RYBG", "e3RYBG"])
    around = [f"{field}{'RYBGRYB'[n : n + 4]}" for field in ("c2", "c4", "b3") for n in range(4)]
    yield from refused_moves(azuleo.Game.from_dict(stuck(0)), around)
    with_exchange = stuck(3, exchange=True)
    yield from refused_moves(azuleo.Game.from_dict(with_exchange), ["-", "^RGYB"])
    at_the_end = late([["RY", "RY"], ["RB", "RG"]], swaps=(3, 0), exchange=True)
    yield from refused_moves(azuleo.Game.from_dict(at_the_end), ["^RYBG", "^RGYB"])


def of_azuleo_positions() -> Iterator[InputError]:
    """Positions of Azuleo that the table of impossible ones has not."""
    d = laid(ANGLE)
    view = azuleo.Game.from_dict(d).view(0)
    drawing = azuleo.Game(draws="manual", seed=1).to_dict()
    after_swap = azuleo.Game.from_dict(d, draws="manual", seed=1)
    after_swap.play("~RY")
    pending = after_swap.to_dict()["pending"]
    start = laid({}, start="RYGB")
    kind = start["start"]
    short = [["RYBG"] * 2, ["RYGB"] * 3]
    nothing = laid(
        THREE | {"a2": "RYBG"},
        hands=[["RGYB", "RYGB", "RGYB"], ["RGBY", "RGBY", "RGYB"]],
        board=SQUARE,
    )
    for wrong in (
        {**view, "supply": view["supply"] + 1},
        {**d, "supply": dict.fromkeys(d["supply"], 0)} | many_hidden(d),
        {**view, "discards": dict.fromkeys(view["discards"], 3)},
        {**d, "pending": pending},
        {**drawing, "pending": {**drawing["pending"], "put_down": "RY"}},
        {**after_swap.to_dict(), "pending": {**pending, "side": 1}},
        {**start, "start": None, "supply": {**start["supply"], kind: start["supply"][kind] + 1}},
        laid(ANGLE, hands=short),
        laid(ANGLE, idle=116),
        laid(filled("a1"), hands=[[], ["RYBG"]]),
        nothing,
    ):
        yield from refused(azuleo.Game.from_dict, wrong)
    line = azuleo.Game(seed=1).to_text().split()
    for place, word in ((2, "?"), (7, "1.2"), (-1, "colour=1"), (-1, "lenient=maybe")):
        yield from refused(azuleo.Game.from_text, " ".join(_with(line, place, word)))


def many_hidden(d: dict[str, Any]) -> dict[str, Any]:
    """All hands unseen, with nothing in the supply that they could be."""
    return {"sides": [{**side, "hand": ["?"] * 3} for side in d["sides"]]}


def _with(words: list[str], place: int, word: str) -> list[str]:
    changed = words.copy()
    changed[place] = word
    return changed


def of_azuleo_options() -> Iterator[InputError]:
    for rows in (["!"], ["oo", "o"], [".."], [7]):
        yield from refused(azuleo.Game, board=rows)
    drawn = azuleo.Game(seed=1).to_dict()
    for rows in ([], ["!"], ["oo", "o"]):
        wrong = {**drawn, "options": {**drawn["options"], "board": rows}}
        yield from refused(draw.svg, wrong)
    hole = azuleo.Game(seed=1, board=["ox", ".."]).to_dict()
    yield from refused(draw.svg, {**hole, "board": [[None, "RYBG"], [None, None]]})
    yield from refused(draw.svg, {**hole, "board": [["RRRR", None], [None, None]]})
