"""What a cell changes in the process is put back, so that no page can reach another."""

from __future__ import annotations

import builtins
import contextlib
import gc
import logging
import os
import random
import sys
import threading
import warnings
from collections.abc import Iterator, MutableMapping
from typing import Any


@contextlib.contextmanager
def process_kept() -> Iterator[None]:
    """Put back, after a cell, what the build itself stands on.

    Meanwhile the garbage collector leaves the build's own objects alone. A cell that makes many
    objects runs it often, and it would search all of MkDocs each time.
    """
    folder, environment, arguments = os.getcwd(), dict(os.environ), list(sys.argv)
    limit, disabled = sys.getrecursionlimit(), logging.root.manager.disable
    names, collects = dict(vars(builtins)), gc.isenabled()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        (gc.enable if collects else gc.disable)()
        put_back(vars(builtins), names)
        sys.setrecursionlimit(limit)
        logging.disable(disabled)
        os.chdir(folder)
        sys.argv[:] = arguments
        put_back(os.environ, environment)


def put_back(now: MutableMapping[str, Any], then: dict[str, Any]) -> None:
    """Undo what changed in a mapping, touching nothing else: other threads use it."""
    for name in list(now):
        if name not in then:
            del now[name]
        elif now[name] is not then[name] and now[name] != then[name]:
            now[name] = then[name]
    for name in then.keys() - now.keys():
        now[name] = then[name]


@contextlib.contextmanager
def page_kept() -> Iterator[None]:
    """Put back, after a page, what its cells may share: their seed, their settings."""
    state, path, filters = random.getstate(), list(sys.path), list(warnings.filters)
    plots = dict(_plot_settings())
    try:
        yield
    finally:
        random.setstate(state)
        sys.path[:] = path
        warnings.filters[:] = filters  # type: ignore[index]
        if plots:
            _plot_settings().update(plots)
        elif _plot_settings():
            sys.modules["matplotlib"].rcdefaults()
            sys.modules["matplotlib"].rc_file(os.environ["MATPLOTLIBRC"])


def _plot_settings() -> dict[str, object]:
    loaded = sys.modules.get("matplotlib")
    return loaded.rcParams if loaded else {}


def threads() -> int:
    """How many threads are at work; a cell that leaves one behind would print into another."""
    return threading.active_count()
