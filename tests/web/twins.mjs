// Plays a line of codes and prints, position by position, what the browser shows: the picture and the view of each viewer. In: the folder of the client, and
// on standard input facts, wasm (base64), shapes, players, seed, codes, widths. Out: lines of JSON.
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const { Game } = await import(`${folder}/game.mjs`);
const { setShapes } = await import(`${folder}/looks.mjs`);
const { Picture } = await import(`${folder}/picture.mjs`);
const { viewOf } = await import(`${folder}/view.mjs`);
const { newRecord, recordText, readRecord, replayRecord } = await import(`${folder}/record.mjs`);

const given = JSON.parse(readFileSync(0, "utf8"));
setShapes(given.shapes);
const { instance } = await WebAssembly.instantiate(Buffer.from(given.wasm, "base64"), {});
const game = new Game(given.facts, instance);
const picture = new Picture(game.facts, game.texts);
for (const line of given.lines) {
  const state = game.start(line.players, BigInt(line.seed));
  const record = newRecord(game, line.players, BigInt(line.seed));
  const show = (viewer) => ({
    view: viewOf(state, viewer, picture.looks),
    svg: picture.draw(state.observation(viewer), true, line.width)[0],
    whole: picture.draw(Array.from(state.position(), Number), false, line.width)[0],
  });
  const tell = () => console.log(JSON.stringify([...Array.from({ length: line.players }, (_, seat) => seat), "spectator"].map(show)));
  tell();
  for (const code of line.codes) {
    record.actions.push([state.isChance() ? -1 : state.actor(), code, state.actionText(code)]);
    if (state.isChance()) {
      const drawn = state.drawOutcome();
      if (drawn !== code) throw new Error(`drew ${drawn}, not ${code}`);
    }
    state.apply(code);
    tell();
  }
  if (state.isTerminal()) record.returns = state.returns();
  const text = recordText(record);
  replayRecord(readRecord(text), game);
  console.log(JSON.stringify(text));
}
