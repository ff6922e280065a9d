# Two commands are all a newcomer needs: `make run` and `make test`. Each sets up its own environment.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test check serve docs format benchmarks clean

run: $(VENV)/.run
	@$(BIN)/liuren shefu

test: $(VENV)/.dev
	@tools/require-debian-packages chromium fonts-noto-cjk postgresql
	@$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m liuren.rules.format --check
	$(BIN)/python -m liuren.rules.lint

serve: $(VENV)/.run
	$(BIN)/pip install -q -e '.[web,cases]'
	$(BIN)/liuren serve

docs: $(VENV)/.dev
	$(BIN)/python docs/written.py
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m liuren.rules.format

benchmarks: $(VENV)/.dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) docs/_build test-artefacts dist

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Liuren needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@ $(VENV)/.run
