/**
 * Which parts of the picture mean which actions. A digit of an action that is a site, a piece or a seat is a part of the picture; where digits do not tell
 * actions apart, what an action would change does, as long as nothing is hidden from whoever chooses.
 */

const MOST_TRIED = 400;
const MOST_ASKED = 400;

/** @typedef {{code: number, needed: string[], further: string[]}} Offer needed: parts named by its digits; further: parts that it would change */

/** @param {any} state @param {number} seat @param {any} looks @returns {Offer[]} */
export function offersOf(state, seat, looks) {
  const { texts } = state.game;
  const codes = state.legalActions(seat);
  const offers = codes.map((/** @type {number} */ code) => {
    const choice = texts.action(code);
    const positions = choice.positions(code);
    const keys = choice.digits.map((/** @type {any} */ digit, /** @type {number} */ at) => keyOf(state, looks, digit.carrier, digit.value(positions[at])));
    return { code, needed: keys.filter((/** @type {string} */ key) => key), further: [], whole: keys.every((/** @type {string} */ key) => key) };
  });
  const unclear = offers.filter((/** @type {any} */ offer) => !offer.whole);
  if (unclear.length && codes.length <= MOST_TRIED && seesAll(state, seat)) addChanges(state, seat, looks, unclear);
  return offers;
}

/** The part of the picture that a value is, or "". @param {any} state @param {any} looks @param {any} carrier @param {number} value @returns {string} */
function keyOf(state, looks, carrier, value) {
  if (value < 0) return "";
  const name = carrier.name.replace(/ or none$/, "");
  const site = /^site\((.*)\)$/.exec(name);
  if (site) return looks.boards.has(site[1]) ? `site:${site[1]}:${value}` : placeKey(state, looks, site[1], value);
  if (looks.components.has(name)) return `piece:${name}:${value}`;
  return name === "player" ? `seat:${value}` : "";
}

/** The cell of a plane beside a laid piece. @param {any} state @param {any} looks @param {string} plane @param {number} value */
export function placeKey(state, looks, plane, value) {
  const component = looks.zones.find((/** @type {any} */ zone) => zone[0] === plane)[1];
  const count = looks.components.get(component)[1];
  if (value === 4 * count) return `cell:${plane}:0,0`;
  const [piece, side] = [Math.floor(value / 4), value % 4];
  const [dx, dy] = [[0, 1], [1, 0], [0, -1], [-1, 0]][side];
  const read = (/** @type {string} */ name) => Number(state.vector[state.game.at(name) + piece]);
  return `cell:${plane}:${read(`${plane}.x`) - count + dx},${read(`${plane}.y`) - count + dy}`;
}

/** Whether nothing of pieces and variables is hidden from a seat. @param {any} state @param {number} seat */
function seesAll(state, seat) {
  const seen = state.observation(seat);
  return state.game.facts.BLOCKS.every((/** @type {any} */ [, offset, length, section]) => {
    if (section !== "state" && section !== "zone") return true;
    for (let slot = offset; slot < offset + length; slot += 1) if (slot >= state.game.facts.SHOWN || seen[slot] === state.game.facts.HIDDEN) return false;
    return true;
  });
}

/** @param {any} state @param {number} seat @param {any} looks @param {any[]} offers */
function addChanges(state, seat, looks, offers) {
  const before = state.observation(seat);
  const found = offers.map((offer) => {
    const made = state.clone();
    try {
      made.apply(offer.code);
    } catch {
      return { sources: [], targets: [] };
    }
    return changesBetween(looks, before, made.observation(seat));
  });
  const sources = found.map((each) => [...each.sources].sort().join(" "));
  const apart = new Set(sources).size === sources.length && sources.every((text) => text);
  offers.forEach((offer, at) => {
    const keys = apart ? found[at].sources : [...found[at].sources, ...found[at].targets];
    offer.further = [...new Set(keys)].filter((key) => !offer.needed.includes(key));
  });
  // What every action changes tells none apart.
  const common = offers[0].further.filter((/** @type {string} */ key) => offers.length > 1 && offers.every((offer) => offer.further.includes(key)));
  for (const offer of offers) offer.further = offer.further.filter((/** @type {string} */ key) => !common.includes(key));
}

/** Parts that are emptied or lessened, and parts that are filled or raised. @param {any} looks @param {number[]} before @param {number[]} after */
function changesBetween(looks, before, after) {
  /** @type {string[]} */
  const sources = [];
  /** @type {string[]} */
  const targets = [];
  for (const [name, offset, length, , number, axes] of looks.blocks) {
    const kind = looks.carriers[number];
    const board = /^site\((.*?)\)/.exec(kind.name);
    const of = axes.length ? looks.carriers[axes[0]].name : "";
    for (let slot = offset; slot < offset + length; slot += 1) {
      const [was, is] = [before[slot], after[slot]];
      if (was === is) continue;
      if (board && looks.boards.has(board[1])) {
        if (is >= 0) targets.push(`site:${board[1]}:${is}`);
        continue;
      }
      const rest = kind.optional ? kind.low : 0;
      const site = /^site\((.*)\)$/.exec(of);
      const key = site && axes.length === 1 ? `site:${site[1]}:${slot - offset}` : `var:${name}:${slot - offset}`;
      if (!site && !axes.length) continue;
      if (is === rest || (is < was && kind.texts.length === 0)) sources.push(key);
      else targets.push(key);
    }
  }
  return { sources, targets };
}

/** The offers that a selection leaves. @param {Offer[]} offers @param {string[]} selected */
export function left(offers, selected) {
  return offers.filter((offer) => selected.every((key) => offer.needed.includes(key) || offer.further.includes(key)));
}

/** The one offer that a selection decides on, or null. @param {Offer[]} offers @param {string[]} selected @returns {Offer | null} */
export function decided(offers, selected) {
  const found = left(offers, selected);
  if (!selected.length || found.length !== 1) return null;
  const [offer] = found;
  const whole = offer.needed.every((key) => selected.includes(key));
  return whole || selected.some((key) => offer.further.includes(key)) ? offer : null;
}

/** The parts that may be clicked next. @param {Offer[]} offers @param {string[]} selected @returns {Set<string>} */
export function clickable(offers, selected) {
  return new Set(left(offers, selected).flatMap((offer) => [...offer.needed, ...offer.further]).filter((key) => !selected.includes(key)));
}

/** A piece that is clicked may stand for an equal one in the same place that is offered. @param {string} key @param {Set<string>} keys @param {any} looks @param {number[]} seen @returns {string} */
export function standsFor(key, keys, looks, seen) {
  if (keys.has(key)) return key;
  const match = /^piece:(.*):(\d+)$/.exec(key);
  if (!match) return key;
  const caption = looks.caption(match[1], Number(match[2]));
  const where = looks.offsets.get(looks.components.get(match[1])[4]);
  for (const other of keys) {
    const mine = /^piece:(.*):(\d+)$/.exec(other);
    if (mine && mine[1] === match[1] && looks.caption(mine[1], Number(mine[2])) === caption && seen[where + Number(mine[2])] === seen[where + Number(match[2])]) return other;
  }
  return key;
}

/** Why what is clicked is not to be had: the codes of the step that waits with this part in them. @param {any} state @param {number} seat @param {any} looks @param {string} key @param {string[]} selected @returns {any} a reason as `whyIllegal` gives it, or null */
export function reasonFor(state, seat, looks, key, selected) {
  const step = state.waitingStep(seat);
  let asked = 0;
  let best = null;
  for (const choice of state.game.texts.actions) {
    if (choice.leaf !== step) continue;
    const digits = choice.digits;
    const fixed = digits.map((/** @type {any} */ digit) => {
      for (let position = 0; position < digit.size; position += 1) {
        const own = keyOf(state, looks, digit.carrier, digit.value(position));
        if (own && (own === key || selected.includes(own))) return position;
      }
      return -1;
    });
    if (!digits.some((/** @type {any} */ digit, /** @type {number} */ at) => fixed[at] >= 0 && keyOf(state, looks, digit.carrier, digit.value(fixed[at])) === key)) continue;
    const free = digits.map((/** @type {any} */ digit, /** @type {number} */ at) => (fixed[at] >= 0 ? [fixed[at]] : Array.from({ length: Math.min(digit.size, 60) }, (_, k) => k)));
    for (const positions of combinations(free)) {
      if (asked >= MOST_ASKED) break;
      asked += 1;
      const reason = state.whyIllegal(choice.code(positions), seat);
      if (reason === null) return null;
      if (typeof reason === "object" && reason.clauses.length && (best === null || typeof best === "string" || reason.kind === "where")) best = reason;
      best = best ?? reason;
    }
  }
  return best;
}

/** @param {number[][]} lists @returns {Generator<number[]>} */
function* combinations(lists) {
  if (!lists.length) {
    yield [];
    return;
  }
  for (const first of lists[0]) for (const rest of combinations(lists.slice(1))) yield [first, ...rest];
}

/** The cells of planes that may be chosen now. @param {Offer[]} offers @returns {Record<string, number[][]>} */
export function openCellsOf(offers) {
  /** @type {Record<string, number[][]>} */
  const found = {};
  for (const key of new Set(offers.flatMap((offer) => offer.needed))) {
    const match = /^cell:(.*):(-?\d+),(-?\d+)$/.exec(key);
    if (match) (found[match[1]] ??= []).push([Number(match[2]), Number(match[3])]);
  }
  return found;
}
