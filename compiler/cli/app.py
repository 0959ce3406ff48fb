"""The command and its verbs.

Exit codes: 0 clean, 1 findings (a wrong spec, a failed scenario, a stale file), 2 unusable input (a missing file, a wrong option).
A verb is imported when it is called, so that `--help` is quick.
"""

import gc
import os
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Final

import typer

VERBS: Final = (
    ("init", "make a new game folder that compiles and plays at once"),
    ("check", "say what is wrong with specs"),
    ("fmt", "lay out specs canonically"),
    ("build", "write engines"),
    ("play", "play a game in the terminal, people and bots"),
    ("page", "write a game as one HTML file to be played in a browser"),
    ("replay", "go through a recorded match"),
    ("test", "play the worked examples of specs"),
    ("simulate", "play many random games and say how they went"),
    ("coverage", "say which rules carry out each clause, and which clauses each rule"),
    ("ambiguities", "rank the open points of a rulebook by what they change in play"),
    ("mutate", "change a spec in small ways and say what nobody notices"),
    ("examine", "check, play, prove, cover and mutate a game, as one page for whoever owns its rulebook"),
    ("perft", "count sequences of moves"),
    ("diff", "say what differs between two specs: parts, play, and what it comes to"),
    ("show", "print what a stage made of a spec"),
    ("explain", "explain a diagnostic code"),
    ("schema", "print the JSON Schema for YAML editors"),
    ("completion", "print the completion script of a shell"),
)
"""Verbs in the order of `--help`; verb `x` is function `x` of `compiler.cli.x_verb`."""


USAGE: Final = """Usage: rulewright VERB [ARGS]...

Rulebooks in, engines out: check, build, play and examine tabletop games written as specs.

Example: rulewright check specs/my_game

Verbs:
{verbs}

rulewright VERB --help tells more of each; rulewright --version names the versions of package, language and records."""


ASKED_BY_A_SHELL: Final = "_RULEWRIGHT_COMPLETE"
"""set where a shell asks what may follow (docs of typer and click)"""

LIVING: Final = 200_000
"""A compile makes many small things that live to its end: to look through them for garbage every 700 would only cost time."""


def main() -> None:
    """The entry point. A reader that hangs up (`| head`) and Ctrl-C end it quietly."""
    gc.set_threshold(LIVING)
    in_the_way = shadowed()
    if in_the_way:
        print(f"rulewright: {in_the_way}", file=sys.stderr)
        sys.exit(2)
    try:
        run(sys.argv[1:])
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        traceback.print_exc()
        print(_fault(error), file=sys.stderr)
        sys.exit(2)


def shadowed() -> str:
    """What is wrong where Python finds somebody else's `runtime` or `compiler` before this one's; nothing where it does not."""
    home = Path(__file__).resolve().parents[2]
    for name in ("runtime", "compiler"):
        found = find_spec(name)
        origin = Path(found.origin).resolve() if found is not None and found.origin else None
        if origin != home / name / "__init__.py":
            where = origin or next(iter(found.submodule_search_locations or ()), "nowhere") if found is not None else "nowhere"
            return f"Python finds `{name}` at {where}, which is in the way of Rulewright's own at {home / name}: rename it, or run elsewhere"
    return ""


def _fault(error: Exception) -> str:
    """What a person is told when the compiler itself failed, below the traceback."""
    from compiler.diagnostics.registry import BY_CODE, fill

    code = BY_CODE["RWX001"]
    headline = fill(code.headline, {"what": f"{type(error).__name__}: {error}"})
    return "\n".join([f"error {code.code}: {headline}", *(f"  = help: {text}" for text in code.helps)])


def run(arguments: list[str]) -> None:
    """Carries out a verb; leaves with its exit code."""
    verb = arguments[0] if arguments else "--help"
    if ASKED_BY_A_SHELL in os.environ:
        from compiler.cli.completing import complete

        complete(VERBS, _verb)
    elif verb in ("--help", "-h"):
        print(USAGE.format(verbs="\n".join(f"  {name:11} {line}" for name, line in VERBS)))
    elif verb == "--version":
        from compiler.cli.versions import versions

        print(versions())
    elif verb in dict(VERBS):
        app = _verb(verb)
        _format_named(app, arguments)
        app(arguments[1:], prog_name=f"rulewright {verb}")
    else:
        from compiler.diagnostics.suggest import near_names

        near = near_names(verb, [name for name, _ in VERBS])
        print(f"rulewright: no verb {verb!r}" + (f"; did you mean {near[0]}?" if near else "; see rulewright --help"), file=sys.stderr)
        sys.exit(2)


def _format_named(app: typer.Typer, arguments: list[str]) -> None:
    """`--json` is another name for `--format json` where a verb has formats."""
    function = app.registered_commands[0].callback
    if function is not None and "format" in signature(function).parameters:
        arguments[1:] = [word for given in arguments[1:] for word in (("--format", "json") if given == "--json" else (given,))]


def _verb(name: str) -> typer.Typer:
    module = import_module(f"compiler.cli.{name}_verb")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(help=module.__doc__, context_settings={"help_option_names": ["-h", "--help"]})(getattr(module, name))
    return app
