"""The laws of particular types: duality of structures, determinants, norms, derivations, exponentials."""

import scmpy as s
from scmpy import D, partial

from .bundles import Law
from .generators import F, X, Y, f, multiplication

# --- structures ------------------------------------------------------------------------------------------------

duality = (
    Law("transposing twice", "a", lambda a: (s.flip_indices(s.flip_indices(a)), a)),
    Law("transposition is linear", "aa", lambda a, b: (s.flip_indices(a + b), s.flip_indices(a) + s.flip_indices(b))),
    Law("a contracts with its dual", "aa", lambda a, b: (s.flip_indices(a) * b, b * s.flip_indices(a))),
    Law("a compatible shape contracts to a scalar", "a", lambda a: (a * s.zero_like(s.compatible_shape(a)), 0)),
    Law("zero-like", "a", lambda a: (a + s.zero_like(a), a)),
    Law(
        "the derivative of a linear function",
        "aa",
        lambda a, b: (D(lambda x: s.flip_indices(a) * x)(b), s.flip_indices(a)),
    ),
    Law("the derivative of the identity times a", "a", lambda a: (D(lambda x: x)(a) * a, a)),
    Law(
        "the derivative is the best linear map",
        "aa",
        lambda a, b: (
            D(lambda t: s.sin(s.flip_indices(a) * (a + t * b)))(0),
            D(lambda x: s.sin(s.flip_indices(a) * x))(a) * b,
        ),
    ),
)

products = (
    Law("contraction is linear", "udd", lambda u, v, w: (u * (v + w), u * v + u * w)),
    Law("contraction takes scalars out", "udc", lambda u, v, c: (u * (c * v), c * (u * v))),
    Law("contraction commutes", "ud", lambda u, v: (u * v, v * u)),
    Law("the outer product has the shape of the right factor", "pu", lambda p, u: (p * u, s.up(*(p * x for x in u)))),
    Law("nested contraction", "no", lambda n, o: (n * o, n[0] * o[0] + n[1][0] * o[1][0] + n[1][1] * o[1][1])),
    Law("square is the sum of squares", "u", lambda u: (s.square(u), u[0] ** 2 + u[1] ** 2 + u[2] ** 2)),
    Law("dot product", "uu", lambda u, v: (s.dot_product(u, v), s.flip_indices(u) * v)),
    Law("cross product anticommutes", "uu", lambda u, v: (s.cross_product(u, v), -s.cross_product(v, u))),
    Law("cross product is orthogonal", "uu", lambda u, v: (s.dot_product(u, s.cross_product(u, v)), 0)),
    Law(
        "Lagrange's identity",
        "uu",
        lambda u, v: (s.square(s.cross_product(u, v)) + s.dot_product(u, v) ** 2, s.square(u) * s.square(v)),
    ),
    Law(
        "Jacobi identity of the cross product",
        "uuu",
        lambda u, v, w: (
            s.cross_product(u, s.cross_product(v, w)),
            s.cross_product(s.cross_product(u, v), w) + s.cross_product(v, s.cross_product(u, w)),
        ),
    ),
    Law("matrices act from the left", "mkp", lambda m, k, p: ((m * k) * p, m * (k * p))),
    Law("matrices act from the right", "mkq", lambda m, k, q: (q * (m * k), (q * m) * k)),
    Law("matrices act between", "mkpq", lambda m, k, p, q: ((q * m) * (k * p), q * ((m * k) * p))),
    Law("a 2-tensor acts on tuples as its matrix", "tp", lambda t, p: (t * p, s.s_to_m(s.down(0, 0), t, p) * p)),
    Law(
        "a 2-tensor there and back",
        "t",
        lambda t: (s.m_to_s(s.down(0, 0), s.s_to_m(s.down(0, 0), t, s.up(0, 0)), s.up(0, 0)), t),
    ),
    Law("b (a / b) = a", "rp", lambda r, p: (r * (p / r), p)),
    Law("solve-linear-left", "rp", lambda r, p: (r * s.solve_linear_left(r, p), p)),
    Law("solve-linear-right", "rp", lambda r, p: (s.solve_linear_right(s.flip_indices(p), r) * r, s.flip_indices(p))),
    Law("the inverse of a 2-tensor", "rp", lambda r, p: (s.invert(r) * (r * p), p)),
)

