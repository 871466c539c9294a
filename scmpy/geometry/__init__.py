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
"""
