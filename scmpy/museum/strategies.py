"""Strategies: rewrites made from rewrites, and where in an expression they are applied.

A rewrite applies or declines; so does what is made of it. A plain function of an expression is a rewrite that applies
where it changes something.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, TypeAlias

from scmpy.errors import LimitError, WrongTypeError, describe, expected
from scmpy.generic.arguments import check_callable
from scmpy.generic.composite import is_container
from scmpy.generic.graphs import parts_first
from scmpy.generic.settings import Limit
from scmpy.guard import contents
from scmpy.registry import public, register
from scmpy.symbolic.algebra.normal_forms import rcf_simplify
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.everywhere import MOST_REWRITES, everywhere, parts_below, with_parts
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rules import Rewrite
from scmpy.symbolic.written import Written

Step = Callable[[Any, Policy, Search], Any]

#: A rule, a strategy, or a function of an expression.
Rewriter: TypeAlias = Callable[[Any], Any]

MOST_REPETITIONS = Limit("most-rule-repetitions", 10_000, "How often a strategy repeats a rewrite.", "times")


#: After so many repetitions an expression does not grow any more, or it always will.
_ENOUGH_TO_GROW = 300


def _size(subject: Any) -> int:
    """The number of different parts of expressions, and of the containers that hold them."""
    containers, scalars, stack = 0, [], [subject]
    while stack:
        inner = contents(part := stack.pop())
        if inner is None:
            scalars.append(part)
        else:
            containers += 1
            stack.extend(inner)
    return containers + sum(1 for _ in subexpressions(*scalars))


class Strategy(Rewrite):
    """A rewrite given by its step."""

    def __init__(self, name: str, step: Step) -> None:
        self.name = name
        self._step = step

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        return self._step(subject, policy, search)


def as_rewrite(value: Any) -> Rewrite:
    """A rewrite, or a function of expressions as one."""
    if isinstance(value, Rewrite):
        return value
    if not callable(value):
        raise expected("a rule or a function of an expression", describe(value))

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        result = _plain(value(subject))
        unchanged = result is subject or (type(result) is type(subject) and is_container(result) and result == subject)
        return None if unchanged else result

    return Strategy(getattr(value, "__name__", "function"), step)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Written) else value


def _strategy(name: str) -> Callable[[Callable[..., Step]], Callable[..., Strategy]]:
    """Decorator: makes a public strategy of a function from rewrites to a step."""

    def declare(function: Callable[..., Step]) -> Callable[..., Strategy]:
        def make(*arguments: Any) -> Strategy:
            return Strategy(name, function(*arguments))

        make.__doc__ = function.__doc__
        make.__signature__ = signature(function).replace(return_annotation="Strategy")  # type: ignore[attr-defined]
        return register(f"rule:{name}", make)

    return declare


# --- one place -------------------------------------------------------------------------------------------------


@_strategy("choice")
def choice(*rewrites: Rewriter) -> Step:
    """The first of several rewrites that applies.

    Scheme:  (rule:choice rewrite ...)
    >>> from scmpy import rule, rule_choice
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_choice(f, g)("(g x)"), rule_choice(f, g)("(f (g x))")
    (x, (g x))
    """
    found = tuple(map(as_rewrite, rewrites))
    return lambda e, policy, search: next(
        (result for each in found if (result := each.step(e, policy, search)) is not None), None
    )


@_strategy("pipe")
def pipe(*rewrites: Rewriter) -> Step:
    """Several rewrites, one after the other; it declines where one of them does.

    Scheme:  (rule:pipe rewrite ...)
    >>> from scmpy import rule, rule_pipe
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_pipe(f, g)("(f (g x))"), rule_pipe(f, g)("(f x)")
    (x, (f x))
    """
    found = tuple(map(as_rewrite, rewrites))

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        for each in found:
            subject = each.step(subject, policy, search)
            if subject is None:
                return None
        return subject

    return step


@_strategy("attempt")
def attempt(rewrite: Rewriter) -> Step:
    """A rewrite where it applies, else the expression itself: it never declines.

    Scheme:  (rule:attempt rewrite)
    >>> from scmpy import rule, rule_attempt, rule_pipe
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_pipe(rule_attempt(f), g)("(g x)"), rule_pipe(f, g)("(g x)")
    (x, (g x))
    """
    found = as_rewrite(rewrite)

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        result = found.step(subject, policy, search)
        return subject if result is None else result

    return step


@_strategy("guard")
def guard(predicate: Callable[[Any], Any], rewrite: Rewriter) -> Step:
    """A rewrite where a predicate is true of the expression.

    Scheme:  (rule:guard predicate rewrite)
    1 ]=> (define sums (rule:guard sum? (rule:make '(? e) '(f (? e)))))
    1 ]=> (list (sums '(+ x y)) (sums '(* x y)))
    ;Value: ((f (+ x y)) (* x y))
    >>> from scmpy import is_sum, rule, rule_guard
    >>> sums = rule_guard(is_sum, rule("(? e)", "(f (? e))"))
    >>> sums("(+ x y)"), sums("(* x y)")
    ((f (+ x y)), (* x y))
    """
    found = as_rewrite(rewrite)
    return lambda e, policy, search: found.step(e, policy, search) if predicate(e) else None


@_strategy("branch")
def branch(test: Rewriter, then: Rewriter, otherwise: Rewriter) -> Step:
    """Where one rewrite applies, another of its result; where it does not, a third.

    Scheme:  (rule:branch test then otherwise)
    >>> from scmpy import rule, rule_branch
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_branch(f, g, rule("(? x)", "(h (? x))"))("(f (g x))")
    x
    >>> rule_branch(f, g, rule("(? x)", "(h (? x))"))("(g x)")
    (h (g x))
    """
    first, second, third = map(as_rewrite, (test, then, otherwise))

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        result = first.step(subject, policy, search)
        return third.step(subject, policy, search) if result is None else second.step(result, policy, search)

    return step


@_strategy("n-times")
def n_times(n: int, rewrite: Rewriter) -> Step:
    """A rewrite n times, declining where one of them does.

    Scheme:  (rule:n-times n rewrite)
    >>> from scmpy import rule, rule_n_times
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_n_times(2, f)("(f (f (f x)))"), rule_n_times(4, f)("(f (f (f x)))")
    ((f x), (f (f (f x))))
    """
    found = as_rewrite(rewrite)
    if type(n) is not int or n < 0 or n > MOST_REPETITIONS.value:
        raise WrongTypeError(f"rule:n-times expects a whole number up to {MOST_REPETITIONS.value}, got {describe(n)}")
    return pipe(*[found] * n).step


@_strategy("iterated")
def iterated(rewrite: Rewriter) -> Step:
    """A rewrite of the expression again and again, until it declines.

    Scheme:  (rule:iterated rewrite)
    >>> from scmpy import rule, rule_iterated
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_iterated(f)("(f (f (g (f x))))")
    (g (f x))
    """
    found = as_rewrite(rewrite)

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        start = subject
        for count in range(MOST_REPETITIONS.value):
            if count and count % _ENOUGH_TO_GROW == 0 and _size(subject) - _size(start) > count // 2:
                raise LimitError(f"rule:iterated: the expression has grown for more than {count} repetitions")
            result = found.step(subject, policy, search)
            if result is None or result is subject:
                return subject
            subject = result
        raise MOST_REPETITIONS.refusal("rule:iterated: the rewrite still applies after")

    return step


# --- all places ------------------------------------------------------------------------------------------------


@_strategy("bottom-up")
def bottom_up(rewrite: Rewriter) -> Step:
    """A rewrite once at every part, the inner ones first. Parts are symbols and applications; numbers are none.

    Scheme:  (rule:bottom-up rewrite)
    >>> from scmpy import rule, rule_bottom_up
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_bottom_up(f)("(f (g (f x)))"), rule_bottom_up(g)("(h (g x) (f (g y)))")
    ((g x), (h x (f y)))
    """
    found = as_rewrite(rewrite)

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        done: dict[Any, Any] = {}
        for node in parts_first((subject,), parts_below, done):
            inner = with_parts(node, done)
            result = found.step(inner, policy, search)
            done[node] = inner if result is None else result
        return done[subject]

    return lambda e, policy, search: step(e, policy, search) if isinstance(e, Expression) else e


@_strategy("top-down")
def top_down(rewrite: Rewriter) -> Step:
    """A rewrite once at every part that is no number, the whole first; then at the parts of what came out.

    Scheme:  (rule:top-down rewrite)
    >>> from scmpy import rule, rule_top_down
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_top_down(f)("(f (g (f x)))"), rule_top_down(f)("(f (f x))")
    ((g x), (f x))
    """
    found = as_rewrite(rewrite)

    def step(subject: Any, policy: Policy, search: Search) -> Any:
        done: dict[Any, Any] = {}
        opened: dict[Any, Any] = {}
        stack = [subject]
        while stack:
            node = stack[-1]
            if node not in opened:
                MOST_REWRITES.check(len(opened), "rule:top-down")
                result = found.step(node, policy, search)
                opened[node] = node if result is None else result
            outer = opened[node]
            parts = parts_below(outer) if isinstance(outer, Expression) and node not in done else []
            waiting = [part for part in parts if part not in done]
            if any(part in opened for part in waiting):
                raise LimitError("rule:top-down: a part is rewritten to what contains it")
            if waiting:
                stack.extend(reversed(waiting))
                continue
            stack.pop()
            done[node] = with_parts(outer, done) if isinstance(outer, Expression) else outer
        return done[subject]

    return lambda e, policy, search: step(e, policy, search) if isinstance(e, Expression) else e


@_strategy("iterated-bottom-up")
def iterated_bottom_up(rewrite: Rewriter) -> Step:
    """A rewrite at all parts that are no numbers, the inner ones first, until it declines everywhere.

    Scheme:  (rule:iterated-bottom-up rewrite)
    >>> from scmpy import rule, rule_iterated_bottom_up
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_iterated_bottom_up(rule("(f (g (? x)))", "(g (f (? x)))"))("(f (f (g x)))")
    (g (f (f x)))
    """
    found = as_rewrite(rewrite)

    def once(subject: Any, policy: Policy, search: Search) -> Any:
        result = found.step(subject, policy, search)
        return None if result is subject else result

    return lambda e, policy, search: everywhere(once, e, policy, search)


@_strategy("iterated-top-down")
def iterated_top_down(rewrite: Rewriter) -> Step:
    """A rewrite at all parts that are no numbers, the whole first, again and again until it declines everywhere.

    Scheme:  (rule:iterated-top-down rewrite)
    >>> from scmpy import rule, rule_iterated_top_down
    >>> f, g = rule("(f (? x))", "(? x)"), rule("(g (? x))", "(? x)")
    >>> rule_iterated_top_down(f)("(f (f (g (f x))))")
    (g x)
    """
    return iterated(top_down(rewrite))._step


# --- pipelines of simplifiers ----------------------------------------------------------------------------------


@public("simplify-until-stable")
def simplify_until_stable(rewrite: Callable[[Any], Any], canonicalize: Callable[[Any], Any]) -> Strategy:
    """The function that rewrites and canonicalizes an expression in turn, until nothing changes.

    Scheme:  (simplify-until-stable rewrite canonicalize)
    >>> from scmpy import rcf_simplify, sin_sq_to_cos_sq
    >>> simplify_until_stable(sin_sq_to_cos_sq, rcf_simplify)("(+ (expt (sin x) 2) (expt (cos x) 2))")
    1
    """
    return iterated(pipe(attempt(rewrite), attempt(canonicalize)))


@public("simplify-and-canonicalize")
def simplify_and_canonicalize(rewrite: Callable[[Any], Any], canonicalize: Callable[[Any], Any]) -> Strategy:
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
    changed = as_rewrite(rewrite)
    return attempt(pipe(changed, attempt(canonicalize)))


@public("simplify-and-flatten")
def simplify_and_flatten(rewrite: Callable[[Any], Any]) -> Strategy:
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
