"""Interned nodes, facts of symbols, S-expressions read; fold, subexpressions; names of derivatives of functions."""

from __future__ import annotations

import itertools
import math
import operator
import os
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from threading import RLock
from typing import Any, TypeVar

from scmpy.errors import SyntaxError_, UndecidedError, WrongTypeError, describe, did_you_mean, expected, shown_text
from scmpy.generic.dispatch import Arithmetic, Ordered, converted, unary
from scmpy.generic.display import Displayed
from scmpy.generic.functions import memoized
from scmpy.generic.numbers import ExactComplex, ModularInteger, exact, exact_complex
from scmpy.generic.operations import ceiling, div, floor, inexact, mul, order, sub, to_nearest, truncate
from scmpy.generic.settings import MOST_PARTS, length
from scmpy.generic.types import Formula, ScalarKind, Value, Values, is_number, parts_first, rebuilt, records
from scmpy.registry import public, scheme_entry
from scmpy.render.scheme import scheme_text

# --- facts -----------------------------------------------------------------------------------------------------------
# The facts that may be declared of a symbol, and what follows from them.
#
# They are those of SymPy: "nonzero" means real and not zero, "positive" real and more than zero. The symbol that names
# a function has the facts of its values, and may have those of a function: its parity, and its period.

#: fact -> the facts that follow from it
_IMPLIED: dict[str, str] = {
    "real": "",
    "rational": "real",
    "integer": "rational real",
    "even": "integer rational real",
    "odd": "integer rational real nonzero",
    "nonzero": "real",
    "nonnegative": "real",
    "nonpositive": "real",
    "positive": "nonnegative nonzero real",
    "negative": "nonpositive nonzero real",
}

FACTS = tuple(_IMPLIED)

#: Facts of a function of one argument; after the last one its period is written, as Scheme writes it.
EVEN, ODD, PERIODIC = "even function", "odd function", "period "

#: facts that together make another one
_TOGETHER = (({"nonnegative", "nonzero"}, "positive"), ({"nonpositive", "nonzero"}, "negative"))

_CONTRADICTIONS = ({"positive", "negative"}, {"even", "odd"}, {EVEN, ODD}, {ODD, "nonzero"})


def closure(facts: Iterable[str]) -> frozenset[str]:
    return _closure(frozenset(facts))


def contradict(facts: Iterable[str]) -> bool:
    return _contradiction(_following(facts)) is not None


@memoized(1024)
def _closure(facts: frozenset[str]) -> frozenset[str]:
    found = _following(facts)
    pair = _contradiction(found)
    if pair is not None:
        raise WrongTypeError(f"nothing is both {' and '.join(sorted(pair))}")
    return frozenset(found)


def _following(facts: Iterable[str]) -> set[str]:
    found = set(facts)
    for fact in tuple(found):
        if fact in _IMPLIED:
            found.update(_IMPLIED[fact].split())
        elif fact not in (EVEN, ODD) and not fact.startswith(PERIODIC):
            raise WrongTypeError(
                f"{shown_text(fact)} is no fact about a number{did_you_mean(fact, FACTS)}; there are {', '.join(FACTS)}"
            )
    found.update(made for parts, made in _TOGETHER if parts <= found)
    return found


def _contradiction(facts: set[str]) -> set[str] | None:
    return next((pair for pair in _CONTRADICTIONS if pair <= facts), None)


def strongest(facts: Iterable[str]) -> list[str]:
    facts = set(facts)
    return sorted(fact for fact in facts if not any(fact in closure([other]) for other in facts - {fact}))


# --- expression ------------------------------------------------------------------------------------------------------
# Expressions: immutable S-expression nodes, interned, so that equal subexpressions are one object.
#
# An expression is what ``pe`` prints: a symbol, or an operator applied to operands, ``(* m (((expt D 2) x) t))``.
# Equality is identity, sharing is free, and traversals can be memoised by node. Every operator has a table of the nodes
# that it heads, by their operands: so the key of a node is the tuple that the node holds anyway. The tables hold the
# nodes weakly: what nobody uses any more is forgotten. Keys tell numbers apart by type and sign, so that ``x^(1/2)``
# never finds ``x^.5``, nor ``0.`` finds ``-0.``. A node is found without a lock; one that is not found is looked for
# again, made and entered under one, so that two threads that make the same node at once get one object.


