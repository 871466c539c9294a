"""Machine code on disk: found again, made again where it is damaged, written by many at once, kept small."""

import os
import subprocess
import sys

import pytest

from scmpy.numerics.compile import llvm as cache
from scmpy.numerics.compile import llvm as machine


@pytest.fixture
def folder(tmp_path, monkeypatch):
    place = tmp_path / "code"
    monkeypatch.setenv("SCMPY_CACHE", str(place))
    return place


def entries(folder):
    return sorted(folder.glob("*.code"))


def test_stored_and_found(folder):
    assert cache.stored("key") is None
    cache.store("key", b"code")
    assert cache.stored("key") == b"code"
    assert cache.stored("another") is None
    assert [file.suffix for file in folder.iterdir()] == [".code"]


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 500, None])
def test_damaged_entries_are_none(folder, damage):
    cache.store("key", b"code" * 100)
    [file] = entries(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] if damage is None else damage)
    assert cache.stored("key") is None
    cache.store("key", b"code" * 100)
    assert file.read_bytes() == whole


def test_another_version_is_another_entry(folder, monkeypatch):
    cache.store("key", b"code")
    monkeypatch.setattr(cache, "version", lambda: "later")
    assert cache.stored("key") is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions are not asked here")
def test_a_folder_that_cannot_be_written(folder):
    folder.mkdir()
    folder.chmod(0o500)
    cache.store("key", b"code")
    assert cache.stored("key") is None


def _fifo(file):
    file.unlink()
    os.mkfifo(file, 0o600)


def _link(file):
    file.rename(file.parent / "elsewhere")
    file.symlink_to(file.parent / "elsewhere")


#: What makes an entry, or its folder, one that others may have written.
MISTRUSTED = {
    "folder of all": lambda file: file.parent.chmod(0o777),
    "folder of a group": lambda file: file.parent.chmod(0o770),
    "file of all": lambda file: file.chmod(0o666),
    "file of a group": lambda file: file.chmod(0o660),
    "another's file": lambda file: os.chown(file, 12345, -1),
    "another's folder": lambda file: os.chown(file.parent, 12345, -1),
    "link": _link,
    "second name": lambda file: os.link(file, file.parent / "elsewhere"),
    "pipe": _fifo,
    "another key's": lambda file: (cache.store("another", b"other code"), cache._file("another").replace(file)),
}


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
@pytest.mark.parametrize("change", MISTRUSTED.values(), ids=MISTRUSTED)
def test_code_that_others_may_have_written_is_not_run(folder, change):
    cache.store("key", b"code")
    assert folder.stat().st_mode & 0o777 == 0o700 and cache.stored("key") == b"code"
    try:
        change(cache._file("key"))
    except PermissionError:
        pytest.skip("only root can give a file away")
    assert cache.stored("key") is None


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
def test_nothing_is_stored_where_others_write(folder):
    folder.mkdir()
    folder.chmod(0o777)
    cache.store("key", b"code")
    assert not list(folder.iterdir())


def test_a_folder_that_cannot_be_there(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SCMPY_CACHE", str(tmp_path / "file"))
    cache.store("key", b"code")
    assert cache.stored("key") is None


def test_switched_off(monkeypatch, tmp_path):
    monkeypatch.setenv("SCMPY_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.store("key", b"code")
    assert cache.folder() is None and cache.stored("key") is None and not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="where folders are on Linux")
def test_the_usual_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("SCMPY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "scmpy"


def test_those_used_longest_ago_go(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST", 2 * 1032)
    for i in range(5):
        cache.store(f"key {i}", bytes(1000))
        os.utime(cache._file(f"key {i}"), (i, i))
    cache.stored("key 1")  # is used
    (folder / "abandoned.part").write_bytes(b"half")
    os.utime(folder / "abandoned.part", (0, 0))
    (folder / "at work.part").write_bytes(b"half")
    (folder / "another file").write_bytes(bytes(5000))
    cache.prune(folder)
    assert [i for i in range(5) if cache.stored(f"key {i}")] == [1, 4]
    assert {"at work.part", "another file", "abandoned.part"} - {x.name for x in folder.iterdir()} == {"abandoned.part"}


PROGRAM = """
import ctypes
from scmpy.numerics.compile.ir import Operation, StraightLineProgram, VirtualRegister
from scmpy.numerics.compile.codegen import llvm_function
for n in range(1, 6):
    operations = [Operation("*", (VirtualRegister(i), 1.5)) for i in range(n)]
    assert llvm_function(StraightLineProgram(1, operations, [VirtualRegister(n)]))([1.0]) == [1.5**n]
"""


def run(folder):
    environment = {**os.environ, "SCMPY_CACHE": str(folder)}
    return subprocess.Popen([sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_processes_at_once(folder):
    pytest.importorskip("llvmlite")
    processes = [run(folder) for _ in range(2)]
    for process in processes:
        assert process.communicate(timeout=100)[1] == "" and process.returncode == 0
    files = entries(folder)
    assert len(files) == 5 and len(list(folder.iterdir())) == 5
    files[0].write_bytes(files[0].read_bytes()[:-7])  # a damaged one is made again, by the next process
    files[1].write_bytes(b"")
    times = [file.stat().st_ino for file in files[2:]]
    assert run(folder).communicate(timeout=100)[1] == ""
    assert entries(folder) == files and all(len(file.read_bytes()) > 500 for file in files)
    assert [file.stat().st_ino for file in files[2:]] == times, "the others were read"


def test_code_is_compiled_once(folder, monkeypatch):
    pytest.importorskip("llvmlite")
    text = "define double @third(double %x) { %y = fdiv double %x, 3.0 ret double %y }"
    made, written = [], []
    monkeypatch.setattr(machine, "_loaded", {})
    original = machine.Machine.object_code
    monkeypatch.setattr(machine.Machine, "object_code", lambda self, text: made.append(1) or original(self, text))
    import ctypes

    prototype = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)

    def third():
        return machine.loaded("third", "third", prototype, lambda: written.append(1) or text).call(1.0)

    assert third() == third() == 1 / 3
    machine._loaded.clear()
    assert third() == 1 / 3
    assert made == written == [1], "the text was not even written again"
