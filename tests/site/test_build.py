"""A build succeeds whole or leaves nothing, and says in one line why."""

import re
import signal
import socket
import subprocess
import sys
import time

from tests.built import MKDOCS
from tests.site.conftest import Server


def test_a_sound_book_is_built(tiny):
    """Into site/, with nothing beside it, at exit status 0."""
    tiny.page("# Page\n\n```python exec\nfrom toy.first import Value\nprint(Value().data)\n```\n")
    done = tiny.build("--strict")
    assert done.returncode == 0, done.stderr
    assert (tiny.site / "index.html").exists()
    assert not (tiny.folder / "site.unfinished").exists()


def test_a_failed_build_takes_the_old_site_away(tiny):
    """A stale site cannot be deployed by mistake."""
    tiny.build("--strict")
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n")
    assert tiny.build("--strict").returncode == 1
    assert tiny.published() == []


def test_a_build_that_is_not_strict_fails_too(tiny):
    """Nobody publishes a fault by forgetting a flag."""
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n")
    assert tiny.build().returncode == 1
    assert tiny.published() == []


def test_a_broken_markdown_link_leaves_no_site(tiny):
    """What MkDocs finds under --strict counts like our own faults."""
    tiny.page("# Page\n\n[gone](gone.md)\n")
    assert tiny.build("--strict").returncode == 1
    assert tiny.published() == []


def test_all_faults_of_all_pages_are_told_in_one_run(tiny):
    """The first page's failure hides no other."""
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n\n```python exec\n[][0]\n```\n")
    tiny.page("# Other\n\n```predcit\n```\n", "other.md")
    said = tiny.build("--strict").stderr
    for line in ("index.md:4: Zero", "index.md:8: Index", "other.md:3: unknown", "3 faults in"):
        assert line in said


def test_a_loop_inside_c_ends_the_process_and_names_the_line(tiny):
    """Python cannot interrupt it; the watchdog can."""
    tiny.page(
        '# Page\n\n```python exec timeout="0.5"\nimport itertools\nsum(itertools.repeat(0))\n```\n'
    )
    done = tiny.build("--strict")
    assert done.returncode == 1
    assert 'File "docs/index.md", line 5' in done.stderr
    assert tiny.published() == [] or all("unfinished" in path for path in tiny.published())


def test_an_interrupted_build_leaves_no_site(tiny):
    """Control-C while a cell runs."""
    tiny.page("# Page\n\n```python exec\nimport time\nprint(1)\ntime.sleep(20)\n```\n")
    process = subprocess.Popen(
        [*MKDOCS, "build"], cwd=tiny.folder, env=tiny.env, stderr=subprocess.PIPE, text=True
    )
    while "Building documentation" not in process.stderr.readline():
        pass
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode != 0
    assert tiny.published() == []


def test_no_renderer_is_one_clear_error(tiny):
    """Neither a Graphviz package nor a dot program: told at the start."""
    tiny.write("src/pygraphviz.py", "raise ImportError('no wheel here')\n")
    done = tiny.build("--strict", PATH="/nowhere")
    assert done.returncode == 1
    assert "no Graphviz renderer was found" in done.stderr and "make serve" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dot_program_stands_in_for_the_package(tiny):
    """Where there is no wheel, `dot` on the PATH draws."""
    tiny.write("src/pygraphviz.py", "raise ImportError('no wheel here')\n")
    dot = tiny.folder / "bin" / "dot"
    dot.parent.mkdir()
    dot.write_text(
        f"#!{sys.executable}\nimport sys\nprint('<svg><text>drawn', len(sys.stdin.read()), '</text></svg>')\n"
    )
    dot.chmod(0o755)
    tiny.page('# Page\n\n```python figure alt="x"\nimport graphviz\ngraphviz.Digraph()\n```\n')
    done = tiny.build("--strict", PATH=str(dot.parent))
    assert done.returncode == 0, done.stderr
    assert "<text>drawn" in (tiny.site / "index.html").read_text()


def test_a_site_that_cannot_be_written_is_one_clear_error(tiny):
    """Here a file stands where the folder should."""
    tiny.site.write_text("in the way")
    done = tiny.build("--strict")
    assert done.returncode == 1
    assert "cannot write the site to site: File exists" in done.stderr
    assert "Traceback" not in done.stderr
    assert tiny.site.read_text() == "in the way"


def test_a_port_in_use_is_one_clear_error(tiny):
    """Told before anything is built."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*MKDOCS, "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=tiny.folder, env=tiny.env, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1
    assert f"cannot serve at 127.0.0.1:{port}: Address already in use" in done.stderr
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
