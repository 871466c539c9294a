"""Complete elliptic integrals handed to a procedure, and those of Carlson."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError
from scmpy.generic import operations as g
from scmpy.generic.arrays import broadcast, is_array, native
from scmpy.generic.finite import real
from scmpy.numerics.special.elliptic import complete_elliptic_integral_E, complete_elliptic_integral_K
from scmpy.numerics.special.special_records import of_complex, of_floats
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, ScalarValue, Value


@public("elliptic-integrals")
def elliptic_integrals(k: Scalar, receive: Callable[[Any, Any], Any]) -> Value:
    """What a procedure makes of the complete elliptic integrals of the first and the second kind.

    At the modulus 1 the first is infinite: it is :+infinity.

    Scheme:  (elliptic-integrals k (lambda (K E) ...))
    Shapes:  receive: (K, E) -> anything
    >>> elliptic_integrals(0.0, lambda K, E: K == E)
    True
    """
    if is_array(k):
        return receive(native(broadcast(_K_or_infinity, (k,))), complete_elliptic_integral_E(k))
    if g.sub(g.abs_(k), 1) == 0:
        return receive(math.inf, 1.0)
    return receive(complete_elliptic_integral_K(k), complete_elliptic_integral_E(k))


def _K_or_infinity(k: Any) -> Any:
    return math.inf if abs(k) == 1 else complete_elliptic_integral_K(k)


@public("first-elliptic-integral&derivative", python="first_elliptic_integral_and_derivative")
def first_elliptic_integral_and_derivative(k: Scalar, receive: Callable[[Any, Any], Any]) -> Value:
    """What a procedure makes of the complete elliptic integral of the first kind and its derivative by the modulus.

    Scheme:  (first-elliptic-integral&derivative k (lambda (K dK) ...))
    Shapes:  receive: (K, dK/dk) -> anything
    Raises:  DomainError where it is infinite
    >>> first_elliptic_integral_and_derivative(0.5, lambda K, dK: (round(K, 9), round(dK, 9)))
    (1.685750355, 0.541731849)
    """
    if is_array(k):
        return receive(complete_elliptic_integral_K(k), native(broadcast(_derivative_of_K, (k,))))
    return receive(complete_elliptic_integral_K(k), _derivative_of_K(k))


def _derivative_of_K(k: Any) -> Any:
    return complete_elliptic_integral_K.derivatives[0](k)


def _carlson(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """One of Carlson's integrals of numbers, of floats or complex ones, and of arrays of them."""
    real_function, complex_function = of_floats(function), of_complex(function)

    def of_numbers(*arguments: Any) -> Any:
        values = [x if isinstance(x, complex) and x.imag else real(g.real_part(x), name) for x in arguments]
        numbers = tuple(values)
        if any(isinstance(x, float) and x < 0 for x in numbers) or sum(x == 0 for x in numbers) > 1:
            raise DomainError(f"{name} expects no negative argument and at most one that is 0, got {numbers}")
        if name.endswith("2") and numbers[-1] == 0:
            raise DomainError(f"{name} is infinite where the last argument is 0")
        return (complex_function if any(isinstance(x, complex) for x in numbers) else real_function)(*numbers)

    def of_any(*arguments: Any) -> Any:
        return native(broadcast(of_numbers, arguments)) if any(map(is_array, arguments)) else of_numbers(*arguments)

    return of_any


_R_F = _carlson("Carlson-elliptic-1", lambda x, y, z: type(x).elliptic_rf(x, y, z))

_R_D = _carlson("Carlson-elliptic-2", lambda x, y, z: type(x).elliptic_rd(x, y, z))


@public(
    "Carlson-elliptic-1",
)
def Carlson_elliptic_1(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """Carlson's integral R_F, half the integral over positive t of ((t + x) (t + y) (t + z))^(-1/2).

    The arguments may be complex, and arrays.

    Scheme:  (Carlson-elliptic-1 x y z)
    Raises:  DomainError if an argument is negative, or two are 0
    >>> Carlson_elliptic_1(4, 4, 4)
    0.5
    """
    return _R_F(x, y, z)


@public("Carlson-elliptic-2")
def Carlson_elliptic_2(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """Carlson's integral R_D, 3/2 of the integral over positive t of ((t + x) (t + y))^(-1/2) (t + z)^(-3/2).

    The arguments may be complex, and arrays.

    Scheme:  (Carlson-elliptic-2 x y z)
    Raises:  DomainError if an argument is negative, the last one is 0, or the others are
    >>> Carlson_elliptic_2(4, 4, 4)
    0.125
    """
    return _R_D(x, y, z)


def modulus(k: Any) -> float:
    """A modulus between 0 and 1."""
    value = real(k)
    if not 0 <= value <= 1:
        raise DomainError(f"{CALLED} expects a modulus between 0 and 1, got {value}")
    return value
