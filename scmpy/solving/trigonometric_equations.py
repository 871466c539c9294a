"""All angles in one turn that solve an equation in sines and cosines, by SymPy.

The angles of an equation are multiples of one. In its sine, cosine or tangent alone the equation is solved for that;
otherwise for a point of the circle, whose number is known: each is a root of a polynomial in exp(i angle).
"""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import Any

from scmpy.errors import LimitError
from scmpy.solving.algebraic import Candidates, Solutions


def turning_functions(sympy: Any, equation: Any, x: Any) -> list[Any]:
    """The sines, cosines, tangents ... of an unknown in an equation."""
    kinds = (sympy.sin, sympy.cos, sympy.tan, sympy.cot, sympy.sec, sympy.csc)
    return sorted((f for f in equation.atoms(*kinds) if f.has(x)), key=sympy.default_sort_key)


def angles_of(sympy: Any, equation: Any, x: Any, turning: list[Any], solutions: Solutions) -> Candidates:
    """The values of an unknown in one turn of it, or of the whole angle of which all others are multiples.

    ``solutions`` are those of another equation and its unknown.
    """
    slopes = [f.args[0].diff(x) for f in turning]
    common = common_unit(sympy, slopes, x)
    if common is None:
        raise LimitError("solve: the solutions are known only if all angles are rational multiples of one")
    unit, multiples = common
    shifts = [sympy.expand(f.args[0] - slope * x) for f, slope in zip(turning, slopes, strict=True)]
    shift = shifts[0] / multiples[0]
    if any(sympy.expand(s - n * shift) != 0 for s, n in zip(shifts, multiples, strict=True)):
        shift = sympy.S.Zero
    v = sympy.Dummy("angle")
    again = {f: f.func(n * v + sympy.expand(s - n * shift)) for f, n, s in zip(turning, multiples, shifts, strict=True)}
    there = equation.xreplace(again)
    if there.has(x):
        raise LimitError("solve: there is no solution that is known to be all: an angle stands outside of sines too")
    turns = int(unit.p) if unit.is_Rational else 1
    angles, complete = _in_one_turn(sympy, there, v, solutions)
    turn = 2 * sympy.pi * turns / unit
    found = [(angle + 2 * sympy.pi * k - shift) / unit for angle in angles for k in range(turns)]
    signed = any(fact is not None for fact in (x.is_extended_nonnegative, x.is_extended_nonpositive, x.is_zero))
    by_turns = x.is_rational is None and (bool(turn.is_positive) or not signed)
    return Candidates([with_sign(sympy, angle, turn, x) for angle in found], complete and by_turns)


def with_sign(sympy: Any, angle: Any, turn: Any, x: Any) -> Any:
    """An angle in the turn from 0 on, or in that before 0 if the unknown is declared negative; 0 only if it may be.

    Of a complex number the real part is in the turn from 0 on.
    """
    count = sympy.simplify(angle / turn)
    if angle.is_number and turn.is_positive and count.is_real is False:
        return angle - turn * sympy.floor(sympy.re(count))
    if count.free_symbols or not count.is_real or not turn.is_positive:
        return angle
    if x.is_nonpositive:
        return angle - turn * (sympy.floor(count) + 1 if x.is_negative else sympy.ceiling(count))
    return angle + turn * (sympy.floor(-count) + 1) if x.is_nonzero else angle - turn * sympy.floor(count)


