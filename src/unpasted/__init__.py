"""What turns a chapter into a page, in three steps.

    read/    a page's text becomes pieces: prose, marks, jobs. Nothing runs.
    run/     the jobs of a page run in a process of its own, and become plain data, which is kept.
    kinds/   each kind of fence makes HTML of its data.

page.py takes a page through the three; mkdocs.py does that for every page of an MkDocs site.
docs/how-it-works.md has a figure of it.
"""

import sys

__version__ = "0.2.0"

if sys.platform == "win32":
    raise SystemExit("unpasted runs pages in forked processes: on Windows, use it inside WSL.")
