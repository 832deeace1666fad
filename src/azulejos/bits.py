"""Sets as bits of an integer: the few operations every kernel needs."""

import numpy as np

from azulejos.compiled import compiled

#: Number of members of every set of up to ten: int8 (1024,).
SIZE = np.array([n.bit_count() for n in range(1024)], np.int8)


@compiled
def member(members: int, n: int) -> int:
    """The n-th member (from 0, lowest first) of a set that has more than n."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@compiled
def lowest(members: int) -> int:
    """The lowest member of a set that is not empty."""
    position = 0
    lone = members & -members
    if lone & 0xFFFFFFFF == 0:
        lone >>= 32
        position += 32
    if lone & 0xFFFF == 0:
        lone >>= 16
        position += 16
    if lone & 0xFF == 0:
        lone >>= 8
        position += 8
    if lone & 0xF == 0:
        lone >>= 4
        position += 4
    if lone & 0x3 == 0:
        lone >>= 2
        position += 2
    return position + (lone >> 1)


@compiled
def size(members: int) -> int:
    """How many members a set of up to 62 has."""
    members = members - ((members >> 1) & 0x5555555555555555)
    members = (members & 0x3333333333333333) + ((members >> 2) & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    members = members + (members >> 8)
    members = members + (members >> 16)
    return (members + (members >> 32)) & 0x7F