def common_unit(sympy: Any, slopes: list[Any], x: Any) -> tuple[Any, list[Any]] | None:
    """The largest quantity, not negative, whose integer multiples the slopes are, and these; None if there is none."""
    ratios = [sympy.simplify(slope / slopes[0]) for slope in slopes]
    if any(slope.has(x) for slope in slopes) or not all(r.is_Rational for r in ratios):
        return None
    scale = reduce(lambda a, b: a * b // gcd(a, b), (int(r.q) for r in ratios))
    unit = slopes[0] * sympy.Rational(reduce(gcd, (int(r * scale) for r in ratios)), scale)
    if unit.is_negative:
        unit = -unit
    return unit, [sympy.simplify(slope / unit) for slope in slopes]


def _in_one_turn(sympy: Any, equation: Any, v: Any, solutions: Solutions) -> Candidates:
    turning = turning_functions(sympy, equation, v)
    if len(turning) == 1 and turning[0].args[0] == v and turning[0].func in (sympy.sin, sympy.cos, sympy.tan):
        return _of_one_function(sympy, equation, turning[0], solutions)
    found = _of_two_equal(sympy, equation, v)
    return Candidates(_of_points(sympy, equation, v) if found is None else found, True)


def _of_two_equal(sympy: Any, equation: Any, v: Any) -> list[Any] | None:
    """The angles where two sines or cosines, times the same constant or its negative, are opposite; None of others.

    cos A = cos B where A - B or A + B is a number of turns.
    """
    terms = [term.as_independent(v) for term in sympy.Add.make_args(sympy.expand(equation))]
    if len(terms) != 2 or not all(f.func in (sympy.sin, sympy.cos) for _, f in terms):
        return None
    a, b = (f.args[0] - (sympy.pi / 2 if f.func is sympy.sin else 0) for _, f in terms)
    ratio = sympy.simplify(terms[1][0] / terms[0][0])
    if ratio not in (1, -1):
        return None
    b += sympy.pi if ratio == 1 else 0
    angles: list[Any] = []
    for difference in (sympy.expand(a - b), sympy.expand(a + b)):
        count = difference.diff(v)
        if not (count.is_Integer and count):
            return None
        angles += [(2 * sympy.pi * k - difference.subs(v, 0)) / count for k in range(abs(count))]
    return [x for n, x in enumerate(angles) if not any(_same_angle(sympy, x, y) for y in angles[:n])]


def _same_angle(sympy: Any, a: Any, b: Any) -> bool:
    return bool(sympy.simplify((a - b) / (2 * sympy.pi)).is_integer)


def angle_of(sympy: Any, sine: Any, cosine: Any) -> Any:
    """The angle with these two, of the turn from 0 on where they are formulas too; 0 may come as a whole turn."""
    if sine.is_number and cosine.is_number:
        return sympy.atan2(sine, cosine)
    return sympy.pi + sympy.atan2(-sine, -cosine)


def _of_sine(sympy: Any, y: Any) -> tuple[Any, Any]:
    angle = sympy.asin(y)
    return angle if y.is_number or y.is_nonnegative else angle_of(sympy, y, sympy.sqrt(1 - y**2)), sympy.pi - angle


def _of_tangent(sympy: Any, y: Any) -> tuple[Any, Any]:
    angle = sympy.atan(y)
    return angle if y.is_number or y.is_nonnegative else angle_of(sympy, y, sympy.S.One), sympy.pi + angle


#: The two angles of one turn that have a sine, a cosine or a tangent.
_INVERSE: dict[str, Any] = {
    "sin": _of_sine,
    "cos": lambda sympy, y: (sympy.acos(y), 2 * sympy.pi - sympy.acos(y)),
    "tan": _of_tangent,
}


def _of_one_function(sympy: Any, equation: Any, turning: Any, solutions: Solutions) -> Candidates:
    """The angles where an equation in one function of an angle holds, by the values of the function."""
    s = sympy.Dummy("value")
    values, complete = solutions(equation.xreplace({turning: s}), s)
    angles = []
    for value in values:
        first, second = _INVERSE[turning.func.__name__](sympy, value)
        angles += [first] if ((second - first) / (2 * sympy.pi)).is_integer else [first, second]
    return Candidates(angles, complete)


def _of_points(sympy: Any, equation: Any, v: Any) -> list[Any]:
    """The angles where an equation in sines and cosines holds, by the points of the circle: all of them."""
    sin, cos, (c, s, z) = sympy.sin, sympy.cos, (sympy.Dummy(name) for name in ("cosine", "sine", "point"))
    for f, same in (
        (sympy.tan, lambda y: sin(y) / cos(y)),
        (sympy.cot, lambda y: cos(y) / sin(y)),
        (sympy.sec, lambda y: 1 / cos(y)),
        (sympy.csc, lambda y: 1 / sin(y)),
    ):
        equation = equation.replace(f, same)
    there = sympy.fraction(sympy.together(equation.expand(trig=True)))[0].subs({sin(v): s, cos(v): c})
    if there.has(v) or not there.is_polynomial(c, s):
        raise LimitError("solve: the solutions are known only of polynomials in sines and cosines")
    around = sympy.fraction(sympy.together(there.subs({c: (z + 1 / z) / 2, s: (z - 1 / z) / (2 * sympy.I)})))[0]
    count = sum(f.degree(z) for f, _ in sympy.Poly(around, z, extension=True).sqf_list()[1] if f.eval(0) != 0)
    found = sympy.solve([there, s**2 + c**2 - 1], [c, s], dict=True)
    points = list(dict.fromkeys((each[s], each[c]) for each in found if s in each and c in each))
    if len(points) != count:
        raise LimitError(f"solve: SymPy finds {len(points)} of {count} solutions in one turn")
    return [angle_of(sympy, *point) for point in points]
