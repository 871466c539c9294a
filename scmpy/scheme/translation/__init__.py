"""Scheme programs as Python programs that a person would keep.

The text is read and expanded, so that macros are gone and every name is resolved; surveyed as a whole; and written.

Read in this order:

- survey, operand_kinds, effects, python_names: what is known of the whole program
- layout, python, comments, lines: Python's expressions as documents, broken into lines
- program: what the parts of a translation share
- expressions, idioms, coordinate_names, statements: the core language in Python
- writing: all of it together
"""

from scmpy.scheme.translation.writing import translate

__all__ = ["translate"]
