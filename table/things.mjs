/** What lies beside boards: cards, piles and rows, dice, numbers, tokens and tracks. The twin of `runtime/drawing/things.py`. */
import { isPlayer, isTruth } from "./board.mjs";
import { div, pictureOf, shortened, svgCircle, svgDie, svgGroup, svgPath, svgRect, svgText, widthOf } from "./pen.mjs";
import { drawTile } from "./plane.mjs";

const CARD = [50, 70];
const SMALL = [36, 50];
const MANY = 12;

/** @typedef {{width: number, height: number, parts: string[]}} Item */

/** Items one after the other. @param {Item[]} items @param {number} x @param {number} y @param {number} width @param {number} gap @returns {[string[], number]} */
export function flow(items, x, y, width, gap = 6) {
  const parts = [];
  let [left, top, line] = [x, y, 0];
  for (const item of items) {
    if (left > x && left + item.width > x + width) [left, top, line] = [x, top + line + gap, 0];
    parts.push(`<g transform="translate(${left} ${top})">${item.parts.join("")}</g>`);
    left += item.width + gap;
    line = Math.max(line, item.height);
  }
  return [parts, top + line];
}

/** A variable's value. @param {any} looks @param {string} name @param {string} label @param {any} carrier @param {number} value @param {string} at @returns {Item} */
export function chip(looks, name, label, carrier, value, at) {
  const how = looks.shown.get(name) ?? "";
  const raw = carrier.text(value);
  const text = looks.said(raw);
  const title = `${label} ${text}`.trim();
  if (how === "dice" && value >= 0 && value <= 6) return captioned(label, title, at, 30, 30, svgDie(0, 0, 30, value));
  if (how === "tokens" && value >= 0 && value <= 12) {
    const columns = Math.max(1, Math.min(6, value));
    const dots = Array.from({ length: value }, (_, k) => svgCircle(8 + 14 * (k % 6), 8 + 14 * div(k, 6), 6, "dot"));
    return captioned(label, title, at, Math.max(24, 14 * columns + 2), value <= 6 ? 16 : 30, dots.length ? dots : [svgText(12, 14, "0", "middle quiet", 13)]);
  }
  if (how === "track" && carrier.low >= 0 && value >= 0) {
    const long = 110;
    const reach = div(long * (value - carrier.low), Math.max(1, carrier.high - carrier.low));
    const drawn = [svgRect(0, 4, long, 10, "track", "", 5), svgRect(0, 4, Math.max(6, reach), 10, "reach", "", 5), svgText(long + 6, 14, text, "bold", 13)];
    return captioned(label, title, at, long + 12 + widthOf(text), 18, drawn);
  }
  const [picture, colour] = carrier.texts.length ? looks.word(raw) : ["", ""];
  const seat = isPlayer(carrier) && value >= 0;
  const extra = seat || picture || colour;
  const wide = Math.max(26, widthOf(text, 15) + 14 + (extra ? 20 : 0));
  const parts = [svgRect(0, 0, wide, 24, "chip", "", 12)];
  if (seat) {
    const [fill, , path] = looks.seat(value);
    parts.push(svgPath(13, 12, 16, path, "token", fill));
  } else if (picture) parts.push(...pictureOf(13, 12, 16, picture, colour));
  else if (colour) parts.push(svgCircle(13, 12, 7, "swatch", colour));
  parts.push(svgText(div(wide, 2) + (extra ? 9 : 0), 17, text, "middle bold", 15));
  return captioned(label, title, at, wide, 24, parts);
}

/** @param {string} label @param {string} title @param {string} at @param {number} width @param {number} height @param {string[]} parts @returns {Item} */
function captioned(label, title, at, width, height, parts) {
  const wide = Math.max(width, widthOf(label, 11) + 4);
  const shift = div(wide - width, 2);
  const inside = [`<g transform="translate(${shift} 0)">${parts.join("")}</g>`, svgText(div(wide, 2), height + 12, label, "middle quiet", 11)];
  return { width: wide, height: height + 16, parts: [svgGroup(at, title, inside)] };
}

/** A row of numbers by index; of conditions those that hold. @param {any} looks @param {string} name @param {any} carrier @param {any} axis @param {number[]} values @param {number} first @returns {Item[]} */
export function cellRow(looks, name, carrier, axis, values, first) {
  /** @type {Item[]} */
  const found = [];
  values.forEach((value, at) => {
    const text = axis.text(axis.low + at);
    if (carrier.optional && value === carrier.low) return;
    if (isTruth(carrier)) {
      if (value) found.push(boxed(text, `${looks.label(name)} ${text}`, `var:${name}:${first + at}`));
    } else found.push(chip(looks, name, text, carrier, value, `var:${name}:${first + at}`));
  });
  return found;
}

const PLACE = 46;

