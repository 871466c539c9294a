"""Every function of numbers has one value, however it is computed: numbers, arrays, code of each target, and balls.

The points are in the head, where values are of size 1, at the edges of domains, and far out in the tails.
"""

import ctypes
import math
import shutil
import subprocess
import warnings
from fractions import Fraction

import numpy
import pytest
from flint import acb
from mpmath import mp

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.registry import entries, load_all, lookup
from scmpy.symbolic.ball_arithmetic import precision

from ..tables import rows

UNARY = [name for name, record in RECORDS.items() if record.kind == "analytic" and record.arity == 1]
BINARY = [name for name, record in RECORDS.items() if record.kind == "analytic" and record.arity == 2]

SIZES = (1e-300, 1e-20, 1e-5, 0.3, 0.5, 0.9999999, 1.0, 1.5, 2.5, 10.0, 26.0, 40.0, 300.0, 720.5, 1e5, 1e20)
REALS = [sign * x for x in SIZES for sign in (1, -1)]
COMPLEX = [complex(x, y) for x in (-1e5, -30.0, -0.5, 1e-9, 2.5, 300.0) for y in (-1e5, -10.0, -1e-9, 0.7, 3.0, 1e3)]
ACCURACY = 4e-15


def close(x, y):
    """Are two numbers the same but for rounding? (Below the least normal numbers rounding is absolute.)"""
    x, y = complex(x), complex(y)
    return x == y or abs(x - y) <= ACCURACY * max(abs(x), abs(y)) + 1e-307


def alone(record, *xs):
    """The value at numbers; None where there is none."""
    try:
        return record.operation(*xs)
    except s.ScmpyError:
        return None


def true(record, *xs):
    """The value by balls; None where there is none, or it is too large or too small for a float."""
    with precision(2000):
        try:
            ball = record.complex_ball(*(acb(x.real, x.imag) for x in map(complex, xs)))
            sizes = [float(abs(part).mid()) for part in (ball.real, ball.imag)]
            return complex(ball.mid()) if ball.is_finite() and 1e-300 < max(sizes) < 1e300 else None
        except (ValueError, OverflowError):
            return None


def real_or_complex(points, function):
    return [(x, y) for x in points if (y := function(x)) is not None]


@pytest.mark.parametrize("name", UNARY)
def test_numbers_are_in_their_balls(name):
    record = RECORDS[name]
    for x, value in real_or_complex([*REALS, *COMPLEX], lambda x: true(record, x)):
        if isinstance(x, float) and value.imag and (record.over_complex is None or "elliptic" in name):
            continue  # there it is for real values alone
        found = alone(record, x)
        wanted = value.conjugate() if isinstance(x, float) and record.below_cut and x > 1 else value
        assert found is not None and (close(found, value) or close(found, wanted)), (x, found, value)


@pytest.mark.parametrize("name", UNARY)
def test_exact_numbers_have_the_values_of_floats(name):
    record = RECORDS[name]
    for x in (Fraction(1, 10**20), Fraction(1, 2), 2, 10, 26, -3, -(10**9)):
        exact, inexact = alone(record, x), alone(record, float(x))
        if inexact is not None and abs(inexact) < math.inf:
            assert close(s.exact_to_inexact(exact), inexact), (x, exact, inexact)
            assert isinstance(inexact, complex) or close(alone(record, complex(x)), inexact), x
            if abs(x) < 100 or name[0] == "a":
                assert close(s.exact_to_inexact(s.simplify(exact)), inexact), (x, exact, inexact)


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("points", [REALS, COMPLEX], ids=["real", "complex"])
def test_the_values_of_an_array_are_those_of_its_elements(name, points):
    record = RECORDS[name]
    known = real_or_complex(points, lambda x: alone(record, x))
    found = record.operation(numpy.array([x for x, _ in known]))
    assert all(close(a, b) for a, (_, b) in zip(found.tolist(), known, strict=True))
    assert found.dtype == float or points is COMPLEX or not all(isinstance(value, float) for _, value in known)


