"""Definitions of record types and structures, and of the procedures made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.expander import Expander, Pending, in_body, special
from scmpy.scheme.primitives import records
from scmpy.scheme.syntax import Scope, Syntax, is_identifier, name_of
from scmpy.symbolic.expression import symbol

#: Identifiers with functions that make the expressions of their values: the type's first, then, of the expression
#: that refers to the type, its procedures'.
Definitions = list[tuple[Any, Callable[..., Node]]]


def _record_definitions(expander: Expander, form: Syntax) -> Definitions:
    """The definitions of a define-record-type form."""
    _, type_name, constructor, predicate, *specs = expander.parts(form, 4)
    identifier = type_name.datum.car if isinstance(type_name.datum, Pair) else type_name.datum
    if not is_identifier(identifier):
        raise expander.fail(form)
    if not isinstance(constructor.datum, (Pair, bool)) and not is_identifier(constructor.datum):
        raise expander.fail(form, "expected a constructor or #f")
    if not isinstance(predicate.datum, bool) and not is_identifier(predicate.datum):
        raise expander.fail(form, "expected a predicate or #f")
    fields = [expander.parts(spec, 1, 3) if isinstance(spec.datum, Pair) else [spec] for spec in specs]
    field_names = tuple(name_of(expander.identifier(field[0], form)) for field in fields)
    if len(set(field_names)) < len(field_names):
        raise expander.fail(form, "a field occurs twice")
    noun = name_of(identifier).strip("<>")
    definitions = [(identifier, _made(expander, form, records.record_type, name_of(identifier), field_names))]
    made, wanted = _constructor(expander, form, constructor, noun, field_names)
    if made is not None:
        definitions.append((made, _made(expander, form, records.constructor, wanted, name_of(made))))
    if predicate.datum is not False:
        name = symbol(f"{noun}?") if predicate.datum is True else predicate.datum
        definitions.append((name, _made(expander, form, records.predicate)))
    for index, (_, *procedures) in enumerate(fields):
        for make, part in zip((records.accessor, records.modifier), procedures, strict=False):
            made = expander.identifier(part, form)
            definitions.append((made, _made(expander, form, make, index, name_of(made))))
    return definitions


def _made(expander: Expander, form: Syntax, make: Callable[..., Any], *constants: Any) -> Callable[..., Node]:
    """What expands to a call that makes the type, or, of the expression for the type, one of its procedures."""
    return lambda *type_: expander.call(form.span, make, *type_, *(core.Const(form.span, c) for c in constants))


def _constructor(
    expander: Expander, form: Syntax, constructor: Syntax, noun: str, field_names: tuple[str, ...]
) -> tuple[Any, tuple[str, ...]]:
    """The identifier of the constructor, if there is to be one, and the fields that it takes."""
    if not isinstance(constructor.datum, Pair):
        named = symbol(f"make-{noun}") if constructor.datum is True else constructor.datum
        return None if named is False else named, field_names
    made, *arguments = expander.parts(constructor, 1)
    wanted = tuple(name_of(expander.identifier(argument, form)) for argument in arguments)
    if not set(wanted) <= set(field_names) or len(set(wanted)) < len(wanted):
        raise expander.fail(form, "the constructor names an unknown field, or one twice")
    return expander.identifier(made, form), wanted


@special("define-record-type")
def define_record_type(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-record-type name (constructor field ...) predicate (field accessor [modifier]) ...)."""
    return define_record(expander, form, scope, _record_definitions(expander, form))


def define_record(expander: Expander, form: Syntax, scope: Scope, definitions: Definitions) -> Node:
    """Global definitions of a record type and of the procedures made from it."""
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    names = [(name_of(identifier), value) for identifier, value in definitions]
    for name, _ in names:
        scope.keywords.pop(name, None)
    (type_name, type_value), *others = names
    type_ = core.GlobalRef(form.span, type_name)
    first = core.Define(form.span, type_name, type_value())
    return core.Seq(form.span, [first, *(core.Define(form.span, name, value(type_)) for name, value in others)])


