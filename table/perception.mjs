/** What a seat may know of an answer computed on the whole position. The twin of `runtime/perception.py`. */
export const NO_SEAT = -9;
const ARRANGEMENTS = 4;

/** @param {number[][]} answers @returns {(number | null)[]} */
export function agreement(answers) {
  return answers[0].map((first, at) => (answers.every((answer) => answer[at] === first) ? first : null));
}

/** Copies of the vector, what is hidden from the seat arranged in other ways. @param {any} game @param {BigInt64Array} vector @param {number} seat @returns {BigInt64Array[]} */
export function arrangements(game, vector, seat) {
  const view = game.observed(vector, seat);
  /** @type {[number, any][]} */
  const slots = [];
  for (const [, offset, length, section, carrier] of game.facts.BLOCKS) {
    if (section !== "state" || offset >= view.length) continue;
    for (let slot = offset; slot < offset + length; slot += 1) if (view[slot] === game.facts.HIDDEN) slots.push([slot, game.texts.carriers[carrier]]);
  }
  const hiddenOf = (/** @type {any} */ row) => Array.from({ length: row[1] }, (_, piece) => piece).filter((piece) => view[game.at(row[4]) + piece] === game.facts.HIDDEN);
  const pieces = game.facts.COMPONENTS.filter((/** @type {any} */ row) => hiddenOf(row).length);
  if (!slots.length && !pieces.length) return [vector.slice()];
  return Array.from({ length: ARRANGEMENTS }, (_, number) => {
    const world = vector.slice();
    for (const row of pieces) rearrange(game, world, row[0], hiddenOf(row), number);
    for (const [slot, carrier] of slots) {
      const span = carrier.high - carrier.low;
      world[slot] = BigInt([carrier.low, carrier.high, carrier.low + Math.floor(span / 2), carrier.low + Math.min(span, 1)][number]);
    }
    return world;
  });
}

/** @param {any} game @param {BigInt64Array} vector @param {string} component @param {number[]} hidden @param {number} number */
function rearrange(game, vector, component, hidden, number) {
  const where = game.at(game.facts.COMPONENTS.find((/** @type {any} */ row) => row[0] === component)[4]);
  const zones = game.facts.ZONES.filter((/** @type {any} */ row) => row[1] === component);
  const inside = new Set(hidden);
  const at = new Map();
  for (const row of zones) {
    if (!row[8]) continue;
    const start = game.at(row[8]);
    for (let slot = start; slot < start + game.lengths.get(row[8]); slot += 1) if (inside.has(Number(vector[slot]))) at.set(Number(vector[slot]), slot);
  }
  const places = hidden.map((piece) => [Number(vector[where + piece]), at.get(piece) ?? -1]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  ordered(hidden, number).forEach((piece, k) => {
    const [place, slot] = places[k];
    vector[where + piece] = BigInt(place);
    if (slot >= 0) vector[slot] = BigInt(piece);
  });
  for (const row of zones) if (row[10]) rebuildMembers(game, vector, row, where);
}

/** @param {number[]} hidden @param {number} number */
function ordered(hidden, number) {
  const half = Math.floor(hidden.length / 2);
  const odd = hidden.filter((_, at) => at % 2 === 1);
  const even = hidden.filter((_, at) => at % 2 === 0);
  return [hidden, [...hidden].reverse(), [...hidden.slice(half), ...hidden.slice(0, half)], [...odd, ...even]][number];
}

/** Writes the member words of a zone family from where its pieces are. @param {any} game @param {BigInt64Array} vector @param {any} row @param {number} where */
export function rebuildMembers(game, vector, row, where) {
  const [, component, , instances, first] = row;
  const [at, words] = [game.at(row[10]), row[11]];
  const count = game.facts.COMPONENTS.find((/** @type {any} */ each) => each[0] === component)[1];
  const values = new BigInt64Array(instances * words);
  for (let piece = 0; piece < count; piece += 1) {
    const instance = Number(vector[where + piece]) - first;
    if (instance >= 0 && instance < instances) values[instance * words + Math.floor(piece / 62)] |= 1n << BigInt(piece % 62);
  }
  vector.set(values, at);
}
