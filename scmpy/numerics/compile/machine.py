"""Machine code: the text of a module of LLVM's made into object code, kept, and loaded into this process.

Object code is made once for a key, which says all that the text depends on; the text itself is not written where the
code is known: in this process, or in the folder of :mod:`scmpy.numerics.compile.cache`. All of it needs llvmlite, the
extra ``fast``, which is imported when first asked for.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from threading import RLock
from typing import Any
from weakref import finalize

LARGE = 20_000  # lines of text; from there on code is made in less time, and a little slower

_MOST_LOADED = 256  # codes known in a process: then the oldest is forgotten, and read again from its file

_lock = RLock()
_names = count()


def is_available() -> bool:
    """Is llvmlite installed?"""
    return importlib.util.find_spec("llvmlite") is not None


class Machine:
    """A processor that code is made for, and what has been loaded for it."""

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
        """The object code of a module."""
        text = _with_clean_registers(text) if self.has_upper_halves else text
        module = self.llvm.parse_assembly(text, self.llvm.create_context())  # the constants of a context stay in it
        module.verify()
        options = self.llvm.create_pipeline_tuning_options(2 if text.count("\n") < LARGE else 1)
        options.slp_vectorization = False  # it takes a third of the time, and gains nothing
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
    """A module whose functions leave the upper halves of registers clean when they return from work with vectors.

    LLVM does so on most ways out, not on all; where it does not, code for SSE takes ten times as long from then on.
    """
    clean = "call void @llvm.x86.avx.vzeroupper()"
    if not re.search(r"<\d+ x double>", text):
        return text
    return re.sub(r"\n( *)ret ", rf"\n\1{clean}\n\1ret ", text) + "\ndeclare void @llvm.x86.avx.vzeroupper()\n"


@lru_cache(1)
def machine() -> Machine:
    """The processor that this process runs on."""
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
    """The function that a text defines by this name; what the text depends on is told by the repr of the key.

    >>> import ctypes
    >>> text = "define double @half(double %x) { %y = fmul double %x, 0.5 ret double %y }"
    >>> if is_available():
    ...     half = loaded("an example", "half", ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double), lambda: text)
    ...     assert half.call(3.0) == 1.5
    """
    from scmpy.numerics.compile import cache

    with _lock:
        here, digest = machine(), _digest(key, name)
        if digest not in _loaded:
            if len(_loaded) >= _MOST_LOADED:
                _loaded.pop(next(iter(_loaded)))
            code = cache.stored(digest)
            if code is None:
                code = here.object_code(write())
                cache.store(digest, code)
            _loaded[digest] = Loaded(code, name, prototype)
        return _loaded[digest]


def _digest(key: Any, name: str) -> str:
    from hashlib import sha256

    return sha256(repr((machine().describes, name, key)).encode()).hexdigest()
