"""Sets as bits of an integer: the few operations every kernel needs.

How many bits are set, and where the lowest is, are single instructions of a processor; Numba has no
words for them, so they are put into the compiled code by name. (On a GPU a table would be far
slower: threads that look up different places wait for each other.)

A set has up to 64 members. The 64th bit is a word's sign: compiled arithmetic wraps around there,
the interpreter's is told to.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from azulejos.core.compiled import compiled, config
from azulejos.core.words import as_word


def _instruction(name: str, *flags: bool) -> Any:
    """A function of one 64-bit integer that the compiler knows as ``llvm.name.i64``."""

    @intrinsic
    def of_word(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = context.cast(builder, arguments[0], signature.args[0], types.int64)
            rest = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, name)(wide, *rest)

        return types.int64(word), generate

    return of_word


if config.DISABLE_JIT:

    def size(members: int) -> int:
        return int(members).bit_count()

    def lowest(members: int) -> int:
        return (int(members) & -int(members)).bit_length() - 1

    def bit(member: int) -> int:
        return as_word(1 << int(member))

    def without_lowest(members: int) -> int:
        return as_word(int(members) & (int(members) - 1))

else:
    _count_ones = _instruction("ctpop")
    _count_trailing_zeros = _instruction("cttz", False)

    @compiled
    def size(members: int) -> int:
        """How many members a set has."""
        return _count_ones(members)  # type: ignore[no-any-return]

    @compiled
    def lowest(members: int) -> int:
        """The lowest member of a set that is not empty."""
        return _count_trailing_zeros(members)  # type: ignore[no-any-return]

    @compiled
    def bit(member: int) -> int:
        """The set of one member."""
        return 1 << member

    @compiled
    def without_lowest(members: int) -> int:
        """A set that is not empty without its lowest member."""
        return members & (members - 1)


@compiled
def member(members: int, n: int) -> int:
    """The n-th member (from 0, lowest first) of a set that has more than n."""
    for _ in range(n):
        members = without_lowest(members)
    return lowest(members)
