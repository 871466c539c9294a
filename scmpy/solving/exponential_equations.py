"""All solutions of an equation in exponentials: those in one period, or of a real unknown as many as there can be.

A sum of polynomials of degrees m, n, ... times different exponentials has at most (m + 1) + (n + 1) + ... - 1 real
zeros, by Rolle's theorem, and its signs at both ends tell whether their number is even. Of complex zeros there are
infinitely many, if it is not one exponential times a polynomial.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import LimitError
from scmpy.solving.algebraic import Candidates, Solutions
from scmpy.solving.trigonometric_equations import common_unit

#: A derivative that is so small at a zero vanishes there.
_SMALL = 1e-25


def exponentials_of(sympy: Any, equation: Any, x: Any) -> list[Any]:
    """The exponentials and the powers in an equation with an unknown in the exponent."""
    found = (p for p in equation.atoms(sympy.Pow, sympy.exp) if p.exp.has(x))
    return sorted(found, key=sympy.default_sort_key)


def without_hyperbolic(sympy: Any, equation: Any, x: Any) -> Any:
    """The equation with exponentials for the hyperbolic functions of an unknown."""
    kinds = (sympy.sinh, sympy.cosh, sympy.tanh, sympy.coth, sympy.sech, sympy.csch)
    return equation.xreplace({f: f.rewrite(sympy.exp) for f in equation.atoms(*kinds) if f.has(x)})


def solutions_in_exponentials(sympy: Any, equation: Any, x: Any, powers: list[Any], solutions: Solutions) -> Candidates:
    """The values of an unknown that solve an equation with the unknown in the exponent of some powers.

    ``solutions`` are those of another equation and its unknown.
    """
    exponents = {p: sympy.expand(p.exp * sympy.log(p.base)) for p in powers}
    found = _in_one_period(sympy, equation, x, exponents, solutions)
    if found is None and x.is_real:
        found = _of_one_real_exponent(sympy, equation, x, exponents, solutions)
        found = _all_real(sympy, equation, x, exponents) if found is None else found
        if found is None:
            raise LimitError(
                f"solve: that no real solution {x} of an equation with {x} in an exponent is left out is not proved"
            )
    if found is None:
        raise LimitError(
            f"solve: an equation with {x} in an exponent has infinitely many complex solutions, or some "
            f"that are not known; declare that {x} is real"
        )
    return found


def solutions_in_logarithms(sympy: Any, equation: Any, x: Any) -> list[Any] | None:
    """The values of an unknown in a logarithm and outside; None if it stands not in both."""
    logs = [f for f in equation.atoms(sympy.log) if f.has(x)]
    if not logs or not equation.xreplace({f: sympy.Dummy() for f in logs}).has(x):
        return None
    u = sympy.Dummy("logarithm", real=True)
    there = equation.subs(x, sympy.exp(u))
    exponents = {p: p.exp * sympy.log(p.base) for p in exponentials_of(sympy, there, u)}
    found = _all_real(sympy, there, u, exponents) if x.is_positive else None
    if found is None:
        advice = "" if x.is_positive else f"; declare that {x} is positive"
        raise LimitError(
            f"solve: that no solution of an equation in {x} and its logarithm is left out is not proved{advice}"
        )
    return [sympy.exp(value) for value in found.values]


def _in_one_period(
    sympy: Any, equation: Any, x: Any, exponents: dict[Any, Any], solutions: Solutions
) -> Candidates | None:
    """The solutions in one period, by the values of one exponential; None where the unknown stands elsewhere too."""
    slopes = [e.diff(x) for e in exponents.values()]
    common = common_unit(sympy, slopes, x)
    if common is None:
        return None
    unit, multiples = common
    z = sympy.Dummy("exponential")
    shifts = [sympy.expand(e - slope * x) for e, slope in zip(exponents.values(), slopes, strict=True)]
    shift = shifts[0] / multiples[0]
    again = {
        p: sympy.exp(sympy.expand(s - n * shift)) * z**n for p, s, n in zip(exponents, shifts, multiples, strict=True)
    }
    there = sympy.fraction(sympy.together(equation.xreplace(again)))[0]
    if there.has(x):
        return None
    turns = int(unit.p) if unit.is_Rational and not x.is_real else 1
    values, complete = solutions(there, z)
    turn = 2 * sympy.pi * sympy.I
    found = [
        (sympy.log(value) + turn * k) / unit - sympy.expand(shift / unit)
        for value in values
        if value != 0
        for k in range(turns)
    ]
    in_one_period = x.is_complex is None or bool(unit.is_real)
    return Candidates(
        [sympy.simplify(value) if unit.has(sympy.log) else value for value in found], complete and in_one_period
    )


def _of_one_real_exponent(
    sympy: Any, equation: Any, x: Any, exponents: dict[Any, Any], solutions: Solutions
) -> Candidates | None:
    """The solutions for a real unknown in one real exponent alone, by the values of the exponent."""
    z = sympy.Dummy("exponential")
    [(power, exponent), *others] = exponents.items()
    there = equation.xreplace({power: z})
    real = {s: sympy.Dummy(real=True) for s in exponent.free_symbols if s.is_real is None}
    if others or there.has(x) or not exponent.xreplace(real).is_real:
        return None
    values, complete = solutions(there, z)
    found = [solutions(exponent - sympy.log(value), x) for value in values if not value.is_nonpositive]
    return Candidates([value for each in found for value in each.values], complete and all(x.complete for x in found))


def _all_real(sympy: Any, equation: Any, x: Any, exponents: dict[Any, Any]) -> Candidates | None:
    """The real zeros of a sum of polynomials times exponentials, if SymPy finds as many as there can be."""
    terms = _terms(sympy, equation, x, exponents)
    if terms is None:
        return None
    v = sympy.Dummy("real", real=True)
    there = equation.xreplace({x: v})
    found = [each[v] for each in sympy.solve(there, v, dict=True)]
    count = sum(_multiplicity(there, v, value) for value in found)
    most = sum(polynomial.degree() + 1 for polynomial in terms.values()) - 1
    first, last = terms[min(terms)], terms[max(terms)]
    ends = last.LC() * first.LC() * (-1) ** first.degree()
    odd = True if ends.is_negative else False if ends.is_positive else None
    complete = count == most or (count == most - 1 and odd == bool(count % 2))
    return Candidates(found, True) if complete else None


def _terms(sympy: Any, equation: Any, x: Any, exponents: dict[Any, Any]) -> dict[Any, Any] | None:
    """The polynomials by the real numbers that are the slopes of their exponentials; None of anything else."""
    slopes = [e.diff(x) for e in exponents.values()]
    if not slopes or not all(slope.is_number and slope.is_real for slope in slopes):
        return None
    stands = {p: sympy.Dummy("power") for p in exponents}
    constants = {
        stands[p]: sympy.exp(sympy.expand(e - slope * x)) * stands[p]
        for (p, e), slope in zip(exponents.items(), slopes, strict=True)
    }
    there = equation.xreplace(stands).xreplace(constants)
    if not there.is_polynomial(x, *stands.values()):
        return None
    found: dict[Any, Any] = {}
    for degrees, coefficient in sympy.Poly(there, *stands.values()).terms():
        slope = sympy.simplify(sum((n * each for n, each in zip(degrees, slopes, strict=True)), sympy.S.Zero))
        found[slope] = found.get(slope, 0) + coefficient
    polynomials = {slope: sympy.Poly(coefficient, x) for slope, coefficient in found.items()}
    return {slope: polynomial for slope, polynomial in polynomials.items() if not polynomial.is_zero} or None


def _multiplicity(equation: Any, x: Any, value: Any) -> int:
    """How often a value is a zero, by derivatives at numbers; once if it contains symbols; never if it is none."""
    if equation.free_symbols - {x}:
        return 1
    slope, count = equation, 0
    while abs(slope.subs(x, value).evalf(40, chop=True)) < _SMALL:
        slope, count = slope.diff(x), count + 1
    return count
