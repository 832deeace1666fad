"""Whole games by the slow rules alone: from a record, and as the rule page's figures are played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from . import slow_rules as slow


def random_set_up_draws(players: int, mode: str, rng: Random) -> list[str]:
    """Draws for `set_up`, blind from the full supplies."""
    crosses = [kind for kind in slow.KINDS for _ in range(slow.COPIES_OF_A_KIND)]
    plates = [pair for pair in slow.PAIRS for _ in range(slow.COPIES_OF_A_PAIR)]
    rng.shuffle(crosses)
    rng.shuffle(plates)
    sides = slow.number_of_sides(players)
    held = 0 if mode == "fill" else 2 * sides
    texts = ["+" + crosses.pop() for _ in range(3 * sides)]
    texts += ["%" + plates.pop() for _ in range(held)]
    return [*texts, "+" + crosses.pop()]


def from_record(record: dict[str, Any]) -> Iterator[tuple[str | None, list[str], slow.Position]]:
    """Play a record by the slow rules: (None, set-up draws, position), then (move, draws, position)
    for every move.
    """
    given = record["options"]
    options = {key: given[key] for key in slow.DEFAULT_OPTIONS}
    texts = list(record["moves"])
    entries: list[tuple[str | None, list[str]]] = [(None, [])]
    for text in texts:
        if text[0] in "+%":
            entries[-1][1].append(text)
        else:
            entries.append((text, []))
    d = slow.set_up(
        record["options"]["players"], record["options"]["first"], entries[0][1], **options
    )
    yield None, entries[0][1], d
    for move, draws in entries[1:]:
        assert move is not None
        d = slow.after(d, move, draws)
        yield move, draws, d


def play_game(players: int, greedy: bool, rng: Random, **options: Any) -> dict[str, float]:
    """One game of the rule page's figures, played by the slow rules alone: who plays claims every
    blockade, lays when it can and swaps a random plate only when it cannot.
    """
    mode = options.get("mode") or ("fill" if players == 1 else "normal")
    draws = random_set_up_draws(players, mode, rng)
    d = slow.set_up(players, rng.randrange(players), draws, **options)
    turns = stuck = complete = 0
    while d["phase"] != "over":
        moves = slow.legal_moves(d)
        claimed = sorted(move for move in moves if move[0] == "#")
        laid = sorted(move for move in moves if move[0] in "abcdefgh")
        choice = claimed[:1] or laid or sorted(moves)
        if choice == laid and greedy:
            best = max(slow.points(d, move) for move in laid)
            choice = [move for move in laid if slow.points(d, move) == best]
        move = rng.choice(choice)
        if d["phase"] == "turn" and not claimed:
            turns += 1
            stuck += not laid
            if move in laid:
                made = slow.combinations(d, slow.field_named(move[:2]), move[2:])
                complete += len(slow.azuleos(made))
        possible = slow.possible_draws(d, move)
        d = slow.after(d, move, [rng.choice(possible)] if possible else [])
    content = [cell for row in d["board"] for cell in row if cell is not None]
    return {
        "crosses": sum(cell != "#" for cell in content),
        "unplayable": content.count("#") + len(slow.unplayable_fields(d)),
        "stuck": stuck,
        "turns": turns,
        "points": sum(side["score"] for side in d["sides"]) / len(d["sides"]),
        "azuleos": complete,
    }
