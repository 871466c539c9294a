"""Do two systems of equations say the same? Their motions compared, with certificates."""
