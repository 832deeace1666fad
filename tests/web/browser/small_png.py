"""A screenshot with 256 colours: small enough for a README."""

import base64
import struct
import zlib

import numpy as np
from playwright.sync_api import Page

_PIXELS = """async url => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let k = 0; k < data.length; k += 8192) {
    text += String.fromCharCode(...data.subarray(k, k + 8192));
  }
  return [image.width, image.height, btoa(text)];
}"""


def small(png: bytes, page: Page) -> bytes:
    """The same picture in its 256 most used colours. A browser's page reads its pixels."""
    url = "data:image/png;base64," + base64.b64encode(png).decode()
    width, height, text = page.evaluate(_PIXELS, url)
    raw = np.frombuffer(base64.b64decode(text), np.uint8)
    pixels = raw.reshape(-1, 4)[:, :3].astype(np.int32)
    colours, where, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    # Neighbours of a colour that is taken give way, so that rare colours have a place too.
    palette: list[np.ndarray] = []
    for index in np.argsort(-counts):
        colour = colours[index]
        if all(np.abs(colour - other).sum() > 14 for other in palette):
            palette.append(colour)
        if len(palette) == 256:
            break
    table = np.array(palette)
    nearest = np.array([np.abs(table - colour).sum(axis=1).argmin() for colour in colours])
    rows = nearest[where.ravel()].astype(np.uint8).reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", table.astype(np.uint8).tobytes())
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )
