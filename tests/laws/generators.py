"""One generator for each algebraic type: scalars, expressions, structures, matrices, functions, operators."""

import math
from fractions import Fraction

from hypothesis import reject
from hypothesis import strategies as st

import scmpy as s
from scmpy.calculus.dual_numbers import make
from scmpy.calculus.jet import Taylor
from scmpy.generic.numbers import exact, exact_complex

from .balls import Point

X, Y, Z = s.symbols("x y z")
f, g = s.literal_functions("f g")
F = s.literal_function("F", "(-> (X Real Real) Real)")

# --- scalars ---------------------------------------------------------------------------------------------------

integers = st.integers(-6, 6)
rationals = st.builds(lambda p, q: exact(Fraction(p, q)), integers, st.integers(1, 5))
complex_rationals = st.builds(exact_complex, rationals, rationals)
nonzero_complex = complex_rationals.filter(lambda z: z != 0)
positive_rationals = st.builds(lambda p, q: exact(Fraction(p, q)), st.integers(1, 6), st.integers(1, 5))


def _points(domain: str, numerators):
    given = st.fixed_dictionaries({name: st.builds(Fraction, numerators, st.integers(101, 199)) for name in "xyz"})
    return st.builds(Point, st.just(domain), st.integers(0, 3), given)


points = _points("positive", st.integers(1, 400))
signed_points = _points("real", st.integers(-400, 400))

# --- expressions -----------------------------------------------------------------------------------------------

symbols = st.sampled_from((X, Y, Z))
small = st.builds(lambda p, q: exact(Fraction(p, q)), st.integers(-3, 3), st.integers(1, 2))
applications = st.sampled_from(
    (f(X), g(Y), F(X, Y), s.D(f)(X), (s.D**2)(f)(X), s.partial(1)(F)(X, Y), (s.partial(0) ** 2)(F)(X, Y))
)


def _positive(inner):
    return st.one_of(
        st.builds(s.add, inner, inner),
        st.builds(s.mul, inner, inner),
        st.builds(s.div, inner, inner),
        st.builds(s.expt, inner, st.integers(1, 3)),
        st.builds(s.sqrt, inner),
    )


#: Positive wherever the symbols are: what may stand under a root or a logarithm.
positive_expressions = st.recursive(symbols | positive_rationals, _positive, max_leaves=4)


#: Arguments of sines, cosines and exponentials: the addition theorems stay small.
angles = st.builds(lambda c, u, v: c * u + v, small, symbols | applications, symbols | small)

trigonometric_products = st.builds(lambda u, v: s.sin(u) * v, angles, angles)


def _polynomial(inner):
    return st.one_of(
        st.builds(s.add, inner, inner),
        st.builds(s.sub, inner, inner),
        st.builds(s.mul, inner, inner),
        st.builds(s.expt, inner, st.integers(0, 2)),
        st.builds(s.negate, inner),
    )


def _rational(inner):
    return _polynomial(inner) | st.builds(lambda x, y: s.div(x, 1 + y * y), inner, inner)


def _elementary(inner):
    return st.one_of(
        _polynomial(inner),
        st.builds(s.div, inner, positive_expressions),
        *(st.builds(function, angles) for function in (s.sin, s.cos, s.exp)),
        st.builds(f, inner),
        *(st.builds(function, positive_expressions) for function in (s.sqrt, s.log, s.atan)),
    )


polynomials = st.recursive(symbols | rationals, _polynomial, max_leaves=6)
rational_functions = st.recursive(symbols | rationals, _rational, max_leaves=6)
trigonometric = st.recursive(
    symbols | rationals | st.builds(lambda h, u: h(u), st.sampled_from((s.sin, s.cos)), angles),
    _polynomial,
    max_leaves=5,
)
expressions = st.recursive(symbols | small | applications, _elementary, max_leaves=5)

#: Symbols with facts.
declared = st.sampled_from(
    (
        s.symbols("p", positive=True),
        s.symbols("r", real=True),
        s.symbols("n", integer=True),
        s.symbols("q", nonpositive=True),
    )
)


@st.composite
def _built(draw, function, *arguments):
    """The values of a function where it has one."""
    try:
        return function(*map(draw, arguments))
    except s.ScmpyError:
        reject()


def _wild(inner):
    return st.one_of(
        _polynomial(inner),
        _polynomial(inner),
        _built(s.div, inner, inner),
        *(
            _built(function, inner)
            for function in (s.sqrt, s.sqrt, s.log, s.exp, s.sin, s.cos, s.tan, s.asin, s.acos, s.atan, s.sinh, s.tanh)
        ),
        _built(s.atan, inner, inner),
        _built(s.expt, inner, small.filter(lambda c: c > 0) | symbols | declared),
        _built(lambda e: s.expt(s.expt(e, 2), s.div(1, 2)), inner),
        *(_built(function, inner) for function in (abs, s.conjugate, s.real_part, f, s.D(g))),
    )


_anything = st.recursive(
    symbols | declared | small | applications | st.just(s.make_rectangular(0, 1)), _wild, max_leaves=6
)
#: Elementary functions of anything: what the assumptions are about.
wild_expressions = _built(lambda e: e if isinstance(e, s.symbolic.expression.Expression) else e + X, _anything)


def _trigonometric_factor(h, u, other, exponent, kind):
    c = h(u)
    base = (c, 1 - c**2, 1 + c, c - 1, c**2 - other**2, other + 2 * c, abs(other), 1 - 2 * c**2)[kind]
    return s.expt(base, exponent)


_factor = _built(
    _trigonometric_factor,
    st.sampled_from((s.sin, s.cos)),
    symbols,
    symbols | declared | st.just(s.cos(X)),
    st.sampled_from((1, 2, 2, 3, 4, -1, -2)),
    st.integers(0, 7),
)
_power = _built(s.expt, declared | _built(s.exp, symbols), st.sampled_from((1, 2, 3, 5, 7)))
_product = _built(
    lambda c, factors, carried_out: (s.symbolic.simplify.reduced if carried_out else s.identity)(
        c * math.prod(factors)
    ),
    st.sampled_from((1, -1, 2, -4, s.div(1, 2), s.div(-1, 4), 0.5, -1.5)),
    st.lists(_factor | _power, min_size=1, max_size=3),
    st.booleans(),
)
_root = _built(s.sqrt, _product)

#: Roots of products and quotients of sines, cosines and what has a sign, as products and carried out, and of such roots.
roots_of_products = st.one_of(
    _root,
    _root,
    _built(s.mul, _root, _root),
    _built(lambda r, p: s.sqrt(s.square(r) * p), _root, _product),
    _built(lambda m, a, b: s.atan(m * a, m * b), _product, _factor, _factor),
    _built(lambda p: abs(p), _product),
)

# --- structures and matrices -----------------------------------------------------------------------------------

scalars = symbols | rationals | applications | st.builds(lambda c, u, v: c * u * v, small, symbols, applications)


def structures(shape, leaf=scalars):
    """Structures of a shape, which is a structure itself or 0 for a leaf."""
    if shape == 0:
        return leaf
    return st.builds(type(shape), st.tuples(*(structures(part, leaf) for part in shape)))


def matrices(rows: int, columns: int, entry=symbols | rationals):
    """Matrices of a size."""
    return st.builds(
        lambda entries: s.m_generate(rows, columns, lambda i, j: entries[i * columns + j]),
        st.tuples(*[entry] * (rows * columns)),
    )


# --- functions and operators -----------------------------------------------------------------------------------


#: Factors in front of functions, whose products stay small multiples.
factors = st.sampled_from((-1, 2))


def _python_function(c):
    return lambda x: c * x + x * x


#: A few functions of one real argument.
basic_functions = st.sampled_from((s.identity, s.sin, s.cos, s.exp, s.square, f, g)) | st.builds(
    _python_function, factors
)


def _combined(inner):
    return st.one_of(
        st.builds(s.add, inner, inner),
        st.builds(s.mul, inner, inner),
        st.builds(s.compose, inner, inner),
        st.builds(s.mul, factors, inner),
        st.builds(s.expt, inner, st.integers(1, 2)),
    )


#: Functions of one real argument: generic operations, literal functions, plain Python functions.
functions = st.recursive(basic_functions, _combined, max_leaves=3)

