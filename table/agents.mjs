/** Players that are no people. The twins of `runtime/agents/`: random, greedy, and search over information sets with a budget of time. */
import { Stream } from "./chance.mjs";
import { resample } from "./hidden.mjs";

export const BOTS = ["random", "greedy", "search"];
const EXPLORATION = 0.7;
/** Milliseconds of thinking without looking up. */
const SLICE = 30;

/** An action for the seat that is to act. `goesOn` is asked now and then whether to think on. @param {string} kind @param {any} state @param {bigint} seed @param {() => Promise<boolean>} goesOn @returns {Promise<{action: number, playouts: number}>} */
export async function chooseAction(kind, state, seed, goesOn) {
  const stream = Stream.seeded(seed);
  const actions = state.legalActions();
  if (actions.length === 1) return { action: actions[0], playouts: 0 };
  if (kind === "random") return { action: actions[stream.below(actions.length)], playouts: 0 };
  if (kind === "greedy") return { action: greedy(state, actions, stream), playouts: 0 };
  return new Search(state, stream).choose(actions, goesOn);
}

/** @param {any} state @param {number[]} actions @param {Stream} stream */
function greedy(state, actions, stream) {
  const seat = state.actor();
  const guess = resample(state, seat, stream);
  const { engine } = state.game;
  const values = actions.map((action) => (engine.ask("refusal", guess.vector, action) ? -Infinity : lead(guess.child(action), seat)));
  const best = actions.filter((_, at) => values[at] === Math.max(...values));
  return best[stream.below(best.length)];
}

/** How far ahead of the best other seat; a decided game outweighs any score. @param {any} state @param {number} seat */
function lead(state, seat) {
  const scores = state.scores();
  const others = scores.filter((/** @type {number} */ _, /** @type {number} */ at) => at !== seat);
  return scores[seat] - Math.max(0, ...others) + (state.isTerminal() ? 1e9 * state.returns()[seat] : 0);
}

/** @typedef {{seat: number, visits: number, possible: number, total: number, children: Map<number, Node>}} Node */

/** @param {number} seat @param {number} possible @returns {Node} */
function node(seat, possible) {
  return { seat, visits: 0, possible, total: 0, children: new Map() };
}

class Search {
  /** @param {any} state @param {Stream} stream */
  constructor(state, stream) {
    this.state = state;
    this.stream = stream;
    this.low = 0;
    this.high = 0;
  }

  /** @param {number[]} actions @param {() => Promise<boolean>} goesOn */
  async choose(actions, goesOn) {
    const root = node(-1, 0);
    let playouts = 0;
    let slice = performance.now() + SLICE;
    for (;;) {
      this.descend(root, resample(this.state, this.state.actor(), this.stream, 5));
      playouts += 1;
      if (performance.now() < slice) continue;
      if (!(await goesOn())) break;
      slice = performance.now() + SLICE;
    }
    let best = actions[0];
    for (const action of actions) if ((root.children.get(action)?.visits ?? 0) > (root.children.get(best)?.visits ?? 0)) best = action;
    return { action: best, playouts };
  }

  /** @param {Node} root @param {any} state */
  descend(root, state) {
    let at = root;
    const path = [];
    while (!state.isTerminal()) {
      if (state.isChance()) {
        state.apply(state.drawOutcome());
        continue;
      }
      const [seat, actions] = [state.actor(), state.legalActions()];
      const fresh = actions.filter((/** @type {number} */ action) => !at.children.has(action));
      for (const action of actions) {
        const child = at.children.get(action);
        if (child) child.possible += 1;
      }
      let action = actions[0];
      if (fresh.length) {
        action = fresh[this.stream.below(fresh.length)];
        at.children.set(action, node(seat, 1));
      } else {
        let most = -Infinity;
        for (const each of actions) {
          const worth = this.worth(/** @type {Node} */ (at.children.get(each)));
          if (worth > most) [most, action] = [worth, each];
        }
      }
      at = /** @type {Node} */ (at.children.get(action));
      path.push(at);
      state.apply(action);
      if (fresh.length) break;
    }
    const returns = this.finish(state);
    this.low = Math.min(this.low, ...returns);
    this.high = Math.max(this.high, ...returns);
    for (const step of path) {
      step.visits += 1;
      step.total += returns[step.seat];
    }
  }

  /** @param {Node} child */
  worth(child) {
    const spread = this.high - this.low || 1;
    const mean = child.visits ? (child.total / child.visits - this.low) / spread : 1;
    return mean + EXPLORATION * Math.sqrt(Math.log(child.possible + 1) / (child.visits || 1));
  }

  /** @param {any} state @returns {number[]} */
  finish(state) {
    if (state.isTerminal()) return state.returns();
    while (state.isChance()) state.apply(state.drawOutcome());
    if (state.isTerminal()) return state.returns();
    state.vector[state.game.at("explicit")] = 0n;
    if (state.game.engine.playOut(state.vector, this.stream.step()) < 0) return new Array(state.players).fill(0);
    return state.returns();
  }
}
