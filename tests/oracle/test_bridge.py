"""The bridge to SymPy: what goes over comes back with the same value, and SymPy's own operations apply."""

import pytest

import scmpy as s

sympy = pytest.importorskip("sympy")
x, y, t, p, q = s.symbols("x y t p q")
f = s.literal_function("f")
H = s.literal_function("H", "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")
G = s.literal_function("G", "(-> (X Real Real) Real)")
state = s.up(t, s.up(x, y), s.down(p, q))

EXPRESSIONS = [
    s.sin(x) ** 2 / 2 + s.sqrt(x),
    x + 1 / x,
    s.atan(y, x),
    s.exp(1) * x - s.log(y),
    1.5 * x,
    abs(x),
    f(f(x)),
    s.D(f)(x),
    (s.D**2)(f)(2 * x + 1),
    s.partial(1)(s.partial(0)(G))(x * y, y),
    H(state),
    s.partial(1, 0)(H)(state),
    s.partial(2)(s.partial(1, 0)(H))(state)[1],
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=repr)
def test_round_trip(expression):
    back = s.from_sympy(s.to_sympy(expression))
    assert s.equivalent(back, expression).verdict == "equal"
    assert s.variables_in(s.simplify(back)) == s.variables_in(s.simplify(expression))


def test_sympy_works_on_expressions():
    X = sympy.Symbol("x")
    assert s.from_sympy(sympy.integrate(x**2 * y, X)) == s.from_sympy(X**3 * sympy.Symbol("y") / 3)
    assert sympy.solve(x**2 - 4, X) == [-2, 2]


def test_sympy_values_are_scalars():
    a = sympy.Symbol("a")
    assert s.equivalent(s.sin(a) + x, s.sin(s.symbols("a")) + x)
    assert s.equivalent(s.D(s.square)(a), 2 * s.symbols("a"))
    assert s.equivalent(s.up(1, 2) * a, s.up(s.symbols("a"), 2 * s.symbols("a")))


def test_derivatives_that_are_not_of_literal_functions_are_done():
    a = sympy.Symbol("a")
    assert s.equivalent(s.from_sympy(sympy.Derivative(sympy.sin(a), a)), s.cos(s.symbols("a")))


def test_what_no_expression_stands_for_is_an_error():
    with pytest.raises(s.ScmpyError, match="no expression stands for"):
        s.from_sympy(sympy.gamma(sympy.Symbol("x")))
