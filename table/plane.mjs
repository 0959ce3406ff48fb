/** Laid tiles as a landscape. The twin of `runtime/drawing/plane.py`. */
import { shapes } from "./looks.mjs";
import { div, pictureOf, shortened, svgCircle, svgGroup, svgPath, svgRect, svgText } from "./pen.mjs";

const PLANE_MARGIN = 14;
const LARGEST_TILE = 110;
const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** @typedef {[number, number, number]} Region sides, word, number */

/** @param {any} looks @param {string} name @param {number[]} vector @param {number} width @param {number[][]} openCells @returns {{parts: string[], bottom: number}} */
export function drawPlane(looks, name, vector, width, openCells = []) {
  const component = looks.zones.find((/** @type {any} */ row) => row[0] === name)[1];
  const laid = laidOn(looks, name, component, vector);
  const cells = [...laid.values()].map((tile) => tile.cell).concat(openCells);
  if (!cells.length) cells.push([0, 0]);
  const [left, right] = [Math.min(...cells.map(([x]) => x)), Math.max(...cells.map(([x]) => x))];
  const [low, high] = [Math.min(...cells.map(([, y]) => y)), Math.max(...cells.map(([, y]) => y))];
  const side = Math.max(24, Math.min(LARGEST_TILE, div(width - 2 * PLANE_MARGIN, right - left + 1)));
  const start = div(width - side * (right - left + 1), 2);
  const parts = [];
  const closed = closedLand(looks, component, laid, vector);
  const inOrder = [...laid.values()].sort((a, b) => b.cell[1] - a.cell[1] || a.cell[0] - b.cell[0]);
  for (const { piece, cell: [x, y] } of inOrder) {
    const at = [start + side * (x - left), PLANE_MARGIN + side * (high - y)];
    const orientation = lying(looks, component, piece, vector);
    const inside = drawTile(looks, component, piece, orientation, at[0], at[1], side, closed.get(piece) ?? new Set());
    inside.push(...onTop(looks, component, piece, vector, at[0], at[1], side));
    const label = [looks.caption(component, piece), ...landTold(looks, component, piece, orientation)].join(", ");
    parts.push(svgGroup(`piece:${component}:${piece}`, label, inside));
  }
  for (const [x, y] of [...openCells].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const at = [start + side * (x - left), PLANE_MARGIN + side * (high - y)];
    parts.push(svgGroup(`cell:${name}:${x},${y}`, `place ${x},${y}`, [svgRect(at[0] + 3, at[1] + 3, side - 6, side - 6, "open", "", 8)]));
  }
  return { parts, bottom: side * (high - low + 1) + 2 * PLANE_MARGIN };
}

/** The laid tiles by `x,y`, counted from the origin. @param {any} looks @param {string} name @param {string} component @param {number[]} vector @returns {Map<string, {piece: number, cell: number[]}>} */
export function laidOn(looks, name, component, vector) {
  const row = looks.components.get(component);
  const zone = looks.zones.find((/** @type {any} */ each) => each[0] === name);
  const [where, x, y] = [looks.offsets.get(row[4]), looks.offsets.get(`${name}.x`), looks.offsets.get(`${name}.y`)];
  const found = new Map();
  for (let piece = 0; piece < row[1]; piece += 1) {
    if (vector[where + piece] === zone[4]) {
      const cell = [vector[x + piece] - row[1], vector[y + piece] - row[1]];
      found.set(cell.join(","), { piece, cell });
    }
  }
  return found;
}

/** How a tile lies. @param {any} looks @param {string} component @param {number} piece @param {number[]} vector */
function lying(looks, component, piece, vector) {
  for (const [, offset, , , number, axes] of looks.blocks) {
    if (axes.length === 1 && looks.carriers[number].name.startsWith(`orientation(${component})`)) return Math.max(0, vector[offset + piece]);
  }
  return 0;
}

/** @param {any} looks @param {string} component @param {number} piece @param {number} orientation @returns {Region[]} */
function regionsOf(looks, component, piece, orientation) {
  if (!looks.land.has(component)) return [];
  const [, , faces, , , allFaces] = looks.land.get(component);
  const face = piece * faces + (faces > 1 ? div(orientation, 4) : 0);
  return allFaces[face].map((/** @type {Region} */ [sides, word, number]) => [turned(sides, orientation % 4), word, number]);
}

