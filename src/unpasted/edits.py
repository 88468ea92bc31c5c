"""After an edit: at once the pages that show it, then the rest of the book if it concerns them."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unpasted.book import Book
from unpasted.faults import Fault, Place, box, log, scrub, tell
from unpasted.project import WARNINGS


@dataclass
class Edits:
    """Builds anew what authors change while their book is served.

    Arguments:
        book: as it was built last.
        again: builds one page anew, by its path; gives the files of the site that changed.
        whole: builds the book anew; gives it, and the files that changed.
        broken: why the last build came to nothing.
    """

    book: Book
    again: Callable[[str], set[str]]
    whole: Callable[[], tuple[Book, set[str]]]
    broken: str = ""

    def problems(self) -> str:
        """What is wrong with the book as a whole, as HTML for the top of every page."""
        line = re.search(r"line (\d+)", self.broken)
        place = Place("mkdocs.yml", int(line[1]) if line else 1)
        said = [Fault(place, self.broken)] if self.broken else []
        return "".join(map(box, [*said, *self.book.more]))

    def build(self, changed: set[Path], viewed: str) -> Iterator[set[str]]:
        """Build what changed; gives the files of the site that changed, as they come.

        Arguments:
            viewed: the address of the page that was asked for last.
        """
        start, shown, failed = time.perf_counter(), self.problems(), bool(self.broken)
        book = self.book
        try:
            known = {book.docs / path: path for path in book.pages}
            edited = [known[path] for path in sorted(changed) if path in known and path.is_file()]
            whole = failed or len(edited) < len(changed) or book.glossary in edited
            if not edited and not any(path.suffix == ".yml" for path in changed):
                seen = [path for path, page in known.items() if book.pages[page].url == viewed]
                edited = [known[path] for path in seen if path.is_file()]
            for path in [] if failed else edited:  # what a failed build left behind is half new
                before, place = _shape(book, path), book.place_of(path)
                book.more = [fault for fault in book.more if fault.place.file != place.file]
                yield self.again(path)
                faults = book.pages[path].faults
                faults += [Fault(place, said) for said in WARNINGS.said]
                WARNINGS.said.clear()
                whole |= _shape(book, path) != before
                tell([] if whole else faults)  # which tells the faults of all
                log.info("%s: %.2f seconds", path, time.perf_counter() - start)
            self.broken = ""
            if whole:
                self.book, files = self.whole()
                yield files
        except (Exception, SystemExit) as error:
            says = "\n".join([*WARNINGS.said, str(error) or type(error).__name__])
            WARNINGS.said.clear()
            self.broken = scrub(says, book.settings.root)
            log.error("%s\nThe pages stay as they were until this is fixed.", self.broken)
        if self.problems() != shown:  # they stand on every page
            yield {"*"}


def _shape(book: Book, path: str) -> object:
    """What other pages show of a page, or link to."""
    page = book.pages[path]
    meta = {key: text for key, text in page.meta.items() if key != "description"}
    return page.title, meta, {*page.ids}, len(book.more)
