"""The procedures of the Scheme language, by topic; :data:`PRIMITIVES` has them all by name.

Those of ``numerical`` and of :mod:`scmpy.museum.procedures` are loaded when one asks for them.
Read in this order:

- base: how they are declared, and their errors
- numbers, integrated: arithmetic, and as compiled code calls it
- lists, elements, vectors, tables, records, streams: containers
- characters, strings: texts
- output, ports: writing and reading
- control, conditions, backtracking, environments: continuations, errors as values, choices, the global environment
- types: is this a string, a port, a condition?
- expressions, series, selection: where lists, streams and strings meet expressions, series and structures
- numerical, randomness, unit_definitions: numerical methods, random numbers, units that a program defines
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