@pytest.mark.parametrize("name", BINARY)
def test_the_values_of_arrays_of_two_arguments_are_those_of_the_elements(name):
    record = RECORDS[name]
    pairs = [(x, y) for x in (0.3, 2.0, 3.0) for y in (1e-20, 1e-5, 0.3, 0.9, 2.5, 26.0, 300.0)]
    known = [(*pair, value) for pair in pairs if (value := alone(record, *pair)) is not None]
    if "D" not in name:
        for x, y, value in known:
            by_ball = true(record, x, y)
            assert by_ball is None or close(value, by_ball), (x, y, value, by_ball)
    if known:
        first, second, values = map(numpy.array, zip(*known, strict=True))
        assert all(map(close, record.operation(first, second).tolist(), values.tolist()))


@pytest.mark.parametrize("target", ["python", "llvm"])
@pytest.mark.parametrize("name", UNARY)
def test_code_has_the_values_of_the_function(name, target):
    record = RECORDS[name]
    known = real_or_complex(REALS, lambda x: alone(record, x))
    if target == "llvm":
        pytest.importorskip("llvmlite")
    try:
        code = s.compile_function(record.operation, 1.3 if name == "acosh" else 0.3, target=target)
    except WrongTypeError as error:
        assert "does not have" in error.message
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert all(close(code(x), value) for x, value in known)
        assert all(map(close, code(numpy.array([x for x, _ in known])), [value for _, value in known]))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler of C")
def test_code_of_c_has_the_values_of_the_function(tmp_path):
    """Each function that C has, and the derivatives of some."""
    functions = {name: RECORDS[name].operation for name in UNARY}
    functions |= {f"D {name}": s.D(functions[name]) for name in ("tanh", "atan", "sech", "log", "asinh")}
    texts, known = [], {}
    for name, function in functions.items():
        code = s.compile_function(function, 1.3 if name == "acosh" else 0.3)
        try:
            texts.append(code.c_source.replace(" f(", f" f{len(texts)}("))
            known[name] = code
        except WrongTypeError as error:
            assert "does not have" in error.message
    (tmp_path / "all.c").write_text("\n".join(texts))
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "all.so", tmp_path / "all.c", "-lm"], check=True)
    library = ctypes.CDLL(str(tmp_path / "all.so"))
    for i, name in enumerate(known):
        for x in REALS:
            try:
                value = functions[name](x)
            except s.ScmpyError:
                continue
            if not isinstance(value, complex):
                place, result = (ctypes.c_double * 1)(x), (ctypes.c_double * 1)()
                getattr(library, f"f{i}")(place, result)
                assert close(result[0], value) or (name == "log" and not x), (name, x, result[0], value)


@pytest.mark.parametrize(("y", "x"), [(1 + 1j, -2.0), (1 - 1j, -2.0), (-1 + 0.5j, -2.0), (2j, 0.3), (2e-200j, -1e-200)])
def test_angles_of_complex_points_continue_those_of_real_ones(y, x):
    """-i log((x + i y)/sqrt(x^2 + y^2)), by SymPy."""
    import sympy

    if abs(x) > 1e-100:
        assert close(s.atan(y, x), complex(sympy.atan2(y, x).evalf(30)))
    near, beside = s.atan(abs(y), x), s.atan(abs(y) * (1 + 1e-9j), x)
    assert abs(near - beside) < 1e-8
    assert all(map(close, s.atan(numpy.array([abs(y), y]), x).tolist(), [near, s.atan(y, x)]))


def test_an_element_out_of_the_domain_leaves_the_others_as_they_are():
    for function, inside in ((s.sqrt, 4.0), (s.log, 2.0), (s.acos, 0.5), (s.asin, 0.5), (s.atanh, 0.5)):
        found = function(numpy.array([inside, -1.5]))
        assert close(found[0], function(inside))
        assert close(found[1], function(-1.5))
    assert s.expt(numpy.array([-8.0, 8.0]), 1 / 3)[1] == 2.0


