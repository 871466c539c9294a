"""Special forms of MIT Scheme and of scmutils beside the language proper: environments, let&, libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any

from scmpy.errors import ScmpyError, SyntaxError_
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Alias, Node, Scope, Syntax, Variable, is_identifier, name_of, strip
from scmpy.scheme.data import EMPTY, OPTIONAL, Defined, EmptyList, Pair, cells, elements, list_of
from scmpy.scheme.expander import (
    ANONYMOUS,
    Definitions,
    Expander,
    Macro,
    Pending,
    define_globally,
    defining,
    in_body,
    special,
    transformer_form,
)
from scmpy.scheme.primitives import containers as record_types
from scmpy.scheme.primitives.declare import PRIMITIVES, Items, primitive, primitives
from scmpy.scheme.printer import circular_parts, write_text
from scmpy.scheme.sandbox import current_session
from scmpy.scheme.session import environment_lookup
from scmpy.scheme.special_forms import let_node, sequence_of
from scmpy.structure.tuples import ref
from scmpy.symbolic.expression import DATUM_LISTS, Symbol, expression_from, symbol
from scmpy.symbolic.patterns import (
    AND,
    COMMA,
    COMMA_AT,
    ELEMENT,
    NONE,
    REVERSED,
    SEGMENT,
    combined,
    facts_needed,
    names_in,
    parts_of,
)
from scmpy.symbolic.rules import Rule, RuleSet

#: What cond-expand finds true.
FEATURES = frozenset({"r7rs", "scmpy", "mit", "scheme", "full-unicode", "ratios", "exact-closed", "swank", "else"})


@primitive("features", source="R7RS 6.14")
def features() -> Any:
    """The list of what cond-expand finds true."""
    return list_of([symbol(name) for name in sorted(FEATURES - {"else"})])


# -- macros that a procedure expands ------------------------------------------------------------------------------


Place = Annotated[Scope, lambda value: isinstance(value, Scope)]


@transformer_form("er-macro-transformer", "rsc-macro-transformer", "sc-macro-transformer", source="MIT Macros")
def procedural(expander: Expander, form: Syntax, scope: Scope) -> Macro:
    """(sc-macro-transformer procedure): the procedure gets the form and an environment, and gives what stands for it.

    Names are the macro's if they are not closed in the environment, the use's; in rsc-macro-transformer the other way
    round. That of er-macro-transformer gets one that renames symbols to the macro's, and one that compares them.
    """
    kind, (_, procedure) = expander.keyword(form, scope), expander.parts(form, 2, 2)
    rewrite = current_session.get().evaluate_datum(strip(procedure.datum))

    def transform(_expander: Expander, use: Syntax, place: Scope) -> Syntax:
        names: dict[Any, Alias] = {}
        if kind == "sc-macro-transformer":
            return Syntax(_closed(rewrite(use.datum, place), scope, names), use.span)
        if kind == "rsc-macro-transformer":
            return Syntax(rewrite(use.datum, scope), use.span)
        rename, compare = lambda name: _closed(name, scope, names), lambda a, b: _is_same(place, a, place, b)
        return Syntax(rewrite(use.datum, rename, compare), use.span)

    return Macro(transform)


def _closed(datum: Any, scope: Scope, names: dict[Any, Alias], free: Any = ()) -> Any:
    """A datum whose symbols, but for free ones, are those of a scope; equal ones are one identifier."""
    if isinstance(datum, Symbol):
        return datum if datum in free else names.setdefault(datum, Alias(datum, scope))
    if circular_parts(datum):
        raise SyntaxError_("code must not be circular")
    if isinstance(datum, Pair):
        last = list(cells(datum))[-1].cdr
        parts = [_closed(cell.car, scope, names, free) for cell in cells(datum)]
        return list_of(parts, _closed(last, scope, names, free))
    return [_closed(part, scope, names, free) for part in datum] if isinstance(datum, list) else datum


def _is_same(place: Scope, a: Any, other: Scope, b: Any) -> bool:
    return is_identifier(a) and is_identifier(b) and place.lookup(a) == other.lookup(b)


primitives(
    "MIT Macros",
    ("close-syntax", (Any, Place), "The form, with the names of a place.", lambda x, place: _closed(x, place, {})),
    ("make-syntactic-closure", (Place, Items, Any), "So, but free names.", lambda p, free, x: _closed(x, p, {}, free)),
    ("identifier?", (), "Is this a symbol, or one that is closed in a place?", lambda value: is_identifier(value)),
    ("identifier=?", (Place, Any, Place, Any), "Do two identifiers mean the same, each in its place?", _is_same),
)


@special("access")
def access(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(access name environment): the value of a variable of an environment."""
    _, name, environment = expander.parts(form, 3, 3)
    quoted = core.Const(name.span, symbol(name_of(expander.identifier(name, form))))
    return expander.call(form.span, environment_lookup, expander.expand(environment, scope), quoted)


