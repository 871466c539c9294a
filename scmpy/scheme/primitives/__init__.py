"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name."""

from scmpy.scheme.primitives import control, lists, numbers, output, records, streams, strings, tables, vectors
from scmpy.scheme.primitives.base import PRIMITIVES

__all__ = ["PRIMITIVES", "control", "lists", "numbers", "output", "records", "streams", "strings", "tables", "vectors"]
