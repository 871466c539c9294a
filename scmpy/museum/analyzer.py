"""Analyzers: an expression as a polynomial or rational function of symbols and auxiliary variables.

Every part of an expression whose operator is not known, such as ``(sin x)``, is a kernel: an auxiliary variable stands
for it, the same one wherever it occurs, its operands in canonical form. What remains has a canonical form by the
operators that are known; in it the kernels are put back.

>>> fpf_analyzer.initialize()
>>> fpf_analyzer.analyze("(+ (expt (sin (+ y x)) 2) (* 2 (exp z)))")
(+ (expt kernel0 2) (* 2 kernel1))
>>> fpf_analyzer.auxiliary_variables()
((kernel0, (sin (+ x y))), (kernel1, (exp z)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.museum.polynomials import expression_to_polynomial, polynomial_to_expression
from scmpy.registry import Registered, docstring, public, register
from scmpy.structure.aliases import Value, Values
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    symbol,
)
from scmpy.symbolic.fold import subexpressions, variables_in
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.written import rewritten

ToExpression = Callable[[Any, tuple[Any, ...]], Any]
FromExpression = Callable[[Any, Callable[[Any, Any], Any]], Any]


class Analyzer(Registered):
    """A canonical form, and the auxiliary variables that have been met since the last new beginning.

    ``from_expression(e, receiver)`` calls the receiver with the canonical value of an expression and with its
    variables; ``to_expression(value, variables)`` is the way back.
    """

    def __init__(self, to_expression: ToExpression, from_expression: FromExpression, known: Iterable[Symbol]) -> None:
        self.to_expression, self.from_expression = to_expression, from_expression
        self.known = frozenset(known)
        self.initialize()

    def initialize(self) -> None:
        """Forget the auxiliary variables."""
        self._variables: dict[Expression, Symbol] = {}
        self._taken: set[str] = set()

    def auxiliary_variables(self) -> tuple[tuple[Symbol, Any], ...]:
        """The variables, each with the kernel that it stands for, which may mention earlier ones."""
        return tuple((variable, kernel) for kernel, variable in self._variables.items())

    def simplify(self, value: Any) -> Any:
        """The canonical form, from a new beginning."""
        self.initialize()
        return self.simplify_expression(value)

    def simplify_expression(self, value: Any) -> Any:
        """The canonical form, by the auxiliary variables that there are."""
        return rewritten(value, lambda e: self._outer(self._canonical(self._inner(e))))

    def analyze(self, value: Any) -> Any:
        """The canonical form with auxiliary variables standing for its kernels."""
        return rewritten(value, lambda e: self._canonical(self._inner(e)))

    def _inner(self, expression: Any) -> Any:
        """The expression with a variable for every kernel, numbered from left to right."""
        if not self._variables:
            self._taken = {each.name for each in variables_in(expression)}
        found: dict[Any, Any] = {}
        for node in subexpressions(expression):
            if not isinstance(node, Application):
                found[node] = node
                continue
            operator, *operands = (found.get(part, part) for part in (node.operator, *node.operands))
            if self._is_known(node):
                found[node] = application(operator, *operands)
            else:
                found[node] = self._variable(application(operator, *map(self._canonical, operands)))
        return found.get(expression, expression)

    def _is_known(self, node: Application) -> bool:
        if node.operator not in self.known:
            return False
        if node.operator is not EXPT:
            return True
        exponent = node.operands[1]
        return type(exponent) is int and (exponent >= 0 or OVER in self.known)

    def _variable(self, kernel: Expression) -> Symbol:
        if kernel not in self._variables:
            names = (f"kernel{i}" for i in count(len(self._variables)))
            self._variables[kernel] = symbol(next(name for name in names if name not in self._taken))
            self._taken.add(self._variables[kernel].name)
        return self._variables[kernel]

    def _canonical(self, expression: Any) -> Any:
        """The canonical form of an expression without kernels."""
        if not isinstance(expression, Application):
            return expression
        return self.from_expression(expression, lambda value, variables: self.to_expression(value, tuple(variables)))

    def _outer(self, expression: Any) -> Any:
        """With the kernels in place of their variables."""
        kernels: dict[Any, Any] = {}
        for kernel, variable in self._variables.items():
            kernels[variable] = _replaced(kernel, kernels)
        return _replaced(expression, kernels)


def _replaced(expression: Any, values: dict[Any, Any]) -> Any:
    """The expression with some of its symbols replaced, as it stands otherwise."""
    found: dict[Any, Any] = {}
    for node in subexpressions(expression) if values else ():
        if isinstance(node, Application):
            found[node] = application(*(found.get(part, part) for part in (node.operator, *node.operands)))
        else:
            found[node] = values.get(node, node)
    return found.get(expression, expression)


fpf_analyzer = register(
    "fpf:analyzer",
    Analyzer(polynomial_to_expression, expression_to_polynomial, (PLUS, MINUS, TIMES, EXPT)),
    python="fpf_analyzer",
    doc=docstring(
        "The analyzer of flat polynomials: sums of products, quotients being kernels.",
        "fpf:analyzer",
        'default_simplifier(fpf_analyzer)("(* x (+ x (/ x y)))")',
        "(+ (* (/ x y) x) (expt x 2))",
    ),
)


@public("make-analyzer")
def make_analyzer(to_expression: ToExpression, from_expression: FromExpression, known: Values) -> Analyzer:
    """The analyzer of a canonical form, given by the way to it, the way back, and the operators that it knows.

    Scheme:  (make-analyzer poly:->expression poly:expression-> '(+ * expt))
    Shapes:  to-expression: (canonical form, kernels) -> expression;  from-expression: (expression, receiver) ->
             anything
    Raises:  WrongTypeError unless the operators are symbols
    The way to it is called with an expression and a receiver of the canonical value and its variables; the way back
    with such a value and variables.
    1 ]=> (define analyzer (make-analyzer poly:->expression poly:expression-> '(+ * expt)))
    1 ]=> ((default-simplifier analyzer) '(* 2 (+ x (sin (+ y x)))))
    ;Value: (+ (* 2 (sin (+ x y))) (* 2 x))
    >>> from scmpy import poly_from_expression, poly_to_expression
    >>> analyzer = make_analyzer(poly_to_expression, poly_from_expression, ["+", "*", "expt"])
    >>> analyzer.simplify("(* 2 (+ x (sin (+ y x))))")
    (+ (* 2 (sin (+ x y))) (* 2 x))
    """
    for procedure in (to_expression, from_expression):
        check_callable(procedure, wanted="two procedures and operators")
    operators = [expression_from(each) for each in items(known)]
    if not all(isinstance(each, Symbol) for each in operators):
        raise WrongTypeError("make-analyzer: the operators that are known are symbols")
    return Analyzer(to_expression, from_expression, operators)


def _declare(name: str, method: str, call: str, doc: str, typed: str, answer: str) -> None:
    """Register the procedure that gives a method of an analyzer."""

    def select(analyzer: Analyzer) -> Value:
        if not isinstance(analyzer, Analyzer):
            raise WrongTypeError(f"{name} expects an analyzer, such as fpf:analyzer, got {describe(analyzer)}")
        return getattr(analyzer, method)

    refused = "WrongTypeError for what is no analyzer"
    select.__doc__ = docstring(f"The procedure {doc}", f"(({name} fpf:analyzer){call})", typed, answer, raises=refused)
    register(name, select)


for _entry in (
    (
        "default-simplifier",
        "simplify",
        " e",
        "that brings a value to the analyzer's canonical form.",
        'default_simplifier(fpf_analyzer)("(* x (+ x 1))")',
        "(+ (expt x 2) x)",
    ),
    (
        "expression-simplifier",
        "simplify_expression",
        " e",
        "that does so by the auxiliary variables that the analyzer has met.",
        'expression_simplifier(fpf_analyzer)("(* (sin x) (sin x))")',
        "(expt (sin x) 2)",
    ),
    (
        "expression-analyzer",
        "analyze",
        " e",
        "of the canonical form in which auxiliary variables stand for kernels.",
        'initializer(fpf_analyzer)(), expression_analyzer(fpf_analyzer)("(* 2 (+ 1 (sin x)))")',
        "(None, (+ 2 (* 2 kernel0)))",
    ),
    (
        "auxiliary-variable-fetcher",
        "auxiliary_variables",
        "",
        "of the list of (variable kernel) that has been met.",
        'default_simplifier(fpf_analyzer)("(* 2 (sin x))"), auxiliary_variable_fetcher(fpf_analyzer)()',
        "((* 2 (sin x)), ((kernel0, (sin x)),))",
    ),
    (
        "initializer",
        "initialize",
        "",
        "that lets the analyzer forget its auxiliary variables.",
        "initializer(fpf_analyzer)(), auxiliary_variable_fetcher(fpf_analyzer)()",
        "(None, ())",
    ),
):
    _declare(*_entry)
