# `make play` plays, `make test` passes everything; both set up what is missing first.

RUN := .venv/bin
# What the environments are made from: a change here makes them anew.
PINS := $(wildcard requirements*.txt) pyproject.toml tools/make-venv

.PHONY: play test check docs notebooks bench load first-move format golden pictures screenshots catalogues clean
.DEFAULT_GOAL := play

play: .venv/.play
	@$(RUN)/azulejos play

# The environment in two sizes: for playing, and for developing. The second contains the first.
.venv/.play: $(PINS)
	@tools/make-venv requirements.txt
	@touch $@

.venv/.develop: $(PINS)
	@tools/make-venv requirements-dev.txt
	@touch .venv/.play $@

test: .venv/.develop
	@tools/install-for-tests
	$(RUN)/python tests/warm_up.py
	$(RUN)/pytest -n auto

check: .venv/.develop
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy

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

# From an empty cache and a click to a bot's first move (docs/performance.md).
first-move: .venv/.play
	$(RUN)/python benchmarks/first_move.py

format: .venv/.develop
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .

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
catalogues: .venv/.develop
	$(RUN)/python -m tests.web.catalogues

clean:
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis
