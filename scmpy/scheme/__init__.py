"""Scheme: reader, expander, compiler to Python code, and the session that runs them.

Read in this order:

- data, reader, printer: pairs, records, characters; text to data, and back; what the prompt shows
- ast, expander: the core language; macros and special forms become it
- special_forms, system_forms: the special forms of the language, and those of the course
- compiler: the core language as Python code objects
- sandbox: what programs may hold and apply, tail calls, loading
- primitives: the procedures of the language
- session, diagnostics: a global environment, and its errors
- documentation: help; language: procedures of Scheme for translated programs
- translation: programs of Python that a person would keep
"""

from scmpy.scheme import documentation, expander, special_forms, system_forms
from scmpy.scheme.primitives import ports
from scmpy.scheme.printer import parse_printed
from scmpy.scheme.session import Session

__all__ = ["Session", "parse_printed"]