/** A variable in rows of places, as `view` lays it out. @param {any} looks @param {string} name @param {any} carrier @param {number[]} axes @param {number[]} values @param {number} width @returns {Item} */
export function laidOut(looks, name, carrier, axes, values, width) {
  const rows = looks.rows.get(name);
  const columns = Math.max(...rows.map((/** @type {any} */ row) => row.length));
  const side = Math.max(18, Math.min(PLACE, div(width, columns)));
  const indexes = instances(looks, axes);
  const parts = [svgRect(0, 0, columns * side, rows.length * side, "ground", "", 6)];
  rows.forEach((/** @type {any} */ row, /** @type {number} */ y) =>
    row.forEach((/** @type {number[]} */ slots, /** @type {number} */ x) => {
      let inside = slots.length ? [svgRect(x * side + 1, y * side + 1, side - 2, side - 2, `cell shade${(x + y) % 2}`, "", 5)] : [];
      slots.forEach((slot, number) => {
        inside.push(...heap(looks, axes, indexes[slot], values[slot], x * side, y * side, side));
        const words = axes.map((axis, k) => looks.carriers[axis].text(indexes[slot][k])).join(" ");
        const last = axes.length - 1;
        if (number === 0) inside.push(svgText(x * side + 4, y * side + 11, looks.carriers[axes[last]].text(indexes[slot][last]), "quiet", 9));
        inside = [svgGroup(`var:${name}:${slot}`, `${looks.label(name)} ${words}: ${carrier.text(values[slot])}`, inside)];
      });
      parts.push(...inside);
    }),
  );
  return { width: columns * side, height: rows.length * side, parts };
}

/** So many tokens at a place. @param {any} looks @param {number[]} axes @param {number[]} index @param {number} value @param {number} x @param {number} y @param {number} side @returns {string[]} */
function heap(looks, axes, index, value, x, y, side) {
  if (value <= 0) return [];
  const player = axes.findIndex((axis) => looks.carriers[axis].name === "player");
  const [fill, ink, path] = player >= 0 ? looks.seat(index[player]) : ["", "", ""];
  const [middle, size] = [div(side, 2), div(side * 60, 100)];
  if (path) {
    const parts = [svgPath(x + middle, y + middle + 3, size, path, "token", fill)];
    if (value > 1) parts.push(svgText(x + middle, y + middle + 7, String(value), "middle bold", Math.max(9, div(side * 30, 100)), ink));
    return parts;
  }
  const found = Array.from({ length: Math.min(value, 9) }, (_, k) => svgCircle(x + middle + div(((k % 3) - 1) * side, 4), y + middle + 3 + div((div(k, 3) - 1) * side, 5), div(side, 9), "seed"));
  found.push(svgText(x + side - 3, y + side - 5, String(value), "end bold", Math.max(9, div(side * 28, 100))));
  return found;
}

/** @param {string} text @param {string} title @param {string} at @returns {Item} */
function boxed(text, title, at) {
  const wide = Math.max(30, widthOf(text, 15) + 12);
  return { width: wide, height: 34, parts: [svgGroup(at, title, [svgRect(0, 0, wide, 34, "card", "", 5), svgText(div(wide, 2), 22, text, "middle bold", 15)])] };
}

/** The pieces of one zone that show, then the backs. @param {any} looks @param {any} zone @param {number} instance @param {number[]} vector @param {number} hidden @returns {Item[]} */
export function zoneItems(looks, zone, instance, vector, hidden) {
  const component = zone[1];
  const shown = zonePieces(looks, zone, instance, vector).filter((piece) => piece !== looks.hidden);
  const small = shown.length + Math.min(hidden, 3) > MANY;
  const found = groupedPieces(looks, component, shown, small).map(([piece, copies]) => cardItem(looks, component, piece, copies, small));
  if (hidden > 0) found.push(backs(looks, component, hidden, small));
  return found;
}

/** @param {any} looks @param {any} zone @param {number} instance @param {number[]} vector @returns {number[]} */
export function zonePieces(looks, zone, instance, vector) {
  const row = looks.components.get(zone[1]);
  if (zone[8]) {
    const number = vector[looks.offsets.get(zone[9]) + instance];
    const start = looks.offsets.get(zone[8]) + instance * zone[5];
    if (start + zone[5] <= vector.length) return vector.slice(start, start + Math.max(number, 0));
  }
  const where = looks.offsets.get(row[4]);
  const found = [];
  for (let piece = 0; piece < row[1]; piece += 1) if (vector[where + piece] === zone[4] + instance) found.push(piece);
  return found;
}

/** @param {any} looks @param {string} component @param {number[]} pieces @param {boolean} small @returns {number[][]} */
function groupedPieces(looks, component, pieces, small) {
  if (!small) return pieces.map((piece) => [piece, 1]);
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  for (const piece of pieces) {
    const caption = looks.caption(component, piece);
    alike.set(caption, [...(alike.get(caption) ?? []), piece]);
  }
  return [...alike.values()].map((group) => [group[0], group.length]);
}

