"""Plain data as compact JSON: what is sent, and what is stored."""

import json
from typing import Any

import orjson


def encoded(data: Any) -> bytes:
    """Compact JSON, in UTF-8."""
    try:
        return orjson.dumps(data)
    except TypeError:  # numbers of more than 64 bits, and what else is rare
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
