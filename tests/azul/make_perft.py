"""Counts every line of play from fixed deals and positions, by the slow rules, into perft.json.

Run ``python -m tests.azul.make_perft`` in the root of the repository; it takes a few minutes.

A line is a sequence of so many moves; one that reaches the end of its round (where chance deals)
or of the game counts as one and goes no further.
"""

import json
import random
from pathlib import Path

from . import slow_rules
from .positions import board, position

FILE = Path(__file__).with_name("perft.json")
#: A depth is counted if the slow rules have to look at no more positions than this.
MOST_POSITIONS = 60_000

PAIRS = "BBYY RRKK WWBB YYRR KKWW BBRR YYKK RRWW BBKK"
UNLIKE = "BYRK BYRW BYKW BRKW YRKW BYRK BYRW BYKW BRKW"
ALIKE = "BBBB YYYY RRRR KKKK WWWW BBBB YYYY RRRR KKKK"
FEW = "BYYY - - RRW K - - - -"


def dealt(players, wall, deal):
    """The first round with these tiles (a deal may be short only if little is left)."""
    groups = deal.split()[: slow_rules.FACTORIES[players]]
    factories = ["" if group == "-" else group for group in groups]
    boards = [board() for _ in range(players)]
    return position(*boards, wall=wall, factories=factories, round_number=1)


def played(players, wall, seed, enough):
    """A position of a random game, the first one that is good enough."""
    chance = random.Random(seed)
    d = dealt(players, wall, ALIKE)
    while d["phase"] != "over":
        if d["phase"] == "deal":
            tiles = [random_order(d[pile], chance) for pile in ("bag", "lid")]
            letters = "".join(tiles)
            groups = [letters[4 * i : 4 * i + 4] or "-" for i in range(len(d["factories"]))]
            d = slow_rules.after_deal(d, "=" + " ".join(groups))
        if enough(d):
            return d
        moves = sorted(slow_rules.legal_moves(d))
        kept = [move for move in moves if not move.endswith("F")]
        d = slow_rules.after(d, chance.choice(kept or moves))
    return None


def random_order(pile, chance):
    tiles = [c for c, n in zip(slow_rules.COLOURS, pile, strict=True) for _ in range(n)]
    chance.shuffle(tiles)
    return "".join(tiles)


def first_played(players, wall, enough):
    return next(d for seed in range(100) if (d := played(players, wall, seed, enough)))


def late(d):
    """The fourth round or later, with few choices left."""
    return d["phase"] == "offer" and d["round"] >= 4 and len(slow_rules.legal_moves(d)) <= 14


def tiling(d):
    """Many complete lines on a grey wall that is no longer empty."""
    complete = sum(slow_rules.is_complete(b, row) for b in d["boards"] for row in range(5))
    return d["phase"] == "tiling" and d["round"] >= 3 and complete >= d["players"] + 3


def cases():
    for players in (2, 3, 4):
        for name, deal in (("pairs", PAIRS), ("unlike", UNLIKE), ("alike", ALIKE), ("few", FEW)):
            yield f"{players} players, {name}", dealt(players, "coloured", deal)
    yield "2 players, grey, pairs", dealt(2, "grey", PAIRS)
    for players in (2, 3, 4):
        for wall in ("coloured", "grey"):
            yield f"{players} players, {wall}, late", first_played(players, wall, late)
        yield f"{players} players, grey, tiling", first_played(players, "grey", tiling)


def lines_of_play(d, depth, known):
    if d["phase"] in ("deal", "over") or depth == 0:
        return 1
    key = depth, json.dumps(d)
    if key not in known:
        moves = slow_rules.legal_moves(d)
        if depth == 1:
            known[key] = len(moves)
        else:
            known[key] = sum(
                lines_of_play(slow_rules.after(d, move), depth - 1, known) for move in moves
            )
    return known[key]


def counts_of(d):
    """The number of lines of 1, 2, … moves, as deep as it can be counted."""
    counts = [1]
    while len(counts) < 9 and counts[-1] <= MOST_POSITIONS:
        counts.append(lines_of_play(d, len(counts), {}))
        if counts[-1] == counts[-2] > 1:
            break  # every line has ended
    return counts[1:]


def main():
    entries = []
    for name, d in cases():
        counts = counts_of(d)
        print(name, counts, flush=True)
        entries.append(
            f'{{"name": {json.dumps(name)},\n "counts": {json.dumps(counts)},\n'
            f' "position": {json.dumps(d)}}}'
        )
    FILE.write_text("[\n" + ",\n".join(entries) + "\n]\n")


if __name__ == "__main__":
    main()
