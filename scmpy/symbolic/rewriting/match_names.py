"""The matcher's vocabulary in Scheme: patterns made by procedures, and dictionaries as association lists.

A dictionary is a list of pairs (name value). Where Python has
:func:`~scmpy.symbolic.rewriting.matching.matches`, a generator of bindings, Scheme has ``(matcher pattern)`` for the
first match and ``(match:all-results pattern e)`` for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import UnboundVariableError, WrongTypeError
from scmpy.generic.kinds import describe
from scmpy.registry import public
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.notation import expression_from, is_datum_list
from scmpy.symbolic.rewriting.matching import (
    ELEMENT,
    REVERSED,
    SEGMENT,
    Bindings,
    Search,
    as_pattern,
    compiled,
    matches,
)

Dictionary = tuple[tuple[Symbol, Any], ...]


def _dictionary(bindings: Bindings) -> Dictionary:
    return tuple((symbol(name), value) for name, value in bindings.items())


def _bindings(dictionary: Any) -> Bindings:
    if not is_datum_list(dictionary):
        raise WrongTypeError(f"a dictionary of a match is a list of (name value), got {describe(dictionary)}")
    entries = [tuple(entry) if is_datum_list(entry) else () for entry in dictionary]
    if not all(len(entry) == 2 and isinstance(entry[0], Symbol) for entry in entries):
        raise WrongTypeError(f"a dictionary of a match is a list of (name value), got {describe(dictionary)}")
    return {name.name: value for name, value in entries}


@public("matcher", python=None)
def matcher(pattern: Any) -> Callable[[Any], Any]:
    """The procedure that matches an expression with a pattern: the dictionary of the first match, or #f.

    Scheme:  ((matcher '(+ (? a) (?? b))) '(+ x y z))
    >>> matcher("(+ (? a) (?? b))")("(+ x y z)")
    ((a, x), (b, (y, z)))
    """
    match = compiled(as_pattern(pattern))

    def first(subject: Any) -> Any:
        found = next(match(expression_from(subject), {}, Search()), None)
        return False if found is None else _dictionary(found)

    return first


@public("match:all-results", python=None)
def all_results(pattern: Any, subject: Any) -> tuple[Dictionary, ...]:
    """The dictionaries of all matches of an expression with a pattern.

    Scheme:  (match:all-results pattern e)
    >>> len(all_results("(+ (?? a) (? x) (?? b))", "(+ u v w)"))
    3
    """
    return tuple(map(_dictionary, matches(pattern, subject)))


@public("match:->combinators", python=None)
def to_combinators(pattern: Any) -> Callable[[Any, Any, Any], Any]:
    """The procedure of an expression, a dictionary and a continuation that a pattern stands for.

    Scheme:  ((match:->combinators pattern) e dictionary (lambda (dictionary) ...))
    The continuation is called with the dictionary of each match until it returns something else than #f.
    """
    match = compiled(as_pattern(pattern))

    def combinator(subject: Any, dictionary: Any, succeed: Callable[[Dictionary], Any]) -> Any:
        for found in match(expression_from(subject), _bindings(dictionary), Search()):
            result = succeed(_dictionary(found))
            if result is not False:
                return result
        return False

    return combinator


@public("match:element", python=None)
def element_pattern(name: Symbol, *predicates: Any) -> tuple[Any, ...]:
    """The pattern of one operand: (? name predicate ...).

    Scheme:  (match:element 'x integer?)
    """
    return ELEMENT, name, *predicates


@public("match:segment", python=None)
def segment_pattern(name: Symbol) -> tuple[Any, ...]:
    """The pattern of any number of operands: (?? name).

    Scheme:  (match:segment 'xs)
    """
    return SEGMENT, name


@public("match:reverse-segment", python=None)
def reverse_segment_pattern(name: Symbol) -> tuple[Any, ...]:
    """The pattern of the operands of a segment in reversed order: ($$ name).

    Scheme:  (match:reverse-segment 'xs)
    """
    return REVERSED, name


@public("match:list", python=None)
def list_pattern(*patterns: Any) -> tuple[Any, ...]:
    """The pattern of a combination, from those of its operator and operands.

    Scheme:  (match:list (match:eqv '+) (match:segment 'xs))
    """
    return patterns


@public("match:eqv", "match:equal", python=None)
def constant_pattern(value: Any) -> Any:
    """The pattern that matches this value alone.

    Scheme:  (match:eqv 'sin)
    """
    return value


@public("match:bind", python=None)
def bind(name: Symbol, value: Any, dictionary: Any) -> Dictionary:
    """The dictionary with one more entry.

    Scheme:  (match:bind 'x value dictionary)
    >>> bind(symbol("x"), 1, ())
    ((x, 1),)
    """
    return _dictionary({**_bindings(dictionary), name.name: value})


@public("match:lookup", python=None)
def lookup(name: Symbol, dictionary: Any) -> Any:
    """The entry (name value) of a dictionary, or #f.

    Scheme:  (match:lookup 'x dictionary)
    >>> lookup(symbol("y"), ((symbol("x"), 1),))
    False
    """
    return next((entry for entry in _dictionary(_bindings(dictionary)) if entry[0] is name), False)


@public("match:value", python=None)
def value_of(name: Symbol, dictionary: Any) -> Any:
    """The value that a variable has in a dictionary.

    Scheme:  (match:value 'x dictionary)
    >>> value_of(symbol("x"), ((symbol("x"), 1),))
    1
    """
    found = lookup(name, dictionary)
    if found is False:
        raise UnboundVariableError(f"match:value: the dictionary has no entry for {name.name}")
    return found[1]
