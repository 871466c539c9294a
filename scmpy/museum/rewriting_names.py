"""The matcher of patterns, and pipelines of simplifiers, by the original's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import LimitError
from scmpy.generic.arguments import check_callable
from scmpy.registry import public
from scmpy.structure.aliases import Formula
from scmpy.symbolic.algebra.normal_forms import rcf_simplify
from scmpy.symbolic.expression import Expression, Symbol, symbol
from scmpy.symbolic.rewriting.matching import Bindings, Search, as_pattern, compiled, matches
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.written import Written, rewritten

#: So often a pipeline of simplifiers is repeated at most.
_MOST = 1_000

Simplifier = Callable[[Any], Any]


@public("matcher", python=None)
def matcher(pattern: Formula) -> Callable[[Any], Any]:
    """The procedure that matches an expression with a pattern: the dictionary of the first match, or #f.

    Scheme:  ((matcher '(+ (? a) (?? b))) '(+ x y z))
    1 ]=> ((matcher '(+ (? a) (?? b))) '(+ x y z))
    ;Value: ((a x) (b (y z)))
    >>> matcher("(+ (? a) (?? b))")("(+ x y z)")
    ((a, x), (b, (y, z)))
    """
    match = compiled(as_pattern(pattern))

    def first(subject: Any) -> Any:
        found = next(match(expression_from(subject), {}, Search()), None)
        return False if found is None else _dictionary(found)

    return first


def _dictionary(bindings: Bindings) -> tuple[tuple[Symbol, Any], ...]:
    return tuple((symbol(name), value) for name, value in bindings.items())


@public("match:all-results", python=None)
def all_results(pattern: Formula, subject: Formula) -> tuple[Any, ...]:
    """The dictionaries of all matches of an expression with a pattern.

    Scheme:  (match:all-results pattern e)
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))
    >>> len(all_results("(+ (?? a) (? x) (?? b))", "(+ u v w)"))
    3
    """
    return tuple(map(_dictionary, matches(pattern, subject)))


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Written) else value


@public("simplify-until-stable")
def simplify_until_stable(rewrite: Simplifier, canonicalize: Simplifier) -> Simplifier:
    """The function that rewrites and canonicalizes an expression in turn, until nothing changes.

    Scheme:  (simplify-until-stable rewrite canonicalize)
    Raises:  LimitError if something still changes after 1,000 repetitions
    >>> from scmpy import rcf_simplify, sin_sq_to_cos_sq
    >>> simplify_until_stable(sin_sq_to_cos_sq, rcf_simplify)("(+ (expt (sin x) 2) (expt (cos x) 2))")
    1
    """
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        for _ in range(_MOST):
            found = _plain(canonicalize(_plain(rewrite(e))))
            if found is e or (not isinstance(e, Expression) and found == e):
                return found
            e = found
        raise LimitError(f"simplify-until-stable: the expression still changes after more than {_MOST} repetitions")

    return lambda value: rewritten(value, step)


@public("simplify-and-canonicalize")
def simplify_and_canonicalize(rewrite: Simplifier, canonicalize: Simplifier) -> Simplifier:
    """The function that rewrites an expression and canonicalizes it where that changed it.

    Scheme:  (simplify-and-canonicalize rewrite canonicalize)
    1 ]=> (define form (simplify-and-canonicalize sin^2->cos^2 rcf:simplify))
    1 ]=> (form '(+ (expt (sin x) 2) (expt (cos x) 2)))
    ;Value: 1
    >>> from scmpy import rcf_simplify, sin_2_to_cos_2
    >>> form = simplify_and_canonicalize(sin_2_to_cos_2, rcf_simplify)
    >>> form("(+ (expt (sin x) 2) (expt (cos x) 2))"), form("(+ x x)")
    (1, (+ x x))
    """
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        found = _plain(rewrite(e))
        return e if found is e else _plain(canonicalize(found))

    return lambda value: rewritten(value, step)


@public("simplify-and-flatten")
def simplify_and_flatten(rewrite: Simplifier) -> Simplifier:
    """The function that rewrites an expression and brings it to one fraction, until nothing changes.

    Scheme:  (simplify-and-flatten rewrite)
    >>> from scmpy import sin_2_to_cos_2
    >>> simplify_and_flatten(sin_2_to_cos_2)("(* (+ 1 (cos x)) (expt (sin x) 2))")
    (+ 1 (* -1 (expt (cos x) 3)) (* -1 (expt (cos x) 2)) (cos x))
    """
    return simplify_until_stable(rewrite, rcf_simplify)


@public("only-if")
def only_if(condition: bool, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function where the condition is true, else the function that changes nothing.

    Scheme:  (only-if condition f)
    >>> only_if(False, abs)(-2), only_if(True, abs)(-2)
    (-2, 2)
    """
    check_callable(function, wanted="a function")
    return function if condition is not False and condition is not None else lambda value: value