/** @param {number} sides @param {number} quarters */
function turned(sides, quarters) {
  return ((sides << quarters) | (sides >> (4 - quarters))) & 15;
}

/** @param {number} mask */
function sidesOf(mask) {
  return [1, 2, 4, 8].filter((bit) => mask & bit).length;
}

/** A tile with its upper left corner here. @param {any} looks @param {string} component @param {number} piece @param {number} orientation @param {number} x @param {number} y @param {number} side @param {Set<number>} closed @returns {string[]} */
export function drawTile(looks, component, piece, orientation, x, y, side, closed = new Set()) {
  const regions = regionsOf(looks, component, piece, orientation);
  const parts = [svgRect(x, y, side, side, "tile")];
  if (!regions.length) return [...parts, ...plainTile(looks, component, piece, x, y, side)];
  const grounds = looks.grounds.get(component);
  let ground = 0;
  regions.forEach(([sides], at) => {
    if (sidesOf(sides) > sidesOf(regions[ground][0])) ground = at;
  });
  const base = regions[ground][0];
  parts.push(svgRect(x, y, side, side, "land", grounds[regions[ground][1]]));
  regions.forEach(([sides, word], at) => {
    if (at !== ground) {
      const fenced = closed.has(at) || closed.has(ground) ? " fenced" : "";
      parts.push(areaOf(base, sides, "area", x, y, side, "land", grounds[word]));
      parts.push(areaOf(base, sides, "curve", x, y, side, `bank${fenced}`, ""));
    }
  });
  for (const [sides, word, number] of regions) {
    if (number > 0) {
      const [a, b] = shapes.land[String(sides)].at;
      parts.push(...counted(looks, component, word, number, x + div(a * side, 100), y + div(b * side, 100), side));
    }
  }
  parts.push(svgRect(x, y, side, side, "rim"));
  return [...parts, ...tileBadge(looks, component, piece, x, y, side)];
}

/** @param {number} base @param {number} sides @param {"area"|"curve"} part @param {number} x @param {number} y @param {number} side @param {string} kind @param {string} fill */
function areaOf(base, sides, part, x, y, side, kind, fill) {
  const shape = sidesOf(base) === 1 && sidesOf(sides) === 1 ? shapes.wedges[Math.log2(sides)] : shapes.land[String(sides)];
  return svgPath(x, y, side, shape[part], kind, fill);
}

/** @param {any} looks @param {string} component @param {number} word @param {number} number @param {number} x @param {number} y @param {number} side @returns {string[]} */
function counted(looks, component, word, number, x, y, side) {
  const picture = [looks.land.get(component)[3][word], "count"].map((name) => looks.word(name)[0]).find((each) => each) ?? "";
  const size = Math.max(9, div(side * 15, 100));
  if (!picture || number > 4) return [svgCircle(x, y, div(size * 60, 100), "count"), svgText(x, y + div(size * 36, 100), String(number), "middle", size)];
  const parts = [];
  const step = div(size * 95, 100);
  for (let at = 0; at < number; at += 1) {
    const dx = number > 1 && !(number === 3 && at === 2) ? div((2 * (at % 2) - 1) * step, 2) : 0;
    const dy = number > 2 ? div((2 * div(at, 2) - 1) * step, 2) : 0;
    parts.push(...pictureOf(x + dx, y + dy, size, picture, ""));
  }
  return parts;
}

/** @param {any} looks @param {string} component @param {number} piece @param {number} x @param {number} y @param {number} side */
function plainTile(looks, component, piece, x, y, side) {
  const badge = tileBadge(looks, component, piece, x, y, side);
  if (badge.length) return badge;
  return [svgText(x + div(side, 2), y + div(side * 55, 100), shortened(looks.caption(component, piece), 8), "middle", Math.max(8, div(side, 6)))];
}

/** @param {any} looks @param {string} component @param {number} piece @param {number} x @param {number} y @param {number} side @returns {string[]} */
function tileBadge(looks, component, piece, x, y, side) {
  const picture = looks.piece(component, piece)[0];
  if (!picture) return [];
  const [size, middle] = [div(side * 34, 100), div(side, 2)];
  return [svgCircle(x + middle, y + middle, div(size * 70, 100), "badge"), ...pictureOf(x + middle, y + middle, size, picture, "")];
}

