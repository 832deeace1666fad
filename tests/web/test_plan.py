"""The plan for the internet tells what its command works out, from figures that are measured."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAN = runpy.run_path(str(ROOT / "benchmarks" / "plan.py"))


def test_the_table_is_what_the_command_prints():
    page = (ROOT / "docs" / "internet.md").read_text(encoding="utf-8")
    told = [line for line in page.splitlines() if re.match(r"\| .* \| [\d,]+ \|$", line)]
    assert told == list(PLAN["rows"](PLAN["arguments"]([])))


def test_a_quarter_of_the_people_need_a_quarter():
    whole, part = (
        PLAN["planned"](PLAN["arguments"](["--people", number])) for number in ("100000", "25000")
    )
    for what, number in whole.items():
        quadratic = "messages" in what
        same = what == "event streams of a worker"
        assert abs(part[what] * (16 if quadratic else 1 if same else 4) / number - 1) < 1e-9, what
