"""The derivations of derivations.scm as one writes them in SymPy, each simplified as far as it takes to be as short."""

import itertools
from typing import Any

import sympy as sp
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

t = dynamicsymbols._t


def names(text: str, n: int) -> Any:
    return sp.symbols(" ".join(f"{name}_{n}" for name in text.split()))


def unknowns(text: str, n: int) -> Any:
    return dynamicsymbols(" ".join(f"{name}_{n}" for name in text.split()))


def lagrange(L: Any, *q: Any) -> Any:
    return sp.simplify(LagrangesMethod(L, list(q)).form_lagranges_equations())


def moving(m: Any, place: Any) -> Any:
    """The kinetic energy of a mass."""
    return m * sum(x.diff(t) ** 2 for x in place) / 2


def pendulum(count: int, n: int) -> Any:
    g, q = sp.Symbol(f"g_{n}"), [dynamicsymbols(f"q{i}_{n}") for i in range(count)]
    L = x = y = 0
    for i, angle in enumerate(q):
        m, length = sp.symbols(f"m{i}_{n} l{i}_{n}")
        x, y = x + length * sp.sin(angle), y - length * sp.cos(angle)
        L += moving(m, (x, y)) - m * g * y
    return lagrange(L, *q)


def double_pendulum(n: int) -> Any:
    return pendulum(2, n)


def triple_pendulum(n: int) -> Any:
    return pendulum(3, n)


def driven_pendulum(n: int) -> Any:
    (m, length, g), (theta, drive) = names("m l g", n), unknowns("theta ys", n)
    y = drive - length * sp.cos(theta)
    return lagrange(moving(m, (length * sp.sin(theta), y)) - m * g * y, theta)


def central_force_polar(n: int) -> Any:
    (r, phi), m, V = unknowns("r phi", n), names("m", n), sp.Function(f"V_{n}")
    return lagrange(moving(m, (r * sp.cos(phi), r * sp.sin(phi))) - V(r), r, phi)


def central_force_spherical(n: int) -> Any:
    (r, theta, phi), m, V = unknowns("r theta phi", n), names("m", n), sp.Function(f"V_{n}")
    across = r * sp.sin(theta)
    place = across * sp.cos(phi), across * sp.sin(phi), r * sp.cos(theta)
    return lagrange(moving(m, place) - V(r), r, theta, phi)


def foucault_pendulum(n: int) -> Any:
    (m, g, length, Omega, beta), (x, y) = names("m g l Omega beta", n), unknowns("x y", n)
    turning = Omega * sp.sin(beta)
    a = turning * t
    X, Y = x * sp.cos(a) + y * sp.sin(a), y * sp.cos(a) - x * sp.sin(a)
    turned = m * turning * (X * Y.diff(t) - Y * X.diff(t))
    return lagrange(moving(m, (X, Y)) + turned - m * g / length * (X**2 + Y**2) / 2, x, y)


def body_rates(angles: Any, rates: Any) -> Any:
    """The components of the angular velocity on the axes of the body."""
    (theta, _, psi), (dtheta, dphi, dpsi) = angles, rates
    return (
        sp.sin(theta) * sp.sin(psi) * dphi + sp.cos(psi) * dtheta,
        sp.sin(theta) * sp.cos(psi) * dphi - sp.sin(psi) * dtheta,
        sp.cos(theta) * dphi + dpsi,
    )


def rigid_body(n: int) -> Any:
    moments, q = names("A B C", n), unknowns("theta phi psi", n)
    omega = body_rates(q, [x.diff(t) for x in q])
    return lagrange(sum(a * w**2 for a, w in zip(moments, omega, strict=True)) / 2, *q)


def symmetric_top(n: int) -> Any:
    (A, C, gMR), q, p, v = (names(text, n) for text in ("A C gMR", "theta phi psi", "p0 p1 p2", "v0 v1 v2"))
    a, b, c = body_rates(q, v)
    L = (A * (a**2 + b**2) + C * c**2) / 2 - gMR * sp.cos(q[0])
    momenta = sp.simplify(sp.Matrix([L.diff(x) for x in v]))
    rates = momenta.jacobian(v).LUsolve(sp.Matrix(p))
    return sp.simplify((sp.Matrix(p).T * rates)[0] - L.subs(dict(zip(v, rates, strict=True))))


def henon_heiles(n: int) -> Any:
    x, y, p, q = unknowns("x y px py", n)
    H = (p**2 + q**2 + x**2 + y**2) / 2 + x**2 * y - y**3 / 3
    return [x.diff(t) - H.diff(p), y.diff(t) - H.diff(q), p.diff(t) + H.diff(x), q.diff(t) + H.diff(y)]


def lie_series(n: int) -> Any:
    a, b, dt, theta, p = names("a b dt theta p", n)
    H, term, total = p**2 / 2 / a - b * sp.cos(theta), theta, sp.Integer(0)
    for order in range(5):
        total += term * dt**order / sp.factorial(order)
        term = term.diff(theta) * H.diff(p) - term.diff(p) * H.diff(theta)
    return sp.expand(total)


def canonical_test(n: int) -> Any:
    alpha, theta, action = sp.symbols(f"alpha_{n} theta_{n} I_{n}", positive=True)
    x, p = sp.sqrt(2 * action / alpha) * sp.sin(theta), sp.sqrt(2 * alpha * action) * sp.cos(theta)
    M, J = sp.Matrix([x, p]).jacobian([theta, action]), sp.Matrix([[0, 1], [-1, 0]])
    return sp.simplify(M.T * J * M - J)


def connection(g: Any, x: Any) -> Any:
    """The symbols of the second kind, by the upper index and the two lower ones."""
    inverse, r = g.inv(), range(len(x))

    def lowered(m: int, j: int, k: int) -> Any:
        return (g[m, j].diff(x[k]) + g[m, k].diff(x[j]) - g[j, k].diff(x[m])) / 2

    symbols = [[[sum(inverse[i, m] * lowered(m, j, k) for m in r) for k in r] for j in r] for i in r]
    return sp.simplify(sp.Array(symbols))


def curvature(G: Any, x: Any) -> Any:
    def component(i: int, j: int, k: int, h: int) -> Any:
        products = (G[i, k, p] * G[p, j, h] - G[i, h, p] * G[p, j, k] for p in range(len(x)))
        return G[i, j, h].diff(x[k]) - G[i, j, k].diff(x[h]) + sum(products)

    shape = (len(x),) * 4
    return sp.Array([component(*index) for index in itertools.product(*map(range, shape))], shape)


def sphere(n: int) -> Any:
    R, *x = names("R theta phi", n)
    return sp.diag(R**2, R**2 * sp.sin(x[0]) ** 2), x


def connection_of_the_sphere(n: int) -> Any:
    return connection(*sphere(n))


def curvature_of_the_sphere(n: int) -> Any:
    g, x = sphere(n)
    return sp.simplify(curvature(connection(g, x), x))


def schwarzschild(n: int) -> Any:
    M, *x = names("M t r theta phi", n)
    r, a = x[1], 1 - 2 * M / x[1]
    return sp.diag(-a, 1 / a, r**2, r**2 * sp.sin(x[2]) ** 2), x


def connection_of_schwarzschild(n: int) -> Any:
    return connection(*schwarzschild(n))


def ricci_of_schwarzschild(n: int) -> Any:
    g, x = schwarzschild(n)
    R = curvature(connection(g, x), x)
    return sp.simplify(sp.tensorcontraction(R, (0, 2)))