# --- matrices and quaternions ----------------------------------------------------------------------------------

matrices = (
    Law("(a b)^T = b^T a^T", "aa", lambda a, b: (s.transpose(a * b), s.transpose(b) * s.transpose(a))),
    Law("(a + b)^T = a^T + b^T", "aa", lambda a, b: (s.transpose(a + b), s.transpose(a) + s.transpose(b))),
    Law("transposing twice", "a", lambda a: (s.transpose(s.transpose(a)), a)),
    Law("det(a b) = det a det b", "aa", lambda a, b: (s.determinant(a * b), s.determinant(a) * s.determinant(b))),
    Law("det a^T = det a", "a", lambda a: (s.determinant(s.transpose(a)), s.determinant(a))),
    Law("tr(a b) = tr(b a)", "aa", lambda a, b: (s.trace(a * b), s.trace(b * a))),
    Law("1 is the identity matrix", "a", lambda a: (a + 1, a + s.identity_like(a))),
)

matrices_2 = (
    Law(
        "Cayley and Hamilton",
        "a",
        lambda a: (s.square(a) - s.trace(a) * a + s.determinant(a) * s.identity_like(a), s.zero_like(a)),
    ),
)

regular_matrices = (
    Law("u u^-1 = 1", "u", lambda u: (u * s.invert(u), s.identity_like(u))),
    Law("u^-1 u = 1", "u", lambda u: (s.invert(u) * u, s.identity_like(u))),
    Law("(u v)^-1 = v^-1 u^-1", "uu", lambda u, v: (s.invert(u * v), s.invert(v) * s.invert(u))),
    Law("(u^T)^-1 = (u^-1)^T", "u", lambda u: (s.invert(s.transpose(u)), s.transpose(s.invert(u)))),
    Law("det u^-1 = 1 / det u", "u", lambda u: (s.determinant(s.invert(u)), s.invert(s.determinant(u)))),
    Law("u^-2 u^3 = u", "u", lambda u: (s.expt(u, -2) * s.expt(u, 3), u)),
    Law("(a / u) u = a", "au", lambda a, u: ((a / u) * u, a)),
    Law("solve-linear", "uv", lambda u, v: (u * s.solve_linear(u, v), v)),
    Law("v / u", "uv", lambda u, v: (u * (v / u), v)),
)

quaternions = (
    Law("(a b)* = b* a*", "aa", lambda a, b: (s.conjugate(a * b), s.conjugate(b) * s.conjugate(a))),
    Law("a a* = |a|^2", "a", lambda a: (a * s.conjugate(a), a.norm)),
    Law("|a b|^2 = |a|^2 |b|^2", "aa", lambda a, b: ((a * b).norm, a.norm * b.norm)),
    Law("u / u = 1", "u", lambda u: (u / u, 1)),
    Law("(a / u) u = a", "au", lambda a, u: ((a / u) * u, a)),
    Law("(u v)^-1 = v^-1 u^-1", "uu", lambda u, v: (s.invert(u * v), s.invert(v) * s.invert(u))),
    Law("q:->4x4 multiplies", "aa", lambda a, b: (s.q_to_4x4(a * b), s.q_to_4x4(a) * s.q_to_4x4(b))),
    Law("rotations compose", "uuv", lambda u, w, v: (s.q_rotate(u * w)(v), s.q_rotate(u)(s.q_rotate(w)(v)))),
    Law("rotation by a matrix", "uv", lambda u, v: (s.quaternion_to_rotation_matrix(u) * v * u.norm, s.q_rotate(u)(v))),
    Law("rotations keep lengths", "uv", lambda u, v: (s.square(s.quaternion_to_rotation_matrix(u) * v), s.square(v))),
)

