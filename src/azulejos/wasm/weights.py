"""A game's networks as one file for scripts: the arrays as the search has them, end to end.

A script copies the file into a module's memory as it is, and tells the module where it lies.
"""

import gzip
from typing import Any

import numpy as np

from azulejos.nets.network import Networks, packed

#: Every array begins at a multiple of so many bytes.
_ALIGNED = 16


def places_of(networks: Networks) -> dict[str, Any]:
    """Where each network's arrays begin in the file, and their sizes; the file's own size.

    The names are those of `room`.
    """
    at = 0
    told: dict[str, Any] = {}
    for name, network in networks._asdict().items():
        weights = packed(network)
        starts = []
        for array in weights[:3]:
            starts.append(at)
            at += -(-array.nbytes // _ALIGNED) * _ALIGNED
        told[name] = {
            "first": starts[0],
            "first_rows": weights.first.shape[0],
            "width": weights.first.shape[1],
            "second": starts[1],
            "depth": weights.second.shape[1],
            "last": starts[2],
            "last_rows": weights.last.shape[0],
            "side_features": weights.side_features,
            "action_features": weights.action_features,
        }
    return {"size": at, **told}


def weights_file(networks: Networks) -> bytes:
    """The arrays of both networks, by gzip; the same networks give the same bytes."""
    parts = []
    for network in networks:
        for array in packed(network)[:3]:
            raw = np.ascontiguousarray(array).tobytes()
            parts.append(raw + bytes(-len(raw) % _ALIGNED))
    return gzip.compress(b"".join(parts), 9, mtime=0)
