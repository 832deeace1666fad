"""Sending one notice to a push service (RFC 8030, encrypted by RFC 8291).

The address comes from a browser, so from anybody: it is asked for by HTTPS alone, at public
addresses alone, without following where it leads.
"""

import http.client
import os
import socket
import ssl
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

#: Characters of an endpoint, and seconds for a push service to answer.
MOST_ENDPOINT = 1_000
TIMEOUT = 10.0
#: Bytes to which a notice is filled up, so that its length tells nothing.
LENGTH = 512

_NAT64 = ip_network("64:ff9b::/96")


class BadSubscription(ValueError):
    """A subscription is none, or leads where nothing is sent."""


@dataclass(frozen=True)
class Subscription:
    """Where a browser is reached, and by which keys: base64url, as browsers give them."""

    endpoint: str
    p256dh: str
    auth: str


def check(subscription: Subscription, *, is_open: bool) -> None:
    """BadSubscription if this can be none. is_open: any address will do, for tests."""
    parts = _parts(subscription.endpoint)
    if not is_open:
        if parts.scheme != "https" or parts.port not in (None, 443):
            raise BadSubscription("not by HTTPS")
        if "." not in (parts.hostname or "") or _literal(parts.hostname or "") is not None:
            raise BadSubscription("not a public name")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(subscription.p256dh))
        if len(_decoded(subscription.auth)) != 16:
            raise BadSubscription("not the keys of a browser")
    except ValueError as error:
        raise BadSubscription("not the keys of a browser") from error


def origin_of(endpoint: str) -> str:
    """The push service that an endpoint belongs to."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def send(
    subscription: Subscription, text: bytes, headers: Mapping[str, str], *, is_open: bool
) -> int:
    """Send a notice, and wait for the status of the answer; OSError if none comes."""
    parts = _parts(subscription.endpoint)
    private = ec.generate_private_key(ec.SECP256R1())
    body = http_ece.encrypt(
        text.ljust(LENGTH),
        salt=os.urandom(16),
        private_key=private,
        dh=_decoded(subscription.p256dh),
        auth_secret=_decoded(subscription.auth),
    )
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    connection = _Connection(host, port, _address(host, port, is_open), parts.scheme == "https")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body, {**headers, "Content-Encoding": "aes128gcm"})
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(type(error).__name__) from error
    finally:
        connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection to the address that was looked at, whatever the name leads to later."""

    def __init__(self, host: str, port: int, address: str, is_secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self._address = address
        self._is_secure = is_secure

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._is_secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _parts(endpoint: str) -> SplitResult:
    if len(endpoint) > MOST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise BadSubscription("not an address")
    try:
        parts = urlsplit(endpoint)
        _ = parts.port
    except ValueError as error:
        raise BadSubscription("not an address") from error
    if " " in endpoint or parts.scheme not in ("https", "http") or not parts.hostname:
        raise BadSubscription("not an address")
    if parts.username is not None or parts.fragment:
        raise BadSubscription("not an address")
    return parts


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _address(host: str, port: int, is_open: bool) -> str:
    """An address of the host; OSError if one of them is not public."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not is_open and not all(is_public(ip_address(one.partition("%")[0])) for one in found):
        raise OSError("not a public address")
    return found[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is in the public internet, also one of IPv4 within one of IPv6."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast
