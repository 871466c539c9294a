"""Differential geometry: manifolds, charts, vector fields, forms, bases."""

from scmpy.geometry import (
    basis,
    chart,
    components,
    coordinates,
    euclidean,
    exterior,
    family,
    form_field,
    function,
    lie,
    manifold,
    maps,
    rotation_group,
    spheres,
    typed,
    vector_field,
)

__all__ = [
    "basis",
    "chart",
    "components",
    "coordinates",
    "euclidean",
    "exterior",
    "family",
    "form_field",
    "function",
    "lie",
    "manifold",
    "maps",
    "rotation_group",
    "spheres",
    "typed",
    "vector_field",
]