@special("let&")
def let_parts(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let& (((t (x y) v) state) (name value)) body ...): let that takes tuples apart; _ is not used."""
    bindings = expander.parts(expander.parts(form, 3)[1])
    inner = Scope(scope)
    wholes: list[Variable] = []
    values: list[Node] = []
    parts: list[tuple[Variable, Node]] = []
    for binding in bindings:
        target, value = expander.parts(binding, 2, 2, whole=form)
        values.append(expander.expand(value, scope))
        wholes.append(Variable("whole"))
        _take_apart(expander, target, core.LocalRef(target.span, wholes[-1]), inner, form, parts)
    body = let_node(
        form,
        [variable for variable, _ in parts],
        [node for _, node in parts],
        expander.body(expander.tail(form, 2), Scope(inner), form),
    )
    return core.Let(form.span, wholes, values, body)


def _take_apart(
    expander: Expander, target: Syntax, value: Node, scope: Scope, form: Syntax, parts: list[tuple[Variable, Node]]
) -> None:
    if isinstance(target.datum, Pair):
        for place, part in enumerate(expander.parts(target, whole=form)):
            _take_apart(
                expander, part, expander.call(part.span, ref, value, core.Const(part.span, place)), scope, form, parts
            )
    elif name_of(identifier := expander.identifier(target, form)) != "_":
        if identifier in scope.bindings:
            raise expander.fail(form, f"{name_of(identifier)} occurs twice")
        parts.append((scope.bind(identifier), value))


# -- libraries and features ---------------------------------------------------------------------------------------


@special("import", source="R7RS 5.2")
def import_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(import (scheme base) ...): everything there is is there already."""
    for part in expander.parts(form, 2)[1:]:
        expander.parts(part, 1, whole=form)
    return core.Const(form.span, None)


