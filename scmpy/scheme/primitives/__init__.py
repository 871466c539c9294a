"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name.

Those of ``numerical`` and of :mod:`scmpy.museum.procedures` are loaded when one asks for them.
Read in this order:

- base: how they are declared, and their errors
- numbers, integrated: arithmetic, and as compiled code calls it
- lists, elements, vectors, tables, record_types, streams: containers
- characters, strings: texts
- output, ports: writing and reading
- control, conditions, backtracking, environments: continuations, errors as values, choices, the global environment
- types: is this a string, a port, a condition?
- quoted_expressions, series_and_expressions, container_parts: lists, streams and strings where they meet the algebra
- numerical, randomness: numerical methods, random numbers
"""

from scmpy.scheme.primitives import (
    backtracking,
    characters,
    conditions,
    container_parts,
    control,
    elements,
    environments,
    lists,
    numbers,
    output,
    ports,
    quoted_expressions,
    randomness,
    record_types,
    series_and_expressions,
    streams,
    strings,
    tables,
    types,
    vectors,
)
