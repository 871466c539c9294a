"""Differential geometry: manifolds, charts, vector fields, forms, bases."""
