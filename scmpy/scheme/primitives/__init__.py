"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name.

Those of ``numerical`` and of :mod:`scmpy.museum.procedures` are loaded when one asks for them.
"""

from scmpy.scheme.primitives import (
    backtracking,
    characters,
    conditions,
    control,
    elements,
    environments,
    expressions,
    lists,
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
    types,
    unit_definitions,
    vectors,
)
