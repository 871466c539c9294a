"""The products of multivectors, against matrices that represent the algebras, and by their laws."""

import itertools
import pickle
import random

import hypothesis
import numpy
import pytest
from hypothesis import strategies as st

import scmpy
from scmpy import *
from scmpy.clifford.multivector import Multivector
from tests.clifford.representations import matrix_of

from ..tables import refusals

SIGNATURES = [(p, q, r) for p, q, r in itertools.product(range(6), repeat=3) if 0 < p + q + r <= 5]


def some(algebra, random, *grades):
    """A multivector of small whole numbers, of which many are 0."""
    coefficients = [random.choice([0, 0, 1, -1, 2, 3]) for _ in algebra.of_grade(*(grades or range(9)))]
    return make_multivector(algebra, coefficients, *grades)


@pytest.mark.parametrize("signature", SIGNATURES, ids=str)
def test_products_are_those_of_matrices(signature):
    algebra, source = geometric_algebra(*signature), random.Random(1)
    for _ in range(5):
        a, b = some(algebra, source), some(algebra, source)
        assert (matrix_of(a * b) == matrix_of(a) @ matrix_of(b)).all()
        assert (matrix_of(a + 2 * b - 1) == matrix_of(a) + 2 * matrix_of(b) - numpy.eye(2**algebra.dimension)).all()


@pytest.mark.parametrize("signature", SIGNATURES, ids=str)
def test_products_by_grades_are_parts_of_the_geometric_one(signature):
    algebra, source = geometric_algebra(*signature), random.Random(2)
    n = algebra.dimension
    for j, k in itertools.product(range(n + 1), repeat=2):
        a, b = some(algebra, source, j), some(algebra, source, k)

        def part(grade, a=a, b=b):
            return grade_part(a * b, grade) if 0 <= grade <= n else 0

        assert a ^ b == part(j + k)
        assert a | b == part(abs(j - k))
        assert left_contraction(a, b) == part(k - j)
        assert right_contraction(a, b) == part(j - k)
        assert scalar_product(a, b) == scalar_part(a * b)
        assert commutator_product(a, b) == (a * b - b * a) / 2
        assert scmpy.commutator(a, b) == a * b - b * a
        assert scmpy.anticommutator(a, b) == a * b + b * a


@pytest.mark.parametrize("signature", SIGNATURES, ids=str)
def test_the_dual_needs_no_metric(signature):
    algebra, source = geometric_algebra(*signature), random.Random(3)
    for blade in scmpy.basis_blades(algebra):
        assert blade ^ dual(blade) == algebra.I
        assert undual(dual(blade)) == dual(undual(blade)) == blade
    a, b, c = (some(algebra, source) for _ in range(3))
    assert dual(a & b) == dual(a) ^ dual(b)
    assert (a & b) & c == a & (b & c)
    assert a & algebra.I == algebra.I & a == a
    assert vee(a, b) == a & b


@st.composite
def three(draw):
    algebra = geometric_algebra(*draw(st.sampled_from(SIGNATURES)))
    numbers = st.lists(st.integers(-3, 3), min_size=len(algebra.blades), max_size=len(algebra.blades))
    return tuple(make_multivector(algebra, draw(numbers)) for _ in range(3))


@pytest.mark.slow
@hypothesis.settings(max_examples=60, deadline=None)
@hypothesis.given(three())
def test_laws(multivectors):
    a, b, c = multivectors
    assert (a * b) * c == a * (b * c)
    assert (a ^ b) ^ c == a ^ (b ^ c)
    assert a * (b + c) == a * b + a * c
    assert ~(a * b) == ~b * ~a
    assert grade_involution(a * b) == grade_involution(a) * grade_involution(b)
    assert Clifford_conjugate(a * b) == Clifford_conjugate(b) * Clifford_conjugate(a)
    assert left_contraction(a ^ b, c) == left_contraction(a, left_contraction(b, c))
    assert norm_squared(a) == scalar_part(a * ~a)
    assert sum((grade_part(a, k) for k in range(a.algebra.dimension + 1)), 0) == a
    assert hash(a + b) == hash(b + a)
    assert pickle.loads(pickle.dumps(a)) == a


