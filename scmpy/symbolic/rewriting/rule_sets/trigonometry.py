"""Tangents and their kin by sines and cosines, and the parity of the angles."""

from __future__ import annotations

from scmpy.generic import operations as g
from scmpy.generic.records import RECORDS, Elementary
from scmpy.symbolic.expression import application, numerical
from scmpy.symbolic.rewriting.predicates import negated
from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
from scmpy.symbolic.rewriting.rules import Rule, named

trig_to_sincos = named(
    "trig->sincos",
    "tan, cot, sec and csc by sine and cosine.",
    ("(tan x)", "(/ (sin x) (cos x))"),
    """
    (tan (? x))   none   (/ (sin (? x)) (cos (? x)))
    (cot (? x))   none   (/ (cos (? x)) (sin (? x)))
    (sec (? x))   none   (/ 1 (cos (? x)))
    (csc (? x))   none   (/ 1 (sin (? x)))
    """,
)

sincos_to_trig = named(
    "sincos->trig",
    "Quotients of a sine and the cosine of the same angle as a tangent.",
    ("(/ (sin x) (cos x))", "(tan x)"),
    in_quotients("(sin (? x))", "(cos (? x))", "(tan (? x))"),
    in_quotients("(expt (sin (? x)) (? n integer?))", "(expt (cos (? x)) (? n))", "(expt (tan (? x)) (? n))"),
    in_quotients(
        "(sin (? x))",
        "(expt (cos (? x)) (? n at-least-two?))",
        "(tan (? x))",
        "(expt (cos (? x)) (- (? n) 1))",
    ),
)


def _is_symmetric(record: Elementary) -> bool:
    """Is this an even or odd function that occurs in expressions?"""
    return record.kind == "analytic" and record.parity != 0 and record.expanded != "at once"


def _parity_rule(head: str, odd: bool) -> Rule:
    """f(-x) = -f(x), or f(x)."""
    function = numerical(head)

    def consequence(x: object) -> object:
        opposite = application(function, negated(x))
        return g.negate(opposite) if odd else opposite

    return Rule(f"({head} (? x has-minus?))", None, consequence, "angular-parity")


angular_parity = named(
    "angular-parity",
    "Minus signs out of angles: sin(-x) = -sin(x), cos(-x) = cos(x); so tan, cot, csc, asin, atan, sinh, ...",
    ("(sin (* -1 x))", "(- (sin x))"),
    *(_parity_rule(record.head, odd=record.parity < 0) for record in RECORDS.values() if _is_symmetric(record)),
)
