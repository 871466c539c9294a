"""Multivectors under D, in paths, Lagrangians, compiled code and motions, beside other composite values."""

import math
import pickle
import random

import numpy
import pytest

import scmpy
from scmpy import *
from scmpy.generic.types import tree_leaves, tree_map

from ..tables import refusals

m, k, t, x, y, z, w = symbols("m k t x y z w")


def test_the_derivative_by_a_multivector():
    """Hestenes' derivative: of <A X> it is A, of X itself the number of coefficients."""
    for algebra in (VGA2, VGA3, STA):
        A, X = literal_multivector("A", algebra), literal_multivector("X", algebra)
        assert equivalent(D(lambda X, A=A: scalar_part(A * X))(X), A)
        assert equivalent(D(norm_squared)(X), 2 * ~X)
        assert D(lambda X: X)(X) == 2**algebra.dimension
    B = literal_multivector("B", VGA3, 2)
    assert equivalent(D(lambda B: B * B)(B), 2 * B)
    assert equivalent(partial(0)(lambda B, f: f * scalar_part(B * B))(B, x), 2 * x * B)


def test_a_directional_derivative():
    X, A = literal_multivector("X", VGA3, 1, 2), literal_multivector("A", VGA3, 1, 2)
    along = D(lambda h: (X + h * A) * (X + h * A))(0)
    assert equivalent(along, X * A + A * X)


def test_the_derivative_by_a_matrix_or_quaternion():
    M = matrix_by_rows([x, y], [z, w])
    assert equivalent(D(determinant)(M), matrix_by_rows([w, -y], [-z, x]))
    wide = matrix_by_rows([x, y, z])
    assert D(lambda M: M[0, 0] * M[0, 2])(wide).shape == (3, 1)
    assert scmpy.simplify(D(lambda q: scmpy.q_magnitude(q) ** 2)(quaternion(x, y, z, w))) == 2 * scmpy.down(x, y, z, w)
    state = up(t, quaternion(x, y, z, w), M)
    assert D(lambda s: s[0] * s[1][2] * s[2][1, 0])(state) == scmpy.down(
        z * z, scmpy.down(0, 0, t * z, 0), matrix_by_rows([0, t * z], [0, 0])
    )
    assert partial(1, 2)(lambda s: s[0] * s[1][2])(state) == t


def test_second_derivatives_by_quaternions():
    q = quaternion(x, y, z, w)
    second = D(D(lambda q: q[0] ** 2 * q[1]))(q)
    assert second[0][0] == 2 * y and scmpy.simplify(second[0][1] - 2 * x) == 0


def test_composites_are_walked_alike():
    values = up(1, quaternion(2, 3, 4, 5), matrix_by_rows([6, 7]), 8 * VGA3.e12 + 9 * VGA3.e1)
    assert tree_leaves(values) == [1, 2, 3, 4, 5, 6, 7, 9, 8]
    assert tree_leaves(tree_map(lambda n: 2 * n, values)) == [2 * n for n in tree_leaves(values)]


def test_a_path_of_multivectors():
    r = literal_function("x")(t) * VGA2.e1 + literal_function("y")(t) * VGA2.e2

    def path(t):
        return literal_function("x")(t) * VGA2.e1 + literal_function("y")(t) * VGA2.e2

    local = Gamma(path)(t)
    assert local[1] == r and local[2] == D(path)(t)


def test_lagrange_s_equations_of_a_multivector():
    """The oscillator with a vector for coordinates: the same equations as in coordinates, as one vector."""

    def L(local):
        _, r, v = local
        return m / 2 * norm_squared(v) - k / 2 * norm_squared(r)

    def path(t):
        return literal_function("x")(t) * VGA2.e1 + literal_function("y")(t) * VGA2.e2

    equations = Lagrange_equations(L)(path)(t)
    in_coordinates = Lagrange_equations(scmpy.L_harmonic(m, k))(scmpy.up(literal_function("x"), literal_function("y")))(
        t
    )
    assert equivalent(equations, in_coordinates[0] * VGA2.e1 + in_coordinates[1] * VGA2.e2)


def spin(s):
    """A rotor that turns with a constant angular velocity in its own frame."""
    return up(1, s[1] * (0.3 * VGA3.e12 + 0.2 * VGA3.e23) / 2)


START = up(0.0, even_part(1.0 + 0 * VGA3.e1))


def test_a_rotor_is_integrated():
    expected = exp(0.3 * VGA3.e12 + 0.2 * VGA3.e23)
    for method in (None, "bulirsch-stoer", "qcrk4"):
        end = (
            state_advancer(lambda: spin)(START, 2.0, 1e-12, method)
            if method
            else state_advancer(lambda: spin)(START, 2.0, 1e-12)
        )
        assert all(abs(c) < 1e-9 for c in (end[1] - expected).terms.values())


def test_the_trajectory_of_a_rotor_names_its_blades():
    motion = trajectory(spin, START, 2.0)
    assert motion.names == ("t", "x1_1", "x1_e12", "x1_e13", "x1_e23")
    assert math.isclose(motion(1.0)[1].scalar, math.cos(math.hypot(0.3, 0.2) / 2), rel_tol=1e-9)


