"""Hypothesis profiles, the quick subset, and the check by value of every simplification that a test does.

The profile ``local`` explores anew each time, ``ci`` repeats the same examples on every machine.
"""

import gc
import os
import sys
import tempfile
from contextlib import nullcontext
from contextvars import copy_context

if sys.dont_write_bytecode:
    #: Without the compiled modules the tests' processes would compile the library and the tests each for itself.
    sys.dont_write_bytecode, sys.pycache_prefix = False, os.path.join(tempfile.gettempdir(), "bytecode-of-the-tests")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

#: Machine code is kept from run to run, and not among the user's own.
os.environ.setdefault("SCMPY_CACHE", os.path.join(tempfile.gettempdir(), "scmpy-of-the-tests"))

#: As many threads of linear algebra as processes would wait for each other: the tests' matrices are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings

from scmpy.boundary import defects_are_raised
from scmpy.symbolic.assumptions import assumed

from .laws.by_value import watching

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much]}

settings.register_profile("local", max_examples=25, **_COMMON)
settings.register_profile("ci", max_examples=25, derandomize=True, print_blob=True, **_COMMON)
settings.register_profile("thorough", max_examples=150, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "local"))


def pytest_configure(config):
    """A run of the quick subset tries a few examples of each law; what the library raises of itself is raised as it is."""
    defects_are_raised.set(True)
    if config.option.markexpr == "quick":
        settings.register_profile("quick", settings.default, max_examples=5)
        settings.load_profile("quick")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """The tests themselves are not looked through for garbage: there are tens of thousands of them in every process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_ignore_collect(collection_path, config):
    """A run of the slow tests, or of the others, reads no files that have none: they would be made, and left out again."""
    if config.option.markexpr not in ("slow", "not slow", "quick") or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    all_slow = collection_path.parent.name == "benchmarks" or "\npytestmark = pytest.mark.slow\n" in text
    some_slow = all_slow or "mark.slow" in text
    return (not some_slow if config.option.markexpr == "slow" else all_slow) or None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(name):
    """What is not called a test is none: most names of a module are those that it imports."""
    return None if name[:4].lower() == "test" else []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """The quick subset: the first case of every test that is not slow, as benchmarks are.

    A name with an address in it is refused: it is another one in every process, and they share the tests by their names.
    """
    seen = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"give the cases names (ids=...): {item.nodeid}")
        if item.path.parent.name == "benchmarks":
            item.add_marker("slow")
        if test not in seen and not item.get_closest_marker("slow"):
            item.add_marker("quick")
        seen.add(test)


#: Tests of time and memory, which the check would change, and those where it would repeat what the others find.
UNWATCHED = {"benchmarks", "structure", "scheme", "app", "plot", "render", "translation", "vocabulary"}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Every simplification and every verdict "equal" of a test of mathematics is checked by value.

    What a test assumes or sets for its session (names of coordinates, handlers, settings) ends with the test. Only in
    tests of what a misuse is answered by is translated what the library raises of itself.
    """
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    is_watched = pyfuncitem.path.parent.name not in UNWATCHED

    def called():
        assumed.set({})
        defects_are_raised.set(pyfuncitem.get_closest_marker("misuse") is None)
        with watching(arguments.get("by_value", [])) if is_watched else nullcontext():
            pyfuncitem.obj(**arguments)

    copy_context().run(called)
    return True


@pytest.fixture
def by_value():
    """What the check by value finds in the test."""
    return []
