"""What the operations on polynomials take, by the names of their parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from scmpy.structure.aliases import Value
from scmpy.symbolic.algebra.polynomials import Polynomial

WORDS = {
    **dict.fromkeys("p q x y terms polynomials coefficient".split(), f"{Polynomial.__name__} | Scalar"),
    **dict.fromkeys("n arity".split(), "int"),
    "i": "int | Values",
    **dict.fromkeys("at values shifts factors".split(), "Scalar"),
    **dict.fromkeys("coefficients falling place variables".split(), "Values"),
    "value": "Formula",
    "datum": "object",
    "pairs": "Values",
    "receiver": "Callable[..., Any] | None",
}


def declared(operation: Any, doc: str, words: Mapping[str, str] = WORDS) -> Callable[..., Any]:
    """An operation of a table as a function of its own, whose parameters say what they are.

    >>> inspect.signature(declared(lambda p, n: p, "The first."))
    <Signature (p: 'Polynomial | Scalar', n: 'int', /) -> 'Value'>
    """

    def operate(*args: Value) -> Value:
        return operation(*args)

    given = inspect.signature(operation).parameters.values()
    kinds = {x.name: x.kind if x.kind is x.VAR_POSITIONAL else x.POSITIONAL_ONLY for x in given}
    parameters = [x.replace(annotation=words[x.name], kind=kinds[x.name]) for x in given]
    operate.__signature__ = inspect.Signature(parameters, return_annotation="Value")  # type: ignore[attr-defined]
    operate.__doc__ = doc
    return operate