def test_a_trajectory_of_rotors_is_not_saved(tmp_path):
    motion = trajectory(spin, START, 2.0)
    with pytest.raises(scmpy.ScmpyError, match="tuples of numbers"):
        motion.save(tmp_path / "motion.npz")


def test_functions_of_multivectors_are_compiled():
    def turned(R, v):
        return scmpy.sandwich(R, v)

    R, v = exp(0.4 * VGA3.e12), VGA3.e1 + 2.0 * VGA3.e2 + 3.0 * VGA3.e3
    compiled = compile_function(turned, R, v)
    assert all(abs(c) < 1e-15 for c in (compiled(R, v) - turned(R, v)).terms.values())
    other = exp(-1.4 * VGA3.e12)
    assert all(abs(c) < 1e-15 for c in (compiled(other, v) - turned(other, v)).terms.values())


def test_batches_of_multivectors():
    angles = numpy.linspace(-3, 3, 7)
    together = exp(up(angles)[0] * VGA3.e12)
    for i, angle in enumerate(angles):
        alone = exp(float(angle) * VGA3.e12)
        assert numpy.isclose(together["e12"][i], alone["e12"], rtol=1e-15)


def test_a_multivector_crosses_processes():
    B = literal_multivector("B", PGA3, 2)
    assert pickle.loads(pickle.dumps(up(t, B))) == up(t, B)


def test_in_scheme():
    session = scmpy.scheme.Session() if hasattr(scmpy, "scheme") else __import__("scmpy.scheme").scheme.Session()
    value = session.run(
        """
        (define e1 (VGA3 'e1)) (define e2 (VGA3 'e2))
        (define R (exp (* (/ 'a -2) (wedge e1 e2))))
        (list (* e1 e2) (wedge e1 e2) (dot-product e1 (+ e1 e2)) (vee (VGA3 'e12) (VGA3 'e23))
              (simplify (reversion R)) (grade-part (+ 1 e1 (* e1 e2)) 2) (zero? (- e1 e1)) (multivector? R)
              (simplify (coefficient-of 'e12 R)))
        """
    )
    assert scmpy.scheme.printer.write_text(value) == (
        "(e12 e12 1 e2 (+ (cos (* 1/2 a)) (* (sin (* 1/2 a)) e12)) e12 #t #t (* -1 (sin (* 1/2 a))))"
    )


@pytest.mark.parametrize("algebra", [VGA3, PGA3, scmpy.CGA3, scmpy.geometric_algebra(2, 2, 1)], ids=str)
@pytest.mark.slow
def test_motors_stay_motors_by_methods_of_munthe_kaas(algebra):
    source = random.Random(1)
    first, second = (
        make_multivector(algebra, [source.uniform(-0.5, 0.5) for _ in algebra.of_grade(2)], 2) for _ in "ab"
    )

    def slope(state):
        return up(1, state[1] * (first + second * scmpy.cos(state[0])))

    start = up(0.0, even_part(1.0 + 0 * algebra.vectors[0]))
    expected = state_advancer(lambda: slope)(start, 2.0, 1e-13)[1]
    errors = []
    for step in (0.1, 0.05):
        end = trajectory(slope, start, 2.0, method="munthe-kaas-4", step=step).end[1]
        errors.append(max(map(abs, (end - expected).terms.values())))
        assert all(abs(x - (blade == 0)) < 1e-13 for blade, x in (end * ~end).terms.items())
    assert 3.7 < math.log2(errors[0] / errors[1]) < 4.3
    end = trajectory(slope, start, 2.0, method="munthe-kaas-8", step=0.05).end[1]
    assert max(map(abs, (end - expected).terms.values())) < 1e-12


def test_equality_in_scheme():
    from scmpy.scheme import Session

    value = Session().run(
        """
        (define e1 (VGA3 'e1)) (define e2 (VGA3 'e2))
        (list (= e1 (* 1 e1)) (= e1 e2) (= (* e1 e1) 1) (= 2 (* e1 e1)) (equal? (* 'a e1) (* 'a e1)) (equal? e1 e2)
              (equal? e1 (STA 'e1)) (equal? e1 (+ e1 (* 0 e2))) (and (member e2 (list e1 (* 1 e2))) #t))
        """
    )
    assert scmpy.scheme.printer.write_text(value) == "(#t #f #t #f #t #f #f #t #t)"


def test_what_scheme_prints():
    """An algebra shows itself as what makes it, pp shows sums, and '1, the number, names the blade of no vectors."""
    session = __import__("scmpy.scheme").scheme.Session()
    value = session.run(
        """
        (list VGA3 STA (geometric-algebra 4 1 1) (VGA3 '1) (coefficient-of '1 (+ 5 (VGA3 'e1)))
              (with-output-to-string (lambda () (pp (up (* 'a (VGA3 'e12)) 2)))))
        """
    )
    shown = scmpy.scheme.printer.write_text(value)
    assert shown == '(VGA3 STA (geometric-algebra 4 1 1) 1 5 "(up (* a e12) 2)\\n")'
    field = session.run("(define-coordinates (up x y) R2-rect) ((* x (VGA2 'e1)) ((point R2-rect) (up 'a 'b)))")
    assert field == symbols("a") * scmpy.VGA2.e1


test_what_is_refused = refusals(__file__, "mechanics", globals())
