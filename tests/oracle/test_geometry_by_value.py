"""Geometry against the formulas of textbooks, by value: random metrics, frames and fields at random places.

A function is a text in the coordinates q0, q1, ..., read by the library and by mpmath.
"""

import random
from fractions import Fraction

import pytest
from mpmath import det, matrix, mp, mpf

import scmpy.generic.operations as g
from scmpy import *
from scmpy.geometry.chart import on_chart

from . import differences as by

CHARTS = {
    2: (R2_rect, R2_polar, S2_spherical, S2_stereographic),
    3: (R3_rect, R3_spherical, Euler_angles, S3_stereographic),
    4: (R4_rect, spacetime_sphere),
}
SEEDS = range(10)


@pytest.fixture(autouse=True)
def _many_digits():
    with mp.workdps(by.DIGITS):
        yield


class Scene:
    """A chart with a random metric, a frame, fields and a place, for the library and as functions of numbers."""

    def __init__(self, seed, signs=None):
        self.random = random.Random(seed)
        self.n = len(signs) if signs else self.random.choice((2, 3, 3, 4))
        self.chart = self.random.choice(CHARTS[self.n])
        N = range(self.n)
        self.frame = self.chart.vector_basis()
        self.coframe = self.chart.form_basis()
        signs = signs or [self.random.choice((1, 1, -1)) for _ in N]
        rows = [
            [f"{signs[i]} * (4 + ({self.text()})**2 / F(4))" if i == j else f"({self.text()}) / F(4)" for i in N]
            for j in N
        ]
        rows = [[rows[min(i, j)][max(i, j)] for j in N] for i in N]
        self.g, self.metric = self.numeric(rows), components_to_metric(self.down_of(rows), self.chart.basis())
        turned = [[f"{int(i == j)} + ({self.text()}) / F(9)" for j in N] for i in N]
        moving = down(*(self.vector(row)[1] for row in turned))
        frames = self.chart.basis(), make_basis(moving, vector_basis_to_dual(moving, self.chart))
        self.basis = frames[seed % 2]
        place = [Fraction(self.random.randint(30, 120), 100) for _ in N]
        self.q = [mpf(x.numerator) / x.denominator for x in place]
        exactly = self.random.choice((True, False))
        self.m = self.chart.point(*(x if exactly else float(x) for x in place))

    def text(self):
        """A random function of the coordinates."""
        x, y = (f"q{self.random.randrange(self.n)}" for _ in range(2))
        c = f"F({self.random.choice((-3, -2, -1, 1, 2, 3))}, {self.random.randint(1, 5)})"
        return self.random.choice(
            (f"{c} * {x}", f"{c} * {x} * {y}", f"{c} * {x}**3", f"{c} * sin({x})", f"{c} * cos({x} * {y})")
        )

    def numeric(self, text):
        if isinstance(text, list):
            parts = [self.numeric(t) for t in text]
            return lambda q: [part(q) for part in parts]
        names = {"F": lambda a, b=1: mpf(a) / b, "sin": mp.sin, "cos": mp.cos}
        return lambda q: mpf(1) * eval(text, names, {f"q{i}": x for i, x in enumerate(q)})

    def function(self, text):
        names = {"F": Fraction, "sin": sin, "cos": cos}
        return on_chart(self.chart, lambda q: eval(text, names, {f"q{i}": x for i, x in enumerate(q)}), text)

    def down_of(self, rows):
        return down(*(down(*map(self.function, row)) for row in rows))

    def vector(self, texts=None):
        """The components of a vector field as a function of numbers, and the field."""
        texts = texts or [self.text() for _ in range(self.n)]
        return self.numeric(texts), basis_components_to_vector_field(up(*map(self.function, texts)), down(*self.frame))

    def form(self):
        """The components of a one-form as a function of numbers, and the form."""
        texts = [self.text() for _ in range(self.n)]
        return self.numeric(texts), basis_components_to_one_form_field(
            up(*map(self.function, texts)), up(*self.coframe)
        )

    def agrees(self, value, expected):
        """Is the value of a function on the manifold this number?"""
        value = float(g.inexact(value(self.m)))
        assert value == pytest.approx(float(expected), rel=1e-8, abs=1e-8)


@pytest.fixture(params=SEEDS)
def scene(request):
    return Scene(request.param)


