"""LLVM IR written, compiled, kept on disk."""

from __future__ import annotations

import os
import pathlib
import re
import stat
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from itertools import count
from threading import RLock
from typing import Any
from weakref import finalize

from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.registry import __version__, is_installed

# --- llvm ------------------------------------------------------------------------------------------------------------
# Writing LLVM's intermediate language: functions of doubles, by arithmetic on values that write instructions.
#
# A :class:`Writer` holds the text of a function while it is written. A :class:`Value` is what an instruction computes;
# ``+ - * /``, ``abs``, ``**`` and comparisons with values and floats write further instructions, so a text in generic
# arithmetic, such as the step of a method of integration, runs once on values and is then machine code. What is decided
# when the code runs is written by the writer: ``when``, ``loop``, ``leave``; what changes from turn to turn of a loop
# is a ``variable``, which is read by calling it; arrays are read and set by index. A schedule is written by
# :func:`written`.
#
# Every operation is rounded as Python rounds it: none is contracted or put in another order, so code and Python's
# driver give the same bits where their functions come from one library of C. Nothing is raised: what Python's functions
# raise at is a number that is not finite here.
#
# Source: the LLVM language reference, https://llvm.org/docs/LangRef.html

DOUBLE, WHOLE, TRUTH = "double", "i64", "i1"
LANES = 8  # numbers that are computed at once
VECTOR, TRUTHS = f"<{LANES} x double>", f"<{LANES} x i1>"
ALIGNED = 8 * LANES  # bytes, are arrays
ON_STACK = 1 << 13  # numbers of an array

_NEVER_RAISING = frozenset("+ - * negate abs sin cos atan tanh".split())
_INFIX = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


def number(x: float) -> str:
    return f"0x{struct.pack('>d', x).hex().upper()}"


