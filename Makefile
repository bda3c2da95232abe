# Viermot: every target sets up what it needs on a fresh clone; `make help` lists them.

PYTHON ?= python3
VENV   := .venv
BENCH  := .venv-bench
LOCKS  := .venv-locks
PY     := $(VENV)/bin/python
STAMP  := $(VENV)/.installed
ARGS   ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal page test coverage check lock audit screenshots golden proof mutants fast bench rules locale trace docs release clean

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: page  ## play in the browser
	@$(VENV)/bin/viermot open $(ARGS)

terminal: $(STAMP)  ## play in the terminal (ARGS="nightfighter --scenario 4B", for example)
	@$(VENV)/bin/viermot play $(ARGS)

page: $(STAMP)  ## build the page, if its sources have changed
	@$(PY) tools/page.py build

test: page  ## run the tests (ARGS="tests/kernel" for some of them)
	@$(debian_package); \
	debian_package chromium command -v chromium || echo "The page is tested without a browser." >&2; \
	debian_package postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb' || echo "The server is tested on SQLite alone." >&2
	@$(PY) tools/page.py test
	@$(PY) -m pytest -n auto -q $(ARGS)

coverage: $(STAMP)  ## which lines of the kernel and of each game their own tests run; fails below a floor (ARGS="kernel" for one)
	@$(PY) tools/coverage_floors.py $(ARGS)

check: $(STAMP)  ## ruff (faults and format), mypy --strict, who may import whom; for the page Prettier, ESLint and svelte-check
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy --strict
	@$(VENV)/bin/lint-imports --no-logo >$(VENV)/.imports 2>&1 || { cat $(VENV)/.imports; exit 1; }
	@$(PY) tools/page.py check

lock: $(STAMP) $(LOCKS)/bin/uv  ## write the lock files anew: exact versions with hashes, for Python and for the page
	@for each in server:postgres dev:dev bench:bench; do \
	  $(LOCKS)/bin/uv pip compile pyproject.toml requirements/build.in --extra $${each#*:} --universal \
	    --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --quiet --upgrade \
	    --output-file requirements/$${each%:*}.txt || exit 1; done
	@$(PY) tools/page.py lock

audit: $(STAMP) $(LOCKS)/bin/uv  ## ask for known faults in what the lock files name (needs the network)
	@$(PY) tools/audit.py $(LOCKS)/bin/pip-audit

screenshots: page  ## the README's pictures, from scripted games, into docs/pictures
	@$(debian_package); debian_package chromium command -v chromium
	@$(PY) tools/screenshots.py $(ARGS)

golden: $(STAMP)  ## play the golden playthroughs anew into tests/games/*/golden
	@for maker in tests/games/*/goldens.py; do $(PY) $$maker $(ARGS) || exit 1; done

proof: page  ## the long proofs; their figures go to docs/proof.md
	@$(PY) tools/proof.py $(ARGS)
	$(if $(ARGS),,@$(PY) -m pytest tests -q -m proof)

mutants: $(STAMP)  ## break rules on purpose: does a test notice? (ARGS="--seed 7 --mutants 1000")
	@$(PY) tools/mutants.py $(ARGS)

fast: $(STAMP)  ## kernel and games compiled with mypyc into build/fast (needs a C compiler); the pure package stays as it is
	@$(debian_package); debian_package gcc sh -c 'command -v cc || command -v gcc || command -v clang' || exit 1; \
	$(PY) tools/fast.py $(ARGS)

bench: $(BENCH)/.installed  ## speed, beside other engines (ARGS="--pictures" draws docs/pictures/speed.svg and growth.svg)
	@$(BENCH)/bin/python -m benchmarks.run $(ARGS)

# An environment that is merely older than pyproject.toml will do here: the report has to be quick.
rules: $(if $(wildcard $(STAMP)),,$(STAMP))  ## which code and tests stand for each rule (ARGS="nightfighter 17.4.3b" for one)
	@$(PY) tools/rules_report.py $(ARGS)

locale: $(STAMP)  ## what each language lacks, and where it breaks with its own terms (ARGS="de --all" for one)
	@$(PY) tools/locale_report.py $(ARGS)

trace: $(STAMP)  ## one click followed through the code, and its picture, docs/pictures/one-click.svg
	@PYTHONPATH=. $(PY) tools/trace.py

docs: $(STAMP)  ## the documentation as a site, with rule index and reference, into build/site
	@PYTHONPATH=src NO_MKDOCS_2_WARNING=1 $(PY) tools/docs.py

release: page  ## everything up to the upload: changelog, version, wheel and sdist, tried in a fresh environment
	@$(PY) tools/release.py $(ARGS)

clean:  ## remove environments, caches and built files
	@rm -rf $(VENV) $(BENCH) $(LOCKS) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
	@rm -rf src/viermot/server/page web/node_modules

$(STAMP): pyproject.toml hatch_build.py requirements/dev.txt
	@$(call set_up,$(VENV),dev)

$(BENCH)/.installed: pyproject.toml hatch_build.py requirements/bench.txt
	@$(call set_up,$(BENCH),bench)

$(LOCKS)/bin/uv:
	@$(PYTHON) -m venv $(LOCKS) && $(LOCKS)/bin/python -m pip install -qq --disable-pip-version-check uv pip-audit

# What the lock file names, by its hashes and nothing else; then this checkout, editable. The page is built by `make page`.
# set_up(environment, lock file): a virtual environment with this checkout in it, editable, and a stamp when done.
define set_up
$(debian_package); \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
  echo "Viermot needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }; \
debian_package python3-venv $(PYTHON) -c 'import ensurepip, venv' || exit 1; \
echo "Setting up $(1) (once, a minute or so) ..."; \
$(1)/bin/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(1) || exit 1; \
{ $(1)/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/$(2).txt && \
  VIERMOT_SKIP_PAGE=1 $(1)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .; } || { \
  echo "Could not install into $(1); the reason stands above. Is the network there?" >&2; exit 1; }; \
touch $(1)/.installed
endef

# debian_package NAME TEST...: where the test command fails, install the package (as root) or say what to install.
define debian_package
debian_package() { \
  package=$$1; shift; \
  "$$@" >/dev/null 2>&1 && return 0; \
  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "Installing the Debian package $$package ..."; \
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$$package"; } >/dev/null \
      && "$$@" >/dev/null 2>&1 && return 0; \
  fi; \
  echo "Viermot needs $$package; on Debian or Ubuntu: sudo apt-get install $$package" >&2; \
  return 1; \
}
endef