@special("define-library", "include", "include-ci", "in-package", source="R7RS 5.6")
def unsupported(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """Not supported: a session is one program, whose files are read with (load "file")."""
    raise expander.fail(form, 'not supported: a session is one program; (load "file") evaluates a file in it')


@special("cond-expand", source="R7RS 4.2.1")
def cond_expand(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cond-expand (feature form ...) ... (else form ...)): the forms of the first clause whose feature is there."""
    return sequence_of(expander, form, _chosen(expander, form), scope)


def _chosen(expander: Expander, form: Syntax) -> list[Syntax]:
    for clause in expander.parts(form)[1:]:
        feature, *forms = expander.parts(clause, 1, whole=form)
        if _has(expander, feature, form):
            return forms
    return []


def _has(expander: Expander, feature: Syntax, form: Syntax) -> bool:
    if is_identifier(feature.datum):
        return name_of(feature.datum) in FEATURES
    head, *operands = expander.parts(feature, 1, whole=form)
    match name_of(expander.identifier(head, form)):
        case "and":
            return all(_has(expander, part, form) for part in operands)
        case "or":
            return any(_has(expander, part, form) for part in operands)
        case "not" if len(operands) == 1:
            return not _has(expander, operands[0], form)
        case "library" if len(operands) == 1:
            return isinstance(operands[0].datum, Pair) and strip(operands[0].datum.car) is symbol("scheme")
    raise expander.fail(form)


@in_body("cond-expand")
def _cond_expand_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    expander.scan(_chosen(expander, form), scope, pending)


@special("syntax-error", source="R7RS 4.3.3")
def syntax_error(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(syntax-error message datum ...): what a macro says of its wrong use."""
    _, message, *data = expander.parts(form, 2)
    if not isinstance(message.datum, str):
        raise expander.fail(form)
    text = " ".join([message.datum, *(write_text(strip(part.datum)) for part in data)])
    raise SyntaxError_(text, location=expander.location(form.span))


#: Identifiers with functions that make their values of the expression that refers to the type.
Procedures = list[tuple[Any, Callable[[Node], Node]]]


@defining("define-record-type", source="R7RS 5.5")
def define_record_type(expander: Expander, form: Syntax, scope: Scope) -> Definitions:
    """(define-record-type name (constructor field ...) predicate (field accessor [modifier]) ...)."""
    _, type_name, constructor, predicate, *specs = expander.parts(form, 4)
    identifier = type_name.datum.car if isinstance(type_name.datum, Pair) else type_name.datum
    if not is_identifier(identifier):
        raise expander.fail(form)
    if not isinstance(constructor.datum, (Pair, bool)) and not is_identifier(constructor.datum):
        raise expander.fail(form, "expected a constructor or #f")
    if not isinstance(predicate.datum, bool) and not is_identifier(predicate.datum):
        raise expander.fail(form, "expected a predicate or #f")
    fields = [expander.parts(spec, 1, 3, whole=form) if isinstance(spec.datum, Pair) else [spec] for spec in specs]
    field_names = tuple(name_of(expander.identifier(field[0], form)) for field in fields)
    if len(set(field_names)) < len(field_names):
        raise expander.fail(form, "a field occurs twice")
    noun = name_of(identifier).strip("<>")
    definitions: Procedures = []
    made, wanted = _constructor(expander, form, constructor, noun, field_names)
    if made is not None:
        parameters, of_fields = _parameters(form, *wanted), dict.fromkeys(field_names, ())
        definitions.append((made, _initializing(expander, form, scope, made, parameters, of_fields)))
    if predicate.datum is not False:
        name = symbol(f"{noun}?") if predicate.datum is True else predicate.datum
        definitions.append((name, _made(expander, form, record_types.predicate, name_of(name))))
    for index, (_, *procedures) in enumerate(fields):
        for make, part in zip((record_types.accessor, record_types.modifier), procedures, strict=False):
            made = expander.identifier(part, form)
            definitions.append((made, _made(expander, form, make, index, name_of(made))))
    return _of_type(expander, form, identifier, name_of(identifier), field_names, definitions)


def _of_type(
    expander: Expander,
    form: Syntax,
    identifier: Any,
    name: str,
    fields: tuple[str, ...],
    procedures: Procedures,
    *layout: Node,
) -> Definitions:
    operands = (core.Const(form.span, name), core.Const(form.span, fields), *layout)
    return Definitions(identifier, lambda _: expander.call(form.span, record_types.record_type, *operands), procedures)


def _made(expander: Expander, form: Syntax, make: Callable[..., Any], *constants: Any) -> Callable[[Node], Node]:
    """What expands, of the expression for a type, to a call that makes one of its procedures."""
    return lambda type_: expander.call(form.span, make, type_, *(core.Const(form.span, c) for c in constants))


def _constructor(
    expander: Expander, form: Syntax, constructor: Syntax, noun: str, field_names: tuple[str, ...]
) -> tuple[Any, tuple[str, ...]]:
    if not isinstance(constructor.datum, Pair):
        named = symbol(f"make-{noun}") if constructor.datum is True else constructor.datum
        return None if named is False else named, field_names
    made, *arguments = expander.parts(constructor, 1, whole=form)
    wanted = tuple(name_of(expander.identifier(argument, form)) for argument in arguments)
    if not set(wanted) <= set(field_names) or len(set(wanted)) < len(wanted):
        raise expander.fail(form, "the constructor names an unknown field, or one twice")
    return expander.identifier(made, form), wanted


# -- structures ---------------------------------------------------------------------------------------------------

#: Options of define-structure: what is chosen without them, and by them alone. % is the name of the structure.
_OPTIONS: dict[str, tuple[Any, Any]] = {
    "constructor": ("make-%", "make-%"),
    "keyword-constructor": (False, "make-%"),
    "predicate": ("%?", "%?"),
    "conc-name": ("%-", False),
    "copier": (False, "copy-%"),
    "type": (False, False),
    "initial-offset": (0, 0),
    "named": (False, True),
    "safe-accessors": (False, False),
    "print-procedure": (False, False),
}

#: The options that choose values; the others choose names.
_OF_LAYOUT = ("type", "initial-offset", "named", "print-procedure")


@defining("define-structure")
def define_structure(expander: Expander, form: Syntax, scope: Scope) -> Definitions:
    """(define-structure name field ...): make-name, name?, name-field, set-name-field!; the type is rtd:name.

    Options, as in (define-structure (name copier (conc-name #f)) field ...): constructor, keyword-constructor,
    predicate, conc-name, copier; (type vector) or (type list), with named and (initial-offset 2); print-procedure, as
    define-print-method; safe-accessors changes nothing. A constructor of some fields, (constructor new-name (x
    #!optional y)), gives the others their defaults, (y 0); a field (y 0 read-only #t) is not set.

    Source:  MIT/GNU Scheme Reference, Special Forms
    """
    _, heading, *specs = expander.parts(form, 2)
    heading, *options = expander.parts(heading, 1, whole=form) if isinstance(heading.datum, Pair) else [heading]
    name = name_of(expander.identifier(heading, form))
    parts = [expander.parts(spec, 1, whole=form) if isinstance(spec.datum, Pair) else [spec] for spec in specs]
    fields = {name_of(expander.identifier(part, form)): more for part, *more in parts}
    if len(fields) < len(parts):
        raise expander.fail(form, "a field occurs twice")
    chosen = _options(expander, form, name, options)
    every = _parameters(form, *fields)
    definitions: Procedures = []
    for made, *formals in chosen["constructor"]:
        definitions.append((made, _initializing(expander, form, scope, made, formals[0] if formals else every, fields)))
    for made, *_ in chosen["keyword-constructor"]:
        optional = _initializing(expander, form, scope, made, _parameters(form, OPTIONAL, *fields), fields)
        definitions.append((made, _by_keywords(expander, form, tuple(fields), optional)))
    for option, make in ("predicate", record_types.predicate), ("copier", record_types.copier):
        definitions += [(made, _made(expander, form, make, name_of(made))) for made, *_ in chosen[option]]
    prefix = "".join(name_of(text) for text, *_ in chosen["conc-name"])
    for place, (field, more) in enumerate(fields.items()):
        reader, writer = f"{prefix}{field}", f"set-{prefix}{field}!"
        definitions.append((symbol(reader), _made(expander, form, record_types.accessor, place, reader)))
        if symbol("read-only") not in [part.datum for part in more[1::2]]:
            definitions.append((symbol(writer), _made(expander, form, record_types.modifier, place, writer)))
    layout = [expander.expand(chosen[option][-1][0], scope) for option in _OF_LAYOUT]
    return _of_type(expander, form, symbol(f"rtd:{name}"), name, tuple(fields), definitions, *layout)


def _options(expander: Expander, form: Syntax, name: str, options: list[Syntax]) -> dict[str, list[list[Any]]]:
    """What each option chooses, as often as it occurs: a name, unless it is #f, or a value; with what follows it."""
    chosen: dict[str, list[list[Any]]] = {option: [] for option in _OPTIONS}
    for option in options:
        kind, *values = expander.parts(option, 1, whole=form) if isinstance(option.datum, Pair) else [option]
        known = name_of(expander.identifier(kind, form)).replace("print-entity", "print")
        if known not in _OPTIONS:
            raise expander.fail(form, f"the options that are known are {', '.join(_OPTIONS)}")
        chosen[known].append(values or [Syntax(_OPTIONS[known][1], form.span)])
    no_constructor = chosen["keyword-constructor"] and not chosen["constructor"]
    no_predicate = chosen["type"] and not chosen["named"]
    for known, (absent, _) in _OPTIONS.items():
        if not chosen[known] and not (known == "constructor" and no_constructor):
            chosen[known] = [[Syntax(absent, form.span)]]
        if known not in _OF_LAYOUT:
            ignored = known == "predicate" and no_predicate
            found = [[_name(expander, form, first, name), *more] for first, *more in chosen[known] if not ignored]
            chosen[known] = [values for values in found if values[0] is not False]
    return chosen


def _parameters(form: Syntax, *names: Any) -> Syntax:
    return Syntax(list_of([symbol(name) if isinstance(name, str) else name for name in names]), form.span)


def _by_keywords(
    expander: Expander, form: Syntax, fields: tuple[str, ...], optional: Callable[[Node], Node]
) -> Callable[[Node], Node]:
    names = core.Const(form.span, fields)
    return lambda type_: expander.call(form.span, record_types.keyword_constructor, optional(type_), names)


def _name(expander: Expander, form: Syntax, given: Syntax, structure: str) -> Any:
    if isinstance(given.datum, str):
        return symbol(given.datum.replace("%", structure))
    return False if given.datum in (False, EMPTY) else expander.identifier(given, form)


def _initializing(
    expander: Expander, form: Syntax, scope: Scope, made: Any, formals: Syntax, fields: Mapping[str, Sequence[Syntax]]
) -> Callable[[Node], Node]:
    """A constructor with parameters as those of a lambda expression; fields that are not given have their defaults."""

    def make(type_: Node) -> Node:
        required, optional, rest = expander.formals(formals, Scope(scope), form)
        found = {variable.name: variable for variable in (*required, *optional, *([rest] if rest else []))}
        if not found.keys() <= fields.keys():
            raise expander.fail(form, "the constructor names an unknown field")

        def value(field: str, defaults: Sequence[Syntax]) -> Node:
            given = core.LocalRef(form.span, found[field]) if field in found else None
            if given and given.variable not in optional:
                return given
            default = expander.expand(defaults[0], scope) if defaults else core.Const(form.span, False)
            if given is None:
                return default
            return core.If(form.span, expander.call(form.span, PRIMITIVES["default-object?"], given), default, given)

        body = expander.call(form.span, record_types.record, type_, *map(value, fields, fields.values()))
        return core.Lambda(form.span, name_of(made), required, optional, rest, body)

    return make


# --- rule forms ------------------------------------------------------------------------------------------------------
# The special form of rewriting: ``rule-system``, rules as triples of pattern, condition and consequence.

DATUM_LISTS += [Pair, EmptyList]

_REFERENCES: dict[Any, bool] = {
    ELEMENT: False,
    COMMA: False,
    SEGMENT: True,
    REVERSED: True,
    COMMA_AT: True,
}  # is it spliced?


@special("rule-system")
def rule_system(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(rule-system (pattern condition consequence) ...): a rule set, a procedure of an expression.

    The condition is ``none``, a fact such as ``(positive x)`` that the policy grants, or an expression; consequences
    contain the values of expressions: ``(: (quotient n 2))``, spliced ``(:: xs)``. In both the pattern's variables
    are bound. The predicates of variables, ``(? n even?)``, are expressions, too.
    """
    rules = [_rule(expander, part, scope) for part in expander.parts(form, 2)[1:]]
    return expander.call(form.span, _rule_set, *rules)


def _rule_set(*rules: Rule) -> RuleSet:
    return RuleSet(rules, "rule-system", "A rule set made by rule-system.\n\n    Scheme:  (rule-system rule ...)")


def _rule(expander: Expander, form: Syntax, scope: Scope) -> Node:
    pattern, condition, consequence = expander.parts(form, 3, 3)
    names = names_in(strip(pattern.datum))
    parts = [_pattern(expander, pattern, scope), _condition(expander, condition, names, scope)]
    parts.append(_procedure(expander, consequence, names, scope, _skeleton))
    return expander.call(form.span, Rule, *parts)


def _pattern(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """The pattern as nested tuples, in which the predicates of variables are values."""
    if not isinstance(form.datum, Pair):
        return core.Const(form.span, strip(form.datum))
    parts = expander.parts(form)
    if _head(parts) is ELEMENT and len(parts) > 2:
        kind, name = (core.Const(form.span, strip(part.datum)) for part in parts[:2])
        predicates = [expander.call(part.span, _truth_of, expander.expand(part, scope)) for part in parts[2:]]
        return expander.call(form.span, _tuple, kind, name, *predicates)
    return expander.call(form.span, _tuple, *(_pattern(expander, part, scope) for part in parts))


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def _truth_of(predicate: Any) -> Any:
    if not callable(predicate):
        return predicate
    return lambda *args: predicate(*args) is not False


def _head(parts: list[Syntax]) -> Any:
    return strip(parts[0].datum) if parts else None


def _condition(expander: Expander, form: Syntax, names: list[str], scope: Scope) -> Node:
    datum = strip(form.datum)
    if datum is NONE or _is_of_facts(datum):
        return core.Const(form.span, datum if datum is NONE else expression_from(datum))
    return expander.call(form.span, _truth_of, _procedure(expander, form, names, scope, Expander.expand))


def _is_of_facts(datum: Any) -> bool:
    parts = parts_of(datum)
    if not parts:
        return False
    return all(map(_is_of_facts, parts[1:])) if parts[0] is AND else any(True for _ in facts_needed(datum))


def _procedure(expander: Expander, form: Syntax, names: list[str], scope: Scope, expand: Any) -> Node:
    inner = Scope(scope)
    variables = [inner.bind(symbol(name)) for name in names]
    return core.Lambda(form.span, ANONYMOUS, variables, [], None, expand(expander, form, inner))


def _skeleton(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """The consequence: what is not the value of an expression stands for itself."""
    if not isinstance(form.datum, Pair):
        return core.Const(form.span, strip(form.datum))
    parts = expander.parts(form)
    if _head(parts) in _REFERENCES:
        return expander.expand(expander.parts(form, 2, 2)[1], scope)
    heads = [_head(expander.parts(part)) if isinstance(part.datum, Pair) else None for part in parts]
    spliced = tuple(_REFERENCES.get(head, False) for head in heads)
    made = [_skeleton(expander, part, scope) for part in parts]
    return expander.call(form.span, _instance, core.Const(form.span, spliced), *made)


def _instance(spliced: tuple[bool, ...], *parts: Any) -> Any:
    found: list[Any] = []
    for is_spliced, part in zip(spliced, parts, strict=True):
        found.extend(map(expression_from, part) if is_spliced else [expression_from(part)])
    return combined(found[0], tuple(found[1:]))


# --- coordinate forms ------------------------------------------------------------------------------------------------
# The special forms of the geometry: define-coordinates, let-coordinates; install-coordinates, and what undoes it.


def nested_tuples(datum: Any) -> Any:
    """A datum as nested tuples of strings and numbers."""
    if isinstance(datum, Symbol):
        return datum.name
    if isinstance(datum, Pair):
        return tuple(map(nested_tuples, elements(datum)))
    return datum


def coordinate_names(prototype: Any) -> list[str]:
    """The names that a coordinate prototype defines: coordinate functions, basis vector fields, basis 1-forms."""
    names = list(_leaves(prototype))
    return [*names, *(f"d/d{name}" for name in names), *(f"d{name}" for name in names)]


def _leaves(prototype: Any) -> Iterator[Any]:
    if not isinstance(prototype, tuple):
        yield prototype
    else:
        yield from chain.from_iterable(map(_leaves, prototype[1:]))


def saving_bindings(chart: Any, prototype: Any) -> dict[str, Any]:
    """As ``installed_bindings``; what the names stood for in the session is kept for ``uninstall-coordinates``."""
    from scmpy.geometry.basis import installed_bindings

    bindings, session = installed_bindings(chart, prototype), current_session.get()
    for name in filter(session.has, bindings):
        session.covered.setdefault(name, session.lookup(name))
    return bindings


@primitive("uninstall-coordinates")
def uninstall_coordinates() -> Any:
    """Give the names that ``install-coordinates`` has taken the values back that they had before."""
    session = current_session.get(None)
    if session is None:
        raise ScmpyError("uninstall-coordinates expects a session of Scheme, whose names it gives their values back")
    while session.covered:
        session.bind(*session.covered.popitem())
    return symbol("done")


def _names(expander: Expander, prototype: Syntax, form: Syntax) -> tuple[list[str], Node]:
    shape = nested_tuples(strip(prototype.datum))
    names = coordinate_names(shape)
    if not names or not all(isinstance(name, str) for name in names):
        raise expander.fail(form)
    return names, core.Const(prototype.span, shape)


def _value_of(form: Syntax, table: Node, name: str) -> Node:
    return core.Call(form.span, core.Const(form.span, dict.__getitem__), [table, core.Const(form.span, name)])


def _definitions(
    expander: Expander, prototype: Syntax, chart: Syntax, form: Syntax, make: Callable[[Scope], Any]
) -> Definitions:
    names, shape = _names(expander, prototype, form)
    return Definitions(
        "coordinates",
        lambda scope: expander.call(form.span, make(scope), expander.expand(chart, scope), shape),
        [(symbol(name), lambda table, name=name: _value_of(form, table, name)) for name in names],  # type: ignore[misc]
        core.Const(form.span, Defined(names[0])),
    )


@defining("define-coordinates")
def define_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Definitions:
    """(define-coordinates (up x y) R2-rect)."""
    from scmpy.geometry.basis import coordinate_bindings, installed_bindings

    _, prototype, chart = expander.parts(form, 3, 3)
    make = lambda scope: installed_bindings if scope.is_global else coordinate_bindings  # noqa: E731
    return _definitions(expander, prototype, chart, form, make)


@special("install-coordinates")
def install_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(install-coordinates R2-rect (up 'x 'y)): define-coordinates of older programs, the names are quoted."""
    _, chart, prototype = expander.parts(form, 3, 3)
    names = Syntax(_unquoted(strip(prototype.datum)), prototype.span)
    definitions = _definitions(expander, names, chart, form, lambda _: saving_bindings)
    return define_globally(expander, form, scope, definitions)


def _unquoted(datum: Any) -> Any:
    if not isinstance(datum, Pair):
        return datum
    parts = list(elements(datum))
    return _unquoted(parts[1]) if parts[0] is symbol("quote") else list_of([_unquoted(part) for part in parts])


@special("let-coordinates", "using-coordinates")
def let_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-coordinates (((up x y) R2-rect) ...) body ...); (using-coordinates (up x y) R2-rect body ...)."""
    from scmpy.geometry.basis import coordinate_bindings

    _, *parts = expander.parts(form, 3)
    if expander.keyword(form, scope) == "using-coordinates":
        pairs, skipped = [(parts[0], parts[1])], 3
    else:
        pairs = [tuple(expander.parts(binding, 2, 2, whole=form)) for binding in expander.parts(parts[0], whole=form)]  # type: ignore[misc]
        skipped = 2
    inner = Scope(scope)
    bindings: list[tuple[Variable | None, Node]] = []
    for prototype, chart in pairs:
        table = Variable("coordinates")
        names, shape = _names(expander, prototype, form)
        bindings.append((table, expander.call(form.span, coordinate_bindings, expander.expand(chart, scope), shape)))
        found = core.LocalRef(form.span, table)
        bindings += [(inner.bind(symbol(name)), _value_of(form, found, name)) for name in names]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, skipped), Scope(inner), form))
