"""Differential geometry: manifolds, charts, fields and forms, bases, maps, connections, curvature, metrics.

Read in this order:

- manifold, chart: points, functions of them, coordinates; functions computed together, as expressions, once
- fields, basis: vector and form fields, and the bases of both
- tensor: exterior products and derivatives, tensor fields, maps, pullbacks, Lie derivatives
- atlas, standard_manifolds: the manifolds that have names
- metric, connection, curvature: metrics, Christoffel symbols, covariant derivatives and what follows from them
- hodge, geometric_calculus: duals, orthonormal frames; the vector derivative, integrals over chains
- special_relativity, general_relativity, isometries: boosts and frames, electromagnetism; spacetimes; Killing fields
- submanifolds: curves by integration, congruences of them, hypersurfaces
- equivalence: certified comparison of what lives on a manifold
"""
