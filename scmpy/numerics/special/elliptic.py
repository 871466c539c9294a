"""Elliptic integrals and functions of real arguments, by the arithmetic-geometric mean and Carlson's forms.

All take the modulus k, not the parameter m = k^2, with 0 <= k <= 1; the integrals are even in k, and those to an angle
are real for larger ones too, as far as k sin phi <= 1:

    F(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(-1/2),      K(k) = F(pi/2, k),
    E(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(1/2),       E(k) = E(pi/2, k),

and sn(u, k) = sin phi, cn = cos phi, dn = (1 - k^2 sn^2)^(1/2) where u = F(phi, k).

Source:  M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, ch. 16 and 17; B. C. Carlson, Numerische
         Mathematik 33 (1979) 1
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.finite import real
from scmpy.registry import public

CLOSE = 1e-3  # how near to each other Carlson's arguments are where his series of order 6 is exact to 1e-16
ROUNDING = 1e-16


def modulus(k: Any, operation: str) -> float:
    """A modulus between 0 and 1."""
    value = real(k, operation)
    if not 0 <= value <= 1:
        raise DomainError(f"{operation} expects a modulus between 0 and 1, got {value}")
    return value


def _means(k: float) -> list[tuple[float, float]]:
    """The steps (a, c) of the arithmetic-geometric mean of 1 and k', from (1, k)."""
    a, b, c = 1.0, math.sqrt((1 - k) * (1 + k)), k
    steps = [(a, c)]
    while abs(c) > ROUNDING * a and len(steps) < 64:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        steps.append((a, c))
    return steps


@public("complete-elliptic-integral-K", "first-elliptic-integral", python="complete_elliptic_integral_K")
def complete_elliptic_integral_K(k: Any) -> float:
    """The complete elliptic integral of the first kind.

    Scheme:  (complete-elliptic-integral-K k)
    Raises:  DomainError unless -1 < k < 1
    >>> round(complete_elliptic_integral_K(0.5), 12)
    1.685750354813
    """
    name = "complete-elliptic-integral-K"
    value = modulus(abs(real(k, name)), name)
    if value == 1:
        raise DomainError(f"{name} is infinite at the modulus 1")
    return math.pi / (2 * _means(value)[-1][0])


@public("complete-elliptic-integral-E", "second-elliptic-integral", python="complete_elliptic_integral_E")
def complete_elliptic_integral_E(k: Any) -> float:
    """The complete elliptic integral of the second kind.

    Scheme:  (complete-elliptic-integral-E k)
    >>> round(complete_elliptic_integral_E(0.5), 12)
    1.467462209339
    """
    name = "complete-elliptic-integral-E"
    value = modulus(abs(real(k, name)), name)
    if value == 1:
        return 1.0
    steps = _means(value)
    return math.pi / (2 * steps[-1][0]) * (1 - sum(2.0 ** (n - 1) * c * c for n, (_, c) in enumerate(steps)))


@public("Carlson-elliptic-1")
def Carlson_elliptic_1(x: Any, y: Any, z: Any) -> float:
    """Carlson's integral R_F, half the integral over positive t of ((t + x) (t + y) (t + z))^(-1/2).

    Scheme:  (Carlson-elliptic-1 x y z)
    >>> Carlson_elliptic_1(4, 4, 4)
    0.5
    """
    x, y, z = _places("Carlson-elliptic-1", x, y, z)
    while True:
        mean = (x + y + z) / 3
        X, Y, Z = 1 - x / mean, 1 - y / mean, 1 - z / mean
        if max(abs(X), abs(Y), abs(Z)) < CLOSE:
            second, third = X * Y - Z * Z, X * Y * Z
            return (1 + (second / 24 - 0.1 - 3 * third / 44) * second + third / 14) / math.sqrt(mean)
        step = math.sqrt(x * y) + math.sqrt(y * z) + math.sqrt(z * x)
        x, y, z = (x + step) / 4, (y + step) / 4, (z + step) / 4


