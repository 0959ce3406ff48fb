/** What has happened, in words, as somebody perceived it. The twin of `runtime/telling.py`. */
import { agreement, arrangements } from "./perception.mjs";

const SEEN_NOT = -1;
const SEEN_NOTHING = -2;

/** @typedef {{number: number, seat: number, step: string, code: number | null, text: string}} Event */

/** The events of a seat. @param {any} state @param {number} seat @returns {Event[]} */
export function eventsOf(state, seat) {
  const found = [];
  for (const { vector, action } of state.line()) {
    const made = eventAt(state.game, vector, action, seat, found.length);
    if (made) found.push(made);
  }
  return found;
}

/** @param {any} game @param {BigInt64Array} vector @param {number} action @param {number} seat @param {number} number @returns {Event | null} */
export function eventAt(game, vector, action, seat, number) {
  const seen = game.engine.ask("seen_action", vector, seat, action);
  if (seen === SEEN_NOT) return null;
  return {
    number,
    seat: game.engine.ask("actor", vector),
    step: stepPath(game, vector),
    code: seen === action ? action : null,
    text: told(game, vector, seat, action, seen),
  };
}

/** @param {any} game @param {BigInt64Array} vector @returns {string} */
function stepPath(game, vector) {
  return game.facts.STEPS[Number(vector[game.at("step")])] ?? "";
}

/** An action or outcome about to be applied, as this seat perceives it. @param {any} game @param {BigInt64Array} before @param {number} seat @param {number} action @param {number} seen @param {BigInt64Array[]} worlds @returns {string} */
export function told(game, before, seat, action, seen, worlds = []) {
  if (seen === SEEN_NOT) return "";
  const actor = game.engine.ask("actor", before);
  const chance = actor === -1;
  const choice = chance ? game.texts.outcome(action) : game.texts.action(action);
  const head = chance ? game.words.step(stepPath(game, before)) : game.words.seat(actor);
  if (!choice) return head;
  const codes = alikeCodes(game, before, seat, choice, action, seen);
  const spoken = sayText(game, worlds.length ? worlds : arrangements(game, before, seat), choice, codes, chance);
  if (spoken !== null) return spoken;
  if (seen === SEEN_NOTHING) return chance ? `${head}: unseen` : `${head} chooses unseen`;
  const values = agreement(codes.map((code) => choice.positions(code)));
  const texts = choice.digits.map((/** @type {any} */ digit, /** @type {number} */ at) => {
    const value = values[at];
    return value === null ? "?" : game.words.of(digit.text(value));
  });
  return chance ? `${head}: ${texts.join(", ")}` : [head, game.words.name(choice.action), ...texts].join(" ");
}

/** Codes that the seat would perceive in the same way. @param {any} game @param {BigInt64Array} before @param {number} seat @param {any} choice @param {number} action @param {number} seen @returns {number[]} */
function alikeCodes(game, before, seat, choice, action, seen) {
  if (seen === action) return [action];
  const base = choice.positions(action);
  /** @type {number[]} */
  const hidden = [];
  choice.digits.forEach((/** @type {any} */ digit, /** @type {number} */ at) => {
    const other = [...base.slice(0, at), (base[at] + 1) % digit.size, ...base.slice(at + 1)];
    if (seen === SEEN_NOTHING || (digit.size > 1 && game.engine.ask("seen_action", before, seat, choice.code(other)) === seen)) hidden.push(at);
  });
  return [0, 1, 2].map((share) => {
    for (const at of hidden) base[at] = Math.floor(((choice.digits[at].size - 1) * share) / 2);
    return choice.code(base);
  });
}

/** The spec's text with what the seat may know in its holes. @param {any} game @param {BigInt64Array[]} worlds @param {any} choice @param {number[]} codes @param {boolean} chance @returns {string | null} */
function sayText(game, worlds, choice, codes, chance) {
  const parts = ((chance ? game.facts.OUTCOME_SAYS : game.facts.SAYS) ?? {})[choice.number] ?? null;
  if (parts === null) return null;
  const holes = parts.filter((/** @type {any} */ part) => typeof part !== "string").length;
  const answers = worlds.flatMap((vector) => codes.map((code) => game.engine.list(chance ? "say_outcome" : "say", vector, holes, code)));
  const values = agreement(answers);
  let at = 0;
  return parts
    .map((/** @type {any} */ part) => {
      if (typeof part === "string") return part;
      const value = values[at];
      at += 1;
      return value === null ? "?" : game.words.of(game.texts.carriers[part].text(value));
    })
    .join("");
}
