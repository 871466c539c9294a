"""The laws of D and partial: linearity, Leibniz, the chain rule, commuting partials, gradients."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy import D, partial

from . import generators as gen
from .bundles import Kind, Law, assert_equal, verify
from .test_algebra import at_symbol

t = s.symbols("t")

CALCULUS = Kind("functions", {"a": gen.functions, "b": gen.basic_functions, "c": gen.rationals}, at_symbol)
PARTIALS = Kind("functions of two arguments", {"a": gen.binary_functions}, lambda h: h(gen.X, gen.Y))

one_argument = (
    Law("D(f + g) = Df + Dg", "aa", lambda f, g: (D(s.add(f, g)), s.add(D(f), D(g)))),
    Law("D(c f) = c Df", "ca", lambda c, f: (D(s.mul(c, f)), s.mul(c, D(f)))),
    Law("D(f + c) = Df", "ca", lambda c, f: (D(s.add(c, f)), D(f))),
    Law("D(f g) = Df g + f Dg", "aa", lambda f, g: (D(s.mul(f, g)), s.add(s.mul(D(f), g), s.mul(f, D(g))))),
    Law("D(f o g) = (Df o g) Dg", "ab", lambda f, g: (D(s.compose(f, g)), s.mul(s.compose(D(f), g), D(g)))),
    Law("D(f^3) = 3 f^2 Df", "a", lambda f: (D(s.cube(f)), s.mul(3, s.mul(s.square(f), D(f))))),
    Law("D(1/u) = -Du/u^2", "a", lambda f: (D(s.invert(s.exp(f))), s.negate(s.div(D(f), s.exp(f))))),
    Law("D^2 = D D", "a", lambda f: ((D**2)(f), D(D(f)))),
    Law(
        "D^2(f g)",
        "aa",
        lambda f, g: (
            (D**2)(s.mul(f, g)),
            s.add(s.mul((D**2)(f), g), s.add(s.mul(2, s.mul(D(f), D(g))), s.mul(f, (D**2)(g)))),
        ),
    ),
    Law("D(up(f, g)) = up(Df, Dg)", "aa", lambda f, g: (D(s.up(f, g)), s.up(D(f), D(g)))),
    Law("[D, f] = Df", "aa", lambda f, g: (s.commutator(D, gen.multiplication(f))(g), s.mul(D(f), g))),
)

two_arguments = (
    Law("partials commute", "a", lambda h: (partial(0)(partial(1)(h)), partial(1)(partial(0)(h)))),
    Law("partials are linear", "aa", lambda h, k: (partial(0)(s.add(h, k)), s.add(partial(0)(h), partial(0)(k)))),
    Law(
        "Leibniz for partials",
        "aa",
        lambda h, k: (
            partial(1)(s.mul(h, k)),
            s.add(s.mul(partial(1)(h), k), s.mul(h, partial(1)(k))),
        ),
    ),
    Law("D is the down tuple of the partials", "a", lambda h: (D(h), s.down(partial(0)(h), partial(1)(h)))),
    Law(
        "(partial 0)(partial 0)(partial 1) in any order",
        "a",
        lambda h: (
            partial(0)(partial(1)(partial(0)(h))),
            partial(1)((partial(0) ** 2)(h)),
        ),
    ),
)

CASES = [*((CALCULUS, law) for law in one_argument), *((PARTIALS, law) for law in two_arguments)]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=case[1].name) for case in CASES])
def test_law(kind, law):
    verify(law, kind)


@given(gen.basic_binary_functions, gen.basic_functions, gen.basic_functions)
def test_chain_rule_along_a_path(h, x, y):
    """d/dt h(x(t), y(t)) is the gradient contracted with the velocity."""
    along = D(lambda t: h(x(t), y(t)))(t)
    assert_equal(along, D(h)(x(t), y(t)) * s.up(D(x)(t), D(y)(t)))


@given(gen.basic_binary_functions, gen.structures(s.up(0, 0), gen.symbols), gen.structures(s.up(0, 0)))
def test_gradient_gives_the_directional_derivative(h, q, v):
    on_tuples = lambda q: h(q[0], q[1])  # noqa: E731
    along = D(lambda t: on_tuples(q + t * v))(0)
    assert_equal(along, D(on_tuples)(q) * v)


@given(gen.basic_binary_functions, gen.basic_binary_functions, gen.basic_binary_functions)
def test_jacobians_multiply(h, k, m):
    inner = lambda q: s.up(h(q[0], q[1]), q[0] * q[1])  # noqa: E731
    outer = lambda q: s.up(k(q[0], q[1]), m(q[0], q[1]))  # noqa: E731
    q = s.up(gen.X, gen.Y)
    assert_equal(D(lambda q: outer(inner(q)))(q), D(outer)(inner(q)) * D(inner)(q))


@given(gen.binary_functions)
def test_hessian_is_symmetric(h):
    hessian = D(D(lambda q: h(q[0], q[1])))(s.up(gen.X, gen.Y))
    assert_equal(hessian[0][1], hessian[1][0])


@given(gen.functions, gen.functions, gen.functions, gen.functions)
def test_leibniz_for_contraction_and_for_matrices(a, b, c, d):
    up, down = s.up(a, b), s.down(c, d)
    product = D(lambda t: up(t) * down(t))(t)
    assert_equal(product, D(up)(t) * down(t) + up(t) * D(down)(t))
    m = lambda t: s.matrix_by_rows([a(t), b(t)], [c(t), d(t)])  # noqa: E731
    assert_equal(D(lambda t: m(t) * m(t))(t), D(m)(t) * m(t) + m(t) * D(m)(t))
    assert_equal(D(lambda t: s.determinant(m(t)))(t), D(a)(t) * d(t) + a(t) * D(d)(t) - D(b)(t) * c(t) - b(t) * D(c)(t))


@given(gen.polynomials, st.sampled_from((gen.X, gen.Y)))
def test_derivative_of_an_expression_as_a_function(e, x):
    """Substituting a perturbed argument differentiates a polynomial: power by power."""
    slope = D(lambda u: s.substitute(e, x, u))(x)
    assert_equal(D(lambda u: s.substitute(3 * e * e, x, u))(x), 6 * e * slope)


@given(gen.functions)
def test_taylor_coefficients_agree_with_nested_derivatives(h):
    nested = D(lambda x: D(lambda y: h(x * y))(t))(t)
    assert_equal(nested, D(h)(t * t) + t * t * (D**2)(h)(t * t))
