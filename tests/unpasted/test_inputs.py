"""What fed a result is known, or the result is not kept: a road for each way to learn of a file."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from unpasted.book import Book
from unpasted.faults import Place
from unpasted.kinds import KINDS, drawing
from unpasted.read import chapter
from unpasted.run import cache
from unpasted.run import runner as runner_module
from unpasted.run.cache import KEY, Cache, owned
from unpasted.run.inputs import OUR_OWN, silent
from unpasted.run.making import Result
from unpasted.run.runner import Runner
from unpasted.run.session import Printed, Settings
from unpasted.run.worker import Task, plain

HIGHLIGHTED = {"pymdownx.superfences": {}}
"""As in a book: its lexer is loaded once for all pages, not by each anew."""


class Kept:
    """A folder with files, whose pages run and are kept.

    Arguments:
        twice: whether they run twice.
        options: see Runner.
    """

    def __init__(self, root: Path, twice: bool = False, **options) -> None:
        self.root = root
        (root / "src").mkdir(parents=True)
        (root / "docs").mkdir()
        assert owned(root / ".cache")
        self.cache = Cache(root / ".cache", twice=twice)
        self.pages = Runner(self.cache, drawing.environment, drawing.FIRST, **options)
        self.settings = Settings(root, (str(root / "src"),))

    def task(self, markdown: str, name: str = "page") -> Task:
        read = chapter.read(markdown, Place(f"docs/{name}.md", 1), KINDS)
        assert not read.faults
        return Task(self.settings, tuple(read.jobs), Book.kinds, HIGHLIGHTED)

    def run(self, markdown: str, name: str = "page") -> tuple[bool, list[Result]]:
        """Whether the page ran, and what it came to."""
        before = len(self.pages._spans)
        results = self.pages.start(self.task(markdown, name)).result()
        return len(self.pages._spans) > before, [*results]

    def faults(self, markdown: str) -> list[str]:
        return [str(one.fault) for one in self.run(markdown)[1] if one.fault]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    one = Kept(tmp_path_factory.mktemp("kept") / "book")
    yield one
    one.pages.close()


def cell(code: str, header: str = "") -> str:
    return f"```python exec {header}\n{dedent(code).strip()}\n```\n"


EDIT, ADD, REMOVE = "edit", "add", "remove"
ROADS = {
    "open": ("open(f).read()", EDIT),
    "os.open": ("import os\nos.read(os.open(f, os.O_RDONLY), 9)", EDIT),
    "os.open in a folder": ("import os\nd = os.open(D, os.O_RDONLY)\nos.stat('a.txt', dir_fd=d)", EDIT),
    "Path.read_text": ("from pathlib import Path\nPath(f).read_text()", EDIT),
    "Path.open, another folder": ("import os, pathlib\nos.chdir(D)\npathlib.Path('a.txt').open().read()", EDIT),
    "mmap": ("import mmap\nwith open(f, 'rb') as file: bytes(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))", EDIT),
    "stat": ("import os\nos.stat(f).st_size", EDIT),
    "lstat": ("import os\nos.lstat(f).st_mtime", EDIT),
    "getsize": ("import os\nos.path.getsize(f)", EDIT),
    "fstat": ("import os\nwith open(f) as file: os.fstat(file.fileno()).st_mtime", EDIT),
    "exists": ("import os\nos.path.exists(f + 'x')", ADD),
    "is gone": ("import os\nos.path.exists(f)", REMOVE),
    "Path.exists": ("from pathlib import Path\nPath(f + 'x').exists()", ADD),
    "Path.is_file": ("from pathlib import Path\nPath(f + 'x').is_file()", ADD),
    "access": ("import os\nos.access(f + 'x', os.R_OK)", ADD),
    "islink": ("import os\nos.path.islink(f + 'x')", ADD),
    "readlink": ("import os\ntry: os.readlink(f + 'x')\nexcept OSError: pass", ADD),
    "what is not there": ("try: open(f + 'x')\nexcept OSError: print('none')", ADD),
    "listdir": ("import os\nos.listdir(D)", ADD),
    "scandir": ("import os\n[e.name for e in os.scandir(D)]", ADD),
    "scandir, its sizes": ("import os\nsum(e.stat().st_size for e in os.scandir(D))", EDIT),
    "glob": ("import glob\nglob.glob(D + '/*.txt*')", ADD),
    "Path.glob": ("from pathlib import Path\nlist(Path(D).glob('*'))", ADD),
    "Path.rglob": ("from pathlib import Path\nlist(Path(D).rglob('*.txtx'))", ADD),
    "iterdir": ("from pathlib import Path\nlist(Path(D).iterdir())", ADD),
    "os.walk": ("import os\nlist(os.walk(D))", ADD),
    "os.fwalk": ("import os\nlist(os.fwalk(D))", ADD),
    "importlib.resources": ("import importlib.resources as r\nr.files(P).joinpath('a.txt').read_text()", EDIT),
    "pkgutil": ("import pkgutil\npkgutil.get_data(P, 'a.txt')", EDIT),
    "linecache": ("import linecache\nlinecache.getline(f, 1)", EDIT),
    "sqlite3": ("import sqlite3\nsqlite3.connect(D + '/a.db').execute('select * from t').fetchall()", EDIT),
    "sqlite3, by address": ("import sqlite3\nsqlite3.connect('file:' + D + '/a.db?mode=ro', uri=True).execute('select * from t')", EDIT),
    "sqlite3, attached": ("import sqlite3\nc = sqlite3.connect(':memory:')\n_ = c.execute(\"attach '{folder}/a.db' as a\")", EDIT),
    "zipfile": ("import zipfile\nzipfile.ZipFile(D + '/a.zip').namelist()", EDIT),
    "a module in a zip": ("import sys\nsys.path.insert(0, D + '/a.zip')\nimport inside", EDIT),
    "tarfile": ("import tarfile\ntarfile.open(D + '/a.tar').getnames()", EDIT),
    "numpy.fromfile": ("import numpy\nnumpy.fromfile(f, 'u1')", EDIT),
    "numpy.loadtxt": ("import numpy\nnumpy.loadtxt(D + '/a.csv')", EDIT),
    "numpy.memmap": ("import numpy\nnumpy.memmap(f, 'u1', 'r').sum()", EDIT),
    "a C library": ("from lxml import etree\netree.parse('{folder}/a.xml')", EDIT),
    "shutil.copy": ("import shutil, tempfile\nshutil.copy(f, tempfile.mkdtemp())", EDIT),
    "shutil.copytree": ("import shutil, tempfile\nshutil.copytree(D, tempfile.mkdtemp() + '/d')", EDIT),
    "filecmp": ("import filecmp\nfilecmp.cmp(f, f)", EDIT),
    "fileinput": ("import fileinput\nlist(fileinput.input(f))", EDIT),
    "tokenize.open": ("import tokenize\ntokenize.open(f).read()", EDIT),
    "codecs": ("import codecs\ncodecs.getreader(\"utf-8\")(open(f, \"rb\")).read()", EDIT),
    "configparser": ("import configparser\nconfigparser.ConfigParser().read(f + 'x')", ADD),
    "csv": ("import csv\nlist(csv.reader(open(D + '/a.csv')))", EDIT),
    "hashlib": ("import hashlib\nhashlib.file_digest(open(f, 'rb'), 'md5').hexdigest()", EDIT),
    "runpy": ("import runpy\nrunpy.run_path(D + '/a.py')", EDIT),
    "exec": ("exec(open(D + '/a.py').read())", EDIT),
    "import": ("import sys\nsys.path.insert(0, D)\nimport a", EDIT),
    "an import that fails": ("import sys\nsys.path.insert(0, D)\ntry: import later\nexcept ImportError: pass", ADD),
    "importlib.util": ("import importlib.util as u\ns = u.spec_from_file_location('a', D + '/a.py')\ns.loader.exec_module(u.module_from_spec(s))", EDIT),
    "inspect": ("import inspect, sys\nsys.path.insert(0, D)\nimport a\ninspect.getsource(a.f)", EDIT),
    "a fork": ("import os\npid = os.fork()\nif not pid: open(f).read()\nelse: os.waitpid(pid, 0)", EDIT),
    "multiprocessing": ("import multiprocessing as m\nwith m.get_context('fork').Pool(1) as p: p.map(len, [open(f).read()])", EDIT),
    "a worker's read": ("import multiprocessing as m\ndef read(name): return open(name).read()\nwith m.get_context('fork').Pool(1) as p: p.map(read, [f])", EDIT),
    "a thread": ("import threading\nt = threading.Thread(target=lambda: open(f).read())\nt.start()\nt.join()", EDIT),
    "asyncio.to_thread": ("import asyncio\nasyncio.run(asyncio.to_thread(lambda: open(f).read()))", EDIT),
    "another name": ("import os, tempfile\nlink = tempfile.mkdtemp() + '/l'\nos.symlink(os.path.abspath(f), link)\nos.stat(f)\nopen(os.path.realpath(link)).read()", EDIT),
}  # fmt: skip


def furnish(folder: Path) -> None:
    """A file of each sort."""
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "a.txt").write_text("1\n")
    (folder / "a.csv").write_text("1\n")
    (folder / "a.xml").write_text("<a>1</a>")
    (folder / "a.py").write_text("def f(): return 1\n")
    (folder / "sub").mkdir()
    with zipfile.ZipFile(folder / "a.zip", "w") as file:
        file.writestr("inside.py", "x = 1")
    with tarfile.open(folder / "a.tar", "w") as file:
        file.add(folder / "a.txt", "a.txt")
    with sqlite3.connect(folder / "a.db") as base:
        base.execute("create table t (x)")


def change(folder: Path, how: str) -> None:
    """Do one thing to the files of a folder."""
    if how == ADD:
        (folder / "a.txtx").symlink_to("a.txt")
        (folder / "later.py").touch()
    elif how == REMOVE:
        (folder / "a.txt").unlink()
    else:
        for file in ("a.txt", "a.csv", "a.py"):
            (folder / file).write_text("2\n3\n" if "py" not in file else "def f(): return 22\n")
        (folder / "a.xml").write_text("<a>22</a>")
        with zipfile.ZipFile(folder / "a.zip", "a") as file:
            file.writestr("more.py", "")
        with tarfile.open(folder / "a.tar", "a") as file:
            file.add(folder / "a.csv", "a.csv")
        with sqlite3.connect(folder / "a.db") as base:
            base.execute("insert into t values (1)")


@pytest.mark.parametrize("road", ROADS)
def test_whoever_learns_of_a_file_runs_again_when_it_changes(kept: Kept, road: str):
    """And until then is kept: by a folder in `docs/`, or a package where it has to be one."""
    code, how = ROADS[road]
    name = f"r{[*ROADS].index(road)}"
    inside = "src" if "P" in code.split("(")[-1] or "(P" in code else "docs"
    folder = kept.root / inside / name
    furnish(folder)
    start = f"D, P = '{inside}/' + 'r{name[1:]}', 'r{name[1:]}'\nf = D + '/' + 'a' + '.txt'\n"
    page = cell(start + code.replace("{folder}", f"{inside}/{name}") + "\n_ = 0")
    ran, [result] = kept.run(page)
    assert ran and result.fault is None, result.fault
    assert kept.run(page)[0] is False, "nothing has changed"
    change(folder, how)
    assert kept.run(page)[0] is True


@pytest.mark.parametrize(
    "code",
    [
        "import numpy",
        "import asyncio\nasyncio.run(asyncio.sleep(0))",
        "import platform\n_ = platform.platform(), platform.processor()",
        "import ctypes",
        "import tempfile, os\nwith tempfile.TemporaryDirectory() as d: open(os.path.join(d, 'x'), 'w')",
        "import pathlib\nassert pathlib.Path.home().is_dir() and not list(pathlib.Path.home().glob('*.*'))",
        "import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])",
        "import multiprocessing as m\nwith m.get_context('fork').Pool(1) as p: p.map(abs, [1])",
        "import concurrent.futures as c\nwith c.ThreadPoolExecutor() as p: p.submit(abs, 1)",
        "import decimal, zoneinfo, sqlite3, uuid, secrets, random, logging.config",
        "import inspect, json\n_ = inspect.getsource(json)",
    ],
)
def test_what_asks_nothing_of_the_world_is_kept(kept: Kept, code: str):
    """Innocent pages run once."""
    assert kept.faults(cell(code)) == []
    assert kept.run(cell(code))[0] is False


@pytest.mark.parametrize(
    ("code", "again"),
    [
        ("import inspect, a\n_ = inspect.getsource(a.f)", False),
        ("import os\n_ = os.path.isfile('src/a.py') and os.path.exists('src')", False),
        ("import os\n_ = os.stat('src/a.py').st_size", True),
    ],
    ids=["source", "whether it is there", "status"],
)
def test_a_file_written_again_as_it_was_is_another_one_for_its_status_only(
    kept: Kept, code: str, again: bool
):
    """As a checkout leaves files: a page that prints source, or asks whether a file is there, is kept."""
    file = kept.root / "src" / "a.py"
    file.write_text("def f(): return 1\n")
    assert kept.faults(cell(code)) == []
    os.utime(file, (1, 1))
    assert kept.run(cell(code))[0] is again


def test_a_nameless_file_is_no_input(kept: Kept):
    """Python opens "" to tell of an error in nameless code; a new folder changes nothing there."""
    page = cell("try: compile('1 +', '', 'exec')\nexcept SyntaxError: pass")
    assert kept.faults(page) == []
    (kept.root / "site").mkdir()
    assert kept.run(page)[0] is False


UNKNOWN = {
    "subprocess": "import subprocess\nsubprocess.run(['true'])\n_ = 0",
    "os.system": "import os\n_ = os.system('true')",
    "os.popen": "import os\n_ = os.popen('echo 1').read()",
    "posix_spawn": "import os\nos.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)\n_ = 0",
    "spawnv": "import os\n_ = os.spawnv(os.P_WAIT, '/bin/true', ['true'])",
    "exec in a fork": "import os\nif not (p := os.fork()): os.execv('/bin/true', ['true'])\n_ = os.waitpid(p, 0)",
    "asyncio": "import asyncio\nasync def f():\n    p = await asyncio.create_subprocess_exec('true')\n    await p.wait()\nasyncio.run(f())",
    "multiprocessing spawn": "import multiprocessing as m, os\np = m.get_context('spawn').Process(target=os.getpid)\np.start()\np.join()",
    "connect": "import socket\ntry: socket.create_connection(('127.0.0.1', 9), 0.1)\nexcept OSError: pass",
    "sendto": "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n_ = s.sendto(b'x', ('127.0.0.1', 9))",
    "urllib": "import urllib.request\ntry: urllib.request.urlopen('http://127.0.0.1:9/')\nexcept OSError: pass",
    "ctypes": "import ctypes\n_ = ctypes.CDLL(None).getpid()",
    "ctypes by name": "import ctypes\n_ = ctypes.cdll.LoadLibrary('libc.so.6')",
    "pythonapi": "import ctypes\n_ = ctypes.pythonapi.Py_GetVersion",
    "/proc": "_ = open('/proc/uptime').read()",
}  # fmt: skip


@pytest.mark.parametrize("road", UNKNOWN)
def test_what_nobody_can_know_is_not_kept_on_the_disk(kept: Kept, road: str, caplog):
    """In memory it is; it is told once for a page."""
    page = cell(UNKNOWN[road])
    caplog.set_level("INFO")
    assert kept.run(page, road)[1][0].fault is None
    assert f"docs/{road}.md:1: this " in caplog.text
    assert kept.run(page, road)[0] is False
    fresh = Kept.__new__(Kept)
    vars(fresh).update(vars(kept), cache=Cache(kept.root / ".cache"))
    assert (
        fresh.cache.get(runner_module.key_of(kept.task(page, road)), kept.task(page, road)) is None
    )
    caplog.clear()
    kept.run(page + "\n" + cell("x = 1"), road)
    assert "this " not in caplog.text


@pytest.mark.parametrize(
    "header", ["python exec", 'bash exec="on"', 'sh exec="1"', 'console exec="1"']
)
def test_a_fence_that_says_what_it_reads_is_kept(kept: Kept, header: str):
    """Until one of the files changes, or another one fits the pattern."""
    folder = kept.root / "docs" / header.split()[0]
    furnish(folder)
    name = f"docs/{folder.name}"
    code = (
        f"import os\n_ = os.system('cat {name}/a.txt')"
        if "python" in header
        else f"cat {name}/a.txt"
    )
    code = f"$ {code}" if "console" in header else code
    page = f'```{header} reads="{name}/*.txt {name}/*.txtx"\n{code}\n```\n'
    assert kept.faults(page) == []
    kept.cache._memory.clear()
    assert kept.run(page)[0] is False
    change(folder, EDIT)
    assert kept.run(page)[0] is True
    assert kept.run(page)[0] is False
    change(folder, ADD)
    assert kept.run(page)[0] is True


def test_what_python_compiles_meanwhile_is_no_input(kept: Kept):
    """A page whose process compiles modules below what it reads runs once."""
    (kept.root / "docs/parts").mkdir()
    code = "mkdir -p docs/parts/__pycache__\necho ran >> runs.txt"
    kept.run(f'```bash exec="on" reads="docs/*"\n{code}\n```\n')
    assert (kept.root / "runs.txt").read_text() == "ran\n"


def test_an_environment_of_fixed_content(kept: Kept, monkeypatch):
    """Cells see nothing of the build's own but what a setting names; that is part of the key."""
    monkeypatch.setenv("SECRET", "one")
    monkeypatch.setenv("COLUMNS", "200")
    code = """
        import locale, os, shutil, sys, tempfile, time
        print(os.environ.get("SECRET"), os.environ["COLUMNS"], shutil.get_terminal_size().columns)
        print(os.environ["PATH"].split(":")[1:], time.tzname, locale.setlocale(locale.LC_CTYPE))
        print(os.path.realpath(tempfile.gettempdir()).startswith(os.environ["HOME"]))
        print(os.environ["MKDOCS_CONFIG_DIR"] == os.getcwd())
        print(oct(os.stat(tempfile.mkstemp()[1]).st_mode), oct(os.umask(0)))
    """
    [result] = kept.run(cell(code))[1]
    assert result.printed.text.split("\n") == [
        "None 80 80", "['/usr/local/bin', '/usr/bin', '/bin'] ('UTC', 'UTC') C.UTF-8",
        "True", "True", "0o100600 0o22",
    ]  # fmt: skip
    task = kept.task(cell(code))
    seen = replace(kept.settings, environment=(("SECRET", "one"),))
    assert runner_module.key_of(task) != runner_module.key_of(replace(task, settings=seen))
    other = Runner(Cache(None), drawing.environment, drawing.FIRST)
    try:
        [result] = other.start(replace(task, settings=seen)).result()
    finally:
        other.close()
    assert result.printed.text.startswith("one 80 80")


