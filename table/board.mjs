/** A board as SVG. The twin of `runtime/drawing/board.py`. */
import { inkOn, shapes } from "./looks.mjs";
import { div, initials, pictureOf, svgCircle, svgGroup, svgPath, svgPolygon, svgRect, svgText } from "./pen.mjs";

const BOARD_MARGIN = 22;
const LARGEST_CELL = 62;

/** @typedef {{label: string, kind: string, fill: string, ink: string, path: string, picture: string, text: string, at: string, size: number, ring: boolean}} Mark */

/** @param {Partial<Mark>} given @returns {Mark} */
function mark(given) {
  return { label: "", kind: "", fill: "", ink: "", path: "", picture: "", text: "", at: "", size: 1, ring: false, ...given };
}

/** @param {any} looks @param {string} name @param {number[]} vector @param {number} width @returns {{parts: string[], bottom: number}} */
export function drawBoard(looks, name, vector, width) {
  const [, , shape, points, wide, high, links] = looks.boards.get(name);
  const sites = looks.views.get(name)[2];
  const cell = Math.max(12, Math.min(LARGEST_CELL, div(100 * (width - 2 * BOARD_MARGIN), wide)));
  const left = div(width - div(wide * cell, 100), 2);
  const dots = shape === "graph" || shape === "ring" || looks.shown.get(name) === "points";
  const parts = [];
  const where = points.map((/** @type {number[]} */ [x, y]) => [left + div(x * cell, 100), BOARD_MARGIN + div(y * cell, 100)]);
  parts.push(svgRect(left - 10, BOARD_MARGIN - 10, div(wide * cell, 100) + 20, div(high * cell, 100) + 20, "ground", "", 8));
  if (dots && shape === "square") parts.push(...gridOf(where));
  for (const [a, b] of links) parts.push(lineBetween(where[a], where[b]));
  const marks = marksOf(looks, name, points.length, vector);
  where.forEach((/** @type {number[]} */ [x, y], /** @type {number} */ site) => {
    const label = [sites[site], ...marks[site].map((each) => each.label)].join(" ");
    parts.push(svgGroup(`site:${name}:${site}`, label, [cellOf(shape, dots, points[site][2], x, y, cell), ...standing(marks[site], x, y, cell)]));
  });
  parts.push(...largePieces(marks, where, cell));
  if (shape === "square" || shape === "hex") parts.push(...siteNames(sites, where, cell));
  return { parts, bottom: div(high * cell, 100) + 2 * BOARD_MARGIN };
}

/** @param {string} shape @param {boolean} dots @param {number} shade @param {number} x @param {number} y @param {number} cell */
function cellOf(shape, dots, shade, x, y, cell) {
  const half = div(cell, 2);
  if (dots) return svgCircle(x, y, half, "spot") + svgCircle(x, y, Math.max(2, div(cell, 12)), "dot");
  if (shape === "square" || shape === "line") return svgRect(x - half, y - half, cell, cell, `cell shade${shade}`);
  const corners = shape === "hex" ? shapes.hexagon : shapes.triangles[shade];
  return svgPolygon(corners.map((/** @type {number[]} */ [a, b]) => [x + div(a * cell, 100), y + div(b * cell, 100)]), `cell shade${shade}`);
}

/** @param {number[]} a @param {number[]} b */
function lineBetween(a, b) {
  return `<line class="link" x1="${a[0]}" y1="${a[1]}" x2="${b[0]}" y2="${b[1]}"/>`;
}

/** Lines through the sites of a board whose places are its points. @param {number[][]} where */
function gridOf(where) {
  const xs = [...new Set(where.map(([x]) => x))].sort((a, b) => a - b);
  const ys = [...new Set(where.map(([, y]) => y))].sort((a, b) => a - b);
  const [left, right, top, bottom] = [xs[0], xs[xs.length - 1], ys[0], ys[ys.length - 1]];
  return [...ys.map((y) => lineBetween([left, y], [right, y])), ...xs.map((x) => lineBetween([x, top], [x, bottom]))];
}

