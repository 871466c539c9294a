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


def _predicate(names: str, noun: str, source: str, *types: type) -> None:
    @primitive(*names.split(), doc=f"Is this {noun}?", source=source)
    def is_of_type(value: Any) -> Any:
        return isinstance(value, types)


_predicate("boolean?", "#t or #f", "R7RS 6.3", bool)
_predicate("symbol?", "a symbol", "R7RS 6.5", Symbol)
_predicate("char?", "a character", "R7RS 6.6", Char)
_predicate("string?", "a string", "R7RS 6.7", str, MutableString)
_predicate("vector?", "a vector", "R7RS 6.8", list, Structure)
_predicate("bytevector?", "a bytevector", "R7RS 6.9", bytearray)
_predicate("hash-table?", "a hash table", "SRFI 69", HashTable)
_predicate("promise?", "a promise", "R7RS 4.2.5", Promise)
_predicate("continuation?", "what call/cc gives", "MIT/GNU Scheme Reference, Procedures", Continuation)
_predicate("port? textual-port?", "a port", "R7RS 6.13", Port, InputPort)
_predicate("input-port?", "a port to read from", "R7RS 6.13", InputPort)
_predicate("output-port?", "a port to print to", "R7RS 6.13", Port)
_predicate("condition? error? error-object?", "a condition", "R7RS 6.11", ScmpyError)
_predicate("file-error?", "the condition of a file that could not be read or written", "R7RS 6.11", FileError)
_predicate("read-error?", "the condition of a text that is no datum", "R7RS 6.11", SyntaxError)
