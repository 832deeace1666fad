"""What stands before every request: whose site it comes from, how large it is, how often they come.

And what goes with every answer: headers that tell the browser to run nothing but our own files.
"""

import asyncio
import logging
import sys
from contextlib import ExitStack
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.web import languages, metrics, reasons
from azulejos.web.compact_json import encoded
from azulejos.web.observing import Observed, route_of
from azulejos.web.rate_limit import RateLimiter, household
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of
from azulejos.web.settings import Settings
from azulejos.web.storage import StorageFailed

#: Only our own files, nothing inline, no frames around us.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
#: Of pages and workers that run the compiled rules, which are among our files: no `eval`.
COMPILING_POLICY = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
COMPILES = {"Content-Security-Policy": COMPILING_POLICY}
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
#: The cookie that holds a seat is called this and the table's id. It is kept for half a year: long
#: enough to come back to any game.
COOKIE = "seat_"
COOKIE_AGE = 180 * 86_400
#: Set in the scope of a request that has been here already.
GUARDED = "azulejos.guarded"
_log = logging.getLogger("azulejos.web")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
#: Asked by whatever watches over the server, under whatever name; they tell nothing of any table.
PROBED = ("/healthz", "/readyz", "/metrics")
#: Never compressed, whatever the client takes: what would compress a stream has a quarter of a
#: megabyte, as long as somebody follows, and the answer to a move is short.
AS_IT_IS = ("/events", "/moves")


class Guard:
    """Middleware: refuses what should not come in, and adds headers to what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings, rate_limiter: RateLimiter) -> None:
        self.app = app
        self.settings = settings
        self.rate_limiter = rate_limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, _in_a_line(send))
            return
        if GUARDED in scope:
            await self.app(scope, receive, send)
            return

        observed = Observed()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                observed.status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = observed.id
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                if scope.get("scheme") == "https":
                    message["headers"] = [_secured(*header) for header in message["headers"]]
            await send(message)

        try:
            headers = Headers(scope=scope)
            if scope["path"] not in PROBED:
                self._check_host(headers)
            self._check_site(scope, headers)
            if not scope["path"].startswith("/static/") and scope["path"] not in PROBED:
                self.rate_limiter.check(client_of(scope), scope["method"], scope["path"])
            receive = await self._measured(scope, headers, receive)
            if scope["method"] == "HEAD" and not scope["path"].endswith("/events"):
                # As GET, whose body the server then leaves out. (A stream would never end.)
                scope = {**scope, "method": "GET"}
            if scope["path"].endswith(AS_IT_IS):
                taken = (header for header in scope["headers"] if header[0] != b"accept-encoding")
                scope["headers"] = list(taken)
            del headers  # a stream would keep it for hours
            await self.app(scope, receive, send_with_headers)
        except Refusal as refusal:
            await refuse(refusal, scope, send_with_headers)
        except ClientDisconnect:
            pass
        except asyncio.CancelledError:
            # The server ends and has waited long enough: whoever asked comes back to the next one.
            if not observed.status:
                await refuse(Refusal(503, reasons.CLOSING(), 1), scope, send_with_headers)
        except Exception:
            _log.exception("%s %s", scope["method"], route_of(scope))
            if observed.status:
                raise
            await refuse(Refusal(500, reasons.FAILED()), scope, send_with_headers)
        finally:
            observed.end(scope)

    def _check_host(self, headers: Headers) -> None:
        """A page of another name that leads here by DNS has no business with a local server."""
        if self.settings.hosts:
            try:
                name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
            except ValueError:
                name = ""
            if name not in self.settings.hosts:
                raise Refusal(421, reasons.WRONG_HOST())

    def _check_site(self, scope: Scope, headers: Headers) -> None:
        """Other sites may link to our pages, and nothing else."""
        site = headers.get("sec-fetch-site", "none")
        is_safe = scope["method"] in SAFE_METHODS
        is_visit = is_safe and headers.get("sec-fetch-mode") == "navigate"
        if is_visit and not scope["path"].startswith("/api/"):
            return
        origin = headers.get("origin")
        foreign = origin is not None and origin not in self._own_origins(scope, headers)
        if foreign or (site in ("cross-site", "same-site") and origin is None):
            raise Refusal(403, reasons.CROSS_SITE())
        if site == "cross-site":
            raise Refusal(403, reasons.CROSS_SITE())

    def _own_origins(self, scope: Scope, headers: Headers) -> tuple[str, ...]:
        own = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}"
        return (own,) if self.settings.base_url is None else (own, self.settings.base_url)

    async def _measured(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """The request's body, read to its end if it is not too large."""
        if scope["method"] in SAFE_METHODS:
            return receive
        limits = self.settings.limits
        path = scope["path"]
        has_record = path in ("/api/tables", "/open") or path.startswith("/api/explore/")
        most = limits.record_bytes if has_record else limits.body_bytes
        announced = headers.get("content-length", "0")
        if not announced.isdecimal() or int(announced) > most:
            raise Refusal(413, reasons.TOO_LARGE(n=most))
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":  # the client has gone
                break
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                raise Refusal(413, reasons.TOO_LARGE(n=most))
        return again(body, receive)


def again(body: bytes, receive: Receive) -> Receive:
    """What `receive` would give, with the body that has been read already."""
    is_read = False

    async def replayed() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


def _in_a_line(send: Send) -> Send:
    """Tell the server in a line why it cannot start, where that is known: no traceback."""

    async def told(message: Message) -> None:
        error = sys.exception()
        if message["type"] == "lifespan.startup.failed" and isinstance(error, StorageFailed):
            message = {**message, "message": f"Cannot start: {error}"}
        await send(message)

    return told


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header; a cookie that came by an encrypted connection goes by no other."""
    return (name, value + b"; Secure") if name.lower() == b"set-cookie" else (name, value)


def give_seat_cookie(response: Response, table_id: str, token: str) -> None:
    """Let a client hold a seat: scripts cannot read it, other sites cannot send it.

    Each token has a cookie of its own: a link to another seat takes nothing away.
    """
    name = f"{COOKIE}{table_id}_{hash_of(token)[:8]}"
    response.set_cookie(name, token, max_age=COOKIE_AGE, path="/", httponly=True, samesite="lax")


def client_of(scope: Scope) -> str:
    """Who asks, as far as can be known: the address (a proxy's word is taken by the server)."""
    client: tuple[str, int] | None = scope.get("client")
    return household(client[0]) if client else "unknown"


async def refuse(refusal: Refusal, scope: Scope, send: Send) -> None:
    """Answer with a refusal, without the application: in words for who wanted a page."""
    metrics.REFUSALS.labels(refusal.code).inc()
    words = languages.catalogue(languages.of(Request(scope)))
    kind, body = "application/json", encoded(refusal.to_dict(words))
    if not scope["path"].startswith("/api/") and "text/html" in Headers(scope=scope).get(
        "accept", ""
    ):
        kind = "text/plain; charset=utf-8"
        body = refusal.message(words).encode()
    headers: list[tuple[bytes, bytes]] = [(b"content-type", kind.encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def stream_place(request: Request) -> ExitStack:
    """A place for this client's event stream; Refusal if it has too many."""
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    return rate_limiter.stream(client_of(request.scope))


def check_new_table(request: Request) -> None:
    """Count a table that is set up by a page's form."""
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_kind(client_of(request.scope), "tables")
