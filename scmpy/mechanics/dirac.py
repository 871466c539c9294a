"""Constrained Hamiltonian systems: the constraints that a singular Lagrangian leaves, and Dirac's bracket.

Where a Lagrangian is singular in the velocities its momenta obey the primary constraints n (p - b) = 0, with n in the
null space of the inertia and b the momenta at rest. With multipliers u of these chi' = {chi, H} + u_a {chi, phi_a} has
to vanish where all constraints do: what this says without the multipliers is another constraint, a secondary one, until
there are no more. A constraint of the first class takes two of the 2 n numbers of a state, one of the second class one.

Source:  P. A. M. Dirac, Lectures on Quantum Mechanics, 1; Henneaux and Teitelboim, Quantization of Gauge Systems, 1
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.calculus.derivative import D
from scmpy.calculus.jet import traced
from scmpy.errors import DivisionByZeroError, DomainError, LimitError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.types import ScalarKind, is_zero_number
from scmpy.mechanics.constraints import depends_on
from scmpy.mechanics.hamiltonian import Poisson_bracket
from scmpy.mechanics.lagrangian import check_lagrangian, check_motion, d2, gradient, motion_in_tuples, rows_of
from scmpy.mechanics.state import check_H_state, check_state_function, literal_like, on_phase_space
from scmpy.registry import public
from scmpy.solving.equations import solutions_of
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Up, leaves, sum_of
from scmpy.structure.types import Lagrangian, State, StateFunction
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, symbol
from scmpy.symbolic.normal_forms import symbolic_numerator
from scmpy.symbolic.simplify import reduced, simplify


@public("Dirac-bracket")
def Dirac_bracket(constraints: StateFunction) -> Function:
    """The Dirac bracket of functions of phase-space states: that of anything with the constraints vanishes.

    Scheme:  (((Dirac-bracket phi) F G) state)
    Math:    {F, G} - {F, phi_i} (C^-1)^ij {phi_j, G},  C_ij = {phi_i, phi_j}
    Shapes:  phi: up(t, q, p) -> up(2 k);  F, G: up(t, q, p) -> scalar
    Raises:  StructureError unless the values are such; DivisionByZeroError where constraints are of the first class:
             a combination of them has vanishing brackets with all of them
    Source:  P. A. M. Dirac, Lectures on Quantum Mechanics, 1
    1 ]=> (define (plane s) (up (ref s 1 1) (ref s 2 1)))
    1 ]=> (define (q i) (lambda (s) (ref s 1 i)))
    1 ]=> (define (p i) (lambda (s) (ref s 2 i)))
    1 ]=> (define state (up 't (up 'x 'y) (down 'p_x 'p_y)))
    1 ]=> (list (((Dirac-bracket plane) (q 0) (p 0)) state) (((Dirac-bracket plane) (q 1) (p 1)) state))
    ;Value: (1 0)
    >>> plane = lambda s: up(s[1][1], s[2][1])
    >>> state = up(0, up(*symbols("x y")), down(*symbols("p_x p_y")))
    >>> [Dirac_bracket(plane)(component(1, i), component(2, i))(state) for i in (0, 1)]
    [1, 0]
    """
    name = "Dirac-bracket"
    check_state_function(constraints, name, "function of constraints", "(up t q p)")

    def bracket(F: Any, G: Any) -> Function:
        def at(state: Any) -> Any:
            phi = constraints(state)
            if not isinstance(phi, Up) or not all(isinstance(x, ScalarKind) for x in phi):
                raise StructureError(f"{name} expects constraints with an up tuple of scalars, got {describe(phi)}")
            rows = tuple(tuple(row) for row in Poisson_bracket(constraints, constraints)(state))
            left, right = (Poisson_bracket(*pair)(state) for pair in ((F, constraints), (constraints, G)))
            plain = Poisson_bracket(F, G)(state)
            if not isinstance(plain, ScalarKind):
                raise StructureError(f"{name} expects two functions with scalar values, got {describe(plain)}")
            try:
                found = linear.solve(rows, tuple(right))
            except DivisionByZeroError:
                factors = Up(map(reduced, linear.null_space(rows)[0]))
                raise DivisionByZeroError(
                    f"{name}: of the first class is the combination of the constraints with the factors {factors}"
                ) from None
            return g.sub(plain, sum_of(map(g.mul, left, found)))

        return on_phase_space(name, at)

    return Function(bracket, name)


# --- constraints of a singular Lagrangian ----------------------------------------------------------------------------

MOST_ROUNDS = 20  # of constraints that follow from each other


class DiracConstraints(NamedTuple):
    """The constraints of a singular Lagrangian, how many are of the first and of the second class, and what is free."""

    constraints: StateFunction
    first_class: int
    second_class: int
    degrees: Fraction | int


@public("Dirac-constraints")
def Dirac_constraints(L: Lagrangian, state: State) -> DiracConstraints:
    """The constraints between coordinates and momenta that a singular Lagrangian leaves, primary ones and all that
    follow, how many are of the first and of the second class, and how many degrees of freedom there are.

    The state tells the shape of coordinates and velocities. The constraints are a function of phase-space states, as
    Dirac-bracket takes it. Classes are told at general points where the constraints hold. Where momenta are those of
    several velocities, the constraints are those of one of them. Of a length, as of Jacobi's metric or a relativistic
    particle, it is p g^-1 p - 1.

    Scheme:  (Dirac-constraints L (up t q v))
    Math:    phi_a = n_a (p - d2 L), n_a d2 d2 L = 0, then chi with {chi, H} + d0 chi + u_a {chi, phi_a} = 0 where all
             vanish; n - first - second/2 degrees of freedom
    Shapes:  L: up(t, q, v) -> scalar;  result: a list of up(t, q, p) -> up(k), and three numbers
    Units:   parameters of L are symbols or numbers, not quantities
    Raises:  DomainError if no motion satisfies the constraints; LimitError where one, or the velocities, are not solved
             in closed form, or they have no end; StructureError unless v is shaped like q, DimensionError unless
             its units are those of q by the time
    Source:  Dirac, Lectures on Quantum Mechanics, 1
    1 ]=> (define (L s) (+ (* 1/2 (square (ref s 2 0))) (* (ref s 1 1) (ref s 1 0))))
    1 ]=> (define found (Dirac-constraints L (up 't (up 'x 'lambda) (up 'u 'v))))
    1 ]=> ((car found) (up 't (up 'x 'lambda) (down 'p 'pi)))
    ;Value: (up pi x p lambda)
    1 ]=> (cdr found)
    ;Value: (0 4 0)
    >>> gauge = lambda s: (s[2][0] - s[2][1]) ** 2 / 2  # only the difference moves
    >>> Dirac_constraints(gauge, up(0, up(0, 0), up(0, 0)))[1:]
    (1, 0, 1)
    """
    name = "Dirac-constraints"
    check_lagrangian(L, name)
    system = SingularSystem(L, check_motion(state, name))
    found = system.all_constraints()
    rows = tuple(tuple(system.weakly(system.bracket(x, y)) for y in found) for x in found)
    first = len(linear.null_space(rows)) if rows else 0
    twice = 2 * len(system.places) - len(found) - first

    def constraints(state: Any) -> Up:
        t, q, p = check_H_state(state, name)
        values = dict(zip(system.symbols, (t, *leaves(q), *leaves(p)), strict=True))
        return Up(traced(x, values) for x in found)

    degrees = Fraction(twice, 2) if twice % 2 else twice // 2
    return DiracConstraints(on_phase_space(name, constraints), first, len(found) - first, degrees)


class SingularSystem:
    """A Lagrangian's Hamiltonian and primary constraints, and what is known where constraints vanish."""

    def __init__(self, L: Any, shape: Up) -> None:
        self.name = "Dirac-constraints"
        local, L = motion_in_tuples(literal_like(shape, "real"), self.name, L)
        self.places, velocities = list(leaves(local[1])), list(leaves(local[2]))
        momenta = list(leaves(literal_like(local[1], "real")))
        self.symbols = [local[0], *self.places, *momenta]
        self.known: dict[Any, Any] = {}  #: symbols by others, where the constraints hold
        self.slopes: dict[Any, list[Any]] = {}
        if length := self._length(L, local, velocities, momenta):
            self.primary, self.H = [length], 0
            return
        self.primary, self.H = [], 0
        inertia = tuple(tuple(map(reduced, row)) for row in rows_of(D(d2(L))(local)[2], local[2]))
        upward = tuple(row[::-1] for row in inertia[::-1])  # the first velocities are left free, as that of the time
        free = [~max(i for i, x in enumerate(n) if not is_zero_number(x)) for n in linear.null_space(upward)]
        if not free and is_zero_number(self.weakly(g.determinant(Matrix(inertia)))):
            raise LimitError(f"{self.name}: in which direction the inertia vanishes is not found in closed form")
        if free:
            # momenta do not depend on these; where they seem to, L is homogeneous, and one value will do
            signs: dict[Any, Any] = {velocities[i]: symbol(f"rate {-i}", "positive") for i in free}
            slopes = [reduced(substitute(x, signs)) for x in leaves(gradient(L, 2, local, self.name))]
            moved = dict(zip(velocities, map(g.sub, momenta, slopes), strict=True))
            others = [v for v in velocities if v not in signs]
            solutions: list[Any] = []
            with suppress(DomainError):  # they are found on conditions only
                solutions = solutions_of([moved[v] for v in others], others) if others else [[]]
            if not solutions:
                raise LimitError(f"{self.name}: the velocities of momenta are not found in closed form")
            rates = dict(zip(others, solutions[0], strict=True))
            energy = g.sub(sum_of(map(g.mul, slopes, velocities)), L(local))

            def on_shell(x: Any) -> Any:
                value = reduced(substitute(substitute(x, signs), rates))
                return reduced(substitute(value, dict.fromkeys(signs.values(), 1)))

            self.primary, self.H = [on_shell(moved[velocities[i]]) for i in free], on_shell(energy)

    def _length(self, L: Any, local: Up, velocities: list[Any], momenta: list[Any]) -> Any:
        """p g^-1 p - 1, which vanishes where a Lagrangian is a length, of several coordinates: L^2 = v g v; else 0."""
        along = sum_of(map(g.mul, leaves(gradient(L, 2, local, self.name)), velocities))
        if len(velocities) < 2 or not is_zero_number(self.weakly(g.sub(along, L(local)))):
            return 0
        half = Function(lambda state: g.div(g.square(L(state)), 2))
        metric = tuple(tuple(map(reduced, row)) for row in rows_of(D(d2(half))(local)[2], local[2]))
        if any(depends_on(x, Up(velocities)) for row in metric for x in row) or linear.null_space(metric):
            return 0
        return reduced(g.sub(sum_of(map(g.mul, momenta, linear.solve(metric, tuple(momenta)))), 1))

    def gradient(self, x: Any) -> list[Any]:
        if x not in self.slopes:
            flat = D(lambda place: traced(x, dict(zip(self.symbols, place, strict=True))))(Up(self.symbols))
            self.slopes[x] = list(leaves(flat)) if isinstance(x, Expression) else [0] * len(self.symbols)
        return self.slopes[x]

    def bracket(self, x: Any, y: Any) -> Any:
        n = len(self.places)
        (_, *a), (_, *b) = self.gradient(x), self.gradient(y)
        return sum_of(g.sub(g.mul(a[i], b[n + i]), g.mul(a[n + i], b[i])) for i in range(n))

    def weakly(self, x: Any) -> Any:
        value = reduced(substitute(x, self.known))
        is_zero = isinstance(value, Expression) and equivalent(value, 0).verdict == "equal"
        return 0 if is_zero else value

    def all_constraints(self) -> list[Any]:
        found: list[Any] = []
        new = self.primary
        for _ in range(MOST_ROUNDS):
            found += map(self._held, new)
            new = self._following(found)
            if not new:
                return found
        raise LimitError(f"{self.name}: there are more than {MOST_ROUNDS} rounds of constraints")

    def _following(self, found: list[Any]) -> list[Any]:
        """What the rates of constraints say that is free of multipliers, and does not hold already."""
        if not found:
            return []
        drift = [g.add(self.bracket(x, self.H), self.gradient(x)[0]) for x in found]
        columns = tuple(tuple(self.weakly(self.bracket(x, phi)) for x in found) for phi in self.primary)
        for n in linear.null_space(columns):
            value = reduced(sum_of(map(g.mul, n, drift)))
            if not is_zero_number(self.weakly(value)):
                return [value]
        return []

    def _held(self, constraint: Any) -> Any:
        """The constraint, solved for one of the momenta or coordinates; what that says if its derivatives vanish."""
        value = self.weakly(constraint)
        unknowns = [x for x in reversed(self.symbols[1:]) if depends_on(value, x)]
        if not unknowns and not is_zero_number(value):
            raise DomainError(f"{self.name}: no motion satisfies the constraints, which lead to {value} = 0")
        found = self._solved(value, unknowns)
        if found:
            x, root = found[0], reduced(found[1])
            self.known = {y: reduced(substitute(z, {x: root})) for y, z in self.known.items()} | {x: root}
            if all(is_zero_number(self.weakly(slope)) for slope in self.gradient(constraint)):
                return reduced(g.sub(x, root))
        return constraint

    def _solved(self, value: Any, unknowns: list[Any]) -> tuple[Any, Any] | None:
        value = symbolic_numerator(simplify(value))
        for x in unknowns:
            slope = reduced(self.gradient(value)[self.symbols.index(x)])
            if not depends_on(slope, x):
                return x, g.sub(x, g.div(value, slope))
        for x in unknowns:
            try:
                roots = solutions_of([value], [x])
            except LimitError:
                continue
            if roots:
                return x, roots[0][0]
        if unknowns:
            raise LimitError(f"{self.name}: the constraint {value} = 0 is not solved in closed form")
        return None
