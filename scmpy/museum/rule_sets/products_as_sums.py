"""Products of sines and cosines as sums, sums as products."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

contract_expt_trig = named(
    "contract-expt-trig",
    "Squares of sines and cosines by the double angle: sin^2 x = (1 - cos 2x) / 2, cos^2 x = (1 + cos 2x) / 2.",
    ("(expt (sin x) 2)", "(* 1/2 (- 1 (cos (* 2 x))))"),
    """
    (expt (sin (? x)) (? n at-least-two?))   none   (* 1/2 (- 1 (cos (* 2 (? x)))) (expt (sin (? x)) (- (? n) 2)))
    (expt (cos (? x)) (? n at-least-two?))   none   (* 1/2 (+ 1 (cos (* 2 (? x)))) (expt (cos (? x)) (- (? n) 2)))
    """,
)


trig_product_to_sum = named(
    "trig-product-to-sum",
    "Products of sines and cosines as sums: sin x sin y = (cos(x - y) - cos(x + y)) / 2.",
    ("(* (sin x) (cos y))", "(* 1/2 (+ (sin (+ x y)) (sin (- x y))))"),
    """
    (* (?? a) (sin (? x)) (?? b) (sin (? y)) (?? c))
        none   (* 1/2 (- (cos (- (? x) (? y))) (cos (+ (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (cos (? x)) (?? b) (cos (? y)) (?? c))
        none   (* 1/2 (+ (cos (- (? x) (? y))) (cos (+ (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (sin (? x)) (?? b) (cos (? y)) (?? c))
        none   (* 1/2 (+ (sin (+ (? x) (? y))) (sin (- (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (cos (? y)) (?? b) (sin (? x)) (?? c))
        none   (* 1/2 (+ (sin (+ (? x) (? y))) (sin (- (? x) (? y)))) (?? a) (?? b) (?? c))
    """,
    alias="trig:product->sum",
)


def _sums(first: str, sign: str, second: str, product: str) -> str:
    """A sum or difference of two, each with the same factors or none, as a product of half sums and differences."""
    minus = "" if sign == "+" else "-1 "
    plain = f"({second} (? y))" if sign == "+" else f"(* -1 ({second} (? y)))"
    return f"""
    (+ (?? a) ({first} (? x)) (?? b) {plain} (?? c))    none   (+ (?? a) {product} (?? b) (?? c))
    (+ (?? a) (* (?? f) ({first} (? x)) (?? g)) (?? b) (* {minus}(?? f) ({second} (? y)) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) {product} (?? g)) (?? b) (?? c))
    ({sign} ({first} (? x)) ({second} (? y)))   none   {product}
    """


_HALF_SUM, _HALF_DIFFERENCE = "(* 1/2 (+ (? x) (? y)))", "(* 1/2 (- (? x) (? y)))"


trig_sum_to_product = named(
    "trig-sum-to-product",
    "Sums of two sines or cosines as products: sin x + sin y = 2 sin((x + y) / 2) cos((x - y) / 2).",
    ("(+ (sin x) (sin y))", "(* 2 (sin (* 1/2 (+ x y))) (cos (* 1/2 (- x y))))"),
    _sums("sin", "+", "sin", f"(* 2 (sin {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("sin", "-", "sin", f"(* 2 (sin {_HALF_DIFFERENCE}) (cos {_HALF_SUM}))"),
    _sums("cos", "+", "cos", f"(* 2 (cos {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("cos", "-", "cos", f"(* -2 (sin {_HALF_SUM}) (sin {_HALF_DIFFERENCE}))"),
    alias="trig:sum->product",
)
