"""Which expressions have effects that can be noticed: output, assignment, a state that changes."""

from __future__ import annotations

from scmpy.generic.settings import VARIABLES
from scmpy.scheme import core
from scmpy.scheme.core import Lambda, Node
from scmpy.scheme.translation.operand_kinds import Kinds
from scmpy.scheme.translation.survey import Survey, children

_EFFECTS = set(
    """display write write-string write-char write-line newline fresh-line pp print-expression pe show-expression se
    read read-char peek-char read-line read-string read-u8 peek-u8 with-output-to-string call-with-output-string
    force exit emergency-exit %exit random runtime real-time error warn raise assert generate-uninterned-symbol
    call/cc call-with-current-continuation for-each vector-for-each series:print""".split()
)
#: Procedures that return nothing: a call of them is a statement.
SILENT = set(
    """display write write-string write-char write-line newline fresh-line pp print-expression pe show-expression se
    series:print exit emergency-exit %exit
    set-car! set-cdr! vector-set! vector-fill! hash-table-set! hash-table/put!""".split()
)


class Effects:
    """The expressions of a program that have effects."""

    def __init__(self, survey: Survey, kinds: Kinds) -> None:
        self.survey = survey
        self.kinds = kinds
        self.known: dict[Node, bool] = {}
        assigned = survey.assigned or any(function.sets for function in survey.order[1:])
        self.stateful = bool(assigned or survey.sets_settings)

    def of(self, node: Node) -> bool:
        """May evaluating this have an effect?"""
        if node not in self.known:
            self.known[node] = False  # within its own recursion
            self.known[node] = self._of(node)
        return self.known[node]

    def _of(self, node: Node) -> bool:
        match node:
            case core.SetLocal() | core.SetGlobal() | core.Define():
                return True
            case Lambda():
                return False
            case core.Call():
                return any(map(self.of, children(node))) or self._of_call(node)
        return any(map(self.of, children(node)))

    def _of_call(self, node: core.Call) -> bool:
        called = self.kinds.procedure(node.operator)
        if called is not None and self.of(called.body):
            return True
        passed = filter(None, map(self.kinds.procedure, node.operands))
        if any(self.of(procedure.body) for procedure in passed):  # it may be called
            return True
        if called is not None:
            return False
        match node.operator:
            case core.GlobalRef(name=name) if not self.kinds.defines(name):
                return name in _EFFECTS or name.endswith("!")
            case core.Const():
                return False
        return self.stateful

    def order_matters(self, nodes: list[Node]) -> bool:
        """Would these give something else in another order of evaluation?"""
        effects = [node for node in nodes if self.of(node)]
        return len(effects) > 1 or (len(effects) == 1 and any(self._reads_state(n) for n in nodes if n not in effects))

    def _reads_state(self, node: Node) -> bool:
        match node:
            case core.LocalRef(variable=variable):
                return variable.assigned
            case core.GlobalRef(name=name):
                return name in self.survey.assigned or name in VARIABLES
            case core.Call() if self.stateful and not self._is_library_call(node):
                return True  # the procedure may read what is assigned elsewhere
        return any(map(self._reads_state, children(node)))

    def _is_library_call(self, node: core.Call) -> bool:
        match node.operator:
            case core.GlobalRef(name=name):
                return not self.kinds.defines(name)
        return isinstance(node.operator, core.Const)
