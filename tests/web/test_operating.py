"""What docs/operating.md and the dashboard say is true: settings, paths and metrics are there."""

import json
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from azulejos.web import metrics, reasons, settings
from azulejos.web.connections import BODY_TIME, HEADERS_TIME, KEEP_ALIVE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
DASHBOARD = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))


def known_metrics():
    """All names by which Prometheus finds what is measured, with their labels."""
    found = {}
    for family in metrics.REGISTRY.collect():
        suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
        for suffix in suffixes.get(family.type, [""]):
            found[family.name + suffix] = family.type
    return found


def labels_of(name):
    base = re.sub(r"_(total|bucket|count|sum)$", "", name)
    for collector in metrics.REGISTRY._collector_to_names:
        if getattr(collector, "_name", None) == base:
            return set(collector._labelnames) | {"le", "instance"}
    raise AssertionError(name)


def expressions():
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
    for annotation in DASHBOARD["annotations"]["list"]:
        yield annotation["expr"]
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["query"]["query"]


def test_every_metric_of_the_dashboard_is_measured():
    known, shown = known_metrics(), set()
    for expression in expressions():
        found = re.findall(r"(azulejos_\w+)(\{[^}]*(?:\{id\})?[^}]*\})?", expression)
        assert found, expression
        for name, selector in found:
            assert name in known, name
            used = re.findall(r"(\w+)=~?\"", selector)
            assert set(used) <= labels_of(name), expression
            shown.add(name)
    unseen = {name for name in known if name.startswith("azulejos_")} - shown
    unseen = {name for name in unseen if not name.endswith(("_count", "_sum"))}
    assert unseen == set(), "what is measured and not shown"


def test_panels_have_places_of_their_own():
    taken = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert (x, y) not in taken
                assert x < 24
                taken.add((x, y))


def test_every_metric_that_is_told_is_measured():
    names = set(re.findall(r"azulejos_\w+", TEXT))
    known = set(known_metrics())
    bases = {re.sub(r"_(bucket|count|sum)$", "", name) for name in known}
    assert names <= known | bases, names - known - bases


def test_every_setting_is_told():
    table = TEXT[TEXT.index("## Settings") : TEXT.index("## Fair to all")]
    told = set(re.findall(r"AZULEJOS_[A-Z_]+", table))
    assert told == settings.variables()


def test_usual_values_are_told():
    """Numbers in the table are those of the sources."""
    rows = re.findall(r"^\| (`AZULEJOS.*?) \|.*\| ([^|]*) \|$", TEXT, re.MULTILINE)
    usual = settings.Environment.model_fields
    checked = 0
    for names, told in rows:
        values = [part.strip().strip("`") for part in told.split(",")]
        for name, value in zip(re.findall(r"`AZULEJOS_(\w+)`", names), values, strict=False):
            default = usual[name.lower()].default if name.lower() in usual else None
            if isinstance(default, tuple) and default and isinstance(default[0], float):
                assert value == f"{default[0]:g}/{default[1]}", name
                checked += 1
            elif isinstance(default, int | float) and name != "BOT_THREADS":
                assert value == f"{default:g}", name
                checked += 1
    assert checked > 10


def test_times_and_codes_are_told():
    words = f"headers of a request have {HEADERS_TIME:g} seconds, its body {BODY_TIME:g}"
    assert words in TEXT
    assert f"kept for {KEEP_ALIVE:g} between" in TEXT
    for kind in (reasons.STORAGE_FULL, reasons.STORAGE_READ_ONLY, reasons.NO_STORAGE):
        assert f"`{kind.code}`" in TEXT


@pytest.fixture
def scraped(client):
    client.get("/")
    made = client.new_table([{"kind": "me"}, {"kind": "bot", "level": 1}])
    client.play_some(made["id"], 2)
    return client.get("/metrics")


def test_metrics_are_told_in_prometheus_format(scraped):
    assert scraped.status_code == 200
    families = {family.name: family for family in text_string_to_metric_families(scraped.text)}
    moves = [
        sample.value
        for sample in families["azulejos_requests"].samples
        if sample.labels == {"route": "/api/tables/{id}/moves", "status": "200"}
    ]
    assert moves
    assert moves[0] >= 2
    assert families["azulejos_workers"].samples[0].value == 1
    assert any(s.labels.get("pool") == "quick bots" for s in families["azulejos_waiting"].samples)


def test_metrics_hold_no_ids_and_no_addresses(client):
    made = client.new_table([{"kind": "me"}, {"kind": "bot", "level": 1}])
    client.get(f"/t/{made['id']}"), client.get(f"/seat/{made['token']}")
    text = client.get("/metrics").text
    assert made["id"] not in text
    assert made["token"] not in text
    assert "127.0.0.1" not in text