/** What lies in a zone of the tile's own, and whose the tile is. @param {any} looks @param {string} component @param {number} piece @param {number[]} vector @param {number} x @param {number} y @param {number} side @returns {string[]} */
function onTop(looks, component, piece, vector, x, y, side) {
  const parts = [];
  const row = looks.components.get(component);
  for (const zone of looks.zones) {
    if (zone[7].length === 1 && looks.carriers[zone[7][0]].name === component) {
      const other = looks.components.get(zone[1]);
      const where = looks.offsets.get(other[4]);
      for (let at = 0; at < other[1]; at += 1) {
        if (vector[where + at] === zone[4] + piece) parts.push(...drawTile(looks, zone[1], at, 0, x + div(side, 4), y + div(side, 4), div(side, 2)));
      }
    }
  }
  for (const [, offset, , , number, axes] of looks.blocks) {
    if (axes.length === 1 && looks.carriers[axes[0]].name === component && looks.carriers[number].name === "player or none") {
      const seat = vector[offset + piece];
      if (seat >= 0 && piece < row[1]) {
        const [fill, , path] = looks.seat(seat);
        parts.push(svgPath(x + div(side * 84, 100), y + div(side * 84, 100), div(side * 22, 100), path, "token", fill));
      }
    }
  }
  return parts;
}

/** The land at its sides in words. @param {any} looks @param {string} component @param {number} piece @param {number} orientation @returns {string[]} */
function landTold(looks, component, piece, orientation) {
  const regions = regionsOf(looks, component, piece, orientation);
  return ["north", "east", "south", "west"].flatMap((name, side) =>
    regions
      .filter(([sides]) => (sides >> side) & 1)
      .map(([, word, number]) => `${name} ${looks.land.get(component)[3][word]}` + (number ? ` ${number}` : "")),
  );
}

/** For each laid tile the regions with a number whose land is closed all around. @param {any} looks @param {string} component @param {Map<string, {piece: number, cell: number[]}>} laid @param {number[]} vector @returns {Map<number, Set<number>>} */
function closedLand(looks, component, laid, vector) {
  const faces = new Map([...laid.values()].map(({ piece }) => [piece, regionsOf(looks, component, piece, lying(looks, component, piece, vector))]));
  const cells = new Map([...laid.values()].map(({ piece, cell }) => [piece, cell]));
  const seen = new Set();
  /** @type {Map<number, Set<number>>} */
  const found = new Map();
  for (const piece of cells.keys()) {
    const own = faces.get(piece) ?? [];
    for (let at = 0; at < own.length; at += 1) {
      if (seen.has(`${piece},${at}`)) continue;
      const [land, isOpen] = joined(piece, at, faces, cells, laid);
      for (const [tile, region] of land) seen.add(`${tile},${region}`);
      if (!isOpen && land.some(([tile, region]) => (faces.get(tile) ?? [])[region][2])) {
        for (const [tile, region] of land) found.set(tile, (found.get(tile) ?? new Set()).add(region));
      }
    }
  }
  return found;
}

/** @param {number} piece @param {number} at @param {Map<number, Region[]>} faces @param {Map<number, number[]>} cells @param {Map<string, {piece: number, cell: number[]}>} laid @returns {[number[][], boolean]} */
function joined(piece, at, faces, cells, laid) {
  const land = [[piece, at]];
  let isOpen = false;
  for (const [tile, region] of land) {
    const [x, y] = cells.get(tile) ?? [0, 0];
    STEPS.forEach(([dx, dy], side) => {
      if (!(((faces.get(tile) ?? [])[region][0] >> side) & 1)) return;
      const other = laid.get(`${x + dx},${y + dy}`);
      if (other === undefined) {
        isOpen = true;
        return;
      }
      const back = (faces.get(other.piece) ?? []).findIndex(([sides]) => (sides >> (side + 2) % 4) & 1);
      if (back >= 0 && !land.some(([a, b]) => a === other.piece && b === back)) land.push([other.piece, back]);
    });
  }
  return [land, isOpen];
}
