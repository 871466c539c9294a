"""Scheme programs as Python programs that a person would keep.

The text is read and expanded (so that macros are gone and every name is resolved), surveyed as a whole
(:mod:`.survey`, :mod:`.kinds`, :mod:`.effects`, :mod:`.names`), and written: :mod:`.statements` and
:mod:`.expressions` make Python of the core language, :mod:`.idioms` of calls to known procedures, :mod:`.lines` keeps
comments and empty lines, :mod:`.layout` breaks what is too long.
"""

from scmpy.scheme.translation.writing import translate

__all__ = ["translate"]
