"""Settings: the variables of the original that a program may set, read where they matter.

In Scheme a setting is a global variable, for ``set!``, ``define`` and ``fluid-let``. In Python
``setting(name=value)`` sets it from now on, or, in a ``with`` statement, for the block.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import describe
from scmpy.registry import python_name, register

#: The global variables of the program that is running, if one is: the Scheme layer's entrance.
program_variables: ContextVar[Callable[[str], Any] | None] = ContextVar("program_variables", default=None)

_set_in_python: ContextVar[dict[str, Any]] = ContextVar("set_in_python", default={})  # noqa: B039 (never changed)

_settings: dict[str, Setting] = {}


class Setting:
    """One variable: its name in Scheme, its default, which values it may have, and what it does."""

    def __init__(self, scheme: str, default: Any, is_value: Callable[[Any], bool], expected: str, doc: str) -> None:
        self.scheme, self.default, self.is_value, self.expected = scheme, default, is_value, expected
        self.python = python_name(scheme.strip("*"))
        _settings[self.python] = self
        register(scheme, default, python=None, module="scmpy.generic.settings", doc=self._documentation(doc))

    def _documentation(self, meaning: str) -> str:
        return (
            f"{meaning}\n\n    Scheme:  (set! {self.scheme} value), where value is {self.expected}\n"
            f"    Python:  setting({self.python}=value), for a block: with setting({self.python}=value): ..."
        )

    def checked(self, value: Any) -> Any:
        """The value, if the setting may have it."""
        if not self.is_value(value):
            raise WrongTypeError(f"{self.scheme} is {self.expected}, got {describe(value)}")
        return value

    @property
    def value(self) -> Any:
        """What the running program has set, or Python, or the default."""
        variables = program_variables.get()
        value = self.default if variables is None else variables(self.scheme)
        return self.checked(_set_in_python.get().get(self.python, value) if value is self.default else value)


class setting:
    """Set settings from now on, or in a ``with`` statement for the block.

    >>> with setting(assumption_tolerance_multiplier=10):
    ...     pass
    >>> setting(happiness=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: there is no setting happiness; there are assumption_tolerance_multiplier, ...
    """

    def __init__(self, *unnamed: Any, **values: Any) -> None:
        if unnamed:
            raise WrongTypeError("setting expects settings by name, as in setting(assumption_tolerance_multiplier=10)")
        for name, value in values.items():
            if name not in _settings:
                raise WrongTypeError(f"there is no setting {name}; there are {', '.join(sorted(_settings))}")
            _settings[name].checked(value)
        self._token: Token[dict[str, Any]] = _set_in_python.set({**_set_in_python.get(), **values})

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        _set_in_python.reset(self._token)


def is_count(value: Any) -> bool:
    """Is this a positive whole number?"""
    return type(value) is int and value > 0


def is_switch(value: Any) -> bool:
    """Is this a truth value?"""
    return isinstance(value, bool)
