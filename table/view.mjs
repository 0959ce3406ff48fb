/** A position as one object for whoever looks on. The twin of `runtime/view.py`; docs/views.md has its shape. */
import { seatNumber } from "./game.mjs";
import { eventsOf } from "./telling.mjs";
import { productOf, zonePieces } from "./things.mjs";

const KINDS = new Map([[-1, "chance"], [-2, "sealed"], [-4, "over"]]);

/** @param {any} state @param {any} viewer @param {any} looks @returns {any} */
export function viewOf(state, viewer, looks) {
  const { game } = state;
  const seen = state.observation(viewer);
  const told = eventsOf(state, seatNumber(viewer));
  return {
    view: 1,
    game: game.facts.GAME,
    variant: game.facts.VARIANT,
    title: game.facts.TITLE,
    viewer,
    players: Array.from({ length: state.players }, (_, seat) => ({ seat, name: game.words.seat(seat) })),
    moment: told.length,
    step: stepOf(state, viewer),
    turn: turnOf(state, viewer),
    state: variablesOf(game, seen, state.players),
    zones: zonesOf(game, seen, state.players, looks),
    actions: viewer === "spectator" ? [] : state.legalActions(viewer).map((/** @type {number} */ code) => ({ code, text: state.game.texts.actionText(code), say: state.say(code, viewer) })),
    events: told,
    scores: state.scores(viewer),
    result: resultOf(state),
    changes: [],
  };
}

/** @param {any} state @param {any} viewer */
function stepOf(state, viewer) {
  const path = state.waitingStep(viewer);
  const parts = path.split(".");
  const phase = parts[0] === "phases" && parts.length > 1 ? parts[1] : parts[0];
  return { path, phase: path ? state.game.words.name(phase) : "", text: state.game.words.step(path) };
}

/** @param {any} state @param {any} viewer */
export function turnOf(state, viewer) {
  const player = state.currentPlayer(viewer);
  const seats = state.waitingSeats(viewer);
  const names = seats.map((/** @type {number} */ seat) => state.game.words.seat(seat)).join(" and ");
  const kind = KINDS.get(player) ?? "decision";
  const text = kind === "chance" ? "chance" : kind === "over" ? "the game is over" : `${names} to choose`;
  return { kind, seats, yours: seats.includes(viewer), text };
}

/** @param {any[]} kinds @param {number[]} index @param {number} players */
function atTable(kinds, index, players) {
  return kinds.every((kind, at) => kind.name !== "player" || index[at] < players);
}

/** @param {any} game @param {number[]} seen @param {number} players */
function variablesOf(game, seen, players) {
  const { carriers } = game.texts;
  const found = [];
  for (const [name, offset, length, section, carrier, axes] of game.facts.BLOCKS) {
    if (section !== "state" || offset + length > seen.length) continue;
    const kinds = axes.map((/** @type {number} */ axis) => carriers[axis]);
    const values = [];
    for (const [slot, index] of productOf(kinds).entries()) {
      if (!atTable(kinds, index, players)) continue;
      const value = seen[offset + slot];
      const shown = value === game.facts.HIDDEN ? { hidden: true } : { value, text: game.words.of(carriers[carrier].text(value)) };
      values.push({ at: index.map((at, k) => kinds[k].text(at)), ...shown });
    }
    found.push({ name, text: game.words.block(name), axes: kinds.map((/** @type {any} */ kind) => kind.name), type: carriers[carrier].name, values });
  }
  return found;
}

/** @param {any} game @param {number[]} seen @param {number} players @param {any} looks */
function zonesOf(game, seen, players, looks) {
  const { carriers } = game.texts;
  let countAt = game.facts.SHOWN;
  return game.facts.ZONES.map((/** @type {any} */ zone) => {
    const [name, component, order, instances, first, , , axes] = zone;
    const pieces = carriers[game.facts.COMPONENTS.find((/** @type {any} */ row) => row[0] === component)[5]];
    const kinds = axes.map((/** @type {number} */ axis) => carriers[axis]);
    const found = [];
    for (const [instance, index] of productOf(kinds).entries()) {
      if (instance >= instances || !atTable(kinds, index, players)) continue;
      const inside = zonePieces(looks, zone, instance, seen);
      const count = seen[countAt + instance];
      found.push({
        at: index.map((at, k) => kinds[k].text(at)),
        number: first + instance,
        count: count !== game.facts.HIDDEN ? count : null,
        hidden: count !== game.facts.HIDDEN ? count - inside.filter((piece) => piece >= 0).length : null,
        pieces: inside.map((piece) => (piece >= 0 ? { piece, text: game.words.of(pieces.text(piece)) } : null)),
      });
    }
    countAt += instances;
    return { name, text: game.words.block(name), of: component, order, axes: kinds.map((/** @type {any} */ kind) => kind.name), instances: found };
  });
}

/** @param {any} state */
export function resultOf(state) {
  if (!state.isTerminal()) return null;
  const returns = state.returns();
  const most = Math.max(...returns);
  const first = returns.map((/** @type {number} */ _, /** @type {number} */ seat) => seat).filter((/** @type {number} */ seat) => returns[seat] === most);
  const names = first.map((/** @type {number} */ seat) => state.game.words.seat(seat)).join(" and ");
  const text = first.length === state.players && state.players > 1 ? "a draw" : `${names} ${first.length === 1 ? "wins" : "share the win"}`;
  return { returns, first, cut: state.isTruncated(), text };
}
