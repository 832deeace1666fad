"""Building the site: every page in every language, the files they need, and the list of both."""

import gzip
import hashlib
import json
import shutil
from pathlib import Path

from azulejos import draw
from azulejos.games import all_games, spec
from azulejos.puzzles.puzzle import FILE as PUZZLES
from azulejos.wasm.files import SCRIPTS, files
from azulejos.web.empty_tables import shapes_of
from azulejos.web.languages import LANGUAGES
from azulejos.web.pages.files import scripts_of
from azulejos.web.pages.in_browser import games_told
from azulejos.web.pages.rendering import STATIC, static
from azulejos.web.site import pages
from azulejos.web.site.addresses import file_of, made_relative
from azulejos.web.site.not_found import FILE as FILE_NOT_FOUND
from azulejos.web.site.not_found import not_found
from azulejos.web.site.settings import Site

USUAL = next(iter(LANGUAGES))


def build(folder: Path, server: str | None = None) -> dict[str, int]:
    """Write the site into a folder, which is emptied; the compressed sizes of its files in bytes.

    server: the address of a service where friends meet by a link.
    """
    written = {**_static_files(), **_compiled_files(), **_app_files()}
    site = Site(
        server=server,
        data={
            "service": False,
            "quick": pages.quick_tables(),
            "games": games_told(),
            "shapes": {game: shapes_of(game) for game in all_games()},
        },
    )
    app = pages.application(site)
    folders = {language: "" if language == USUAL else language for language in LANGUAGES}
    drawn = {
        file_of(address, language_folder): (pages.drawn(app, address, language), language_folder)
        for address in pages.addresses()
        for language, language_folder in folders.items()
    }
    known = {*written, *drawn}
    for file, (html, language_folder) in drawn.items():
        written[file] = made_relative(html, file, language_folder, known, USUAL).encode()
    written[FILE_NOT_FOUND] = not_found()
    written["sw.js"] = service_worker(written)
    if folder.exists():
        shutil.rmtree(folder)
    for file, content in written.items():
        place = folder / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return {file: len(gzip.compress(content)) for file, content in written.items()}


def _app_files() -> dict[str, bytes]:
    """What makes an application of the site that can be installed."""
    icons = [
        {"src": static(f"art/{name}").strip("/"), "sizes": sizes, "type": kind, "purpose": purpose}
        for name, sizes, kind, purpose in (
            ("icon.svg", "any", "image/svg+xml", "any"),
            ("icon-512.png", "512x512", "image/png", "any"),
            ("icon-mask.png", "512x512", "image/png", "maskable"),
        )
    ]
    manifest = {
        "name": "Azulejos",
        "short_name": "Azulejos",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f3e8",
        "theme_color": "#1e4796",
        "icons": icons,
    }
    return {"manifest.webmanifest": json.dumps(manifest, indent=1).encode()}


def _static_files() -> dict[str, bytes]:
    """Style sheets, scripts and drawings, under the addresses that the service has them at."""
    found = {static("css/drawing.css"): draw.style_sheet().encode()}
    for path in STATIC.rglob("*.*"):
        found[static(path.relative_to(STATIC).as_posix())] = path.read_bytes()
    for game in all_games():
        for path in scripts_of(game).glob("*.*"):
            if path.suffix in (".js", ".css"):
                found[static(f"games/{game}/{path.name}")] = path.read_bytes()
    return {path.strip("/"): content for path, content in found.items()}


def _compiled_files() -> dict[str, bytes]:
    """The games' rules and opponents, compiled for browsers, their scripts, and puzzles."""
    found = {f"wasm/{path.name}": path.read_bytes() for path in SCRIPTS.glob("*.js")}
    for game in all_games():
        found |= {f"wasm/{name}": content for name, content in files(game).items()}
        puzzles = spec(game).folder / PUZZLES
        if puzzles.is_file():
            found[f"puzzles/{game}.jsonl"] = puzzles.read_bytes()
    return {static(path).strip("/"): content for path, content in found.items()}


def service_worker(written: dict[str, bytes]) -> bytes:
    """The script that keeps the site in the browser: it knows every file and what is in it."""
    listed = {file: hashlib.sha256(content).hexdigest() for file, content in written.items()}
    told = json.dumps(listed, sort_keys=True)
    version = hashlib.sha256(told.encode()).hexdigest()[:12]
    script = (STATIC.parent / "site" / "sw.js").read_text(encoding="utf-8")
    return (
        script.replace('"VERSION"', json.dumps(version))
        .replace('"FILES"', json.dumps(told))
        .encode()
    )