@ScalarKind.register
class Expression(Displayed, Ordered, Arithmetic):
    """A symbolic scalar: a :class:`Symbol` or an :class:`Application`."""

    _kind_ = "expressions"
    __slots__ = ("__weakref__", "constant", "nodes")

    operator: Any
    operands: tuple[Any, ...]
    constant: bool  # made of numbers alone, such as (sqrt 2)
    nodes: dict[Any, _Reference]  # of an operator: the nodes that it heads (absent until there is one)

    def __copy__(self) -> Expression:
        return self

    def __deepcopy__(self, memo: Any) -> Expression:
        return self

    def __float__(self) -> float:
        value = self._number(_FLOAT)
        if isinstance(value, complex):
            raise WrongTypeError(f"{self._describe_()} is not real: it cannot be a float")
        return float(value)

    def __complex__(self) -> complex:
        return complex(self._number(_FLOAT.replace("float", "complex number").replace("math", "cmath")))

    def __int__(self) -> int:
        return self._whole(truncate)

    __trunc__ = __int__

    def __floor__(self) -> int:
        return self._whole(floor)

    def __ceil__(self) -> int:
        return self._whole(ceiling)

    def __round__(self, digits: int | None = None) -> Any:
        self._demand_constant_(_FLOAT)
        return self._whole(to_nearest) if digits is None else round(float(self), digits)

    def __floordiv__(self, other: Any) -> Any:
        return divmod(self, other)[0]

    def __rfloordiv__(self, other: Any) -> Any:
        return divmod(other, self)[0]

    def __mod__(self, other: Any) -> Any:
        return divmod(self, other)[1]

    def __rmod__(self, other: Any) -> Any:
        return divmod(other, self)[1]

    def __divmod__(self, other: Any) -> Any:
        return _divided(self, other)

    def __rdivmod__(self, other: Any) -> Any:
        return _divided(other, self)

    def _compared(self, other: Any, relation: Callable[[int, int], bool]) -> Any:
        other = other if isinstance(other, Expression) else converted(other)
        if not isinstance(other, Expression) and not is_number(other):
            return NotImplemented
        for x in (self, other):
            if isinstance(x, Expression):
                x._demand_constant_(_ORDERED)
        return other == other and relation(order(self, other), 0)

    def _whole(self, rounding: Any) -> int:
        self._demand_constant_("an integer")
        found = rounding(self)
        if isinstance(found, Expression):
            raise UndecidedError(f"the whole number near {self._describe_()} is not decided")
        return int(found)

    def _number(self, use: str) -> Any:
        self._demand_constant_(use)
        return inexact(self)

    def _demand_constant_(self, use: str) -> None:
        if not self.constant:
            raise WrongTypeError(f"{self._describe_()} is symbolic: it cannot be {use}")

    def _describe_(self) -> str:
        text = scheme_text(self)
        return f"the expression {text if len(text) < 60 else text[:56] + ' ...'}"


def _divided(x: Any, y: Any) -> tuple[Any, Any]:
    for z in (x, y):
        if isinstance(z, Expression):
            z._demand_constant_(_FLOAT)
    ratio = div(x, y)
    whole = ratio._whole(floor) if isinstance(ratio, Expression) else floor(ratio)
    return whole, 0 if isinstance(ratio, Expression) and not order(ratio, whole) else sub(x, mul(y, whole))


#: What is asked of an expression by Python's own functions, and where a program branches by it.
_FLOAT = "a float, nor the argument of a function of floats alone, such as math's (use scmpy's)"
_ORDERED = "ordered (what branches by it takes numbers, or is a literal function)"


class Symbol(Expression):
    """A name that stands for an unknown number, of which facts such as "positive" may be declared."""

    __slots__ = ("facts", "name")

    name: str
    facts: frozenset[str]
    operator = None
    operands = ()

    @property
    def rank(self) -> tuple[str, tuple[str, ...]]:
        """What symbols are sorted by: the name, then the facts."""
        return self.name, tuple(sorted(self.facts)) if self.facts else ()

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        return symbol, (self.name, *self.facts)


class Application(Expression):
    """An operator applied to operands, which are numbers and expressions."""

    __slots__ = ("operands", "operator")

    def __reduce__(self) -> Any:
        return rebuilt, (records(self, _parts),)


def _parts(node: Any) -> Any:
    return (_applied, (node.operator, *node.operands)) if isinstance(node, Application) else None


def _applied(parts: Sequence[Any]) -> Application:
    return application(*parts)


