"""Analyzers: an expression as a polynomial or rational function of symbols and auxiliary variables.

Every part of an expression whose operator is not known, such as ``(sin x)``, is a kernel: an auxiliary variable stands
for it, the same one wherever it occurs, its operands in canonical form. What remains has a canonical form by the
operators that are known; in it the kernels are put back. The forms ``rcf:simplify`` and ``fpf:simplify`` are made so.

>>> rcf_analyzer.initialize()
>>> analyzed = rcf_analyzer.analyze("(+ (expt (sin (+ y x)) 2) (/ (* 2 x) (* x (exp z))))")
>>> analyzed
(/ (+ 2 (* (expt kernel0 2) kernel1)) kernel1)
>>> rcf_analyzer.auxiliary_variables()
((kernel0, (sin (+ x y))), (kernel1, (exp z)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.museum.more_normal_forms import pcf_simplify
from scmpy.museum.polynomial_operations import expression_to_polynomial, polynomial_to_expression
from scmpy.museum.rational_functions import from_expression, to_expression
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
from scmpy.symbolic.written import Written, rewritten

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
        self.priority: dict[Any, Symbol] = {}
        self.initialize()

    def initialize(self) -> None:
        """Forget the auxiliary variables."""
        self._variables: dict[Expression, Symbol] = {}
        self._taken: set[str] = set()

    def auxiliary_variables(self) -> tuple[tuple[Symbol, Any], ...]:
        """The variables, each with the kernel that it stands for, which may mention earlier ones."""
        return tuple((variable, self._shown(kernel)) for kernel, variable in self._variables.items())

    def set_priority(self, *expressions: Any) -> tuple[Any, ...]:
        """Let these symbols and kernels come first, in this order, among the variables."""
        found = tuple(map(expression_from, expressions))
        self.initialize()
        self.priority = {}
        inner = [self._inner(each) for each in found]
        self.priority = {each: symbol(f"!{i:06}") for i, each in enumerate(inner)}
        return found

    def simplify(self, value: Any) -> Any:
        """The canonical form, from a new beginning."""
        if not self.priority:
            self.initialize()
        return self.simplify_expression(value)

    def simplify_expression(self, value: Any) -> Any:
        """The canonical form, by the auxiliary variables that there are."""
        return rewritten(value, lambda e: self._outer(self._canonical(self._inner(e))))

    def analyze(self, value: Any) -> Any:
        """The canonical form with auxiliary variables standing for its kernels."""
        return rewritten(value, lambda e: self._shown(self._canonical(self._inner(e))))

    def _inner(self, expression: Any) -> Any:
        """The expression with a variable for every kernel, numbered from left to right."""
        if not self._variables:
            self._taken = {each.name for each in variables_in(expression)}
        found: dict[Any, Any] = {}
        for node in subexpressions(expression):
            if not isinstance(node, Application):
                found[node] = self._first(node)
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
        return self._first(self._variables[kernel])  # type: ignore[no-any-return]

    def _first(self, part: Any) -> Any:
        return self.priority.get(part, part) if isinstance(part, Symbol) else part

    def _canonical(self, expression: Any) -> Any:
        """The canonical form of an expression without kernels."""
        if not isinstance(expression, Application):
            return expression
        return self.from_expression(expression, lambda value, variables: self.to_expression(value, tuple(variables)))

    def _shown(self, expression: Any) -> Any:
        """Without the names that give priority."""
        return _replaced(expression, {name: part for part, name in self.priority.items()})

    def _outer(self, expression: Any) -> Any:
        """With the kernels in place of their variables."""
        kernels: dict[Any, Any] = {}
        for kernel, variable in self._variables.items():
            kernels[variable] = _replaced(self._shown(kernel), kernels)
        return _replaced(self._shown(expression), kernels)


def _replaced(expression: Any, values: dict[Any, Any]) -> Any:
    """The expression with some of its symbols replaced, as it stands otherwise."""
    found: dict[Any, Any] = {}
    for node in subexpressions(expression) if values else ():
        if isinstance(node, Application):
            found[node] = application(*(found.get(part, part) for part in (node.operator, *node.operands)))
        else:
            found[node] = values.get(node, node)
    return found.get(expression, expression)


# --- the analyzers of the library, and the vocabulary ----------------------------------------------------------

_POLYNOMIAL_OPERATORS = (PLUS, MINUS, TIMES, EXPT)


def _horner(polynomial: Any, variables: tuple[Any, ...]) -> Any:
    found = pcf_simplify(polynomial_to_expression(polynomial, variables))
    return found.value if isinstance(found, Written) else found


def _fpf() -> Analyzer:
    return Analyzer(polynomial_to_expression, expression_to_polynomial, _POLYNOMIAL_OPERATORS)


rcf_analyzer = register(
    "rcf:analyzer",
    Analyzer(to_expression, from_expression, (*_POLYNOMIAL_OPERATORS, OVER)),
    python="rcf_analyzer",
    doc=docstring(
        "The analyzer of rational functions: one fraction in lowest terms.",
        "rcf:analyzer",
        'default_simplifier(rcf_analyzer)("(+ (/ x y) (expt y -1))")',
        "(/ (+ 1 x) y)",
    ),
)
fpf_analyzer = register(
    "fpf:analyzer",
    _fpf(),
    python="fpf_analyzer",
    doc=docstring(
        "The analyzer of flat polynomials: sums of products, quotients being kernels.",
        "fpf:analyzer",
        'default_simplifier(fpf_analyzer)("(* x (+ x (/ x y)))")',
        "(+ (* (/ x y) x) (expt x 2))",
    ),
)
pcf_analyzer = register(
    "pcf:analyzer",
    Analyzer(_horner, expression_to_polynomial, _POLYNOMIAL_OPERATORS),
    python="pcf_analyzer",
    doc=docstring(
        "The analyzer of recursive polynomials: Horner's form, quotients being kernels.",
        "pcf:analyzer",
        'default_simplifier(pcf_analyzer)("(+ (* 3 (expt x 2)) (* 2 x) 1)")',
        "(+ 1 (* x (+ 2 (* 3 x))))",
    ),
)


@public("fpf:simplify")
def fpf_simplify(value: Value) -> Value:
    """The value as a flat polynomial of its kernels; quotients and roots are kernels.

    Scheme:  (fpf:simplify e)
    >>> fpf_simplify("(* (+ x (/ (* 2 y) y)) (+ x 1))")
    (+ (* (/ (* 2 y) y) x) (expt x 2) (/ (* 2 y) y) x)
    """
    return _fpf().simplify(value)


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
            raise WrongTypeError(f"{name} expects an analyzer, such as rcf:analyzer, got {describe(analyzer)}")
        return getattr(analyzer, method)

    refused = "WrongTypeError for what is no analyzer"
    select.__doc__ = docstring(f"The procedure {doc}", f"(({name} rcf:analyzer){call})", typed, answer, raises=refused)
    register(name, select)


for _entry in (
    (
        "default-simplifier",
        "simplify",
        " e",
        "that brings a value to the analyzer's canonical form.",
        'default_simplifier(rcf_analyzer)("(+ (/ x y) 1)")',
        "(/ (+ x y) y)",
    ),
    (
        "expression-simplifier",
        "simplify_expression",
        " e",
        "that does so by the auxiliary variables that the analyzer has met.",
        'expression_simplifier(rcf_analyzer)("(/ (expt (sin x) 2) (sin x))")',
        "(sin x)",
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
    (
        "priority-setter",
        "set_priority",
        " 'x '(sin y)",
        "that lets symbols and kernels come first, in their order; without arguments none does.",
        'priority_setter(fpf_analyzer)("y"), fpf_analyzer.simplify("(+ x y)"), priority_setter(fpf_analyzer)()',
        "((y,), (+ y x), ())",
    ),
):
    _declare(*_entry)
