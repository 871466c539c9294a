"""A comparison as a transcript: a program in Scheme that makes it again, with answers that ``scmpy check`` compares."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.mechanics.equations.evidence import Evidence
from scmpy.mechanics.equations.verdict import EquationEquivalence
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.matrix import Matrix
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.expression import expression_of
from scmpy.symbolic.facts import strongest


@public("comparison->transcript")
def comparison_to_transcript(answer: EquationEquivalence) -> str:
    """A comparison of two systems as a Scheme program with its answers, for ``scmpy check``.

    Scheme:  (comparison->transcript (equivalent-equations E1 E2))
    Raises:  WrongTypeError if the answer is of no comparison of motions
    >>> from scmpy import D, equivalent_equations, literal_function, symbols
    >>> (t, k), x = symbols("t k"), literal_function("x")
    >>> answer = equivalent_equations((D**2)(x)(t) + k * x(t), 2 * (D**2)(x)(t) + 2 * k * x(t))
    >>> print(comparison_to_transcript(answer))
    (define t 't)
    (define k 'k)
    (define x (literal-function 'x))
    (define first-system
     (list (+ (((expt D 2) x) t) (* k (x t)))))
    (define second-system
     (list (+ (* 2 (((expt D 2) x) t)) (* (* 2 k) (x t)))))
    <BLANKLINE>
    (equivalent-equations first-system second-system)
    #|
    equal
    |#
    <BLANKLINE>
    (define multiplier
     (matrix-by-rows (list 1/2)))
    (simplify (- (apply up first-system) (* multiplier (apply up second-system))))
    #|
    (up 0)
    |#
    <BLANKLINE>
    """
    evidence = getattr(answer, "evidence", None)
    if not isinstance(evidence, Evidence):
        raise WrongTypeError(f"comparison->transcript expects the answer of a comparison, got {describe(answer)}")
    lines = [*_definitions(evidence)]
    systems = [
        f"(define {name}\n (list {' '.join(scheme_text(x) for x in system)}))"
        for name, system in zip(("first-system", "second-system"), evidence.systems, strict=True)
    ]
    lines += [*systems, "", "(equivalent-equations first-system second-system)", f"#|\n{answer.verdict}\n|#", ""]
    if evidence.multiplier is not None:
        zeros = " ".join("0" for _ in evidence.systems[0])
        if evidence.defined:  # the multiplier holds with them
            variable = evidence.variable
            lines += [f"(define ({scheme_text(f)} {variable})\n {scheme_text(x)})" for f, x in evidence.defined]
            lines += [*systems, ""]
        lines += [
            f"(define multiplier\n {scheme_text(expression_of(Matrix(evidence.multiplier)))})",
            "(simplify (- (apply up first-system) (* multiplier (apply up second-system))))",
            f"#|\n(up {zeros})\n|#",
            "",
        ]
    return "\n".join(lines)


def _definitions(evidence: Evidence) -> Any:
    """The symbols, with what is declared of them, and the functions that occur."""
    everything = [x for system in evidence.systems for x in system]
    symbols = Evaluator(*everything).symbols
    for x in sorted(symbols, key=lambda x: (x is not evidence.variable, x.rank)):
        yield f"(define {x.name} '{x.name})"
        for fact in strongest(x.facts):
            yield f"(assume! '({fact}? {x.name}))"
    functions: dict[str, int] = {}
    for _, applied in Evaluator(*everything).literals():
        functions.setdefault(applied.head.name, len(applied.leaves))
    for name, count in functions.items():
        signature = "" if count == 1 else f" (-> {' '.join(['(X', *['Real'] * count])}) Real)"
        yield f"(define {name} (literal-function '{name}{signature}))"
