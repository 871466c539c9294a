"""Numerical methods whose results have pairs in them, as the original's have."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from scmpy.generic.functions import Function
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives.declare import adapt


def giving(paired: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What lets a procedure give pairs where the library gives tuples of two."""

    def made(procedure: Any) -> Any:
        @wraps(procedure)
        def operate(*arguments: Any) -> Any:
            return paired(procedure(*arguments))

        return operate

    return made


def minimum(found: Any) -> Any:
    """The status, the place with the value there, the count."""
    status, (place, value), count = found
    return status, Pair(place, value), count


def _roots(found: Any) -> Any:
    """Roots, or multiplicities with roots."""
    return tuple(Pair(*each) if isinstance(each, tuple) else each for each in found)


def _curve(manifold: Any) -> Function:
    """A function to points."""
    return Function(lambda parameter: Pair(*manifold(parameter)), manifold.__name__)


adapt("nelder-mead", giving(minimum))
adapt("matrix->eigenvalues poly->roots", giving(_roots))
adapt("make-point", giving(lambda point: Pair(*point)))
adapt("unstable-manifold stable-manifold", giving(_curve))
adapt("find-homoclinic-point", giving(lambda found: (*found[:2], Pair(*found[2]))))
