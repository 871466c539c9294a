"""General relativity: the Einstein tensor, invariants, the field equation; spacetimes.

    G = Ric - 1/2 R g,      C = R_ijkl without its traces,      K = R_ijkl R^ijkl

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation; Wald, General Relativity
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from scmpy.calculus.derivative import Operator
from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.numbers import permutation_parity
from scmpy.generic.types import Scalar, is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, in_coordinates, rows, symmetric, typical_point
from scmpy.geometry.connection import Cartan, Christoffel, Connection, Nabla
from scmpy.geometry.curvature import Levi_Civita, Ricci, Riemann, connection_of, index_notation
from scmpy.geometry.equivalence import factors_of, sign_or_zero, vanishes
from scmpy.geometry.fields import as_vector_field, components_in
from scmpy.geometry.hodge import trace2down
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.metric import Metric, components_of, is_rounding, metric_signature
from scmpy.geometry.tensor import VECTORS, Tensor, as_tensor
from scmpy.registry import public
from scmpy.render.notation import infix
from scmpy.structure.linear_algebra import determinant, null_space
from scmpy.structure.linear_maps import characteristic_polynomial
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Structure, Up, leaves, sum_of
from scmpy.structure.types import Multilinear, RealFunction
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.ball_arithmetic import is_surely_not_zero
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, expression_of, symbol
from scmpy.symbolic.normal_forms import factor
from scmpy.symbolic.polynomials import Polynomial, polynomial_in
from scmpy.symbolic.simplify import reduced, simplify


def _geometry(metric: Any, basis: AnyBasis, operation: str, nabla: Any = None) -> tuple[Metric, Basis, Nabla]:
    basis = as_basis(basis, operation)
    if isinstance(metric, Nabla | Cartan | Christoffel):
        nabla = connection_of(metric, basis, operation)
        if nabla.cartan.metric is None:
            wanted = "a metric, or the connection of one"
            raise WrongTypeError(f"{operation} expects {wanted}, got {describe(metric)} of none")
        metric = nabla.cartan.metric.metric
    return metric, basis, Levi_Civita(metric, basis) if nabla is None else nabla


@public("Ricci-scalar")
def Ricci_scalar(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> ManifoldFunction:
    """The curvature scalar of a metric, given by itself or by its connection.

    Scheme:  ((Ricci-scalar g basis) m)
    Math:    R = g^ij R_ij
    Shapes:  result: function on the manifold
    Source:  FDG 9
    >>> simplify(Ricci_scalar(S2_metric, S2_spherical.basis())(S2_spherical.point(*symbols("a b"))))
    2
    """
    metric, basis, nabla = _geometry(metric, basis, "Ricci-scalar", nabla)
    return trace2down(metric, basis)(Ricci(nabla, basis))


@public("Einstein")
def Einstein(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The Einstein tensor of a metric, given by itself or by its connection.

    Scheme:  (((Einstein g basis) u v) m)
    Math:    G = Ric - 1/2 R g
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = FLRW_metric(spacetime_sphere, literal_function("R"), 0)
    >>> simplify(Einstein(g, spacetime_sphere)(d_dt, d_dt)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (* 3 (expt ((D R) t) 2)) (expt (R t) 2))
    """
    metric, basis, nabla = _geometry(metric, basis, "Einstein", nabla)
    ricci = as_tensor(Ricci(nabla, basis), VECTORS, basis)
    known = components_of(metric, basis, "Einstein")

    def at(place: Any) -> list[Any]:
        curvature, lower = ricci.components(place), known.lower(place)
        half = g.div(dot(known.inverse(place), curvature), 2)
        return [g.sub(x, g.mul(half, y)) for x, y in zip(curvature, lower, strict=True)]

    return ricci.with_components(at, (ricci.components, known.inverse), "Einstein")


@public("Einstein-field-equation")
def Einstein_field_equation(
    metric: Metric, basis: AnyBasis, stress: Multilinear, coupling: Scalar, cosmological: Scalar = 0
) -> Tensor:
    """The residual of Einstein's field equation, a function of two vector fields.

    Scheme:  (((Einstein-field-equation g basis T kappa Lambda) u v) m)
    Math:    G + Lambda g - kappa T,   kappa = 8 pi G / c^4
    Shapes:  T, result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = FLRW_metric(spacetime_sphere, literal_function("R"), 0)
    >>> dust = perfect_fluid(g, spacetime_sphere, symbols("rho"), 0, d_dt)
    >>> Friedmann = Einstein_field_equation(g, spacetime_sphere, dust, symbols("kappa"))(d_dt, d_dt)
    >>> simplify(Friedmann(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (+ (* -1 kappa rho (expt (R t) 2)) (* 3 (expt ((D R) t) 2))) (expt (R t) 2))
    """
    basis = as_basis(basis, "Einstein-field-equation")
    source = as_tensor(stress, VECTORS, basis)
    tensors = {"G": Einstein(metric, basis), "T": source, "L": cosmological, "k": coupling}
    return index_notation("E_ab = G_ab + L g_ab - k T_ab", tensors, metric, basis)  # type: ignore[no-any-return]


