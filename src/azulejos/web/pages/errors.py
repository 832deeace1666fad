"""When something is wrong: pages that say what, and what to do."""

from collections.abc import Mapping

from fastapi import Request
from fastapi.responses import Response

from azulejos.games import spec
from azulejos.web import reasons
from azulejos.web.pages.rendering import page, script_words, words_of
from azulejos.web.refusals import Refusal


def sorry(request: Request, status: int, refusal: Refusal | None = None) -> Response:
    """A page that says what is wrong, and what to do."""
    reader = words_of(request)
    _ = reader.gettext
    if status == 404:
        headline = _("There is no such page")
        words = _("Perhaps the table was cleared away, or the address lost a letter.")
    elif status == 429 and (refusal is None or refusal.why.kind is reasons.TOO_FAST):
        headline = _("One moment, please")
        wait = refusal.retry_after if refusal and refusal.retry_after else 60
        words = reader.ngettext(
            "You are a little quick for us. Please try again in {n} second.",
            "You are a little quick for us. Please try again in {n} seconds.",
            wait,
        )
    else:
        headline = _("That did not work")
        words = (
            in_words(request, refusal)
            if refusal
            else _("Something went wrong here. Please try again.")
        )
    response = page(request, "error.html", status, headline=headline, words=words)
    if refusal and refusal.retry_after:
        response.headers["Retry-After"] = str(refusal.retry_after)
    return response


def getting_ready(
    request: Request,
    game: str,
    refusal: Refusal,
    form: Mapping[str, str] | None = None,
    meanwhile: str | None = None,
) -> Response:
    """A page that waits until a game can begin: then it sends the form again, or loads anew.

    meanwhile: where a browser that can plays at once; it needs nothing of what is being prepared.
    """
    response = page(
        request,
        "ready.html",
        refusal.status,
        game=game,
        title=spec(game).title,
        form=form,
        meanwhile=meanwhile,
        words=script_words(words_of(request)),
    )
    response.headers["Retry-After"] = str(refusal.retry_after)
    response.headers["Cache-Control"] = "no-store"
    return response


def in_words(request: Request, refusal: Refusal) -> str:
    return refusal.sentence(words_of(request, refusal.game))


def wants_page(request: Request) -> bool:
    """Whether an error is to be answered by a page."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith("/api/")