def test_a_width_of_markdown_exec_wins(kept: Kept):
    """Over the fixed number of columns."""
    page = '```python exec="on" width="33"\nimport os\nprint(os.environ["COLUMNS"])\n```\n'
    assert kept.run(page)[1][0].printed.text == "33\n"


def test_a_file_that_changes_while_it_is_read_is_read_again(kept: Kept):
    """What is kept belongs to one state of the files."""
    file = kept.root / "docs" / "moving.txt"
    file.write_text("old")
    page = cell("import time\nprint(open('docs/' + 'moving.txt').read())\ntime.sleep(0.7)")
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(kept.run, page)
        time.sleep(0.4)
        file.write_text("new")
        assert running.result()[1][0].printed.text == "new"
    assert kept.run(page)[0] is False


def test_a_line_that_a_page_tells_is_that_of_today(kept: Kept):
    """Prose above moves it: then the page runs again; another page is kept."""
    code = "try: 1 / 0\nexcept ZeroDivisionError as error: print(error.__traceback__.tb_lineno)"
    assert kept.run(cell(code))[1][0].printed.text == "2"
    assert kept.run(f"Prose.\n\n{cell(code)}")[1][0].printed.text == "4"
    other = cell("print('no line')")
    kept.run(other)
    assert kept.run(f"Prose.\n\n{other}")[0] is False


