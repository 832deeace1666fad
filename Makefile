# `make play` plays, `make test` passes everything; both set up what is missing first.

RUN := .venv/bin
# Deno checks and tests the scripts of the pages: from what is here alone.
DENO := DENO_NO_UPDATE_CHECK=1 DENO_DIR=build/deno $(RUN)/deno
# What the environments are made from: a change here makes them anew.
PINS := $(wildcard requirements*.txt) pyproject.toml tools/make-venv

# Tests that are quick enough without the compiler and see most of the rules.
INTERPRETED := tests/test_facts.py tests/test_record_head.py \
  $(addprefix tests/azul/test_,examples.py bad_positions.py grey_wall.py tally.py deals.py) \
  $(addprefix tests/azuleo/test_,examples.py examples_turns.py tally.py options.py)

.PHONY: play quick test coverage check docs notebooks bench load chaos first-move format wasm golden pictures screenshots catalogues \
  pins dist site site-serve clean
.DEFAULT_GOAL := play

play: .venv/.play
	@$(RUN)/azulejos play

# The environment in three sizes: for playing, for the quick tests, and for developing, which contains
# the others.
.venv/.play: $(PINS)
	@tools/make-venv requirements-web.txt
	@touch $@

.venv/.quick: $(PINS)
	@tools/make-venv requirements-test.txt
	@touch $@

.venv/.develop: $(PINS)
	@tools/make-venv requirements-dev.txt
	@touch .venv/.play .venv/.quick $@

# The rules, the contract of the kernels and the search; then everything (docs/testing.md).
quick: .venv/.quick
	$(RUN)/pytest -n auto --quick --durations=15

test: .venv/.develop
	@tools/install-for-tests
	$(RUN)/python tests/warm_up.py
	$(RUN)/pytest -n auto --durations=25

# Everything, with the lines that were run: half as slow again. Compiled functions leave no trace, so
# the examples of the rules are first run interpreted.
coverage: .venv/.develop
	@tools/install-for-tests
	$(RUN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(RUN)/coverage run -m pytest -n auto $(INTERPRETED)
	$(RUN)/python tests/warm_up.py
	$(RUN)/coverage run -m pytest -n auto --durations=25
	$(RUN)/coverage combine --quiet
	$(RUN)/coverage report --sort=cover

check: .venv/.develop
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(DENO) check --quiet src tests

# The documentation as a site, without a network; a warning is an error.
docs: .venv/.develop
	$(RUN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

# Run the notebooks under examples/ from the top and keep their outputs: a few minutes.
notebooks: .venv/.develop
	$(RUN)/python tests/notebooks.py

bench: .venv/.develop
	$(RUN)/azulejos bench

# How quickly moves are acknowledged with many tables (docs/web.md).
load: .venv/.play
	$(RUN)/python benchmarks/load.py

# Failures of all kinds under players and followers, and 200,000 changed requests, on SQLite and on
# PostgreSQL (docs/web.md); CHAOS="--minutes 1 --storage sqlite" for a part of it.
chaos: .venv/.develop
	$(RUN)/python -m tests.web.chaos $(CHAOS)

# From an empty cache and a click to a bot's first move (docs/performance.md).
first-move: .venv/.play
	$(RUN)/python benchmarks/first_move.py

format: .venv/.develop
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .
	$(DENO) fmt --quiet

# Compile every game's kernel to WebAssembly anew, where it ships from (docs/wasm.md).
wasm: .venv/.develop
	$(RUN)/python tools/make_wasm.py

# Write the golden playthroughs anew, after a change of the rules that is meant.
golden: .venv/.develop
	$(RUN)/python tests/playthrough.py
	$(RUN)/python tests/envs/spiel_playthroughs.py

# Draw the pictures of the documents anew from their positions.
pictures: .venv/.play
	for game in azul azuleo; do \
	  $(RUN)/azulejos draw "$$(cat docs/images/$$game.txt)" -o docs/images/$$game.svg || exit 1; done

# Take the README's pictures of the tables anew.
screenshots: .venv/.develop
	$(RUN)/python -m tests.web.browser.screenshots

# Bring the German and Swedish catalogues up to date with the sources; it names what lacks words.
# And the reference of reasons with what is declared.
catalogues: .venv/.develop
	$(RUN)/python -m tests.web.catalogues
	$(RUN)/python -m tests.reason_tables

# Write requirements*.txt anew from what pyproject.toml asks for; UPGRADE=1 takes the newest of all.
pins: .venv/.develop
	$(RUN)/python tools/make_pins.py $(if $(UPGRADE),--upgrade)

# A source distribution, and a wheel from it, in dist/ (docs/releasing.md).
dist: .venv/.develop
	$(RUN)/python -m build

# The pages as plain files for any static host, in build/site (docs/site.md); and shown here.
site: .venv/.play
	$(RUN)/azulejos site

site-serve: .venv/.play
	$(RUN)/azulejos site --serve

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
