"""Matrices, arrays and tuples of SymPy's that remember which tuples of scmpy's they stand for.

``up(x, y)`` is a column and ``down(x, y)`` a row, and so on (:mod:`scmpy.symbolic.sympy_bridge.outward`): with these
the ups and downs come back. They are SymPy's own in every respect. What is made of one component by component
(``diff``, ``subs``, ``simplify``, a multiple, a sum of two alike) has its ups and downs too; a product or a transpose,
where they would mean something else, is a plain matrix.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

#: The words ``up`` and ``down`` of each level of a tuple, the outermost first.
Levels = tuple[str, ...]


def levels_of(value: Any) -> Levels | None:
    """The ups and downs that an object of SymPy's remembers, if it does."""
    return getattr(value, "scmpy_levels", None)


@functools.cache
def oriented_matrix(levels: Levels) -> Any:
    """The class of the matrices that stand for tuples of these levels: call it with the matrix.

    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> row = oriented_matrix(("down",))(sympy.Matrix([[x, x**2]]))
    >>> levels_of(row.diff(x)), levels_of(row.T)
    (('down',), None)
    """
    import sympy

    plain = sympy.ImmutableDenseMatrix

    def make(cls: Any, *args: Any) -> Any:
        return plain._fromrep.__func__(cls, plain(*args)._rep)

    kept = "applyfunc _eval_scalar_mul _eval_scalar_rmul __neg__ __add__ __sub__".split()
    methods = {name: _keeping(getattr(plain, name)) for name in kept}
    made_plain = {"_new": staticmethod(plain._new), "_fromrep": staticmethod(plain._fromrep)}

    def reduced(self: Any, protocol: Any) -> Any:
        return _remade, (oriented_matrix, levels, (*self.shape, self.flat()))

    own = {"__new__": make, "__reduce_ex__": reduced, **made_plain}
    return type(plain.__name__, (plain,), {"scmpy_levels": levels, **own, **methods})


@functools.cache
def oriented_array(levels: Levels) -> Any:
    """The class of the arrays that stand for tuples of these levels: call it with the array's arguments."""
    import sympy

    plain = sympy.ImmutableDenseNDimArray
    kept = "applyfunc __mul__ __rmul__ __truediv__ __neg__ __add__ __sub__".split()
    methods = {name: _keeping(getattr(plain, name)) for name in kept}

    def reduced(self: Any, protocol: Any) -> Any:
        return _remade, (oriented_array, levels, (list(self._array), self.shape))

    return type(plain.__name__, (plain,), {"scmpy_levels": levels, "__reduce_ex__": reduced, **methods})


@functools.cache
def oriented_tuple(level: str) -> Any:
    """The class of the ``Tuple`` that stands for an irregular up or down tuple: call it with the components."""
    import sympy

    def same(self: Any, other: object) -> bool:
        return isinstance(other, sympy.Tuple) and bool(self.args == other.args)

    def reduced(self: Any, protocol: Any) -> Any:
        return _remade, (oriented_tuple, level, self.args)

    own = {"__eq__": same, "__hash__": sympy.Tuple.__hash__, "__reduce_ex__": reduced}
    return type("Tuple", (sympy.Tuple,), {"scmpy_levels": (level,), **own})


def _remade(kind: Callable[[Any], Any], levels: Any, args: tuple[Any, ...]) -> Any:
    """What was pickled, of the class that is made for its levels."""
    return kind(levels)(*args)


def _keeping(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method of a matrix or array whose result stands for a tuple of the same levels."""

    @functools.wraps(method)
    def kept(self: Any, *args: Any) -> Any:
        result = method(self, *args)
        same = all(levels_of(x) == self.scmpy_levels for x in args if getattr(x, "shape", ()))
        if not same or getattr(result, "shape", None) != self.shape:
            return result
        return type(self)(result) if hasattr(result, "_rep") else type(self)(list(result._array), result.shape)

    return kept