def test_a_caption_is_shown_as_it_was_edited(kept: Kept):
    """It is part of what a figure comes to."""
    draws = "import graphviz\ng = graphviz.Digraph()\ng.node('a')\ng"
    for words in ("Before.", "Afterwards."):
        page = f'```python figure alt="A box that says a." caption="{words}"\n{draws}\n```\n'
        _, [result] = kept.run(page)
        assert f"<figcaption>{words}</figcaption>" in result.html


def test_what_looks_within_a_look_leaves_it_unnoted():
    """Until the outer look ends."""
    with silent():
        with silent():
            pass
        assert OUR_OWN.get()
    assert not OUR_OWN.get()


def test_what_tools_keep_beside_the_packages_is_none_of_them(tmp_path: Path):
    """A project whose packages lie beside its mkdocs.yml has all of it below that folder."""
    kept = Kept(tmp_path)
    kept.settings = replace(kept.settings, path=(str(tmp_path),))
    folders = [tmp_path / name for name in ("node_modules", ".venv", ".hidden", "__pycache__")]
    for folder in folders:
        folder.mkdir()
    (tmp_path / "own.py").write_text("x = 1")
    page = cell("import own\nprint(own.x)")
    assert kept.run(page)[0]
    for folder in folders:
        (folder / "one.py").touch()
    assert not kept.run(page)[0]
    (tmp_path / "own.py").write_text("x = 2")
    ran, [result] = kept.run(page)
    assert ran and result.printed.text == "2"
    kept.pages.close()


