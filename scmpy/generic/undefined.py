"""Functions that have no value everywhere: what says so, and what stands in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, LimitError


def has_no_value(error: Exception) -> bool:
    """Does an error say that a function has no value at an argument, and not that it cannot be called so?

    The library says so, and Python: of a division by zero, a number that is too large, a root that is not real.

    >>> has_no_value(ZeroDivisionError()), has_no_value(ValueError("math domain error")), has_no_value(TypeError())
    (True, True, False)
    """
    return isinstance(error, (ArithmeticError, DomainError, LimitError)) or type(error) is ValueError


class Partial:
    """A function that has something else, ``missing``, where it has no value; it knows why it first had none.

    >>> invert = Partial(lambda x: 1 / x, 0.0)
    >>> invert(4), invert(0), invert.reason
    (0.25, 0.0, ': division by zero')
    """

    def __init__(self, function: Callable[..., Any], missing: Any = None) -> None:
        self.function, self.missing = function, missing
        self.error: Exception | None = None

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self.function(*arguments)
        except Exception as error:
            if not has_no_value(error):
                raise
            self.error = self.error or error
            return self.missing

    @property
    def reason(self) -> str:
        """What an error may end in: why there first was no value, if anywhere."""
        return f": {self.error}" if self.error is not None else ""
