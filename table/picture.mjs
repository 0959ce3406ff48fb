/** The whole picture of a position. The twin of `runtime/drawing/picture.py`. */
import { drawBoard, isTruth } from "./board.mjs";
import { Looks } from "./looks.mjs";
import { div, svgGroup, svgPath, svgRect, svgText, widthOf } from "./pen.mjs";
import { drawPlane } from "./plane.mjs";
import { cellRow, chip, flow, instances, laidOut, zoneItems, zonePieces } from "./things.mjs";

const PAD = 10;
const NARROW = 560;
const TOLD = 8;

export class Picture {
  /** @param {any} facts @param {any} texts */
  constructor(facts, texts) {
    this.looks = new Looks(facts, texts);
    this.shown = facts.SHOWN;
    this.drawn = new Set(facts.VIEW.filter((/** @type {any} */ row) => row[1] === "plane").map((/** @type {any} */ row) => row[0]));
    this.pieces = onBoards(this.looks);
  }

  /** The picture's content and its height. @param {number[]} vector @param {boolean} seen @param {number} width @param {Record<string, number[][]>} openCells @returns {[string, number]} */
  draw(vector, seen, width, openCells = {}) {
    const { looks } = this;
    const parts = [];
    let y = PAD;
    for (const [name, row] of looks.views) {
      let room;
      if (row[1] === "plane") room = drawPlane(looks, name, vector, width - 2 * PAD, openCells[name] ?? []);
      else if (row[2].length && looks.boards.has(name) && looks.isUsed(name)) room = drawBoard(looks, name, vector, width - 2 * PAD);
      else continue;
      parts.push(`<g transform="translate(${PAD} ${y})">${room.parts.join("")}</g>`);
      y += room.bottom + PAD;
    }
    for (const [name, offset, length, , number, axes] of looks.blocks) {
      if (!looks.rows.has(name)) continue;
      const item = laidOut(looks, name, looks.carriers[number], axes, vector.slice(offset, offset + length), width - 2 * PAD);
      parts.push(`<g transform="translate(${div(width - item.width, 2)} ${y})">${item.parts.join("")}</g>`);
      y += item.height + PAD;
    }
    const hidden = hiddenIn(looks, vector, this.shown, seen);
    for (const [title, items] of this.shared(vector, hidden)) {
      if (!items.length) continue;
      if (title) {
        parts.push(svgText(PAD, y + 12, title, "head", 12));
        y += 18;
      }
      const [texts, bottom] = flow(items, PAD, y, width - 2 * PAD);
      parts.push(...texts);
      y = bottom + PAD;
    }
    const [seats, bottom] = this.seats(vector, hidden, y, width);
    return [parts.join("") + seats, bottom];
  }

