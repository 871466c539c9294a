"""Literal functions and their signatures; tuples, matrices, quaternions and functions in SymPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, NoReturn, TypeAlias

from scmpy.errors import GenericOperationError, StructureError, WrongTypeError, describe, wrong_number
from scmpy.generic.arrays import broadcast, is_array
from scmpy.generic.dispatch import Arithmetic, convert, register_package
from scmpy.generic.display import Shown
from scmpy.generic.functions import Function, apply_value, arity, made_from, name_of
from scmpy.generic.settings import SWITCH, Setting, count, items, length
from scmpy.generic.types import Formula, Procedure, ScalarKind, ScalarValue, Value, as_name, is_number, is_procedure
from scmpy.registry import declare_predicate, public, register, sympy
from scmpy.render.scheme import scheme_text
from scmpy.structure.matrix import Matrix, m_generate, matrix_by_rows
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, unflatten
from scmpy.structure.types import Name
from scmpy.symbolic.assumptions import FACT_NAMES, OF_VALUES, function_facts
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Symbol,
    application,
    derivative_expression,
    expression_from,
    expression_of,
    is_datum_list,
    read_expression,
    symbol,
)
from scmpy.symbolic.to_sympy import (
    PREFIX,
    Levels,
    Shape,
    accept,
    from_sympy,
    function_from_sympy,
    function_of_lambda,
    function_to_sympy,
    inward,
    is_undefined,
    levels_of,
    nesting,
    oriented_tuple,
    placed_leaves,
    record_in_sympy,
    shape_of,
    to_sympy,
)

# --- signature -------------------------------------------------------------------------------------------------------
# Signatures of literal functions: what they take and what they return.
#
# ``Real`` is a scalar; ``(UP a b)`` and ``(DOWN a b)`` are tuples, ``(UP* a n)`` n equal components; ``(X a b)`` is two
# arguments, ``(X* a n)`` or ``(^ a n)`` n equal ones; ``(-> domain range)`` a function. ``Any`` is any value. Starred
# types without a number have any length, and one part stands without its tuple, as the coordinate of one degree of
# freedom does. The words are ordinary functions, so that a signature can be put together.


@dataclass(frozen=True)
class Basic(Shown):
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Repeated(Shown):
    """The type of a tuple, or of a list of arguments (orientation X), of any number of parts of one type."""

    orientation: str
    part: Any

    def __str__(self) -> str:
        return f"({self.orientation.upper()}* {self.part})"


@dataclass(frozen=True)
class Tuple(Shown):
    orientation: str
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"({self.orientation.upper()} {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Product(Shown):
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"(X {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Signature(Shown):
    arguments: tuple[Any, ...]
    value: Any

    def __str__(self) -> str:
        return f"(-> {self.domain} {self.value})"

    @property
    def domain(self) -> Any:
        return self.arguments[0] if len(self.arguments) == 1 else Product(self.arguments)

    @property
    def takes_any_number(self) -> bool:
        return len(self.arguments) == 1 and getattr(self.arguments[0], "orientation", None) == "x"


REAL, ANY = Basic("Real"), Basic("Any")
REAL_FUNCTION = Signature((REAL,), REAL)
register(
    "Real",
    REAL,
    python="Real",
    doc="""The type of a real number.

    Scheme:  Real
    Source:  SICM 9
    >>> literal_function("f", signature(Real, Real))(symbols("x"))
    (f x)
    """,
)
register(
    "Any",
    ANY,
    python="AnyType",
    doc="""The type of any value.

    Scheme:  Any
    >>> literal_function("f", signature(AnyType, Real))(up(1, symbols("x")))
    (f (up 1 x))
    """,
)

#: A type of the signature language, or how it is written: a name, or a tuple such as ("UP", "Real", "Real").
TypeDatum: TypeAlias = Basic | Tuple | Repeated | Product | Signature | Expression | str | tuple[Any, ...]

_TYPES = (Basic, Tuple, Repeated, Product, Signature)
_BY_NAME = {symbol("Real"): REAL, symbol("Any"): ANY}


@public("UP", python="UP")
def up_type(*parts: TypeDatum) -> Tuple:
    """The type of an up tuple with components of these types.

    Scheme:  (UP Real (UP Real Real))
    Source:  SICM 9
    >>> print(UP(Real, Real))
    (UP Real Real)
    """
    return Tuple("up", tuple(map(parse_signature, parts)))


@public("DOWN", python="DOWN")
def down_type(*parts: TypeDatum) -> Tuple:
    """The type of a down tuple with components of these types.

    Scheme:  (DOWN Real Real)
    >>> print(DOWN(Real, Real))
    (DOWN Real Real)
    """
    return Tuple("down", tuple(map(parse_signature, parts)))


@public("X", python="X")
def product_type(*parts: TypeDatum) -> Product:
    """The type of several arguments.

    Scheme:  (-> (X Real Real) Real)
    Source:  SICM 9
    >>> print(X(Real, Real))
    (X Real Real)
    """
    return Product(tuple(map(parse_signature, parts)))


def _repeated(orientation: str, part: Any, n: Any) -> Any:
    part = parse_signature(part)
    if n is None:
        return Repeated(orientation, part)
    parts = (part,) * count(n, f"{orientation.upper()}*")
    return Product(parts) if orientation == "x" else Tuple(orientation, parts)


@public("UP*", python="UP_star")
def repeated_up_type(part: TypeDatum, n: int | None = None) -> Tuple | Repeated:
    """The type of an up tuple of n components of one type; without n of any number of them, or of one such value.

    Scheme:  (UP* Real 3), (UP* Real)
    >>> print(UP_star(Real, 2), UP_star(Real))
    (UP Real Real) (UP* Real)
    """
    return _repeated("up", part, n)


@public("DOWN*", python="DOWN_star")
def repeated_down_type(part: TypeDatum, n: int | None = None) -> Tuple | Repeated:
    """The type of a down tuple of n components of one type; without n of any number of them, or of one such value.

    Scheme:  (DOWN* Real 3), (DOWN* Real)
    >>> print(DOWN_star(Real, 2), DOWN_star(Real))
    (DOWN Real Real) (DOWN* Real)
    """
    return _repeated("down", part, n)


@public("X*", python="X_star")
def repeated_product_type(part: TypeDatum, n: int | None = None) -> Product | Repeated:
    """The type of n arguments of one type; of any number of them without n.

    Scheme:  (-> (X* Real 2) Real), (-> (^ Real 2) Real), (-> (X* Real) Real)
    >>> print(X_star(Real, 2), X_star(Real))
    (X Real Real) (X* Real)
    """
    return _repeated("x", part, n)


register("^", repeated_product_type, python=None)


@public("->", python="signature")
def signature(domain: TypeDatum, value: TypeDatum) -> Signature:
    """The type of a function from arguments of a type to values of a type.

    Scheme:  (-> (UP Real Real) Real)
    Source:  SICM 9
    >>> print(signature(UP(Real, Real), Real))
    (-> (UP Real Real) Real)
    """
    domain = parse_signature(domain)
    return Signature(domain.parts if isinstance(domain, Product) else (domain,), parse_signature(value))


_WORDS: dict[str, Any] = {
    "UP": up_type,
    "DOWN": down_type,
    "X": product_type,
    "UP*": repeated_up_type,
    "DOWN*": repeated_down_type,
    "X*": repeated_product_type,
    "^": repeated_product_type,
    "->": signature,
}


def parse_signature(datum: Any) -> Any:
    """A type from nested tuples or lists of names and integers.

    >>> print(parse_signature(("->", ("UP", "Real", "Real"), "Real")))
    (-> (UP Real Real) Real)
    """
    if isinstance(datum, _TYPES):
        return datum
    if isinstance(datum, str):
        datum = read_expression(datum)
    if isinstance(datum, Symbol) and datum in _BY_NAME:
        return _BY_NAME[datum]
    if isinstance(datum, Application):
        datum = datum.operator, *datum.operands
    elif not isinstance(datum, tuple) and isinstance(datum, Iterable):
        datum = items(datum, "a signature")
    if isinstance(datum, tuple) and datum:
        word = getattr(datum[0], "name", datum[0])
        if isinstance(word, str) and word in _WORDS:
            return _WORDS[word](*datum[1:])
    raise WrongTypeError(
        f"a signature is built from Real, Any, (UP ...), (DOWN ...), (X ...), (-> ...); got {describe(datum)}"
    )


def checked_types(name: Callable[[], str], signature: Signature, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of so many arguments; an error, which asks for the name of the function, unless they fit them."""
    types = signature.arguments
    if signature.takes_any_number:
        types = (types[0].part,) * len(args)
    if len(args) != len(types):
        raise wrong_number(name(), len(args), len(types), len(types))
    for argument, type_ in zip(args, types, strict=True):
        if not fits(argument, type_):
            raise StructureError(f"{name()} expects {signature}, got {describe(argument)}")
    return types


