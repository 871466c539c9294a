"""The table of the numerical faces: what an independent library says of each, and where its problem is ill-conditioned.

A check takes the procedure that a name is in Scheme. A row of several names is a check that holds of each of them.
"""

from collections.abc import Callable
from typing import Any

Check = Callable[[Any], None]

#: The checks against an independent library, and those of ill-conditioned cases, by the names of the faces.
LIBRARY: dict[str, list[Check]] = {}
HARD: dict[str, list[Check]] = {}


def _declare(table: dict[str, list[Check]], names: str) -> Callable[[Check], Check]:
    def declared(check: Check) -> Check:
        for name in names.split():
            table.setdefault(name, []).append(check)
        return check

    return declared


def library(names: str) -> Callable[[Check], Check]:
    """Decorator: the check compares these faces with an independent library."""
    return _declare(LIBRARY, names)


def hard(names: str) -> Callable[[Check], Check]:
    """Decorator: the check has ill-conditioned cases of these faces."""
    return _declare(HARD, names)
