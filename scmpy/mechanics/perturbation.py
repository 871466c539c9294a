"""Lie series, Birkhoff normal form."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.calculus.derivative import Lie_derivative, Operator, label_of, partial
from scmpy.calculus.jet import taped
from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, apply_value, compose
from scmpy.generic.numbers import exact_complex
from scmpy.generic.settings import MOST_TERMS, count, items
from scmpy.generic.types import Procedure, Scalar, Values, is_number, is_zero_number
from scmpy.mechanics.canonical import check_transformation
from scmpy.mechanics.hamiltonian import Poisson_bracket
from scmpy.mechanics.state import check_hamiltonian, literal_like, number_of, on_phase_space
from scmpy.registry import public
from scmpy.structure.tuples import Down, Structure, Up, sum_of
from scmpy.structure.types import Hamiltonian, StateFunction
from scmpy.symbolic.expression import application, symbol
from scmpy.symbolic.polynomials import Polynomial, polynomial_in
from scmpy.symbolic.simplify import reduced

# --- lie series ------------------------------------------------------------------------------------------------------
# Lie derivatives along Hamiltonian flows, Lie series, and evolution as a transformation.
#
# The Lie derivative of a function of states along the flow of H is L_H F = {F, H}. Its exponential, exp(t L_H), applied
# to F gives the Taylor series in t of F along the flow: a series of functions, summed by ``series:sum``.
#
# Source: SICM 6.


def _operator(name: str, H: Any, derivative: Callable[[Any], Function]) -> Operator:
    """The operator on functions of states, whose iterates keep tapes so that Lie series stay cheap."""

    def of_function(F: Any) -> Function:
        rate = taped(derivative(F))

        def at(state: Up) -> Any:
            number_of(apply_value(H, (state,)), name, "a Hamiltonian")
            return rate(state)

        return on_phase_space(name, at)

    return Operator(of_function, application(symbol(name), label_of(H)))


@Lie_derivative.on(Procedure)
def _along_hamiltonian(H: Any) -> Operator:
    return _operator("Lie-derivative", H, lambda F: Poisson_bracket(F, H))


@public("flow-derivative")
def flow_derivative(H: Hamiltonian) -> Operator:
    """The rate of change along the flow of a Hamiltonian, explicit time dependence included.

    Scheme:  (((flow-derivative H) F) state)
    Math:    d0 F + {F, H}
    Shapes:  F: state -> anything;  result: state -> shaped like the value of F
    Source:  SICM 3.2
    >>> a, t, q, p = symbols("a t q p")
    >>> flow_derivative(lambda s: -a * s[1])(momentum * time)(up(t, q, p))
    (+ (* a t) p)
    """

    def derivative(F: Any) -> Function:
        bracket = Poisson_bracket(F, H)
        return Function(lambda state: g.add(partial(0)(F)(state), bracket(state)))

    return _operator("flow-derivative", H, derivative)


@public("Lie-transform")
def Lie_transform(W: StateFunction, t: Scalar) -> Operator:
    """The Lie series of the flow of W for a parameter t: functions of states to series of such.

    Scheme:  (series:sum (((Lie-transform W t) F) state) n)
    Math:    exp(t L_W) F
    Shapes:  F: state -> scalar;  result: state -> series of scalars
    Source:  SICM 6.4
    >>> t, q, p, a = symbols("t q p a")
    >>> series_sum(Lie_transform(lambda s: s[1] * s[2], a)(coordinate)(up(t, q, p)), 2)
    (+ (* 1/2 (expt a 2) q) (* a q) q)
    """
    return g.exp(g.mul(t, Lie_derivative(W)))  # type: ignore[no-any-return]


@public("flow-transform")
def flow_transform(H: Hamiltonian, dt: Scalar) -> Operator:
    """The Taylor series along the flow of a Hamiltonian that may depend on time.

    Scheme:  (series:sum (((flow-transform H dt) F) state) n)
    Math:    exp(dt (d0 + L_H)) F
    Shapes:  H: up(t, q, p) -> scalar;  F: state -> anything;  result: state -> series of values shaped like F's
    Source:  SICM 6.4
    >>> m, k, dt, t, q, p = symbols("m k dt t q p")
    >>> series_sum(flow_transform(H_harmonic(m, k), dt)(coordinate)(up(t, q, p)), 1)
    (/ (+ (* dt p) (* m q)) m)
    """
    return g.exp(g.mul(dt, flow_derivative(H)))  # type: ignore[no-any-return]


@public("shift-t")
def shift_t(dt: Scalar) -> Function:
    """The transformation that adds to the time of a state.

    Scheme:  ((shift-t dt) state)
    Source:  SICM 6.2
    >>> shift_t(2)(up(1, 5, 6))
    (up 3 5 6)
    """
    return on_phase_space("shift-t", lambda state: Up((g.add(state[0], dt), *state[1:])))


@public("C->Cp")
def C_to_Cp(C: Callable[[Any], Any]) -> Function:
    """Evolution with the time put back: a family of transformations, canonical if it comes from a Hamiltonian.

    Scheme:  (((C->Cp C) dt) state)
    Math:    C'(dt) = C(dt) o shift-t(-dt)
    Shapes:  C: dt -> state -> state;  result: dt -> state -> state
    Source:  SICM 6.2
    >>> C_to_Cp(lambda dt: shift_t(dt))(5)(up(*symbols("t q p")))
    (up t q p)
    """
    check_transformation(C, "C->Cp")
    return Function(lambda dt: compose(C(dt), shift_t(g.negate(dt))), "C->Cp")


@public("H->Hp")
def H_to_Hp(dt: Scalar) -> Function:
    """The Hamiltonian that goes with evolution by dt with the time put back.

    Scheme:  (((H->Hp dt) H) state)
    Math:    H o shift-t(-dt)
    Source:  SICM 6.2
    >>> H_to_Hp(2)(lambda state: state[0])(up(5, 0, 0))
    3
    """
    return Function(lambda H: compose(lambda state: apply_value(H, (state,)), shift_t(g.negate(dt))), "H->Hp")


# --- normal form -----------------------------------------------------------------------------------------------------
# Perturbation theory of coupled oscillators: Birkhoff's normal form, by Lie transforms, to any order.
#
# H = H0 + eps H1 + eps^2 H2 + ... has H0 = sum_i omega_i (p_i^2 + q_i^2)/2, and the others are polynomials. In the
# variables z = q + i p and their conjugates, with {z, z*} = -2 i, the bracket with H0 multiplies a monomial:
#
#     {H0, z^a z*^b} = i omega . (a - b)  z^a z*^b.
#
# At each order what has omega . (a - b) = 0 is resonant, and stays; the rest is removed by the Lie transform of a
# generator W, for which {H0, W} is its negative. To first order N1 is the resonant part of H1, the average along the
# flow of H0; to second order N2 is that of H2 + {H1 + N1, W1}/2. The new Hamiltonian commutes with H0.
#
# Source:  SICM 7.2 to 7.4; G. D. Birkhoff, Dynamical Systems, 1927, ch. 3

I = exact_complex(0, 1)  # noqa: E741
ROUNDING = 1e-12


class Oscillators:
    """The polynomials in z and z* of n oscillators: variables z_1 ... z_n, then their conjugates."""

    def __init__(self, H0: Any, n: int) -> None:
        self.n = n
        self.H0 = self.polynomial(H0, "H0")
        self.frequencies = [reduced(g.mul(2, self.H0.terms.get(self._pair(i), 0))) for i in range(n)]
        for exponents, coefficient in self.H0.terms.items():
            if sum(exponents) != 2 or not any(self._pair(i) == exponents for i in range(n)):
                raise DomainError(
                    "normal-form expects H0 = the sum of omega (p^2 + q^2)/2 over the oscillators, "
                    f"got another term as well, with the coefficient {coefficient}; scale q and p first"
                )

    def _pair(self, i: int) -> tuple[int, ...]:
        return tuple(int(j % self.n == i) for j in range(2 * self.n))

    def polynomial(self, H: Any, name: str) -> Polynomial:
        check_hamiltonian(H, "normal-form")
        q, p = [literal_like(0) for _ in range(self.n)], [literal_like(0) for _ in range(self.n)]
        variables = Polynomial.variables(2 * self.n)
        values: dict[Any, Polynomial] = {}
        for i in range(self.n):
            z, conjugate = variables[i], variables[self.n + i]
            values[q[i]] = g.mul(Fraction(1, 2), g.add(z, conjugate))
            values[p[i]] = g.mul(g.mul(Fraction(-1, 2), I), g.sub(z, conjugate))
        places = (q[0], p[0]) if self.n == 1 else (Up(q), Down(p))
        try:
            found = polynomial_in(H(Up((0, *places))), values, 2 * self.n)
        except DomainError as error:
            raise DomainError(
                f"normal-form: {name} is not a polynomial in the coordinates and momenta, {error.message}"
            ) from None
        return found.map(lambda exponents, c: (exponents, reduced(c)))

    def bracket(self, f: Polynomial, h: Polynomial) -> Polynomial:
        """The sum of - 2 i (d f/d z d h/d z* - d f/d z* d h/d z) over the oscillators."""
        total: Any = Polynomial(2 * self.n, {})
        for i in range(self.n):
            j = self.n + i
            total += f.derivative(i) * h.derivative(j) - f.derivative(j) * h.derivative(i)
        found: Polynomial = g.mul(g.mul(-2, I), total)
        return found.map(lambda exponents, c: (exponents, reduced(c)))

    def resonance(self, exponents: tuple[int, ...]) -> Any:
        """omega . (a - b); that of inexact frequencies vanishes if it is as small as their rounding."""
        steps = [exponents[i] - exponents[self.n + i] for i in range(self.n)]
        rate = reduced(sum_of(map(g.mul, self.frequencies, steps)))
        if not isinstance(rate, float):
            return rate
        scale = sum(abs(step * frequency) for step, frequency in zip(steps, self.frequencies, strict=True))
        return 0 if abs(rate) <= ROUNDING * scale else rate

    def generator(self, H: Polynomial) -> Polynomial:
        """The W with {H0, W} the negative of all of H that is not resonant."""
        terms = {}
        for exponents, c in H.terms.items():
            rate = self.resonance(exponents)
            if not is_zero_number(rate):
                terms[exponents] = reduced(g.div(g.mul(I, c), rate))
        return Polynomial(2 * self.n, terms)

    def function(self, polynomial: Polynomial, name: str) -> Function:
        """The function of states; of real ones the values are real, where rounding leaves no more than that beside."""
        n = 2 * self.n
        variables, lifted = Polynomial.variables(n), polynomial.map(lambda e, c: (e, Polynomial.constant(n, c)))
        pairs = list(zip(variables[: self.n], variables[self.n :], strict=True))
        z, conjugates = ([g.add(q, g.mul(factor, p)) for q, p in pairs] for factor in (I, g.negate(I)))
        made = g.add(lifted(*z, *conjugates), Polynomial(n, {}))
        size = max((abs(c) for c in made.terms.values() if is_number(c)), default=0)
        real = made.map(lambda exponents, c: (exponents, _without_rounding(reduced(c), size)))

        def at(state: Up) -> Any:
            _, q, p = state
            places, momenta = (x.components if isinstance(x, Structure) else (x,) for x in (q, p))
            if len(places) != self.n:
                raise DomainError(f"{name} is of {self.n} oscillators, got {describe(q)}")
            return reduced(real(*places, *momenta))

        return on_phase_space(name, at)


def _without_rounding(c: Any, size: Any) -> Any:
    return c.real if isinstance(c, complex) and abs(c.imag) <= ROUNDING * size else c


def _transformed(system: Oscillators, H: list[Polynomial], W: Polynomial, order: int) -> list[Polynomial]:
    """The orders of exp(L_W) H for a generator of this order, L_W F = {F, W}."""
    result = []
    for m in range(len(H)):
        total = H[m]
        for lower in range(m - order, -1, -order):
            term = H[lower]
            times = (m - lower) // order
            for _ in range(times):
                term = system.bracket(term, W)
            total = g.add(total, g.mul(Fraction(1, math.factorial(times)), term))
        result.append(total.map(lambda exponents, c: (exponents, reduced(c))))
    return result


@public("normal-form")
def normal_form(H0: Hamiltonian, perturbations: Values, n: int = 2) -> tuple[Function, ...]:
    """The resonant Hamiltonians N1, N2, ... to which Lie transforms reduce perturbed oscillators.

    Scheme:  (normal-form H0 (list H1 H2 ...)), (normal-form H0 (list H1 ...) n)
    Math:    exp(L_W2) exp(L_W1) (H0 + eps H1 + ...) = H0 + eps N1 + eps^2 N2 + ..., {H0, N_k} = 0
    Shapes:  H0, H_k: up(t, q, p) -> scalar, with n oscillators, two unless said;  give (lambda (s) 0) for an order
             that is absent: there are as many results as perturbations
    Raises:  DomainError if H0 is no sum of omega (p^2 + q^2)/2, or H_k no polynomial; LimitError for too many
             oscillators; WrongTypeError for no perturbations
    Source:  SICM 7.2 to 7.4
    >>> omega, a, q, p = symbols("omega a q p")
    >>> H0 = lambda s: omega * (s[1]**2 + s[2]**2) / 2
    >>> N1, N2 = normal_form(H0, (lambda s: s[1]**3, lambda s: 0), 1)
    >>> N1(up(0, q, p)), N2(up(0, 1, 0))
    (0, (/ -15/16 omega))
    """
    given = items(perturbations, "normal-form")
    if not given:
        raise WrongTypeError("normal-form expects perturbations, a list of H1, H2, ... up to the order wanted")
    MOST_TERMS.check(count(n, "normal-form", 1), "normal-form", "oscillators", each=1_000)
    system = Oscillators(H0, n)
    H = [system.H0, *(system.polynomial(perturbation, f"H{k}") for k, perturbation in enumerate(given, 1))]
    for order in range(1, len(H)):
        H = _transformed(system, H, system.generator(H[order]), order)
    return tuple(system.function(order, f"N{k}") for k, order in enumerate(H[1:], 1))
