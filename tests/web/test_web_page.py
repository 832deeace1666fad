"""What docs/web.md says is true: its program plays, its tables name what is there."""

import re
from pathlib import Path

from azulejos.web import settings

TEXT = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")


def test_the_program_plays(service):
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names = {}
    exec(code, names)
    names["HOME"] = service.address
    assert len(names["play_a_game"]()["scores"]) == 2


def test_every_request_is_there(service):
    paths = service.app.openapi()["paths"]
    named = re.findall(r"^\| (`[^|]*) \|", TEXT, re.MULTILINE)
    for cell in named:
        if "/api/" not in cell and "z`" not in cell:
            continue
        for method, path in re.findall(r"`(GET|POST) ([^`?]+)`", cell):
            assert method.lower() in paths[path], path
        for rest in re.findall(r"`…/([^`]+)`", cell):
            assert f"/api/tables/{{id}}/{rest}" in paths, rest


def test_every_module_is_told():
    package = Path(settings.__file__).parent
    table = TEXT[: TEXT.index("## The API")]
    ours = {"languages"}
    for path in package.glob("*.py"):
        if path.stem not in ours | {"__init__", "refusals", "warm_up"}:
            assert f"`{path.stem}`" in table, path.stem
