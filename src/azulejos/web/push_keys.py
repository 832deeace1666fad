"""The key by which push services know this server (VAPID, RFC 8292), made on the first start."""

import logging
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from azulejos.web.settings import Settings

#: Who runs the server, where nobody has said so: push services want an address.
NOBODY = "mailto:nobody@azulejos.invalid"
#: Seconds for which a push service may take a signature for ours.
VALID = 12 * 3600

_log = logging.getLogger("azulejos.web")


class PushKey:
    """The key pair of a server. contact: an address of whoever runs it."""

    def __init__(self, vapid: Vapid02, contact: str) -> None:
        self._vapid = vapid
        self._contact = contact
        public = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        #: As browsers take it.
        self.public: str = b64urlencode(public)

    def authorization(self, origin: str, now: float) -> str:
        """The header that says to a push service who sends."""
        claims = {"aud": origin, "sub": self._contact, "exp": int(now) + VALID}
        signed: str = self._vapid.sign(claims)["Authorization"]
        return signed


def load(settings: Settings) -> PushKey | None:
    """The key of the settings, or of the file beside the tables, which is made if it is missing.

    None: push is switched off, or there is no place for the key, which the log then says.
    """
    if settings.push == "off":
        return None
    contact = settings.push_contact or settings.base_url or ""
    if not contact.startswith(("mailto:", "https://")):
        contact = NOBODY
    try:
        if settings.push_key is not None:
            return PushKey(Vapid02.from_pem(settings.push_key.encode()), contact)
        if settings.push_key_file is None:
            return None
        return PushKey(Vapid02.from_pem(_pem(settings.push_key_file)), contact)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no key"
        _log.warning("Notices go to open pages only: the key for Web Push cannot be used: %s", why)
        return None


def _pem(file: Path) -> bytes:
    """What is in the file; several processes that start at once agree on one key."""
    with suppress(FileNotFoundError):
        return file.read_bytes()
    vapid = Vapid02()
    vapid.generate_keys()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".push-key.")  # for its owner alone
    try:
        with open(handle, "wb") as out:
            out.write(vapid.private_pem())
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        os.unlink(draft)
    return file.read_bytes()
