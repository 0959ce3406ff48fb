/** Other positions that look the same to a seat. The twin of `runtime/hidden.py`. */
const SEEN_NOT_AT_ALL = -1;
const MOST_UNSEEN = 40;

/** A state that agrees with all that `seat` perceived, what it did not see drawn anew; the true one if none is found. @param {any} state @param {number} seat @param {any} stream @param {number} tries @returns {any} */
export function resample(state, seat, stream, tries = 20) {
  let found = null;
  for (let at = 0; at < tries && !found; at += 1) found = retold(state, seat, stream);
  found = found ?? state.clone();
  found.reseed(stream.step());
  return found;
}

/** @param {any} state @param {number} seat @param {any} stream @returns {any} */
function retold(state, seat, stream) {
  const line = state.line();
  if (!line.length) return state.clone();
  const made = new state.constructor(state.game, line[0].vector.slice(), null);
  for (const [at, { vector, action }] of line.entries()) {
    const after = at + 1 < line.length ? line[at + 1].vector : state.vector;
    const seen = state.game.engine.ask("seen_action", vector, seat, action);
    const view = state.game.observed(after, seat);
    if (seen !== SEEN_NOT_AT_ALL) {
      const found = fittingAction(made, seat, action, seen, view, stream);
      if (found === null) return null;
      made.apply(found);
    }
    if (!comesTo(made, seat, view, stream)) return null;
  }
  return made;
}

/** @param {any} made @param {number} seat @param {number} action @param {number} seen @param {number[]} view @param {any} stream @returns {number | null} */
function fittingAction(made, seat, action, seen, view, stream) {
  for (let at = 0; at < MOST_UNSEEN; at += 1) {
    const found = alikeAction(made, seat, action, seen, view, stream);
    if (found !== null || !goesOnUnseen(made, seat, stream)) return found;
  }
  return null;
}

/** @param {any} made @param {number} seat @param {number[]} view @param {any} stream */
function comesTo(made, seat, view, stream) {
  for (let at = 0; at < MOST_UNSEEN; at += 1) {
    const own = made.observation(seat);
    if (view.every((value, slot) => value === own[slot])) return true;
    if (!goesOnUnseen(made, seat, stream)) return false;
  }
  return false;
}

/** @param {any} made @param {number} seat @param {any} stream */
function goesOnUnseen(made, seat, stream) {
  const unseen = made.legalActions().filter((/** @type {number} */ code) => made.game.engine.ask("seen_action", made.vector, seat, code) === SEEN_NOT_AT_ALL);
  if (unseen.length) made.apply(unseen[stream.below(unseen.length)]);
  return unseen.length > 0;
}

/** @param {any} made @param {number} seat @param {number} action @param {number} seen @param {number[]} view @param {any} stream @returns {number | null} */
function alikeAction(made, seat, action, seen, view, stream) {
  const { engine } = made.game;
  if (seen === action && action >= 0) return engine.ask("refusal", made.vector, action) ? null : checkedChild(made, seat, action, view, stream);
  /** @type {[number, number][]} */
  const options = made.isChance() ? engine.outcomes(made.vector) : made.legalActions().map((/** @type {number} */ code) => [code, 1]);
  const fitting = options.filter(([code]) => engine.ask("seen_action", made.vector, seat, code) === seen && checkedChild(made, seat, code, view, stream) !== null);
  return fitting.length ? fitting[stream.weighted(fitting.map(([, weight]) => weight))][0] : null;
}

/** @param {any} made @param {number} seat @param {number} code @param {number[]} view @param {any} stream @returns {number | null} */
function checkedChild(made, seat, code, view, stream) {
  return comesTo(made.child(code), seat, view, stream) ? code : null;
}