@pytest.mark.parametrize("name", UNARY)
def test_elements_without_a_value_leave_the_others_theirs(name):
    record = RECORDS[name]
    known = real_or_complex([0.3, 1.5, 2.5, -0.3], lambda x: alone(record, x))
    gaps = [math.nan, *(x for x in (0.0, 1.0, -1.0, -2.0, math.inf) if alone(record, x) is None)]
    found = record.operation(numpy.array([*gaps, *(x for x, _ in known)]))
    assert not numpy.isfinite(found[: len(gaps)]).any() and math.isnan(record.operation(math.nan))
    assert all(close(a, b) for a, (_, b) in zip(found[len(gaps) :].tolist(), known, strict=True))
    assert s.log1p(-1.0) == -math.inf


@pytest.mark.parametrize("size", [1e-200, 1e-30, 1.0, 1e30, 1e200])
def test_norms_and_derivatives_of_quotients_at_any_size(size):
    assert s.magnitude(s.up(3 * size, 4 * size)) == pytest.approx(5 * size, rel=1e-15)
    assert abs(s.down(3 * size, 4 * size)) == pytest.approx(5 * size, rel=1e-15)
    assert s.D(lambda x: size / x)(2 * size) * size == pytest.approx(-0.25, rel=1e-15)
    assert s.D(lambda x: (size / x) ** 2)(size) * size == pytest.approx(-2, rel=1e-15)


# --- functions without a record, or whose record has no derivative ------------------------------------------------------

MODERATE = [x for x in REALS if 1e-200 < abs(x) < 1e100]


#: By mpmath, with the points (or pairs) that are tried. The first ones are of one argument, and compiled too.
OTHERS = {
    "square": (lambda x: x * x, MODERATE),
    "cube": (lambda x: x**3, [x for x in REALS if 1e-90 < abs(x) < 1e90]),
    "invert": (lambda x: 1 / x, REALS),
    "negate": (lambda x: -x, REALS),
    "abs": (abs, REALS),
    "magnitude": (abs, REALS),
    "floor": (mp.floor, REALS),
    "ceiling": (mp.ceil, REALS),
    "truncate": (lambda x: mp.floor(x) if x > 0 else mp.ceil(x), REALS),
    "round": (mp.nint, REALS),
    "conjugate": (mp.conj, REALS),
    "real-part": (mp.re, REALS),
    "imag-part": (mp.im, REALS),
}
PAIRS = [(x, y) for x in (1e-300, 1e-20, 0.3, 1.0, 2.5, 40.0, 1e20) for y in (-3.0, -0.5, 0.0, 0.5, 2.0, 7.0, 1 / 3)]
OF_TWO = {
    "+": (lambda x, y: x + y, PAIRS),
    "-": (lambda x, y: x - y, PAIRS),
    "*": (lambda x, y: x * y, PAIRS),
    "/": (lambda x, y: x / y, [(x, y) for x, y in PAIRS if y]),
    "expt": (lambda x, y: x**y, PAIRS),
    "atan": (mp.atan2, PAIRS),
}
CARLSON = [
    (0.0, 1.0, 2.0),
    (1e-20, 0.3, 2.5),
    (1e20, 2.0, 1e-5),
    (1e-300, 1.0, 1e100),
    (4.0, 4.0, 4.0),
    (7.0, 1e5, 1e-9),
]
MODULI = [0.0, 1e-20, 1e-5, 0.3, 0.9, 0.9999999, 1 - 1e-15]


def of_both(f):
    return lambda *xs: f(*xs, lambda *found: found)


