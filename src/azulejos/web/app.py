"""The application: what is put together, and what is answered when something is refused."""

import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from azulejos.core.errors import without_extra

try:
    from fastapi import FastAPI, Request, Response
    from fastapi.exceptions import RequestValidationError
    from sqlalchemy.exc import SQLAlchemyError
    from starlette.exceptions import HTTPException
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.types import Receive, Scope, Send
except ModuleNotFoundError as error:
    raise without_extra(error, "web") from error

import azulejos
from azulejos import games
from azulejos.web import api, invalid_requests, languages, metrics, pages, reasons
from azulejos.web.api.models.health import Health, Readiness
from azulejos.web.api.short_ways import ShortWays
from azulejos.web.api.viewer import Json
from azulejos.web.guard import Guard
from azulejos.web.health import OK
from azulejos.web.languages import catalogue
from azulejos.web.operators import check_metrics
from azulejos.web.rate_limit import RateLimiter
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal
from azulejos.web.settings import Settings, from_environment
from azulejos.web.storage import failures
from azulejos.web.table_service import TableService
from azulejos.web.threads import in_thread
from azulejos.web.warm_up import prepare

_log = logging.getLogger("azulejos.web")


class Application(FastAPI):
    """The framework's application, with short ways past it for what comes most often."""

    short_ways: ShortWays
    guard: Guard

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        if self.short_ways.find(scope):
            return self.guard(scope, receive, send)
        return super().__call__(scope, receive, send)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with these settings, or with those of the environment."""
    settings = settings or from_environment()
    rate_limiter = RateLimiter(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = TableService(settings)
        app.state.service = service
        rate_limiter.share(service.listener, settings.has_many_workers)
        try:
            await service.open()
            service.in_background(rate_limiter.tell_others())
            for game in games.names():
                evaluator = settings.evaluator_for(game)
                service.in_background(prepare(service.readiness, game, evaluator))
            yield
        finally:
            await service.close()

    app = Application(
        title="Azulejos",
        version=azulejos.__version__,
        description=description(),
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.site = None  # pages for a static host know what they are: see `web.site`
    app.state.rate_limiter = rate_limiter
    # Pages and lists of moves are text with much repetition; see `guard.AS_IT_IS` for what is not.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(Guard, settings=settings, rate_limiter=rate_limiter)
    app.short_ways = ShortWays(app, partial(FastAPI.__call__, app))
    app.guard = Guard(app.short_ways, settings, rate_limiter)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(SQLAlchemyError, _storage_failed)
    app.router.routes.extend(api.often.routes)
    app.include_router(api.router)
    for path, answer, model in (
        ("/healthz", healthz, Health),
        ("/readyz", readyz, Readiness),
    ):
        app.add_api_route(path, answer, responses={200: {"model": model}}, tags=["service"])
    app.add_api_route("/metrics", told_metrics, include_in_schema=False)
    pages.mount(app)
    return app


def description() -> str:
    """What the service is, for its documentation."""
    titles = " and ".join(game.title for game in games.all_games().values())
    return (
        f"Tables of {titles}. A program takes a seat the way a page does: with the token of its "
        "seat as `Authorization: Bearer …`."
    )


async def healthz(request: Request) -> Response:
    """Whether this worker lives: it answers. `ready`: the rules of all games are compiled."""
    service: TableService = request.app.state.service
    return Json(
        {
            "status": "ok",
            "version": azulejos.__version__,
            "tables": len(service.cache.all()),
            "thinking": service.bot_pool.waiting,
            "ready": all(service.readiness.is_ready(game, RULES) for game in games.names()),
        }
    )


async def readyz(request: Request) -> Response:
    """Whether this worker can serve: rules, a write, messages of other workers, the disk.

    503 if one of the checks is not "ok".
    """
    service: TableService = request.app.state.service
    checks = await service.health.checks()
    is_ready = not service.is_closing and all(what == OK for what in checks.values())
    status = "ready" if is_ready else "closing" if service.is_closing else "not ready"
    return Json({"status": status, "checks": checks}, status_code=200 if is_ready else 503)


async def told_metrics(request: Request) -> Response:
    """What is measured, for Prometheus."""
    check_metrics(request.scope, request.app.state.settings)
    return Response(await in_thread(metrics.latest, "metrics"), media_type=metrics.CONTENT_TYPE)


async def _answer(request: Request, refusal: Refusal) -> Response:
    """Pages for people, data for programs."""
    metrics.REFUSALS.labels(refusal.code).inc()
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if pages.wants_page(request):
        return pages.sorry(request, refusal.status, refusal)
    words = catalogue(languages.of(request), refusal.game)
    return Json(refusal.to_dict(words), status_code=refusal.status, headers=headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return await _answer(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    """Where the first thing wrong with a request is, and what."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where, *path = first["loc"]
    if where == "body":
        path = invalid_requests.path_within(error.body, path)
    return await _answer(request, invalid_requests.refusal(first, path or [where]))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    match error.status_code:
        case 400:  # the framework could not read the body: too deep, or no text
            why = reasons.BAD_REQUEST(reason=reasons.CANNOT_BE_READ())
        case 404:
            why = reasons.NOT_FOUND()
        case 405:
            why = reasons.METHOD_NOT_ALLOWED()
        case _:
            why = reasons.HTTP_ERROR(problem=error.detail)
    response = await _answer(request, Refusal(error.status_code, why))
    response.headers.update(error.headers or {})
    return response


async def _storage_failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, SQLAlchemyError)
    _log.error("The storage failed: %s", failures.reason(error))
    return await _answer(request, of_storage(error))


def of_storage(error: SQLAlchemyError) -> Refusal:
    """What is said while the storage fails."""
    match failures.kind_of(error):
        case "full":
            return Refusal(503, reasons.STORAGE_FULL(), 30)
        case "read_only":
            return Refusal(503, reasons.STORAGE_READ_ONLY(), 30)
    return Refusal(503, reasons.NO_STORAGE(), 2)
