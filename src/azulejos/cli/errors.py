"""What can go wrong at the command line. Each is shown as one line on stderr, never a traceback."""

from typer import TyperException


class BadInput(TyperException):
    """The caller gave something that cannot be used: an option, a file, a position."""

    exit_code = 2


class Failed(TyperException):
    """What was asked for is sensible but could not be done, such as writing to a full disk."""

    exit_code = 1