/** @param {string[]} sites @param {number[][]} where @param {number} cell */
function siteNames(sites, where, cell) {
  const found = [];
  const lowest = Math.max(...where.map(([, y]) => y));
  where.forEach(([x, y], site) => {
    if (y === lowest) found.push(svgText(x, lowest + div(cell, 2) + 15, sites[site].replace(/[0-9]+$/, ""), "middle edge", 11));
  });
  for (const row of [...new Set(where.map(([, y]) => y))].sort((a, b) => a - b)) {
    let least = -1;
    where.forEach(([x, y], site) => {
      if (y === row && (least < 0 || x < where[least][0])) least = site;
    });
    found.push(svgText(where[least][0] - div(cell, 2) - 6, row + 4, sites[least].replace(/^[a-z]+/, ""), "end edge", 11));
  }
  return found;
}

/** For each site what stands on it. @param {any} looks @param {string} board @param {number} count @param {number[]} vector @returns {Mark[][]} */
export function marksOf(looks, board, count, vector) {
  /** @type {Mark[][]} */
  const marks = Array.from({ length: count }, () => []);
  for (const [name, offset, , , number, axes] of looks.blocks) {
    const kind = looks.carriers[number];
    if (axes.length === 1 && looks.carriers[axes[0]].name === `site(${board})`) {
      const rest = kind.optional ? kind.low : 0;
      for (let site = 0; site < count; site += 1) {
        const value = vector[offset + site];
        if (value !== rest) marks[site].push(ofSite(looks, name, kind, value));
      }
    } else if (axes.length <= 1 && (kind.name === `site(${board})` || kind.name === `site(${board}) or none`)) {
      const of = axes.length ? looks.carriers[axes[0]] : null;
      for (let at = 0; at < (of ? of.high - of.low + 1 : 1); at += 1) {
        const site = vector[offset + at];
        if (site >= 0 && site < count) marks[site].push(standingOn(looks, name, of, at, vector));
      }
    }
  }
  return marks;
}

/** @param {any} kind */
export function isTruth(kind) {
  return kind.texts.length === 2 && kind.texts[0] === "false" && kind.texts[1] === "true";
}

/** @param {any} kind */
export function isPlayer(kind) {
  return kind.name === "player" || kind.name === "player or none";
}

/** @param {any} looks @param {string} name @param {any} kind @param {number} value @returns {Mark} */
function ofSite(looks, name, kind, value) {
  const [picture, colour] = looks.word(name);
  if (isPlayer(kind) && value >= 0) return seatMark(looks, value, kind.text(value), picture);
  if (isTruth(kind)) return mark({ label: looks.label(name), kind: "flag", picture, text: [...looks.label(name)].slice(0, 1).join("").toUpperCase(), fill: colour });
  const component = kind.name.replace(/ or none$/, "");
  if (looks.components.has(component) && value >= 0) return pieceMark(looks, component, value, "");
  const text = kind.text(value);
  const [own, fill] = looks.word(text);
  return mark({ label: `${looks.label(name)} ${text}`, kind: "word", picture: own, text: [...text].length <= 3 ? text : initials(text), fill });
}

/** @param {any} looks @param {number} seat @param {string} label @param {string} picture @returns {Mark} */
function seatMark(looks, seat, label, picture) {
  const [fill, ink, path] = looks.seat(seat);
  return mark({ label, kind: "token", fill, ink, path, picture });
}

/** @param {any} looks @param {string} component @param {number} piece @param {string} at @returns {Mark} */
function pieceMark(looks, component, piece, at) {
  const [picture, colour] = looks.piece(component, piece);
  const [caption, owner] = [looks.caption(component, piece), looks.owner(component, piece)];
  if (owner < 0) return mark({ label: caption, kind: "thing", picture, text: initials(caption), fill: colour, at });
  const [fill, ink, path] = looks.seat(owner);
  return mark({ label: caption, kind: "token", fill, ink, path, picture, text: picture ? "" : initials(caption), at });
}

/** @param {any} looks @param {string} name @param {any} of @param {number} at @param {number[]} vector @returns {Mark} */
function standingOn(looks, name, of, at, vector) {
  if (of === null) return mark({ label: looks.label(name), kind: "ring", ring: true });
  const index = of.low + at;
  if (of.name === "player") {
    return seatMark(looks, index, `${looks.label(name)} of ${of.text(index)}`, looks.word(name)[0] || [...looks.label(name)].slice(0, 1).join("").toUpperCase());
  }
  if (!looks.components.has(of.name)) return mark({ label: `${looks.label(name)} ${of.text(index)}`, kind: "word", text: initials(of.text(index)) });
  const made = pieceMark(looks, of.name, index, `piece:${of.name}:${index}`);
  made.size = looks.covers.get(name) ?? 1;
  if (made.size > 1 && made.text && [...looks.caption(of.name, index)].length <= 4) made.text = looks.caption(of.name, index);
  for (const [other, offset, , , number, axes] of looks.blocks) {
    if (axes.length === 1 && looks.carriers[axes[0]].name === of.name && other !== name) {
      const [kind, value] = [looks.carriers[number], vector[offset + index]];
      if (isTruth(kind) && value === 1) {
        made.ring = true;
        made.label = `${made.label}, ${looks.label(other)}`;
      } else if (kind.texts.length && value >= 0 && !isPlayer(kind) && looks.word(kind.text(value))[1]) {
        made.fill = looks.word(kind.text(value))[1];
        made.label = `${made.label}, ${kind.text(value)}`;
      }
    }
  }
  return made;
}

