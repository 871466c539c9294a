"""Moments of data, random variates and clusters."""
