# serve · test · build · bench · clean — each sets up what it needs, once.
export NO_MKDOCS_2_WARNING := 1
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
READY := .venv/ready

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
	$(BIN)/pytest --numprocesses 2 --dist worksteal

bench: $(READY)
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/engine.py

$(READY): requirements.lock pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This book needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	  "Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip --disable-pip-version-check install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# Writes the pins anew from pyproject.toml; needs the network.
lock: $(READY)
	$(BIN)/pip --disable-pip-version-check install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra book --extra test --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock

clean:
	rm -rf .venv site site.unfinished build .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