def test_curvature(scene):
    (w_, w), *fields = scene.form(), *(scene.vector() for _ in range(4))
    (x_, x), (y_, y), (z_, z), (u_, u) = fields
    q, metric, basis, n = scene.q, scene.metric, scene.basis, scene.n
    at = [f(q) for f in (w_, x_, y_, z_)]
    G, upper = scene.g(q), by.inverted(scene.g(q))
    R = by.riemann(lambda q: by.christoffel(scene.g, q), q)
    Ric = by.ricci(R)
    scalar, lowered = (upper * Ric).sum(), by.sums("im,mjkl->ijkl", G, R)
    nabla = Levi_Civita(metric, basis)
    scene.agrees(Riemann(nabla)(w, x, y, z), by.applied(R, *at))
    scene.agrees(Ricci(nabla, basis)(x, y), by.applied(Ric, *at[1:3]))
    scene.agrees(Ricci_scalar(metric, basis, nabla), scalar)
    scene.agrees(Einstein(metric, basis, nabla)(x, y), by.applied(Ric, *at[1:3]) - scalar * by.applied(G, *at[1:3]) / 2)
    scene.agrees(Riemann_lowered(metric, basis, nabla)(u, x, y, z), by.applied(lowered, u_(q), *at[1:]))
    if n > 2:
        scene.agrees(Weyl(metric, basis, nabla)(u, x, y, z), by.applied(by.weyl(G, R), u_(q), *at[1:]))


@pytest.mark.slow
def test_derivatives_of_tensors(scene):
    (v_, v), (w_, w), (x_, x), (y_, y), (z_, z) = scene.form(), scene.form(), *(scene.vector() for _ in range(3))
    q, n = scene.q, scene.n

    def T(o, s, t):
        return v(s) * o(y) * w(t) + o(s) * v(t)

    def components(q):
        a, b, c = v_(q), w_(q), y_(q)
        return by.built(n, 3, lambda i, j, k: a[j] * c[i] * b[k] + int(i == j) * a[k])

    declare_argument_types_bang(T, [is_one_form_field, is_vector_field, is_vector_field])
    gamma = lambda q: by.christoffel(scene.g, q)  # noqa: E731
    arguments = w_(q), y_(q), z_(q)
    nabla = Levi_Civita(scene.metric, scene.basis)
    scene.agrees(nabla(x)(T)(w, y, z), by.applied(by.covariant(components, "udd", gamma, x_, q), *arguments))
    scene.agrees(w(nabla(x)(y)), by.applied(by.covariant(y_, "u", gamma, x_, q), w_(q)))
    scene.agrees(Lie_derivative(x)(T)(w, y, z), by.applied(by.lie(components, "udd", x_, q), *arguments))
    scene.agrees(w(Lie_derivative(x)(y)), by.applied(by.lie(y_, "u", x_, q), w_(q)))
    scene.agrees(Killing_residual(scene.metric)(x)(y, z), by.applied(by.lie(scene.g, "dd", x_, q), y_(q), z_(q)))


def test_forms(scene):
    (v_, v), (w_, w), *fields = scene.form(), scene.form(), *(scene.vector() for _ in range(4))
    q, n, f = scene.q, scene.n, scene.text()
    f_ = scene.numeric(f)
    form = scene.function(f) * wedge(v, w) + d(w)
    vectors, values = [field for _, field in fields], [field(q) for field, _ in fields]

    def form_(q):
        return f_(q) * by.wedge(v_(q), 1, w_(q), 1) + by.exterior(w_, 1, q)

    scene.agrees(form(*vectors[:2]), by.applied(form_(q), *values[:2]))
    scene.agrees(interior_product(vectors[0])(form)(vectors[1]), by.applied(form_(q), *values[:2]))
    if n > 2:
        scene.agrees(d(form)(*vectors[:3]), by.applied(by.exterior(form_, 2, q), *values[:3]))
        scene.agrees(wedge(v, form)(*vectors[:3]), by.applied(by.wedge(v_(q), 1, form_(q), 2), *values[:3]))


