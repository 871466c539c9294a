"""Rewriting by rules: patterns, rules, strategies, and the rule sets that have names."""
