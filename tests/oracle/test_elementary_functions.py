"""Every fact in the records of elementary functions, checked by value: nothing there is taken on trust."""

import cmath
import ctypes
import dataclasses
import math
import shutil
import subprocess
from fractions import Fraction
from itertools import product

import flint
import numpy
import pytest
import sympy

from scmpy import *
from scmpy.errors import DifferentiationError, DivisionByZeroError, DomainError
from scmpy.generic import elementary as records
from scmpy.generic import operations as g
from scmpy.generic.elementary import REALS, RECORDS, Code, Interval
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.types import is_number
from scmpy.numerics.compile.codegen import c_source, numpy_function, python_function
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.numerics.special_functions import SPECIAL
from scmpy.render.latex import tex
from scmpy.symbolic.assumptions import known
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, enclosing, precision

UNARY = {name: record for name, record in RECORDS.items() if record.arity == 1}
ANALYTIC = {name: record for name, record in UNARY.items() if record.kind == "analytic"}
REAL_VALUED = {name: record for name, record in UNARY.items() if record.kind != "part"}
#: Special functions are called as they are, in Python alone.
WITH_CODE = {name: record for name, record in RECORDS.items() if record.code.python and name not in SPECIAL}

#: No zeros, poles, jumps or ends of domains; some are in the domain of every function.
POINTS = [-2.7, -1.37, -0.82, -0.31, 0.23, 0.58, 0.91, 1.19, 1.83, 3.4]
#: Off the cuts of all functions.
COMPLEX_POINTS = [0.3 + 0.7j, -0.4 + 1.3j, 1.7 - 0.2j, -2.1 - 0.6j, 0.2 - 2.3j]
EXACT = [*range(-9, 10), *(Fraction(n, d) for d in (2, 4) for n in range(-9, 10) if n % 2)]


def inside(record):
    """The points in the domain of a function."""
    return [x for x in POINTS if x in record.domain]


def is_of_reals_alone(record):
    """Has a function no value at real numbers outside of its domain?"""
    return record.name in ("complete-elliptic-integral-K", "complete-elliptic-integral-E")


def close(x, y, tolerance=1e-13):
    assert abs(complex(x) - complex(y)) <= tolerance * (1 + abs(complex(y))), (x, y)


def each(those):
    return pytest.mark.parametrize("record", those.values(), ids=list(those))


def numerical_derivative(f, x, h=1e-3):
    """By Richardson's extrapolation of central differences."""
    first, second, third = ((f(x + s) - f(x - s)) / (2 * s) for s in (h, h / 2, h / 4))
    first, second = (4 * second - first) / 3, (4 * third - second) / 3
    return (16 * second - first) / 15


# --- numbers -----------------------------------------------------------------------------------------------------


@each(REAL_VALUED)
def test_the_domain_has_real_values_in_the_range(record):
    assert len(inside(record)) >= 3
    for x in inside(record):
        value = record.operation(x)
        assert isinstance(value, float)
        assert value in record.range


@each(ANALYTIC)
def test_outside_of_the_domain_values_are_complex(record):
    for x in set(POINTS) - set(inside(record)):
        if is_of_reals_alone(record):
            with pytest.raises(DomainError):
                record.operation(x)
        else:
            assert isinstance(record.operation(x), complex)


@each(REAL_VALUED)
def test_derivatives_by_value(record):
    operation = record.operation
    for x in inside(record):
        expected = numerical_derivative(operation, x)
        close(operation.derivatives[0](x), expected, 1e-9)
        close(D(operation)(x), expected, 1e-9)


@each(ANALYTIC)
def test_derivatives_by_value_at_complex_points(record):
    for z in COMPLEX_POINTS:
        close(record.operation.derivatives[0](z), numerical_derivative(record.operation, z), 1e-9)


def test_derivatives_of_the_angle_by_value():
    for y in POINTS:
        for x in POINTS:
            by_y, by_x = (rule(y, x) for rule in g.atan2.derivatives)
            close(by_y, numerical_derivative(lambda s, x=x: g.atan2(s, x), y), 1e-9)
            close(by_x, numerical_derivative(lambda s, y=y: g.atan2(y, s), x), 1e-9)


