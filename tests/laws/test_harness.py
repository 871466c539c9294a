"""The harness proves itself: wrong laws are caught, on every kind of value."""

import pytest

import scmpy as s
from scmpy.calculus.jet import Taylor

from . import generators as gen
from . import kinds as k
from .bundles import Kind, Law, is_caught

TRIGONOMETRY = Kind("trigonometry", {"a": gen.symbols})

freshman = Law("(a + b)^2 = a^2 + b^2", "aa", lambda a, b: (s.square(s.add(a, b)), s.add(s.square(a), s.square(b))))

ALGEBRAS = (
    *(k.NUMBERS, k.FLOATS, k.COMPLEX, k.MIXED, k.PRIME, k.COMPOSITE, k.POLYNOMIALS, k.EXPRESSIONS, k.VALUES, k.DUALS),
    *(k.SHALLOW_DUALS, k.JETS, k.MATRICES, k.MATRICES_3, k.QUATERNIONS, k.SERIES, k.FUNCTIONS, k.PARTIALS),
)

WRONG = [
    *((kind, freshman) for kind in ALGEBRAS),
    *(
        (kind, Law("- commutes", "aa", lambda a, b: (a - b, b - a)))
        for kind in (k.NUMBERS, k.FLOATS, k.QUATERNIONS, k.SERIES, *k.STRUCTURES)
    ),
    (k.NUMBERS, Law("- associates", "aaa", lambda a, b, c: ((a - b) - c, a - (b - c)))),
    (k.EXPRESSIONS, Law("/ commutes", "uu", lambda u, v: (s.div(u, v), s.div(v, u)))),
    (k.EXPRESSIONS, Law("the sign of x^2", "a", lambda a: (s.square(a), s.negate(s.square(a))))),
    *(
        (kind, Law("* commutes", "aa", lambda a, b: (a * b, b * a)))
        for kind in (k.MATRICES, k.MATRICES_3, k.QUATERNIONS)
    ),
    (k.MATRICES_3, Law("(u v)^-1 = u^-1 v^-1", "uu", lambda u, v: (s.invert(u * v), s.invert(u) * s.invert(v)))),
    (k.MATRICES_3, Law("det 2a = 2 det a", "u", lambda u: (s.determinant(2 * u), 2 * s.determinant(u)))),
    (k.QUATERNIONS, Law("(a b)* = a* b*", "aa", lambda a, b: (s.conjugate(a * b), s.conjugate(a) * s.conjugate(b)))),
    (k.QUATERNIONS, Law("norms add", "aa", lambda a, b: ((a + b).norm, a.norm + b.norm))),
    (k.QUATERNIONS, Law("u (a / u) = a", "au", lambda a, u: (u * (a / u), a))),
    (k.QUATERNIONS, Law("rotations commute", "uuv", lambda u, w, v: (s.q_rotate(u * w)(v), s.q_rotate(w * u)(v)))),
    (k.SERIES, Law("(a b)' = a' b'", "aa", lambda a, b: (s.D(a * b), s.D(a) * s.D(b)))),
    (k.SERIES, Law("exp' = exp^2", "", lambda: (s.D(s.exp_series), s.exp_series * s.exp_series))),
    (k.PRIME, Law("u^2 = 1", "u", lambda u: (u * u, 1))),
    (k.COMPOSITE, Law("a^3 = a", "a", lambda a: (s.cube(a), a))),
    (k.DUALS, Law("perturbations vanish", "a", lambda a: (a, s.calculus.dual_numbers.finite_part(a)))),
    (k.DUALS, Law("halves", "u", lambda u: (u / 2 + u / 2, 2 * u))),
    (k.FLOATS, Law("exp is additive", "nn", lambda m, n: (s.exp(0.1 * (m + n)), s.exp(0.1 * m) + s.exp(0.1 * n)))),
    (k.VALUES, Law("log is additive", "uu", lambda u, v: (s.log(u + v), s.log(u) + s.log(v)))),
    (k.VALUES, Law("sin(a + b) without cosines", "aa", lambda a, b: (s.sin(a + b), s.sin(a) + s.sin(b)))),
    (k.JETS, Law("derivatives multiply", "aa", lambda a, b: (a * b, Taylor(a.tag, [*map(s.mul, a.orders, b.orders)])))),
    (k.JETS, Law("derivatives vanish", "a", lambda a: (a, a.truncated(0)))),
    (k.VALUES_OF_JETS, Law("sin is even", "a", lambda a: (s.sin(a), s.sin(-a)))),
    (k.VALUES_OF_JETS, Law("(u^2)' = u", "u", lambda u: (s.log(u * u), s.log(u)))),
    (k.SHALLOW_DUALS, Law("sin' = -cos", "a", lambda a: (s.sin(a), s.sin(-a)))),
    (k.PRODUCTS, Law("the outer product commutes", "pu", lambda p, u: (p * u, u * p))),
    (k.PRODUCTS, Law("cross product commutes", "uu", lambda u, v: (s.cross_product(u, v), s.cross_product(v, u)))),
    (k.PRODUCTS, Law("2-tensors are symmetric", "tp", lambda t, p: (t * p, s.transpose(t, p) * p))),
    (k.PRODUCTS, Law("b (b / a) = a", "rp", lambda r, p: (s.invert(r) * (p / r), p))),
    (k.FIELDS, Law("fields commute", "aa", lambda a, b: (s.mul(a, b), s.mul(b, a)))),
    (k.FIELDS, Law("[a, m b] = m [a, b]", "aam", lambda a, b, m: (s.commutator(a, m * b), m * s.commutator(a, b)))),
    (k.FIELDS, Law("a(m n) = a(m) a(n)", "amm", lambda a, m, n: (a(m * n), a(m) * a(n)))),
    (k.FORMS, Law("d(m n) = dm dn", "vmm", lambda v, m, n: (s.d(m * n)(v), s.d(m)(v) * s.d(n)(v)))),
    (k.MATRICES, Law("(a b)^T = a^T b^T", "aa", lambda a, b: (s.transpose(a * b), s.transpose(a) * s.transpose(b)))),
    (
        k.MATRICES,
        Law("det is additive", "aa", lambda a, b: (s.determinant(a + b), s.determinant(a) + s.determinant(b))),
    ),
    (k.FUNCTIONS, Law("o commutes", "aa", lambda a, b: (s.compose(a, b), s.compose(b, a)))),
    (
        k.FUNCTIONS,
        Law(
            "o distributes on the right",
            "aaa",
            lambda a, b, c: (s.compose(a, s.add(b, c)), s.add(s.compose(a, b), s.compose(a, c))),
        ),
    ),
    (k.OPERATORS, Law("* commutes", "aa", lambda a, b: (a * b, b * a))),
    (k.STRUCTURES[0], Law("the orientation does not matter", "a", lambda a: (a, s.flip_indices(a)))),
    (k.STRUCTURES[0], Law("square is the product", "a", lambda a: (s.square(a), a * a))),
    (k.FUNCTIONS, Law("D(f g) = Df Dg", "aa", lambda f, g: (s.D(s.mul(f, g)), s.mul(s.D(f), s.D(g))))),
    (k.FUNCTIONS, Law("half of Leibniz", "aa", lambda f, g: (s.D(s.mul(f, g)), s.mul(s.D(f), g)))),
    (
        k.FUNCTIONS,
        Law("Leibniz with a minus", "aa", lambda f, g: (s.D(s.mul(f, g)), s.sub(s.mul(s.D(f), g), s.mul(f, s.D(g))))),
    ),
    (k.FUNCTIONS, Law("no inner factor", "aa", lambda f, g: (s.D(s.compose(f, g)), s.compose(s.D(f), g)))),
    (
        k.FUNCTIONS,
        Law(
            "the outer derivative at the wrong place", "aa", lambda f, g: (s.D(s.compose(f, g)), s.mul(s.D(f), s.D(g)))
        ),
    ),
    (k.PARTIALS, Law("all partials are equal", "a", lambda h: (s.partial(0)(h), s.partial(1)(h)))),
    (TRIGONOMETRY, Law("cos^2 - sin^2 = 1", "a", lambda x: (s.cos(x) ** 2 - s.sin(x) ** 2, 1))),
    (TRIGONOMETRY, Law("sin is odd, not even", "a", lambda x: (s.sin(-x), s.sin(x)))),
    (TRIGONOMETRY, Law("sqrt(x^2) = x", "a", lambda x: (s.sqrt(x**2), x))),
    (TRIGONOMETRY, Law("sin 2x = 2 sin x", "a", lambda x: (s.sin(2 * x), 2 * s.sin(x)))),
    (TRIGONOMETRY, Law("log is additive", "aa", lambda x, y: (s.log(x + y), s.log(x) + s.log(y)))),
    (TRIGONOMETRY, Law("exp is additive", "aa", lambda x, y: (s.exp(x + y), s.exp(x) + s.exp(y)))),
]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in WRONG])
def test_wrong_law_is_caught(kind, law):
    assert is_caught(law, kind)


def test_a_true_law_is_not_reported():
    assert not is_caught(Law("+ commutes", "aa", lambda a, b: (a + b, b + a)), k.NUMBERS)
