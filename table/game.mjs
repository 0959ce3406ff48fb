/**
 * A game ready to play: its facts, its engine as WebAssembly, and positions with their history. The twin of `runtime/game.py` and `state.py`.
 *
 * A vector is a BigInt64Array. Each call writes it into the module's memory; those that change it read it back.
 */
import { DEAL, DICE, Stream } from "./chance.mjs";
import { agreement, arrangements, NO_SEAT } from "./perception.mjs";
import { Texts, Words } from "./texts.mjs";
import { told } from "./telling.mjs";

export const CHANCE = -1;
export const SEALED = -2;
export const OVER = -4;
const SPECTATOR = "spectator";

/** @typedef {number | "spectator"} Viewer */
/** @typedef {{vector: BigInt64Array, action: number, before: Past | null}} Past */

export class Engine {
  /** @param {WebAssembly.Instance} instance @param {any} facts */
  constructor(instance, facts) {
    const exports = /** @type {any} */ (instance.exports);
    this.exports = exports;
    this.size = facts.VECTOR_SIZE;
    const wide = Math.max(facts.MAX_ACTIONS, facts.MAX_OUTCOMES, 2 * facts.PLAYERS[1], facts.OBSERVATION_SIZE, 64);
    const base = (exports.__heap_base.value + 7) & ~7;
    this.vectorAt = base;
    this.outAt = base + 8 * this.size;
    this.weightsAt = this.outAt + 8 * wide;
    const end = this.weightsAt + 8 * Math.max(wide, 256);
    const lacking = end - exports.memory.buffer.byteLength;
    if (lacking > 0) exports.memory.grow(Math.ceil(lacking / 65536));
    this.memory = new BigInt64Array(exports.memory.buffer);
  }

  /** @param {BigInt64Array} vector */
  put(vector) {
    this.memory.set(vector, this.vectorAt / 8);
  }

  /** @param {BigInt64Array} vector */
  take(vector) {
    vector.set(this.memory.subarray(this.vectorAt / 8, this.vectorAt / 8 + vector.length));
  }

  /** @param {number} count @returns {number[]} */
  out(count) {
    return Array.from(this.memory.subarray(this.outAt / 8, this.outAt / 8 + count), Number);
  }

  /** A question that changes nothing. @param {string} name @param {BigInt64Array} vector @param {...number} given @returns {number} */
  ask(name, vector, ...given) {
    this.put(vector);
    return Number(this.exports[name](this.vectorAt, ...given.map(BigInt)));
  }

  /** A question answered in a list. @param {string} name @param {BigInt64Array} vector @param {number} count @param {...number} given @returns {number[]} */
  list(name, vector, count, ...given) {
    this.put(vector);
    const found = this.exports[name](this.vectorAt, ...given.map(BigInt), this.outAt);
    return this.out(count >= 0 ? count : Number(found));
  }

  /** Something that changes the vector. @param {string} name @param {BigInt64Array} vector @param {...(number | bigint)} given @returns {number} */
  change(name, vector, ...given) {
    this.put(vector);
    const result = Number(this.exports[name](this.vectorAt, ...given.map(BigInt)));
    this.take(vector);
    return result;
  }

  /** @param {BigInt64Array} vector @returns {[number, number][]} outcomes with their weights */
  outcomes(vector) {
    this.put(vector);
    const count = Number(this.exports.chance_outcomes(this.vectorAt, this.outAt, this.weightsAt));
    const weights = Array.from(this.memory.subarray(this.weightsAt / 8, this.weightsAt / 8 + count), Number);
    return this.out(count).map((code, at) => [code, weights[at]]);
  }

  /** Plays a position to the end at random; decisions, or less than 0. @param {BigInt64Array} vector @param {number} seed */
  playOut(vector, seed) {
    this.put(vector);
    const result = Number(this.exports.playout_from(this.vectorAt, this.outAt, BigInt(seed)));
    this.take(vector);
    return result;
  }
}

export class Game {
  /** @param {any} facts @param {WebAssembly.Instance} instance */
  constructor(facts, instance) {
    this.facts = facts;
    this.engine = new Engine(instance, facts);
    this.texts = new Texts(facts);
    this.words = new Words(facts);
    /** @type {Map<string, number>} */
    this.offsets = new Map(facts.BLOCKS.map((/** @type {any} */ row) => [row[0], row[1]]));
    /** @type {Map<string, number>} */
    this.lengths = new Map(facts.BLOCKS.map((/** @type {any} */ row) => [row[0], row[2]]));
  }

