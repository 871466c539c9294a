"""Many small cases as one test, which tells all that fail."""

from collections.abc import Callable, Iterable
from contextvars import copy_context
from typing import Any

import pytest


def failing(check: Callable[[Any], Any], cases: Iterable[Any], name: Callable[[Any], str] = str) -> dict[str, str]:
    """The names of the cases that fail, and by what; each is checked in a context of its own, as a test is."""
    found = {}
    for case in cases:
        try:
            copy_context().run(check, case)
        except (Exception, pytest.fail.Exception) as error:
            found[name(case)] = f"{type(error).__name__}: {error}"
    return found