def test_a_package_that_a_page_does_not_import_is_no_input(tmp_path: Path):
    """Until a module takes the place of one that was not there."""
    kept = Kept(tmp_path)
    (tmp_path / "src" / "other.py").write_text("x = 1")
    page = cell("try:\n    import own\n    print(own.x)\nexcept ImportError:\n    print(0)")
    assert kept.run(page)[1][0].printed.text == "0"
    (tmp_path / "src" / "other.py").write_text("x = 2")
    assert not kept.run(page)[0]
    (tmp_path / "src" / "own.py").write_text("x = 3")
    ran, [result] = kept.run(page)
    assert ran and result.printed.text == "3"
    kept.pages.close()


def test_the_templates_of_fences_are_part_of_the_tool(monkeypatch):
    """A page is not kept when what its HTML is made by has changed."""
    patterns: list[str] = []
    look = "pattern "
    monkeypatch.setattr(cache, "seen", lambda _, at: patterns.append(at.removeprefix(look)) or "")
    cache.surroundings.__wrapped__()
    tool = Path(drawing.__file__).parents[1]
    looked_at = {file for one in patterns for file in tool.glob(one)}
    templates = {file for file in (tool / "kinds").iterdir() if file.is_file()}
    assert {tool / "kinds" / "walk.html", tool / "kinds" / "predict.md"} <= templates <= looked_at


