"""Numerical methods whose results have pairs in them, as the original's have."""

from typing import Any

from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.registry import lookup
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives.base import primitive


def _with_pairs(name: str, paired: Any) -> None:
    """Let a procedure give pairs where the library gives tuples of two."""
    entry = lookup(name)
    assert entry is not None, name

    def operate(*arguments: Any) -> Any:
        return paired(entry.value(*arguments))

    operate.__wrapped__ = entry.value  # type: ignore[attr-defined]
    primitive(name)(operate).__doc__ = entry.doc


def _minimum(found: Any) -> Any:
    """The status, the place with the value there, the count."""
    status, (place, value), count = found
    return status, Pair(place, value), count


for _name in ("nelder-mead", "dfp", "dfp-brent", "bfgs", "fletcher-powell"):
    _with_pairs(_name, _minimum)


def _roots(found: Any) -> Any:
    """Roots, or multiplicities with roots."""
    return tuple(Pair(*each) if isinstance(each, tuple) else each for each in found)


for _name in ("matrix->eigenvalues", "poly->roots"):
    _with_pairs(_name, _roots)


for _name in ("sigfun:make-span", "sigfun:span"):
    _with_pairs(_name, lambda span: Pair(*span))


def _curve(manifold: Any) -> Function:
    """A function to points."""
    return Function(lambda parameter: Pair(*manifold(parameter)), manifold.__name__)


_with_pairs("make-point", lambda point: Pair(*point))
_with_pairs("unstable-manifold", _curve)
_with_pairs("stable-manifold", _curve)
_with_pairs("find-homoclinic-point", lambda found: (*found[:2], Pair(*found[2])))


def _of_spans(name: str) -> None:
    """Let a procedure take spans that are pairs."""
    entry = lookup(name)
    assert entry is not None, name

    def operate(*arguments: Any) -> Any:
        return entry.value(*((x.car, x.cdr) if _is_dotted(x) else x for x in arguments))

    operate.__wrapped__ = entry.value  # type: ignore[attr-defined]
    primitive(name)(operate).__doc__ = entry.doc


def _is_dotted(value: Any) -> bool:
    return isinstance(value, Pair) and is_number(value.cdr)


for _name in ("sigfun:make", "sigfun:min", "sigfun:max"):
    _of_spans(_name)
