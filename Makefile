# Everything runs inside .venv, which `setup` builds once and again when pyproject.toml changes.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# Tests of one game, or of one file, run in one process.
PYTEST := $(BIN)/pytest -q -n 2 --dist loadgroup --no-loadscope-reorder
# Where `check` looks; of what is about a page or a game it runs what was touched.
QUICK := $(addprefix tests/, chains copies docs doors games lists match meaning overlays payments players \
	program source studies syntax test_games.py test_groups.py test_touched.py tree web)
GAME ?= knizia
SEAT ?=

# Processes that tests start find what Python has compiled before.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
# Types are looked at beside the tests: from nothing that takes one core as long as the quick tests take two,
# which are nice to it.
.PHONY: help setup lint types layers check quick tests test nightly transcripts drawings pictures soak matches mutate audit play serve docs format bench load conformance bots wheel build clean

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)  ## build .venv with everything needed for development

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $@

lint: setup  ## check style and likely mistakes
	$(BIN)/ruff check interpreter tests

types: setup  ## check type hints
	$(BIN)/mypy

layers: setup  ## check that a floor imports only from the floors below it
	$(BIN)/lint-imports

check: lint layers  ## style, types, layers, quick tests, and those of the pages and games you touched: within a minute
	$(MAKE) --no-print-directory -j2 types quick

quick: setup
	nice $(PYTEST) --touched -m "not slow" $(QUICK)

tests: setup  ## run the tests only
	$(PYTEST)

test: lint layers  ## run every check
	$(MAKE) --no-print-directory -j2 types tests

nightly: lint types layers  ## run everything with its full amounts, then soak, audit and mutate: for hours
	NIGHTLY=1 $(PYTEST)
	$(MAKE) soak audit mutate

transcripts: setup  ## write the whole matches that the tests compare with anew
	PYTHONPATH=tests $(BIN)/python -m tools.transcripts

drawings: setup  ## draw the chains of the manual, and the way of a checked game, anew
	PYTHONPATH=tests $(BIN)/python -m tools.chain_drawings
	PYTHONPATH=tests $(BIN)/python -m tools.passage

pictures: setup  ## draw the pictures of tables in the browser anew; needs Chromium and its driver
	PYTHONPATH=tests $(BIN)/python -m tools.pictures

soak: setup  ## play many thousand matches and write docs/soak.md; SOAK="--games 50 --big-games 50" for fewer
	PYTHONPATH=tests $(BIN)/python -m tools.soak $(SOAK)

matches: setup  ## play thousands of matches of the four large games, write their pages; MATCHES="--bots sensible --games 60" for others
	PYTHONPATH=tests $(BIN)/python -m tools.book_soak $(MATCHES)
	PYTHONPATH=tests $(BIN)/python -m tools.mele_soak $(MATCHES)
	PYTHONPATH=tests $(BIN)/python -m tools.war_soak ringkrieg $(MATCHES)
	PYTHONPATH=tests $(BIN)/python -m tools.war_soak fuenf_heere $(MATCHES)

mutate: setup  ## mutate the shipped rules, see who notices, write docs/mutation.md; MUTATE="--count 300" for fewer
	PYTHONPATH=tests $(BIN)/python -m tools.mutate --write docs/mutation.md $(MUTATE)

audit: setup  ## take declarations that cite a clause out, write docs/audit.md; make every small change, write docs/small_changes.md
	PYTHONPATH=tests $(BIN)/python -m tools.audit --write docs/audit.md
	PYTHONPATH=tests $(BIN)/python -m tools.small_audit --write docs/small_changes.md

play: setup  ## play a game: make play GAME=name, with SEAT=2 to play another seat than the first
	$(BIN)/regelwerk play $(GAME) $(if $(SEAT),--seat $(SEAT))

serve: setup  ## open tables in the browser: make serve, or make serve SERVE="knizia --port 8080"
	$(BIN)/regelwerk serve $(SERVE)

docs: setup  ## build the documentation into docs/_build
	$(BIN)/sphinx-build -q -W -n --keep-going docs docs/_build

format: setup  ## put Python code into its standard layout
	$(BIN)/ruff check --fix --select I interpreter tests
	$(BIN)/ruff format interpreter tests

bench: setup  ## measure playouts, matches, growth with the size of a game, starting and checking; BENCH="--rounds 5 classics" for less
	PYTHONPATH=tests $(BIN)/python -m tools.bench $(BENCH)

load: setup  ## open many tables in the browser and measure the answers; LOAD="--tables 10 mele" for others
	PYTHONPATH=tests $(BIN)/python -m tools.load $(LOAD)

conformance: setup  ## play 2,000 matches of each classic in lockstep with OpenSpiel, write docs/conformance.md
	PYTHONPATH=tests $(BIN)/python -m tools.conformance --write docs/conformance.md $(CONFORMANCE)

bots: setup  ## let bots play every shipped game and write docs/bots.md (about 20 minutes)
	$(BIN)/python tests/tools/bots.py

wheel: setup  ## build the wheel, install it into an empty environment and play a game there
	$(BIN)/python tests/tools/wheel.py

build: setup  ## build the wheel and the source archive into dist/
	$(BIN)/python -m build --outdir dist

clean:  ## remove caches and built files, keep .venv
	rm -rf build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find interpreter tests -name __pycache__ -type d -prune -exec rm -rf {} +
