"""Generic arithmetic: the operations, the numeric tower and functions as values.

Each operation is declared once in :mod:`scmpy.generic.operations`, with its derivative; every layer above
registers the methods of its own types there. See :mod:`scmpy.generic.dispatch` for how a call finds its method.
"""
