"""The interface's words: one table, which a book in another language overrides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unpasted import assets, words
from unpasted.faults import Refused
from unpasted.kinds.operations import operation
from unpasted.words import WORDS, say

SOURCES = Path(words.__file__).parent
SAID = re.compile(r"""(?<![\w)]\.)\b(?:say|parts)\(\s*(?:"((?:[^"\\]|\\.)*)"|'([^'\\]*)')""")


@pytest.fixture
def german():
    """A book with three words of its own."""
    words.use(
        {"Run": "Ausführen", "Ran in {time}.": "Lief {time}.", "Right: {answer}": "Ja: {answer}"}
    )
    yield
    words.use({})


def test_the_table_lists_what_is_said_and_nothing_else():
    """In Python, scripts and templates: a text that nobody says cannot stay, one that is said must."""
    files = [file for file in SOURCES.rglob("*") if file.suffix in (".py", ".js", ".html", ".md")]
    said = {
        (double or single).replace('\\"', '"')
        for file in files
        if file.name != "words.py" or file.parent != SOURCES
        for double, single in SAID.findall(file.read_text())
    }
    for sheet in SOURCES.rglob("*.css"):
        said |= {*re.findall(r'content: "([A-Za-z][^"]*)"', sheet.read_text())}
    assert said == WORDS


def test_style_sheets_say_a_books_own_words():
    """What stands above a question is written by a style sheet."""
    words.use({"Question": "Frage"})
    try:
        css = assets.style()[1].decode()
    finally:
        words.use({})
    assert 'content:"Frage"' in css and 'content:"Question"' not in css


def test_a_book_says_its_own_words(german):
    """Where it has none, the English; what is filled in stands in either."""
    assert say("Run") == "Ausführen" and say("Stop") == "Stop"
    assert say("Ran in {time}.", time="1 s") == "Lief 1 s."


def test_a_walk_speaks_of_operations_in_a_books_own_words():
    """Those of the table, powers, and those of which only the name is known."""
    own = {"{name} of {inputs}": "{name} von {inputs}", "{x} to the power {n}": "{x} hoch {n}"}
    words.use(own | {"minus {x}": "minus einmal {x}", "and": "und"})
    try:
        spoken = [operation(*one).says for one in (("tanh", 1), ("**3", 1), ("neg", 1), ("f", 2))]
    finally:
        words.use({})
    assert spoken == ["tanh von {0}", "{0} hoch 3", "minus einmal {0}", "f von {0} und {1}"]


def test_the_scripts_get_a_books_own_words(german):
    """In their bundle, whose name changes with them."""
    own = assets.script()
    assert b'"Run":"Ausf\xc3\xbchren"' in own[1]
    words.use({})
    assert assets.script()[0] != own[0] and b"Ausf" not in assets.script()[1]


def test_a_text_that_is_not_listed_is_our_mistake():
    """It would have no other words anywhere."""
    with pytest.raises(KeyError, match=r"interface\.txt does not list 'Rnu'"):
        say("Rnu")


@pytest.mark.parametrize(
    ("own", "wrong"),
    [
        ({"Rum": "Ausführen"}, "`words:` sets 'Rum', which no page says; did you mean 'Run'?"),
        ({1: "Eins"}, "`words:` sets 1, which no page says; interface.txt lists the texts"),
        ({"Run": 3}, "`words:` sets 'Run' to 3; write one line of text, without < > & \""),
        ({"Run": "<b>"}, "`words:` sets 'Run' to '<b>'; write one line of text, without < > & \""),
        (
            {"Ran in {time}.": "Lief."},
            "`words:` sets 'Ran in {time}.' to 'Lief.'; what is in braces there must be: {time}",
        ),
    ],
)
def test_a_wrong_word_is_told(own, wrong):
    """With what is meant, or what it must hold."""
    with pytest.raises(Refused) as refused:
        words.use(own)
    assert str(refused.value) == wrong


def test_an_apostrophe_is_curled_and_a_quotation_mark_is_not():
    """In captions and in what a term's link says, which no extension of Markdown sees."""
    assert words.curled("it's `d['a']`, 'quoted'") == "it’s `d['a']`, 'quoted'"
