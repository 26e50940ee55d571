# `make run` plays, `make test` tests. Everything lives in .venv; nothing here needs root.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
PINNED := --require-hashes

# A step that is done leaves a mark, so the second time costs nothing. The marks carry the
# folder they were made in: a tree that was moved, or whose Python went away, gets a new .venv.
MADE := $(VENV)/made/$(shell pwd | cksum | cut -d ' ' -f 1)
$(shell test -x $(BIN)/python || rm -rf $(VENV)/made)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run test check screenshots lint types contracts coverage venv docs bench load soak fuzz deb service vm audit requirements clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(MADE)/peglight ## a simulated board, its page on http://127.0.0.1:8080
	@$(BIN)/peglight run --simulate $(ARGS)

test: venv ## every test (ARGS='-k lamps' for some)
	@$(BIN)/python -m pytest $(SHARED) $(ARGS)
# One process more than there are cores, since many tests wait; above four, browsers fill the memory first.
# ARGS=-n0 runs it in one process.
SHARED := --numprocesses $(shell cores=$$(nproc); echo $$((cores < 3 ? cores + 1 : 4))) --dist worksteal

check: lint types contracts test ## what CI runs: lint, types, import contracts, tests

lint: venv ## ruff: findings and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: venv ## mypy --strict on the four packages
	@$(BIN)/mypy

contracts: venv ## who may import whom
	@$(BIN)/lint-imports --no-logo

screenshots: venv ## a picture of every page in every size and language, in build/screenshots (two minutes)
	@SCREENSHOTS=every $(BIN)/python -m pytest -q tests/web/test_screenshots.py $(ARGS)

deb: ## a Debian package that carries its own venv, in dist/
	@PYTHON="$(PYTHON)" bash systemd/deb

service: $(MADE)/run ## the service in a machine of its own: install, kill, hang, upgrade, take away (root, systemd-nspawn)
	@PYTHON="$(CURDIR)/$(BIN)/python" bash tests/service/run

coverage: venv ## what the tests reach, branch by branch, and whether that is enough (ARGS='tests/hardware' for some of them)
	@rm -f .coverage .coverage.* && $(BIN)/coverage run -m pytest $(SHARED) $(ARGS)
	@$(BIN)/coverage combine -q && $(BIN)/coverage report --skip-covered --show-missing --sort=cover
	@$(if $(ARGS),,enough=0; for one in $(REACHED); do \
	    $(BIN)/coverage report --include="$${one%:*}/*" --fail-under="$${one#*:}" >/dev/null || \
	        { echo "$${one%:*}: the tests are to reach $${one#*:} % of it" >&2; enough=1; }; done; exit $$enough)
REACHED := engine:100 hardware:90 firmware_host:90 web_ui:90

bench: $(MADE)/peglight ## how fast it is on this machine
	@$(BIN)/peglight bench $(ARGS)

load: venv ## fifty phones and a game without a pause, ten minutes (MINUTES=2, ARGS='--write docs/load.md')
	@$(BIN)/python -m tests.load.full_house $(MINUTES) $(ARGS)

soak: venv ## play, break, kill, cut the power for hours (ARGS='--turns 2000 --kills 20 --every 20 --cuts 60' for less)
	@$(BIN)/python -m tests.soak.run $(ARGS)

fuzz: venv $(MADE)/fuzz ## feed everything that reads with anything, a minute each (SECONDS=600 for ten)
	@$(BIN)/python -m tests.fuzz.longer $(or $(SECONDS),60) $(ARGS)

vm: venv ## a guest with real kernel pins and a USB reader that is unplugged in mid-game (root, qemu; ten minutes)
	@PYTHON="$(CURDIR)/$(BIN)/python" bash tests/vm/run

docs: venv ## make anew what docs/ tells of the code
	@$(BIN)/python docs/where_it_lives.py
	@$(BIN)/python docs/perft_page.py
	@$(BIN)/python -m docs.lamps

audit: venv ## licences and pins of what peglight runs with, and of the drivers
	@$(BIN)/python requirements/audit.py requirements/run.txt requirements/drivers.txt

venv: $(MADE)/peglight $(MADE)/test $(MADE)/drivers ## the one .venv: run set, checks, drivers

requirements: $(MADE)/lock ## write requirements/*.txt anew from *.in
	@for set in run test fuzz lock; do \
	    $(BIN)/uv pip compile $(LOCK) --only-binary :all: requirements/$$set.in -o requirements/$$set.txt || exit 1; done
	@$(BIN)/uv pip compile $(LOCK) --no-deps requirements/drivers.in -o requirements/drivers.txt
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --upgrade

clean: ## back to what git has
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* fuzz-finds
	find . -path ./.git -prune -o -name __pycache__ -prune -exec rm -rf {} +

# --- the steps -------------------------------------------------------------------------------------

$(MADE)/python:
	@command -v "$(PYTHON)" >/dev/null || { echo "No '$(PYTHON)' here: install Python 3.11 or newer, or name one with PYTHON=/path/to/python3." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Peglight needs Python 3.11 or newer and '$(PYTHON)' is older: name a newer one with PYTHON=/path/to/python3.11." >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "'$(PYTHON)' cannot make a venv: install it with 'sudo apt install python3-venv', or name another with PYTHON=/path/to/python3." >&2; exit 1; }
	@test ! -L $(VENV) || { echo "$(VENV) is a link to $$(readlink $(VENV)), which others may use: run 'make venv' there, or take the link away." >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)
	@mkdir -p $(MADE) && touch $@

$(MADE)/run: requirements/run.txt | $(MADE)/python
	@echo "Installing what peglight runs with ..."
	@$(PIP) install $(PINNED) --only-binary :all: -r $<
	@touch $@

$(MADE)/peglight: pyproject.toml $(MADE)/run
	@$(PIP) install --no-deps --no-index --no-build-isolation --editable .
	@touch $@

$(MADE)/test: requirements/test.txt | $(MADE)/run
	@echo "Installing what the checks need ..."
	@$(PIP) install $(PINNED) --only-binary :all: -r $<
	@touch $@

$(MADE)/fuzz: requirements/fuzz.txt | $(MADE)/run
	@$(PIP) install $(PINNED) --only-binary :all: -r $<
	@touch $@

# The drivers compile, each on its own: where one cannot be built the rest goes on, and the test run says
# what it left out. Then no mark is left, so the next `make venv` tries again.
$(MADE)/drivers: requirements/drivers.txt | $(MADE)/run
	@echo "Building the drivers ..."
	@rm -f $(MADE)/driver-* && awk '/^[a-z]/ {one = "$(MADE)/driver-" $$1} {print >one}' $<
	@: >$(MADE)/drivers.log; lacking=; for one in $(MADE)/driver-*; do \
	    $(PIP) install $(PINNED) --no-deps --no-build-isolation -r $$one 2>>$(MADE)/drivers.log || \
	        lacking="$$lacking $${one#*driver-}"; done; \
	if test -z "$$lacking"; then touch $@; else \
	    echo "Not built:$$lacking (see $(MADE)/drivers.log). The rest goes on without."; fi

$(MADE)/lock: requirements/lock.txt | $(MADE)/python
	@$(PIP) install $(PINNED) --only-binary :all: -r $<
	@touch $@