@pytest.mark.slow
def test_the_star_and_its_operators(scene):
    (w_, w), *fields, f = scene.form(), *(scene.vector() for _ in range(3)), scene.text()
    q, n, metric, basis = scene.q, scene.n, scene.metric, scene.basis
    G, f_, (x_, x) = scene.g(q), scene.numeric(f), fields[0]
    star, sign = Hodge_star(metric, basis), 1 if det(matrix(G)) > 0 else -1
    vectors, values = [v for _, v in fields][: n - 1], [v(q) for v, _ in fields][: n - 1]
    dual = lambda q: by.star(w_(q), 1, scene.g(q))  # noqa: E731
    scene.agrees(star(w)(*vectors), by.applied(dual(q), *values))
    scene.agrees(d(star(w))(*scene.frame), by.exterior(dual, n - 1, q)[tuple(range(n))])

    def slope(q):
        return [by.applied(row, by.derivatives(f_, q)) for row in by.inverted(scene.g(q))]

    scene.agrees(divergence(metric, basis)(x), by.divergence(scene.g, x_, q))
    scene.agrees(Laplacian(metric, basis)(scene.function(f)), by.divergence(scene.g, slope, q))
    scene.agrees(star_d_star(metric, basis)(lower(metric)(x)), sign * by.divergence(scene.g, x_, q))
    expansion = by.derivatives(lambda q: by.divergence(scene.g, x_, q), q)
    scene.agrees(scene.frame[0](divergence(metric, basis)(x)), expansion[0])


@pytest.mark.slow
def test_the_codifferential_and_second_derivatives(scene):
    (v_, v), (w_, w), *fields, f = scene.form(), scene.form(), *(scene.vector() for _ in range(2)), scene.text()
    q, n, metric, basis, f_ = scene.q, scene.n, scene.metric, scene.basis, scene.numeric(f)
    (x_, x), (y_, y) = fields
    raised = lambda q: [by.applied(row, w_(q)) for row in by.inverted(scene.g(q))]  # noqa: E731
    delta = codifferential(metric, basis)
    scene.agrees(delta(w), -by.divergence(scene.g, raised, q))
    both = lambda q: by.wedge(v_(q), 1, w_(q), 1)  # noqa: E731
    turned = by.star(by.exterior(lambda q: by.star(both(q), 2, scene.g(q)), n - 2, q), n - 1, scene.g(q))
    sign = (-1) ** (3 * n + 1) * (1 if det(matrix(scene.g(q))) > 0 else -1)
    scene.agrees(delta(wedge(v, w))(x), sign * by.applied(turned, x_(q)))
    G, slopes = by.christoffel(scene.g, q), by.derivatives(f_, q)
    hessian = by.derivatives(lambda q: by.derivatives(f_, q), q) - G @ slopes
    scene.agrees(Hessian(metric, basis)(scene.function(f))(x, y), by.applied(hessian, x_(q), y_(q)))
    box = Laplace_de_Rham(metric, basis)(scene.function(f))
    scene.agrees(box, -(by.inverted(scene.g(q)) * hessian).sum())


@pytest.mark.slow
def test_structure_equations(scene):
    metric, basis, n = scene.metric, scene.basis, scene.n
    (_, x), (_, y), (_, z) = (scene.vector() for _ in range(3))
    omega, Omega = connection_forms(metric, basis), curvature_forms(metric, basis)
    scene.agrees(sum((wedge(omega[j][1], basis.forms[j]) for j in range(n)), d(basis.forms[1]))(x, y), 0)
    second = sum((wedge(omega[k][1], omega[0][k]) for k in range(n)), d(omega[0][1]))
    scene.agrees((second - Omega[0][1])(x, y), 0)
    D, f = exterior_covariant_derivative(metric, basis), scene.function(scene.text())
    curvature = Riemann_curvature(metric, basis)
    scene.agrees((D(D(z))(x, y) - curvature(x, y)(z))(f), 0)
    scene.agrees(D(lambda v: v)(x, y)(f), 0)


SIGNATURES = [(-1,) * k + (1,) * (n - k) for n in (2, 3, 4) for k in range(n + 1)]


@pytest.mark.parametrize("signs", SIGNATURES, ids=str)
def test_divergence_and_Laplacian_in_every_signature(signs):
    scene = Scene(sum(signs), list(signs))
    (x_, x), f = scene.vector(), scene.text()
    q, f_ = scene.q, scene.numeric(f)

    def slope(q):
        return [by.applied(row, by.derivatives(f_, q)) for row in by.inverted(scene.g(q))]

    scene.agrees(divergence(scene.metric, scene.basis)(x), by.divergence(scene.g, x_, q))
    scene.agrees(Laplacian(scene.metric, scene.basis)(scene.function(f)), by.divergence(scene.g, slope, q))
