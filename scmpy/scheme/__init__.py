"""Scheme: reader, expander, compiler to Python code, and the session that runs them.

Read in this order:

- data: pairs, characters, promises, records
- admission, runtime: what programs may hold and apply, and tail calls
- reader, printer: text to data, and back
- core, syntax: the core language; identifiers and scopes
- hints, diagnosis: errors that a user understands
- expander, macros: macros and special forms become the core language
- compiler: which becomes Python code objects
- primitives: the procedures of the language
- forms: its special forms, as the other modules of that name
- session: a global environment
- data_comparison: lists in the certified comparison
- translation: programs of Python that a person would keep

Beside these:

- source, tokens, numerals, quasiquote: parts of the reader
- analysis, python_code, definitions, value_forms: parts of the compiler
- binding_forms, control_forms, record_forms, rule_forms, coordinate_forms, system_forms: special forms by topic
- worker, session_limits, loading, debug, procedure_source: how a session runs programs, and what it knows of them
- equality, results, expression_printing, parse_printed: values compared, shown and read back
- documentation, dialogues, examples: help
- language: procedures of Scheme for translated programs
"""

from scmpy.scheme import (
    binding_forms,
    control_forms,
    coordinate_forms,
    data_comparison,
    documentation,
    expression_printing,
    forms,
    macros,
    quasiquote,
    record_forms,
    rule_forms,
    system_forms,
    value_forms,
)
from scmpy.scheme.parse_printed import parse_printed
from scmpy.scheme.session import Session

__all__ = ["Session", "comparison", "expression_printing", "parse_printed"]