@public("perfect-fluid")
def perfect_fluid(
    metric: Metric, basis: AnyBasis, density: Scalar, pressure: Scalar, velocity: Operator, c: Scalar = 1
) -> Tensor:
    """The stress-energy of a perfect fluid, a function of two vector fields; the signature is (-, +, +, +).

    Scheme:  (((perfect-fluid g basis rho p U c) u v) m)
    Math:    T_ij = (rho + p/c^2) U_i U_j + p g_ij
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> T = perfect_fluid(Minkowski_metric(R4_rect), R4_rect, *symbols("rho p"), d_dt)
    >>> simplify(up(T(d_dt, d_dt), T(d_dx, d_dx))(R4_rect.point(*symbols("t x y z"))))
    (up rho p)
    """
    basis = as_basis(basis, "perfect-fluid")
    inertia = g.add(density, g.div(pressure, g.square(c)))
    tensors = {"U": as_vector_field(velocity, "perfect-fluid"), "h": inertia, "p": pressure}
    return index_notation("T_ab = h U_a U_b + p g_ab", tensors, metric, basis)  # type: ignore[no-any-return]


@public("Riemann-lowered")
def Riemann_lowered(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The curvature tensor with its first index lowered, a function of four vector fields.

    Scheme:  (((Riemann-lowered g basis) u v x y) m)
    Math:    R_ijkl = g_im R^m_jkl
    Shapes:  result: four vector fields -> function on the manifold
    Source:  FDG 8
    >>> u, v = S2_spherical.vector_basis("theta phi")
    >>> R = Riemann_lowered(S2_metric, S2_spherical.basis())  # of curvature 1: the square of the area
    >>> simplify((R(u, v, u, v) - S2_metric(u, u) * S2_metric(v, v))(S2_spherical.point(*symbols("theta phi"))))
    0
    """
    metric, basis, nabla = _geometry(metric, basis, "Riemann-lowered", nabla)
    tensor = index_notation("R_abcd", {"R": Riemann(nabla)}, metric, basis)
    return Tensor(basis, VECTORS * 2, tensor.components, "Riemann-lowered")


@public("Kretschmann")
def Kretschmann(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> ManifoldFunction:
    """The square of the curvature of a metric, an invariant.

    Scheme:  ((Kretschmann g basis) m)
    Math:    K = R_ijkl R^ijkl
    Shapes:  result: function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 31
    >>> simplify(Kretschmann(S2_metric, S2_spherical.basis())(S2_spherical.point(*symbols("a b"))))
    4
    """
    metric, basis, nabla = _geometry(metric, basis, "Kretschmann", nabla)
    lowered = Riemann_lowered(metric, basis, nabla)
    return index_notation("R_ab^cd R_cd^ab", {"R": lowered}, metric, basis)  # type: ignore[no-any-return]


@public("Weyl")
def Weyl(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The conformal curvature of a metric in three or more dimensions, a function of four vector fields.

    Scheme:  (((Weyl g basis) u v x y) m)
    Math:    C_ijkl = R_ijkl - (g_i[k R_l]j - g_j[k R_l]i) 2/(n - 2) + g_i[k g_l]j 2 R/((n - 1)(n - 2))
    Shapes:  result: four vector fields -> function on the manifold
    Raises:  WrongTypeError in less than three dimensions
    Source:  Wald 3.2.28
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> C = Weyl(Schwarzschild_metric(spacetime_sphere, symbols("rs")), spacetime_sphere)
    >>> simplify(C(d_dt, d_dr, d_dt, d_dr)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (* -1 rs) (expt r 3))
    """
    metric, basis, tensors = _tensors(metric, basis, "Weyl", 3, nabla=nabla)
    text = "Weyl_abcd = Riem_abcd - g_ac P_bd + g_ad P_bc - g_bd P_ac + g_bc P_ad"
    return index_notation(text, tensors | {"P": Schouten(metric, basis)}, metric, basis)  # type: ignore[no-any-return]


# --- more curvature --------------------------------------------------------------------------------------------------
# What the curvature of a metric gives besides: each a formula of the notation above.


def _tensors(
    metric: Any, basis: AnyBasis, operation: str, least: int, most: int | None = None, nabla: Any = None
) -> tuple[Metric, Basis, dict[str, Any]]:
    metric, basis, nabla = _geometry(metric, basis, operation, nabla)
    if not least <= basis.dimension <= (most or basis.dimension):
        wanted = f"{least}" if most else f"at least {least}"
        raise WrongTypeError(f"{operation} expects {wanted} dimensions, got {describe(basis)}")
    ricci = Ricci(nabla, basis)
    return metric, basis, {"R": ricci, "S": Ricci_scalar(metric, basis, nabla), "Riem": Riemann(nabla)}


@public("Schouten")
def Schouten(metric: Metric | Connection, basis: AnyBasis) -> Tensor:
    """The Schouten tensor of a metric in three or more dimensions.

    Scheme:  (((Schouten g basis) u v) m)
    Math:    P_ab = (R_ab - R g_ab/(2(n - 1)))/(n - 2)
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError in less than three dimensions
    Source:  Wald, General Relativity, 3.2
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> P = Schouten(de_Sitter_metric(spacetime_sphere, 1), spacetime_sphere)
    >>> simplify(P(d_dtheta, d_dtheta)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (* 1/2 (expt r 2))
    """
    metric, basis, tensors = _tensors(metric, basis, "Schouten", 3)
    n = basis.dimension
    text = f"P_ab = 1/{n - 2} R_ab - 1/{2 * (n - 1) * (n - 2)} S g_ab"
    return index_notation(text, tensors, metric, basis)  # type: ignore[no-any-return]


@public("Cotton")
def Cotton(metric: Metric | Connection, basis: AnyBasis) -> Tensor:
    """The Cotton tensor: in three dimensions it vanishes for the metrics that are conformally flat.

    Scheme:  (((Cotton g basis) u v w) m)
    Math:    C_abc = nabla_c P_ab - nabla_b P_ac  with the Schouten tensor P
    Shapes:  result: three vector fields -> function on the manifold
    Raises:  WrongTypeError in less than three dimensions
    Source:  Wald, General Relativity, 3.2
    1 ]=> (define g (coordinate-system->metric R3-rect))
    1 ]=> (nonzero-components (Cotton g R3-rect) R3-rect)
    ;Value: ()
    >>> g = metric_from_line_element("(dx^2 + dy^2 + dz^2)/z^2")
    >>> len(nonzero_components(Cotton(g, g.basis), g.basis))
    0
    """
    metric, basis, _ = _tensors(metric, basis, "Cotton", 3)
    P = {"P": Schouten(metric, basis)}
    return index_notation("C_abc = P_ab;c - P_ac;b", P, metric, basis)  # type: ignore[no-any-return]


@public("Bach")
def Bach(metric: Metric | Connection, basis: AnyBasis) -> Tensor:
    """The Bach tensor of a metric in four or more dimensions; it vanishes for Einstein's spaces, and conformal to them.

    Scheme:  (((Bach g basis) u v) m)
    Math:    B_ab = nabla^c C_abc + P^cd W_acbd  with Cotton's tensor C, Schouten's P and Weyl's W
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError in less than four dimensions
    Source:  Bach, Math. Z. 9 (1921) 110
    1 ]=> (nonzero-components (Bach (Minkowski-metric R4-rect) R4-rect) R4-rect)
    ;Value: ()
    >>> len(nonzero_components(Bach(de_Sitter_metric(spacetime_sphere, 1), spacetime_sphere), spacetime_sphere))
    0
    """
    metric, basis, _ = _tensors(metric, basis, "Bach", 4)
    tensors = {"P": Schouten(metric, basis), "C": Cotton(metric, basis), "W": Weyl(metric, basis)}
    return index_notation("B_ab = C_abc;d g^cd + P^cd W_acbd", tensors, metric, basis)  # type: ignore[no-any-return]


@public("Bel-Robinson")
def Bel_Robinson(metric: Metric | Connection, basis: AnyBasis) -> Tensor:
    """The Bel-Robinson tensor of a metric in four dimensions; symmetric, and without trace.

    Scheme:  (((Bel-Robinson g basis) u v x y) m)
    Math:    T_abcd = W_aecf W_b^e_d^f + W_aedf W_b^e_c^f - g_ab g_cd W_efgh W^efgh / 8
    Shapes:  result: four vector fields -> function on the manifold
    Raises:  WrongTypeError but in four dimensions
    Source:  Senovilla, Class. Quantum Grav. 17 (2000) 2799
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> T = Bel_Robinson(Schwarzschild_metric(spacetime_sphere, symbols("rs")), spacetime_sphere)
    >>> simplify(T(d_dtheta, d_dtheta, d_dtheta, d_dtheta)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (* 3/2 (expt rs 2)) (expt r 2))
    """
    metric, basis, _ = _tensors(metric, basis, "Bel-Robinson", 4, 4)
    text = "T_abcd = W_aecf W_b^e_d^f + W_aedf W_b^e_c^f - 1/8 g_ab g_cd W_efgh W^efgh"
    return index_notation(text, {"W": Weyl(metric, basis)}, metric, basis)  # type: ignore[no-any-return]


@public("curvature-invariants")
def curvature_invariants(metric: Metric | Connection, basis: AnyBasis) -> tuple[tuple[str, Any], ...]:
    """The quadratic invariants of the curvature with their names, functions on the manifold; a ``dict`` in Python.

    Scheme:  (curvature-invariants g basis)
    Math:    R, R_ab R^ab, R_abcd R^abcd, Gauss-Bonnet's R_abcd R^abcd - 4 R_ab R^ab + R^2; in four dimensions
             W_abcd W^abcd
    Shapes:  (name invariant) for each
    Raises:  WrongTypeError for what is no metric
    Source:  Misner, Thorne, Wheeler, chapter 31
    1 ]=> (map car (curvature-invariants S2-metric S2-spherical))
    ;Value: ("R" "R_ab R^ab" "R_abcd R^abcd" "Gauss-Bonnet")
    >>> found = dict(curvature_invariants(Schwarzschild_metric(spacetime_sphere, symbols("rs")), spacetime_sphere))
    >>> simplify(found["W_abcd W^abcd"](spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (* 12 (expt rs 2)) (expt r 6))
    """
    metric, basis, tensors = _tensors(metric, basis, "curvature-invariants", 2)
    K = Kretschmann(metric, basis)
    squared = index_notation("R_ab R^ab", tensors, metric, basis)
    found = [("R", tensors["S"]), ("R_ab R^ab", squared), ("R_abcd R^abcd", K)]
    found.append(("Gauss-Bonnet", K - 4 * squared + tensors["S"] * tensors["S"]))
    if basis.dimension == 4:
        found.append(("W_abcd W^abcd", K - 2 * squared + tensors["S"] * tensors["S"] / 3))
    return tuple(found)


_PAIRS = tuple(itertools.combinations(range(4), 2))


def _bivector_maps(metric: Any, basis: Basis) -> tuple[Components, Components]:
    """The Weyl tensor, and the duality over sqrt |det g|, of square 1/det g, as maps of bivectors, 6 by 6.

    They are rational where the metric is.
    """
    weyl = index_notation("W^ab_cd", {"W": Weyl(metric, basis)}, metric, basis)
    inverse = components_of(metric, basis, "Petrov-type").inverse

    def map_at(place: Any) -> list[Any]:
        values = array(weyl.components(place), 4, 4)
        return [values[a][b][c][d] for a, b in _PAIRS for c, d in _PAIRS]

    def dual_at(place: Any) -> list[Any]:
        matrix = rows(inverse(place), 4)
        result = []
        for (a, b), (c, d) in itertools.product(_PAIRS, repeat=2):
            i, j = (k for k in range(4) if k not in (c, d))
            minor = g.sub(g.mul(matrix[a][i], matrix[b][j]), g.mul(matrix[a][j], matrix[b][i]))
            result.append(g.mul(permutation_parity((i, j, c, d)), minor))
        return result

    return Components(basis.chart, map_at, (weyl.components,)), Components(basis.chart, dual_at, (inverse,))


@public("Petrov-type")
def Petrov_type(metric: Metric | Connection, basis: AnyBasis) -> str:
    """The Petrov type of a spacetime at a typical place: "I", "II", "D", "III", "N" or "O".

    It is that of the Weyl tensor Q on self-dual bivectors, by its minimal polynomial, and may be more special at places
    that are not typical.

    Scheme:  (Petrov-type g basis)
    Math:    O: Q = 0;  N: Q^2 = 0;  III: Q^3 = 0;  II: tr Q^2 = 6 l^2 with l = -tr Q^3/tr Q^2;
             D: (Q - l)(Q + 2 l) = 0 too
    Shapes:  result: a string
    Raises:  WrongTypeError unless the metric is that of a spacetime of four dimensions; DomainError if its signature is
             not proved to be such, or whether something is zero is not decided
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, chapter 4
    1 ]=> (Petrov-type (Schwarzschild-metric spacetime-sphere 'rs) spacetime-sphere)
    ;Value: "D"
    >>> wave = metric_from_line_element("2 du dv + x^2 du^2 - y^2 du^2 + dx^2 + dy^2")
    >>> Petrov_type(wave, wave.basis)
    'N'
    """
    metric, basis, _ = _tensors(metric, basis, "Petrov-type", 4, 4)
    m = typical_point(basis.chart)
    weyl, dual = (Matrix(rows([reduced(y) for y in x(m)], 6)) for x in _bivector_maps(metric, basis))
    det = reduced(components_of(metric, basis, "Petrov-type").determinant(m)[0])
    with assuming(positive=basis.chart.positive_at(m)):
        sign = sign_or_zero(det)
        if sign >= 0:
            why = f"it is not proved to be one: (restrict-chart {basis.chart} conditions) states a region"
            got = "its determinant is positive, as of --++" if sign else why
            raise DomainError(f"Petrov-type expects a metric of the signature -+++ or +---; {got}")
    square_ = g.mul(weyl, weyl)
    cube = g.mul(square_, weyl)
    for kind, matrix in (("O", weyl), ("N", square_), ("III", cube)):
        if _is_zero(*itertools.chain(*matrix.rows)):
            return kind
    a, b = _trace(square_, dual, det), _trace(cube, dual, det)
    norm = g.sub(g.square(a[0]), g.div(g.square(a[1]), det))
    if _is_zero(norm):
        return "I"
    real = reduced(g.div(g.negate(g.sub(g.mul(b[0], a[0]), g.div(g.mul(b[1], a[1]), det))), norm))
    imaginary = reduced(g.div(g.negate(g.sub(g.mul(b[1], a[0]), g.mul(b[0], a[1]))), norm))
    squares = g.add(g.square(real), g.div(g.square(imaginary), det)), g.mul(2, g.mul(real, imaginary))
    if not _is_zero(*(g.sub(x, g.mul(6, y)) for x, y in zip(a, squares, strict=True))):
        return "I"
    root = g.add(real, g.mul(imaginary, dual))
    product = g.mul(g.sub(weyl, root), g.add(weyl, g.mul(2, root)))
    return "D" if _is_zero(*itertools.chain(*product.rows)) else "II"


def _is_zero(*entries: Any) -> bool:
    symbolic = [a for a in entries if isinstance(a, Expression)]
    if any(is_number(a) and a != 0 for a in entries) or any(map(is_surely_not_zero, symbolic)):
        return False
    for a in symbolic:
        if not vanishes(a):
            if equivalent(a, 0).verdict == "different":
                return False
            raise DomainError(f"Petrov-type: it is not decided whether {infix(expression_of(reduced(a)))} is zero")
    return True


def _trace(x: Matrix, dual: Matrix, det: Any) -> tuple[Any, Any]:
    """The complex trace of a map that commutes with the duality: the number p + q K, with the map K for the duality."""
    return reduced(g.div(g.trace(x), 2)), reduced(g.div(g.mul(det, g.trace(g.mul(dual, x))), 2))


# --- null tetrads and algebraic types --------------------------------------------------------------------------------


def _null_tetrad(tetrad: Any, metric: Metric, chart: Chart, operation: str) -> tuple[list[Operator], int]:
    """The fields l, n, m, m*, and m.m*: 1 where the signature is -+++, -1 where it is +---."""
    fields: list[Operator] = [as_vector_field(v, operation) for v in leaves(tetrad)]
    if len(fields) != 4 or chart.dimension != 4:
        raise WrongTypeError(f"{operation} expects a tetrad (up l n m m*) of four dimensions, got {describe(tetrad)}")
    place = typical_point(chart)
    products = {(i, j): reduced(metric(fields[i], fields[j])(place)) for i in range(4) for j in range(i, 4)}
    parts = (leaves(components_in(field, chart)(place)) for field in fields)
    sizes = [max((abs(x) for x in some if is_number(x) and x), default=1) for some in parts]
    for sign in (1, -1):
        wanted = {(0, 1): -sign, (2, 3): sign}
        left = {(i, j): g.sub(x, wanted.get((i, j), 0)) for (i, j), x in products.items()}
        if all(is_rounding(g.div(x, sizes[i] * sizes[j])) for (i, j), x in left.items()):
            return fields, sign
    raise DomainError(
        f"{operation} expects l, n, m, m* whose products are 0, but l.n = -1, m.m* = 1, or l.n = 1, m.m* = -1"
    )


@public("Newman-Penrose-scalars")
def Newman_Penrose_scalars(
    metric: Metric | Connection, basis: AnyBasis, tetrad: Structure
) -> tuple[tuple[str, ManifoldFunction], ...]:
    """The scalars of the curvature by a null tetrad with their names, functions on the manifold; a ``dict`` in Python.

    The tetrad is l, n, m and the conjugate of m, with l.n = -1, m.m* = 1 in the signature -+++ and the negatives of
    these in +---; the scalars are the same.

    Scheme:  (Newman-Penrose-scalars g basis (up l n m m*))
    Math:    Psi0 = C(l, m, l, m), Psi1 = C(l, n, l, m), Psi2 = C(l, m, m*, n), Psi3 = C(l, n, m*, n),
             Psi4 = C(n, m*, n, m*); Phi00 = R(l, l)/2, .., Phi11 = (R(l, n) + R(m, m*))/4, Lambda = R/24
    Shapes:  (name scalar) for each
    Raises:  WrongTypeError unless there are four dimensions and four fields; DomainError unless it is proved that they
             are a null tetrad
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, 3.5
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> m, w = (d_dx + sqrt(-1) * d_dy) / sqrt(2), (d_dx - sqrt(-1) * d_dy) / sqrt(2)
    >>> tetrad = up(d_dt + d_dz, (d_dt - d_dz) * 0.5, m, w)
    >>> found = Newman_Penrose_scalars(Minkowski_metric(R4_rect), R4_rect, tetrad)
    >>> found[2][0], found[2][1](R4_rect.point(*symbols("t x y z")))
    ('Psi2', 0)
    """
    metric, basis, tensors = _tensors(metric, basis, "Newman-Penrose-scalars", 4)
    (k, n, m, w), sign = _null_tetrad(tetrad, metric, basis.chart, "Newman-Penrose-scalars")
    C, R = Weyl(metric, basis), tensors["R"]
    scalars = {"Psi0": C(k, m, k, m), "Psi1": C(k, n, k, m), "Psi2": C(k, m, w, n), "Psi3": C(k, n, w, n)}
    scalars |= {"Psi4": C(n, w, n, w), "Phi00": R(k, k) / 2, "Phi01": R(k, m) / 2, "Phi02": R(m, m) / 2}
    scalars |= {"Phi11": (R(k, n) + R(m, w)) / 4, "Phi12": R(n, m) / 2, "Phi22": R(n, n) / 2}
    return tuple((name, sign * x) for name, x in (scalars | {"Lambda": tensors["S"] / 24}).items())


@public("Segre-type")
def Segre_type(tensor: Multilinear, metric: Metric, basis: AnyBasis) -> str:
    """The Segre type of a symmetric tensor, such as Ricci's, at a typical place of a spacetime: "[(111),1]".

    A number is the size of a Jordan block of the mixed components, behind a comma that of the timelike or the null
    direction; parentheses hold what has the same eigenvalue, ZZ* is a pair of complex ones.

    Scheme:  (Segre-type T g basis)
    Shapes:  result: a string
    Raises:  DomainError if the signature is not that of a spacetime, or an eigenvalue or a sign is not decided
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, 5.1
    >>> g, (d_dt, d_dx, d_dy, d_dz) = Minkowski_metric(R4_rect), R4_rect.vector_basis("t x y z")
    >>> Segre_type(perfect_fluid(g, R4_rect, *symbols("rho p"), d_dt), g, R4_rect)
    '[(111),1]'
    """
    basis = as_basis(basis, "Segre-type")
    signature, m = metric_signature(metric, basis), typical_point(basis.chart)
    blocks, pairs, *_ = _algebraic_type(tensor, metric, basis, signature, m)
    return _Segre_symbol([some for _, *some in blocks], pairs)


def _Segre_symbol(blocks: Any, pairs: int) -> str:
    text = "".join(
        f"({'1' * ones},{last})" if ones and last else f",{last}" if last else f"({'1' * ones})" if ones > 1 else "1"
        for ones, last in sorted(blocks, key=lambda x: (bool(x[1]), -x[0]))
    )
    return f"[{text}{',ZZ*' * pairs}]"


def _algebraic_type(
    tensor: Multilinear, metric: Metric, basis: Basis, signature: str, m: Any
) -> tuple[list[tuple[Any, int, int]], int, Matrix, Matrix]:
    """The eigenvalues of the mixed components, each with the number of spacelike directions and the size of the block
    of another, or 0; the number of complex pairs; the mixed components, and those of the metric."""
    n = basis.dimension
    if 1 not in (signature.count("-"), signature.count("+")):
        raise DomainError(f"{CALLED} expects the metric of a spacetime, got one of the signature {signature}")
    mixed = index_notation("T^a_b", {"T": as_tensor(tensor, VECTORS, basis)}, metric, basis)
    matrix = Matrix(rows([reduced(x) for x in mixed.components(m)], n))
    lower = Matrix(rows(components_of(metric, basis, str(CALLED)).lower(m), n))
    product = lower if signature.count("-") == 1 else g.negate(lower)
    with assuming(positive=basis.chart.positive_at(m)):
        values, pairs = _eigenvalues(matrix)
        parts = [(value, *_blocks(matrix, product, value, times)) for value, times in values]
    known = any(sign < 0 for *_, sign in parts) or pairs  # there is no more than one timelike direction
    for value, _, size, sign in parts:
        if not (size and (sign or known)):
            raise DomainError(f"{CALLED}: it is not decided what the eigenvectors of {infix(expression_of(value))} are")
    blocks = [(value, number - 1, size) if sign < 0 else (value, number, 0) for value, number, size, sign in parts]
    return blocks, pairs, matrix, lower


def _eigenvalues(matrix: Matrix) -> tuple[list[tuple[Any, int]], int]:
    """The real eigenvalues with their multiplicities, and the number of pairs of complex ones."""
    x = symbol("the eigenvalue")
    values, pairs = [], 0
    for base, times in factors_of(expression_of(factor(characteristic_polynomial(matrix, x)).value)):
        if times < 0:
            continue
        terms = polynomial_in(base, {x: Polynomial.variables(1)[0]}, 1).terms
        *_, a, b, c = 0, 0, 0, *(terms.get((i,), 0) for i in range(max(terms)[0], -1, -1))
        square = reduced(g.sub(g.square(b), g.mul(4, g.mul(a, c))))
        sign = sign_or_zero(square) if max(terms) == (2,) else 0
        if max(terms) == (1,):
            values.append((reduced(g.div(g.negate(c), b)), times))
        elif sign > 0:
            roots = (g.sub(side, b) for side in (g.sqrt(square), g.negate(g.sqrt(square))))
            values += [(reduced(g.div(root, g.mul(2, a))), times) for root in roots]
        elif max(terms) > (0,) and not sign:
            raise DomainError(f"{CALLED}: it is not decided which eigenvalues {infix(base)} = 0 has")
        pairs += times * (sign < 0)
    return values, pairs


def _blocks(matrix: Matrix, product: Matrix, value: Any, times: int) -> tuple[int, int, int]:
    """The number of eigenvectors of an eigenvalue; the size of the largest block, 0 if that is not decided; the sign of
    the product on them, -1 for a null direction, 0 if it is not decided."""
    shifted = reduced(g.sub(matrix, value))
    space = null_space(shifted.rows)
    sizes = [len(space), *(len(null_space(reduced(g.expt(shifted, k)).rows)) for k in (2, 3) if len(space) < times)]
    largest = sizes.index(times) + 1 if times in sizes else 0
    gram = determinant(tuple(tuple(dot(u, [dot(row, v) for row in product.rows]) for v in space) for u in space))
    return len(space), largest, sign_or_zero(reduced(gram)) if largest == 1 else -1


@public("energy-conditions")
def energy_conditions(stress: Multilinear, metric: Metric, basis: AnyBasis) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """What has to be nonnegative by each of the energy conditions, in coordinates, for a stress in any basis.

    The signature is (-, +, +, +) where it is not decided. The density is that of the timelike direction which the
    stress has of its own. Where it has a double null direction k instead, as null dust has, p_1 = -rho, and the
    components of the part N_ab along k_a k_b are to be nonnegative too, by each of the conditions.

    Scheme:  (energy-conditions T g basis)
    Math:    null: rho + p_i;  weak: rho too;  dominant: rho - |p_i|;  strong: rho + p_i, rho + sum p_i
    Shapes:  (name (expression ...)) for each
    Raises:  DomainError if the stress has neither direction, and meets no condition; for a metric of no spacetime; if
             an eigenvalue or a sign is not decided
    Source:  Hawking, Ellis, 4.3
    1 ]=> (define g (Minkowski-metric R4-rect))
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (car (energy-conditions (perfect-fluid g R4-rect 'rho 'p d/dt) g R4-rect))
    ;Value: ("null" ((+ p rho)))
    >>> g = Minkowski_metric(R4_rect)
    >>> T = perfect_fluid(g, R4_rect, *symbols("rho p"), R4_rect.vector_basis()[0])
    >>> dict(energy_conditions(T, g, R4_rect))["dominant"]
    ((+ p rho), (+ (* -1 p) rho))
    """
    basis = as_basis(basis, "energy-conditions")
    found = in_coordinates(lambda m: Up(map(Up, _energies(stress, metric, basis, m))), basis.chart)
    (rho,), pressures, flux = ([*map(simplify, part)] for part in found)
    sums = [*flux, *(g.add(rho, p) for p in pressures)]
    conditions = {
        "null": sums,
        "weak": [rho, *sums],
        "dominant": [*sums, *(g.sub(rho, p) for p in pressures), *([rho] if flux else [])],
        "strong": [*sums, sum_of(pressures if flux else [rho, *pressures])],
    }
    return tuple((name, tuple(dict.fromkeys(map(simplify, parts)))) for name, parts in conditions.items())


def _energies(stress: Multilinear, metric: Metric, basis: Basis, m: Any) -> Iterator[list[Any]]:
    try:
        signature = metric_signature(metric, basis)
    except DomainError:
        signature = "-" + "+" * (basis.dimension - 1)
    blocks, pairs, matrix, lower = _algebraic_type(stress, metric, basis, signature, m)
    own = [(value, size) for value, _, size in blocks if size]
    if pairs or own[0][1] > 2:
        kind = _Segre_symbol([some for _, *some in blocks], pairs)
        raise DomainError(f"{CALLED}: a stress of the Segre type {kind} meets none of the conditions at any place")
    (value, size), sign = own[0], -1 if signature.count("-") == 1 else 1
    yield [g.mul(sign, value)]
    yield [g.mul(-sign, p) for p, ones, _ in sorted(blocks, key=lambda x: not x[2]) for _ in range(ones)]
    part = g.mul(lower, g.sub(matrix, value))
    for other, *_ in blocks:
        if other is not value:
            part = g.div(g.mul(part, g.sub(matrix, other)), g.sub(value, other))
    flux = [reduced(part.rows[i][i]) for i in range(len(matrix))] if size == 2 else []
    yield [x for x in flux if not vanishes(x)]


# --- spacetimes ------------------------------------------------------------------------------------------------------
# Metrics of spacetimes: flat, around a mass that is charged or turns, of homogeneous universes.
#
# They have the signature (-, +, +, +), with the speed of light c, 1 unless it is given; their chart is one of four
# coordinates, such as ``spacetime-sphere`` of (t, r, theta, phi).


def _spacetime(chart: Chart, name: str, entries: Callable[..., tuple[Any, ...]]) -> Tensor:
    if chart.dimension != 4:
        raise WrongTypeError(f"{name} expects a chart of four coordinates, got {chart}")

    def at(place: Any) -> list[Any]:
        given = dict(zip(((0, 0), (1, 1), (2, 2), (3, 3), (0, 3)), entries(*chart.at(place)), strict=False))
        return symmetric(4, lambda i, j: given.get((i, j), 0))

    return Tensor(coordinate_basis(chart), VECTORS, Components(chart, at), name)


@public("Minkowski-metric")
def Minkowski_metric(chart: Chart, c: Scalar = 1) -> Tensor:
    """The metric of flat spacetime in rectangular coordinates (t, x, y, z).

    Scheme:  (Minkowski-metric sys c)
    Math:    -c^2 dt^2 + dx^2 + dy^2 + dz^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError if the chart has not four coordinates
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> Minkowski_metric(R4_rect, symbols("c"))(d_dt + d_dx, d_dt + d_dx)(R4_rect.point(*symbols("t x y z")))
    (+ 1 (* -1 (expt c 2)))
    """
    return _spacetime(chart, "Minkowski-metric", lambda t, x, y, z: (g.negate(g.square(c)), 1, 1, 1))


def _static(chart: Chart, name: str, lapse: Callable[[Any], Any], c: Any) -> Tensor:

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> tuple[Any, ...]:
        f, area = lapse(r), g.square(r)
        return g.negate(g.mul(g.square(c), f)), g.invert(f), area, g.mul(area, g.square(g.sin(theta)))

    return _spacetime(chart, name, entries)


@public("Schwarzschild-metric")
def Schwarzschild_metric(chart: Chart, radius: Scalar, c: Scalar = 1) -> Tensor:
    """The metric around a mass, in coordinates (t, r, theta, phi); the radius is that of the horizon, 2 G M / c^2.

    Scheme:  (Schwarzschild-metric sys rs c)
    Math:    f = 1 - rs/r
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError if the chart has not four coordinates
    Source:  FDG 9
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = Schwarzschild_metric(spacetime_sphere, *symbols("rs c"))
    >>> simplify(g(d_dr, d_dr)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ r (+ r (* -1 rs)))
    >>> simplify(Ricci(g, spacetime_sphere)(d_dr, d_dr)(spacetime_sphere.point(*symbols("t r theta phi"))))
    0
    """
    return _static(chart, "Schwarzschild-metric", lambda r: g.sub(1, g.div(radius, r)), c)


@public("Reissner-Nordstrom-metric")
def Reissner_Nordstrom_metric(chart: Chart, radius: Scalar, charge: Scalar, c: Scalar = 1) -> Tensor:
    """The metric around a charged mass; the charge is given as a length.

    Scheme:  (Reissner-Nordstrom-metric sys rs rq c)
    Math:    f = 1 - rs/r + rq^2/r^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 31
    >>> g, basis = Reissner_Nordstrom_metric(spacetime_sphere, *symbols("rs rq")), spacetime_sphere.basis()
    >>> simplify(Ricci_scalar(g, basis)(spacetime_sphere.point(*symbols("t r theta phi"))))
    0
    """

    def lapse(r: Any) -> Any:
        return g.add(g.sub(1, g.div(radius, r)), g.div(g.square(charge), g.square(r)))

    return _static(chart, "Reissner-Nordstrom-metric", lapse, c)


@public("de-Sitter-metric")
def de_Sitter_metric(chart: Chart, radius: Scalar, c: Scalar = 1) -> Tensor:
    """The static metric of the space of de Sitter, with a horizon of this radius: Lambda = 3/radius^2.

    Scheme:  (de-Sitter-metric sys L c)
    Math:    f = 1 - r^2/L^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Hawking and Ellis 5.2
    >>> g, basis = de_Sitter_metric(spacetime_sphere, symbols("L")), spacetime_sphere.basis()
    >>> simplify(Ricci_scalar(g, basis)(spacetime_sphere.point(*symbols("t r theta phi"))))  # 4 Lambda
    (/ 12 (expt L 2))
    """
    return _static(chart, "de-Sitter-metric", lambda r: g.sub(1, g.div(g.square(r), g.square(radius))), c)


@public("FLRW-metric")
def FLRW_metric(chart: Chart, scale: RealFunction, curvature: Scalar, c: Scalar = 1) -> Tensor:
    """The metric of a homogeneous universe in coordinates (t, r, theta, phi), with a scale factor, a function of t.

    Scheme:  (FLRW-metric sys R k c)
    Math:    -c^2 dt^2 + R(t)^2 (dr^2/(1 - k r^2) + r^2 (dtheta^2 + sin^2 theta dphi^2))
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = FLRW_metric(spacetime_sphere, literal_function("R"), symbols("k"), symbols("c"))
    >>> simplify(up(g(d_dt, d_dt), g(d_dr, d_dr))(spacetime_sphere.point(*symbols("t r theta phi"))))
    (up (* -1 (expt c 2)) (/ (* -1 (expt (R t) 2)) (+ -1 (* k (expt r 2)))))
    """

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> tuple[Any, ...]:
        size = g.square(scale(t))
        area, bent = g.mul(size, g.square(r)), g.sub(1, g.mul(curvature, g.square(r)))
        return g.negate(g.square(c)), g.div(size, bent), area, g.mul(area, g.square(g.sin(theta)))

    return _spacetime(chart, "FLRW-metric", entries)


@public("Kerr-metric")
def Kerr_metric(chart: Chart, mass: Scalar, spin: Scalar) -> Tensor:
    """The metric around a rotating mass in coordinates of Boyer and Lindquist; mass and spin are lengths, c = 1.

    Scheme:  (Kerr-metric sys M a)
    Math:    Sigma = r^2 + a^2 cos^2 theta,   Delta = r^2 - 2 M r + a^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 33
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = Kerr_metric(spacetime_sphere, *symbols("M a"))
    >>> simplify(g(d_dt, d_dphi)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (+ (* 2 M a r (expt (cos theta) 2)) (* -2 M a r)) (+ (* (expt a 2) (expt (cos theta) 2)) (expt r 2)))
    """

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> tuple[Any, ...]:
        sine, rr, aa = g.square(g.sin(theta)), g.square(r), g.square(spin)
        sigma = g.add(rr, g.mul(aa, g.square(g.cos(theta))))
        pull = g.div(g.mul(g.mul(2, mass), r), sigma)
        radial = g.div(sigma, g.add(g.sub(rr, g.mul(g.mul(2, mass), r)), aa))
        turning = g.mul(sine, g.add(g.add(rr, aa), g.mul(pull, g.mul(aa, sine))))
        return g.sub(pull, 1), radial, sigma, turning, g.negate(g.mul(pull, g.mul(spin, sine)))

    return _spacetime(chart, "Kerr-metric", entries)