  /** @param {string} name @returns {number} */
  at(name) {
    return /** @type {number} */ (this.offsets.get(name));
  }

  get fullName() {
    return this.facts.VARIANT ? `${this.facts.GAME}+${this.facts.VARIANT}` : this.facts.GAME;
  }

  /** A new game with explicit chance, as records have it. @param {number} players @param {bigint} seed @returns {State} */
  start(players, seed) {
    const vector = new BigInt64Array(this.facts.VECTOR_SIZE);
    const rule = this.engine.change("init", vector, players, seed % (1n << 62n), 1n);
    if (rule) throw new Error(`the game cannot begin: ${this.rule(rule).text}`);
    return new State(this, vector, null);
  }

  /** @param {number} number @returns {{kind: string, path: string, clauses: [string, string][], place: string, text: string}} */
  rule(number) {
    const [kind, path, clauses, place, text] = this.facts.RULES[number - 1];
    return { kind, path, clauses, place, text };
  }

  /** @param {BigInt64Array} vector @param {number} seat @returns {number[]} */
  observed(vector, seat) {
    return this.engine.list("observe", vector, this.facts.OBSERVATION_SIZE, seat);
  }
}

export class State {
  /** @param {Game} game @param {BigInt64Array} vector @param {Past | null} past */
  constructor(game, vector, past) {
    this.game = game;
    this.vector = vector;
    this.past = past;
  }

  get players() {
    return Number(this.vector[0]);
  }

  /** @param {string} name @returns {number} */
  slot(name) {
    return Number(this.vector[this.game.at(name)]);
  }

  /** @param {Viewer | null} viewer @returns {number} */
  currentPlayer(viewer = null) {
    return this.game.engine.ask("current_player", this.asSeen(viewer));
  }

  actor() {
    return this.game.engine.ask("actor", this.vector);
  }

  isTerminal() {
    return this.currentPlayer() === OVER;
  }

  isChance() {
    return this.currentPlayer() === CHANCE;
  }

  isSealed() {
    return this.currentPlayer() === SEALED;
  }

  isTruncated() {
    return this.game.engine.ask("truncated", this.vector) !== 0;
  }

  /** @param {Viewer | null} viewer @returns {number[]} */
  waitingSeats(viewer = null) {
    const player = this.currentPlayer(viewer);
    return player >= 0 ? [player] : player === SEALED ? this.uncommitted() : [];
  }

  /** @param {Viewer | null} viewer @returns {string} */
  waitingStep(viewer = null) {
    return this.game.facts.STEPS[Number(this.asSeen(viewer)[this.game.at("step")])] ?? "";
  }

  /** @param {Viewer | null} viewer @returns {number[]} */
  legalActions(viewer = null) {
    const { engine } = this.game;
    if (viewer === null) {
      const found = engine.list("legal_actions", this.vector, -1);
      return found.length ? found : engine.outcomes(this.vector).map(([code]) => code);
    }
    const seat = seatNumber(viewer);
    if (seat === this.actor()) return engine.list("legal_actions", this.vector, -1);
    return this.waitingSeats().includes(seat) ? engine.list("legal_actions", this.withActor(seat), -1) : [];
  }

  /** Draws an outcome from the vector's own stream. @returns {number} */
  drawOutcome() {
    const weighted = this.game.engine.outcomes(this.vector);
    const choice = this.game.texts.outcome(weighted[0][0]);
    const at = this.game.at(choice && choice.action === "roll" ? "dice_low" : "deal_low");
    const stream = new Stream(this.vector[at], this.vector[at + 1]);
    const outcome = weighted[stream.weighted(weighted.map(([, weight]) => weight))][0];
    this.vector[at] = stream.low;
    this.vector[at + 1] = stream.high;
    return outcome;
  }

  /** @param {number} action */
  apply(action) {
    const before = this.vector.slice();
    const rule = this.game.engine.change("attempt", this.vector, action);
    if (rule !== 0) {
      this.vector = before;
      const refused = this.game.rule(Math.abs(rule));
      throw new Error(`${this.actionText(action)}: ${refused.clauses.map(([number, text]) => `${number} ${text}`).join(" ") || refused.text}`);
    }
    this.past = { vector: before, action, before: this.past };
  }

