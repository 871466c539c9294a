"""What names in formulas mean: by what a reference has, and by what is declared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.structure.tuples import Structure, leaves
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.expression import (
    D_SYMBOL,
    NUMERICAL,
    Application,
    Expression,
    Symbol,
    expression_of,
    subexpressions,
    symbol,
)
from scmpy.symbolic.undefined_functions import differentiated, is_derivative_operator


@dataclass
class Names:
    """What names mean: symbols of the reference, coordinates, parameters, functions."""

    variable: Symbol
    coordinates: dict[str, Expression] = field(default_factory=dict)
    parameters: dict[str, Expression] = field(default_factory=dict)
    functions: dict[str, Expression] = field(default_factory=dict)
    places: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # what functions are applied to in the reference
    indices: dict[str, int] = field(default_factory=dict)  # running indices, where a text is read for their values
    inexact: bool = False
    words: frozenset[Any] = frozenset()  # of the reference: heads, operations that stand for themselves

    def known(self) -> set[str]:
        return {self.variable.name, *self.coordinates, *self.parameters, *self.functions}

    def find(self, name: str) -> str:
        """The known name that is meant."""
        known = self.known()
        if name in known:
            return name
        if self.indices:
            stem, *parts = name.split("_")
            return Names.find(
                replace(self, indices={}), "_".join([stem, *(str(self.indices.get(x, x)) for x in parts)])
            )
        indexed = re.sub(r"(?<=[A-Za-z])(?=\d+$)", "_", name)
        return next((x for x in (indexed, name.replace("_", ""), name.replace("_", "^")) if x in known), name)


def names_of(coordinates: Any, parameters: Any, reference: Any) -> Names:
    nodes = list(subexpressions(*_scalars(reference)))
    applied = [(differentiated(x.operator)[0], x.operands) for x in nodes if isinstance(x, Application)]
    heads = [(f, xs) for f, xs in applied if isinstance(f, Symbol) and f not in OPERATION_OF and f not in NUMERICAL]
    heads = [(f, xs) for f, xs in heads if f is not D_SYMBOL and f.name not in _HEADS and not is_derivative_operator(f)]
    places = [xs[0] for _, xs in heads if len(xs) == 1 and isinstance(xs[0], Symbol)]
    variable = next((x for x in places if x.name == "t"), places[0] if len(set(places)) == 1 else symbol("t"))
    found = Names(variable)
    for head, operands in heads:
        (found.coordinates if operands == (variable,) else found.functions).setdefault(head.name, head)
        found.places.setdefault(head.name, operands)
    for name in [x for x in found.functions if x in found.coordinates]:
        del found.coordinates[name]
    used = {id(f) for f, _ in heads}
    for node in nodes:
        if isinstance(node, Symbol) and node is not variable and id(node) not in used and _is_name(node):
            found.parameters.setdefault(node.name, node)
    numbers = [n for x in nodes if isinstance(x, Application) for n in x.operands if not isinstance(n, Expression)]
    found.inexact = any(isinstance(part, float) for n in numbers for part in (n, getattr(n, "real", 0), n.imag))
    bare = [x for x in nodes if isinstance(x, Symbol) and not _is_name(x)]
    heads_of = [getattr(x.operator, "name", "") for x in nodes if isinstance(x, Application)]
    found.words = frozenset([*(x.name for x in bare), *heads_of, *("i" for n in numbers if n.imag != 0)])
    for given, table in ((coordinates, found.coordinates), (parameters, found.parameters)):
        for name in _declared(given):
            table.setdefault(name, symbol(name))
    return found


_HEADS = frozenset(
    ["up", "down", "list", "matrix-by-rows", "partial", "*", "expt", "D", "=", "quaternion", "&", "compose"]
)


def _is_name(node: Symbol) -> bool:
    return node not in OPERATION_OF and node not in NUMERICAL and node.name not in _HEADS


def _scalars(reference: Any) -> list[Any]:
    parts: Any = reference if isinstance(reference, (list, tuple, set)) else None
    if isinstance(reference, Mapping):
        parts = [*reference.keys(), *reference.values()]
    elif hasattr(reference, "rel_op"):
        parts = reference.lhs, reference.rhs
    elif isinstance(reference, Structure):
        parts = leaves(reference)
    if parts is not None:
        return [x for part in parts for x in _scalars(part)]
    with suppress(ScmpyError):
        return [] if reference is None else [expression_of(reference)]
    return []


def _declared(given: Any) -> list[str]:
    """The names that are declared, in a text or one by one."""
    if given is None or isinstance(given, str):
        return (given or "").replace(",", " ").split()
    parts = given if isinstance(given, Iterable) else [None]
    names = [x if isinstance(x, str) else getattr(x, "name", getattr(x, "__name__", None)) for x in parts]
    if not all(isinstance(x, str) for x in names):
        raise WrongTypeError(f'names are declared by a string such as "theta phi" or a list, got {describe(given)}')
    return [str(x) for x in names]
