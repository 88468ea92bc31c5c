"""How long the book takes, and what it is compared with: `make bench`.

Each part also runs alone, as in `python -m benchmarks.compare 12 --runs 1`:

    visit      a first visit over a slow phone: requests, bytes, seconds
    book       this book beside an empty Material site
    figure     one figure, drawn in process and by the dot program
    compare    one generated book, built by this project and by three others
    engine     the engine beside the published micrograd 0.1.0

The others serve `compare`:

    chapters   the generated book: its words, its cells, the engine they import
    ways       how each way writes that book down, builds it and serves it
    clock      seconds of a build, and of an edit until the page shows it

Nothing here passes or fails on a time; tests do not assert times.
"""