/** What stands on one site. @param {Mark[]} marks @param {number} x @param {number} y @param {number} cell @returns {string[]} */
function standing(marks, x, y, cell) {
  const parts = [];
  const below = marks.filter((each) => ["thing", "word", "flag"].includes(each.kind) && !each.at);
  const tokens = marks.filter((each) => !below.includes(each) && each.size === 1 && each.kind !== "ring");
  if (marks.some((each) => each.kind === "ring")) parts.push(svgCircle(x, y, div(cell * 46, 100), "ring"));
  for (const each of below) {
    if (each.kind === "thing") {
      parts.push(svgRect(x - div(cell * 46, 100), y - div(cell * 46, 100), div(cell * 92, 100), div(cell * 92, 100), "thing", each.fill, div(cell, 10)));
      if (!tokens.length) parts.push(...writing(each, x, y, cell, ""));
    }
  }
  tokens.forEach((each, number) => {
    const [shift, size] = number === 0 ? [0, div(cell * 78, 100)] : [div(cell, 4), div(cell * 45, 100)];
    parts.push(drawMark(each, x + shift, y + shift, size));
  });
  below
    .filter((each) => each.kind !== "thing")
    .forEach((each, number) => {
      if (tokens.length) parts.push(...writing(each, x, y, div(cell * 70, 100), tokens[0].ink));
      else if (each.kind === "flag" && !each.picture) {
        parts.push(svgRect(x - div(cell, 4) + 4 * number, y - div(cell, 4), div(cell, 2), div(cell, 2), "flag", each.fill, div(cell, 12)));
      } else parts.push(...writing(each, x, y, cell, ""));
    });
  return parts;
}

/** @param {Mark} made @param {number} x @param {number} y @param {number} size @returns {string} */
function drawMark(made, x, y, size) {
  const parts = made.path ? [svgPath(x, y, div(size * 92, 100), made.path, "token", made.fill)] : [];
  if (!made.path) parts.push(svgRect(x - div(size, 2), y - div(size, 2), size, size, "thing", made.fill, div(size, 8)));
  if (made.ring) parts.push(svgCircle(x, y, div(size * 56, 100), "ring"));
  parts.push(...writing(made, x, y, size, made.ink));
  return made.at ? svgGroup(made.at, made.label, parts) : parts.join("");
}

/** @param {Mark} made @param {number} x @param {number} y @param {number} size @param {string} ink @returns {string[]} */
function writing(made, x, y, size, ink) {
  if (made.picture) return pictureOf(x, y, div(size * 60, 100), made.picture, ink);
  const share = [...made.text].length < 3 ? 42 : 34;
  return made.text ? [svgText(x, y + div(size * 15, 100), made.text, "middle", Math.max(8, div(size * share, 100)), ink)] : [];
}

/** Pieces that cover several sites. @param {Mark[][]} marks @param {number[][]} where @param {number} cell @returns {string[]} */
function largePieces(marks, where, cell) {
  const parts = [];
  for (const [site, row] of marks.entries()) {
    for (const each of row) {
      if (each.size > 1 && each.at) {
        const [side, [x, y]] = [each.size * cell, where[site]];
        const [left, top] = [x - div(cell, 2), y + div(cell, 2) - side];
        const inside = [svgRect(left + 2, top + 2, side - 4, side - 4, "large", each.fill, div(cell, 4))];
        if (each.ring) inside.push(svgRect(left + 5, top + 5, side - 10, side - 10, "fence", "", div(cell, 5)));
        inside.push(...writing(each, left + div(side, 2), top + div(side, 2), side, each.fill ? inkOn(each.fill) : ""));
        parts.push(svgGroup(each.at, each.label, inside));
      }
    }
  }
  return parts;
}
