"""What is wrong with a request that the framework cannot read: its findings as our reasons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from azulejos.core import reasons as core
from azulejos.core.errors import InputError
from azulejos.core.reasons import Reason, given
from azulejos.web import reasons
from azulejos.web.refusals import Refusal

Found = Mapping[str, Any]


def _of_length(kind: Any, limit: str) -> Callable[[Found, str], Reason]:
    return lambda found, _: kind(n=found["ctx"][limit])


def _of_given(kind: Any) -> Callable[[Found, str], Reason]:
    return lambda found, _: kind(given=given(found["input"]))


def _choice(found: Found, path: str) -> Reason:  # noqa: ARG001
    listed = str(found["ctx"]["expected"]).replace(" or ", ", ").split(", ")
    known = tuple(choice.strip("'") for choice in listed)
    return core.NOT_A_CHOICE(known=known, given=given(found["input"]))


def _of_error(found: Found, path: str) -> Reason:  # noqa: ARG001
    """What a check of our own found."""
    error = found["ctx"]["error"]
    return error.reason if isinstance(error, InputError) else core.AS_TEXT(text=str(error))


#: By the framework's name for what it found. What is not here is said in its own words.
REASONS: Mapping[str, Callable[[Found, str], Reason]] = {
    "missing": lambda _, path: core.MISSING(path=path),
    "extra_forbidden": lambda _, path: core.UNKNOWN_KEY(key=given(path.rpartition(".")[2])),
    "json_invalid": lambda _, __: reasons.NOT_JSON(),
    "literal_error": _choice,
    "value_error": _of_error,
    "greater_than_equal": lambda found, _: reasons.TOO_SMALL(
        least=found["ctx"]["ge"], given=given(found["input"])
    ),
    "less_than_equal": lambda found, _: reasons.TOO_GREAT(
        most=found["ctx"]["le"], given=given(found["input"])
    ),
    "string_too_long": _of_length(reasons.TEXT_TOO_LONG, "max_length"),
    "string_too_short": _of_length(reasons.TEXT_TOO_SHORT, "min_length"),
    "too_long": _of_length(reasons.LIST_TOO_LONG, "max_length"),
    "too_short": _of_length(reasons.LIST_TOO_SHORT, "min_length"),
    "string_pattern_mismatch": lambda _, __: reasons.FORBIDDEN_CHARACTERS(),
    "string_unicode": lambda _, __: reasons.FORBIDDEN_CHARACTERS(),
    **dict.fromkeys(("bool_type", "bool_parsing"), _of_given(core.EXPECTED_FLAG)),
    **dict.fromkeys(
        ("int_type", "int_parsing", "int_parsing_size", "int_from_float"),
        _of_given(core.EXPECTED_WHOLE_NUMBER),
    ),
    "string_type": _of_given(core.EXPECTED_TEXT),
    "list_type": _of_given(core.EXPECTED_LIST),
    **dict.fromkeys(
        ("dict_type", "model_type", "model_attributes_type"), _of_given(core.EXPECTED_OBJECT)
    ),
}


def path_within(body: object, path: Sequence[int | str]) -> list[int | str]:
    """A path without what the framework calls the types that a value may have."""
    kept: list[int | str] = []
    for key in path:
        match body:
            case Mapping() if key in body:
                body = body[key]
            case list() if isinstance(key, int) and key < len(body):
                body = body[key]
            case Mapping() if key == path[-1]:  # it is missing
                body = None
            case _:
                continue
        kept.append(key)
    return kept


def refusal(found: Found, path: Iterable[object]) -> Refusal:
    """The refusal of a request, for the first thing that was found wrong with it, and where."""
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    place = place.removeprefix(".")
    make = REASONS.get(found["type"])
    why = core.AS_TEXT(text=found["msg"]) if make is None else make(found, place)
    return Refusal(422, reasons.BAD_REQUEST(reason=why), place=(place,))
