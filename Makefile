# serve · test · build · bench · clean — each sets up what it needs, once.
export NO_MKDOCS_2_WARNING := 1
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
SIZES ?= 12 60
BIN := .venv/bin
READY := .venv/ready
PEERS := .venv.bench
INSTALL := pip --disable-pip-version-check install --quiet

.PHONY: serve test build bench lock clean

serve: $(READY)
	$(BIN)/mkdocs serve --dev-addr $(HOST):$(PORT)

build: $(READY)
	$(BIN)/mkdocs build --strict
	@test -f site/index.html || { echo "No site was written."; exit 1; }

test: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2 --dist loadfile

# The chapters of the generated books: make bench SIZES="12 60 300"
bench: $(READY) $(PEERS)/ready
	$(BIN)/python -m benchmarks.book
	$(BIN)/python -m benchmarks.figure
	$(BIN)/python -m benchmarks.compare $(SIZES)
	$(BIN)/python -m benchmarks.engine

$(READY): requirements.lock pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This book needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	  "Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/$(INSTALL) --require-hashes --requirement requirements.lock
	$(BIN)/$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

# What the book is compared with stays out of the book's own environment.
$(PEERS)/ready: requirements.bench.lock Makefile | $(READY)
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/$(INSTALL) --require-hashes --requirement requirements.bench.lock
	touch $@

# Writes the pins anew from pyproject.toml; needs the network. What the book and its peers share
# has the same version in both.
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-header --quiet
lock: $(READY)
	$(BIN)/$(INSTALL) uv
	$(BIN)/$(COMPILE) --extra book --extra test --output-file requirements.lock
	$(BIN)/$(COMPILE) --extra bench --constraint requirements.lock \
	  --output-file requirements.bench.lock

clean:
	rm -rf .venv $(PEERS) site site.unfinished build .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
