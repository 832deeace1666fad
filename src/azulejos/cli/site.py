"""`azulejos site`: the pages as plain files, for any static host."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from azulejos.cli.errors import Failed
from azulejos.core.errors import without_extra


def site(
    folder: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")] = Path(
        "build/site"
    ),
    server: Annotated[
        str | None, typer.Option(help="The address of a service where friends can meet.")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show it on this machine.")] = False,
    port: Annotated[int, typer.Option(help="Where it is shown.")] = 8080,
) -> None:
    """Write the site: tables, rules and opponents in the browser, without a server."""
    try:
        from azulejos.web.site.build import build
        from azulejos.web.site.serve import serve as serve_folder
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        raise Failed(f"{folder} holds something that is no site; name another folder")
    sizes = build(folder, server)
    console = Console(highlight=False)
    console.print(f"{len(sizes)} files, {sum(sizes.values()):,} bytes compressed, in {folder}")
    if serve:
        console.print(f"The site is at http://127.0.0.1:{port}/")
        serve_folder(folder, port)
