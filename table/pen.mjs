/** Pieces of SVG as text, whole numbers only. The twin of `runtime/drawing/pen.py`. */
import { shapes } from "./looks.mjs";

/** @param {string} text */
export function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
}

/** Whole division that rounds down, as the twin does. @param {number} a @param {number} b */
export function div(a, b) {
  return Math.floor(a / b);
}

/** `136` as `1.36`. @param {number} number */
function hundredths(number) {
  return `${div(number, 100)}.${String(number % 100).padStart(2, "0")}`;
}

/** @param {string} fill */
function painted(fill) {
  return fill ? ` fill="${fill}"` : "";
}

/** @param {number} x @param {number} y @param {string} words @param {string} kind @param {number} size @param {string} fill */
export function svgText(x, y, words, kind, size = 13, fill = "") {
  return `<text class="${kind}" x="${x}" y="${y}" font-size="${size}"${painted(fill)}>${escapeText(words)}</text>`;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind @param {string} fill @param {number} round */
export function svgRect(x, y, width, height, kind, fill = "", round = 0) {
  const corner = round ? ` rx="${round}"` : "";
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}"${corner}${painted(fill)}/>`;
}

/** @param {number} x @param {number} y @param {number} radius @param {string} kind @param {string} fill */
export function svgCircle(x, y, radius, kind, fill = "") {
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="${radius}"${painted(fill)}/>`;
}

/** @param {number[][]} points @param {string} kind */
export function svgPolygon(points, kind) {
  return `<polygon class="${kind}" points="${points.map(([x, y]) => `${x},${y}`).join(" ")}"/>`;
}

/** A path drawn around the origin, moved to a place. @param {number} x @param {number} y @param {number} scale @param {string} drawn @param {string} kind @param {string} fill */
export function svgPath(x, y, scale, drawn, kind, fill = "") {
  return `<path class="${kind}" transform="translate(${x} ${y}) scale(${hundredths(scale)})" d="${escapeText(drawn)}"${painted(fill)}/>`;
}

/** Something that may be clicked. @param {string} at @param {string} label @param {string[]} inside */
export function svgGroup(at, label, inside) {
  return `<g data-at="${escapeText(at)}"><title>${escapeText(label)}</title>${inside.join("")}</g>`;
}

/** A picture around a place. @param {number} x @param {number} y @param {number} size @param {string} drawn @param {string} fill @returns {string[]} */
export function pictureOf(x, y, size, drawn, fill) {
  if (isPath(drawn)) return [svgPath(x, y, size, drawn, "drawn", fill)];
  const lines = drawn.split("\n");
  return lines.map((line, at) => svgText(x, y + div(size * 35, 100) + div((2 * at + 1 - lines.length) * size, 2), line, "middle", size, fill));
}

/** @param {string} drawn */
function isPath(drawn) {
  return drawn.length > 2 && drawn[0] === "M" && /[\d .-]/.test(drawn[1]);
}

/** A die with its upper left corner here. @param {number} x @param {number} y @param {number} size @param {number} face */
export function svgDie(x, y, size, face) {
  const found = [svgRect(x, y, size, size, "die", "", div(size, 6))];
  if (face >= 0 && face <= 6) {
    const [middle, step] = [div(size, 2), div(size * 27, 100)];
    for (const [a, b] of shapes.pips[face]) found.push(svgCircle(x + middle + step * a, y + middle + step * b, div(size, 11), "pip"));
  }
  return found;
}

/** About how wide a text is, in pixels. @param {string} words @param {number} size */
export function widthOf(words, size = 13) {
  let sum = 0;
  for (const letter of words) sum += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 100 : 56;
  return div(sum * size, 100);
}

/** @param {string} words @param {number} most */
export function shortened(words, most) {
  const letters = [...words];
  return letters.length <= most ? words : letters.slice(0, most - 1).join("") + "…";
}

/** `p0` stays, `sheep 3` becomes `s3`. @param {string} words */
export function initials(words) {
  if ([...words].length <= 2) return words;
  const parts = words.split(/\s+/).filter((part) => part);
  return [...parts.map((part) => (/^\d+$/.test(part) ? part : [...part][0])).join("")].slice(0, 3).join("");
}
