"""Families of functions: made from parameters, whose numbers are arguments of the code beside those of the function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scmpy.generic.composite import Composite
from scmpy.generic.functions import Function, name_of
from scmpy.pickling import portable
from scmpy.structure.structure import Up
from scmpy.symbolic.real_numbers import is_real_number

Maker = Callable[..., Callable[..., Any]]


class Family(Function):
    """A function of arguments and parameters, ``(make p ...)(x ...)``, called with the numbers of all parameters last.

    Parameters that are not numbers, nor tuples or lists of them, are kept as they are. Without a maker's parameters,
    which is None for them, the function is the maker itself.
    """

    __slots__ = ("count", "kept", "make", "parameters")

    def __init__(self, make: Maker, count: int, parameters: tuple[Any, ...] | None, kept: bool = False) -> None:
        super().__init__(self._called, lambda: name_of(make))
        self.make = make
        self.count = count  # of the arguments
        self.parameters = parameters
        self.kept = kept  # are all parameters, the numbers too

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Family, (self.make, self.count, self.parameters, self.kept)))

    @property
    def member(self) -> Callable[..., Any]:
        """The function that the parameters make."""
        return self.make if self.parameters is None else self.make(*self.parameters)

    @property
    def numbers(self) -> list[Any]:
        """The numbers among the parameters that are arguments of the code."""
        return [] if self.kept or self.parameters is None else list(numbers_in(self.parameters))

    def place(self, arguments: Iterable[Any]) -> Up:
        """The arguments of the code: those of the function, then the numbers of the parameters."""
        return Up((*arguments, *self.numbers))

    def derived(self, derive: Callable[[Any], Any], count: int) -> Family:
        """The family of the functions that are made of those of this one."""
        make = self.make
        if self.parameters is None:
            return Family(derive(make), count, None)
        return Family(lambda *parameters: derive(make(*parameters)), count, self.parameters, self.kept)

    def with_parameters(self, parameters: tuple[Any, ...]) -> Family | None:
        """The same with other parameters; None if what is no number among them, or kept, is another."""
        if self.parameters is None or self.kept or not _alike(self.parameters, parameters):
            return None
        return Family(self.make, self.count, parameters)

    def _called(self, *inputs: Any) -> Any:
        if self.parameters is None or self.kept:
            return self.member(*inputs)
        arguments, numbers = inputs[: self.count], iter(inputs[self.count :])
        return self.make(*_with_numbers(self.parameters, numbers))(*arguments)


def numbers_in(value: Any) -> Iterator[Any]:
    """The real numbers in a value of tuples and lists.

    >>> list(numbers_in((1, [2.5, len], Up((3, "x")))))
    [1, 2.5, 3]
    """
    if is_real_number(value):
        yield value
    elif isinstance(value, (Composite, list, tuple)):
        for x in value._parts_() if isinstance(value, Composite) else value:
            yield from numbers_in(x)


def _with_numbers(value: Any, numbers: Iterator[Any]) -> Any:
    """The value with other numbers."""
    if isinstance(value, Composite):
        return value._with_parts_([_with_numbers(x, numbers) for x in value._parts_()])
    if isinstance(value, (list, tuple)):
        return type(value)([_with_numbers(x, numbers) for x in value])
    return next(numbers) if is_real_number(value) else value


def _alike(x: Any, y: Any) -> bool:
    """Do two values differ by numbers alone?"""
    if isinstance(x, Composite):
        return type(x) is type(y) and x._form_() == y._form_() and all(map(_alike, x._parts_(), y._parts_()))
    if isinstance(x, (list, tuple)):
        return type(x) is type(y) and len(x) == len(y) and all(map(_alike, x, y))
    return (is_real_number(x) and is_real_number(y)) or x is y
