"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name.

Those of ``numerical`` and of :mod:`scmpy.museum.procedures` are loaded when one asks for them.
"""

from scmpy.scheme.primitives import (
    backtracking,
    bytevectors,
    characters,
    conditions,
    control,
    elements,
    environments,
    expressions,
    lists,
    more_lists,
    numbers,
    output,
    ports,
    randomness,
    records,
    selection,
    series,
    streams,
    strings,
    tables,
    unit_definitions,
    vectors,
)
from scmpy.scheme.primitives.base import PRIMITIVES
from scmpy.scheme.primitives.integrated import INTEGRATED, integrated_key

__all__ = [
    "INTEGRATED",
    "PRIMITIVES",
    "backtracking",
    "bytevectors",
    "characters",
    "conditions",
    "control",
    "elements",
    "environments",
    "expressions",
    "integrated_key",
    "lists",
    "more_lists",
    "numbers",
    "output",
    "ports",
    "randomness",
    "records",
    "selection",
    "series",
    "streams",
    "strings",
    "tables",
    "unit_definitions",
    "vectors",
]
