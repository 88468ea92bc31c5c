"""A book in another language says its own words on buttons and labels."""

from __future__ import annotations

PAGE = """
# Seite

```python exec fold
print(1)
```

```predict
Was ist 1 + 1?
answer: 1 + 1
wrong 3: Das ist zu viel.
```
"""
WORDS = {
    "Output": "Ausgabe",
    "Show the code": "Code zeigen",
    "Show me": "Antwort öffnen",
    "If you said {answer}:": "Bei {answer}:",
    "The run says {answer}": "Der Lauf sagt {answer}",
    "Check": "Prüfen",
}


def settings(words: dict[str, str]) -> str:
    lines = "".join(f"        {text!r}: {said!r}\n" for text, said in words.items())
    return f"  - unpasted:\n      words:\n{lines}"


def test_a_page_and_its_scripts_say_a_books_own_words(tiny):
    """Where it has none, the English."""
    text = (tiny.folder / "mkdocs.yml").read_text().partition("  - unpasted")[0]
    (tiny.folder / "mkdocs.yml").write_text(text + settings(WORDS))
    tiny.page(PAGE)
    done = tiny.build("--strict")
    assert done.returncode == 0, done.stderr
    page = (tiny.site / "index.html").read_text()
    for said in (
        'aria-label="Ausgabe"',
        "Code zeigen",
        "Antwort öffnen",
        "Bei <code",
        "Der Lauf sagt <",
    ):
        assert said in page
    body = page.partition("<h1")[2]
    assert body and not [text for text in WORDS if text.partition("{")[0] in body]
    assert ">Close<" in page
    [script] = tiny.site.glob("assets/unpasted/book.*.js")
    assert '"Check":"Prüfen"' in script.read_text()


def test_a_word_that_no_page_says_ends_the_build(tiny):
    """With the one that is meant."""
    text = (tiny.folder / "mkdocs.yml").read_text().partition("  - unpasted")[0]
    (tiny.folder / "mkdocs.yml").write_text(text + settings({"Chekc": "Prüfen"}))
    done = tiny.build()
    assert done.returncode == 1
    assert "`words:` sets 'Chekc', which no page says; did you mean 'Check'?" in done.stderr
