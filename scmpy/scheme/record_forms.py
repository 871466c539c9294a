"""Definitions of record types and structures, and of the procedures made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.definitions import Definitions, defining
from scmpy.scheme.expander import Expander
from scmpy.scheme.primitives import record_types
from scmpy.scheme.syntax import Syntax, is_identifier, name_of
from scmpy.symbolic.expression import symbol

#: Identifiers with functions that make their values of the expression that refers to the type.
Procedures = list[tuple[Any, Callable[[Node], Node]]]


@defining("define-record-type")
def define_record_type(expander: Expander, form: Syntax) -> Definitions:
    """(define-record-type name (constructor field ...) predicate (field accessor [modifier]) ...).

    Source:  R7RS 5.5
    """
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
    definitions: Procedures = []
    made, wanted = _constructor(expander, form, constructor, noun, field_names)
    if made is not None:
        definitions.append((made, _made(expander, form, record_types.constructor, wanted, name_of(made))))
    if predicate.datum is not False:
        name = symbol(f"{noun}?") if predicate.datum is True else predicate.datum
        definitions.append((name, _made(expander, form, record_types.predicate)))
    for index, (_, *procedures) in enumerate(fields):
        for make, part in zip((record_types.accessor, record_types.modifier), procedures, strict=False):
            made = expander.identifier(part, form)
            definitions.append((made, _made(expander, form, make, index, name_of(made))))
    return _of_type(expander, form, identifier, name_of(identifier), field_names, definitions)


def _of_type(
    expander: Expander, form: Syntax, identifier: Any, name: str, fields: tuple[str, ...], procedures: Procedures
) -> Definitions:
    """The definitions of a record type and of the procedures made from it."""
    constants = (core.Const(form.span, name), core.Const(form.span, fields))
    return Definitions(identifier, lambda _: expander.call(form.span, record_types.record_type, *constants), procedures)


def _made(expander: Expander, form: Syntax, make: Callable[..., Any], *constants: Any) -> Callable[[Node], Node]:
    """What expands, of the expression for a type, to a call that makes one of its procedures."""
    return lambda type_: expander.call(form.span, make, type_, *(core.Const(form.span, c) for c in constants))


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


# -- structures ---------------------------------------------------------------------------------------------------


@defining("define-structure")
def define_structure(expander: Expander, form: Syntax) -> Definitions:
    """(define-structure name field ...): make-name, name?, name-field, set-name-field!; the type is rtd:name.

    Options, as in (define-structure (name copier (conc-name #f)) field ...): constructor, predicate, conc-name, copier.

    Source:  MIT/GNU Scheme Reference, Special Forms
    """
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

    definitions: Procedures = []
    for made, wanted in constructors or [(made, fields) for made in chosen["constructor"]]:
        if not set(wanted) <= set(fields) or len(set(wanted)) < len(wanted):
            raise expander.fail(form, "the constructor names an unknown field, or one twice")
        definitions.append((symbol(made), _made(expander, form, record_types.constructor, wanted, made)))
    definitions += [(symbol(text), _made(expander, form, record_types.predicate)) for text in chosen["predicate"]]
    definitions += [(symbol(text), _made(expander, form, record_types.copier, text)) for text in chosen["copier"]]
    for place, field in enumerate(fields):
        for make, text in (record_types.accessor, f"{prefix}{field}"), (record_types.modifier, f"set-{prefix}{field}!"):
            definitions.append((symbol(text), _made(expander, form, make, place, text)))
    return _of_type(expander, form, symbol(f"rtd:{name}"), name, fields, definitions)


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
