"""Pieces of SVG as text: whole numbers only, so that the browser writes the very same. `table/pen.js` is its twin."""

from collections.abc import Sequence
from html import escape as html_escape

from runtime.drawing.looks import shapes


def escape(text: str) -> str:
    return html_escape(text, quote=True)


def hundredths(number: int) -> str:
    """`136` as `1.36`."""
    return f"{number // 100}.{number % 100:02}"


def text(x: int, y: int, words: str, kind: str, size: int = 13, fill: str = "") -> str:
    painted = f' fill="{fill}"' if fill else ""
    return f'<text class="{kind}" x="{x}" y="{y}" font-size="{size}"{painted}>{escape(words)}</text>'


def rect(x: int, y: int, width: int, height: int, kind: str, fill: str = "", round: int = 0) -> str:
    painted = f' fill="{fill}"' if fill else ""
    corner = f' rx="{round}"' if round else ""
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}"{corner}{painted}/>'


def circle(x: int, y: int, radius: int, kind: str, fill: str = "") -> str:
    painted = f' fill="{fill}"' if fill else ""
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}"{painted}/>'


def polygon(points: Sequence[tuple[int, int]], kind: str) -> str:
    shown = " ".join(f"{x},{y}" for x, y in points)
    return f'<polygon class="{kind}" points="{shown}"/>'


def path(x: int, y: int, scale: int, drawn: str, kind: str, fill: str = "") -> str:
    """A path drawn around the origin, moved to a place; `scale` in hundredths."""
    painted = f' fill="{fill}"' if fill else ""
    return f'<path class="{kind}" transform="translate({x} {y}) scale({hundredths(scale)})" d="{escape(drawn)}"{painted}/>'


def group(at: str, label: str, inside: Sequence[str]) -> str:
    """Something that may be clicked: its key, what it is called, and how it looks."""
    return f'<g data-at="{escape(at)}"><title>{escape(label)}</title>{"".join(inside)}</g>'


def picture_of(x: int, y: int, size: int, drawn: str, fill: str) -> list[str]:
    """A picture around a place: a path, or texts one below the other."""
    if is_path(drawn):
        return [path(x, y, size, drawn, "drawn", fill)]
    lines = drawn.split("\n")
    return [text(x, y + size * 35 // 100 + (2 * at + 1 - len(lines)) * size // 2, line, "middle", size, fill) for at, line in enumerate(lines)]


def is_path(drawn: str) -> bool:
    return len(drawn) > 2 and drawn[0] == "M" and (drawn[1].isdigit() or drawn[1] in " -.")


def die(x: int, y: int, size: int, face: int) -> list[str]:
    """A die with its upper left corner here."""
    found = [rect(x, y, size, size, "die", "", size // 6)]
    if 0 <= face <= 6:
        middle, step = size // 2, size * 27 // 100
        found += [circle(x + middle + step * a, y + middle + step * b, size // 11, "pip") for a, b in shapes()["pips"][face]]
    return found


def width_of(words: str, size: int = 13) -> int:
    """About how wide a text is, in pixels."""
    return sum(100 if ord(letter) > 0x2E7F else 56 for letter in words) * size // 100


def short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def initials(words: str) -> str:
    """`p0` stays, `sheep 3` becomes `s3`."""
    parts = words.split()
    return words if len(words) <= 2 else "".join(part if part.isdigit() else part[0] for part in parts)[:3]