# --- series ----------------------------------------------------------------------------------------------------


def _at_minus(series):
    return s.series_generate(lambda n: (-1) ** n * series[n])


derivative_of_series = (
    Law("(a + b)' = a' + b'", "aa", lambda a, b: (D(a + b), D(a) + D(b))),
    Law("(a b)' = a' b + a b'", "aa", lambda a, b: (D(a * b), D(a) * b + a * D(b))),
    Law("(1 / u)' = -u' / u^2", "u", lambda u: (D(1 / u), -D(u) / (u * u))),
    Law("partial sums", "a", lambda a: (s.partial_sums(a) * s.series(1, -1), a)),
    Law(
        "inflation multiplies",
        "aa",
        lambda a, b: (s.series_inflate(a * b, 2), s.series_inflate(a, 2) * s.series_inflate(b, 2)),
    ),
    Law("exp' = exp", "", lambda: (D(s.exp_series), s.exp_series)),
    Law("exp(x) exp(-x) = 1", "", lambda: (s.exp_series * _at_minus(s.exp_series), s.series_one)),
    Law("sin^2 + cos^2 = 1", "", lambda: (s.sin_series**2 + s.cos_series**2, s.series_one)),
    Law("cosh^2 - sinh^2 = 1", "", lambda: (s.cosh_series**2 - s.sinh_series**2, s.series_one)),
    Law("sin' = cos", "", lambda: (D(s.sin_series), s.cos_series)),
    Law("cos' = -sin", "", lambda: (D(s.cos_series), -s.sin_series)),
    Law("tan' = 1 + tan^2", "", lambda: (D(s.tan_series), 1 + s.tan_series**2)),
    Law("(1 + x^2) atan' = 1", "", lambda: (D(s.atan_series) * s.series(1, 0, 1), s.series_one)),
    Law(
        "powers of 1 + x multiply",
        "cc",
        lambda c, d: (s.binomial_series(c) * s.binomial_series(d), s.binomial_series(c + d)),
    ),
    Law(
        "(1 + x) ((1 + x)^c)' = c (1 + x)^c",
        "c",
        lambda c: (s.series(1, 1) * D(s.binomial_series(c)), c * s.binomial_series(c)),
    ),
)

# --- operators -------------------------------------------------------------------------------------------------

operators = (
    Law("+ commutes", "aa", lambda a, b: (s.add(a, b), s.add(b, a))),
    Law("+ associates", "aaa", lambda a, b, c: (s.add(s.add(a, b), c), s.add(a, s.add(b, c)))),
    Law("(a + b) c = a c + b c", "aaa", lambda a, b, c: (s.mul(s.add(a, b), c), s.add(s.mul(a, c), s.mul(b, c)))),
    Law("a (b + c) = a b + a c", "aaa", lambda a, b, c: (s.mul(a, s.add(b, c)), s.add(s.mul(a, b), s.mul(a, c)))),
    Law("a - a = 0", "a", lambda a: (s.sub(a, a), s.mul(0, a))),
    Law("a^2 a = a^3", "a", lambda a: (s.mul(s.expt(a, 2), a), s.expt(a, 3))),
    Law("(c a) b = c (a b)", "caa", lambda c, a, b: (s.mul(s.mul(c, a), b), s.mul(c, s.mul(a, b)))),
    Law("a number is added to the result", "ca", lambda c, a: (s.add(a, c), lambda h: s.add(a(h), c))),
    Law("the anticommutator", "aa", lambda a, b: (s.anticommutator(a, b), s.add(s.mul(a, b), s.mul(b, a)))),
    Law(
        "Jacobi identity of commutators",
        "aaa",
        lambda a, b, c: (
            s.commutator(a, s.commutator(b, c)),
            s.add(s.commutator(s.commutator(a, b), c), s.commutator(b, s.commutator(a, c))),
        ),
    ),
)