def fits(value: Any, type_: Any) -> bool:
    if type_ is REAL or (type(type_) is Basic and type_ == REAL):
        return isinstance(value, ScalarKind) or _stands_for_scalar(value)
    if isinstance(type_, (Tuple, Repeated)) and type_.orientation != "x":
        if not isinstance(value, (Structure, list)):
            return isinstance(type_, Repeated) and fits(value, type_.part)
        components = as_structure(value)
        if components.orientation != type_.orientation:
            return False
        if isinstance(type_, Repeated):
            return all(fits(part, type_.part) for part in components)
        return len(components) == len(type_.parts) and all(map(fits, components, type_.parts))
    return not isinstance(type_, Signature) or is_procedure(value)


def _stands_for_scalar(value: Any) -> bool:
    """May a value stand where a scalar does? A function that has scalars as values, but no operator and no form."""
    if callable(value):
        return is_procedure(value) and not getattr(value, "acts_on_functions", False)
    return not isinstance(value, (Structure, list, str, bool))


def functions_in(value: Any, type_: Any) -> list[Any]:
    """The functions that stand in a value where its type has a scalar; those that are values of their own are none.

    >>> functions_in(Up((1, len)), up_type(REAL, REAL)), functions_in(len, ANY)
    ([<built-in function len>], [])
    """
    if type_ is REAL or (type(type_) is Basic and type_ == REAL):
        return [value] if not isinstance(value, ScalarKind) and is_procedure(value) else []
    if isinstance(type_, Repeated):
        parts = value if isinstance(value, (Structure, list)) else [value]
        return [f for part in parts for f in functions_in(part, type_.part)]
    if isinstance(type_, Tuple):
        return [f for part, own in zip(value, type_.parts, strict=True) for f in functions_in(part, own)]
    return []


