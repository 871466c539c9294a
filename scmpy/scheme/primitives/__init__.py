"""The procedures of the Scheme language, by topic; ``PRIMITIVES`` in ``declare`` has them all by name.

Those of ``collections`` and ``programs`` are loaded when one asks for them.
Read in this order:

- declare: how they are declared, and their errors
- numbers: arithmetic, also as compiled code calls it
- lists, containers, streams: lists, vectors, hash tables, streams, and where they meet the algebra
- strings, ports: texts, writing and reading
- control, environments: continuations, errors as values, choices; the global environment, predicates of types
- collections, programs: more of lists, tables; numerical methods whose results are pairs, and what programs call
"""

from scmpy.scheme.primitives import containers, control, environments, lists, numbers, ports, streams, strings
