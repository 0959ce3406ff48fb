/** The page: unpacks what is in it, shows the first page and the table; in a worker the same text lets bots think. */
import { chooseAction } from "./agents.mjs";
import { Game } from "./game.mjs";
import { setShapes } from "./looks.mjs";
import { readRecord, replayRecord } from "./record.mjs";
import { element } from "./rulebook.mjs";
import { Session } from "./session.mjs";
import { startPage } from "./start.mjs";
import { Table } from "./table.mjs";

/** What `rulewright page` packed: a length, JSON, then the engines. @param {string} packed @returns {Promise<any>} */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(whole.buffer).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(whole.subarray(4, 4 + length)));
  for (const build of data.builds) build.code = whole.slice(4 + length + build.at, 4 + length + build.at + build.size);
  return data;
}

/** @param {any} build @returns {Promise<Game>} */
async function gameOf(build) {
  const { instance } = await WebAssembly.instantiate(build.code, {});
  return new Game(build.facts, instance);
}

/** Bots think elsewhere, so that the page stays quick. */
class Thinker {
  /** @param {any} build */
  constructor(build) {
    this.build = build;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {((found: any) => void) | null} */
    this.answer = null;
  }

  /** @param {any} record @param {string} kind @param {number} budget @returns {Promise<{action: number, playouts: number} | null>} */
  choose(record, kind, budget) {
    if (!this.worker) {
      const text = /** @type {HTMLElement} */ (document.getElementById("client")).textContent ?? "";
      this.worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
      this.worker.onmessage = (event) => this.done(event.data);
      this.worker.postMessage({ facts: this.build.facts, code: this.build.code });
    }
    const seed = Math.floor(Math.random() * 2 ** 31);
    const asked = { players: record.players, seed: String(record.seed), codes: record.actions.map((/** @type {any} */ row) => row[1]), kind, budget, own: seed };
    return new Promise((answer) => {
      this.answer = answer;
      /** @type {Worker} */ (this.worker).postMessage(asked);
    });
  }

  /** @param {any} found */
  done(found) {
    const { answer } = this;
    this.answer = null;
    if (found?.failed) console.error(found.failed);
    answer?.(found);
  }

  /** The bot moves at once, with what it has found. */
  hurry() {
    this.worker?.postMessage({ hurry: true });
  }

  stop() {
    const { answer } = this;
    this.answer = null;
    if (answer) {
      this.drop();
      answer(null);
    }
  }

  drop() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** In a worker: one message brings the engine, each further one a question. */
function serveWorker() {
  /** @type {Promise<Game> | null} */
  let making = null;
  let hurried = false;
  // The match as far as it was played when a bot was asked last: what follows is added to it.
  /** @type {{key: string, codes: number[], state: any} | null} */
  let kept = null;
  self.onmessage = async (/** @type {any} */ { data }) => {
    if (data.code) {
      making = gameOf(data);
      return;
    }
    if (data.hurry) {
      hurried = true;
      return;
    }
    hurried = false;
    try {
      const end = performance.now() + data.budget;
      const game = await /** @type {Promise<Game>} */ (making);
      const key = `${data.players} ${data.seed}`;
      if (!kept || kept.key !== key || !kept.codes.every((code, at) => code === data.codes[at])) kept = { key, codes: [], state: game.start(data.players, BigInt(data.seed)) };
      const { state } = kept;
      for (const code of data.codes.slice(kept.codes.length)) {
        if (state.isChance()) state.drawOutcome();
        state.apply(code);
      }
      kept.codes = data.codes;
      // Between slices of thinking messages are heard.
      const goesOn = () => new Promise((/** @type {(on: boolean) => void} */ tell) => setTimeout(() => tell(!hurried && performance.now() < end), 0));
      self.postMessage(await chooseAction(data.kind, state, BigInt(data.own), goesOn));
    } catch (error) {
      self.postMessage({ failed: String(error), action: -1, playouts: 0 });
    }
  };
}

async function openPage() {
  const data = await unpack(/** @type {HTMLElement} */ (document.getElementById("data")).textContent ?? "");
  setShapes(data.shapes);
  document.title = data.builds[0].facts.TITLE;
  const say = (/** @type {string} */ text) => {
    const note = document.querySelector(".note");
    if (note) note.textContent = text;
  };

  /** @param {number} number @param {(game: Game) => Session} make */
  const sit = async (number, make) => {
    const build = data.builds[number];
    const game = await gameOf(build);
    const table = new Table(build, make(game), new Thinker(build), first);
    document.body.replaceChildren(table.root);
    let waiting = 0;
    new ResizeObserver(() => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => {
        if (Math.abs(table.board.clientWidth - table.width) > 4 && !table.gone) table.show();
      });
    }).observe(table.board);
    Object.assign(document.documentElement, { table });
    await table.advance();
    noteReady();
  };

  /** @param {string} text @param {any[] | null} seats */
  const openRecord = async (text, seats) => {
    try {
      const record = readRecord(text);
      const number = data.builds.findIndex((/** @type {any} */ build) => build.facts.SPEC_HASH === record.spec_hash);
      if (number < 0) replayRecord(record, await gameOf(data.builds[0]));
      replayRecord(record, await gameOf(data.builds[number]));
      await sit(number, (game) => new Session(game, record, seats ?? Array.from({ length: record.players }, () => ({ kind: "person", budget: 1000 }))));
    } catch (error) {
      say(`This record cannot be opened: ${/** @type {Error} */ (error).message}.`);
    }
  };

  const first = () => {
    let saved = null;
    try {
      for (const build of data.builds) saved = saved ?? localStorage.getItem(`rulewright ${build.facts.SPEC_HASH}`);
    } catch {
      saved = null;
    }
    document.body.replaceChildren(
      startPage(data, {
        saved,
        begin: (number, players, seed, seats) => sit(number, (game) => Session.begin(game, players, seed, seats)),
        open: (text) => openRecord(text, null),
        resume: (text) => {
          try {
            const kept = JSON.parse(text);
            openRecord(kept.record, kept.seats);
          } catch {
            say("The saved game cannot be read.");
          }
        },
      }),
    );
    noteReady();
  };
  first();
}

/** Says when the page was first ready, for whoever measures. */
function noteReady() {
  requestAnimationFrame(() => {
    document.documentElement.dataset.ready ??= performance.now().toFixed(1);
  });
}

if (typeof document === "undefined") serveWorker();
else openPage().catch((error) => document.body.replaceChildren(element("p", { className: "note" }, `This page cannot be opened here: ${error.message}`)));