# --- functions -------------------------------------------------------------------------------------------------

functions = (
    Law(
        "composition associates", "aaa", lambda h, k, m: (s.compose(h, s.compose(k, m)), s.compose(s.compose(h, k), m))
    ),
    Law("the identity from the left", "a", lambda h: (s.compose(s.identity, h), h)),
    Law("the identity from the right", "a", lambda h: (s.compose(h, s.identity), h)),
    Law("sums are pointwise", "aa", lambda h, k: (s.add(h, k), lambda t: s.add(h(t), k(t)))),
    Law("products are pointwise", "aa", lambda h, k: (s.mul(h, k), lambda t: s.mul(h(t), k(t)))),
    Law("differences with numbers are pointwise", "ac", lambda h, c: (s.sub(h, c), lambda t: s.sub(h(t), c))),
    Law("tuples of functions are functions", "aa", lambda h, k: (s.up(h, k), lambda t: s.up(h(t), k(t)))),
    Law(
        "composition distributes from the right",
        "aaa",
        lambda h, k, m: (s.compose(s.add(h, k), m), s.add(s.compose(h, m), s.compose(k, m))),
    ),
    Law("operations of functions are pointwise", "a", lambda h: (s.sin(h), s.compose(s.sin, h))),
)

derivatives = (
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
    Law("[D, f] = Df", "aa", lambda f, g: (s.commutator(D, multiplication(f))(g), s.mul(D(f), g))),
    Law(
        "the chain rule along a path",
        "aa",
        lambda x, y: (D(lambda t: F(x(t), y(t))), lambda t: D(F)(x(t), y(t)) * s.up(D(x)(t), D(y)(t))),
    ),
    Law(
        "nested derivatives keep their perturbations apart",
        "a",
        lambda h: (
            lambda t: D(lambda x: D(lambda y: h(x * y))(t))(t),
            lambda t: D(h)(t * t) + t * t * (D**2)(h)(t * t),
        ),
    ),
    Law(
        "Leibniz for contraction",
        "aaaa",
        lambda a, b, c, d: (
            D(lambda t: s.up(a(t), b(t)) * s.down(c(t), d(t))),
            lambda t: D(s.up(a, b))(t) * s.down(c(t), d(t)) + s.up(a(t), b(t)) * D(s.down(c, d))(t),
        ),
    ),
    Law(
        "Leibniz for matrices",
        "aaaa",
        lambda a, b, c, d: (
            D(lambda t: _square(a, b, c, d, t) * _square(a, b, c, d, t)),
            lambda t: (
                D(lambda t: _square(a, b, c, d, t))(t) * _square(a, b, c, d, t)
                + _square(a, b, c, d, t) * D(lambda t: _square(a, b, c, d, t))(t)
            ),
        ),
    ),
    Law(
        "the derivative of a determinant",
        "aaaa",
        lambda a, b, c, d: (
            D(lambda t: s.determinant(_square(a, b, c, d, t))),
            lambda t: D(a)(t) * d(t) + a(t) * D(d)(t) - D(b)(t) * c(t) - b(t) * D(c)(t),
        ),
    ),
)


def _square(a, b, c, d, t):
    return s.matrix_by_rows([a(t), b(t)], [c(t), d(t)])


def _of_tuple(h):
    return lambda q: h(q[0], q[1])


