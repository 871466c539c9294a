"""The parts of fields, bases, points, states, differentials, operators and series."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus import dual_numbers as differential
from scmpy.calculus.derivative import D, Operator, commutator, derivative
from scmpy.calculus.dual_numbers import Differential, new_tag
from scmpy.calculus.series import Series, as_series, of_sequence
from scmpy.compat import declare_documented, rare
from scmpy.errors import CALLED, ChartError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic import types as kinds
from scmpy.generic.functions import Function, compose, name_of
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, count, instances, items
from scmpy.generic.types import AnyChart, Scalar, Value, Values
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, contract
from scmpy.geometry.chart import Chart, Components, dot, rows
from scmpy.geometry.fields import FormField, as_vector_field, nothing, zero_form
from scmpy.geometry.hodge import trace_of
from scmpy.geometry.manifold import Manifold, ManifoldFunction, Point, as_manifold, is_my_manifold_point
from scmpy.geometry.metric import Metric, components_of
from scmpy.geometry.tensor import FORMS, VECTORS, Tensor, Types, argument_types_of, as_tensor
from scmpy.mechanics.lagrangian import Lagrangian_to_energy
from scmpy.mechanics.state import Gamma, check_H_state, check_state, coordinate, of_time
from scmpy.structure.literal_functions import literal_down, literal_up
from scmpy.structure.tuples import Down, Structure, Up, compatible_for_contraction, leaves, s_dimension
from scmpy.structure.types import Coordinates, Lagrangian, Name, RealFunction, State
from scmpy.symbolic.expression import Expression, symbol

# --- geometry parts --------------------------------------------------------------------------------------------------
# Fields, forms, bases, charts and points: their parts, and tensors with both indices lowered or raised.


def _both_indices(matrix: Components, T: Tensor, types: Types, name: str) -> Tensor:
    """The tensor M T M, for a symmetric matrix M and a tensor of two arguments."""
    n = T.basis.dimension

    def at(place: Any) -> list[Any]:
        M, values = rows(matrix(place), n), rows(T.components(place), n)
        half = [[dot(row, column) for column in zip(*values, strict=True)] for row in M]
        return [dot(row, column) for row in half for column in M]

    return Tensor(T.basis, types, Components(T.basis.chart, at, (matrix, T.components)), name)


def drop2(metric: Metric, basis: AnyBasis) -> Callable[[Any], Tensor]:
    """(((drop2 g basis) T) u v) The function from tensors of two one-forms to tensors of two vector fields.
    g, basis = coordinate_system_to_metric(R2_polar), R2_polar.basis();
    d_dr, d_dphi = R2_polar.vector_basis("r phi");
    simplify(drop2(g, basis)(metric_invert(g, basis))(d_dphi, d_dphi)(R2_polar.point(*symbols("a b")))) => (expt a 2)
    Math:    T_ij = sum_kl g_ik g_jl T(e~k, e~l)
    Shapes:  result: tensor of two one-forms -> tensor of two vector fields"""
    basis = as_basis(basis, "drop2")
    known = components_of(metric, basis, "drop2")
    return lambda T: _both_indices(known.lower, as_tensor(T, FORMS, basis, "drop2"), VECTORS, f"(drop2 {name_of(T)})")


def raise2(metric: Metric, basis: AnyBasis) -> Callable[[Any], Tensor]:
    """(((raise2 g basis) T) w1 w2) The function from tensors of two vector fields to tensors of two one-forms.
    g, (dr, dphi) = coordinate_system_to_metric(R2_polar), R2_polar.form_basis("r phi");
    simplify(raise2(g, R2_polar.basis())(g)(dphi, dphi)(R2_polar.point(*symbols("a b")))) => (/ 1 (expt a 2))
    Math:    T^ij = sum_kl g^ik g^jl T(e_k, e_l)
    Shapes:  result: tensor of two vector fields -> tensor of two one-forms"""
    basis = as_basis(basis, "raise2")
    known = components_of(metric, basis, "raise2")
    return lambda T: _both_indices(known.upper, as_tensor(T, VECTORS, basis, "raise2"), FORMS, f"(raise2 {name_of(T)})")


def trace2up(metric: Metric, basis: AnyBasis) -> Callable[[Any], ManifoldFunction]:
    """(((trace2up g basis) T) m) The trace of tensors of two one-forms.
    g, basis = coordinate_system_to_metric(R2_polar), R2_polar.basis();
    simplify(trace2up(g, basis)(metric_invert(g, basis))(R2_polar.point(*symbols("a b")))) => 2
    Math:    sum_ij g_ij T(e~i, e~j)
    Shapes:  T: (one-form, one-form) -> function on the manifold"""
    known = components_of(metric, basis, "trace2up")
    return lambda T: trace_of(known.lower, as_tensor(T, FORMS, known.basis, "trace2up"))


def is_manifold(value: object) -> bool:
    """(manifold? x) Is this a manifold? | is_manifold(R2), is_manifold(R2_rect) => (True, False)"""
    return isinstance(value, Manifold)


def make_manifold_point(
    representation: Coordinates, manifold: Manifold, system: AnyChart | Name, coordinates: Coordinates
) -> Point:
    """(make-manifold-point spec manifold coordinate-system coords)
    A point from its representation, with the coordinates that a coordinate system gives it.
    m = make_manifold_point(up(3, 4), R2, R2_rect, up(3, 4)); chart(R2_polar)(m)[0] => 5
    Shapes:  spec: what the manifold's points are represented by, such as up(k);  coords: up(n), or a scalar for n = 1
    """
    point = Point.represented(manifold, representation)
    point.remembered(system, lambda: coordinates)
    return point


def get_coordinates(point: Point, system: AnyChart | Name, compute: Callable[[], Any]) -> Value:
    """(get-coordinates m sys (lambda () coords)) The coordinates that a point keeps, computed when first asked for.
    m = R2_rect.point(3, 4);
    get_coordinates(m, R2_rect, lambda: 1), get_coordinates(m, "mine", lambda: 1) => ((up 3 4), 1)"""
    return point.remembered(system, compute)


def point_to_manifold(point: Point) -> Manifold:
    """(point->manifold m) The manifold of a point. | point_to_manifold(R2_polar.point(2, 0)) => R2"""
    return point.manifold


def transfer_point(embedded: Manifold | Chart, embedding: Manifold | Chart) -> Callable[[Point], Point]:
    """((transfer-point S2-spherical R3-rect) m)
    The function from points of one manifold to the points of another with the same representation.
    chart(R3_rect)(transfer_point(S2_spherical, R3_rect)(S2_spherical.point(*symbols("a b"))))[2] => (cos a)
    Raises:  ChartError if the manifolds are not part of spaces of one dimension"""
    source, target = (
        x.manifold if isinstance(x, Chart) else as_manifold(x, "transfer-point") for x in (embedded, embedding)
    )
    if source.embedding_dimension != target.embedding_dimension:
        raise ChartError(f"transfer-point: {source} and {target} are not represented in spaces of one dimension")

    def transferred(point: Point) -> Point:
        if not is_my_manifold_point(point, source):
            raise ChartError(f"transfer-point expects a point of {source}, got {describe(point)}")
        return Point.represented(target, point.representation)

    return transferred


def is_nform_field(value: object, rank: int) -> bool:
    """(nform-field? x n) Is this a form of this rank?
    dx, dy = R2_rect.form_basis("x y");
    is_nform_field(wedge(dx, dy), 2), is_nform_field(wedge(dx, dy), 1) => (True, False)"""
    return isinstance(value, FormField) and value.rank == rank


@rare(python="is_zero_form")
def is_zero_form(value: object) -> bool:
    """(ff:zero? x) Is this the zero form (as such: a form that happens to vanish is not)?
    dx, dy = R2_rect.form_basis("x y"); is_zero_form(ff_zero), is_zero_form(dx - dx) => (True, False)"""
    return isinstance(value, FormField) and value.expression is zero_form.expression


@rare(python="is_zero_field")
def is_zero_field(value: object) -> bool:
    """(vf:zero? x) Is this the zero vector field (as such: a field that happens to vanish is not)?
    d_dx, d_dy = R2_rect.vector_basis("x y");
    is_zero_field(vf_zero), is_zero_field(d_dx - d_dx) => (True, False)"""
    return isinstance(value, Operator) and value.function is nothing


def is_coordinate_basis(value: object) -> bool:
    """(coordinate-basis? x) Is this the coordinate basis of a chart?
    frame = coordinate_system_to_orthonormal_vector_basis(R2_polar);
    orthonormal = make_basis(frame, vector_basis_to_dual(frame, R2_polar));
    is_coordinate_basis(R2_polar.basis()), is_coordinate_basis(orthonormal) => (True, False)"""
    return isinstance(value, Basis) and value.coordinate_system is not None


def basis_to_coordinate_system(basis: Basis) -> Chart:
    """(basis->coordinate-system basis) The chart whose coordinate basis this is.
    basis_to_coordinate_system(R2_polar.basis()) => R2-polar
    Raises:  WrongTypeError if it is not that of a chart"""
    system = basis.coordinate_system
    if system is None:
        raise WrongTypeError(f"basis->coordinate-system expects a coordinate basis, got {describe(basis)}")
    return system


def structure_constant(e_i: Operator, e_j: Operator, e_k: Operator, basis: Basis, metric: Metric) -> Value:
    """(structure-constant e_i e_j e_k basis g) The product of a commutator of two fields with a third.
    r, phi = R2_polar.coordinates("r phi");
    d_dr, d_dphi = R2_polar.vector_basis("r phi");
    c = structure_constant(d_dr, d_dphi / r, d_dphi / r, R2_polar.basis(), coordinate_system_to_metric(R2_polar));
    simplify(c(R2_polar.point(*symbols("a b")))) => (/ -1 a)
    Math:    c_ijk = g(e_k, [e_i, e_j])
    Shapes:  result: function on the manifold"""
    for field in (e_i, e_j, e_k):
        as_vector_field(field, "structure-constant")
    return contract(lambda e, w: g.mul(metric(e_k, e), w(commutator(e_i, e_j))), basis)


@rare(python="has_argument_types")
def has_argument_types(function: object) -> bool:
    """(has-argument-types? T) Are the types of the arguments of this function known?
    has_argument_types(S2_metric), has_argument_types(sin) => (True, False)"""
    return argument_types_of(function) is not None


# --- state parts -----------------------------------------------------------------------------------------------------


def _has_parts(value: Any, outer: type[Structure]) -> bool:
    """A triple of this orientation whose last two parts are duals of each other, the second oriented like it."""
    if isinstance(value, list) and outer is Up:
        value = Up(value)
    if type(value) is not outer or len(value) != 3 or isinstance(value[0], Structure):
        return False
    q, p = value[1:]
    if not isinstance(q, Structure) and not isinstance(p, Structure):
        return True
    return type(q) is outer and isinstance(p, Structure) and compatible_for_contraction(q, p)


def is_H_state(value: object) -> bool:
    """(H-state? x) Is this (up t q p) with momenta that contract with the coordinates?
    is_H_state(up(0, up(1, 2), down(3, 4))), is_H_state(up(0, up(1, 2), up(3, 4))) => (True, False)"""
    return _has_parts(value, Up)


def is_compatible_H_state(value: object) -> bool:
    """(compatible-H-state? x) Is this (down dt dq dp), shaped to contract with a phase-space state?
    is_compatible_H_state(down(0, down(1, 2), up(3, 4))) => True"""
    return _has_parts(value, Down)


def state_to_qp(state: State) -> Up:
    """(state->qp (up t q p)) The coordinates and momenta of a state, without the time.
    state_to_qp(up(0, 1, 2)) => (up 1 2)
    Shapes:  result: up(q, p)
    Raises:  StructureError unless the state is up(t, q, p)"""
    return check_H_state(state)[1:]  # type: ignore[no-any-return]


def literal_Hamiltonian_state(n: int) -> Up:
    """(literal-Hamiltonian-state n) A state of symbols with n degrees of freedom.
    literal_Hamiltonian_state(2) => (up t (up x^0 x^1) (down p_0 p_1))
    Shapes:  result: up(t, up(n), down(n))
    Raises:  WrongTypeError unless n is a positive integer"""
    count(n, CALLED, 1)
    return Up((symbol("t"), literal_up("x", n), literal_down("p", n)))


def state_to_n_dof(state: State) -> int:
    """(state->n-dof (up t q v)) The number of coordinates of a state.
    state_to_n_dof(up(0, up(1, 2), up(3, 4))) => 2"""
    return s_dimension(coordinate(state))


def literal_Lagrangian_state(n: int) -> Up:
    """(literal-Lagrangian-state n) A state of symbols with n degrees of freedom.
    literal_Lagrangian_state(2) => (up t (up x^0 x^1) (up v^0 v^1))
    Shapes:  result: up(t, up(n), up(n))
    Raises:  WrongTypeError unless n is a positive integer"""
    count(n, CALLED, 1)
    return Up((symbol("t"), literal_up("x", n), literal_up("v", n)))


def trim_last_argument(state: State) -> Up:
    """(trim-last-argument state) A local tuple without its last component.
    trim_last_argument(up(0, 1, 2, 3)) => (up 0 1 2)
    Shapes:  state: up of n + 1 components;  result: up of n
    Raises:  StructureError unless it is an up tuple or a vector"""
    if not isinstance(state, (Up, list)) or not len(state):
        raise StructureError(f"trim-last-argument expects a state (up t q v ...), got {describe(state)}")
    return Up(tuple(state)[:-1])


def Rayleigh_dissipation(k: Scalar) -> Function:
    """((Rayleigh-dissipation k) state) v k v for a friction 2 k v, k a number or a tuple that takes two velocities.
    Rayleigh_dissipation(down(down(3, 0), down(0, 1)))(up(*symbols("t q"), up(*symbols("x y"))))
    => (+ (* 3 (expt x 2)) (expt y 2))
    Math:    F = v k v, with the force -d2 F
    Raises:  StructureError unless the state is up(t, q, v)"""

    def at(state: Any) -> Any:
        v = check_state(state, "Rayleigh-dissipation")[2]
        return g.mul(g.mul(k, v), v) if isinstance(k, Structure) else g.mul(k, g.square(v))

    return Function(at, "Rayleigh-dissipation")


def Lagrangian_to_power_loss(L: Lagrangian) -> Function:
    """(((Lagrangian->power-loss L) q) t) The rate of change of the energy on a path: what outer forces do on a motion.
    Lagrangian_to_power_loss(L_free_particle(2))(literal_function("x"))(symbols("t"))
    => (* 2 ((D x) t) (((expt D 2) x) t))
    Math:    D(E o Gamma[q]), E the energy of L; that is the residual of Lagrange's equations times Dq, minus d0 L
    Shapes:  q: t -> up(n);  result: t -> scalar, energy by time"""
    energy = Lagrangian_to_energy(L)
    return Function(lambda q: of_time(D(compose(energy, Gamma(q))), "power-loss"), "Lagrangian->power-loss")


def wcross_to_w(cross: Structure) -> Up:
    """(wcross->w (down (up ...) (up ...) (up ...)))
    The vector w of the linear map v -> w x v of up tuples, a down tuple of columns.
    wcross_to_w(down(up(0, 3, -2), up(-3, 0, 1), up(2, -1, 0))) => (up 1 2 3)
    Math:    (A12, A20, A01), where Aij is the j-th component of the i-th column
    Shapes:  cross: down(3) of up(3);  result: up(3)
    Raises:  StructureError if it is no down(3) of up(3); of a matrix antisymmetric->column-matrix gives the vector"""
    columns = cross if isinstance(cross, Down) else ()
    if [len(column) if isinstance(column, Up) else 0 for column in columns] != [3, 3, 3]:
        raise StructureError(f"wcross->w expects a down tuple of three columns up(3), got {describe(cross)}")
    return Up((cross[1][2], cross[2][0], cross[0][1]))


# --- differential parts ----------------------------------------------------------------------------------------------
# Differentials in a program's hands: making them and taking them apart; derivatives by parts and by transport.


def finite_part(x: Value) -> Value:
    """(finite-part x) The value without any infinitesimals.
    finite_part(make_differential(3)), finite_part(5) => (3, 5)"""
    return differential.finite_part(x)


@rare(python="make_differential")
def make_differential(x: Scalar) -> Differential:
    """(make-x+dx x) The differential x + dx, with a new infinitesimal; the derivative by x is what it is multiplied by.
    infinitesimal_part(square(make_differential(3))) => 6
    Raises:  WrongTypeError for what is no scalar"""
    if not isinstance(x, kinds.ScalarKind) or isinstance(x, bool):
        raise WrongTypeError(f"make-x+dx expects a number or an expression, got {describe(x)}")
    return Differential(new_tag(), x, {0: 1})


def infinitesimal_part(x: Value) -> Value:
    """(infinitesimal-part x) The factor of the newest infinitesimal in a differential; 0 for a value without one.
    infinitesimal_part(make_differential(3)), infinitesimal_part(3) => (1, 0)"""
    return x.tangents.get(0, 0) if isinstance(x, Differential) else 0


def multivariate_derivative(f: Callable[..., Any], path: Values = ()) -> Value:
    """(partial-derivative f (list i j ...))
    The derivative of a function by all its arguments, or by the part of them at a chain of indices.
    x, y = symbols("x y"); partial_derivative(lambda x, y: x * y, (1,))(x, y) => x"""
    return derivative(f, items(path, "partial-derivative"))


def F_to_directional_derivative(transport: Callable[..., Any]) -> Callable[..., Any]:
    """(((F->directional-derivative F) v) u) The derivative along v that belongs to a way of transport.

    (((F v) delta) u) is u carried by delta along v.
    carry = lambda v: lambda delta: lambda f: lambda x: f(x - delta * v);
    F_to_directional_derivative(carry)(3)(lambda x: x * x)(5) => 30
    Math:    D_v u is the derivative at 0 of delta -> F(v, -delta) u"""
    return lambda v: lambda u: D(lambda delta: transport(v)(g.negate(delta))(u))(0)


# --- series parts ----------------------------------------------------------------------------------------------------
# Series by their terms: values, derivatives, integrals, and Taylor's coefficients.


@rare(python="series_to_function")
def series_to_function(s: Series) -> Series:
    """((series:->function s) x)
    The power series with the terms of a series as coefficients, a function: x to the series of the terms c_n x^n.
    series_sum(series_to_function(series(1, 2, 3))(symbols("x")), 2) => (+ 1 (* 3 (expt x 2)) (* 2 x))"""
    return Series(lambda n: s[n], power=True)


@rare(python="series_from_function")
def series_from_function(f: RealFunction, at: Scalar = 0) -> Series:
    """(series:function-> f [x0]) The power series of Taylor's theorem, at 0 or at another point.
    [series_from_function(exp)[n] for n in range(3)] => [1, 1, Fraction(1, 2)]
    Math:    c_n = (D^n f)(x0) / n!
    Raises:  a term: LimitError for too many partial derivatives"""
    derivatives: list[Any] = [f]

    def term(n: int) -> Any:
        MOST_COMPONENTS.check(len(leaves(at)) ** min(n, 60), "series:function->", "components of a derivative", 1_000)
        while len(derivatives) <= n:
            derivatives.append(D(derivatives[-1]))
        return g.div(derivatives[n](at), math.factorial(n))

    return Series(term, power=True)


def series_elementwise(function: Callable[..., Any]) -> Callable[..., Series]:
    """((series:elementwise f) s ...) The function of series that applies a function to their corresponding terms.
    difference = series_elementwise(lambda x, y: x - y)(exp_series, cosh_series);
    [difference[n] == sinh_series[n] for n in range(4)] => [True, True, True, True]"""
    check_callable(function, wanted="a function")

    def apply(*series: Series) -> Series:
        checked = [as_series(s, "series:elementwise") for s in series]
        return Series(lambda n: function(*(s[n] for s in checked)), power=all(s.is_power for s in checked))

    return apply


@rare(python="integrate_series")
def integrate_series(s: Series, constant: Value) -> Series:
    """(*integrate-series s constant) The integral of a power series by its variable, with this constant term.
    integrated = integrate_series(power_series(1, 2, 3), 5); [integrated[n] for n in range(5)] => [5, 1, 1, 1, 0]"""
    return Series(lambda n: g.div(s[n - 1], n) if n else constant, power=True)


def Taylor_series_coefficients(f: Callable[..., Any], *args: Value) -> Series:
    """(Taylor-series-coefficients f x ...)
    The coefficients of the Taylor expansion of a function at a point, as a series.

    The n-th one is a number for a function of one, else a nested down tuple, which n increments contract with.
    Taylor_series_coefficients(cube, symbols("x")) => (series (expt x 3) (* 3 (expt x 2)) (* 3 x) 1 ...)
    Math:    f(x), Df(x), D^2 f(x)/2, ..., D^n f(x)/n!"""
    check_callable(f, wanted="a function")
    return series_generate(lambda n: g.div((D**n)(f)(*args), math.factorial(n)))


def series_generate(function: Callable[[int], Any]) -> Series:
    """(series:generate f) The power series whose n-th coefficient is a function of n.
    squares = series_generate(lambda n: n * n); [squares[n] for n in range(4)] => [0, 1, 4, 9]
    Raises:  WrongTypeError if f is no function"""
    check_callable(function, wanted="a function of the index of a term")
    return Series(function, power=True)


def constant_series(value: Value) -> Series:
    """(constant-series c) The power series of a constant: the value, then zeros.
    [constant_series(5)[n] for n in range(3)] => [5, 0, 0]"""
    return of_sequence((value,), power=True)


def series_inflate(s: Series, exponent: int) -> Series:
    """(series:inflate s n) The power series in x^exponent.
    inflated = series_inflate(exp_series, 2); [inflated[n] for n in range(5)] => [1, 0, 1, 0, Fraction(1, 2)]
    Raises:  WrongTypeError unless n is an integer from 1"""
    terms, places = s, count(exponent, least=1)
    return Series(lambda n: 0 if n % places else terms[n // places], power=terms.is_power)


def expn(o: Operator, spread: int = 1) -> Operator:
    """(expn op n) The exponential of an operator with its powers spread by a number of places.
    terms = expn(D, 2)(lambda x: x**2)(symbols("x"));
    terms[0], terms[1], terms[2], terms[4] => ((expt x 2), 0, (* 2 x), 1)
    Math:    sum over k of op^k / k!, the k-th term at the place n k
    Raises:  WrongTypeError if op is no operator, or n no integer from 1"""
    if not isinstance(o, Operator):
        raise WrongTypeError(f"expn expects an operator, got {describe(o)}")
    count(spread, least=1)
    expand = g.exp(o)
    return expand if spread == 1 else expand.remake(lambda f: series_inflate(expand(f), spread), expand.expression)


_checked = instances(Operator, "an operator")


def operator_name(operator: Operator) -> Expression:
    """(operator-name o) The name of the operator: an expression. | operator_name(D**2) => (expt D 2)"""
    return _checked(operator).expression


declare_documented(globals())
