"""A template is compiled once for all books, and never in another's place."""

import pytest
from jinja2 import DictLoader, Environment

from unpasted.templating import Compiled


@pytest.fixture
def rendered(tmp_path, monkeypatch):
    """What a new environment makes of a template, and whether it had to compile it."""
    compiled = []
    compile_it = Environment.compile
    monkeypatch.setattr(
        Environment, "compile", lambda *a, **b: compiled.append(1) or compile_it(*a, **b)
    )

    def render(text, folder=tmp_path, **known):
        compiled.clear()
        kept = Compiled(str(folder))
        env = Environment(loader=DictLoader({"a.html": text}), bytecode_cache=kept, **known)
        return env.get_template("a.html").render(), bool(compiled)

    return render


def test_a_template_is_compiled_once(rendered):
    """The next build, of whichever book, finds it."""
    assert rendered("{{ 1 + 1 }}") == ("2", True)
    assert rendered("{{ 1 + 1 }}") == ("2", False)


def test_another_template_of_the_same_name_is_compiled(rendered):
    """A book may override it."""
    rendered("{{ 1 + 1 }}")
    assert rendered("{{ 1 + 2 }}") == ("3", True)


@pytest.mark.parametrize(
    "other", [{"extensions": ["jinja2.ext.do"]}, {"autoescape": True}, {"trim_blocks": True}]
)
def test_who_reads_it_otherwise_compiles_it_anew(rendered, other):
    """An extension, and how it escapes and strips, are part of what is compiled."""
    rendered("{{ 1 + 1 }}")
    assert rendered("{{ 1 + 1 }}", **other) == ("2", True)


def test_where_nobody_may_write_it_is_compiled_each_time(rendered, tmp_path):
    """Nothing fails for want of a folder."""
    for _ in range(2):
        assert rendered("{{ 1 + 1 }}", tmp_path / "missing") == ("2", True)
