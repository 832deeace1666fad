"""What can be wrong with what a caller gives us. All are ValueErrors that say what and where."""


def without_extra(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The same error, which says in a sentence what to install."""
    package = (error.name or "").partition(".")[0]
    told = f"{package} is not installed: pip install 'azulejos[{extra}]' adds it"
    return ModuleNotFoundError(told, name=package)


class OptionError(ValueError):
    """A game cannot be set up with these options."""


class IllegalMove(ValueError):
    """A move that breaks a rule; the message names the rule. The game is unchanged."""


class MalformedMove(IllegalMove):
    """Something that is no move at all: a text that cannot be read, or a wrong type."""


class PositionError(ValueError):
    """A position, as data or as text, that cannot exist; the message says where it is wrong."""


class RecordError(ValueError):
    """A record that does not replay; the message names the entry at fault."""


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message says why, and what to do."""
