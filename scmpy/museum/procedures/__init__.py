"""Procedures of the Scheme language that sessions have besides those of :mod:`scmpy.scheme.primitives`."""