@public("Carlson-elliptic-2")
def Carlson_elliptic_2(x: Any, y: Any, z: Any) -> float:
    """Carlson's integral R_D, 3/2 of the integral over positive t of ((t + x) (t + y))^(-1/2) (t + z)^(-3/2).

    Scheme:  (Carlson-elliptic-2 x y z)
    >>> Carlson_elliptic_2(4, 4, 4)
    0.125
    """
    x, y, z = _places("Carlson-elliptic-2", x, y, z)
    if z == 0:
        raise DomainError("Carlson-elliptic-2 is infinite where the last argument is 0")
    total, weight = 0.0, 1.0
    while True:
        mean = (x + y + 3 * z) / 5
        X, Y, Z = 1 - x / mean, 1 - y / mean, 1 - z / mean
        if max(abs(X), abs(Y), abs(Z)) < CLOSE:
            ea, eb = X * Y, Z * Z
            ec, ed, ef = ea - eb, ea - 6 * eb, ea - 6 * eb + 2 * (ea - eb)
            series = ed * (-3 / 14 + 9 * ed / 88 - 9 * Z * ef / 52)
            series += Z * (ef / 6 + Z * (-9 * ec / 22 + 3 * Z * ea / 26))
            return 3 * total + weight * (1 + series) / (mean * math.sqrt(mean))
        step = math.sqrt(x * y) + math.sqrt(y * z) + math.sqrt(z * x)
        total += weight / (math.sqrt(z) * (z + step))
        weight /= 4
        x, y, z = (x + step) / 4, (y + step) / 4, (z + step) / 4


def _places(operation: str, *arguments: Any) -> tuple[float, ...]:
    values = tuple(real(x, operation) for x in arguments)
    if min(values) < 0 or sorted(values)[1] == 0:
        raise DomainError(f"{operation} expects no negative argument and at most one that is 0, got {values}")
    return values


def _to_angle(phi: Any, k: Any, operation: str, complete: Callable[[float], float]) -> tuple[float, float, float]:
    """The angle without whole half turns, the modulus, and the integral over the half turns."""
    angle, value = real(phi, operation), abs(real(k, operation))
    turns = round(angle / math.pi)
    rest = angle - turns * math.pi
    if value > 1 and (turns or value * abs(math.sin(rest)) > 1):
        raise DomainError(f"{operation} is real for k sin(phi) up to 1, got the angle {angle} and the modulus {value}")
    return rest, value, 2 * turns * complete(value) if turns else 0.0


@public("elliptic-integral-F", python="elliptic_integral_F")
def elliptic_integral_F(phi: Any, k: Any) -> float:
    """The elliptic integral of the first kind.

    Scheme:  (elliptic-integral-F phi k)
    Raises:  DomainError where it is not real: k sin(phi) above 1
    >>> round(elliptic_integral_F(1.0, 0.5), 9)
    1.03735612
    """
    rest, value, whole = _to_angle(phi, k, "elliptic-integral-F", complete_elliptic_integral_K)
    s, c = math.sin(rest), math.cos(rest)
    return whole + (s * Carlson_elliptic_1(c * c, (1 - value * s) * (1 + value * s), 1) if s else 0.0)


@public("elliptic-integral-E", python="elliptic_integral_E")
def elliptic_integral_E(phi: Any, k: Any) -> float:
    """The elliptic integral of the second kind.

    Scheme:  (elliptic-integral-E phi k)
    Raises:  DomainError where it is not real: k sin(phi) above 1
    >>> round(elliptic_integral_E(1.0, 0.5), 9)
    0.964876454
    """
    rest, value, whole = _to_angle(phi, k, "elliptic-integral-E", complete_elliptic_integral_E)
    s, c = math.sin(rest), math.cos(rest)
    if not s:
        return whole
    places, ks = (c * c, (1 - value * s) * (1 + value * s), 1), value * s
    return whole + s * (Carlson_elliptic_1(*places) - (ks * ks / 3 * Carlson_elliptic_2(*places) if ks else 0))


def amplitude(u: float, k: float) -> float:
    """The angle phi with F(phi, k) = u."""
    if k == 1:
        return 2 * math.atan(math.tanh(u / 2))
    _, *steps = _means(k)
    if not steps:
        return u
    phi = 2.0 ** len(steps) * steps[-1][0] * u
    for mean, c in reversed(steps):
        phi = (phi + math.asin(max(-1.0, min(1.0, c / mean * math.sin(phi))))) / 2
    return phi


@public("Jacobi-elliptic-functions")
def Jacobi_elliptic_functions(u: Any, k: Any, receive: Callable[[float, float, float], Any]) -> Any:
    """What a procedure makes of sn(u, k), cn(u, k) and dn(u, k).

    Scheme:  (Jacobi-elliptic-functions u k (lambda (sn cn dn) ...))
    >>> Jacobi_elliptic_functions(0, 0.5, lambda sn, cn, dn: (sn, cn, dn))
    (0.0, 1.0, 1.0)
    """
    name = "Jacobi-elliptic-functions"
    value = modulus(k, name)
    phi = amplitude(real(u, name), value)
    sn, cn = math.sin(phi), math.cos(phi)
    return receive(sn, cn, math.sqrt((1 - value * sn) * (1 + value * sn)))
