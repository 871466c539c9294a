"""Procedures with a memory, alone and in the place of variables, and how often their memories are of use."""

from typing import Annotated, Any
from weakref import WeakKeyDictionary

from scmpy.errors import warn
from scmpy.museum.function_types import procedure_name
from scmpy.museum.memoized_expressions import MAXIMUM_SIZE
from scmpy.scheme.data import ENVIRONMENT, list_of
from scmpy.scheme.equality import equal_key
from scmpy.scheme.primitives.base import bad_range, primitive, wrong_type
from scmpy.scheme.primitives.environments import Environment, environment_assign, environment_lookup
from scmpy.scheme.primitives.output import pp
from scmpy.scheme.runtime import current_session
from scmpy.symbolic.expression import Symbol, symbol

DONE = symbol("done")
LINEAR, HASH = symbol("linear"), symbol("hash")


class Memory:
    """The values of a procedure, by its arguments, and how often one was there already."""

    def __init__(self, procedure: Any) -> None:
        self.procedure = procedure
        self.values: dict[Any, Any] = {}
        self.hits = self.misses = 0

    def value(self, arguments: tuple[Any, ...]) -> Any:
        key = tuple(map(equal_key, arguments))
        if key in self.values:
            self.hits += 1
            return self.values[key][1]
        found = self.procedure(*arguments)
        self.misses += 1
        if len(self.values) >= MAXIMUM_SIZE:
            del self.values[next(iter(self.values))]
        self.values[key] = arguments, found  # the arguments, so that identities in keys stay theirs
        return found


#: The memories of procedures, and the procedures whose places procedures with a memory have, by session.
_memories: WeakKeyDictionary[Any, WeakKeyDictionary[Any, Memory]] = WeakKeyDictionary()
_replaced: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()


@primitive("hash-memoize", "linear-memoize", "hash-memoize-1arg", "linear-memoize-1arg")
def memoize(procedure: Any, *_: Any) -> Any:
    """The procedure with a memory: each list of arguments (compared by equal?) is computed once."""
    if not callable(procedure):
        raise wrong_type(procedure, 1, "hash-memoize")
    memory = Memory(procedure)

    def memoized(*arguments: Any) -> Any:
        return memory.value(arguments)

    _memories.setdefault(current_session.get(), WeakKeyDictionary())[memoized] = memory
    return memoized


def _is_kind(value: Any) -> bool:
    return value is LINEAR or value is HASH


@primitive("memoize-procedure!")
def memoize_procedure(name: Symbol, _kind: Annotated[Any, _is_kind] = LINEAR, _place: Environment = ENVIRONMENT) -> Any:
    """Let the procedure that is the value of a variable have a memory, until unmemoize-procedure!."""
    replaced = _replaced.setdefault(current_session.get(), {})
    if name.name in replaced:
        warn(f"memoize-procedure!: {name} has a memory already, and gets another one")
        unmemoize_procedure(name)
    procedure = environment_lookup(ENVIRONMENT, name)
    if not callable(procedure):
        raise bad_range(name, 1, "memoize-procedure!")
    environment_assign(ENVIRONMENT, name, memoize(procedure))
    replaced[name.name] = procedure
    return DONE


@primitive("unmemoize-procedure!")
def unmemoize_procedure(name: Symbol, _place: Environment = ENVIRONMENT) -> Any:
    """Let a variable have the procedure again that memoize-procedure! has given a memory."""
    replaced = _replaced.get(current_session.get(), {})
    if name.name not in replaced:
        raise bad_range(name, 1, "unmemoize-procedure!")
    environment_assign(ENVIRONMENT, name, replaced.pop(name.name))
    return symbol("done!")


@primitive("show-memoizer-statistics")
def show_memoizer_statistics() -> Any:
    """Print of each procedure with a memory how often a value was there already, how often not, and its name."""
    for memory in reversed(list(_memories.get(current_session.get(), {}).values())):
        pp(list_of((memory.hits, memory.misses, procedure_name(memory.procedure))))
    return DONE
