"""Sets as words of 64 bits, for those who make them before the compiler is there (see `bits`)."""


def as_word(members: int) -> int:
    """A set of up to 64 members as a word of 64 bits with a sign holds it."""
    return (members + (1 << 63)) % (1 << 64) - (1 << 63)
