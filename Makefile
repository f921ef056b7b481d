# Every target makes its own environment: a fresh machine needs python3 (3.11 or later), make and git.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python

SPECS     := $(sort $(wildcard specs/*.ksy))
GENERATED := generated kernels/README.md docs/reference

# Tests and demo start many processes: each would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help env demo test coverage gen check drift docs format bench fuzz rehearsal clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.cli,cpu  ## build a sample file of every format, read it back, show what is inside
	$(PY) examples/demo.py

# There is a process of tests for each core: threads of libraries would only wait for one another.
test coverage: export OMP_NUM_THREADS := 1

test: $(VENV)/.dev  ## run the tests but the slow ones; ARGS="-k name" goes to pytest, ARGS="-m slow" runs those
	$(PY) -m pytest -n auto --dist worksteal -m "not slow" $(ARGS)

coverage: $(VENV)/.dev  ## run the tests and measure which lines they reach; pages in build/coverage; ARGS as of `test`
	$(PY) -m pytest -n auto --dist worksteal -m "not slow" --cov --cov-report=html --cov-report=term:skip-covered $(ARGS)

gen: $(VENV)/.dev  ## regenerate generated/, and what is made of tables in kernels/README.md and docs/reference
	$(PY) -m quire.cli.main gen $(SPECS) -o generated --package quire.generated
	$(PY) -m quire.cli.recognition generated/_formats.py $(SPECS)
	$(PY) -m quire.kernels.engine.matrix kernels/README.md
	$(PY) -m quire.generator.syntax.key_tables docs/reference/language.md
	$(PY) -m quire.generator.explained docs/reference/errors.md

check: $(VENV)/.dev  ## formatting, lint, types, layers, and that `make gen` changes nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(PY) .ci/link_tree.py
	$(BIN)/mypy --num-workers auto
	cd build/tree && ../../$(BIN)/lint-imports --config ../../pyproject.toml
	$(MAKE) --no-print-directory drift

drift: gen  ## that `make gen` changes nothing
	@git diff --exit-code -- $(GENERATED) \
	  && test -z "$$(git ls-files --others --exclude-standard -- $(GENERATED))" \
	  || { echo 'Generated files are not up to date: run `make gen` and commit what it changes.'; exit 1; }

docs: $(VENV)/.docs  ## build the site into build/site; a link or an anchor that leads nowhere is an error
	$(PY) .ci/link_tree.py
	$(PY) .ci/link_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --config-file docs/mkdocs.yml

format: $(VENV)/.dev  ## format, and fix what the linter can fix
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(VENV)/.dev $(VENV)/.bench  ## print the tables of the benchmarks; ONLY=cvc, objects, … for one suite; ARGS="--specs DIR" for real_files
	$(PY) -m benchmarks $(ONLY) $(ARGS)

fuzz: $(VENV)/.dev  ## fuzz the readers and writers of all specs, the compiler and the faces, for a minute; TIME=1h for longer, JOBS=2 for more at once
	$(BIN)/quire fuzz $(SPECS) compiler faces --time $(or $(TIME),60s) --corpus build/fuzz --jobs $(or $(JOBS),1)

env: $(VENV)/.dev  ## make the environment in .venv (the other targets do this by themselves)

rehearsal: $(VENV)/.dev  ## a release in build/release that nobody sees: tag, wheel, sdist, notes; installed elsewhere and used
	rm -rf build/release
	$(PY) .ci/release.py rehearse

clean:  ## remove what was built, and the environment
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The pip that comes with an older Python takes twice as long to choose among many releases.
$(PY):
	$(PYTHON) -m venv --upgrade-deps $(VENV)

# One stamp for what was installed at once of the extras of pyproject.toml: .venv/.dev says that `.[dev]` is.
# Python compiles what it imports: to compile all of 170 packages takes half as long as to install them.
$(VENV)/.%: pyproject.toml | $(PY)
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[$*]'
	@touch $@
