"""What a metric gives in a basis: its components, their inverse, the volume, and the symbols of its connection.

    2 Gamma_kji = e_k(g_ij) + e_j(g_ik) - e_i(g_jk) + g([e_k, e_j], e_i) - g([e_k, e_i], e_j) - g([e_j, e_i], e_k)

with the direction k first; Gamma_kj^i = sum_m g^im Gamma_kjm. All of it is computed when first asked for, once for a
metric and a basis. The metric is symmetric; in a coordinate basis, where the commutators vanish, the symbols are so in
k and j: what follows by symmetry is not computed.

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation, page 210
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from scmpy.calculus.differential import Differential
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements, is_array
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.functions import apply_value, name_of
from scmpy.generic.kinds import is_number
from scmpy.geometry.basis import Basis, as_basis
from scmpy.geometry.chart import Chart
from scmpy.geometry.components import Components, array, carried_out, dot, rows, shorter
from scmpy.geometry.form_field import FormField
from scmpy.geometry.magnitude import magnitude, vanishes
from scmpy.guard import checks
from scmpy.structure import linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, leaves, sum_of
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.probe import is_surely_not_zero

Metric = Callable[[Any, Any], Any]

#: Components that should be the same may differ by so much of the largest one.
ROUNDING = 1e-6


def _differ(x: Any, y: Any, tolerance: float) -> bool:
    """Are two scalars certainly different?"""
    difference = g.sub(x, y)
    if is_array(difference):
        return any(_differ(x, 0, tolerance) for x in elements(difference))
    if is_number(difference):
        return bool(abs(difference) > tolerance)
    return isinstance(difference, Expression) and is_surely_not_zero(difference)


def _greatest(values: Iterable[Any]) -> Any:
    """The greatest absolute value of the numbers among these values, all orbits of a batch taken together."""
    return max((abs(x) for value in values for x in elements(value) if is_number(x)), default=0)


@checks("Metric")
def as_metric(value: Any, operation: str) -> Metric:
    """The value, if it may be a metric: a function, but neither a form nor a tuple of components."""
    if isinstance(value, FormField):
        hint = ", which is antisymmetric: the symmetric product is (tensor-product2 dx dx), in Python dx @ dx"
    elif isinstance(value, (Structure, Matrix, list)):
        hint = ": (components->metric components basis) makes one of components"
    elif callable(value):
        return value  # type: ignore[no-any-return]
    else:
        hint = ""
    raise WrongTypeError(f"{operation} expects a metric, a function of two vector fields, got {describe(value)}{hint}")


class MetricComponents:
    """A metric in a basis."""

    def __init__(self, metric: Metric, basis: Basis) -> None:
        self.metric, self.name = metric, name_of(metric)
        self.basis, n = basis, basis.dimension
        e = leaves(basis.vectors)
        upper = {(i, j): metric(e[i], e[j]) for i in range(n) for j in range(i, n)}
        transposed = {(i, j): metric(e[j], e[i]) for i, j in upper if i < j}
        parts = [entry for entry in upper.values() if callable(entry)]
        self._is_linear = False  # as far as is known

        def at(place: Any) -> list[Any]:
            values = {pair: apply_value(entry, (place,)) for pair, entry in upper.items()}
            if not any(isinstance(x, Differential) for x in leaves(basis.chart.at(place))):
                self._check_finite(values)
                basis.chart.check_coefficients(values.values(), f"the metric {self.name}", basis.chart.at(place))
                self._check_symmetry(values, {pair: apply_value(entry, (place,)) for pair, entry in transposed.items()})
                if not self._is_linear:
                    self._check_linearity(metric, values, place)
            return [values[min(i, j), max(i, j)] for i in range(n) for j in range(n)]

        self.lower = Components(basis.chart, at, parts)

    def _check_finite(self, values: dict[tuple[int, int], Any]) -> None:
        """Raise an error if a component is infinite or not a number."""
        for (i, j), x in values.items():
            if isinstance(x, (float, complex)) and not is_finite(x):
                e = leaves(self.basis.vectors)
                raise DomainError(f"the metric {self.name} is {x} of {name_of(e[i])}, {name_of(e[j])}")

    def _check_linearity(self, metric: Metric, values: dict[tuple[int, int], Any], place: Any) -> None:
        """Raise an error unless the metric is linear at the first place where it is asked for.

        It is looked at with 2 e_0 + 3 e_1 + 4 e_2 + ... as the first argument; what is symmetric is linear in both.
        """
        e = leaves(self.basis.vectors)
        mixed = sum_of(g.mul(i + 2, v) for i, v in enumerate(e))
        for j, v in enumerate(e):
            terms = [g.mul(i + 2, values[min(i, j), max(i, j)]) for i in range(len(e))]
            size = _greatest(terms)
            value = apply_value(metric(mixed, v), (place,))
            if _differ(value, sum_of(terms), size * ROUNDING):
                raise StructureError(
                    f"the metric {self.name} is not linear: of {name_of(mixed)}, {name_of(v)} it is {value}, "
                    f"the sum of its values is {sum_of(terms)}"
                )
        self._is_linear = True

    def _check_symmetry(self, values: dict[tuple[int, int], Any], transposed: dict[tuple[int, int], Any]) -> None:
        """Raise an error if two components that should be the same certainly are not."""
        size = _greatest(values.values())
        for (i, j), y in transposed.items():
            x = values[i, j]
            if x is not y and _differ(x, y, size * ROUNDING):
                e = [name_of(v) for v in leaves(self.basis.vectors)]
                raise StructureError(
                    f"the metric {self.name} is not symmetric: of {e[i]}, {e[j]} it is {x}, of {e[j]}, {e[i]} it is {y}"
                )

    def _matrix(self, place: Any) -> linear.Rows:
        return tuple(map(tuple, rows(self.lower(place), self.basis.dimension)))

    def _degenerate(self) -> DivisionByZeroError:
        return DivisionByZeroError(f"the metric {self.name} is degenerate in {describe(self.basis)}")

    @cached_property
    def inverse(self) -> Components:
        """g^ij, row after row."""
        n = self.basis.dimension

        def at(place: Any) -> list[Any]:
            self.basis.chart.regular(self.basis.chart.at(place))
            matrix = self._matrix(place)
            try:
                inverse = linear.inverse(matrix)
            except ZeroDivisionError:
                raise self._degenerate() from None
            return [inverse[min(i, j)][max(i, j)] for i in range(n) for j in range(n)]

        return Components(self.basis.chart, at, (self.lower,))

    @cached_property
    def upper(self) -> Components:
        """g^ij with its arithmetic carried out: shorter to differentiate than the quotients of minors.

        The symbols of the connection are made of those, whose order of factors is that in which they are printed.
        """
        inverse = self.inverse
        return Components(self.basis.chart, lambda place: shorter(inverse(place)), (inverse,))

    @cached_property
    def determinant(self) -> Components:
        """The determinant of g_ij, the only component."""

        def at(place: Any) -> list[Any]:
            self.basis.chart.regular(self.basis.chart.at(place))
            value = carried_out(linear.determinant(self._matrix(place)))
            if vanishes(value):
                raise self._degenerate()
            return [value]

        return Components(self.basis.chart, at, (self.lower,))

    @cached_property
    def volume(self) -> Components:
        """The square root of the magnitude of the determinant, the only component."""
        determinant = self.determinant
        return Components(self.basis.chart, lambda place: [g.sqrt(magnitude(determinant(place)[0]))], (determinant,))

    @cached_property
    def divergences(self) -> Components:
        """The divergence of every field of the basis, e_k(G)/2G - sum_i c^i_ki with the determinant G."""
        basis, n = self.basis, self.basis.dimension
        determinant, brackets = self.determinant, basis.brackets
        slopes = determinant.along(basis.frame)

        def at(place: Any) -> list[Any]:
            twice = g.mul(2, determinant(place)[0])
            growth = [x if is_exact_zero(x) else g.div(x, twice) for x in slopes(place)]
            if brackets is None:
                return growth
            turning = [sum_of(c[i][i] for i in range(n)) for c in array(brackets(place), n, 3)]
            return list(map(g.sub, growth, turning))

        return Components(basis.chart, at, (determinant,))

    @cached_property
    def symbols_1(self) -> Components:
        """Gamma_kji by k, j and i."""
        basis, n = self.basis, self.basis.dimension
        derivatives, brackets = self.lower.along(basis.frame), basis.brackets
        N = range(n)

        def at(place: Any) -> list[Any]:
            slope, matrix = array(derivatives(place), n, 3), rows(self.lower(place), n)
            c = array(brackets(place), n, 3) if brackets else None

            def bracket(i: int, j: int, k: int) -> Any:
                return 0 if c is None else dot(c[i][j], matrix[k])

            def entry(k: int, j: int, i: int) -> Any:
                value = g.sub(g.add(slope[k][i][j], slope[j][i][k]), slope[i][j][k])
                if c is not None:
                    value = g.sub(g.sub(g.add(value, bracket(k, j, i)), bracket(k, i, j)), bracket(j, i, k))
                return value if is_exact_zero(value) else g.mul(Fraction(1, 2), value)

            if c is not None:
                return [entry(k, j, i) for k in N for j in N for i in N]
            upper = {(k, j): [entry(k, j, i) for i in N] for k in N for j in range(k, n)}
            return [x for k in N for j in N for x in upper[min(j, k), max(j, k)]]

        return Components(basis.chart, at, (self.lower,))

    @cached_property
    def symbols_2(self) -> Components:
        """Gamma_kj^i by k, j and i."""
        n, first, symmetric = self.basis.dimension, self.symbols_1, self.basis.brackets is None

        def at(place: Any) -> list[Any]:
            inverse, lower = rows(self.inverse(place), n), array(first(place), n, 3)
            upper: dict[tuple[int, int], list[Any]] = {}
            for k in range(n):
                for j in range(n):
                    known_pair = upper.get((j, k)) if symmetric else None
                    upper[k, j] = known_pair or [dot(row, lower[k][j]) for row in inverse]
            return [x for k in range(n) for j in range(n) for x in upper[k, j]]

        return Components(self.basis.chart, at, (first, self.inverse))


def components_of(metric: Metric, basis: Basis | Chart, operation: str) -> MetricComponents:
    """A metric in a basis, computed once while it is in use."""
    return _components(as_metric(metric, operation), as_basis(basis, operation))


@lru_cache(maxsize=64)
def _components(metric: Metric, basis: Basis) -> MetricComponents:
    return MetricComponents(metric, basis)
