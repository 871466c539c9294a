"""Scheme: reader, expander, compiler to Python code, and the session that runs them."""

from scmpy.scheme import expression_printing
from scmpy.scheme.parse_printed import parse_printed
from scmpy.scheme.session import Session

__all__ = ["Session", "expression_printing", "parse_printed"]
