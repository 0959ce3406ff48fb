/** A game going on: who sits where, what was done, whose screen it is. It knows nothing of how it is shown. */
import { newRecord, replayRecord } from "./record.mjs";

/** @typedef {{kind: string, budget: number}} Seat `person` or a bot's name; milliseconds a move */

export class Session {
  /** @param {any} game @param {import("./record.mjs").MatchRecord} record @param {Seat[]} seats */
  constructor(game, record, seats) {
    this.game = game;
    this.record = record;
    this.seats = seats;
    this.state = replayRecord({ ...record, returns: [] }, game);
    const persons = seats.map((seat, at) => (seat.kind === "person" ? at : -1)).filter((at) => at >= 0);
    this.persons = persons;
    /** @type {number | "spectator"} whose view is on the screen */
    this.viewer = persons.length ? (isPrivate(game) ? persons[0] : persons[0]) : "spectator";
    this.shared = persons.length > 1 && isPrivate(game);
    this.covered = this.shared;
  }

  /** @param {any} game @param {number} players @param {bigint} seed @param {Seat[]} seats */
  static begin(game, players, seed, seats) {
    return new Session(game, newRecord(game, players, seed), seats);
  }

  /** What happens next: "over", "chance", "bot", "person" (of `seat`), or "cover": the screen goes to another person. @returns {{kind: string, seat: number}} */
  next() {
    if (this.state.isTerminal()) return { kind: "over", seat: -4 };
    if (this.state.isChance()) return { kind: "chance", seat: -1 };
    const seat = this.state.actor();
    if (this.seats[seat].kind !== "person") return { kind: "bot", seat };
    if (this.shared && (this.viewer !== seat || this.covered)) return { kind: "cover", seat };
    return { kind: "person", seat };
  }

  /** The screen is now this person's. @param {number} seat */
  uncover(seat) {
    this.viewer = seat;
    this.covered = false;
  }

  /** @param {number} action */
  play(action) {
    const { state, record } = this;
    record.actions.push([state.isChance() ? -1 : state.actor(), action, state.actionText(action)]);
    state.apply(action);
    record.returns = state.isTerminal() ? state.returns() : [];
    const next = this.next();
    if (next.kind === "person" && !this.shared && this.persons.length > 1) this.viewer = next.seat;
  }

  draw() {
    const outcome = this.state.drawOutcome();
    this.play(outcome);
    return outcome;
  }

  /** Back to the latest decision of a person; whether there was one. */
  undo() {
    const at = this.record.actions.map(([seat]) => seat >= 0 && this.seats[seat].kind === "person").lastIndexOf(true);
    if (at < 0) return false;
    this.cut(at);
    return true;
  }

  /** Goes back to the position after `to` entries. @param {number} to */
  cut(to) {
    this.record.actions.length = to;
    this.record.returns = [];
    this.state = replayRecord(this.record, this.game);
    if (this.shared) this.covered = true;
    else if (this.persons.length > 1 && this.next().kind === "person") this.viewer = this.next().seat;
  }
}

/** Whether seats see different things, so that a shared screen must be covered between people. @param {any} game */
export function isPrivate(game) {
  const own = (/** @type {string} */ seen) => seen.startsWith("owner");
  return game.facts.ZONES.some((/** @type {any} */ zone) => own(zone[6])) || game.facts.BLOCKS.some((/** @type {any} */ row) => own(row[6]) && row[0] !== "staged");
}