@each({name: record for name, record in RECORDS.items() if record.arity == 2 and record.kind == "analytic"})
def test_slopes_of_two_arguments(record):
    """By each argument, where there is a derivative: the numbers, balls, D of an expression, and its series."""
    f, x, found = record.operation, symbols("x"), 0
    for place, slope in enumerate(record.operation.derivatives):
        for point in ((2, 0.3), (1, 0.7), (0.4, 0.6)):

            def along(v, place=place, point=point):
                return f(*point[:place], v, *point[place + 1 :])

            try:
                expected = numerical_derivative(along, point[place])
                value = slope(*point)
            except (DifferentiationError, DomainError):
                continue
            found += 1
            close(value, expected, 1e-7)
            close(D(along)(point[place]), expected, 1e-7)
            close(substitute(D(along)(x), x, point[place]), expected, 1e-7)
            close(along(power_series(point[place], 1))[1], expected, 1e-7)
            with precision(80):
                enclosed = record.ball(*map(flint.arb, point))
            close(float(enclosed), f(*point))
    assert found


@each(ANALYTIC)
def test_exact_values_are_those_of_floats(record):
    found = 0
    for x in EXACT:
        try:
            value = record.exact(x)
        except DivisionByZeroError:
            assert math.isinf(record.operation(float(x)))
            found += 1
            continue
        except DomainError:  # of a special function that is infinite there
            with pytest.raises(DomainError):
                record.operation(float(x))
            found += 1
            continue
        if value is not None and (is_number(value) or record.name != "sqrt"):
            found += 1
            exact = record.operation(x)
            assert exact == value
            if math.isfinite(abs(complex(g.inexact(value)))):
                close(g.inexact(value), record.operation(float(x)))
    assert found or all(record.exact(x) is None for x in EXACT)


@each(REAL_VALUED)
def test_parity(record):
    """It is as it is said, and said wherever it is."""
    pairs = [(record.operation(-x), record.operation(x)) for x in inside(record) if -x in record.domain]
    if pairs:
        found = [sign for sign in (1, -1) if all(abs(a - sign * b) < 1e-12 for a, b in pairs)]
        assert found == ([record.parity] if record.parity else [])
    else:
        assert not record.parity


@each(REAL_VALUED)
def test_period(record):
    def has(halves):
        moved = [(x + halves * math.pi, x) for x in inside(record)]
        if record.name in SPECIAL:
            moved = [pair for pair in moved if pair[0] in record.domain]
        pairs = [(record.operation(y), record.operation(x)) for y, x in moved]
        return pairs and all(abs(complex(a) - complex(b)) < 1e-10 * (1 + abs(b)) for a, b in pairs)

    shortest = next(filter(has, (1, 2, 4)), None)
    assert shortest == record.period


@each({name: record for name, record in UNARY.items() if record.inverse is not None})
def test_inverses(record):
    """An inverse takes a value to an argument that has it: the one it came from, where no other has it."""
    for x in inside(record):
        value = record.operation(x)
        close(record.operation(record.inverse(value)), value, 1e-12)
        if 0 < x < 1.5:
            close(record.inverse(value), x, 1e-11)


@each({name: record for name, record in UNARY.items() if record.definition is not None})
def test_definitions_by_value(record):
    for x in [*inside(record), *COMPLEX_POINTS]:
        close(record.definition(x), record.operation(x), 1e-12)


# --- expressions and other values --------------------------------------------------------------------------------


@each(REAL_VALUED)
def test_expressions_by_value(record):
    """As it is made, simplified, differentiated, printed and read."""
    x = symbols("x")
    made = record.operation(x)
    forms = [made, simplify(made), parse_printed(repr(made))]
    slopes = [D(record.operation)(x), simplify(D(record.operation)(x))]
    for point in inside(record):
        for form in forms:
            close(substitute(form, x, point), record.operation(point), 1e-12)
        for slope in slopes:
            close(substitute(slope, x, point), D(record.operation)(point), 1e-11)


@each(REAL_VALUED)
def test_equations(record):
    x = symbols("x", real=True)
    f = record.operation
    if record.definition is not None:
        assert equivalent(f(x), record.definition(x))
    if record.parity:
        assert equivalent(f(-x), record.parity * f(x))
    assert equivalent(f(x), f(x) + 1).verdict == "different"
    assert equivalent(f(x), f(2 * x)).verdict == "different"
    assert known("real", f(x)) or record.domain is not REALS or record.expanded == "at once"


@each(ANALYTIC)
def test_functions_series_and_quaternions_by_value(record):
    f = record.operation
    for x in inside(record):
        close((f + 1)(x), f(x) + 1)
        close(compose(f, identity)(x), f(x))
    x = inside(record)[1]
    terms = f(power_series(x, 1))
    for n, derivative in enumerate((f, D(f), D(D(f)))):
        close(terms[n] * math.factorial(n), derivative(x), 1e-10)
    for z in COMPLEX_POINTS:
        if z.imag > 0:
            value = complex(f(z))
            for mine, theirs in zip(
                f(quaternion(z.real, 0.0, z.imag, 0.0)), (value.real, 0, value.imag, 0), strict=True
            ):
                close(mine, theirs, 1e-12)


