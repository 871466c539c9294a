"""The procedures of the Scheme language, by topic; ``PRIMITIVES`` in ``declare`` has them all by name.

Those of ``collections`` are loaded when one asks for them.
Read in this order:

- declare: how they are declared, and their errors
- numbers: arithmetic, also as compiled code calls it
- lists, containers: lists, streams, vectors, hash tables, and where they meet the algebra
- strings, ports: texts, writing and reading
- control: continuations, errors as values, choices; those of environments are with sessions
- collections: more of lists, tables; numerical methods whose results are pairs, and what programs call
"""

from scmpy.scheme.primitives import containers, control, lists, numbers, ports, strings