def fill(type_: Any, leaf: Any, suffix: str = "") -> Any:
    """A structure of this type whose leaves are ``leaf(suffix)``, the suffix naming the place: ``^0`` or ``_0``."""
    if isinstance(type_, Tuple):
        mark, container = ("^", Up) if type_.orientation == "up" else ("_", Down)
        return container(fill(part, leaf, f"{suffix}{mark}{i}") for i, part in enumerate(type_.parts))
    if not isinstance(type_, Basic):
        raise WrongTypeError(f"a literal function has values of type Real or tuples of a fixed length, not {type_}")
    return leaf(suffix)


@public("Lagrangian", python="Lagrangian_signature")
def lagrangian_signature(n: int | None = None) -> Signature:
    """The signature of a Lagrangian with n degrees of freedom; without n, of any number of them.

    Scheme:  (Lagrangian n), (Lagrangian)
    Raises:  WrongTypeError unless n is a positive integer
    >>> print(Lagrangian_signature(1))
    (-> (UP Real Real Real) Real)
    """
    return _of_states(_coordinates("up", n), _coordinates("up", n))


@public("Hamiltonian", python="Hamiltonian_signature")
def hamiltonian_signature(n: int | None = None) -> Signature:
    """The signature of a Hamiltonian with n degrees of freedom; without n, of any number of them.

    Scheme:  (Hamiltonian n), (Hamiltonian)
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 3.1
    >>> print(Hamiltonian_signature(2))
    (-> (UP Real (UP Real Real) (DOWN Real Real)) Real)
    """
    return _of_states(_coordinates("up", n), _coordinates("down", n))


def _of_states(place: Any, motion: Any) -> Signature:
    return Signature((Tuple("up", (REAL, place, motion)),), REAL)


def _coordinates(orientation: str, n: int | None) -> Any:
    if n is None:
        return ANY
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise WrongTypeError(f"the type of a state expects a positive number of degrees of freedom, got {describe(n)}")
    return REAL if n == 1 else Tuple(orientation, (REAL,) * n)


for _type in _TYPES:
    expression_of.add((_type,), lambda type_: symbol(str(type_)))


