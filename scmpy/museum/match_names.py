"""The matcher's vocabulary in Scheme: patterns made by procedures, and dictionaries as association lists.

A dictionary is a list of pairs (name value). Where Python has
:func:`~scmpy.symbolic.rewriting.matching.matches`, a generator of bindings, Scheme has ``(matcher pattern)`` for the
first match and ``(match:all-results pattern e)`` for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import UnboundVariableError, WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.registry import public
from scmpy.structure.aliases import Formula, Predicate, Value
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.policy import CAREFUL, Policy
from scmpy.symbolic.rewriting.matching import (
    ELEMENT,
    REVERSED,
    SEGMENT,
    Bindings,
    Satisfying,
    Search,
    as_pattern,
    compiled,
    matches,
    predicate_of,
    start_of,
)
from scmpy.symbolic.rewriting.rules import Rewrite, Rule
from scmpy.symbolic.rewriting.templates import condition_of, template
from scmpy.symbolic.s_expressions import expression_from, is_datum_list
from scmpy.symbolic.written import written

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


@public("match:all-results", python=None)
def all_results(pattern: Formula, subject: Formula) -> tuple[Dictionary, ...]:
    """The dictionaries of all matches of an expression with a pattern.

    Scheme:  (match:all-results pattern e)
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))
    >>> len(all_results("(+ (?? a) (? x) (?? b))", "(+ u v w)"))
    3
    """
    return tuple(map(_dictionary, matches(pattern, subject)))


@public("match:->combinators", "pattern:compile", python=None)
def to_combinators(pattern: Formula) -> Callable[[Any, Any, Any], Any]:
    """The match procedure that a pattern stands for: of a list of data, a dictionary and a continuation.

    Scheme:  ((match:->combinators pattern) (list data) dictionary (lambda (dictionary rest) ...))
    Its first items are matched. The continuation is called with the dictionary of each match and the list of the items
    that are left, until it returns something else than #f, which is the value; #f if it never does.
    1 ]=> ((match:->combinators '(+ (? a) (? b))) '((+ x y) 3) '() (lambda (dictionary rest) (list dictionary rest)))
    ;Value: (((a x) (b y)) (3))
    >>> match = to_combinators("(+ (? a) (? b))")
    >>> match((expression_from("(+ x y)"), 3), (), lambda dictionary, rest: (dictionary, rest))
    (((a, x), (b, y)), (3,))
    """
    match = start_of(as_pattern(pattern))

    def match_procedure(data: Any, dictionary: Any, succeed: Callable[[Dictionary, tuple[Any, ...]], Any]) -> Any:
        for found, rest in match(items(data, "a match procedure"), _bindings(dictionary)):
            result = succeed(_dictionary(found), rest)
            if result is not False:
                return result
        return False

    return match_procedure


@public("match:element", python=None)
def element_pattern(name: Symbol, *predicates: Predicate) -> tuple[Any, ...]:
    """The pattern of one operand: (? name predicate ...).

    Scheme:  (match:element 'x integer?)
    1 ]=> ((matcher (list 'f (match:element 'x))) '(f 3))
    ;Value: ((x 3))
    >>> matcher((symbol("f"), element_pattern(symbol("x"))))("(f 3)")
    ((x, 3),)
    """
    return ELEMENT, name, *predicates


@public("match:segment", python=None)
def segment_pattern(name: Symbol) -> tuple[Any, ...]:
    """The pattern of any number of operands: (?? name).

    Scheme:  (match:segment 'xs)
    1 ]=> ((matcher (list 'f (match:segment 'xs))) '(f 1 2))
    ;Value: ((xs (1 2)))
    >>> matcher((symbol("f"), segment_pattern(symbol("xs"))))("(f 1 2)")
    ((xs, (1, 2)),)
    """
    return SEGMENT, name


@public("match:reverse-segment", python=None)
def reverse_segment_pattern(name: Symbol) -> tuple[Any, ...]:
    """The pattern of the operands of a segment in reversed order: ($$ name).

    Scheme:  (match:reverse-segment 'xs)
    1 ]=> (define palindrome (matcher (list 'f (match:segment 'xs) (match:reverse-segment 'xs))))
    1 ]=> (list (palindrome '(f 1 2 2 1)) (palindrome '(f 1 2 1 2)))
    ;Value: (((xs (1 2))) #f)
    >>> palindrome = matcher((symbol("f"), segment_pattern(symbol("xs")), reverse_segment_pattern(symbol("xs"))))
    >>> palindrome("(f 1 2 2 1)"), palindrome("(f 1 2 1 2)")
    (((xs, (1, 2)),), False)
    """
    return REVERSED, name


@public("match:list", python=None)
def list_pattern(*patterns: Value) -> tuple[Any, ...]:
    """The pattern of a combination, from those of its operator and operands.

    Scheme:  (match:list (match:eqv '+) (match:segment 'xs))
    1 ]=> ((matcher (match:list (match:eqv '+) (match:segment 'xs))) '(+ a b))
    ;Value: ((xs (a b)))
    >>> matcher(list_pattern(symbol("+"), segment_pattern(symbol("xs"))))("(+ a b)")
    ((xs, (a, b)),)
    """
    return patterns


@public("match:eqv", "match:equal", python=None)
def constant_pattern(value: Value) -> Value:
    """The pattern that matches this value alone.

    Scheme:  (match:eqv 'sin)
    1 ]=> (define of-sine (matcher (match:list (match:eqv 'sin) (match:element 'x))))
    1 ]=> (list (of-sine '(sin a)) (of-sine '(cos a)))
    ;Value: (((x a)) #f)
    >>> of_sine = matcher(list_pattern(constant_pattern(symbol("sin")), element_pattern(symbol("x"))))
    >>> of_sine("(sin a)"), of_sine("(cos a)")
    (((x, a),), False)
    """
    return value


@public("match:predicate", python=None)
def predicate_pattern(predicate: Predicate) -> Satisfying:
    """The pattern of one operand of which a predicate is true.

    Scheme:  (match:list (match:eqv '*) (match:predicate number?) (match:element 'x))
    1 ]=> ((matcher (match:list (match:eqv '*) (match:predicate number?) (match:element 'x))) '(* 2 y))
    ;Value: ((x y))
    >>> from scmpy.generic.kinds import is_number
    >>> matcher((symbol("*"), predicate_pattern(is_number), (ELEMENT, symbol("x"))))("(* 2 y)")
    ((x, y),)
    """
    return Satisfying(predicate_of(predicate))


@public("match:extract-segment", python=None)
def extract_segment(segment: Value) -> tuple[Any, ...]:
    """The operands that a segment stands for, as a list: here the value of its variable.

    Scheme:  (match:extract-segment (match:value 'xs dictionary))
    1 ]=> (match:extract-segment (match:value 'xs ((matcher '(f (?? xs))) '(f 1 2))))
    ;Value: (1 2)
    >>> extract_segment(value_of(symbol("xs"), matcher("(f (?? xs))")("(f 1 2)")))
    (1, 2)
    """
    return items(segment)


# --- the parts of rules ------------------------------------------------------------------------------------------


@public("skel:compile", python=None)
def compile_skeleton(skeleton: Formula) -> Callable[[Any], Any]:
    """The procedure from dictionaries to instances of a rule's consequence.

    Scheme:  ((skel:compile '(* 2 (? x))) dictionary)
    1 ]=> ((skel:compile '(+ 1 (? a) (?? b))) ((matcher '(+ (? a) (?? b))) '(+ x y z)))
    ;Value: (+ 1 x y z)
    >>> compile_skeleton("(+ 1 (: a) (:: b))")(matcher("(+ (? a) (?? b))")("(+ x y z)"))
    (+ 1 x y z)
    """
    source = as_pattern(skeleton)

    def instance(dictionary: Any) -> Any:
        bindings = _bindings(dictionary)
        return template(source, bindings)({name: _operands(value) for name, value in bindings.items()})

    return instance


def _operands(value: Any) -> Any:
    """The value of a variable; of a segment its operands."""
    return tuple(map(expression_from, value)) if is_datum_list(value) else value


@public("predicate:compile", python=None)
def compile_predicate(condition: Formula) -> Callable[[Any], bool]:
    """The procedure that says of a dictionary whether a rule's condition holds; facts have to be known.

    Scheme:  ((predicate:compile '(and (symbol? x) (positive y))) dictionary)
    1 ]=> ((predicate:compile '(even-integer? n)) ((matcher '(expt (? x) (? n))) '(expt y 4)))
    ;Value: #t
    >>> compile_predicate("(even-integer? n)")(matcher("(expt (? x) (? n))")("(expt y 4)"))
    True
    """
    source = as_pattern(condition)

    def holds(dictionary: Any) -> bool:
        bindings = {name: _operands(value) for name, value in _bindings(dictionary).items()}
        return bool(condition_of(source, list(bindings), "predicate:compile")(bindings, CAREFUL))

    return holds


@public("try-rules", python=None)
def try_rules(subject: Formula, rules: Iterable[Rule]) -> Value:
    """The expression rewritten by the first rule that applies to it as a whole; #f if none does.

    Scheme:  (try-rules '(+ x x) (list (rule:make '(+ (? a) (? a)) '(* 2 (? a)))))
    A rule may also be a procedure whose value is #f where it does not apply.
    1 ]=> (try-rules '(+ x x) (list (rule:make '(* (? a) 1) '(? a)) (rule:make '(+ (? a) (? a)) '(* 2 (? a)))))
    ;Value: (* 2 x)
    >>> from scmpy.symbolic.rewriting.rules import rule
    >>> try_rules("(+ x x)", [rule("(* (? a) 1)", "(? a)"), rule("(+ (? a) (? a))", "(* 2 (? a))")])
    (* 2 x)
    """
    expression = expression_from(subject)
    for rule in items(rules):
        is_rewrite = isinstance(rule, Rewrite)
        result = rule.step(expression, Policy(), Search()) if is_rewrite else rule(expression)
        if result is not None and result is not False:
            return written(result)
    return False


@public("match:bind", python=None)
def bind(name: Symbol, value: Value, dictionary: Dictionary) -> Dictionary:
    """The dictionary with one more entry.

    Scheme:  (match:bind 'x value dictionary)
    1 ]=> (match:bind 'x 1 '())
    ;Value: ((x 1))
    >>> bind(symbol("x"), 1, ())
    ((x, 1),)
    """
    return _dictionary({**_bindings(dictionary), name.name: value})


@public("match:lookup", python=None)
def lookup(name: Symbol, dictionary: Dictionary) -> Value:
    """The entry (name value) of a dictionary, or #f.

    Scheme:  (match:lookup 'x dictionary)
    1 ]=> (match:lookup 'x '((x 1)))
    ;Value: (x 1)
    >>> lookup(symbol("y"), ((symbol("x"), 1),))
    False
    """
    return next((entry for entry in _dictionary(_bindings(dictionary)) if entry[0] is name), False)


@public("match:value", python=None)
def value_of(name: Value, dictionary: Dictionary | None = None) -> Value:
    """The value in an entry of a dictionary, or the value that a variable has in a dictionary.

    Scheme:  (match:value (match:lookup 'x dictionary)), (match:value 'x dictionary)
    Raises:  UnboundVariableError if the dictionary has no such entry
    1 ]=> (match:value (match:lookup 'x '((x 1))))
    ;Value: 1
    >>> dictionary = ((symbol("x"), 1),)
    >>> value_of(lookup(symbol("x"), dictionary)), value_of(symbol("x"), dictionary)
    (1, 1)
    """
    if dictionary is None:
        return next(iter(_bindings((name,)).values()))
    found = lookup(name, dictionary)
    if found is False:
        raise UnboundVariableError(f"match:value: the dictionary has no entry for {describe(name)}")
    return found[1]