  /** @param {number[]} vector @param {Map<string, number>} hidden @returns {Generator<[string, any[]]>} */
  *shared(vector, hidden) {
    const { looks } = this;
    const scalars = [];
    for (const [name, offset, , , number, axes] of looks.blocks) {
      const kind = looks.carriers[number];
      if (!axes.length && !/^(site|orientation)\(/.test(kind.name) && !(isTruth(kind) && vector[offset] === 0)) {
        scalars.push(chip(looks, name, looks.label(name), kind, vector[offset], `var:${name}:0`));
      }
    }
    yield ["", scalars];
    for (const [name, offset, length, , number, axes] of looks.blocks) {
      if (axes.length && !this.isElsewhere(name, number, axes)) {
        const [kind, axis] = [looks.carriers[number], looks.carriers[axes[0]]];
        const values = vector.slice(offset, offset + length);
        if (axes.length === 1 && !looks.components.has(axis.name)) yield [looks.label(name), cellRow(looks, name, kind, axis, values, 0)];
        else yield ["", toldInWords(looks, name, kind, axes, values)];
      }
    }
    const grouped = new Set(looks.together.flatMap((/** @type {any} */ row) => row[1]));
    const alone = looks.zones.filter((/** @type {any} */ zone) => !grouped.has(zone[0])).map((/** @type {any} */ zone) => [looks.label(zone[0]), [zone[0]]]);
    for (const [title, names] of [...looks.together, ...alone]) {
      const items = [];
      for (const zone of looks.zones) {
        if (!names.includes(zone[0]) || this.drawn.has(zone[0]) || ofPlayer(looks, zone[7]) || this.onTile(zone)) continue;
        for (const [instance, index] of instances(looks, zone[7]).entries()) {
          const found = zoneItems(looks, zone, instance, vector, hidden.get(`${zone[0]},${instance}`) ?? 0);
          if (found.length && (index.length || names.length > 1)) {
            const words = names.length > 1 ? [looks.label(zone[0])] : [];
            items.push(tag([...words, ...index.map((at, k) => looks.carriers[zone[7][k]].text(at))].join(" ")));
          }
          items.push(...found);
        }
      }
      yield [title, items];
    }
  }

  /** Whether a variable is seen on a board, on a tile or at a seat. @param {string} name @param {number} number @param {number[]} axes */
  isElsewhere(name, number, axes) {
    const { looks } = this;
    const first = looks.carriers[axes[0]].name;
    if (looks.planes.has(name) || looks.rows.has(name) || /^(site|orientation)\(/.test(looks.carriers[number].name)) return true;
    if (ofPlayer(looks, axes)) return true;
    return axes.length === 1 && (first.startsWith("site(") || this.pieces.has(first));
  }

  /** @param {any} zone */
  onTile(zone) {
    return zone[7].length === 1 && this.pieces.has(this.looks.carriers[zone[7][0]].name);
  }

  /** @param {number[]} vector @param {Map<string, number>} hidden @param {number} y @param {number} width @returns {[string, number]} */
  seats(vector, hidden, y, width) {
    const [players, actor] = [vector[0], vector[this.looks.offsets.get("actor")]];
    const columns = width < NARROW || players < 2 ? 1 : 2;
    const wide = div(width - PAD * (columns + 1), columns);
    const parts = [];
    /** @type {number[]} */
    let row = [];
    for (let seat = 0; seat < players; seat += 1) {
      if (seat % columns === 0 && row.length) [y, row] = [Math.max(...row) + PAD, []];
      const x = PAD + (seat % columns) * (wide + PAD);
      const [inside, bottom] = this.seat(seat, vector, hidden, x, y, wide);
      parts.push(svgRect(x, y, wide, bottom - y, seat === actor ? "seat acting" : "seat", "", 8), ...inside);
      row.push(bottom);
    }
    return [parts.join(""), (row.length ? Math.max(...row) : y) + PAD];
  }

  /** @param {number} seat @param {number[]} vector @param {Map<string, number>} hidden @param {number} x @param {number} y @param {number} width @returns {[string[], number]} */
  seat(seat, vector, hidden, x, y, width) {
    const { looks } = this;
    const [fill, , path] = looks.seat(seat);
    const name = looks.labels.get(`p${seat}`) ?? `p${seat}`;
    const token = [svgPath(12, 12, 20, path, "token", fill), svgText(28, 17, name, "bold", 15)];
    const items = [{ width: 38 + 9 * [...name].length, height: 26, parts: [svgGroup(`seat:${seat}`, name, token)] }];
    /** @type {[string, any[]][]} */
    const rows = [];
    for (const [name, offset, length, , number, axes] of looks.blocks) {
      const kind = looks.carriers[number];
      if (!ofPlayer(looks, axes) || kind.name.startsWith("site(") || looks.rows.has(name)) continue;
      if (axes.length === 1) {
        const value = vector[offset + seat - looks.carriers[axes[0]].low];
        if (isTruth(kind) && value === 1) items.push(tag(looks.label(name)));
        else if (!isTruth(kind)) items.push(chip(looks, name, looks.label(name), kind, value, `var:${name}:${seat}`));
      } else if (axes.length === 2 && looks.carriers[axes[0]].name === "player") {
        const each = div(length, looks.carriers[axes[0]].high + 1);
        const values = vector.slice(offset + seat * each, offset + seat * each + each);
        rows.push([looks.label(name), cellRow(looks, name, kind, looks.carriers[axes[1]], values, seat * each)]);
      } else if (seat === 0) rows.push(["", toldInWords(looks, name, kind, axes, vector.slice(offset, offset + length))]);
    }
    for (const zone of looks.zones) {
      if (!ofPlayer(looks, zone[7]) || this.drawn.has(zone[0])) continue;
      const kinds = zone[7].map((/** @type {number} */ axis) => looks.carriers[axis]);
      const at = kinds.findIndex((/** @type {any} */ kind) => kind.name === "player");
      for (const [instance, index] of instances(looks, zone[7]).entries()) {
        if (index[at] !== seat) continue;
        const others = index.map((k, axis) => [kinds[axis], k]).filter(([kind]) => kind.name !== "player").map(([kind, k]) => kind.text(k));
        rows.push([[looks.label(zone[0]), ...others].join(" "), zoneItems(looks, zone, instance, vector, hidden.get(`${zone[0]},${instance}`) ?? 0)]);
      }
    }
    let [parts, bottom] = flow(items, x + 8, y + 8, width - 16);
    for (const [title, found] of rows) {
      if (!found.length) continue;
      parts.push(svgText(x + 8, bottom + 18, title, "quiet", 11));
      const [texts, reached] = flow(found, x + 8, bottom + (title ? 24 : 8), width - 16);
      parts = [...parts, ...texts];
      bottom = reached;
    }
    return [parts, bottom + 8];
  }
}

/** @param {any} looks @param {number[]} axes */
function ofPlayer(looks, axes) {
  return axes.some((axis) => looks.carriers[axis].name === "player");
}

/** Components whose pieces stand on boards or lie on planes. @param {any} looks @returns {Set<string>} */
function onBoards(looks) {
  const found = new Set(looks.zones.filter((/** @type {any} */ zone) => (looks.views.get(zone[0]) ?? ["", ""])[1] === "plane").map((/** @type {any} */ zone) => zone[1]));
  for (const [, , , , number, axes] of looks.blocks) {
    if (axes.length === 1 && looks.carriers[number].name.startsWith("site(") && looks.components.has(looks.carriers[axes[0]].name)) {
      found.add(looks.carriers[axes[0]].name);
    }
  }
  return found;
}

/** How many pieces of each zone instance lie there unseen. @param {any} looks @param {number[]} vector @param {number} shown @param {boolean} seen @returns {Map<string, number>} */
function hiddenIn(looks, vector, shown, seen) {
  const found = new Map();
  let at = shown;
  for (const zone of looks.zones) {
    for (let instance = 0; instance < zone[3]; instance += 1) {
      const visible = seen ? zonePieces(looks, zone, instance, vector).filter((piece) => piece >= 0).length : 0;
      found.set(`${zone[0]},${instance}`, seen ? Math.max(0, vector[at + instance] - visible) : 0);
    }
    at += zone[3];
  }
  return found;
}

/** A variable in words: what is not at rest. @param {any} looks @param {string} name @param {any} kind @param {number[]} axes @param {number[]} values */
function toldInWords(looks, name, kind, axes, values) {
  const rest = kind.optional ? kind.low : 0;
  const indexes = instances(looks, axes);
  const entries = values
    .map((value, at) => [value, indexes[at]])
    .filter(([value]) => value !== rest)
    .map(([value, index]) => `${/** @type {number[]} */ (index).map((at, k) => looks.carriers[axes[k]].text(at)).join(" ")} ${kind.text(value)}`);
  if (!entries.length) return [];
  const more = entries.length > TOLD ? ` and ${entries.length - TOLD} more` : "";
  return [tag(`${looks.label(name)}:`), ...entries.slice(0, TOLD).map((entry, at) => tag(entry + (at === TOLD - 1 ? more : "")))];
}

/** @param {string} words */
function tag(words) {
  const wide = widthOf(words, 12) + 12;
  return { width: wide, height: 22, parts: [svgRect(0, 0, wide, 22, "tag", "", 6), svgText(div(wide, 2), 15, words, "middle", 12)] };
}
