"""Deno, which checks and tests the scripts of the pages: from what is here alone."""

import os
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import deno

ROOT = Path(__file__).parents[3]


def run_deno(command: str, *arguments: str | Path) -> CompletedProcess[str]:
    """Run one of its commands with the settings of the project."""
    return subprocess.run(
        [deno.find_deno_bin(), command, "--quiet", "--config", ROOT / "deno.json", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ
        | {"DENO_DIR": str(ROOT / "build/deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
    )