# --- literal ---------------------------------------------------------------------------------------------------------
# Literal functions: unknown functions of declared signature, and their derivatives.
#
# Applied, a literal function gives the expression ``(f x)``; its derivatives give ``((D f) x)`` and ``(((partial 1 0)
# H) s)``. Of a function it gives the composition, as the elementary functions do: ``A(t)``, for a coordinate ``t`` of a
# manifold, is a function on the manifold. A literal function whose value is a tuple is the tuple of the literal
# functions of its components, ``F^0`` (up) and ``F_0`` (down).


@Procedure.register
class LiteralFunction(Arithmetic):
    """An unknown function with a name (an expression: ``f``, ``(D f)``) and a signature."""

    __slots__ = ("__weakref__", "expression", "signature", "slopes")

    def __init__(self, expression: Expression, signature: Signature) -> None:
        self.expression = expression
        self.signature = signature
        self.slopes: dict[tuple[int, ...], LiteralFunction] | None = None  # those that have been asked for

    @property
    def __name__(self) -> str:
        return scheme_text(self.expression)

    @property
    def arity(self) -> int | None:
        return None if self.signature.takes_any_number else len(self.signature.arguments)

    def __repr__(self) -> str:
        return self.__name__

    def _describe_(self) -> str:
        return f"the literal function {self.__name__} of signature {self.signature}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralFunction) and (self.expression, self.signature) == (
            other.expression,
            other.signature,
        )

    def __hash__(self) -> int:
        return hash(self.expression)

    def __call__(self, *args: Any) -> Any:
        return self.at(args)(self)

    def at(self, args: tuple[Any, ...]) -> Applied:
        """What applies this function, and its derivatives, to these arguments."""
        types = checked_types(lambda: f"The literal function {self}", self.signature, args)
        functions = list(map(functions_in, args, types))
        return literal_at(args) if not any(functions) else lambda function: function._composed(args, functions)

    def _composed(self, args: tuple[Any, ...], functions: list[list[Any]]) -> Function:
        def at(*place: Any) -> Any:
            return self(*(apply_value(x, place) if held else x for x, held in zip(args, functions, strict=True)))

        return made_from(chain(*functions), at, lambda: f"({self} {' '.join(map(name_of, args))})")

    def partial(self, path: tuple[int, ...]) -> LiteralFunction:
        """The derivative by the leaf of the arguments at this path (argument first, unless there is only one)."""
        if self.slopes is None:
            self.slopes = {}
        slope = self.slopes.get(path)
        if slope is None:
            slope = LiteralFunction(derivative_expression(self.expression, path), self.signature)
            self.slopes[path] = slope
        return slope


Applied = Callable[[LiteralFunction], Any]

#: How literal functions are applied to what is no value of their own: perturbed ones, quantities, unknowns of a trace,
#: as the layers above enter it. Each gives what applies functions to such arguments, None for others.
OTHER_APPLICATIONS: list[Callable[[tuple[Any, ...]], Applied | None]] = []


def literal_at(args: tuple[Any, ...]) -> Applied:
    """What applies literal functions to these arguments, which are looked at once for a function and its derivatives.

    The value is the expression of the application, or what one of :data:`OTHER_APPLICATIONS` gives.
    """
    places = [place for x in args for place in leaves(x)]
    if not all(isinstance(x, Expression) for x in places):
        for other in OTHER_APPLICATIONS:
            applied = other(args)
            if applied is not None:
                return applied
    if any(map(is_array, places)):
        return lambda function: broadcast(
            lambda *elements: literal_at(unflatten(iter(elements), Up(args)).components)(function), tuple(places)
        )
    try:
        operands = tuple(map(expression_of, args))
    except GenericOperationError:
        return _misapplied(args)
    return lambda function: application(function.expression, *operands)


def _misapplied(args: tuple[Any, ...]) -> Applied:
    def applied(function: LiteralFunction) -> NoReturn:
        given = " and ".join(map(describe, args))
        raise StructureError(f"The literal function {function} expects {function.signature}, got {given}")

    return applied


expression_of.add((LiteralFunction,), lambda f: f.expression)