@in_body("define-record-type")
def _define_record_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    bind_record(form, scope, pending, _record_definitions(expander, form))


def bind_record(form: Syntax, scope: Scope, pending: Pending, definitions: Definitions) -> None:
    """Internal definitions of a record type and of the procedures made from it."""
    (identifier, type_value), *others = definitions
    type_ = core.LocalRef(form.span, scope.bind(identifier))
    pending.append((type_.variable, type_value))
    pending.extend((scope.bind(name), lambda value=value: value(type_)) for name, value in others)


# -- structures ---------------------------------------------------------------------------------------------------


def _structure(expander: Expander, form: Syntax) -> Definitions:
    """What define-structure defines, as for define-record-type; the type is ``rtd:name``."""
    _, heading, *specs = expander.parts(form, 2)
    heading, *options = expander.parts(heading, 1) if isinstance(heading.datum, Pair) else [heading]
    name = name_of(expander.identifier(heading, form))
    parts = [expander.parts(spec, 1, 2)[0] if isinstance(spec.datum, Pair) else spec for spec in specs]
    fields = tuple(name_of(expander.identifier(part, form)) for part in parts)
    if len(set(fields)) < len(fields):
        raise expander.fail(form, "a field occurs twice")

    chosen = {"constructor": [f"make-{name}"], "predicate": [f"{name}?"], "conc-name": [f"{name}-"], "copier": []}
    constructors = _options(expander, form, options, chosen, {"copier": f"copy-{name}"})
    prefix = "".join(chosen["conc-name"])

    definitions: Definitions = [(symbol(f"rtd:{name}"), _made(expander, form, records.record_type, name, fields))]
    for made, wanted in constructors or [(made, fields) for made in chosen["constructor"]]:
        if not set(wanted) <= set(fields) or len(set(wanted)) < len(wanted):
            raise expander.fail(form, "the constructor names an unknown field, or one twice")
        definitions.append((symbol(made), _made(expander, form, records.constructor, wanted, made)))
    definitions += [(symbol(text), _made(expander, form, records.predicate)) for text in chosen["predicate"]]
    definitions += [(symbol(text), _made(expander, form, records.copier, text)) for text in chosen["copier"]]
    for place, field in enumerate(fields):
        for make, text in (records.accessor, f"{prefix}{field}"), (records.modifier, f"set-{prefix}{field}!"):
            definitions.append((symbol(text), _made(expander, form, make, place, text)))
    return definitions


def _options(
    expander: Expander, form: Syntax, options: list[Any], chosen: dict[str, list[str]], alone: dict[str, str]
) -> list[tuple[str, tuple[str, ...]]]:
    """The names that the options choose, entered where they belong (#f: none); the constructors of some fields."""
    constructors = []
    for option in options:
        kind, *values = expander.parts(option, 1) if isinstance(option.datum, Pair) else [option]
        known = name_of(expander.identifier(kind, form))
        if known not in chosen:
            raise expander.fail(form, f"the options that are known are {', '.join(chosen)}")
        if not values:
            chosen[known] = [alone[known]] if known in alone else [] if known == "conc-name" else chosen[known]
            continue
        none = values[0].datum is False or (known == "conc-name" and values[0].datum is EMPTY)
        chosen[known] = [] if none else [_text_of(expander, form, values[0])]
        if known == "constructor" and len(values) == 2:
            wanted = tuple(name_of(expander.identifier(part, form)) for part in expander.parts(values[1], 0))
            constructors.append((chosen[known][0], wanted))
    return constructors


def _text_of(expander: Expander, form: Syntax, value: Syntax) -> str:
    """A name that may be given as a string."""
    return value.datum if isinstance(value.datum, str) else name_of(expander.identifier(value, form))


@special("define-structure")
def define_structure(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-structure name field ...): make-name, name?, name-field, set-name-field!.

    Options, as in (define-structure (name copier (conc-name #f)) field ...): constructor, predicate, conc-name, copier.
    """
    return define_record(expander, form, scope, _structure(expander, form))


@in_body("define-structure")
def _define_structure_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    bind_record(form, scope, pending, _structure(expander, form))
