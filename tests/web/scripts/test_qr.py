"""Our QR codes, which browsers make, against a library's: module by module."""

import json
import random
import string

import segno

from .run_deno import ROOT, run_deno

SCRIPT = ROOT / "tests/web/scripts/qr_codes.js"
#: Bytes of the longest text of each version, from 1 to 25.
LONGEST = (
    *(17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718),
    *(792, 858, 929, 1003, 1091, 1171, 1273),
)


def made(asked, folder):
    file = folder / "asked.json"
    file.write_text(json.dumps(asked), encoding="utf-8")
    done = run_deno("run", "--allow-read", SCRIPT, file)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def by_library(text, mask):
    code = segno.make_qr(text, error="l", mode="byte", mask=mask, boost_error=False)
    return ["".join(map(str, row)) for row in code.matrix]


def test_codes_are_those_of_a_library(tmp_path):
    """Where nothing has to be padded: there the library adds a byte that need not be."""
    chance = random.Random(1)
    letters = string.ascii_letters + string.digits + "-_#?=/:."
    asked = [
        ("".join(chance.choices(letters, k=length)), (number + more) % 8)
        for number, length in enumerate(LONGEST)
        for more in (0, 3)
    ]
    for (text, mask), found in zip(asked, made(asked, tmp_path), strict=True):
        assert found == by_library(text, mask), len(text)


def test_what_is_left_is_padded(tmp_path):
    """The codewords of version 1 with mask 0, read from the right, up and down."""
    [rows] = made([["Q", 0]], tmp_path)
    bits, right = [], 20
    while right > 0:
        ways = range(20, -1, -1) if (right + 1) & 2 == 0 else range(21)
        for y in ways:
            for x in (right, right - 1):
                if 6 in (x, y) or (x < 9 and y < 9) or (x > 12 and y < 9) or (x < 9 and y > 12):
                    continue
                bits.append(int(rows[y][x]) ^ ((x + y) % 2 == 0))
        right -= 3 if right == 8 else 2
    words = [int("".join(map(str, map(int, bits[n : n + 8]))), 2) for n in range(0, 152, 8)]
    assert words == [0x40, 0x15, 0x10, *[0xEC, 0x11] * 8]


def test_the_best_mask_is_one_of_eight_and_long_texts_have_no_code(tmp_path):
    text = "https://azul.example/t/azul/0/#record=abcdefghijklmnop"
    text = text.ljust(LONGEST[3], "q")
    best, none = made([[text], ["a" * 1274]], tmp_path)
    assert best in [by_library(text, mask) for mask in range(8)]
    assert none is None