@public("literal-function")
def literal_function(name: Name, signature: TypeDatum | int = REAL_FUNCTION, *more: Value, **facts: bool) -> Value:
    """An unknown function, of one real argument unless a signature or a number says otherwise, with facts of it.

    Scheme:  (literal-function 'f), (literal-function 'f (-> (UP Real Real) Real)), (literal-function 'f 2),
             (literal-function 'r 'positive), (literal-function 'V 'even '(period a))
    Facts:   of its values: real, nonzero, positive, negative, nonnegative, nonpositive; of itself: even, odd (of a
             function of one argument), and its period. Simplification and comparison consult them. A function with
             facts is another one than that without.
    Raises:  WrongTypeError for what is no type of a function, no fact, or facts that contradict each other;
             SyntaxError_ for a text without balanced parentheses
    Source:  SICM 1.4
    >>> literal_function("f")(symbols("x"))
    (f x)
    >>> literal_function("F", "(-> Real (UP Real Real))")(symbols("t"))
    (up (F^0 t) (F^1 t))
    >>> literal_function("R", 2)(*symbols("t r"))
    (R t r)
    >>> r, V = literal_function("r", positive=True), literal_function("V", even=True)
    >>> simplify(sqrt(r(symbols("t")) ** 2), careful=True), V(-symbols("x"))
    ((r t), (V x))
    """
    text = as_name(name, "literal-function")
    more = (signature, *more) if _is_fact(signature) else more
    signature = REAL_FUNCTION if _is_fact(signature) else signature
    found = tuple(function_facts([*map(_fact, more), *facts.items()]))
    if isinstance(signature, int) and not isinstance(signature, bool):
        signature = Signature((REAL,) * length(signature, "literal-function", things="arguments", each=10_000), REAL)
    if not isinstance(signature, Signature):
        signature = parse_signature(signature)
    if not isinstance(signature, Signature):
        raise WrongTypeError(f"literal-function expects the type of a function, (-> Real Real), got {signature}")
    scalar = signature if signature.value == REAL else Signature(signature.arguments, REAL)
    if found and scalar != REAL_FUNCTION and not set(found) <= set(OF_VALUES):
        raise WrongTypeError(
            f"literal-function: parity and period are facts of a function (-> Real Real), not {scalar}"
        )
    return fill(signature.value, lambda suffix: LiteralFunction(symbol(text + suffix, *found), scalar))


def _is_fact(given: Any) -> bool:
    name = next(iter(given), None) if is_datum_list(given) else given
    return isinstance(name, Symbol) and name.name in FACT_NAMES


def _fact(given: Any) -> tuple[str, Any]:
    name, value = given, True
    if is_datum_list(given):
        name, value = (*given, None, None)[:2]
        value = expression_from(value) if is_datum_list(value) else value
    return as_name(name, "literal-function"), value


@public("literal-functions", python="literal_functions")
def literal_functions(names: str, signature: TypeDatum | int = REAL_FUNCTION, **facts: bool) -> tuple[Any, ...]:
    """Literal functions, of one real argument unless a signature says otherwise; facts hold of all of them.

    Scheme:  (literal-functions "x y"), (literal-functions "U V" 2)
    1 ]=> (define UV (literal-functions "U V" 2))
    1 ]=> ((+ (car UV) (cadr UV)) 'a 'b)
    ;Value: (+ (U a b) (V a b))
    >>> x, y = literal_functions("x y")
    >>> U, V = literal_functions("U V", 2)
    >>> (U + V)(*symbols("a b"))
    (+ (U a b) (V a b))
    >>> r, a = literal_functions("r a", positive=True)
    """
    return tuple(literal_function(name, signature, **facts) for name in names.replace(",", " ").split())


def _numbered(name: Any, mark: str, n: int, operation: str) -> Iterator[Symbol]:
    length(n, operation, each=10)
    text = as_name(name, operation)
    return (symbol(f"{text}{mark}{i}") for i in range(n))


@public("literal-up")
def literal_up(name: Name, n: int) -> Up:
    """An up tuple of symbols.

    Scheme:  (literal-up 's n)
    Shapes:  result: up(n)
    >>> literal_up("x", 2)
    (up x^0 x^1)
    """
    return Up(_numbered(name, "^", n, "literal-up"))


@public("literal-down")
def literal_down(name: Name, n: int) -> Down:
    """A down tuple of symbols.

    Scheme:  (literal-down 's n)
    Shapes:  result: down(n)
    >>> literal_down("p", 2)
    (down p_0 p_1)
    """
    return Down(_numbered(name, "_", n, "literal-down"))