@pytest.mark.slow
def test_a_bivector_is_moved_by_the_commutator():
    """[mu, xi] ^ zeta = mu ^ [xi, zeta] for bivectors xi, zeta and mu of the complementary grade, of any signature."""
    for signature in SIGNATURES:
        algebra = geometric_algebra(*signature)
        n = algebra.dimension
        if n < 2:
            continue
        xi, zeta = literal_multivector("xi", algebra, 2), literal_multivector("zeta", algebra, 2)
        mu = literal_multivector("mu", algebra, n - 2)
        left = commutator_product(mu, xi) ^ zeta
        right = mu ^ commutator_product(xi, zeta)
        assert equivalent(left, right).verdict == "equal", signature


def test_zeros_are_kept_where_the_product_may_have_more():
    R = even_part(1 + 0 * VGA3.e1)
    assert R == 1 and R.grades == (0, 2) and list(R.terms) == [0, 3, 5, 6]
    assert (R * VGA3.e12 / 2).terms.keys() == R.terms.keys()


def test_scalars_are_multivectors_of_grade_0():
    assert VGA3.e1 * VGA3.e1 == 1 and hash(VGA3.e1 * VGA3.e1) == hash(1)
    assert VGA3.e1 * 0 == 0 and VGA3.e1 != 1 and VGA3.e1 != PGA3.e1
    assert (2 ^ VGA3.e1) == 2 * VGA3.e1 and (VGA3.e1 | 2) == 2 * VGA3.e1
    assert equivalent(VGA3.e1**2, 1).verdict == "equal"


def test_coefficients_may_be_functions():
    f, t = scmpy.literal_function("f"), symbols("t")
    moving = make_multivector(VGA2, [f, scmpy.sin], 1)
    assert moving(t) == f(t) * VGA2.e1 + scmpy.sin(t) * VGA2.e2
    assert scmpy.D(moving)(t) == scmpy.D(f)(t) * VGA2.e1 + scmpy.cos(t) * VGA2.e2


def test_meet_and_join():
    x, y, z = (getattr(PGA3, name) for name in ("e1", "e2", "e3"))
    origin = meet(meet(x, y), z)
    assert origin == PGA3.e123
    assert join(origin, scmpy.ga_point(PGA3, [0, 0, 2])) == 2 * PGA3.e12
    assert meet(VGA3.e12, VGA3.e23) == VGA3.e2
    assert join(VGA3.e1, VGA3.e2) == VGA3.e12


def test_vectors_reflect():
    n, v = VGA3.e1, literal_multivector("v", VGA3, 1)
    assert equivalent(sandwich(n, v), v - 2 * v["e1"] * VGA3.e1)


test_errors = refusals(__file__, "products", globals())


def test_a_scalar_may_stand_on_either_side():
    x, v = symbols("x"), VGA3.e1
    for scalar in (x, 3, 2.5, scmpy.sin(x)):
        assert scalar ^ v == v ^ scalar == scalar * v
        assert scalar | v == v | scalar == scalar * v
        assert scmpy.commutator(scalar, v) == scmpy.commutator(v, scalar) == 0
        assert equivalent(scmpy.anticommutator(scalar, v), 2 * scalar * v)


def test_what_stands_in_print():
    a, b = symbols("a b")
    B = (a + b) * VGA3.e12 - VGA3.e1 + a / 2
    assert repr(B) == "(+ (* 1/2 a) (* -1 e1) (* (+ a b) e12))"
    assert repr(scmpy.up(1, B)) == f"(up 1 {B!r})"
    assert scmpy.tex(2 * VGA3.e12) == "2 e_{12}"
    assert repr(B - B) == "0"
    assert isinstance(B - B, Multivector)


def test_python_s_precedence():
    a, b, c = VGA3.vectors
    assert (a ^ b + c) == a ^ (b + c)  # sums bind more than ^
    assert a * b ^ c == (a * b) ^ c


