"""Values of canonical forms at rational points, in ball arithmetic: enclosures that are proofs.

Symbols get rationals, elementary functions their enclosures. A literal function gets a value of its own for every
argument, which is legitimate only where the enclosures of different arguments are disjoint: some function takes
those values there.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Any

from scmpy.symbolic.canonical import Canonical, Canonicalizer
from scmpy.symbolic.expression import DOWN, SQRT, UP, Application, Expression, Symbol
from scmpy.symbolic.kernels import ABS, ACOS, ASIN, ATAN, COS, COSH, SIN, SINH

from scmpy.symbolic.expression import EXP, EXPT, LOG  # isort: skip


class Unusable(Exception):
    """The point is outside the domain, or its enclosures cannot tell arguments apart."""


class Point:
    """One rational point: the enclosures of all atoms of a canonicalizer there."""

    def __init__(self, canonicalizer: Canonicalizer, seed: int, complex_domain: bool) -> None:
        self.canonicalizer = canonicalizer
        self.seed = seed
        self.complex_domain = complex_domain
        self.symbols: dict[Symbol, Fraction] = {}
        self.values: dict[Expression, Any] = {}
        self.applied: dict[Any, list[tuple[tuple[Any, ...], Any]]] = {}

    def numerator_and_denominator(self, form: Canonical) -> tuple[Any, Any]:
        """The enclosures of the two polynomials of a form."""
        from flint import acb

        for atom in sorted(self._kernels_below(form), key=self.canonicalizer.creation.__getitem__):
            self._value(atom)
        num, den = form.quotient
        return self._polynomial(num, form.atoms), acb(1) if den is None else self._polynomial(den, form.atoms)

    def _kernels_below(self, form: Canonical) -> set[Expression]:
        """The kernels of a form and those inside them that have no value yet: inner ones are computed first."""
        seen: set[Any] = set()
        pending: list[Any] = list(form.atoms)
        while pending:
            node = pending.pop()
            if not isinstance(node, Application) or node in seen or node in self.values:
                continue
            seen.add(node)
            inner = self.canonicalizer.form.get(node)
            pending.extend(node.operands if inner is None else inner.atoms)
        return {node for node in seen if node in self.canonicalizer.creation}

    def _polynomial(self, polynomial: Any, atoms: tuple[Expression, ...]) -> Any:
        from flint import acb, arb

        generators = [self._value(atom) for atom in atoms] + [acb(0, 1), acb(1)]
        total = acb(0)
        for monomial, coefficient in polynomial.terms():
            term = acb(arb(coefficient))
            for generator, power in zip(generators, monomial, strict=True):
                if power:
                    term *= generator ** int(power)
            total += term
        return total

    def _value(self, atom: Any) -> Any:
        from flint import acb, arb, fmpq

        if not isinstance(atom, Expression):
            return _number(atom)
        found = self.values.get(atom)
        if found is None:
            if isinstance(atom, Symbol):
                fraction = self.symbols.setdefault(atom, self._rational("symbol", atom.name))
                found = acb(arb(fmpq(fraction.numerator, fraction.denominator)))
            else:
                found = self._application(atom)
            if not found.is_finite():
                raise Unusable
            self.values[atom] = found
        return found

    def _operand(self, operand: Any) -> Any:
        form = self.canonicalizer.form.get(operand)
        if form is None:
            return self._value(operand)
        num, den = self.numerator_and_denominator(form)
        if den.contains(0):
            raise Unusable
        return num / den

    def _application(self, atom: Any) -> Any:
        from flint import acb

        head = atom.operator
        if head in (UP, DOWN):
            return acb(0)  # a container: only its leaves matter
        arguments = [self._operand(leaf) for leaf in _leaves(atom.operands)]
        function = _FUNCTIONS.get(head)
        if function is None or len(arguments) != len(atom.operands):
            return self._literal(atom, tuple(arguments))
        if not self.complex_domain:
            _check_real(head, arguments)
        return function(*arguments)

    def _literal(self, atom: Any, arguments: tuple[Any, ...]) -> Any:
        from flint import acb, arb, fmpq

        known = self.applied.setdefault((atom.operator, _shape(atom.operands)), [])
        for others, _ in known:
            if all(a.overlaps(b) for a, b in zip(arguments, others, strict=True)):
                raise Unusable
        fraction = self._rational(repr(atom.operator), len(known))
        value = acb(arb(fmpq(fraction.numerator, fraction.denominator)))
        known.append((arguments, value))
        return value

    def _rational(self, *key: Any) -> Fraction:
        """A rational that is a function of the point and the key alone, of either sign, seldom small."""
        digest = hashlib.sha256(repr((self.seed, *key)).encode()).digest()
        numerator = 3 + int.from_bytes(digest[:4], "big") % 4093
        fraction = Fraction(numerator, 1 + int.from_bytes(digest[4:8], "big") % 1021)
        fraction = Fraction(numerator, 1024) if self.seed % 3 == 0 else fraction
        return -fraction if digest[8] % 2 and self.seed % 2 else fraction


def _number(x: Any) -> Any:
    from flint import acb, arb, fmpq

    def real(value: Any) -> Any:
        fraction = Fraction(value)
        return arb(fmpq(fraction.numerator, fraction.denominator))

    return acb(real(x.real), real(x.imag))


def _leaves(operands: tuple[Any, ...]) -> list[Any]:
    found: list[Any] = []
    for operand in operands:
        if isinstance(operand, Application) and operand.operator in (UP, DOWN):
            found.extend(_leaves(operand.operands))
        else:
            found.append(operand)
    return found


def _shape(operands: tuple[Any, ...]) -> Any:
    return tuple(
        (x.operator.name, _shape(x.operands)) if isinstance(x, Application) and x.operator in (UP, DOWN) else ""
        for x in operands
    )


def _absolute(z: Any) -> Any:
    from flint import acb

    return acb(abs(z))


def _check_real(head: Any, arguments: list[Any]) -> None:
    """Real functions are undefined outside their real domains."""
    x = arguments[0].real
    if head is SQRT or (head is EXPT and not arguments[1].imag.is_zero()):
        if not x >= 0:
            raise Unusable
    elif head in (LOG, EXPT):
        if not x > 0:
            raise Unusable
    elif head in (ASIN, ACOS) and not (x >= -1 and x <= 1):
        raise Unusable


def _angle(y: Any, x: Any = None) -> Any:
    from flint import acb, arb

    if x is None:
        return y.atan()
    return acb(arb.atan2(y.real, x.real))


_FUNCTIONS: dict[Any, Any] = {
    SQRT: lambda x: x.sqrt(),
    EXP: lambda x: x.exp(),
    LOG: lambda x: x.log(),
    SIN: lambda x: x.sin(),
    COS: lambda x: x.cos(),
    SINH: lambda x: x.sinh(),
    COSH: lambda x: x.cosh(),
    ASIN: lambda x: x.asin(),
    ACOS: lambda x: x.acos(),
    ATAN: _angle,
    EXPT: lambda x, y: x**y,
    ABS: _absolute,
}
