"""Records of elementary functions: all that is known of a function, in one place, of which every layer reads its part.

An application of a function is the expression ``(head x)``; its derivatives are functions in the generic arithmetic,
and so is its definition by other functions, if it has one: what a layer has no rule of its own for, it does by the
definition. Layers that keep something for each function read the records by :func:`each`, so that a function that is
declared later reaches them too. The table itself is :mod:`scmpy.generic.elementary`.

What only a layer above can say of some functions is a field that it fills by :func:`fill`: the exact roots of ``sqrt``,
the expansions at the ends of integrals (numerics/quadrature/ends). Three layers add rules by the head, where they have
something to say that follows from no other field: symbolic/kernels' ``rule`` what applications are made into,
decision's ``kernel_of`` the relations that it knows, rewriting's rule sets their rules. A function without one is an
atom there. Series, arrays, quantities and code are made from the fields and have no table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, NamedTuple, TypeVar

from scmpy.generic.dispatch import Operation

#: Functions that have a derivative everywhere where they are defined, those of a whole number near the argument, the
#: parts of a complex number, and its absolute value.
Kind = Literal["analytic", "rounding", "part", "size"]

PythonFunction = Callable[..., Any]


class Interval(NamedTuple):
    """Real numbers between two others; the brackets tell whether these are among them."""

    low: float
    high: float
    ends: str = "[]"

    def __contains__(self, x: Any) -> bool:
        """Is this number, or the whole of this ball, in the interval?"""
        above = x > self.low if self.ends[0] == "(" else x >= self.low
        below = x < self.high if self.ends[1] == ")" else x <= self.high
        return bool(above and below)


REALS = Interval(-math.inf, math.inf, "()")


class Code(NamedTuple):
    """How targets write a function: a text in Python, with braces for the operands, and names in the others.

    The name in Python is one of its module ``math`` or a builtin. What numpy, C's library, or LLVM (an intrinsic, where
    the name begins with ``llvm.``, or C's library) has no name for is None.
    """

    python: str | None = None
    numpy: str | None = None
    c: str | None = None
    llvm: str | None = None


_NOWHERE = Code()


@dataclass(frozen=True, eq=False)
class Elementary:
    """An elementary function.

    The real numbers of its domain have real values, all of them in its range; elsewhere the values are complex, or
    there are none. The function is even (parity 1) or odd (-1), and has a period, in half turns. A definition writes it
    by other functions; where it is ``expanded``, expressions have the definition instead, at once or when they are
    simplified. An exact number may have an exact value. The inverse takes a value to an argument that has it.

    On floats it is ``real``, which raises ValueError where the value is no real number; there it is ``over_complex``.
    Its branch cuts are on the real axis, outside of the domain, on the imaginary axis, or on the negative real one; a
    positive number on a cut may belong to the side below it. Balls of real numbers in its domain, and of complex ones,
    have enclosures. Where SymPy's function takes other arguments, ``by_sympy`` makes these of ours, and ours of these.
    """

    name: str
    head: str
    operation: Operation
    kind: Kind = "analytic"
    definition: PythonFunction | None = None
    expanded: Literal["", "at once", "when simplified"] = ""
    exact: PythonFunction = lambda *xs: None
    inverse: PythonFunction | None = None
    parity: int = 0
    period: int | None = None
    domain: Interval = REALS
    range: Interval = REALS
    cuts: Literal["", "none", "real axis", "imaginary axis", "negative axis"] = ""
    below_cut: bool = False
    real: PythonFunction | None = None
    over_complex: PythonFunction | None = None
    ball: PythonFunction | None = None
    complex_ball: PythonFunction | None = None
    expansion: PythonFunction | None = None
    code: Code = _NOWHERE
    sympy: str | None = None
    by_sympy: tuple[PythonFunction, PythonFunction] | None = None
    tex: str = ""
    power_on_name: bool = False

    @property
    def arity(self) -> int:
        """The number of arguments."""
        return self.operation.arity

    def beside(self, type_: type, *others: type) -> list[tuple[type, ...]]:
        """The types of its arguments where one at least is of a type, and the rest of that or of others.

        >>> RECORDS["atan2"].beside(float, int)
        [(<class 'float'>, <class 'float'>), (<class 'float'>, <class 'int'>), (<class 'int'>, <class 'float'>)]
        """
        return [types for types in product((type_, *others), repeat=self.arity) if type_ in types]


#: The records by the names of the functions: ``atan`` and ``atan2`` are two functions.
RECORDS: dict[str, Elementary] = {}

_by_head: dict[tuple[str, int], Elementary] = {}

_readers: list[Callable[[Elementary], None]] = []

R = TypeVar("R", bound=Callable[[Elementary], None])


def each(*kinds: Kind) -> Callable[[R], R]:
    """Decorator: this is called with the record of every function of these kinds, the ones declared later too.

    >>> names = []
    >>> @each("size")
    ... def note(record):
    ...     names.append(record.name)
    >>> names
    ['abs']
    """

    def declare(reader: R) -> R:
        def read(record: Elementary) -> None:
            if record.kind in kinds:
                reader(record)

        for record in list(RECORDS.values()):
            read(record)
        _readers.append(read)
        return reader

    return declare


def record_of(head: Any, arity: int = 1) -> Elementary | None:
    """The record of the function that a head, a symbol or a name, is for so many operands; None if there is none.

    >>> record_of("atan", 2).name, record_of("f")
    ('atan2', None)
    """
    return _by_head.get((getattr(head, "name", head), arity))


def fill(name: str, **fields: Any) -> None:
    """Enter what a layer above knows of a function; it is read when it is needed, not by :func:`each`."""
    for field, value in fields.items():
        object.__setattr__(RECORDS[name], field, value)


def declare(record: Elementary) -> Operation:
    """Enter a record, and let every layer read it."""
    RECORDS[record.name] = _by_head[record.head, record.arity] = record
    for read in _readers:
        read(record)
    return record.operation
