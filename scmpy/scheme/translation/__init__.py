"""Scheme programs as Python programs that a person would keep.

The text is read and expanded, so that macros are gone and every name is resolved; surveyed as a whole; and written.

Read in this order:

- python: Python's expressions as texts, lines of a program, with the comments of the source
- program: what is known of the whole program, and what the parts of a translation share
- body: the core language in Python
- idioms: calls of known procedures
- writing: the whole
"""

from scmpy.scheme.translation.writing import translate

__all__ = ["translate"]
