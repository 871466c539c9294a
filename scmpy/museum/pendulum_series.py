"""The pendulum's motion as a Fourier series, and its actions as functions of the modulus.

With K' = K(sqrt(1 - k^2)) and the frequency w of the motion, the angle that passes 0 upwards at the time 0 is

    oscillation   theta = 4 w sum_n a_n sin(w_n t),         w_n = (2 n - 1) w,   w_0 = sqrt(beta/alpha)
    circulation   theta = w t + 2 w sum_n a_n sin(w_n t),   w_n = n w,           w_0 = sqrt(beta/alpha)/k

for n = 1, 2, ..., with a_n = 1/(w_n cosh(w_n K'/w_0)); the moduli k are those of :mod:`scmpy.mechanics.pendulum`. In
the unit 8 sqrt(alpha beta)/pi, which is the action of the separatrix, f(k) is the action of an oscillation and g(k)
twice that of a circulation.

Source:  SICM 7.2; Abramowitz and Stegun 16.23, 16.38
"""

from __future__ import annotations

import math
from collections.abc import Callable

from scmpy.errors import DomainError
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.mechanics.pendulum import Circulation, Oscillation, Separatrix, parameters, through
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.museum.elliptic_names import Carlson_elliptic_1, modulus
from scmpy.museum.series_parts import series_generate
from scmpy.registry import public
from scmpy.structure.aliases import Real, Scalar
from scmpy.structure.structure import Up

# With sqrt(alpha beta) = pi/8 the action of the separatrix is 1.
UNIT = (math.pi / 8, math.pi / 8)


@public("pendulum-f")
def pendulum_f(k: Scalar) -> float:
    """The action of an oscillation of modulus k, in the unit of the separatrix's.

    Scheme:  (pendulum-f k)
    Math:    E(k) - (1 - k^2) K(k), from 0 at k = 0 to 1 at k = 1
    Raises:  DomainError unless 0 <= k <= 1
    Source:  SICM 7.2
    >>> pendulum_f(0), pendulum_f(1), round(pendulum_f(0.5), 9)
    (0.0, 1.0, 0.203149443)
    """
    return Oscillation(*UNIT, modulus(k)).action


@public("pendulum-inverse-f")
def pendulum_inverse_f(action: Real) -> float:
    """The modulus of an oscillation with this action, in the unit of the separatrix's.

    Scheme:  (pendulum-inverse-f action)
    >>> round(pendulum_inverse_f(pendulum_f(0.5)), 9)
    0.5
    """
    return Oscillation.of_action(*UNIT, real(action)).k


@public("pendulum-g")
def pendulum_g(k: Scalar) -> float:
    """Twice the action of a circulation of modulus k, in the unit of the separatrix's.

    Scheme:  (pendulum-g k)
    Math:    E(k)/k, from infinity at k = 0 to 1 at k = 1
    Raises:  DomainError unless 0 < k <= 1
    Source:  SICM 7.2
    >>> pendulum_g(1), round(pendulum_g(0.5), 9)
    (1.0, 2.934924419)
    """
    value = modulus(k)
    if value == 0:
        raise DomainError("pendulum-g expects a modulus that is not 0: no circulation has it")
    return 2 * Circulation(*UNIT, value).action


@public("pendulum-inverse-g")
def pendulum_inverse_g(action: Real) -> float:
    """The modulus of a circulation with half of this action, in the unit of the separatrix's.

    Scheme:  (pendulum-inverse-g action)
    >>> round(pendulum_inverse_g(pendulum_g(0.5)), 9)
    0.5
    """
    return Circulation.of_action(*UNIT, real(action) / 2).k


@public("pendulum-solution-series")
def pendulum_solution_series(alpha: Scalar, beta: Scalar) -> Function:
    """The angle of the pendulum's motion with the energy of a state, at a time since it passed 0, as a Fourier series.

    Scheme:  (((pendulum-solution-series alpha beta) (up t theta p)) time)
    Shapes:  result: a series of numbers, for series:sum; the secular term w t of a circulation is in the first
    Raises:  DomainError on the separatrix, and for a pendulum at rest at the bottom
    Source:  SICM 7.2; Abramowitz and Stegun 16.23, 16.38
    >>> from scmpy import pendulum_advance, series_sum, up
    >>> motion = pendulum_solution_series(1, 1)(up(0, 0, 1))
    >>> round(series_sum(motion(0.7), 12), 9) == round(pendulum_advance(1, 1)(up(0, 0, 1))(0.7)[1], 9)
    True
    """
    name = "pendulum-solution-series"
    a, b = parameters(name, alpha, beta)

    def of_state(state: Up) -> Function:
        found, direction, _, _ = through(name, a, b, state)
        if isinstance(found, Separatrix) or not found.k:
            raise DomainError(f"{name}: no Fourier series, the {found.name} motion through this state has no period")
        term = _term(found)
        return Function(lambda t: series_generate(lambda n: direction * term(n, real(t, name))), name)

    return on_phase_space(name, of_state)


def _term(found: Oscillation | Circulation) -> Callable[[int, float], float]:
    """The n-th term, from 0, of the series of a motion at a time."""
    swings = isinstance(found, Oscillation)
    w, fastest = found.frequency, found.small if swings else found.small / found.k
    decay = Carlson_elliptic_1(0, found.k**2, 1) / fastest

    def at(n: int, t: float) -> float:
        w_n = (2 * n + 1 if swings else n + 1) * w
        harmonic = (4 if swings else 2) * w / w_n * _sech(w_n * decay) * math.sin(w_n * t)
        return harmonic if swings or n else w * t + harmonic

    return at


def _sech(x: float) -> float:
    """1/cosh of a number that is not negative, however large."""
    return 2 * math.exp(-x) / (1 + math.exp(-2 * x))