def _operators(name: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    return lambda x, y: x._infix(name, x, y), lambda x, y: x._infix(name, y, x)


class WritingArithmetic:
    """The operators of values that write what computes them: ``_infix`` writes one, by the name it has in Python."""

    __slots__ = ()

    def _infix(self, name: str, x: Any, y: Any) -> Any:
        raise NotImplementedError

    __add__, __radd__ = _operators("add")
    __sub__, __rsub__ = _operators("sub")
    __mul__, __rmul__ = _operators("mul")
    __truediv__, __rtruediv__ = _operators("truediv")


def _comparison(name: str) -> Callable[[Any, Any], Any]:
    return lambda x, y: x.writer.compared(name, x, y)


class Value(WritingArithmetic):
    """What an instruction computes: a double, a whole number, or the truth of a comparison."""

    __slots__ = ("kind", "text", "writer")

    def __init__(self, writer: Writer, kind: str, text: str) -> None:
        self.writer = writer
        self.kind = kind
        self.text = text

    def _infix(self, name: str, x: Operand_, y: Operand_) -> Value:
        return self.writer.infix(name, x, y)

    def __neg__(self) -> Value:
        return _written(self.writer, "negate", [self])

    def __pow__(self, other: Operand_) -> Value:
        return self.writer.call("power", self, other)

    def __abs__(self) -> Value:
        return self.writer.call("abs", self)

    __lt__, __le__, __gt__, __ge__, equals = map(_comparison, ("lt", "le", "gt", "ge", "eq"))

    def __and__(self, other: Value) -> Value:
        return self.writer.instruction(self.kind, f"and {self.kind} {self.text}, {other.text}")

    def __or__(self, other: Value) -> Value:
        return self.writer.instruction(self.kind, f"or {self.kind} {self.text}, {other.text}")

    def __invert__(self) -> Value:
        every = "true" if self.kind == TRUTH else "splat (i1 true)"
        return self.writer.instruction(self.kind, f"xor {self.kind} {self.text}, {every}")

    def __bool__(self) -> bool:
        raise TypeError("what a value is, is known when the code runs: use Writer.when")


Operand_ = Value | float


class Array:
    def __init__(self, writer: Writer, address: str) -> None:
        self.writer = writer
        self.address = address

    def _at(self, index: int | Value) -> str:
        return self.writer.line(f"getelementptr inbounds double, ptr {self.address}, i64 {_whole(index)}", "p")

    def __getitem__(self, index: int | Value) -> Value:
        return self.writer.instruction(DOUBLE, f"load double, ptr {self._at(index)}")

    def __setitem__(self, index: int | Value, value: Operand_) -> None:
        self.writer.line(f"store double {self.writer.text(value)}, ptr {self._at(index)}")

    def beginning(self, index: int | Value) -> Array:
        return Array(self.writer, self._at(index))

    def lanes(self, index: int | Value) -> Value:
        """The elements from an index on that are computed at once; it is a multiple of their number."""
        return self.writer.instruction(VECTOR, f"load {VECTOR}, ptr {self._at(index)}")

    def set_lanes(self, index: int | Value, value: Operand_) -> None:
        self.writer.line(f"store {VECTOR} {self.writer.text(value, VECTOR)}, ptr {self._at(index)}")

    def array(self, index: int | Value) -> Array:
        return Array(self.writer, self.writer.line(f"load ptr, ptr {self._at(index)}", "p"))


def _whole(index: int | Value) -> str:
    return str(index) if isinstance(index, int) else index.text


class Variable:
    """A place that is read by calling it and may be set again and again; it ends up in a register."""

    def __init__(self, writer: Writer, kind: str) -> None:
        self.writer = writer
        self.kind = kind
        self.address = writer.reserved(kind)

    def __call__(self) -> Value:
        return self.writer.instruction(self.kind, f"load {self.kind}, ptr {self.address}")

    def set(self, value: Operand_) -> None:
        self.writer.line(f"store {self.kind} {self.writer.text(value, self.kind)}, ptr {self.address}")


class Writer:
    """The text of a function while it is written; see the module.

    The arguments are ``arguments`` by position: arrays of doubles, and those of another kind, which are named by a
    pair, values. Functions that the text calls are in ``called``.
    """

    def __init__(
        self, name: str, arguments: Sequence[str | tuple[str, str]], result: str = "void", shared: bool = False
    ) -> None:
        kinds = [("ptr", x) if isinstance(x, str) else x for x in arguments]
        alias = "" if shared else " noalias"
        listed = ", ".join(f"ptr{alias} %{x}" if kind == "ptr" else f"{kind} %{x}" for kind, x in kinds)
        self.head = f"define {result} @{name}({listed}) #0 {{"
        self.result = result
        self.arguments: list[Any] = [
            Array(self, f"%{x}") if kind == "ptr" else Value(self, kind, f"%{x}") for kind, x in kinds
        ]
        self.called: dict[str, str] = {}  # declarations
        self.manner = ""  # " contract" where a product and a sum may be rounded once
        self.reservations: list[str] = []
        self.on_heap: list[str] = []  # addresses
        self._beginnings: dict[str, str] = {}  # of loops
        self.lines: list[str] = []
        self.count = 0

    # instructions

    def line(self, text: str, prefix: str = "") -> str:
        """Write an instruction; its value has a new name if there is a prefix."""
        if not prefix:
            self.lines.append(f"  {text}")
            return ""
        self.count += 1
        name = f"%{prefix}{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def instruction(self, kind: str, text: str) -> Value:
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return Value(self, kind, name)

    def text(self, x: Operand_, kind: str = DOUBLE) -> str:
        if isinstance(x, Value):
            return x.text
        if kind == VECTOR:
            return f"splat (double {number(x)})"
        return number(x) if kind == DOUBLE else str(int(x))

    def infix(self, name: str, x: Operand_, y: Operand_) -> Value:
        """Write an operation on two numbers of one kind; what is no number itself knows what it is with one."""
        if not all(isinstance(operand, (Value, float, int)) for operand in (x, y)):
            return NotImplemented
        kind = _kind_of(x, y)
        name = name.removeprefix("true")
        form = f"f{name}{self.manner}" if kind in (DOUBLE, VECTOR) else name
        return self.instruction(kind, f"{form} {kind} {self.text(x, kind)}, {self.text(y, kind)}")

    def compared(self, name: str, x: Operand_, y: Operand_) -> Value:
        """Write a comparison (lt, le, gt, ge, eq, ne), which is false for what is no number."""
        kind = _kind_of(x, y)
        form = f"icmp {'' if name in ('eq', 'ne') else 's'}{name}" if kind == WHOLE else f"fcmp o{name}"
        return self.instruction(
            TRUTHS if kind == VECTOR else TRUTH, f"{form} {kind} {self.text(x, kind)}, {self.text(y, kind)}"
        )

    def call(self, operation: str, *operands: Operand_) -> Value:
        """Write the call of a function of numbers: of an operation of schedules, or one of LLVM's by its name."""
        name, kind = operation if operation.startswith("llvm.") else _name_of(operation), _kind_of(*operands)
        attributes = "" if name.startswith("llvm.") else " #1"
        name += "" if attributes else ".f64" if kind == DOUBLE else f".v{LANES}f64"
        self.called[name] = f"declare {kind} @{name}({', '.join([kind] * len(operands))}){attributes}"
        listed = ", ".join(f"{kind} {self.text(x, kind)}" for x in operands)
        return self.instruction(kind, f"call {kind} @{name}({listed})")

    def sqrt(self, x: Value) -> Value:
        return self.call("sqrt", x)

    def chosen(self, condition: Value, x: Operand_, y: Operand_) -> Value:
        kind = VECTOR if condition.kind == TRUTHS else DOUBLE
        either = f"{kind} {self.text(x, kind)}, {kind} {self.text(y, kind)}"
        return self.instruction(kind, f"select {condition.kind} {condition.text}, {either}")

    def larger(self, x: Value, y: Operand_) -> Value:
        """As Python's ``max``: the first unless the second is larger."""
        return self.chosen(Value.__lt__(x, y), y, x)

    def smaller(self, x: Value, y: Operand_) -> Value:
        return self.chosen(Value.__gt__(x, y), y, x)

    def all_finite(self, numbers: Iterable[Value]) -> Value:
        """Are all of some numbers finite? (Zero times another is no number, nor is what is added to that.)"""
        terms = [0.0 * x for x in numbers]
        while len(terms) > 1:  # in pairs, none of which waits for all before it
            terms = [*(x + y for x, y in zip(terms[::2], terms[1::2], strict=False)), *terms[len(terms) & ~1 :]]
        return terms[0].equals(0.0)

    def everywhere(self, x: Operand_) -> Value:
        one = self.instruction(VECTOR, f"insertelement {VECTOR} poison, double {self.text(x)}, i64 0")
        form = f"shufflevector {VECTOR} {one.text}, {VECTOR} poison, <{LANES} x i32> zeroinitializer"
        return self.instruction(VECTOR, form)

    def whole(self, x: Value) -> Value:
        return self.instruction(WHOLE, f"zext i1 {x.text} to i64")

    def real(self, x: Value) -> Value:
        return self.instruction(DOUBLE, f"sitofp i64 {x.text} to double")

    def any(self, x: Value) -> Value:
        self.called["any"] = f"declare i1 @llvm.vector.reduce.or.v{LANES}i1({x.kind})"
        return self.instruction(TRUTH, f"call i1 @llvm.vector.reduce.or.v{LANES}i1({x.kind} {x.text})")

    # places

    def reserved(self, kind: str, count: int = 1) -> str:
        name = f"%m{len(self.reservations)}"
        self.reservations.append(f"  {name} = alloca {kind}, i64 {count}, align {ALIGNED}")
        return name

    def array(self, count: int) -> Array:
        """An array of the function's own: a large one is no part of the stack, which is short in some threads."""
        if count <= ON_STACK:
            return Array(self, self.reserved(DOUBLE, count))
        i = len(self.reservations)
        self.called |= {"malloc": "declare noalias ptr @malloc(i64)", "free": "declare void @free(ptr)"}
        self.reservations += [
            f"  %m{i} = call noalias ptr @malloc(i64 {8 * count + ALIGNED})",
            f"  %n{i} = ptrtoint ptr %m{i} to i64",
            f"  %o{i} = sub i64 0, %n{i}",
            f"  %q{i} = and i64 %o{i}, {ALIGNED - 1}",
            f"  %r{i} = getelementptr i8, ptr %m{i}, i64 %q{i}",
        ]
        self.on_heap.append(f"%m{i}")
        return Array(self, f"%r{i}")

    def variable(self, value: Operand_, kind: str = DOUBLE) -> Variable:
        variable = Variable(self, kind)
        variable.set(value)
        return variable

    # what is decided when the code runs

    def _label(self, name: str) -> str:
        self.count += 1
        return f"{name}{self.count}"

    def _begin(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def _goto(self, label: str) -> None:
        self.line(f"br label %{label}")

    @contextmanager
    def when(self, condition: Value) -> Iterator[None]:
        inside, after = self._label("when"), self._label("after")
        self.line(f"br i1 {condition.text}, label %{inside}, label %{after}")
        self._begin(inside)
        yield
        self._goto(after)
        self._begin(after)

    @contextmanager
    def loop(self) -> Iterator[str]:
        """What is written inside is done again and again, until it is left.

        The value is what :meth:`leave` and :meth:`again` want.
        """
        inside, after = self._label("loop"), self._label("after")
        self._beginnings[after] = inside
        self._goto(inside)
        self._begin(inside)
        yield after
        self._goto(inside)
        self._begin(after)

    def leave(self, loop: str) -> None:
        self._goto(loop)
        self._begin(self._label("never"))

    def again(self, loop: str) -> None:
        self.leave(self._beginnings[loop])

    @contextmanager
    def each(self, count: Operand_) -> Iterator[Value]:
        """What is written inside is done for 0, 1, ... below a whole number."""
        index = self.variable(0, WHOLE)
        with self.loop() as turns:
            with self.when(index() >= count):
                self.leave(turns)
            yield index()
            index.set(index() + 1)

    def finished(self, value: Value | None = None) -> str:
        for address in self.on_heap:
            self.line(f"call void @free(ptr {address})")
        self.line("ret void" if value is None else f"ret {value.kind} {value.text}")
        return "\n".join([self.head, "entry:", *self.reservations, *self.lines, "}"])


def _kind_of(*operands: Operand_) -> str:
    return next((x.kind for x in operands if isinstance(x, Value)), DOUBLE)


def _name_of(operation: str) -> str:
    name = "llvm.pow" if operation == "power" else RECORDS[operation].code.llvm
    if name is None:
        raise WrongTypeError(f"what is to be compiled has {operation}, which LLVM does not have")
    return name


def written(
    writer: Writer, schedule: StraightLineProgram, inputs: Sequence[Operand_], raising: list[Value] | None = None
) -> list[Operand_]:
    """The values of the outputs of a schedule whose inputs have these values.

    The list, if there is one, gets the values that are not finite where Python's functions raise.
    """

    def apply(name: str, *operands: Operand_) -> Value:
        found, is_part = _written(writer, name, operands), name == "/" and isinstance(operands[1], float)
        if raising is not None and name not in _NEVER_RAISING and not is_part:
            raising.append(found)
        return found

    return schedule.over(inputs, apply)


def _written(writer: Writer, name: str, operands: Sequence[Operand_]) -> Value:
    kind = _kind_of(*operands)
    if name in _INFIX or name == "negate":
        listed = ", ".join(writer.text(x, kind) for x in operands)
        return writer.instruction(kind, f"{_INFIX.get(name, 'fneg')} {kind} {listed}")
    return writer.call(name, *operands)


_ATTRIBUTES = """
attributes #0 = { nounwind }
attributes #1 = { nounwind readnone willreturn }
attributes #2 = { nounwind noinline }
attributes #3 = { nounwind alwaysinline }
"""


def module(*functions: tuple[Writer, str]) -> str:
    called: dict[str, str] = {}
    for writer, _ in functions:
        called |= writer.called
    return "\n\n".join([*sorted(called.values()), *(text for _, text in functions), _ATTRIBUTES])


# --- machine ---------------------------------------------------------------------------------------------------------
# Machine code: the text of a module of LLVM's made into object code, kept, and loaded into this process.
#
# Object code is made once for a key, which says all that the text depends on; the text itself is not written where the
# code is known: in this process, or on disk. All of it needs llvmlite, the extra ``fast``, which is imported when first
# asked for.

ALIKE = 1_000  # lines of steps of one length, among which many are alike
LARGE = 20_000  # lines of text; from there on code is made in less time, and a little slower

_MOST_LOADED = 256  # codes known in a process: then the oldest is forgotten, and read again from its file

_lock = RLock()
_names = count()


def is_available() -> bool:
    return is_installed("llvmlite")


class Machine:
    def __init__(self) -> None:
        import llvmlite
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.llvm = llvm
        name, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        self.target = llvm.Target.from_default_triple().create_target_machine(
            cpu=name, features=features, opt=2, reloc="pic", codemodel="small"
        )
        self.has_upper_halves = "+avx," in features
        self.describes = repr((llvmlite.__version__, llvm.llvm_version_info, self.target.triple, name, features))

    def object_code(self, text: str) -> bytes:
        text = _with_clean_registers(text) if self.has_upper_halves else text
        module = self.llvm.parse_assembly(text, self.llvm.create_context())  # the constants of a context stay in it
        module.verify()
        options = self.llvm.create_pipeline_tuning_options(2 if text.count("\n") < LARGE else 1)
        is_alike = "@steps(" in text and text.count("\n") > ALIKE
        options.slp_vectorization = is_alike  # elsewhere it takes a third of the time, and gains nothing
        builder = self.llvm.create_pass_builder(self.target, options)
        passes = builder.getModulePassManager()
        passes.run(module, builder)
        manager = self.llvm.newpassmanagers.NewPassManager
        passes._dispose = lambda: manager._dispose(passes)  # its own, of llvmlite 0.50, does nothing
        passes.close()
        code: bytes = self.target.emit_object(module)
        return code

    def linked(self, code: bytes, name: str) -> tuple[Any, Any]:
        """What keeps the code loaded, which by name has the address of the function; and the linker, to be freed later.

        A linker keeps something of every library that it ever had, so that each has so many only.
        """
        number = next(_names)
        if number % _MOST_LOADED == 0:  # JITLink puts a module's sections beside each other, as 32-bit distances need
            self.linker = self.llvm.create_lljit_compiler(self.target, use_jit_link=True)
        library = self.llvm.JITLibraryBuilder().add_object_img(code).add_current_process().export_symbol(name)
        return library.link(self.linker, f"scmpy{number}"), self.linker


def _with_clean_registers(text: str) -> str:
    """A module whose functions for others leave the upper halves of registers clean when they return from vectors.

    LLVM does so on most ways out, not on all; where it does not, code for SSE takes ten times as long from then on.
    """
    clean = "call void @llvm.x86.avx.vzeroupper()"
    if not re.search(r"<\d+ x double>", text):
        return text
    cleaned = re.sub(r"(?ms)^define (?!internal).*?^}", lambda f: f[0].replace("  ret ", f"  {clean}\n  ret "), text)
    return cleaned + "\ndeclare void @llvm.x86.avx.vzeroupper()\n"


@lru_cache(1)
def machine() -> Machine:
    return Machine()


class Loaded:
    """A function of machine code; it stays loaded as long as ``call`` is there."""

    __slots__ = ("call",)

    def __init__(self, code: bytes, name: str, prototype: Any) -> None:
        library, linker = machine().linked(code, name)
        self.call = prototype(library[name])
        finalize(self.call, _unloaded, library, linker).atexit = False


def _unloaded(library: Any, linker: Any) -> None:
    """Free a library, and then the linker, if it has no other: the collector of garbage knows no order."""
    library.close()


_loaded: dict[str, Loaded] = {}


def loaded(key: Any, name: str, prototype: Any, write: Callable[[], str]) -> Loaded:
    """The function that a text defines by this name; what the text depends on is told by the repr of the key."""
    with _lock:
        here = machine()
        digest = sha256(repr((here.describes, name, key)).encode()).hexdigest()
        if digest not in _loaded:
            if len(_loaded) >= _MOST_LOADED:
                _loaded.pop(next(iter(_loaded)))
            code = stored(digest)
            if code is None:
                code = here.object_code(write())
                store(digest, code)
            _loaded[digest] = Loaded(code, name, prototype)
        return _loaded[digest]


# --- cache -----------------------------------------------------------------------------------------------------------
# Object code kept on disk, in the user's folder for what can be made again.
#
# An entry is a file named by its key, with a checksum of both before the code: what is damaged, or another key's, is
# made again. It is written under another name and renamed, so processes at once see a whole file or none. A folder that
# cannot be written, or a full disk, costs time only. The entries that were used longest ago go when there are too many.
#
# What is read here is run. So neither a folder nor a file is used unless it is the user's own and nobody else may write
# it (on Windows, which has other permissions, this is left to them); the folder is made so.
#
# The environment variable ``SCMPY_CACHE`` names another folder; ``off`` is none.

MOST = 200_000_000  # bytes are kept at most
_CHECKED = 50  # entries are written between two looks at how many there are; the first one looks
_SUFFIX, _PART = ".code", ".part"
_ABANDONED = 3600.0  # seconds after which nobody writes a part any more
_HEAD = 32  # bytes of the checksum
_files_written = count()


#: Where there is no variable of the environment that names the place for what can be made again.
_BASES = {"win32": ("LOCALAPPDATA", "~/AppData/Local"), "darwin": ("", "~/Library/Caches")}


def folder() -> pathlib.Path | None:
    chosen = os.environ.get("SCMPY_CACHE", "")
    if chosen:
        return None if chosen.lower() in ("off", "0", "no", "none") else pathlib.Path(chosen)
    variable, base = _BASES.get(sys.platform, ("XDG_CACHE_HOME", "~/.cache"))
    try:
        return pathlib.Path(os.environ.get(variable) or base).expanduser() / "scmpy"
    except RuntimeError:  # there is no home
        return None


@lru_cache(1)
def version() -> str:
    """What the code of this library is made by: its version, and its text, which may change without that."""
    digest = sha256(__version__.encode())
    library = pathlib.Path(__file__).parents[2]
    for file in (library / "generic" / "elementary.py", *sorted((library / "numerics").rglob("*.py"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _file(key: str) -> pathlib.Path | None:
    place = folder()
    return None if place is None else place / f"{sha256((key + version()).encode()).hexdigest()}{_SUFFIX}"


def _is_ours(about: os.stat_result) -> bool:
    """Does this belong to the user, and may nobody else write it, or give it another name?"""
    if sys.platform == "win32":
        return True
    linked = stat.S_ISREG(about.st_mode) and about.st_nlink > 1
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not linked


def _read(file: pathlib.Path) -> bytes:
    if not _is_ours(file.parent.stat()):
        raise PermissionError
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(file, os.O_RDONLY | flags), "rb") as opened:
        about = os.fstat(opened.fileno())
        if not stat.S_ISREG(about.st_mode) or not _is_ours(about):
            raise PermissionError
        return opened.read()


def _checksum(file: pathlib.Path, code: bytes) -> bytes:
    return sha256(file.name.encode() + code).digest()


def stored(key: str) -> bytes | None:
    """What was stored under a key; None if it is not there, damaged, or not the user's own."""
    file = _file(key)
    if file is None:
        return None
    try:
        found = _read(file)
    except OSError:
        return None
    code = found[_HEAD:]
    if _checksum(file, code) != found[:_HEAD]:
        return None
    with suppress(OSError):
        os.utime(file)  # it was used
    return code


def store(key: str, code: bytes) -> None:
    file = _file(key)
    if file is None:
        return
    try:
        file.parent.mkdir(0o700, parents=True, exist_ok=True)
        if not _is_ours(file.parent.stat()):
            return
        number, name = tempfile.mkstemp(dir=file.parent, suffix=_PART)
        try:
            with os.fdopen(number, "wb") as part:
                part.write(_checksum(file, code) + code)
            os.replace(name, file)
        except OSError:
            os.unlink(name)
            raise
        if next(_files_written) % _CHECKED == 0:
            prune(file.parent)
    except OSError:
        pass


def prune(place: pathlib.Path) -> None:
    """Remove the entries that were used longest ago, until those left have no more bytes than may be.

    What a process left half written goes too.
    """
    entries = []
    for file in place.iterdir():
        with suppress(OSError):  # another process removed it
            about = file.stat()
            if file.suffix == _SUFFIX:
                entries.append((about.st_mtime, about.st_size, file))
            elif file.suffix == _PART and about.st_mtime < time.time() - _ABANDONED:
                file.unlink()
    total = 0
    for _, size, file in sorted(entries, reverse=True):
        total += size
        if total > MOST:
            file.unlink(missing_ok=True)