def test_only_data_comes_from_a_page():
    """A pickle that would run something is refused, and so is a name that hides another."""

    class Evil:
        def __reduce__(self):
            return os.system, ("true",)

    import pickle

    hidden = b"\x80\x04\x8c\x13unpasted.run.worker\x8c\x09os.system\x93\x8c\x04true\x85R."
    module = b"\x80\x04\x8c\x13unpasted.run.worker\x8c\x02os\x93."
    function = b"\x80\x04\x8c\x13unpasted.run.worker\x8c\x08run_page\x93."
    for message in (pickle.dumps(Evil()), hidden, module, function, pickle.dumps(getattr)):
        with pytest.raises(TypeError, match="no plain data"):
            plain(message)
    whole = Result({"a": "b"}, printed=Printed("x"))
    assert plain(pickle.dumps(whole)) == whole


def test_a_forged_entry_is_noticed(kept: Kept):
    """A whole entry under another key, or with other content, counts as none, and is told."""
    page = cell("print('forged')")
    kept.run(page)
    key = runner_module.key_of(kept.task(page))
    entry = kept.root / ".cache" / key
    whole = entry.read_bytes()
    assert kept.cache.forged() == []
    other = entry.with_name("0" * 64)
    other.write_bytes(whole)
    entry.write_bytes(whole.replace(b"forged", b"fogged"))
    assert kept.run(page)[0] is True
    entry.write_bytes(whole.replace(b"forged", b"fogged"))
    assert sorted(kept.cache.forged()) == sorted([entry, other])
    assert not entry.exists() and not other.exists()