class _Reference(weakref.ref):
    """A weak reference that knows its place: a table, and its key there."""

    __slots__ = ("key", "table")
    key: Any
    table: dict[Any, _Reference]


_symbols: dict[Any, _Reference] = {}
_lists: dict[Any, _Reference] = {}  # the nodes whose operator is a number

#: Held by the thread that changes a table; again by the same one where garbage is collected meanwhile.
_changing = RLock()
if hasattr(os, "register_at_fork"):  # a process never begins with a lock that a thread of its parent's holds
    os.register_at_fork(before=_changing.acquire, after_in_parent=_changing.release, after_in_child=_changing.release)


def _forget(reference: _Reference, acquire: Any = _changing.acquire, release: Any = _changing.release) -> None:
    acquire()  # which is still there when Python ends and the module's names are gone
    try:
        if reference.table.get(reference.key) is reference:
            del reference.table[reference.key]
    finally:
        release()


def _entered(node: Expression, key: Any, table: dict[Any, _Reference]) -> Expression:
    """The node of this key, which is the new one unless another thread has entered its own meanwhile."""
    reference = _Reference(node, _forget)
    reference.key = key
    reference.table = table
    if table.setdefault(key, reference) is not reference:
        with _changing:  # in which what is in the table stays there
            found = table.setdefault(key, reference)()
            if found is not None:
                return found  # type: ignore[no-any-return]
            table[key] = reference
    return node


#: Types whose own equality tells apart all that must be told apart.
_OWN_KEY = {Symbol, Application, int, Fraction, ExactComplex}


def _key(operand: Any) -> Any:
    if type(operand) in _OWN_KEY:
        return operand
    if not is_number(operand):
        raise WrongTypeError(f"the operands of an expression are numbers and expressions, got {describe(operand)}")
    return type(operand), repr(operand)


def symbol(name: str, *facts: str) -> Symbol:
    """The symbol of this name, with the facts declared of it: without any it is another symbol."""
    key: Any = (name, closure(facts)) if facts else name
    reference = _symbols.get(key)
    node = reference() if reference is not None else None
    if node is None:
        if not isinstance(name, str):
            raise WrongTypeError(f"a symbol's name is a string, got {describe(name)}")
        node = uninterned(name, key[1] if facts else frozenset())
        return _entered(node, key, _symbols)  # type: ignore[return-value]
    return node  # type: ignore[no-any-return]


def uninterned(name: str, facts: frozenset[str] = frozenset()) -> Symbol:
    node = object.__new__(Symbol)
    node.name, node.facts, node.constant = name, facts, False
    return node


@public("symbols", python="symbols")
def symbols(names: str, **facts: bool) -> Value:
    """The symbols named in a string, for unpacking; facts hold of all of them. A range of numbers makes a tuple.

    Scheme:  (symbols "x y"), where 'x and 'y do as well
    Raises:  WrongTypeError if a fact is not declared by True, or if facts contradict each other
    >>> m, k = symbols("m k")
    >>> m + k
    (+ k m)
    >>> symbols("a0:3")
    (a0, a1, a2)
    >>> r, theta = symbols("r theta", real=True)
    >>> simplify(sqrt(symbols("r", positive=True) ** 2), careful=True)
    r
    """
    refused = [fact for fact, holds in facts.items() if holds is not True]
    if refused:
        raise WrongTypeError(
            f"symbols: facts are declared, {refused[0]}=True; {refused[0]}={shown_text(facts[refused[0]])} is none"
        )
    texts = names.replace(",", " ").split()
    found = tuple(symbol(name, *facts) for text in texts for name in _numbered(text))
    return found[0] if len(found) == 1 and not _RANGE.search(names) else found


#: Numbers from the first, 0 if there is none, to the last, which is left out.
_RANGE = re.compile(r"\(?(\d*):(\d+)\)?")


def _numbered(text: str) -> Iterator[str]:
    """The names that a name with ranges of numbers stands for.

    >>> list(_numbered("a0:2")), list(_numbered("m(1:3)(:2)")), list(_numbered("v:x"))
    (['a0', 'a1'], ['m10', 'm11', 'm20', 'm21'], ['v:x'])
    """
    first, *rest = _RANGE.split(text)
    ranges = [range(int(low or 0), int(high)) for low, high in zip(rest[::3], rest[1::3], strict=True)]
    length(math.prod(map(len, ranges)), "symbols", things="symbols", each=100)
    for numbers in itertools.product(*ranges):
        yield first + "".join(f"{number}{after}" for number, after in zip(numbers, rest[2::3], strict=True))


