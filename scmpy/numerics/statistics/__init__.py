"""Moments of data, and random variates."""
