"""Linear systems of numbers: factorisations, solutions and null spaces."""
