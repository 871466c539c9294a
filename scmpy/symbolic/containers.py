"""Expressions that stand for values with parts: how they are printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: The head of a container's expression -> what makes of its operands the expression that is printed for it.
PRINTED: dict[Any, Callable[..., Any]] = {}
