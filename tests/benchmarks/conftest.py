"""Benchmarks run briefly among the other tests, and thoroughly with ``--benchmark-only``."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def thorough(request) -> bool:
    """Is this a run for the figures, which may take minutes?"""
    return bool(request.config.getoption("--benchmark-only"))