@public("literal-matrix")
def literal_matrix(name: Name, rows: int, columns: int) -> Matrix:
    """A matrix of symbols, row index up and column index down.

    Scheme:  (literal-matrix 'M 2 2)
    Shapes:  result: rows by columns
    >>> literal_matrix("M", 1, 2)
    (matrix-by-rows (list M^0_0 M^0_1))
    """
    text = as_name(name, "literal-matrix")
    return m_generate(rows, columns, lambda i, j: symbol(f"{text}^{i}_{j}"))


# --- literal values --------------------------------------------------------------------------------------------------

register("expression-of", expression_of)
register("expression", expression_of)


@public("literal-number", "literal-real")
def literal_number(name: Formula, *facts: str | Symbol) -> ScalarValue:
    """The unknown number of this name, with facts declared of it; an expression or a number stands for itself.

    Scheme:  (literal-number 'a), (literal-number 'n 'positive 'integer)
    Raises:  WrongTypeError for what is no name
    Facts:   real, rational, integer, even, odd, positive, negative, nonnegative, nonpositive, nonzero. A number
             with facts is another one than that without.
    >>> literal_number("a")
    a
    >>> literal_number("n", "positive").facts >= {"real", "nonzero"}
    True
    """
    if facts and isinstance(name, (str, Symbol)):
        before = symbol(name) if isinstance(name, str) else name
        return symbol(before.name, *before.facts, *(getattr(fact, "name", fact) for fact in facts))  # type: ignore[arg-type]
    if isinstance(name, Expression) or is_number(name):
        return name
    if isinstance(name, str):
        return symbol(name)
    raise WrongTypeError(f"literal-number expects a name, got {describe(name)}")


declare_predicate("literal-function?", LiteralFunction, "Is this a literal function?", "literal_function('f')", "abs")


# --- literal application ---------------------------------------------------------------------------------------------
# What stands for a literal function or a symbol without being quoted: two settings.

enable_literal_apply = Setting(
    "*enable-literal-apply*",
    False,
    SWITCH,
    "Whether a symbol that a program of Scheme applies stands for the literal function of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *enable-literal-apply* #t) ('f 'x)")
    (f x)
    """,
)
self_evaluating = Setting(
    "*self-evaluating-unbound-variables*",
    False,
    SWITCH,
    "Whether a variable of Scheme that has no value is the symbol of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *self-evaluating-unbound-variables* #t) (+ unknown 1)")
    (+ 1 unknown)
    """,
)


to_sympy.add((Matrix,), lambda value: to_sympy(expression_of(value)))
_TUPLES: dict[str, Any] = {"up": Up, "down": Down}

for _accepted in (Structure, Matrix, Quaternion, LiteralFunction):
    accept(_accepted)
    from_sympy.add((_accepted,), lambda value: value)


def _is_of_scalars(value: Any) -> bool:
    if isinstance(value, Structure):
        return all(map(_is_of_scalars, value.components))
    return isinstance(value, Expression) or is_number(value)


@to_sympy.on(Structure)
def _structure_to_sympy(s: Structure) -> Any:
    if _is_of_scalars(s):
        return to_sympy(expression_of(s))
    return oriented_tuple((s.orientation,))(*map(to_sympy, s.components))  # which refuses text: SymPy would evaluate it


@to_sympy.on(Quaternion)
def _quaternion_to_sympy(q: Quaternion) -> Any:
    return sympy.Quaternion(*map(to_sympy, q))


@to_sympy.on(LiteralFunction)
def _literal_function_to_sympy(f: LiteralFunction) -> Any:
    """The undefined function, of the leaves of its arguments; of a derivative a Lambda of them."""
    shape = None if f.signature.takes_any_number else _shape(f.signature.arguments)
    if isinstance(f.expression, Symbol) and shape is not None:
        return function_to_sympy(f.expression, shape)
    return _as_lambda(f, f.signature.arguments)


def _shape(types: tuple[Any, ...]) -> Shape | None:
    parts: list[Any] = []
    for type_ in types:
        inner = _shape(type_.parts) if isinstance(type_, Tuple) else ()
        if inner is None or not (isinstance(type_, Tuple) or type_ == REAL):
            return None
        parts.append((type_.orientation, inner) if isinstance(type_, Tuple) else None)
    return tuple(parts)


