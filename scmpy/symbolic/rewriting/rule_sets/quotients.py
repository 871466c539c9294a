"""Cancelling in quotients: one rule for each place where two factors can stand."""

from __future__ import annotations


def in_quotients(top: str, bottom: str, new_top: str, new_bottom: str = "1", condition: str = "none") -> str:
    """The rules that replace a factor of a numerator and one of a denominator, which stand alone or in products.

    >>> print(in_quotients("(sin (? x))", "(cos (? x))", "(tan (? x))").splitlines()[1])
    (/ (* (?? a) (sin (? x)) (?? b)) (cos (? x))) none (/ (* (?? a) (tan (? x)) (?? b)) 1)
    """
    rules = []
    for bottom_product in (False, True):
        for top_product in (False, True):
            pattern = f"(/ {_place(top, top_product, 'a', 'b')} {_place(bottom, bottom_product, 'c', 'd')})"
            result = f"(/ {_place(new_top, top_product, 'a', 'b')} {_place(new_bottom, bottom_product, 'c', 'd')})"
            rules.append(f"{pattern} {condition} {result}")
    return "\n".join(rules)


def _place(factor: str, in_product: bool, before: str, after: str) -> str:
    return f"(* (?? {before}) {factor} (?? {after}))" if in_product else factor
