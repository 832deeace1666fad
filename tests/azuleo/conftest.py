"""Fixtures of the Azuleo tests."""

from __future__ import annotations

import pytest

from .both import Package, Rules, Slow


@pytest.fixture(params=[Package, Slow], ids=["package", "slow"])
def rules(request: pytest.FixtureRequest) -> Rules:
    return request.param()