@to_sympy.on(Procedure)
def _function_to_sympy(f: Any) -> Any:
    least, greatest = arity(f)
    if greatest is None or least == 0:
        raise WrongTypeError(f"to_sympy: it is not known how many arguments {describe(f)} takes")
    return _as_lambda(f, (REAL,) * least)


def _as_lambda(f: Any, types: tuple[Any, ...]) -> Any:
    variables: list[Any] = []

    def argument(type_: Any) -> Any:
        if isinstance(type_, Tuple):
            return (Up if type_.orientation == "up" else Down)(map(argument, type_.parts))
        if type_ != REAL:
            raise WrongTypeError(f"to_sympy: {describe(f)} takes arguments of open type; apply it to symbols instead")
        variables.append(sympy.Dummy(f"x_{len(variables)}"))
        return from_sympy(variables[-1])

    value = to_sympy(f(*map(argument, types)))
    return sympy.Lambda(tuple(variables), value)


# --- from SymPy ------------------------------------------------------------------------------------------------


@register_package("sympy")
def _register() -> None:
    from sympy.core.function import FunctionClass

    for type_ in (sympy.MatrixBase, sympy.ImmutableDenseMatrix, sympy.ImmutableSparseMatrix):  # these are Expr too
        from_sympy.add((type_,), _matrix_from_sympy)
    from_sympy.add((sympy.NDimArray,), lambda a: _tuple(a, levels_of(a) or ("up",) * a.rank()))
    from_sympy.add((sympy.Tuple,), _tuple_from_sympy)
    from_sympy.add((sympy.Lambda,), _lambda_from_sympy)
    from_sympy.add((sympy.Quaternion,), lambda q: Quaternion(*map(from_sympy, q.args[:4])))
    from_sympy.add((FunctionClass,), lambda f: _function_from_sympy(f))
    for type_ in (sympy.MatrixBase, FunctionClass, sympy.Lambda):
        convert(type_, from_sympy)


def _matrix_from_sympy(m: Any) -> Any:
    levels = levels_of(m)
    if levels is None:
        return matrix_by_rows(*(list(map(from_sympy, row)) for row in m.tolist()))
    rows = (m if levels[0] == "up" else m.T).tolist()
    inner = [[from_sympy(x) for x in row] for row in rows]
    return _TUPLES[levels[0]](row[0] if len(levels) == 1 else _TUPLES[levels[1]](row) for row in inner)


def _tuple(a: Any, levels: Levels) -> Any:
    if not isinstance(a, sympy.NDimArray) or not a.rank():
        return from_sympy(a)
    return _TUPLES[levels[0]](_tuple(part, levels[1:]) for part in a)


def _tuple_from_sympy(items: Any) -> Any:
    levels = levels_of(items)
    return tuple(map(inward, items)) if levels is None else _TUPLES[levels[0]](map(inward, items))


def _lambda_from_sympy(e: Any) -> Any:
    variables, body = [from_sympy(x) for x in e.variables], from_sympy(e.expr)
    written_out = isinstance(body, Application) and isinstance(body.operator, Application)
    if written_out and [x for _, x in placed_leaves(body.operands)] == variables:
        return LiteralFunction(body.operator, _signature(nesting(body.operands)))
    return function_of_lambda(e)


def _function_from_sympy(f: Any) -> Any:
    """Our operation; the literal function of an undefined or special one: of one real argument, unless it says."""
    if not is_undefined(f):
        name, counts = f.__name__, f.nargs if f.nargs.is_FiniteSet else (1,)
        records = (record_in_sympy(name, int(count)) for count in counts)
        same = next((record.operation for record in records if record and not record.by_sympy), None)
        return same or LiteralFunction(symbol(PREFIX + name), _signature((None,) * _arity(f)))
    return LiteralFunction(function_from_sympy(f), _signature(shape_of(f, _arity(f))))


def _arity(f: Any) -> int:
    return max(map(int, f.nargs)) if f.nargs.is_FiniteSet else 1


def _signature(shape: Shape) -> Signature:
    def type_of(part: Any) -> Any:
        return REAL if part is None else Tuple(part[0], tuple(map(type_of, part[1])))

    return Signature(tuple(map(type_of, shape)), REAL)