  /** @param {number} action @returns {State} */
  child(action) {
    const made = this.clone();
    made.apply(action);
    return made;
  }

  clone() {
    return new State(this.game, this.vector.slice(), this.past);
  }

  undo() {
    if (!this.past) throw new Error("nothing to undo");
    this.vector = this.past.vector.slice();
    this.past = this.past.before;
  }

  /** @param {number} seed */
  reseed(seed) {
    this.game.engine.change("reseed", this.vector, seed);
  }

  /** What was done, oldest first. @returns {Past[]} */
  line() {
    const found = [];
    for (let past = this.past; past; past = past.before) found.push(past);
    return found.reverse();
  }

  /** @param {Viewer | null} viewer @returns {(number | null)[]} */
  returns(viewer = null) {
    return this.judged("returns", viewer);
  }

  /** @param {Viewer | null} viewer @returns {(number | null)[]} */
  scores(viewer = null) {
    return this.judged("scores", viewer);
  }

  /** @param {Viewer} viewer @returns {number[]} */
  observation(viewer) {
    return this.game.observed(this.vector, seatNumber(viewer));
  }

  /** @param {number} action @returns {string} */
  actionText(action) {
    return this.isChance() ? this.game.texts.outcomeText(action) : this.game.texts.actionText(action);
  }

  /** @param {number} action @param {Viewer | null} viewer @returns {string} */
  say(action, viewer = null) {
    if (viewer === null) return told(this.game, this.vector, NO_SEAT, action, action, [this.vector]);
    const seat = seatNumber(viewer);
    const before = this.isSealed() && this.waitingSeats().includes(seat) && seat !== this.actor() ? this.withActor(seat) : this.vector;
    return told(this.game, before, seat, action, this.game.engine.ask("seen_action", before, seat, action));
  }

  /** Why an action is not legal for a viewer: null if it is, a rule, or "hidden", "not_asked", "over". @param {number} action @param {Viewer} viewer @returns {null | string | {clauses: [string, string][], text: string, kind: string}} */
  whyIllegal(action, viewer) {
    if (this.isTerminal()) return "over";
    const seat = seatNumber(viewer);
    if (!this.waitingSeats().includes(seat)) return "not_asked";
    const vector = this.withActor(seat);
    if (!this.game.engine.ask("refusal", vector, action)) return null;
    const [known] = agreement(arrangements(this.game, vector, seat).map((world) => [this.game.engine.ask("refusal", world, action)]));
    return known ? this.game.rule(known) : "hidden";
  }

  /** The kept slots, for comparing. @returns {BigInt64Array} */
  position() {
    return this.vector.slice(0, this.game.facts.KEPT);
  }

  /** @param {Viewer | null} viewer */
  asSeen(viewer) {
    if (viewer === null) return this.vector;
    const vector = this.vector.slice();
    const seen = this.observation(viewer);
    for (const name of ["step", "actor"]) vector[this.game.at(name)] = BigInt(seen[this.game.at(name)]);
    return vector;
  }

  /** @param {number} seat */
  withActor(seat) {
    const vector = this.vector.slice();
    vector[this.game.at("actor")] = BigInt(seat);
    return vector;
  }

  /** At a sealed choice who has not committed yet. @returns {number[]} */
  uncommitted() {
    const [order, pending] = [this.game.at("seal_order"), this.game.at("pending")];
    const asked = Array.from(this.vector.subarray(order, order + this.slot("seal_count")), Number);
    const waits = this.vector[pending + this.actor()];
    return asked.filter((seat) => this.vector[pending + seat] === waits);
  }

  /** @param {string} judge @param {Viewer | null} viewer @returns {(number | null)[]} */
  judged(judge, viewer) {
    const ask = (/** @type {BigInt64Array} */ vector) => this.game.engine.list(judge, vector, this.players);
    if (viewer === null || this.isTerminal()) return ask(this.vector);
    return agreement(arrangements(this.game, this.vector, seatNumber(viewer)).map(ask));
  }
}

/** What the engine's functions take. @param {Viewer} viewer @returns {number} */
export function seatNumber(viewer) {
  return viewer === SPECTATOR ? NO_SEAT : /** @type {number} */ (viewer);
}

export { DEAL, DICE };
