"""Benchmarks run briefly among the other tests, and thoroughly with ``--benchmark-only``."""

import pytest


@pytest.fixture(scope="session")
def thorough(request) -> bool:
    """Is this a run for the figures, which may take minutes?"""
    return bool(request.config.getoption("--benchmark-only"))
