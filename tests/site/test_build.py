"""A build succeeds whole or leaves nothing, and says in one line why."""

import re
import socket
import subprocess
import time

import pytest

from tests.built import MKDOCS, mostly_slow
from tests.site.conftest import SETTINGS, Server


def test_a_build_that_is_not_strict_fails_too(tiny):
    """Nobody publishes a fault by forgetting a flag, nor what MkDocs would only warn of."""
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n")
    tiny.page("# Other\n\n## There\n\n[gone](gone.md)\n", "other.md")
    done = tiny.build()
    assert done.returncode == 1 and "2 faults in the book" in done.stderr
    assert "docs/other.md:5: the link gone.md leads nowhere" in done.stderr
    assert tiny.published() == []


def test_a_loop_inside_c_is_ended_and_named(tiny):
    """Python cannot interrupt it; the guard of its process can, and the build goes on."""
    tiny.page(
        '# Page\n\n```python exec timeout="0.5"\nimport itertools\nsum(itertools.repeat(0))\n```\n'
    )
    done = tiny.build("--strict")
    assert done.returncode == 1
    assert "docs/index.md:4: TimeoutError: the cell ran longer than 0.5 s" in done.stderr
    assert "1 fault in the book" in done.stderr and tiny.published() == []


def test_two_builds_at_once_both_end_well(tiny):
    """Each builds beside the place; the site is whole after both."""
    tiny.page("# Page\n\n```python exec\nimport time\ntime.sleep(0.5)\nprint('done')\n```\n")
    both = [
        subprocess.Popen([*MKDOCS, "build"], cwd=tiny.folder, env=tiny.env, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [process.communicate(timeout=60) and process.returncode for process in both] == [0, 0]
    assert "done" in (tiny.site / "index.html").read_text()
    assert list(tiny.folder.glob(".site*")) == []


def test_what_cells_came_to_is_kept(tiny):
    """Until what they read changes (test_inputs.py has each road); damage is noticed."""
    (tiny.folder / "docs" / "asked.txt").write_text("first")
    asked = "```exercise\nRead.\n---\nprint(open('docs/asked.txt').read(), 'asked')\n```\n"
    cell = "```python exec\nimport time\nprint('ran', time.time_ns())\n```\n"

    def built(prose: str) -> str:
        tiny.page(f"# Page\n\n{prose}\n\n{cell}\n{asked}")
        assert tiny.build().returncode == 0
        page = (tiny.site / "index.html").read_text()
        assert prose.split()[-1] in page
        assert f"{(tiny.folder / 'docs' / 'asked.txt').read_text()} asked" in page
        return ran(page)

    first = built("One.")
    assert built("Two.\n\nThree.") == first
    (tiny.folder / "docs" / "asked.txt").write_text("second")
    assert (second := built("Two.")) != first
    for entry in (tiny.folder / ".cache" / "unpasted").iterdir():
        entry.write_bytes(entry.read_bytes()[:-20])
    assert built("Two.") != second


def test_a_site_that_cannot_be_written_is_one_clear_error(tiny):
    """Here a file stands where the folder should."""
    tiny.site.write_text("in the way")
    done = tiny.build("--strict")
    assert done.returncode == 1
    assert "cannot write to site: File exists" in done.stderr
    assert "--site-dir FOLDER" in done.stderr
    assert "Traceback" not in done.stderr
    assert tiny.site.read_text() == "in the way"


@pytest.mark.parametrize("option", [(), ("--clean",), ("--no-livereload",)])
def test_a_book_is_served_in_each_way_and_sigterm_leaves_nothing_behind(tiny, tmp_path, option):
    """Both of MkDocs' options work; without reloading, MkDocs' own server serves the site."""
    tiny.env["TMPDIR"] = str(tmp_path)
    before = {*tmp_path.iterdir(), tiny.folder / ".cache", tiny.folder / "serve.log"}
    before |= {*tiny.folder.iterdir()}
    server = Server(tiny, *option)
    try:
        server.wait_for("Page")
    finally:
        server.stop()
    assert {*tmp_path.iterdir(), *tiny.folder.iterdir()} <= before


@pytest.mark.parametrize("option", [(), ("--clean",)])
def test_a_port_in_use_is_one_clear_error(tiny, option):
    """Told before anything is built."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*MKDOCS, "serve", "--dev-addr", f"127.0.0.1:{port}", *option],
            cwd=tiny.folder, env=tiny.env, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1
    assert f"cannot serve at 127.0.0.1:{port}: Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_there_cannot_be_is_one_clear_error(tiny):
    """It says what one is."""
    done = subprocess.run(
        [*MKDOCS, "serve", "--dev-addr", "127.0.0.1:80000"],
        cwd=tiny.folder, env=tiny.env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "cannot serve at 127.0.0.1:80000: a port is 0 to 65535" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_edited_module_is_read_anew_under_serve(tiny):
    """The page changes when src/ does, without a restart; session variables do not survive."""
    tiny.page(
        "# Page\n\n```python exec\nfrom toy.first import Value\n"
        "print('data', Value().data, 'left' in globals())\nleft = 1\n```\n"
    )
    server = Server(tiny)
    try:
        server.wait_for("data 1 False")
        tiny.write("src/toy/first.py", "class Value:\n    data = 'edited'\n")
        server.wait_for("data edited False")
    finally:
        server.stop()


def test_a_prose_edit_runs_no_cell_again_under_serve(tiny):
    """An edit of the cell, or of a module, does; the page's new lines are counted anew."""
    cell = "```python exec\nimport time, toy.first\nprint('ran', time.time_ns())\n```\n"
    server = None
    try:
        tiny.page(f"# Page\n\nOne.\n\n{cell}")
        server = Server(tiny)
        first = ran(server.wait_for("One."))
        tiny.page(f"# Page\n\nOne.\n\nTwo.\n\n{cell}")
        assert ran(server.wait_for("Two.")) == first
        tiny.page(f"# Page\n\nThree.\n\n{cell.replace('import', 'import sys,')}")
        second = ran(server.wait_for("Three."))
        assert second != first
        tiny.write("src/toy/first.py", "class Value:\n    data = 3\n")
        tiny.page(f"# Page\n\nFour.\n\n{cell.replace('import', 'import sys,')}")
        assert ran(server.wait_for("Four.")) != second
        tiny.page(f"# Page\n\nFive.\n\n{cell}\n```python exec\n1 / 0\n```\n")
        server.wait_for("docs/index.md:11")
        tiny.page(f"# Page\n\nSix.\n\n\n{cell}\n```python exec\n1 / 0\n```\n")
        server.wait_for("docs/index.md:12")
    finally:
        if server:
            server.stop()


def ran(page: str) -> str:
    """When its cell ran, as it printed."""
    return re.search(r"ran (\d+)", page)[1]


def test_a_hook_rewrites_pages_and_is_asked_once(tiny):
    """A page runs as the hook makes it; hooks find contents in on_env.

    They may add extensions of Markdown that no other process can have.
    """
    tiny.write(
        "hook.py",
        """
        from markdown import Extension
        class Own(Extension):
            def __reduce__(self):
                raise TypeError("Own cannot be pickled")
            def extendMarkdown(self, md):
                pass
        def on_config(config):
            config.markdown_extensions.append(Own())
        def on_page_markdown(markdown, page, **_):
            print("markdown of", page.file.src_uri)
            return markdown.replace("HERE", "there")
        def on_page_content(html, page, **_):
            print("content of", page.file.src_uri)
            return html.replace("there", "content")
        def on_env(env, files, **_):
            for file in files.documentation_pages():
                file.page.content = file.page.content.replace("content", "env")
        """,
    )
    tiny.write("mkdocs.yml", f"{SETTINGS}hooks: [hook.py]\n")
    tiny.page("# Page\n\n```python exec\nprint('HE' 'RE', 'HERE')\n```\n")
    done = tiny.build(CI="1", TWICE="0")
    assert done.returncode == 0, done.stderr
    assert "HERE env" in (tiny.site / "index.html").read_text()
    asked = [
        f"{what} of {page}.md" for page in ("index", "other") for what in ("markdown", "content")
    ]
    assert done.stdout.split("\n")[:-1] == asked


def test_a_page_with_a_replacement_character_is_edited_under_serve(tiny):
    """Whether it was written, or stands for a byte that is no UTF-8; a fault is told once."""
    tiny.page("# Page\n\nA \ufffd here.\n")
    (tiny.folder / "docs" / "other.md").write_bytes(b"# Other\n\nA \xff here.\n")
    server = Server(tiny)
    try:
        server.wait_for("is no UTF-8", "other.html")
        tiny.page("# Page\n\nB \ufffd there.\n")
        server.wait_for("there")
        tiny.page("# Page\n\nC\n")
        server.wait_for("<p>C</p>")
        tiny.page("# Mended\n", "other.md")
        server.wait_for("<h1", "other.html")
        tiny.page("# New title\n\n[x](gone.md)\n")
        server.wait_for("gone.md leads nowhere")
        server.wait_for("New title", "other.html")
        end = time.monotonic() + 30
        while "gone.md leads nowhere" not in server.said() and time.monotonic() < end:
            time.sleep(0.1)
        builds = server.said().split("Building documentation")
        assert {one.count("gone.md leads nowhere") for one in builds} == {0, 1}
    finally:
        server.stop()


def with_snippets(tiny, where):
    """A build whose setting of the snippets' folder is written with MkDocs' `!relative`."""
    settings = (tiny.folder / "mkdocs.yml").read_text()
    snippets = f"pymdownx.superfences, {{pymdownx.snippets: {{base_path: [!relative {where}]}}}}]"
    (tiny.folder / "mkdocs.yml").write_text(settings.replace("pymdownx.superfences]", snippets))
    (tiny.folder / "docs" / "brought.txt").write_text("```python exec\nprint(6 * 7)\n```\n")
    tiny.page('# Page\n\n--8<-- "brought.txt"\n')
    return tiny.build("--strict")


@pytest.mark.parametrize("where", mostly_slow(["$docs_dir", "$config_dir/docs"], "$docs_dir"))
def test_snippets_are_found_where_a_setting_says_relative(tiny, where):
    """To the folder of the pages, or of the settings; the fences in them run."""
    built = with_snippets(tiny, where)
    assert built.returncode == 0, built.stderr
    assert "42" in (tiny.site / "index.html").read_text()


def test_relative_to_nothing_says_what_to_write(tiny):
    """A page has no folder before it is read."""
    built = with_snippets(tiny, "")
    assert built.returncode == 1 and "write `!relative $docs_dir`" in built.stderr


def test_no_renderer_is_one_clear_error(tiny):
    """The package that carries Graphviz is missing: told at the start."""
    tiny.write("src/pygraphviz.py", "raise ImportError('no wheel here')\n")
    done = tiny.build("--strict", PATH="/nowhere", PYTHONPATH=str(tiny.folder / "src"))
    assert done.returncode == 1
    assert "no Graphviz renderer was found (no wheel here)" in done.stderr
    assert "make serve" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_matplotlib_that_cannot_be_loaded_is_told_where_a_cell_loads_it(tiny):
    """The process that would load it ahead goes on."""
    (tiny.folder / "src/matplotlib").mkdir()
    tiny.write("src/matplotlib/__init__.py", "")
    tiny.write("src/matplotlib/pyplot.py", "raise ImportError('broken here')")
    tiny.page("# Page\n\n```python exec\nimport matplotlib.pyplot\n```\n")
    done = tiny.build("--strict", PYTHONPATH=str(tiny.folder / "src"))
    assert done.returncode == 1
    assert "docs/index.md:4: ImportError: broken here" in done.stderr
    assert "Traceback" not in done.stderr
