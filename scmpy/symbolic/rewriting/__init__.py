"""Rewriting by rules: patterns, rules, and the rule sets that have names.

Read in this order:

- matching: what an expression may look like
- templates: what a rule makes of it, and what has to hold
- everywhere: all parts, from the inside out, until nothing changes
- rules: rules and sets of rules
- rule_sets: the identities, as data

Beside these:

- predicates, angle_forms: conditions of patterns, and the addition theorems
"""
