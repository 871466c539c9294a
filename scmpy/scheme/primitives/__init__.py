"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name."""

from scmpy.scheme.primitives import (
    conditions,
    control,
    elements,
    expressions,
    lists,
    numbers,
    output,
    records,
    series,
    streams,
    strings,
    tables,
    vectors,
)
from scmpy.scheme.primitives.base import PRIMITIVES
from scmpy.scheme.primitives.integrated import INTEGRATED, integrated_key

__all__ = [
    "INTEGRATED",
    "PRIMITIVES",
    "conditions",
    "control",
    "elements",
    "expressions",
    "integrated_key",
    "lists",
    "numbers",
    "output",
    "records",
    "series",
    "streams",
    "strings",
    "tables",
    "vectors",
]