_new = object.__new__
_NODES = {Symbol, Application}


def application(operator: Expression, *operands: Any) -> Application:
    """The node of this operator applied to these operands (numbers and expressions), as it stands."""
    key: Any = operands
    for operand in operands:
        if type(operand) not in _OWN_KEY:
            key = tuple(map(_key, operands))
            break
    try:
        table = operator.nodes
    except AttributeError:
        if isinstance(operator, Expression):
            with _changing:
                table = operator.nodes = getattr(operator, "nodes", {})
        else:  # a list that begins with a number, as it is printed
            table, key = _lists, (_key(operator), key)
    reference = table.get(key)
    if reference is not None:
        node = reference()
        if node is not None:
            return node  # type: ignore[no-any-return]
    node = _new(Application)
    node.operator = operator
    node.operands = operands
    constant = operator in NUMERICAL
    if constant:
        for operand in operands:
            if type(operand) in _NODES and not operand.constant:
                constant = False
                break
    node.constant = constant
    return _entered(node, key, table)  # type: ignore[return-value]


def of_two(operator: Expression, x: Expression, y: Expression) -> Application:
    """The node of a numerical head applied to two expressions: what arithmetic makes a thousand times."""
    operands = x, y
    reference = operator.nodes.get(operands)
    if reference is not None:
        node = reference()
        if node is not None:
            return node  # type: ignore[no-any-return]
    node = _new(Application)
    node.operator = operator
    node.operands = operands
    node.constant = x.constant and y.constant
    return _entered(node, operands, operator.nodes)  # type: ignore[return-value]


NUMERICAL: set[Expression] = set()  # the heads whose value is a number when their operands are


def numerical(name: str) -> Symbol:
    head = symbol(name)
    if head not in NUMERICAL:
        NUMERICAL.add(head)
        head.nodes = getattr(head, "nodes", {})
    return head


class Head:
    """The operators that the library itself looks for in expressions."""

    PLUS, MINUS, TIMES, OVER, EXPT = map(numerical, ("+", "-", "*", "/", "expt"))
    SQRT, EXP, LOG, ABS, SINH, COSH = map(numerical, ("sqrt", "exp", "log", "abs", "sinh", "cosh"))
    SIN, COS, TAN, ASIN, ACOS, ATAN = map(numerical, ("sin", "cos", "tan", "asin", "acos", "atan"))
    UP, DOWN, LIST, MATRIX = map(symbol, ("up", "down", "list", "matrix-by-rows"))
    D, PARTIAL = map(symbol, ("D", "partial"))


CONTAINERS = Head.UP, Head.DOWN, Head.LIST, Head.MATRIX
HALF_TURN = application(Head.ACOS, -1)
PI = symbol("π")  # the one symbol that stands for a number, which is
PI.constant = True
_QUOTED_PI = symbol(":pi")


def as_datum(x: Any) -> Any:
    """A symbol as it is meant where it is quoted: the original's ``':pi`` is the number, as its ``:pi`` is a float."""
    return PI if x is _QUOTED_PI else x


#: Symbols that name something definite which no operation of scmpy's computes, as the bridge to SymPy enters them: the
#: Bessel functions of its own.
foreign: weakref.WeakSet[Symbol] = weakref.WeakSet()


expression_of = unary(
    "expression",
    "The S-expression that stands for a value: what the printers show.",
    example=("expression(literal_function('f')), expression(up(1, 2))", "(f, (up 1 2))"),
)
expression_of.add((Expression,), lambda x: x)
for _type in (int, Fraction, float, complex, ExactComplex):
    expression_of.add((_type,), lambda x: x)
expression_of.add((ModularInteger,), lambda x: application(symbol("*modular-integer*"), x.residue, x.modulus))


def as_scalar(value: Any) -> Any:
    """A number or expression from a scalar of any kind; an error for anything else."""
    if is_number(value) or isinstance(value, Expression):
        return value
    converted = expression_of(value)
    if isinstance(converted, Expression) or is_number(converted):
        return converted
    raise expected("a number or an expression", describe(value))


# --- s expressions ---------------------------------------------------------------------------------------------------
# S-expressions as they are written: text and nested tuples as nodes, nothing evaluated.
#
# This is the notation of the rules, ``(* 2 (sqrt (? x)))``. The reader of the language, with quotations, strings and
# places for messages, is :mod:`scmpy.scheme.reader`.