/** @param {any} looks @param {string} component @param {number} piece @param {number} copies @param {boolean} small @returns {Item} */
function cardItem(looks, component, piece, copies, small) {
  const caption = looks.caption(component, piece);
  const label = copies === 1 ? caption : `${caption}, ${copies} of them`;
  const at = `piece:${component}:${piece}`;
  if (looks.land.has(component)) return tileCard(looks, component, piece, label, at);
  if (looks.footprints.has(component)) return shapeCard(looks, component, piece, label, at);
  const [wide, high] = small ? SMALL : CARD;
  const [picture, colour] = looks.piece(component, piece);
  const parts = [svgRect(0, 0, wide, high, "card", "", 6)];
  if (colour) parts.push(svgRect(0, 0, wide, div(high, 9), "stripe", colour, 3));
  if (picture) {
    const lines = picture.split("\n");
    const size = lines.length === 1 ? (small ? 15 : 24) : small ? 12 : 18;
    parts.push(...pictureOf(div(wide, 2), div(high * 42, 100), size, picture, colour && [...picture].length <= 3 * lines.length ? colour : ""));
    parts.push(svgText(div(wide, 2), high - 6, shortened(caption, small ? 7 : 10), "middle quiet", small ? 7 : 8));
  } else {
    const words = caption.split(/\s+/).filter((/** @type {string} */ word) => word).slice(0, 4);
    const size = small ? 9 : 11;
    const start = div(high, 2) - div((words.length - 1) * (size + 2), 2) + 4;
    words.forEach((/** @type {string} */ word, /** @type {number} */ line) => parts.push(svgText(div(wide, 2), start + line * (size + 2), shortened(word, 8), "middle", size)));
  }
  const owner = looks.owner(component, piece);
  if (owner >= 0) {
    const [fill, , path] = looks.seat(owner);
    parts.push(svgPath(wide - 8, 9 + div(high, 9), 11, path, "token", fill));
  }
  if (copies > 1) parts.push(svgCircle(wide - 9, high - 9, 9, "count"), svgText(wide - 9, high - 5, `×${copies}`, "middle", 10));
  return { width: wide, height: high, parts: [svgGroup(at, label, parts)] };
}

/** @param {any} looks @param {string} component @param {number} piece @param {string} label @param {string} at @returns {Item} */
function tileCard(looks, component, piece, label, at) {
  const faces = looks.land.get(component)[2];
  const parts = drawTile(looks, component, piece, 0, 0, 0, 58);
  let wide = 58;
  if (faces > 1 && looks.land.get(component)[5][piece * faces + 1].length) {
    parts.push(...drawTile(looks, component, piece, 4, 62, 18, 40));
    wide = 102;
  }
  parts.push(svgText(0, 70, shortened(looks.caption(component, piece), 16), "quiet", 10));
  return { width: wide, height: 72, parts: [svgGroup(at, label, parts)] };
}

/** @param {any} looks @param {string} component @param {number} piece @param {string} label @param {string} at @returns {Item} */
function shapeCard(looks, component, piece, label, at) {
  const covered = looks.footprints.get(component)[piece];
  const [xs, ys] = [covered.map((/** @type {number[]} */ [x]) => x), covered.map((/** @type {number[]} */ [, y]) => y)];
  const [low, left, high, right] = [Math.min(...ys), Math.min(...xs), Math.max(...ys), Math.max(...xs)];
  const colour = looks.piece(component, piece)[1];
  const parts = covered.map((/** @type {number[]} */ [x, y]) => svgRect(1 + 15 * (x - left), 1 + 15 * (high - y), 14, 14, "thing", colour, 3));
  const tall = 15 * (high - low + 1);
  parts.push(svgText(0, tall + 13, label, "quiet", 11));
  return { width: Math.max(15 * (right - left + 1) + 2, widthOf(label, 11)), height: tall + 16, parts: [svgGroup(at, label, parts)] };
}

/** @param {any} looks @param {string} component @param {number} number @param {boolean} small @returns {Item} */
function backs(looks, component, number, small) {
  const [wide, high] = small ? SMALL : CARD;
  const depth = Math.min(number, 3);
  const parts = Array.from({ length: depth }, (_, k) => svgRect(3 * k, 2 * (depth - 1 - k), wide, high, "back", "", 6));
  parts.push(svgCircle(div(wide, 2), div(high, 2) + 4, 13, "count"), svgText(div(wide, 2), div(high, 2) + 9, String(number), "middle", 13));
  const label = `${number} ${looks.label(component)}, face down`;
  return { width: wide + 3 * (depth - 1), height: high + 2 * (depth - 1), parts: [svgGroup(`backs:${component}`, label, parts)] };
}

/** The indexes of a family, in the order of its slots. @param {any} looks @param {number[]} axes @returns {number[][]} */
export function instances(looks, axes) {
  return productOf(axes.map((axis) => looks.carriers[axis]));
}

/** @param {any[]} kinds @returns {number[][]} */
export function productOf(kinds) {
  /** @type {number[][]} */
  let found = [[]];
  for (const kind of kinds) {
    found = found.flatMap((before) => Array.from({ length: kind.high - kind.low + 1 }, (_, at) => [...before, kind.low + at]));
  }
  return found;
}
