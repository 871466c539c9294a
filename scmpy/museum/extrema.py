"""Minima and maxima by Brent's method and by golden section, as the original's calls give them."""

from __future__ import annotations

from typing import Any

from scmpy.generic.finite import finite_real, real
from scmpy.numerics.minima.one_variable import Convergence, brent, checked, extremum_among, golden_section, highest
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction
from scmpy.symbolic.expression import symbol

MAXCOUNT = symbol("maxcount")


@public("brent-min")
@of_quantities("brent-min", "a b", extremum_among)
def brent_min(f: RealFunction, a: Real, b: Real, eps: Real) -> tuple[Any, ...]:
    """A minimum of a function of one variable between two places, by Brent's method.

    Scheme:  (brent-min f a b eps), which is (list x (f x) count), or (list 'maxcount x (f x) count) if it does not
             settle
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities; eps is relative to their sizes
    Raises:  WrongTypeError if a place or a value is no real number
    >>> from scmpy import extremal_arg
    >>> round(extremal_arg(brent_min(lambda x: (x - 2)**2 + 1, 0, 5, 1e-8)), 6)
    2.0
    """
    name = "brent-min"
    found, *result = brent(checked(f, name), real(a, name), real(b, name), real(eps, name))
    return tuple(result) if found else (MAXCOUNT, *result)


@public("brent-max")
@of_quantities("brent-max", "a b", extremum_among)
def brent_max(f: RealFunction, a: Real, b: Real, eps: Real) -> tuple[Any, ...]:
    """A maximum of a function of one variable between two places, by Brent's method.

    Scheme:  (brent-max f a b eps), which is (list x (f x) count), or (list 'maxcount x (f x) count) if it does not
             settle
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities; eps is relative to their sizes
    Raises:  WrongTypeError if a place or a value is no real number
    >>> from scmpy import extremal_arg
    >>> round(extremal_arg(brent_max(lambda x: 1 - (x - 2)**2, 0, 5, 1e-8)), 6)
    2.0
    """
    name = "brent-max"
    at = checked(f, name)
    found, x, value, count = brent(lambda x: -at(x), real(a, name), real(b, name), real(eps, name))
    return (x, -value, count) if found else (MAXCOUNT, x, -value, count)


def _told(counted: Counted, is_good: Convergence) -> Convergence:
    """The procedure that is asked whether to end, among quantities."""

    def asked(a: float, x: float, b: float, f_a: float, f_x: float, f_b: float, count: int) -> Any:
        known = *map(counted.place, (a, x, b)), *map(counted.value, (f_a, f_x, f_b))
        return is_good(*known, count)  # type: ignore[call-arg]

    return asked


@public("golden-section-min")
@of_quantities("golden-section-min", "a b", extremum_among, told={"is_good": _told})
def golden_section_min(f: RealFunction, a: Real, b: Real, is_good: Convergence) -> tuple[Any, float, int]:
    """A minimum of a function of one variable between two places, by golden section until a procedure is content.

    That is asked after every step: whether the three places a < x < b, with these values there, are near enough.

    Scheme:  (golden-section-min f a b (lambda (a x b fa fx fb count) ...)), which is (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities
    Raises:  WrongTypeError if a place or a value is no real number
    >>> golden_section_min(lambda x: (x - 2)**2, 0, 5, lambda a, x, b, fa, fx, fb, count: count > 40)[2]
    41
    """
    name = "golden-section-min"
    return golden_section(checked(f, name), finite_real(a, name), finite_real(b, name), is_good, name)


@public("golden-section-max")
@of_quantities("golden-section-max", "a b", extremum_among, told={"is_good": _told})
def golden_section_max(f: RealFunction, a: Real, b: Real, is_good: Convergence) -> tuple[Any, float, int]:
    """A maximum of a function of one variable between two places, by golden section until a procedure is content.

    That is asked after every step: whether the three places a < x < b are near enough; the values it gets are negated.

    Scheme:  (golden-section-max f a b (lambda (a x b -fa -fx -fb count) ...)), which is (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities
    Raises:  WrongTypeError if a place or a value is no real number
    >>> golden_section_max(lambda x: 1 - (x - 2)**2, 0, 5, lambda a, x, b, fa, fx, fb, count: count > 40)[2]
    41
    """
    return highest(f, a, b, is_good, "golden-section-max")
