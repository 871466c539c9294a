"""Differential geometry: manifolds, charts, vector fields, forms, bases."""

from scmpy.geometry import (
    basis,
    chart,
    coordinates,
    euclidean,
    family,
    form_field,
    function,
    lie,
    manifold,
    rotation_group,
    spheres,
    vector_field,
)

__all__ = [
    "basis",
    "chart",
    "coordinates",
    "euclidean",
    "family",
    "form_field",
    "function",
    "lie",
    "manifold",
    "rotation_group",
    "spheres",
    "vector_field",
]