def test_a_folder_of_somebody_elses_is_no_cache(tmp_path: Path):
    """Nothing is written into it, nor cleared from it."""
    (tmp_path / ("a" * 64)).write_text("mine")
    assert not owned(tmp_path)
    assert owned(tmp_path / "new") and owned(tmp_path / "new")
    assert (tmp_path / "new" / KEY).stat().st_size == 32


RANDOM = {
    "random": "import random\nprint(random.random())",
    "secrets": "import secrets\nprint(secrets.token_hex(4))",
    "numpy": "import numpy\nprint(numpy.random.default_rng().random())",
    "address": "print(hex(id(object())))",
    "repr": "class A: pass\nprint(repr(A())[:-1].replace(' at', ''))",
    "pid": "import os\nprint(os.getpid())",
    "set": "print(set('abcdefgh'))",
    "hash": "print(hash('a') % 1000)",
    "time": "import time\nprint(int(time.time()) // 86400)",
    "date": "import datetime\nprint(datetime.date.today())",
    "year": "from datetime import datetime\nprint(datetime.now().strftime('%Y-%m'))",
    "utc": "import datetime as d\nprint(d.datetime.now(d.UTC).date())",
    "strftime": "import time\nprint(time.strftime('%B %Y'))",
    "ctime": "import time\nprint(time.ctime()[:10], time.asctime()[:10])",
    "localtime": "import time\nprint(time.localtime().tm_yday, time.gmtime().tm_year)",
    "clock": "import time\nprint(time.clock_gettime(time.CLOCK_REALTIME) // 1e6)",
    "zone": "import time\nprint(time.tzname)",
    "zone of a time": "import datetime\nprint(datetime.datetime.fromtimestamp(0))",
    "temporary": "import tempfile\nprint(tempfile.mkdtemp())",
    "uuid": "import uuid\nprint(uuid.uuid4())",
    "a file's time": "import os, tempfile\nprint(int(os.stat(tempfile.mkstemp()[1]).st_mtime_ns))",
}


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    one = Kept(tmp_path_factory.mktemp("twice") / "book", twice=True)
    one.cache._twice = True
    yield one
    one.pages.close()