@each(REAL_VALUED)
def test_arrays_by_value(record):
    x = symbols("x")
    assert list(record.operation(numpy.array([x, 2 * x], dtype=object))) == [
        record.operation(x),
        record.operation(2 * x),
    ]
    values = record.operation(numpy.array(inside(record)))
    for value, x in zip(values, inside(record), strict=True):
        close(value, record.operation(x))
        close(D(record.operation)(numpy.array([x]))[0], D(record.operation)(x))


# --- balls -------------------------------------------------------------------------------------------------------


def ball_of(record, complex_domain=False):
    """The function on balls, or the enclosures of its definition at exact points."""
    x = symbols("x")
    evaluator = Evaluator(node(record, [x]), complex_domain=complex_domain)
    if complex_domain:
        return lambda ball: evaluator.at(
            {x: ExactComplex(*(Fraction(float(part)) for part in (ball.real, ball.imag)))}
        )[0]
    return lambda ball: evaluator.at({x: Fraction(float(ball))})[0]


@each(REAL_VALUED)
def test_balls_of_real_numbers(record):
    ball = enclosing(record) or ball_of(record)
    for x in inside(record):
        with precision(80):
            value = ball(flint.arb(x))
            close(float(value), record.operation(x))
            assert value.rad() < 1e-15
            wide = enclosing(record)(flint.arb(x, 1e-3)) if enclosing(record) else value
        if wide.rad() > 1e-5:
            for step in (-9e-4, -3e-4, 0, 5e-4, 9e-4):
                assert wide.overlaps(flint.arb(record.operation(x + step), 1e-13))
    for x in set(POINTS) - set(inside(record)):
        with pytest.raises(PointRejected):
            ball(flint.arb(x))


@each(ANALYTIC)
def test_balls_of_complex_numbers(record):
    ball = enclosing(record, complex_domain=True) or ball_of(record, complex_domain=True)
    for z in [*COMPLEX_POINTS, *inside(record)]:
        with precision(80):
            value = ball(flint.acb(z))
        close(complex(value.real, value.imag), record.operation(z))


@each({name: record for name, record in UNARY.items() if record.kind == "rounding"})
def test_balls_over_a_jump_enclose_nothing(record):
    jumps = [x / 2 for x in range(-7, 8) if record.operation(x / 2 + 1e-6) != record.operation(x / 2 - 1e-6)]
    assert jumps
    for x in jumps:
        with pytest.raises(ValueError):
            enclosing(record)(flint.arb(x, 1e-3))
        value = enclosing(record)(flint.arb(x))
        assert float(value) == record.operation(x)


# --- code --------------------------------------------------------------------------------------------------------

HALVES = [-2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, 1.0, -1.0]


def arguments(record):
    points = [x for x in [*POINTS, *HALVES] if x in record.domain]
    return [(y, x) for y in points for x in points] if record.arity == 2 else [(x,) for x in points]


def graph(record):
    unknowns = [symbols(name) for name in "x y".split()[: record.arity]]
    return straight_line_program(unknowns, [node(record, unknowns)])


def node(record, unknowns):
    from scmpy.symbolic.expression import application, symbol

    return application(symbol(record.head), *unknowns)


def same_float(x, y):
    """Equal to rounding, the signs of zeros too."""
    close(x, y, 1e-15 * 4)
    if y == 0 and not isinstance(y, int):
        assert math.copysign(1, x) == math.copysign(1, y)


@each(WITH_CODE)
def test_code_in_python(record):
    f = python_function(graph(record))
    for point in arguments(record):
        same_float(f(list(point))[0], record.operation(*point))


@each({name: record for name, record in RECORDS.items() if record.code.numpy is not None and record.kind != "part"})
def test_code_in_numpy(record):
    f = numpy_function(graph(record))
    points = arguments(record)
    (values,) = f([numpy.array(column) for column in zip(*points, strict=True)])
    for value, point in zip(values, points, strict=True):
        same_float(float(value), record.operation(*point))
    method = getattr(numpy, record.code.numpy)
    assert method(*(symbols("x y")[: record.arity])) is record.operation(*(symbols("x y")[: record.arity]))


