# Needs Python 3.11 or later and make. Everything else goes into .venv, which is made once and used again.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
GAME   ?= wild_farm

.PHONY: page pages play test quick setup setup-web setup-test lint build coverage conformance fuzz bench mutants clean

play: setup  ## compile the specs, then play a whole game (bots alone without a terminal)
	@echo "== compile the specs into generated/"
	@$(BIN)/rulewright build
	@echo "== play $(GAME)"
	@$(BIN)/rulewright play $(GAME)

page: setup-web  ## write Wild Farm (or GAME) as one HTML file and open it
	@mkdir -p build
	@$(BIN)/rulewright page $(GAME) --to build/$(GAME).html
	@$(BIN)/python -m webbrowser "file://$(CURDIR)/build/$(GAME).html" || true

pages: setup-web  ## the pages of docs/play anew
	@$(BIN)/python docs/play/make.py

test: setup-test  ## run the tests
	@echo "== run all tests: some sixteen minutes on two cores at rest; \`make quick\` takes one"
	@$(BIN)/pytest -n auto --dist worksteal --durations=10 $(PYTEST_ARGS)

quick: setup-test  ## run the tests that answer most questions
	@echo "== architecture, grammar, stages, one engine in lockstep: about a minute on two cores"
	@$(BIN)/pytest -n auto --dist worksteal -m "not slow" tests/architecture tests/grammar tests/stages \
	  "tests/conformance/test_witnesses.py::test_interpreter_and_emitted_engines_go_in_lockstep[nim-2]" $(PYTEST_ARGS)

setup: $(VENV)/.play  ## make .venv with what playing needs
setup-web: $(VENV)/.web  ## make .venv with what pages need besides
setup-test: $(VENV)/.test  ## make .venv with what testing needs

$(BIN)/python:
	@echo "== make $(VENV) with $(PYTHON)"
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "== install rulewright into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.web: pyproject.toml | $(BIN)/python
	@echo "== install rulewright and what its pages need into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web]'
	@touch $@ $(VENV)/.play

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "== install rulewright and what its tests need into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.play

lint: setup-test  ## ruff and strict mypy
	@$(BIN)/ruff check .
	@$(BIN)/mypy

build: setup  ## compile the specs into generated/
	@$(BIN)/rulewright build

coverage: setup  ## the pages of docs/coverage anew; takes some ten minutes
	@for game in wild_farm flock predators wolves_and_sheep; do \
	  $(BIN)/rulewright coverage $$game --games 1000 --format html --to docs/coverage/$$game.html || exit 1; \
	done
	@$(BIN)/rulewright coverage wild_farm --variant short_night,three_wolves --games 1000 --format html \
	  --to docs/coverage/wild_farm__short_night__three_wolves.html
	@$(BIN)/rulewright coverage wolves_and_sheep --variant grube_ryby,time_limit,two_players --games 1000 --format html \
	  --to docs/coverage/wolves_and_sheep__grube_ryby__time_limit__two_players.html
	@$(BIN)/rulewright ambiguities wild_farm --games 2000 --format markdown --to docs/coverage/wild_farm-ambiguities.md
	@$(BIN)/rulewright ambiguities flock --games 300 --format markdown --to docs/coverage/flock-ambiguities.md
	@$(BIN)/rulewright ambiguities predators --games 200 --format markdown --to docs/coverage/predators-ambiguities.md
	@$(BIN)/rulewright ambiguities wolves_and_sheep --games 300 --format markdown --to docs/coverage/wolves_and_sheep-ambiguities.md

conformance: setup-test  ## perft numbers and other implementations, longer than in the suite
	@$(BIN)/pytest -n auto -m conformance tests/conformance --long

fuzz: setup-test  ## mutated and generated specs for hours; goes on where it stopped (SECONDS=…)
	@$(BIN)/pytest tests/fuzz --long
	@$(BIN)/python -m tests.fuzz.generated --seconds $(or $(SECONDS),7200)

mutants: setup-test  ## small changes to the compiler that the tests must catch (COUNT=…)
	@$(BIN)/python -m tests.fuzz.mutants --count $(or $(COUNT),200)

bench: setup-test  ## ratios, measured side by side
	@for file in bench/*.py bench/limits/limits.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

clean:  ## remove .venv and caches
	@rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