#: Values that are handed over, or of three arguments: (the function of numbers, that of mpmath, points).
OF_MORE = {
    "Carlson-elliptic-1": (lambda f: f, mp.elliprf, CARLSON),
    "Carlson-elliptic-2": (lambda f: f, mp.elliprd, [xs for xs in CARLSON if xs != (1e-300, 1.0, 1e100)]),
    "elliptic-integrals": (
        lambda f: lambda k: of_both(f)(k)[0] / of_both(f)(k)[1],
        lambda k: mp.ellipk(k * k) / mp.ellipe(k * k),
        [(k,) for k in MODULI],
    ),
    "Jacobi-elliptic-functions": (
        lambda f: lambda u, k: of_both(f)(u, k)[0],
        lambda u, k: mp.ellipfun("sn", u, k=k),
        [(u, k) for u in (1e-20, 0.3, 2.5, 40.0) for k in (0.0, 1e-5, 0.3, 0.9)],
    ),
    "gudermannian": (lambda f: f, lambda x: mp.atan(mp.sinh(x)), [(x,) for x in REALS if abs(x) > 1e-300]),
    "log1p": (lambda f: f, mp.log1p, [(x,) for x in REALS if x > -1 and abs(x) > 1e-300]),
    "rising-factorial": (
        lambda f: lambda x: f(x, 3),
        lambda x: x * (x + 1) * (x + 2),
        [(x,) for x in (1e-20, 0.3, 40.0, 1e20)],
    ),
    "falling-factorial": (
        lambda f: lambda x: f(x, 3),
        lambda x: x * (x - 1) * (x - 2),
        [(x,) for x in (1e-20, 0.3, 40.0, 1e20)],
    ),
}


@pytest.mark.parametrize("name", OF_MORE)
def test_functions_of_several_numbers(name):
    taken, by_mpmath, points = OF_MORE[name]
    for xs in points:
        assert close(taken(lookup(name).value)(*xs), reference(by_mpmath, *xs)), xs


NO_FUNCTIONS = rows(__file__, "no_functions.txt")
MODULES = {f"generic.{name}" for name in ("dispatch", "functions", "numbers", "operations")}
MODULES |= {"compat.numbers", "numerics.special_functions", "numerics.gamma_functions"}


def test_every_function_of_numbers_has_a_row_or_an_excuse():
    load_all()
    known = {*OTHERS, *OF_TWO, *OF_MORE} | {name for names in NO_FUNCTIONS for name in names.split()}
    operations = {id(record.operation) for record in RECORDS.values()}
    found = {}
    for entry in entries():
        if entry.module.removeprefix("scmpy.") in MODULES:
            found.setdefault(id(entry.value), set()).add(entry.scheme)
    without = [names for key, names in found.items() if key not in operations and known.isdisjoint(names)]
    assert without == []
    assert {name for record in RECORDS.values() for name in [record.kind]} == {"analytic", "rounding", "part", "size"}
    assert {r.name for r in RECORDS.values() if r.kind != "analytic"} <= OTHERS.keys()


def reference(f, *xs):
    """A float by mpmath; None beyond the range of floats."""
    with mp.workdps(400):
        value = f(*map(mp.mpf, xs))
    return complex(value) if 1e-300 < abs(value) < 1e300 or not value else None


def known_of(name, table):
    f, points = table[name]
    given = [point if isinstance(point, tuple) else (point,) for point in points]
    return [(xs, value) for xs in given if (value := reference(f, *xs)) is not None]


@pytest.mark.parametrize("name", [*OTHERS, *OF_TWO])
def test_functions_without_a_derivative_or_a_record(name):
    """Of floats, exact numbers, complex ones with no imaginary part, arrays, and in code."""
    function, known = lookup(name).value, known_of(name, OTHERS | OF_TWO)
    for xs, value in known:
        assert close(function(*xs), value), xs
        if all(abs(x) < 1e30 and (x == 0 or abs(x) > 1e-30) for x in xs):
            exact = s.exact_to_inexact(function(*map(Fraction, xs)))
            assert close(exact, value), (xs, exact, value)
    columns = [numpy.array(column) for column in zip(*(xs for xs, _ in known), strict=True)]
    assert all(map(close, numpy.broadcast_to(function(*columns), len(known)).tolist(), [value for _, value in known]))
    for target in ("python", "llvm"):
        if target == "llvm":
            pytest.importorskip("llvmlite")
        code = s.compile_function(lambda *xs: function(*xs), *(0.3,) * len(columns), target=target)
        for xs, value in known:
            assert close(code(*xs), value), (target, xs, code(*xs), value)