def test_functions_have_multivectors_for_values():
    """A function beside a multivector, and what takes multivectors, act on the values of functions."""
    x, y = symbols("x y")
    f = scmpy.literal_function("f")
    for made, value in (
        (f * VGA3.e1, f(x) * VGA3.e1),
        (VGA3.e12 * f, f(x) * VGA3.e12),
        (VGA3.e1 + f, VGA3.e1 + f(x)),
        (f - VGA3.e1, f(x) - VGA3.e1),
        (VGA3.e1 / f, VGA3.e1 / f(x)),
        (f / VGA3.e1, f(x) * VGA3.e1),
        (VGA3.e1 ^ f, f(x) * VGA3.e1),
        (VGA3.e12 & (f * VGA3.e23), f(x) * VGA3.e2),
        (VGA3.e1 | (f * VGA3.e12), f(x) * VGA3.e2),
        (reversion(f * VGA3.e12), -f(x) * VGA3.e12),
        (norm_squared(f * VGA3.e1), f(x) ** 2),
        (grade_part(f * VGA3.e1 + 2, 0), 2 + 0 * x),
        (scmpy.exp(f * VGA3.e12), scmpy.exp(f(x) * VGA3.e12)),
        (scmpy.D(f * VGA3.e1), scmpy.D(f)(x) * VGA3.e1),
        (f * scmpy.quaternion(1, 2, 3, 4), f(x) * scmpy.quaternion(1, 2, 3, 4)),
    ):
        assert equivalent(made(x), value)
    X, Y = scmpy.R2_rect.coordinates("x y")
    place = scmpy.R2_rect.point(x, y)
    assert scmpy.wedge(X * VGA2.e1, Y * VGA2.e2)(place) == x * y * VGA2.e12
    assert scmpy.wedge(X * VGA2.e1, Y * VGA2.e1)(place) == 0
    M = scmpy.matrix_by_rows([1, 2], [3, 4])
    assert equivalent((M * X)(scmpy.up(x, y)), x * M)


def test_multivectors_times_operators_are_operators():
    nabla = VGA2.e1 * scmpy.partial(0) + VGA2.e2 * scmpy.partial(1)
    x, y = symbols("x y")
    at = scmpy.up(x, y)
    assert equivalent(nabla(lambda q: q[0] ** 2 * q[1])(at), 2 * x * y * VGA2.e1 + x**2 * VGA2.e2)
    assert equivalent(nabla(lambda q: q[0] * q[1] * VGA2.e1 + q[0] * VGA2.e2)(at), y + (1 - x) * VGA2.e12)
    assert equivalent((nabla * nabla)(lambda q: q[0] ** 2 * q[1])(at), 2 * y)
    assert equivalent((scmpy.D * VGA2.e1)(scmpy.sin)(x), scmpy.cos(x) * VGA2.e1)


@pytest.mark.slow
def test_batches_of_multivectors():
    """Arrays for coefficients are one multivector for each element."""
    source = numpy.random.default_rng(1)
    for algebra in (VGA3, scmpy.STA, PGA3):
        arrays = source.uniform(-1, 1, (len(algebra.blades), 4))
        batch = make_multivector(algebra, list(arrays))
        inverse, product = 1 / batch, batch * ~batch
        for i in range(4):
            one = make_multivector(algebra, arrays[:, i].tolist())
            for name in map(str, scmpy.basis_blades(algebra)):
                assert abs(inverse[name][i] - (1 / one)[name]) < 1e-9 * (1 + abs((1 / one)[name]))
                assert abs((product - one * ~one)[name] + 0 * arrays[0])[i] < 1e-12
    with numpy.errstate(divide="ignore", invalid="ignore"):
        halved = 1 / (numpy.array([2.0, 0.0]) * VGA2.e1)
    assert halved["e1"][0] == 0.5 and not numpy.isfinite(halved["e1"][1])
    slopes = scmpy.D(lambda t: t * VGA3.e1 + scmpy.sin(t) * VGA3.e2)(numpy.array([1.0, 2.0]))
    assert slopes["e1"].tolist() == [[1, 0], [0, 1]]
    assert numpy.allclose(slopes["e2"], numpy.diag(numpy.cos([1.0, 2.0])))
    times = scmpy.up(numpy.array([1.0, 2.0]))
    (slope,) = scmpy.D(lambda q: scmpy.exp(q[0] * VGA3.e12))(times)
    assert numpy.allclose(slope["e12"], numpy.cos([1.0, 2.0]))
    quaternions = scmpy.D(lambda t: scmpy.quaternion(t, t**2, 1, 0))(numpy.array([1.0, 2.0]))
    assert numpy.allclose(scmpy.structure.quaternion.Quaternion._children_(quaternions)[1], [[2, 0], [0, 4]])


