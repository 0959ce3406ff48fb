/** A match as data, byte for byte as Python writes it. The twin of `runtime/record.py`. */
import { CHANCE } from "./game.mjs";

/** @typedef {{version: number, game: string, variant: string, spec_hash: string, players: number, seed: bigint, names: string[], actions: [number, number, string][], returns: number[]}} MatchRecord */

/** @param {any} game @param {number} players @param {bigint} seed @param {string[]} names @returns {MatchRecord} */
export function newRecord(game, players, seed, names = []) {
  return { version: game.facts.CONTRACT, game: game.facts.GAME, variant: game.facts.VARIANT, spec_hash: game.facts.SPEC_HASH, players, seed, names, actions: [], returns: [] };
}

/** The text of a record's file. @param {MatchRecord} record @returns {string} */
export function recordText(record) {
  const { seed, ...rest } = record;
  const plain = { record: rest.version, game: rest.game, variant: rest.variant, spec_hash: rest.spec_hash, players: rest.players, seed: 0, names: rest.names, actions: rest.actions, returns: rest.returns };
  // Numbers of 62 bits are no numbers for JSON.stringify: the seed goes in as text.
  return JSON.stringify(plain, null, 1).replace('\n "seed": 0,', () => `\n "seed": ${seed},`) + "\n";
}

/** Reads a record; throws with what is amiss. @param {string} text @returns {MatchRecord} */
export function readRecord(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error("this is no record: it cannot be read as JSON");
  }
  if (typeof data !== "object" || data === null || Array.isArray(data)) throw new Error("a record is a JSON object");
  if (!Number.isInteger(data.record)) throw new Error("`record` is missing or no whole number");
  for (const key of ["game", "variant", "spec_hash"]) if (typeof data[key] !== "string") throw new Error(`\`${key}\` is missing or no text`);
  for (const key of ["players", "seed"]) if (!Number.isInteger(data[key])) throw new Error(`\`${key}\` is missing or no whole number`);
  for (const key of ["actions", "returns", "names"]) if (!Array.isArray(data[key])) throw new Error(`\`${key}\` is missing or no list`);
  data.actions.forEach((/** @type {any} */ row, /** @type {number} */ at) => {
    const fits = Array.isArray(row) && row.length === 3 && Number.isInteger(row[0]) && Number.isInteger(row[1]) && typeof row[2] === "string";
    if (!fits) throw new Error(`action ${at + 1} is not [seat, code, text]`);
  });
  if (!data.returns.every(Number.isInteger) || !data.names.every((/** @type {any} */ name) => typeof name === "string")) throw new Error("`returns` are whole numbers and `names` texts");
  const written = /"seed"\s*:\s*(-?\d+)/.exec(text);
  const { game, variant, spec_hash, players, names, actions, returns } = data;
  return { version: data.record, game, variant, spec_hash, players, seed: written ? BigInt(written[1]) : BigInt(data.seed), names, actions, returns };
}

/** Plays a record; throws at the first entry that does not fit. @param {MatchRecord} record @param {any} game @param {number} to @returns {any} the position after it */
export function replayRecord(record, game, to = record.actions.length) {
  if (record.spec_hash !== game.facts.SPEC_HASH) {
    const mine = record.variant ? `${record.game}+${record.variant}` : record.game;
    throw new Error(`a record of ${mine} with spec ${record.spec_hash.slice(0, 12)}; this page plays ${game.fullName} with spec ${game.facts.SPEC_HASH.slice(0, 12)}`);
  }
  if (record.version !== game.facts.CONTRACT) throw new Error(`a record of engine contract ${record.version}; this page keeps contract ${game.facts.CONTRACT}`);
  const [low, high] = game.facts.PLAYERS;
  if (record.players < low || record.players > high) throw new Error(`${game.facts.TITLE} is for ${low} to ${high} players, not ${record.players}`);
  const state = game.start(record.players, record.seed);
  record.actions.slice(0, to).forEach(([seat, code, text], at) => {
    const who = state.isChance() ? CHANCE : state.actor();
    if (state.isTerminal() || who !== seat) {
      const waits = state.isTerminal() ? "over" : who === CHANCE ? "at a chance step" : `waiting for seat ${who}`;
      throw new Error(`entry ${at + 1} (${text}) is by seat ${seat}, but the game is ${waits}`);
    }
    const own = state.actionText(code);
    if (own !== text) throw new Error(`entry ${at + 1} says “${text}”, but its code ${code} means “${own}”`);
    try {
      if (state.isChance()) state.drawOutcome();
      state.apply(code);
    } catch (error) {
      throw new Error(`entry ${at + 1}: ${/** @type {Error} */ (error).message}`);
    }
  });
  if (to === record.actions.length && record.returns.length) {
    const found = state.isTerminal() ? state.returns() : null;
    if (JSON.stringify(found) !== JSON.stringify(record.returns)) throw new Error(`the record's result is ${record.returns}, the replayed game's ${found ?? "not over"}`);
  }
  return state;
}