@each({name: record for name, record in RECORDS.items() if record.definition is not None})
def test_code_of_definitions(record):
    f = python_function(graph(record))
    places = inside(record) if record.arity == 1 else [x for x in inside(record) if x > 0]
    for point in product(places, repeat=record.arity):
        close(f(list(point))[0], record.operation(*point))


@pytest.fixture(scope="module")
def c_library(tmp_path_factory):
    """The functions in C, on real numbers and, where C has them, on complex ones."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("there is no gcc")
    folder = tmp_path_factory.mktemp("c")
    by_name = {record.code.c: record for record in WITH_CODE.values()}  # functions of a program may share C's
    texts = [c_source(graph(record), f"real_{name}") for name, record in by_name.items()]
    over_complex = """
        void complex_{}(const double *x, double *y) {{
            double complex value = c{}(CMPLX(x[0], x[1]));
            y[0] = creal(value);
            y[1] = cimag(value);
        }}"""
    texts += [over_complex.format(record.code.c, record.code.c) for record in ON_COMPLEX.values()]
    (folder / "f.c").write_text("#include <complex.h>\n" + "\n".join(texts))
    subprocess.run([gcc, "-O1", "-std=gnu11", "-shared", "-fPIC", "f.c", "-lm", "-o", "f.so"], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "f.so"))


ON_COMPLEX = {
    name: record for name, record in WITH_CODE.items() if record in ANALYTIC.values() and hasattr(cmath, name)
}


def called(function, *values):
    given, found = (ctypes.c_double * 2)(*values), (ctypes.c_double * 2)()
    function(given, found)
    return list(found)


@each(WITH_CODE)
def test_code_in_c(record, c_library):
    for point in arguments(record):
        same_float(called(getattr(c_library, f"real_{record.code.c}"), *point)[0], record.operation(*point))


@each(WITH_CODE)
def test_code_in_llvm(record):
    pytest.importorskip("llvmlite")
    from scmpy.numerics.compile.codegen import llvm_function

    f = llvm_function(graph(record))
    for point in arguments(record):
        same_float(f(list(point))[0], record.operation(*point))


# --- branches ----------------------------------------------------------------------------------------------------

_SIDES = (0.0, -0.0)
ON_AXES = [complex(x, side) for x in (-2.5, -0.5, 0.5, 2.5) for side in _SIDES]
ON_AXES += [complex(side, y) for y in (-2.5, -0.5, 0.5, 2.5) for side in _SIDES]


@each(ON_COMPLEX)
@pytest.mark.parametrize("z", ON_AXES, ids=str)
def test_both_sides_of_the_cuts(record, z, c_library):
    """The generic function, Python's, C's and numpy's are the same there."""
    value = record.operation(z)
    close(value, record.over_complex(z))
    close(complex(*called(getattr(c_library, f"complex_{record.code.c}"), z.real, z.imag)), value)
    close(getattr(numpy, record.code.numpy)(numpy.array([z]))[0], value)
    close(record.operation(numpy.array([z]))[0], value)


@each({name: record for name, record in ANALYTIC.items() if record.cuts})
def test_cuts(record):
    """They are where it is said and nowhere else: outside of them the function of the conjugate is the conjugate."""
    jumping = set()
    near = 1e-13 if record.name in SPECIAL else 0.0  # balls have no zero with a sign
    negative = "negative axis" if record.cuts == "negative axis" else "real axis"
    for x in (-2.5, -0.5, 0.5, 2.5):
        for side, other in ((complex(x, near), complex(x, -near)), (complex(near, x), complex(-near, x))):
            if abs(record.operation(side) - record.operation(other)) > 1e-9:
                is_real = abs(side.imag) <= near
                jumping.add("imaginary axis" if not is_real else negative if x < 0 else "real axis")
                if is_real and x in record.domain:  # the principal value of an integral
                    close(record.operation(side) + record.operation(other), 2 * record.operation(x), 1e-11)
    assert jumping == ({record.cuts} - {"none"})
    for z in COMPLEX_POINTS:
        close(record.operation(z.conjugate()), record.operation(z).conjugate())
    z = symbols("z")
    goes_in = conjugate(record.operation(z)) is record.operation(conjugate(z))
    assert goes_in == (record.cuts == "none") or record.expanded == "at once"


