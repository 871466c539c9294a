"""The fields of the documentation: their order, and the errors under Raises, each of which is provoked."""

from __future__ import annotations

import pytest

import scmpy
from scmpy.errors import ScmpyError
from scmpy.registry import entries, scheme_entry

from .fields import FIELDS, fields

#: A name and a call of it, or of what it makes, for which it raises one of the errors that its documentation names.
CALLS = """
Dt: Dt(lambda s: s[1])(up(0, 1))
Gamma: Gamma(3)
Gamma: Gamma(lambda a, b: a)
HHpotential: HHpotential(up(0, 1, 2))
Hamilton-equations: Hamilton_equations(H_harmonic(1, 2))(lambda t: up(t, t), lambda t: up(t, t))(1)
J-func: J_func(up(1, 2, 3))
Lagrangian-action: Lagrangian_action(L_harmonic(1, 2), lambda t: t, symbols("a"), 1)
Maxwell-residuals: Maxwell_residuals(coordinate_system_to_metric(R2_rect), R2_rect.basis(), 3)
Noether-integral: Noether_integral(L_harmonic(1, 2), 3)
SE3->M: SE3_to_M(up(1, 2))
SR-name: SR_name(up(1, 2))
T-body: T_body(1, 2, 3)(up(up(1, 2), 3, 4))
clip: clip(3)
clip-state: clip_state(3)(up(1, 2))
collect: collect("(* a x)", 3)
column-matrix->up: column_matrix_to_up(matrix_by_rows([1, 2]))
constrained-Lagrange-equations: constrained_Lagrange_equations(L_free_particle(1), lambda s: s[1][0])(lambda t: up(t, t), 3)(1)
constraint-forces: constraint_forces(lambda s: s[1][0])(up(0, up(1, 2), up(3, 4)), up(1, 2))
corresponding-velocities: corresponding_velocities(up(1, 2))
embedding-map->metric-components: embedding_map_to_metric_components(3, lambda x: up(x[0], x[1]))(up(1, 2))
group-generators: group_generators(Euler_to_M, up(1, 0, 0))
literal-Hamiltonian-state: literal_Hamiltonian_state(-1)
literal-Lagrangian-state: literal_Lagrangian_state(-1)
lyapunov-exponents-of-map: lyapunov_exponents_of_map(lambda p: p, up(1, 2), 0)
lyapunov-exponents-of-map: lyapunov_exponents_of_map(lambda p: up(0, 0), up(.1, .2), 10)
matrix-ref: matrix_ref(matrix_by_rows([1, 2]), 3, 3)
make-chart: make_chart("x x")
make-manifold: make_manifold(Sn_type, 3, 2)
make-manifold: make_manifold(Sn_type, -1)
vector->quaternion: vector_to_quaternion([1, 2])
make-series: make_series(3, [1])
maxnorm: maxnorm(up(symbols("a"), 2))
multi-factorial: multi_factorial(3, -1)
parallel-transport: parallel_transport(Christoffel_to_Cartan(metric_to_Christoffel_2(S2_metric, S2_spherical.basis())), 3, 0, 1)
parallel-transport: parallel_transport(Christoffel_to_Cartan(metric_to_Christoffel_2(S2_metric, S2_spherical.basis())), lambda t: t, 0, 1)
partial: partial("a")
permute: permute([5], ["a"])
subpermute: subpermute({5: 1}, ["a"])
list-interchanges: list_interchanges([1], [2])
row-matrix->down: row_matrix_to_down(matrix_by_cols([1, 2]))
s:generate: s_generate(2, "x", lambda i: i)
size: size(3)
v:make-basis-unit: v_make_basis_unit(2, 3)
v:make-unit: v_make_unit(up(0, 0))
general-inner-product: general_inner_product(lambda a, b: a + b, lambda a, b: a * b, 0)([1], [1, 2])
generate-gradient-procedure: generate_gradient_procedure(lambda x: x[0], 2, .1)([1.0])
gcd-complex: gcd_complex(1.5, 2)
quadratic: quadratic(1j, 1, 1, max, max, max, max, max)
symb:derivative: symbol_derivative(3)
sparse-divisible?: is_sparse_divisible(poly_from_dense([1, 1]), poly_make_identity(2))
fpf:s-poly: s_polynomial(poly_from_dense([1, 1]), poly_from_dense([0]))
Hanning: Hanning([1])
chirp-z: chirp_z(2, 0, 1, [1, 2])
signal:make: signal_make("a", sigfun_make(sin, (0, 1)))
poly-laguerre-method: poly_laguerre_method(poly_from_dense([1, 0, 1]))(0, [1, 0, 0], max, max)
polynomial-function: polynomial_function(poly_make_identity(2))
rational-interpolation: rational_interpolation([1.0], 2.0, [1.0], 0)
real-matrix->eigenvalues-eigenvectors: real_matrix_to_eigenvalues_eigenvectors(matrix_by_rows([1]), -1)
second-euler-maclaurin: second_euler_maclaurin(sin, 0, 1)(0)
merge-2-clusters: merge_2_clusters([1], max)
"""

NAMES = {name: getattr(scmpy, name) for name in scmpy.__all__}


def test_fields_stand_in_their_order():
    found = [(entry.scheme, [*fields(entry.doc)]) for entry in entries()]
    assert len([names for _, names in found if names]) > 1900
    assert [name for name, names in found if names != sorted(names, key=FIELDS.index)] == []


@pytest.mark.parametrize("line", CALLS.strip().splitlines())
def test_the_errors_that_are_documented_are_raised(line):
    name, _, call = line.partition(": ")
    with pytest.raises(ScmpyError) as told:
        eval(call, dict(NAMES))
    assert type(told.value).__name__ in fields(scheme_entry(name).doc)["Raises"]
