"""Signals: discrete Fourier transforms, signal functions with spans, windows.

Read in this order:

- transforms: discrete Fourier transforms of data
- signal_functions, signals, shapes: functions with a span, and their transforms
- filters: responses, delays and windows
"""
