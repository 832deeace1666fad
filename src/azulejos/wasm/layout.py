"""The layout of records as plain data, so that scripts read and write fields by name."""

from collections.abc import Collection
from typing import Any

import numpy as np


def layout_of(dtype: np.dtype[Any], without: Collection[str] = ()) -> dict[str, Any]:
    """A record's size in bytes and its fields: where each begins, what it holds, its shape.

    "type" is as NumPy writes it ("i2", "u8", "f8"), or "record" with that record's layout beside
    it. without: the fields left out.
    """
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if name in without:
            continue
        base, shape = kind.subdtype or (kind, ())
        field: dict[str, Any] = {"offset": int(offset), "shape": [int(n) for n in shape]}
        if base.fields:
            field |= {"type": "record", "record": layout_of(base)}
        else:
            field |= {"type": base.str[1:]}
        fields[name] = field
    return {"size": dtype.itemsize, "fields": fields}
