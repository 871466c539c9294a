"""Containers of scalars: how to map a function over what structures, matrices and lists hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: type -> (container, function) -> the container of the results; scalars are met in the order of simplification.
mappers: dict[type, Callable[[Any, Callable[[Any], Any]], Any]] = {}

#: The head of a container's expression -> what makes of its operands the expression that is printed for it.
PRINTED: dict[Any, Callable[..., Any]] = {}