_TOKEN = re.compile(r"[()]|[^\s()]+")
_EXACT = re.compile(r"[-+]?\d+(/\d+)?")
_COMPLEX = re.compile(r"([-+]?\d+(?:/\d+)?)?([-+])(\d+(?:/\d+)?)?i")
_INEXACT = re.compile(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?")


def read_expressions(text: str) -> list[Any]:
    open_lists: list[list[Any]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
        elif token != ")":
            open_lists[-1].append(_atom(token, text))
        else:
            done = open_lists.pop()
            if not open_lists:
                raise SyntaxError_(f"a parenthesis closes what none opened: {_short(text)}")
            open_lists[-1].append(_combination(done, text))
    if len(open_lists) > 1:
        raise SyntaxError_(f"{len(open_lists) - 1} parentheses are still open at the end: {_short(text)}")
    return open_lists[0]


def read_expression(text: str) -> Any:
    found = read_expressions(text)
    if len(found) != 1:
        raise expected("one expression", f"{len(found)}: {_short(text)}", SyntaxError_)
    return found[0]


#: The types of quoted lists; the Scheme layer adds its own.
DATUM_LISTS: list[type] = [tuple]


def is_text_of_formula(value: Any) -> bool:
    """Is this a text in infix notation or LaTeX? A single word is none."""
    return isinstance(value, str) and not re.fullmatch(r"\s*\w*\s*", value)


def read_formula(value: Any, reference: Any = None) -> Any:
    """What a text of a formula says, by a reference that may be one too; what is none stays what it is."""
    if not is_text_of_formula(value):
        return value
    reference = read_formula(reference)
    entry = scheme_entry("formula")
    assert entry is not None
    return entry.value(value, None, None, reference)


def expression_from(datum: Any) -> Any:
    """The node of text, of nested tuples, of a quoted list; a value stands for its expression."""
    if isinstance(datum, str):
        return read_expression(datum)
    done: list[Any] = []
    stack: list[tuple[Any, int | None]] = [(datum, None)]
    while stack:
        item, count = stack.pop()
        if count is not None:
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_combination(parts, "a quoted list"))
        elif is_datum_list(item):
            inner = list(item)
            stack.append((item, len(inner)))
            stack += [(part, None) for part in reversed(inner)]
        else:
            done.append(item if isinstance(item, Expression) or is_number(item) else expression_of(item))
    return done[0]


def is_datum_list(value: Any) -> bool:
    return isinstance(value, tuple(DATUM_LISTS))


def _combination(parts: list[Any], text: str) -> Any:
    if not parts:
        raise SyntaxError_(f"an expression is an operator with operands, got () in {_short(text)}")
    if not isinstance(parts[0], Expression):
        raise WrongTypeError(f"the operator of an expression is a name or an expression, got {describe(parts[0])}")
    if len(parts) == 1 and parts[0] in _OF_NOTHING:
        return _OF_NOTHING[parts[0]]
    return application(parts[0], *parts[1:])


#: Sums, products and so on of no operands.
_OF_NOTHING = {Head.PLUS: 0, Head.MINUS: 0, Head.TIMES: 1, Head.OVER: 1}


def _atom(token: str, text: str) -> Any:
    try:
        if found := _COMPLEX.fullmatch(token):
            real, sign, imag = found.groups()
            return exact_complex(exact(Fraction(real or 0)), exact(Fraction(sign + (imag or "1"))))
        if _EXACT.fullmatch(token):
            return exact(Fraction(token))
    except ZeroDivisionError:
        raise SyntaxError_(f"{token} is no number: its denominator is 0, in {_short(text)}") from None
    return float(token) if _INEXACT.fullmatch(token) else as_datum(symbol(token))


def _short(text: str) -> str:
    return text if len(text) < 60 else text[:56] + " ..."


# --- fold ------------------------------------------------------------------------------------------------------------
# Folds: values of expressions from those of their operands, and the one walk that all of them take.
#
# An expression is a shared graph. So a walk takes every distinct node once, after its operands, without Python's stack
# (:func:`scmpy.generic.types.parts_first`), and whatever is made of expressions is one of three:
#
# - a value of every node made from the values of its operands: :func:`fold`, with a memory that may be kept;
# - a question about the parts: ``any``, ``next``, a set of the :func:`subexpressions`;
# - the expression with other parts in the place of its own: :func:`rebuilt`.
#
# What remains goes from the top down, because what is done at a node depends on where it stands: the order in which the
# simplifier meets kernels, matching, two expressions side by side, rewriting until nothing changes.

T = TypeVar("T")


def _operands(x: Any) -> tuple[Any, ...] | None:
    return x.operands if isinstance(x, Expression) else None


def _operator_and_operands(x: Any) -> tuple[Any, ...] | None:
    if isinstance(x, Application):
        return (x.operator, *x.operands)
    return () if isinstance(x, Expression) else None


def subexpressions(*roots: Any) -> Iterator[Expression]:
    """Every distinct node below the roots, each after its operator and operands."""
    return parts_first(roots, _operator_and_operands)


def operands_first(*roots: Any) -> Iterator[Expression]:
    """Every distinct node below the roots, each after its operands; operators are not entered."""
    return parts_first(roots, _operands)


def fold(
    root: Any, leaf: Callable[[Any], T], node: Callable[[Application, list[T]], T], known: dict[Any, T] | None = None
) -> T:
    """The value of an expression: ``leaf(x)`` of a number or symbol, ``node(x, values of the operands)`` of others.

    The values of symbols and applications are kept in ``known``, and taken from it.
    """
    values: dict[Any, T] = {} if known is None else known
    for x in parts_first((root,), _operands, values):
        if isinstance(x, Symbol):
            values[x] = leaf(x)
        else:
            values[x] = node(x, [values[y] if isinstance(y, Expression) else leaf(y) for y in x.operands])
    return values[root] if isinstance(root, Expression) else leaf(root)


def rebuild(root: Any, make: Callable[[Any, tuple[Any, ...]], Any], known: dict[Any, Any]) -> Any:
    """The expression with known values for parts of it, operators too; ``make(operator, operands)`` of what changes.

    The values of all parts are kept in ``known``. What does not change is not made again: it is the same object.
    """
    for x in parts_first((root,), _operator_and_operands, known):
        if isinstance(x, Symbol):
            known[x] = x
            continue
        head = known[x.operator] if isinstance(x.operator, Expression) else x.operator
        operands = tuple([known[y] if isinstance(y, Expression) else y for y in x.operands])
        changed = head is not x.operator or any(map(operator.is_not, operands, x.operands))
        known[x] = make(head, operands) if changed else x
    return known[root] if isinstance(root, Expression) else root


def spread(operands: Sequence[Any], opens: Callable[[Any], bool]) -> Iterator[Any]:
    """The operands from left to right, with its own operands in the place of every one that ``opens`` is true of.

    What occurs several times comes as often: this is the expression as a tree, which may be long.
    """
    stack = list(reversed(operands))
    while stack:
        operand = stack.pop()
        if opens(operand):
            stack.extend(reversed(operand.operands))
        else:
            yield operand


# --- what is asked of expressions everywhere -------------------------------------------------------------------


@public("variables-in", python="variables_in")
def variables_in(expression: Formula | Values) -> tuple[Symbol, ...]:
    """The symbols of an expression, those of its functions included, sorted by name.

    Scheme:  (variables-in e)
    >>> variables_in(symbols("x") * symbols("a"))
    (*, a, x)
    """
    found = {node for node in subexpressions(expression_of(expression)) if isinstance(node, Symbol)}
    return tuple(sorted(found, key=lambda node: node.rank))


def is_inexact_in_print(node: Any) -> bool:
    """Is this a constant that prints as a float, as (sqrt 2) does? What is made of the exact pi keeps its form."""
    return node.constant and PI not in subexpressions(node)


def flattened(expression: Any) -> Any:
    """The expression with sums of sums and products of products as one: how an unsimplified value is written."""
    spread: dict[Any, list[Any]] = {}

    def parts(x: Any) -> list[Any] | None:
        if not isinstance(x, Application):
            return None
        if x not in spread:
            spread[x] = spread_operands(x)
        return [x.operator, *spread[x]]

    values: dict[Any, Any] = {}
    for node in parts_first((expression,), parts, values):
        head, operands = node.operator, spread[node]
        values[node] = application(
            values.get(head, head), *(values[x] if isinstance(x, Application) else x for x in operands)
        )
    return values[expression] if isinstance(expression, Application) else expression


def spread_operands(node: Application) -> list[Any]:
    """The operands of a node, of a sum those of the sums in it and of a product those of the products."""
    if node.operator not in (Head.PLUS, Head.TIMES):
        return list(node.operands)
    same = spread(node.operands, lambda x: isinstance(x, Application) and x.operator is node.operator)
    found = list(islice(same, MOST_PARTS.value + 1))
    MOST_PARTS.check(len(found), "a sum or a product", "parts when its shared ones are written out")
    return found


# --- derivatives -----------------------------------------------------------------------------------------------------
# The names of derivatives of literal functions: ``(D f)``, ``((expt D 2) f)``, ``((* (partial 0) (partial 1)) F)``.


def derivative_expression(function: Expression, path: tuple[int, ...], order: int = 1) -> Expression:
    """The expression of a derivative: ``(D f)`` for an empty path, else ``((partial i ...) f)``, of any order."""
    for _ in range(order):
        if isinstance(function, Application) and is_derivative_operator(function.operator):
            function = application(_operator_product(function.operator, path), function.operands[0])
        else:
            function = application(_operator(path), function)
    return function


# Operators are remembered, not derivatives: these hold the names of functions, which are to be forgotten.


@memoized(1000)
def _operator(path: tuple[int, ...]) -> Any:
    return application(Head.PARTIAL, *path) if path else Head.D


@memoized(1000)
def _operator_product(inner: Any, path: tuple[int, ...]) -> Expression:
    """The product of a derivative operator and that of a path, repeated factors as powers."""
    outer = _operator(path)
    factors = list(inner.operands) if inner.operator is Head.TIMES else [inner]
    for i, factor in enumerate(factors):
        base, power = factor.operands if factor.operator is Head.EXPT else (factor, 1)
        if base is outer:
            factors[i] = application(Head.EXPT, base, power + 1)
            break
    else:
        factors.append(outer)
    return factors[0] if len(factors) == 1 else application(Head.TIMES, *factors)


def is_derivative_operator(operator: Any) -> bool:
    """Is this D, a partial derivative, or a product of such?"""
    if not _is_product(operator):
        return _is_derivative(operator)
    if all(map(_is_derivative, _factors(operator))):
        return True
    return all(_is_product(x) or _is_derivative(x) for x in parts_first((operator,), _factors))


def _is_derivative(x: Any) -> bool:
    return x is Head.D or getattr(x, "operator", None) is Head.PARTIAL


def _is_product(x: Any) -> bool:
    if not isinstance(x, Application):
        return False
    return x.operator is Head.TIMES or (x.operator is Head.EXPT and len(x.operands) == 2)


def _factors(x: Any) -> tuple[Any, ...]:
    if not _is_product(x):
        return ()
    return x.operands if x.operator is Head.TIMES else x.operands[:1]  # type: ignore[no-any-return]


@memoized(1000)
def derivative_orders(operator: Any) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The paths that a product of derivatives differentiates by, with multiplicity; D has the empty path."""
    orders: dict[Any, dict[Any, int]] = {}  # of a product: how often every derivative is a factor
    for x in parts_first((operator,), _factors, orders):
        found = orders[x] = {} if _is_product(x) else {x: 1}
        for factor in _factors(x):
            power = x.operands[1] if x.operator is Head.EXPT else 1
            for each, times in orders[factor].items():
                found[each] = found.get(each, 0) + times * power
    return tuple(
        (each.operands if each.operator is Head.PARTIAL else (), times) for each, times in orders[operator].items()
    )


def differentiated(operator: Any) -> tuple[Any, int]:
    """The function under the derivatives of an operator, and their order."""
    function, orders = function_and_orders(operator)
    return function, sum(orders.values())


def function_and_orders(operator: Any) -> tuple[Any, dict[tuple[int, ...], int]]:
    """The function under the derivatives of an operator, and how often it is differentiated by every path."""
    orders: dict[tuple[int, ...], int] = {}
    while (
        isinstance(operator, Application) and is_derivative_operator(operator.operator) and len(operator.operands) == 1
    ):
        for path, times in derivative_orders(operator.operator):
            orders[path] = orders.get(path, 0) + times
        operator = operator.operands[0]
    return operator, orders


@memoized(1024)
def period_among(facts: frozenset[str]) -> Any:
    text = next((fact for fact in facts if fact.startswith(PERIODIC)), None)
    return None if text is None else read_expression(text.removeprefix(PERIODIC))
