"""Differential geometry: manifolds, charts, fields and forms, bases, maps, connections, curvature, metrics.

Read in this order:

- manifold, manifold_function, chart: points, functions of them, coordinates
- components: functions that are computed together, as expressions, once
- vector_field, form_field, basis: fields, forms, and the bases of both
- coordinate_chart: charts with the bases of their coordinates, as programs see them
- exterior, tensor, manifold_maps: what is made of them
- family, euclidean, spheres, rotation_group: the manifolds that have names
- connection, covariant: Christoffel symbols, Cartan forms, covariant derivatives
- metric, levi_civita: metrics and their connections
- curvature, hodge, relativity: what follows from them

Beside these:

- coordinates, field_operator, duality, inverse_chart: what charts, fields and frames are made with
- field_comparison: certified comparison of what lives on a manifold
- lie, linearity, typed, tensor_factor: Lie derivatives, and which functions of fields are tensors
- metric_components, magnitude, orthonormal, raising, isometries: more of metrics
- geometric_calculus, integral_curves: the vector derivative, and curves by integration
- boosts, frames, inertial_frames, spacetimes, electromagnetism: special and general relativity
"""
