"""What `make bench` measures is a book that builds, with an engine of its own."""

import subprocess
import sys

from benchmarks import figure, ways
from benchmarks.written import Book


def test_the_generated_book_shows_every_number_and_figure(tmp_path):
    book = Book(tmp_path, ways.AUTHORED, size=1)
    subprocess.run(ways.AUTHORED.commands.build, cwd=tmp_path, check=True, capture_output=True)
    assert book.stale_pages() == 0


def test_its_engine_loads_nothing_of_micrograd(tmp_path):
    Book(tmp_path, ways.AUTHORED, size=1)
    code = "import sys, toy.draw, toy.engine; print(*(m for m in sys.modules if 'micrograd.' in m))"
    source = {"PYTHONPATH": str(tmp_path / "src")}
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, env=source, check=True, capture_output=True).stdout.strip() == b""


def test_its_figure_is_the_neuron_drawn_in_this_process():
    values, operations = 10, 5
    drawn = figure.in_process(figure.neuron())
    assert drawn.count('class="node') == values + operations