@pytest.fixture(scope="module")
def random(twice: Kept) -> dict[str, str]:
    """The fault of each random fence of one page, by its first line."""
    page = "\n".join(map(cell, RANDOM.values()))
    return dict(fault.split(": ", 1) for fault in twice.faults(page))


@pytest.mark.parametrize("what", RANDOM)
def test_what_is_random_is_a_fault_of_its_fence(random: dict[str, str], what: str):
    """With the line, and what to write on the fence."""
    before = [*RANDOM][: [*RANDOM].index(what)]
    line = 1 + sum(cell(RANDOM[one]).count("\n") + 1 for one in before)
    fault = random[f"docs/page.md:{line}"]
    assert fault.startswith("this differs in every run")
    assert "Result(" not in fault and "<code>" not in fault
    assert 'differs="why" on the fence' in fault


def test_a_fence_may_say_that_it_is_random(twice: Kept):
    """Then the page is kept as it came out first."""
    allowed = cell(RANDOM["random"], 'differs="it is the lesson"')
    assert twice.faults(allowed) == []
    assert twice.run(allowed)[0] is False


@pytest.mark.parametrize(
    "code",
    [
        "import datetime as d\nx = d.datetime(2020, 1, 2)\nprint(repr(x), type(x).__name__, x.date())",
        "import time\nt = time.perf_counter()\nprint(time.perf_counter() - t < 9)",
        "import datetime as d\nprint(d.datetime.now() - d.datetime.now() < d.timedelta(1))",
        "import time\nprint(time.gmtime(0).tm_year, time.strftime('%Y', time.gmtime(0)))",
        "print(object())".replace("print(object())", "print(sorted(set('abc')))"),
        "import random\nrandom.seed(1)\nprint(random.random())",
        "import os\nprint(os.path.expanduser('~'))",
    ],
)
def test_what_stays_the_same_is_no_fault(twice: Kept, code: str):
    """The second clock and zone disturb nobody who does not print them."""
    assert twice.faults(cell(code)) == []


