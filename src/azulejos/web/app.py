"""The application: what is put together, and what is answered when something is refused."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import azulejos
from azulejos import games
from azulejos.web import api, languages, pages, reason_words
from azulejos.web.api.models import Health
from azulejos.web.api.viewer import Json
from azulejos.web.guard import Guard
from azulejos.web.languages import catalogue
from azulejos.web.pubsub import listen
from azulejos.web.rate_limit import RateLimiter
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal
from azulejos.web.settings import Settings, from_environment
from azulejos.web.table_service import TableService
from azulejos.web.warm_up import prepare

DESCRIPTION = """Tables of Azul and Azuleo. A program takes a seat the way a page does: with the
token of its seat as `Authorization: Bearer …`."""

_log = logging.getLogger("azulejos.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with these settings, or with those of the environment."""
    settings = settings or from_environment()
    rate_limiter = RateLimiter(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = TableService(settings)
        app.state.service = service
        await service.open()
        service.in_background(listen(service))
        for game in games.names():
            service.in_background(prepare(service.readiness, game, settings.evaluator_for(game)))
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="Azulejos",
        version=azulejos.__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.rate_limiter = rate_limiter
    app.add_middleware(Guard, settings=settings, rate_limiter=rate_limiter)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(SQLAlchemyError, _storage_failed)
    app.include_router(api.router)
    app.add_api_route("/healthz", healthz, responses={200: {"model": Health}}, tags=["service"])
    pages.mount(app)
    return app


async def healthz(request: Request) -> Response:
    """Whether the service lives: it answers, and the storage does. `ready`: games can begin."""
    service: TableService = request.app.state.service
    if not await service.store.is_reachable():
        raise Refusal(503, "no_storage", "The storage does not answer.", 5)
    return Json(
        {
            "status": "ok",
            "version": azulejos.__version__,
            "tables": len(service.cache.all()),
            "thinking": service.bot_pool.waiting,
            "ready": all(service.readiness.is_ready(game, RULES) for game in games.names()),
        }
    )


async def _answer(request: Request, refusal: Refusal) -> Response:
    """Pages for people, data for programs."""
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if pages.wants_page(request):
        return pages.sorry(request, refusal.status, refusal)
    refusal.message = reason_words.say(refusal.message, catalogue(languages.of(request)))
    return Json(refusal.to_dict(), status_code=refusal.status, headers=headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return await _answer(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    """Where the first thing wrong with a request is, and what."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return await _answer(request, Refusal(422, "bad_request", f"{where}: {first['msg']}"))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    response = await _answer(request, Refusal(error.status_code, code, f"{error.detail}."))
    response.headers.update(error.headers or {})
    return response


async def _storage_failed(request: Request, error: Exception) -> Response:
    _log.error("The storage failed", exc_info=error)
    return await _answer(request, Refusal(503, "no_storage", "The storage does not answer.", 5))