def test_what_an_algebra_shows():
    shown = {
        algebra: str(algebra) for algebra in (VGA3, scmpy.STA, geometric_algebra(1, 3), geometric_algebra(4, 1, 1))
    }
    assert list(shown.values()) == ["VGA3", "STA", "(geometric-algebra 1 3 0)", "(geometric-algebra 4 1 1)"]
    assert scmpy.tex(VGA3) == r"\mathsf{VGA3}" and repr(scmpy.up(VGA3, 1)) == "(up VGA3 1)"
    assert VGA3("1") == VGA3("I") / VGA3.I == 1 and PGA3("e10") == -PGA3.e01
    assert all(pickle.loads(pickle.dumps(algebra)) is algebra for algebra in shown)
    assert equivalent(scmpy.STA.e1, geometric_algebra(1, 3).e1).verdict == "different"


@pytest.mark.parametrize("wrong", ["e", "", "x", "E1", "e²", "e1 2", "e-1", "11", "e0", 2, None, 1.5, VGA3])
def test_names_of_no_blade(wrong):
    with pytest.raises(scmpy.ScmpyError):
        VGA3(wrong)
    with pytest.raises(scmpy.ScmpyError):
        VGA3.e1[wrong]
    with pytest.raises(scmpy.ScmpyError):
        make_multivector(VGA3, {wrong: 1})


@pytest.mark.parametrize(
    "entries", [VGA3.vectors, [scmpy.quaternion(0, 1, 0, 0)] * 3], ids=["multivectors", "quaternions"]
)
def test_what_needs_commuting_entries_refuses(entries):
    a, b, _ = entries
    for array in (scmpy.matrix_by_rows([a, 1], [1, b]), scmpy.down(scmpy.up(a, 1), scmpy.up(1, b))):
        for operation in (scmpy.determinant, scmpy.invert, scmpy.eigenvalues, scmpy.characteristic_polynomial):
            with pytest.raises(scmpy.ScmpyError):
                operation(array, symbols("x")) if operation is scmpy.characteristic_polynomial else operation(array)
        with pytest.raises(scmpy.ScmpyError):
            scmpy.solve_linear(array, scmpy.up(1, 2))


def test_equality_is_transitive():
    """What has only a scalar part equals that scalar, so two of them are equal whatever their algebras."""
    for x in (0, 1, scmpy.div(1, 2), symbols("a")):
        one, other = x + 0 * VGA3.e1, x + 0 * PGA3.e12
        assert one == other == x == one and len({one, other, x}) == 1
    assert VGA3.e1 != PGA3.e1 and scmpy.STA.e1 != geometric_algebra(1, 3).e1


def test_equations_of_what_does_not_commute():
    """M x = b is solved from the left, x M = b from the right; multivectors stand for themselves in structures."""
    e1, e2, e3 = VGA3.vectors
    i, j = scmpy.quaternion(0, 1, 0, 0), scmpy.quaternion(0, 0, 1, 0)
    for a, b in ((e1, e2), (i, j)):
        assert a * scmpy.solve_linear(a, b) == a * scmpy.solve_linear_left(a, b) == b
        assert scmpy.solve_linear_right(b, a) * a == b
    M, N = scmpy.down(scmpy.down(2, 1), scmpy.down(0, 4)), scmpy.down(scmpy.up(2, 1), scmpy.up(0, 4))
    assert M * scmpy.solve_linear(M, scmpy.down(e1, e2 + e3)) == scmpy.down(e1, e2 + e3)
    assert N * scmpy.solve_linear(N, scmpy.up(e1, e2)) == scmpy.up(e1, e2)
    assert scmpy.solve_linear_right(scmpy.down(e1, e2), N) * N == scmpy.down(e1, e2)
    assert scmpy.solve_linear(scmpy.down(scmpy.down(2, 0), scmpy.down(0, 4)), scmpy.down(e1, e2)) == scmpy.up(
        e1 / 2, e2 / 4
    )
    assert scmpy.is_down(scmpy.compatible_shape(scmpy.up(e1, e2 + e3)))
