"""Coverage as one self-contained HTML page: the rulebook, and beside each clause the spec that says it.

No script, no font, no picture from elsewhere: the page can be mailed. Everything that comes from a spec or a rulebook is escaped.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final

from compiler.checks.coverage.cover import ClauseCover, Coverage, PointCover, RuleCover
from compiler.checks.coverage.excerpt import excerpt
from compiler.checks.coverage.report import fired_text, lines_text, totals

STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #222; background: #fff; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
.clause { display: grid; grid-template-columns: minmax(14rem, 1fr) minmax(20rem, 1.6fr); gap: 0 2rem; padding: .8rem 0; border-top: 1px solid #eee; }
.number { font-weight: 600; } .number a { color: inherit; text-decoration: none; }
.state { display: inline-block; font-size: .8rem; padding: 0 .5em; border-radius: .6em; background: #dfeee0; }
.state.warn { background: #fbe3c0; } .state.bad { background: #f6c9c4; } .state.quiet { background: #e6e6e6; }
pre { background: #f6f6f3; padding: .5rem .7rem; margin: .3rem 0 .8rem; overflow-x: auto; font: 13px/1.4 ui-monospace, monospace; }
.path { font: 13px ui-monospace, monospace; } .about, .shown { font-size: .85rem; color: #555; } .shown { margin: .2rem 0; }
table { border-collapse: collapse; } td, th { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-top: 1px solid #eee; }
@media (max-width: 48rem) { .clause { display: block; } }
@media (prefers-color-scheme: dark) { body { background: #1c1c1c; color: #ddd; } pre { background: #262626; }
  .state { color: #222; } .about, .shown { color: #aaa; } .clause, td, th { border-color: #333; } }
"""

_TONES: Final = {
    "covered": "",
    "no scenario": "",
    "never fired": "warn",
    "no rule": "bad",
    "not modelled": "quiet",
    "replaced": "quiet",
    "of a variant": "quiet",
}


def coverage_page(cover: Coverage) -> str:
    return "\n".join(_page(cover)) + "\n"


def _page(cover: Coverage) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield f'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(cover.title)}: coverage</title>'
    yield f"<style>{STYLE}</style></head>"
    yield "<body>"
    yield f"<h1>{escape(cover.title)}: the rulebook and its spec</h1>"
    counts = ", ".join(f"{count} {escape(state)}" for state, count in totals(cover))
    yield f"<p>{len(cover.clauses)} clauses ({counts}), {len(cover.points)} open points, {len(cover.rules)} rules."
    yield f"How often a rule fired was counted in {cover.games:,} random games from seed {cover.seed}, over all player counts."
    yield f"Made by <code>{escape(cover.command)} --format html</code>.</p>"
    for section, clauses in groupby(cover.clauses, key=lambda clause: clause.section):
        yield f"<h2>{escape(section)}</h2>"
        for clause in clauses:
            yield from _clause(cover, clause)
    if cover.points:
        yield "<h2>Open points</h2>"
        yield "<table><tr><th>point</th><th>question</th><th>settled by</th></tr>"
        for point in cover.points:
            yield from _point(point)
        yield "</table>"
    if cover.unclaimed:
        yield "<h2>Rules that no clause speaks for</h2><ul>"
        yield from (
            f'<li><span class="path">{escape(rule.path)}</span> <span class="about">{escape(rule.span.place)}</span></li>' for rule in cover.unclaimed
        )
        yield "</ul>"
    yield "</body></html>"


def _clause(cover: Coverage, clause: ClauseCover) -> Iterator[str]:
    anchor = "c" + clause.number
    yield f'<div class="clause" id="{anchor}"><div>'
    changed = ' <span class="state bad">text changed</span>' if clause.changed else ""
    tone = _TONES[clause.state]
    yield f'<div><span class="number"><a href="#{anchor}">{clause.number}</a></span> <span class="state {tone}">{clause.state}</span>{changed}</div>'
    yield f"<div>{escape(clause.text)}</div>"
    if clause.reason:
        yield f'<div class="about">not modelled: {escape(clause.reason)}</div>'
    for shown in clause.scenarios:
        yield f'<div class="shown">shown by “{escape(shown.name)}” ({escape(shown.file)})</div>'
    yield "</div><div>"
    for rule in clause.rules:
        yield from _rule(cover, rule)
    yield "</div></div>"


def _rule(cover: Coverage, rule: RuleCover) -> Iterator[str]:
    lines = lines_text(cover, rule)
    about = [rule.kind, fired_text(rule), rule.span.place, *([lines + (f" (in {rule.whole})" if rule.whole else "")] if lines else [])]
    yield f'<div><span class="path">{escape(rule.path)}</span> <span class="about">{escape("; ".join(about))}</span></div>'
    yield f"<pre>{escape(excerpt(rule.span))}</pre>"


def _point(point: PointCover) -> Iterator[str]:
    clauses = " ".join(f'<a href="#c{number}">{number}</a>' for number in point.clauses)
    settled = []
    for name, value, readings in point.options:
        words = ", ".join(f"<b>{escape(reading)}</b>" if reading == value else escape(reading) for reading in readings)
        settled.append(f"<code>{escape(name)}</code>: {words or f'<b>{escape(value)}</b>'}")
    if point.reason:
        settled.append("assumed: " + escape(point.reason))
    yield f'<tr id="{point.number.lower()}"><td><b>{point.number}</b><br><span class="about">{clauses}</span></td>'
    yield f"<td>{escape(point.text)}</td><td>{'<br>'.join(settled) or ('of a variant' if point.absent else 'not settled')}</td></tr>"