#: A few functions of two real arguments.
basic_binary_functions = st.sampled_from(
    (
        F,
        s.add,
        s.mul,
        lambda x, y: s.sin(x + y) + x * y,
        lambda x, y: s.exp(x) * f(y),
        lambda x, y: F(y, x * x),
        lambda x, y: f(x + 2 * y),
    )
)

#: Functions of two real arguments.
binary_functions = st.recursive(
    basic_binary_functions,
    lambda inner: st.one_of(
        st.builds(s.add, inner, inner), st.builds(s.mul, inner, inner), st.builds(s.compose, basic_functions, inner)
    ),
    max_leaves=2,
)


def multiplication(function):
    """The operator that multiplies a function by this one."""
    return s.make_operator(lambda h: s.mul(function, h), "multiply")


#: Linear operators on functions of one argument.
operators = st.recursive(
    st.just(s.D) | st.builds(multiplication, basic_functions),
    lambda inner: st.builds(s.add, inner, inner) | st.builds(s.mul, inner, inner),
    max_leaves=2,
)

# --- floating-point numbers ------------------------------------------------------------------------------------

floats = st.floats(-100, 100, allow_subnormal=False).map(lambda x: round(x, 6))
positive_floats = st.floats(0.01, 100)
complex_floats = st.builds(complex, floats, floats)

# --- modular integers, quaternions, series, dual numbers --------------------------------------------------------


def modular(residues, modulus: int):
    """Integers modulo a number."""
    return st.builds(s.mod_make, st.sampled_from(residues), st.just(modulus))


def quaternions(component):
    """Quaternions with these components."""
    return st.builds(s.quaternion, component, component, component, component)


def series(term):
    """Power series of a few terms, or of all powers of a term."""
    return st.lists(term, min_size=1, max_size=4).map(lambda terms: s.power_series(*terms)) | st.builds(
        lambda c: s.series_generate(lambda n: c**n if n else 1), term
    )


def dual_numbers(primal, *tags: int):
    """Differentials with these tags, from the outermost derivative on: each with tangents in up to two directions."""
    for tag in tags:
        tangents = st.dictionaries(st.integers(0, 1), polynomials if primal is polynomials else rationals, max_size=2)
        primal = st.builds(make, st.just(tag), primal, tangents)
    return primal


def jets(tag: int, primal, derivative):
    """Values with their first three derivatives by the variable of a tag."""
    return st.builds(lambda value, rest: Taylor(tag, [value, *rest]), primal, st.tuples(*[derivative] * 3))


def regular_matrices(size: int):
    """Integer matrices with an inverse: a product of triangular ones with units on the diagonal."""

    def product(entries):
        lower = s.m_generate(size, size, lambda i, j: entries[i * size + j] if i > j else int(i == j))
        upper = s.m_generate(size, size, lambda i, j: entries[i * size + j] if i < j else (-1) ** i * int(i == j))
        return lower * upper

    return st.tuples(*[integers] * size**2).map(product)


#: Down tuples of up tuples with an inverse.
regular_tensors = regular_matrices(2).map(lambda m: s.m_to_s(s.down(0, 0), m, s.up(0, 0)))

# --- fields on a manifold --------------------------------------------------------------------------------------

manifold_function = s.literal_manifold_function("h", s.R2_rect)
PLACE = s.R2_rect.point(X, Y)
_coordinates = s.R2_rect.coordinates("x y")
_basis = s.R2_rect.vector_basis("x y")
_polar_basis = s.R2_polar.vector_basis("r phi")
_dual_basis = s.R2_rect.form_basis("x y")

#: Functions on the plane.
manifold_functions = st.sampled_from(
    (manifold_function, *_coordinates, s.sin(_coordinates[0]), _coordinates[0] * _coordinates[1] + 2)
)

#: Vector fields on the plane.
vector_fields = st.recursive(
    st.sampled_from((*_basis, *_polar_basis, s.literal_vector_field("V", s.R2_rect))),
    lambda inner: st.builds(s.mul, manifold_functions, inner) | st.builds(s.add, inner, inner),
    max_leaves=2,
)

#: One-form fields on the plane.
form_fields = st.recursive(
    st.sampled_from((*_dual_basis, s.literal_1form_field("omega", s.R2_rect))),
    lambda inner: st.builds(s.mul, manifold_functions, inner) | st.builds(s.add, inner, inner),
    max_leaves=2,
)