partial_derivatives = (
    Law("partials commute", "a", lambda h: (partial(0)(partial(1)(h)), partial(1)(partial(0)(h)))),
    Law("partials are linear", "aa", lambda h, k: (partial(0)(s.add(h, k)), s.add(partial(0)(h), partial(0)(k)))),
    Law(
        "Leibniz for partials",
        "aa",
        lambda h, k: (partial(1)(s.mul(h, k)), s.add(s.mul(partial(1)(h), k), s.mul(h, partial(1)(k)))),
    ),
    Law("D is the down tuple of the partials", "a", lambda h: (D(h), s.down(partial(0)(h), partial(1)(h)))),
    Law(
        "three partials in any order",
        "a",
        lambda h: (partial(0)(partial(1)(partial(0)(h))), partial(1)((partial(0) ** 2)(h))),
    ),
    Law(
        "the derivative of a function of a tuple",
        "a",
        lambda h: (lambda x, y: D(_of_tuple(h))(s.up(x, y)), lambda x, y: D(h)(x, y)),
    ),
    Law(
        "the second derivative is symmetric",
        "a",
        lambda h: (
            lambda x, y: D(D(_of_tuple(h)))(s.up(x, y))[0][1],
            lambda x, y: D(D(_of_tuple(h)))(s.up(x, y))[1][0],
        ),
    ),
    Law(
        "the directional derivative",
        "a",
        lambda h: (
            lambda x, y: D(lambda t: _of_tuple(h)(s.up(x, y) + t * s.up(y, 3)))(0),
            lambda x, y: D(_of_tuple(h))(s.up(x, y)) * s.up(y, 3),
        ),
    ),
    Law(
        "Jacobians multiply",
        "aaa",
        lambda h, k, m: (
            lambda x, y: D(lambda q: s.up(k(*_map(h, q)), m(*_map(h, q))))(s.up(x, y)),
            lambda x, y: (
                D(lambda q: s.up(_of_tuple(k)(q), _of_tuple(m)(q)))(_map(h, s.up(x, y)))
                * D(lambda q: _map(h, q))(s.up(x, y))
            ),
        ),
    ),
)


def _map(h, q):
    return s.up(h(q[0], q[1]), q[0] * q[1])


# --- elementary functions --------------------------------------------------------------------------------------

elementary = (
    Law("sin^2 + cos^2 = 1", "a", lambda a: (s.sin(a) ** 2 + s.cos(a) ** 2, 1)),
    Law("cosh^2 - sinh^2 = 1", "u", lambda u: (s.cosh(1 / (1 + u)) ** 2 - s.sinh(1 / (1 + u)) ** 2, 1)),
    Law("sin(a + b)", "aa", lambda a, b: (s.sin(a + b), s.sin(a) * s.cos(b) + s.cos(a) * s.sin(b))),
    Law("cos(a + b)", "aa", lambda a, b: (s.cos(a + b), s.cos(a) * s.cos(b) - s.sin(a) * s.sin(b))),
    Law("tan = sin / cos", "u", lambda u: (s.tan(u), s.sin(u) / s.cos(u))),
    Law("sec, csc and cot", "u", lambda u: (s.sec(u) * s.cos(u) + s.csc(u) * s.sin(u) + s.cot(u) * s.tan(u), 3)),
    Law("tanh, sech and csch", "u", lambda u: (s.tanh(u) ** 2 + s.sech(u) ** 2 + s.csch(u) * s.sinh(u), 2)),
    Law("exp(a + b) = exp a exp b", "uu", lambda u, v: (s.exp(1 / (1 + u) + v / 9), s.exp(1 / (1 + u)) * s.exp(v / 9))),
    Law("log(u v) = log u + log v", "uu", lambda u, v: (s.log(u * v), s.log(u) + s.log(v))),
    Law("exp(log u) = u", "u", lambda u: (s.exp(s.log(u)), u)),
    Law("log(exp u) = u", "u", lambda u: (s.log(s.exp(u)), u)),
    Law("sqrt(u)^2 = u", "u", lambda u: (s.sqrt(u) ** 2, u)),
    Law("sqrt(u v) = sqrt u sqrt v", "uu", lambda u, v: (s.sqrt(u * v), s.sqrt(u) * s.sqrt(v))),
    Law("u^(m + n) = u^m u^n", "unn", lambda u, m, n: (s.expt(u, m + n), s.expt(u, m) * s.expt(u, n))),
    Law("(u^v)^n = u^(v n)", "uun", lambda u, v, n: (s.expt(s.expt(u, 1 / (1 + v)), n), s.expt(u, n / (1 + v)))),
    Law("u^v = exp(v log u)", "uu", lambda u, v: (s.expt(u, 1 / (1 + v)), s.exp(s.log(u) / (1 + v)))),
    Law("tan(atan u) = u", "u", lambda u: (s.tan(s.atan(u)), u)),
    Law("atan of two arguments", "uu", lambda u, v: (s.atan(u, v), s.atan(u / v))),
    Law("sin(asin u) = u", "u", lambda u: (s.sin(s.asin(1 / (1 + u))), 1 / (1 + u))),
    Law("asin u + acos u is constant", "uu", lambda u, v: (_asin_and_acos(u), _asin_and_acos(v))),
    Law(
        "asinh, acosh and atanh",
        "u",
        lambda u: (s.sinh(s.asinh(u)) + s.cosh(s.acosh(1 + u)) + s.tanh(s.atanh(u / (1 + u))), 2 * u + 1 + u / (1 + u)),
    ),
    Law("abs(-u) = u", "u", lambda u: (abs(-u), u)),
)