@each(ANALYTIC)
def test_real_numbers_on_a_cut_lie_on_the_side_of_the_record(record):
    ball = enclosing(record, complex_domain=True) or ball_of(record, complex_domain=True)
    for x in (-2.5, -0.5, 0.5, 2.5):
        if x not in record.domain and not is_of_reals_alone(record):
            side = -0.0 if record.below_cut and x > 0 else 0.0
            value = record.operation(x)
            close(value, record.operation(complex(x, side)))
            close(record.operation(numpy.array([x]))[0], value)
            enclosed = ball(flint.acb(x))
            close(complex(enclosed.real, enclosed.imag), value)
            close(g.inexact(record.operation(Fraction(x))), value)


# --- names -------------------------------------------------------------------------------------------------------


@each({name: record for name, record in UNARY.items() if record.sympy is not None})
def test_names_in_sympy(record):
    x = symbols("x", real=True)
    function, (to_theirs, _) = getattr(sympy, record.sympy), record.by_sympy or (lambda x: (x,), None)

    def theirs(x):
        return function(*to_theirs(x))

    for point in [*inside(record), *(COMPLEX_POINTS if record.kind == "analytic" else [])]:
        close(theirs(sympy.sympify(point)).evalf(), record.operation(point), 1e-12)
    assert from_sympy(theirs(to_sympy(x))) is record.operation(x)
    if record.expanded != "at once":
        assert to_sympy(record.operation(symbols("y"))) == theirs(sympy.Symbol("y"))


@each(UNARY)
def test_notation(record):
    text = tex(node(record, [symbols("x")]))
    assert "x" in text
    assert "mathsf" not in text


# --- the checks themselves ---------------------------------------------------------------------------------------


class WrongSine:
    """The sine with a wrong derivative."""

    derivatives = (g.sin,)
    arity = 1

    def __call__(self, x):
        return g.sin(x)


class WrongSecondSlope:
    """A Bessel function with the derivative of another."""

    derivatives = (g.add, lambda n, x: x)
    arity = 2

    def __call__(self, n, x):
        return RECORDS["bessi"].operation(n, x)


WRONG = [
    (test_the_domain_has_real_values_in_the_range, "log", {"domain": REALS}),
    (test_the_domain_has_real_values_in_the_range, "sin", {"range": Interval(-0.5, 0.5)}),
    (test_outside_of_the_domain_values_are_complex, "cos", {"domain": Interval(-1, 1)}),
    (test_derivatives_by_value, "sin", {"operation": WrongSine()}),
    (test_exact_values_are_those_of_floats, "cos", {"exact": {0: 0}.get}),
    (test_parity, "cosh", {"parity": 0}),
    (test_parity, "exp", {"parity": 1}),
    (test_period, "tan", {"period": 2}),
    (test_period, "sinh", {"period": 2}),
    (test_definitions_by_value, "sec", {"definition": g.csc}),
    (test_balls_of_real_numbers, "sin", {"ball": lambda x: x.cos()}),
    (test_balls_of_complex_numbers, "log", {"complex_ball": lambda z: z.log().conjugate()}),
    (test_code_in_python, "truncate", {"code": Code("float(int({}))")}),
    (test_code_in_numpy, "asin", {"code": Code("asin({})", "arccos")}),
    (test_real_numbers_on_a_cut_lie_on_the_side_of_the_record, "atanh", {"below_cut": False}),
    (test_names_in_sympy, "acosh", {"sympy": "asinh"}),
    (test_cuts, "log", {"cuts": "none"}),
    (test_inverses, "sin", {"inverse": g.acos}),
    (test_cuts, "sin", {"cuts": "real axis"}),
    (test_cuts, "asinh", {"cuts": "real axis"}),
    (test_derivatives_by_value, "erf", {"operation": WrongSine()}),
    (test_parity, "sine-integral", {"parity": 1}),
    (test_balls_of_real_numbers, "Airy-Ai", {"ball": lambda x: x.airy_bi()}),
    (test_names_in_sympy, "erf", {"sympy": "erfc"}),
    (test_cuts, "log-gamma", {"cuts": "none"}),
    (test_the_domain_has_real_values_in_the_range, "Fresnel-S", {"range": Interval(0, 1)}),
    (test_slopes_of_two_arguments, "bessj", {"operation": WrongSecondSlope()}),
]


@pytest.mark.parametrize(("check", "name", "wrong"), WRONG, ids=[f"{c.__name__}-{n}" for c, n, _ in WRONG])
def test_wrong_records_are_caught(check, name, wrong, monkeypatch):
    record = dataclasses.replace(RECORDS[name], **wrong)
    monkeypatch.setitem(RECORDS, name, record)
    monkeypatch.setitem(records._by_head, (record.head, RECORDS[name].arity), record)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(record)