def test_what_was_not_run_twice_does_not_count_where_it_must_be(twice: Kept):
    """An entry of a build that ran once runs again; the other way round it is kept."""
    page = cell("print('once, twice')")
    twice.cache.twice = False
    twice.run(page)
    twice.cache.twice = True
    assert twice.run(page)[0] is True
    twice.cache.twice = False
    assert twice.run(page)[0] is False
    twice.cache.twice = True


def test_a_page_whose_guard_is_stopped_or_ended_is_a_fault(kept: Kept, monkeypatch):
    """Within its time; another page, whose guard it ends, runs again and is whole."""
    monkeypatch.setattr(runner_module, "SILENT", 0.5)
    for number in (signal.SIGSTOP, signal.SIGKILL):
        start = time.monotonic()
        code = f"import os, signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nos.kill(os.getppid(), {int(number)})"
        [fault] = kept.faults(cell(f"{code}\nwhile True: pass", 'timeout="0.5"'))
        assert fault.startswith(
            "docs/page.md:1: what watches the page's process was stopped or ended"
        )
        assert time.monotonic() - start < 8
    assert kept.faults(cell("x = 6 * 7")) == []


def test_the_folder_of_the_script_that_builds_is_no_input(tmp_path: Path, monkeypatch):
    """Python puts it on its path: a log that a build writes there would have pages run again."""
    (tmp_path / "beside.py").touch()
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "build.py")])
    monkeypatch.syspath_prepend(tmp_path)
    one = Kept(tmp_path / "book")
    [fault] = one.faults(cell("import beside"))
    one.pages.close()
    assert "No module named 'beside'" in fault


def test_who_is_ended_by_a_sibling_runs_again(kept: Kept):
    """Its death is not told as its own fault."""
    file = kept.root / "docs" / "pid.txt"
    victim = cell(
        "import os, sys, time\nos.write(3 if 0 else 1, str(os.getpid()).encode())\ntime.sleep(1)"
    )
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(kept.run, victim)
        pids, until = list[int](), time.monotonic() + 20
        while not pids and time.monotonic() < until:
            time.sleep(0.05)
            pids = [int(p.name) for p in Path("/proc").glob("[0-9]*") if _is_page(p, kept.root)]
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        [result] = running.result()[1]
    assert result.fault is None and int(result.printed.text) not in pids
    assert not file.exists()


def _is_page(process: Path, root: Path) -> bool:
    """Whether a process is that of a page: the warm one and its guards are in another session."""
    try:
        line = (process / "cmdline").read_text()
        session = (process / "stat").read_text().rpartition(")")[2].split()[3]
        return (
            "unpasted-pages-" in line
            and session == process.name
            and ((process / "cwd").readlink() == root)
            and _parent_is_guard(process)
        )
    except OSError:
        return False


def _parent_is_guard(process: Path) -> bool:
    parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
    return "unpasted-pages-" in Path("/proc", parent, "cmdline").read_text()
