"""From an exception to a fault: the author's, at a line of the page, or our own."""

import traceback
from pathlib import Path

from unpasted.faults import Fault, Place, scrub
from unpasted.run.execute import OURS, frames_of, told


def fault_of(error: BaseException, place: Place, root: Path) -> Fault:
    """The fault behind an exception that a cell raised.

    The line is the innermost one inside the chapter; an error raised deeper, in a module,
    names that line too. Lines of ours and of Python's frozen modules tell an author nothing.
    """
    message = scrub(told(error), root)
    known = [one for one in frames_of(error) if not one[0].startswith((OURS, "<frozen "))]
    own = [line for file, line, _ in known if file == place.file]
    if own:
        place = Place(place.file, own[-1] or place.line)
    file, line = known[-1][:2] if own and not isinstance(error, TimeoutError) else (place.file, 0)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno or 0
    if file == place.file:
        return Fault(Place(file, line or place.line), message)
    return Fault(place, message, f"{scrub(file, root)}:{line}")


def internal(error: BaseException, doing: str, place: Place) -> Fault:
    """A fault of this program, not of the author's page: told with its traceback.

    Arguments:
        doing: what could not be made, such as "the python figure of docs/p.md:3".
    """
    way = scrub("".join(traceback.format_exception(error)).rstrip(), Path.cwd())
    says = f"internal error while making {doing}: {told(error)}\nThis is a fault of unpasted, not"
    cure = "of the page. Please report it where unpasted comes from, with these lines"
    return Fault(place, f"{says} {cure}:\n{way}")
