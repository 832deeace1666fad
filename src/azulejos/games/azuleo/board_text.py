"""A position of Azuleo as plain text for a terminal, a log or a golden file."""

from typing import Any


def board_text(position: dict[str, Any]) -> str:
    """Several lines, ASCII alone: the board above, the sides below. Takes a view as well."""
    head = f"Phase {position['phase']}"
    if position["turn"] is not None:
        head += f", player {position['turn']} to act"
    shape = position["options"]["board"]
    rows = [
        head,
        "   " + " ".join(f"{chr(ord('a') + column):<4}" for column in range(len(shape[0]))),
    ]
    for number, row in enumerate(position["board"], 1):
        fields = [_field(lying, shape[number - 1][at]) for at, lying in enumerate(row)]
        rows.append(f"{number:>2} " + " ".join(f"{field:<4}" for field in fields))
    rows = [row.rstrip() for row in rows]
    for side, content in enumerate(position["sides"]):
        hand = content["hand"]
        crosses = f"{hand} crosses" if isinstance(hand, int) else " ".join(hand) or "-"
        plates = " ".join(content["plates"]) or "-"
        rows.append(
            f"side {side}: {content['score']} points, hand {crosses}, plates {plates}, "
            f"swaps {content['swaps']}"
        )
    hands = [content["hand"] for content in position["sides"]]
    unseen = sum(hand.count("?") for hand in hands if isinstance(hand, list))
    rows.append(
        f"supply {_counts(position['supply'])}"
        + (f" ({unseen} of them in hands, unseen)" if unseen else "")
        + f"; plates {_counts(position['plate_supply'])}; discards {_counts(position['discards'])}"
    )
    blockades = "unlimited" if position["blockades"] is None else position["blockades"]
    rows.append(f"blockades {blockades}, start {position['start'] or '-'}, idle {position['idle']}")
    return "\n".join(rows)


def _field(lying: str | None, shape: str) -> str:
    if lying is not None:
        return lying
    return {".": ".", "o": "o", "x": ""}[shape]


def _counts(counts: int | dict[str, int]) -> str:
    if isinstance(counts, int):
        return str(counts)
    return " ".join(f"{kind}:{n}" for kind, n in counts.items() if n) or "-"
