"""What scripts say of a game whose rules run in the browser: sentences by code, in a language."""

from typing import Any

from azulejos import games
from azulejos.analysis import words as said
from azulejos.analysis.review import Reason
from azulejos.core import reasons as core_reasons
from azulejos.core.messages import decimal
from azulejos.core.reasons import ReasonKind
from azulejos.web.languages import Catalogue


def whys_in(words: Catalogue, game: str) -> dict[str, list[str]]:
    """Why a move is better: sentences by code, for one point and for more; "" of any other code."""
    codes = [fact.name for fact in games.spec(game).Game.FACTS if fact.scores]
    found = {
        code: [_why(game, code, n, words) for n in (1, _MANY)] for code in ("", *codes, "leaves")
    }
    later = said.sentence(game, Reason("later", _HALF), "{move}", words)
    found["later"] = [later.replace(decimal(_HALF, 1, words), "{n}")] * 2
    counted = getattr(games.spec(game).part("explaining"), "counted", None)
    if counted is not None:
        for code, sign in (("later more", 1), ("later less", -1)):
            told = [counted(sign * n, words).replace(str(n), "{n}") for n in (1, _MANY)]
            found[code] = told
    return found


#: Numbers that stand for any in a sentence.
_MANY, _HALF = 7777, 3.5


def _why(game: str, code: str, n: int, words: Catalogue) -> str:
    return said.sentence(game, Reason(code, n), "{move}", words).replace(str(_MANY), "{n}")


def reasons_in(words: Catalogue, game: str) -> dict[str, Any]:
    """Why the rules refuse something: sentences by code, and what their parts are called."""
    modules = (core_reasons, games.spec(game).part("reasons"))
    kinds = [kind for module in modules for kind in vars(module).values()]
    return {kind.code: _sentence(kind, words) for kind in kinds if isinstance(kind, ReasonKind)}


def _sentence(kind: ReasonKind, words: Catalogue) -> dict[str, Any]:
    names = {
        part: {value: words.gettext(name) for value, name in of_part.names.items()}
        for part, of_part in kind.parts.items()
        if of_part.names
    }
    forms = words.forms(kind.english, kind.many or kind.english)
    return {"forms": forms[: 1 if kind.many is None else 2], **({"names": names} if names else {})}


def titles_in(words: Catalogue, game: str) -> dict[str, str]:
    """What points of each kind of facts are called; "" those that a game begins with."""
    spec = games.spec(game)
    titles = {fact.name: words.gettext(spec.title_of(fact.name)) for fact in spec.Game.FACTS}
    return {"": words.gettext("At the start"), **titles}
