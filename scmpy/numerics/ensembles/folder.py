"""Chunks of an ensemble in a folder: a run that was interrupted goes on with those that are not there.

A file is written under another name and then renamed: it is whole, or not there. One that cannot be read is made again.
"""

from __future__ import annotations

import os
import pathlib
import zipfile
from typing import Any

from scmpy.errors import DomainError
from scmpy.numerics.ensembles.chunks import Chunk

_HEAD = "ensemble.npz"


class Folder:
    """The files of one ensemble; its identity tells it from others."""

    def __init__(self, path: Any, identity: str) -> None:
        self.path = pathlib.Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        head = self.path / _HEAD
        found = self._read(head)
        if found is not None and str(found["identity"]) != identity:
            raise DomainError(
                f"ensemble: the folder {self.path} has the chunks of another ensemble: of other states, parameters, "
                "times, of another derivative or method"
            )
        if found is None:
            import numpy

            self._write(head, identity=numpy.array(identity))

    def chunk(self, number: int, shape: tuple[int, ...]) -> Chunk | None:
        """The chunk with this number, if it is there, whole and shaped so."""
        found = self._read(self._file(number))
        if found is None or found.get("found") is None or found["found"].shape != shape:
            return None
        parts = (found["orbit"], found["time"], found["state"], found["reason"])
        return Chunk(
            found["found"], [(int(i), float(t), y.tolist(), str(why)) for i, t, y, why in zip(*parts, strict=True)]
        )

    def keep(self, number: int, chunk: Chunk) -> None:
        """Write a chunk."""
        import numpy

        orbits, times, states, reasons = (list(x) for x in zip(*chunk.lost, strict=True)) if chunk.lost else ([],) * 4
        self._write(
            self._file(number),
            found=chunk.found,
            orbit=numpy.array(orbits, dtype=int),
            time=numpy.array(times, dtype=float),
            state=numpy.array(states, dtype=float).reshape(len(orbits), chunk.found.shape[2]),
            reason=numpy.array(reasons, dtype=str),
        )

    def _file(self, number: int) -> pathlib.Path:
        return self.path / f"chunk-{number:06d}.npz"

    def _read(self, file: pathlib.Path) -> dict[str, Any] | None:
        import numpy

        try:
            with file.open("rb") as stream, numpy.load(stream, allow_pickle=False) as found:
                return {name: found[name] for name in found.files}
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
            return None

    def _write(self, file: pathlib.Path, **arrays: Any) -> None:
        import numpy

        partial = file.with_suffix(f".{os.getpid()}.partial")
        with partial.open("wb") as stream:
            numpy.savez(stream, **arrays)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(file)
