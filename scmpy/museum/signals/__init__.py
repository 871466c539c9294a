"""Signals: discrete Fourier transforms, signal functions with spans, windows."""
