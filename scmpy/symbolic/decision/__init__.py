"""Decisions: are two values equal? Forms that are zero only for zero, and witnesses in ball arithmetic."""
