"""Every function of numbers has one value, however it is computed: numbers, arrays, code of each target, and balls.

The points are in the head, where values are of size 1, at the edges of domains, and far out in the tails.
"""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
import warnings
from fractions import Fraction

import numpy
import pytest
from flint import acb

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.symbolic.ball_arithmetic import precision

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
            if abs(x) < 100 or name[0] == "a":
                assert close(s.exact_to_inexact(s.simplify(exact)), inexact), (x, exact, inexact)


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("points", [REALS, COMPLEX], ids=["real", "complex"])
def test_the_values_of_an_array_are_those_of_its_elements(name, points):
    record = RECORDS[name]
    known = real_or_complex(points, lambda x: alone(record, x))
    found = record.operation(numpy.array([x for x, _ in known])).tolist()
    assert all(close(a, b) for a, (_, b) in zip(found, known, strict=True))


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


@pytest.mark.parametrize("size", [1e-200, 1e-30, 1.0, 1e30, 1e200])
def test_norms_at_any_size(size):
    assert s.magnitude(s.up(3 * size, 4 * size)) == pytest.approx(5 * size, rel=1e-15)
    assert abs(s.down(3 * size, 4 * size)) == pytest.approx(5 * size, rel=1e-15)
