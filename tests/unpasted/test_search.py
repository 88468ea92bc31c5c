"""What a search reads of a page."""

from unpasted.html import search, tree


def test_code_drawings_and_tables_of_numbers_are_not_read():
    """Words are."""
    html = '<p>Words</p><pre><code>import math</code></pre><svg><text>0.25</text></svg><details class="numbers"><table>7</table></details><math><mi>x</mi></math>'
    read = search.words_of(tree.parse(html))
    assert "Words" in read
    assert not any(word in read for word in ("import", "0.25", "7", "<mi>"))


def test_what_is_pressed_is_not_read():
    """Nobody looks for "Show me"; what it opens is read."""
    html = '<details><summary><span class="shut">Show me</span><span class="opened">Close</span></summary>It is 6.</details><div class="controls">Next</div><p class="held-back">Held back</p><details class="code"><summary>Show the code</summary></details>'
    read = search.words_of(tree.parse(html))
    assert "It is 6." in read
    assert not any(word in read for word in ("Show", "Close", "Next", "Held back"))


def test_a_term_is_a_section_of_its_own():
    """So that a search leads to its entry."""
    read = search.words_of(tree.parse('<dl><dt id="leaf">leaf</dt><dd>No inputs.</dd></dl>'))
    assert '<h2 id="leaf">leaf</h2>' in read


def test_a_chapter_is_found_by_its_number_and_its_first_words():
    """Which are not how long it takes."""
    html = '<h1><span class="chapter-number">4</span> Four</h1><p class="reading-time">9 min</p>'
    read = search.words_of(tree.parse(f"{html}<p>It begins.</p>"))
    assert "4 ·" in read and "It begins." in read and "9 min" not in read


def test_the_index_becomes_a_script(tmp_path):
    """And where there is none, nothing is written."""
    search.move(tmp_path)
    folder = tmp_path / "search"
    folder.mkdir()
    (folder / "search_index.json").write_text('{"docs": []}')
    search.move(tmp_path)
    assert [file.name for file in folder.iterdir()] == ["index.js"]
    assert (folder / "index.js").read_text() == 'unpasted.index = {"docs": []};\n'
