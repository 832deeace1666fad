"""The fields of a form in which a game's options are chosen, made from what the game declares.

A field is called by its game and its option, ``<game>-<option>``: games have options of one name. A
form that was filled in has a field ``filled``: a tick that is not there is then a tick taken away.
"""

from collections.abc import Mapping
from typing import Any

from azulejos.core.errors import OptionError
from azulejos.core.options import Choice, Flag, Number, Option, Rows
from azulejos.core.plain_data import Reader
from azulejos.games import GameSpec
from azulejos.web.languages import Catalogue

Form = Mapping[str, str]


def of_game(game: GameSpec) -> tuple[Option, ...]:
    """The options that a form offers, the ticks last."""
    offered = [option for option in game.options if option.on_form and not option.is_chance]
    return tuple(sorted(offered, key=lambda option: isinstance(option, Flag)))


def chosen(game: GameSpec, form: Form, players: int) -> dict[str, Any]:
    """What was chosen, as plain data; OptionError says what cannot be."""
    return {
        option.name: _chosen(option, form, field_name(game, option))
        for option in of_game(game)
        if players == 1 or not option.alone
    }


def shown(game: GameSpec, form: Form, words: Catalogue) -> list[dict[str, Any]]:
    """Each field for the template: its kind, its name and label, and what is chosen in it."""
    return [
        {
            "name": field_name(game, option),
            "label": words.gettext(option.title),
            **_shown(option, form, field_name(game, option), words),
        }
        for option in of_game(game)
    ]


def told(game: GameSpec, options: Mapping[str, Any], words: Catalogue) -> list[str]:
    """What was chosen for a game, in the reader's language: a line for each option of the form."""
    lines = []
    for option in of_game(game):
        if option.alone and options["players"] > 1:
            continue
        line = _told(option, options[option.name], words)
        if line is not None:
            lines.append(line)
    return lines


def _told(option: Option, value: Any, words: Catalogue) -> str | None:
    title = words.gettext(option.title)
    match option:
        case Flag():
            return title if value else None
        case Choice():
            chosen = words.gettext(option.labels.get(value, value))
        case Rows():
            label = next((name for name, rows in option.examples.items() if [*rows] == value), None)
            if label is None:
                return None
            chosen = words.gettext(label)
        case _:
            chosen = words.gettext("without limit") if value is None else str(value)
    return f"{title} – {chosen}"


def field_name(game: GameSpec, option: Option) -> str:
    return f"{game.name}-{option.name}"


def _unlimited(field: str) -> str:
    """The tick beside a number that may have no limit."""
    return f"{field}-unlimited"


def _usual(option: Option) -> Any:
    offered = getattr(option, "offered", ())
    return offered[0] if offered else option.default


def _is_ticked(field: str, form: Form, usual: bool) -> bool:
    return field in form if "filled" in form else field in form or usual


def _chosen(option: Option, form: Form, field: str) -> Any:
    if isinstance(option, Flag):
        return _is_ticked(field, form, option.default)
    if isinstance(option, Number) and option.can_be_unlimited:
        if _is_ticked(_unlimited(field), form, option.default is None):
            return None
    if not form.get(field):
        return _usual(option)
    read = Reader({option.name: option.from_text(form[field])}, OptionError)
    return option.read(read[option.name])


def _shown(option: Option, form: Form, field: str, words: Catalogue) -> dict[str, Any]:
    text = form.get(field)
    if isinstance(option, Flag):
        return {"kind": "tick", "checked": _is_ticked(field, form, option.default)}
    if isinstance(option, Choice):
        labels = {name: option.labels.get(name, name) for name in option.offered or option.choices}
        return _select(labels, text or _usual(option), words)
    if isinstance(option, Rows) and option.examples:
        labels = {option.as_parameter(rows): label for label, rows in option.examples.items()}
        return _select(labels, text or option.as_parameter(option.default), words)
    usual = option.as_parameter(option.default)
    if not isinstance(option, Number):
        return {"kind": "text", "value": usual if text is None else text}
    is_unlimited = option.can_be_unlimited and _is_ticked(
        _unlimited(field), form, option.default is None
    )
    return {
        "kind": "number",
        "least": option.least,
        "most": option.most,
        "value": text or ("" if option.default is None else usual),
        "unlimited": _unlimited(field) if option.can_be_unlimited else None,
        "is_unlimited": is_unlimited,
    }


def _select(labels: Mapping[str, str], value: str, words: Catalogue) -> dict[str, Any]:
    choices = [(name, words.gettext(label), name == value) for name, label in labels.items()]
    return {"kind": "choice", "choices": choices}
