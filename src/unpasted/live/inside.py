"""What Pyodide runs a page's cells in: no way out of it, and modules that are not there told so."""

import builtins
import gc
import importlib.abc
import importlib.machinery
import json
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

from unpasted.run.attempt import attempt, begun, install, unload
from unpasted.run.execute import Report, Sandbox
from unpasted.run.names import needs

# Bytes of Pyodide's stack; 16,000 are Python's own margin. With 50,000 for what runs, the end of a
# long graph is put off until the next import, and goes too deep there; with 70,000 it does at once.
RUNNING, STARTING = 60_000, 200_000

PLOTS = ("matplotlib", "contourpy")  # and what finds its contours
ELSEWHERE = ("numpy", "pandas", "scipy", "torch")  # readers may well write these
OF_THE_PAGE = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "webbrowser"}


def close_doors() -> None:
    """Take away from cells what reaches the page, and refuse what is not here, in a sentence.

    For Pyodide, once; afterwards `import js` fails, and matplotlib is there but draws nothing.
    """
    for finder in [*sys.meta_path]:
        if known := getattr(finder, "jsproxies", None):  # Pyodide's own: what `import js` gives
            known.clear()
            sys.meta_path.remove(finder)
    sys.meta_path.insert(0, _Refused())
    unload(OF_THE_PAGE)
    for name in ("get_objects", "get_referrers", "get_referents"):
        setattr(gc, name, _unknown)  # everything is found by them, the page's proxies too


def sweep_as_it_grows() -> None:
    """Look for what nobody needs any more whenever the memory has grown: see worker.js.

    By itself Python's collector goes through a small part of the older objects at a time, and comes
    too late for graphs whose rules are closures: each of them is a cycle.
    """

    def sweep(*_: object) -> None:
        if gc.isenabled():
            gc.collect()

    signal.signal(signal.SIGUSR1, sweep)


def _unknown(*_: object, **__: object) -> list[Any]:
    """What the collector tells a cell of the objects that there are."""
    raise RuntimeError("a cell runs apart from the page, and is not told what objects there are")


def answering(tell: Callable[[str], None], drawing: str = "") -> Callable[[str], str]:
    """What answers a browser's messages, JSON in and JSON out: the one thing that it holds.

    A message says what to `do`: `open` a page, `renew` its variables, `run` a cell or `check` an
    answer; say which cells some code `needs`; `begin` a step of the reader's engine, or judge an
    `attempt` at it. Its other members are the arguments.
    """
    sandboxes: list[Sandbox] = []

    def opened(mine: dict[str, str] | None = None) -> Report:
        came = install(Sandbox(drawing, tell), mine or {})
        sandboxes[:] = [Sandbox(drawing, tell)]
        return came

    others: dict[str, Callable[..., Any]] = {"open": opened, "needs": needs, "begin": begun}
    others["attempt"] = partial(attempt, drawing=drawing, tell=tell)

    def answer(message: str) -> str:
        asked: dict[str, Any] = json.loads(message)
        action = others.get(do := asked.pop("do")) or getattr(sandboxes[0], do)
        return json.dumps(action(**asked))

    return answer


def keep_within(top: int) -> None:
    """Have endless calls end in RecursionError before the browser's own stack ends, and the worker.

    Python's limit counts calls from Python to Python, which need little of it. Operations that
    call each other through C (`__add__` that adds) need much, and so does the end of a long chain
    of objects. The compiler and imports need some too, and end by themselves: they may have more.

    Arguments:
        top: where the stack of Pyodide begins.
    """
    import ctypes

    api = ctypes.pythonapi
    api.PyThreadState_Get.restype = ctypes.c_void_p
    protect = api.PyUnstable_ThreadState_SetStackProtection
    protect.argtypes = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t

    def limit(size: int) -> None:
        protect(api.PyThreadState_Get(), top - size, size)

    depth = 0

    def widened(plain: Callable[..., Any]) -> Callable[..., Any]:
        def wider(*args: Any, **more: Any) -> Any:
            nonlocal depth
            depth += 1
            collects = gc.isenabled()
            gc.disable()  # whatever ends meanwhile might need all of it
            limit(STARTING)
            try:
                return plain(*args, **more)
            finally:
                depth -= 1
                if not depth:
                    limit(RUNNING)
                if collects:
                    gc.enable()

        return wider

    builtins.compile = widened(builtins.compile)
    builtins.__import__ = widened(builtins.__import__)
    limit(RUNNING)


class _Refused(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands before all other finders of modules."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        first = name.partition(".")[0]
        if first in OF_THE_PAGE:
            says = f"a cell runs apart from the page and from the network: it has no module {name}"
            raise ModuleNotFoundError(says, name=name)
        if first in PLOTS:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        if first in ELSEWHERE:
            says = f"{first} is not among what runs in this page: Python's standard library and"
            raise ModuleNotFoundError(f"{says} this book's own packages are", name=name)
        return None

    def create_module(self, spec: Any) -> ModuleType:
        return _Plots(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def _subplots(nrows: int = 1, ncols: int = 1, **_: Any) -> tuple[Any, Any]:
    """A figure and its panels, as many as matplotlib would give."""
    panels: Any = [[_Plots("axes") for _ in range(ncols)] for _ in range(nrows)]
    if nrows == 1 or ncols == 1:
        panels = [one for row in panels for one in row]
    return _Plots("figure"), panels[0] if nrows == ncols == 1 else panels


class _Plots(ModuleType):
    """matplotlib without its drawing, and whatever it would make: it takes all, and draws nothing.

    Cells run, and their plots come to nothing.
    """

    stands_for = PLOTS[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _subplots if name == "subplots" else _Plots(name)

    def __iter__(self) -> Iterator[Any]:
        return iter([_Plots("line")])

    def __call__(self, *_: Any, **__: Any) -> Any:
        return _Plots("nothing")

    __getitem__ = __enter__ = __call__

    def __exit__(self, *_: Any) -> None:
        pass

    __setitem__ = __exit__
