# Everything the project does starts here; nothing is needed but Python 3.11 to 3.13, make and git.
#   make lab      set up, fetch the model, run the laboratory, write build/index.html
#   make test     set up, run every check and every test
#   make jupyter  set up, open the notebooks in JupyterLab
#   make check    format, lint, types, import layers

PYTHON ?= $(shell for p in python3.12 python3.13 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not ((3,11) <= sys.version_info[:2] <= (3,13)))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_JOBS ?= 2

.PHONY: lab test jupyter check format setup lock readme refresh mutation clean

lab: setup
	$(BIN)/labcore models fetch
	$(BIN)/labcore run --out build
	@echo "The report is build/index.html"

test: check
	bash tests/run.sh

jupyter: setup
	$(BIN)/labcore models fetch
	JUPYTER_CONFIG_PATH=$(CURDIR)/binder $(BIN)/jupyter lab --notebook-dir=. notebooks/00_start_here.ipynb

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed and none was found on PATH; install one, or call: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@# The pip that comes with Python may look past a pin of the lock, so that its own pin is installed first.
	sed -n '/^pip==/,/# via/p' requirements.lock > $(VENV)/pip.lock
	$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r $(VENV)/pip.lock
	$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e .
	@touch $(STAMP)

# Pin every dependency again. The lock names versions and hashes, never where they were fetched from.
lock: setup
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--all-extras --group dev pyproject.toml -o requirements.lock

readme: setup
	$(BIN)/python tests/write_readme.py

refresh: setup
	$(BIN)/labcore notebooks refresh

# Break the oracle's own code in every small way and see a test fail; survivors stand in benchmarks/mutation-testing.md.
mutation: setup
	LABCORE_HYPOTHESIS=mutation $(BIN)/mutmut run
	$(BIN)/python benchmarks/mutation_page.py

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache
