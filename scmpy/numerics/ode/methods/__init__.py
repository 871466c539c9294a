"""Methods of integration: each is one text, a step written in sums and products."""