def _asin_and_acos(u):
    return s.asin(1 / (1 + u)) + s.acos(1 / (1 + u))


# --- fields on a manifold --------------------------------------------------------------------------------------

vector_fields = (
    Law("c (a + b) = c a + c b", "caa", lambda c, a, b: (s.mul(c, s.add(a, b)), s.add(s.mul(c, a), s.mul(c, b)))),
    Law("a is a derivation", "amm", lambda a, m, n: (a(m * n), m * a(n) + n * a(m))),
    Law("functions multiply a", "am", lambda a, m: ((m * a)(m), m * a(m))),
    Law("[a, b] = -[b, a]", "aa", lambda a, b: (s.commutator(a, b), s.negate(s.commutator(b, a)))),
    Law(
        "[a, m b] = a(m) b + m [a, b]",
        "aam",
        lambda a, b, m: (s.commutator(a, m * b), a(m) * b + m * s.commutator(a, b)),
    ),
    Law("the Lie derivative of a field", "aa", lambda a, b: (s.Lie_derivative(a)(b), s.commutator(a, b))),
    Law(
        "Jacobi identity",
        "aaa",
        lambda a, b, c: (
            s.commutator(a, s.commutator(b, c)),
            s.commutator(s.commutator(a, b), c) + s.commutator(b, s.commutator(a, c)),
        ),
    ),
)

form_fields = (
    Law("(a + b)(v) = a(v) + b(v)", "aav", lambda a, b, v: ((a + b)(v), a(v) + b(v))),
    Law("(c a)(v) = c a(v)", "cav", lambda c, a, v: ((c * a)(v), c * a(v))),
    Law("forms are linear over functions", "avvm", lambda a, v, w, m: (a(m * v + w), m * a(v) + a(w))),
    Law("dm(v) = v(m)", "vm", lambda v, m: (s.d(m)(v), v(m))),
    Law("d is a derivation of functions", "vmm", lambda v, m, n: (s.d(m * n)(v), (m * s.d(n) + n * s.d(m))(v))),
)

#: Literal functions differentiate like the functions that they stand for.
literal = (
    Law("D of a literal function", "a", lambda a: (D(lambda t: f(a * t))(X), a * D(f)(a * X))),
    Law(
        "partials of a literal function",
        "aa",
        lambda a, b: (D(lambda t: F(a + t, b * t))(Y), partial(0)(F)(a + Y, b * Y) + b * partial(1)(F)(a + Y, b * Y)),
    ),
)
