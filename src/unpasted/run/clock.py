"""Another time: when a page runs twice, the clock stands elsewhere the second time."""

import datetime
import gc
import time
from typing import Any


def move(seconds: float) -> None:
    """Let `time` and `datetime` be so many seconds later, for the rest of this process.

    Called before anything else is imported. `date.today` asks `time.time`; `datetime.now` asks the
    system, and stands in a class that only its own dict can change. What counts from no known
    moment (`perf_counter`, `monotonic`) stays.
    """
    if not seconds:
        return
    real, real_ns = time.time, time.time_ns
    time.time = lambda: real() + seconds
    time.time_ns = lambda: real_ns() + int(seconds * 1e9)
    for name in ("gmtime", "localtime", "ctime"):
        setattr(time, name, _at_now(getattr(time, name)))
    asctime, strftime, gettime = time.asctime, time.strftime, time.clock_gettime
    time.asctime = lambda *at: asctime(*at or (time.localtime(),))
    time.strftime = lambda form, *at: strftime(form, *at or (time.localtime(),))
    time.clock_gettime = lambda kind: time.time() if kind == time.CLOCK_REALTIME else gettime(kind)

    def now(cls: Any, tz: datetime.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls: Any) -> Any:
        return cls.fromtimestamp(time.time(), datetime.UTC).replace(tzinfo=None)

    [members] = gc.get_referents(datetime.datetime.__dict__)
    members["now"], members["utcnow"] = classmethod(now), classmethod(utcnow)


def _at_now(function: Any) -> Any:
    def at(seconds: float | None = None) -> Any:
        return function(time.time() if seconds is None else seconds)

    return at
