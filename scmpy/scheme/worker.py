"""Evaluation of programs: with a deep stack, within a budget of time and memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from scmpy.deep_stack import is_deep, run_apart
from scmpy.scheme.session_limits import Budget

T = TypeVar("T")


def evaluate(work: Callable[[], T], seconds: float | None = None, memory: int | None = None) -> T:
    """The value of ``work()``, computed with a deep stack, within so many seconds and bytes of memory.

    An evaluation inside another is part of it.
    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> evaluate(lambda: depth(100_000))
    100000
    """
    return work() if is_deep() else evaluate_apart(work, seconds, memory)


def evaluate_apart(work: Callable[[], T], seconds: float | None = None, memory: int | None = None) -> T:
    """The value of ``work()``, computed in a thread of its own even inside another evaluation."""
    return run_apart(work, Budget(seconds, memory))
