"""The predicates of types: is this a string, a port, a condition?"""

from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme.data import Char, MutableString, Promise
from scmpy.scheme.loading import FileError
from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.primitives.control import Continuation
from scmpy.scheme.primitives.output import Port
from scmpy.scheme.primitives.ports import InputPort
from scmpy.scheme.primitives.tables import HashTable
from scmpy.structure.structure import Structure
from scmpy.symbolic.expression import Symbol


def _predicate(names: str, noun: str, *types: type) -> None:
    @primitive(*names.split(), doc=f"Is this {noun}?")
    def is_of_type(value: Any) -> Any:
        return isinstance(value, types)


_predicate("boolean?", "#t or #f", bool)
_predicate("symbol?", "a symbol", Symbol)
_predicate("char?", "a character", Char)
_predicate("string?", "a string", str, MutableString)
_predicate("vector?", "a vector", list, Structure)
_predicate("bytevector?", "a bytevector", bytearray)
_predicate("hash-table?", "a hash table", HashTable)
_predicate("promise?", "a promise", Promise)
_predicate("continuation?", "what call/cc gives", Continuation)
_predicate("port? textual-port?", "a port", Port, InputPort)
_predicate("input-port?", "a port to read from", InputPort)
_predicate("output-port?", "a port to print to", Port)
_predicate("condition? error? error-object?", "a condition", ScmpyError)
_predicate("file-error?", "the condition of a file that could not be read or written", FileError)
_predicate("read-error?", "the condition of a text that is no datum", SyntaxError)
