"""Who runs the server: by a secret, or by sitting at the machine that serves itself alone."""

import hmac
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from azulejos.web import reasons
from azulejos.web.refusals import Refusal
from azulejos.web.settings import LOOPBACK_NETWORKS, Network, Settings

#: A request with one of these has come through a proxy.
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def is_operator(scope: Scope, settings: Settings) -> bool:
    """Whether it is whoever runs the server who asks."""
    is_here = settings.is_local and _comes_from(scope, LOOPBACK_NETWORKS)
    return is_here or _has_token(scope, settings)


def check_metrics(scope: Scope, settings: Settings) -> None:
    """Refusal if this client may not read the metrics."""
    if not _comes_from(scope, settings.metrics) and not _has_token(scope, settings):
        raise Refusal(403, reasons.FOR_OPERATORS())


def _has_token(scope: Scope, settings: Settings) -> bool:
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    expected = settings.operator_token
    if expected is None or kind.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), expected.encode())


def _comes_from(scope: Scope, networks: tuple[Network, ...]) -> bool:
    """Whether a client asks from one of these networks, itself and not through a proxy."""
    headers = Headers(scope=scope)
    if any(name in headers for name in FORWARDED):
        return False
    client = scope.get("client")
    try:
        address = ip_address(client[0] if client else "")
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in networks)
