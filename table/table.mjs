/** The table on the screen: picture, choices, what happened; clicks and keys become actions of a session. */
import { clickable, decided, left, offersOf, openCellsOf, reasonFor, standsFor } from "./choosing.mjs";
import { Picture } from "./picture.mjs";
import { recordText, replayRecord } from "./record.mjs";
import { element, openClause, rulebookDialog } from "./rulebook.mjs";
import { eventAt } from "./telling.mjs";
import { resultOf, turnOf } from "./view.mjs";
import { CHANCE, seatNumber } from "./game.mjs";

const LISTED = 60;
const REASONS = new Map([["hidden", "That depends on something you cannot see."], ["not_asked", "It is not your turn."], ["over", "The game is over."]]);

export class Table {
  /** @param {any} build @param {import("./session.mjs").Session} session @param {any} worker @param {() => void} leave */
  constructor(build, session, worker, leave) {
    this.build = build;
    this.session = session;
    this.worker = worker;
    this.leave = leave;
    this.picture = new Picture(session.game.facts, session.game.texts);
    this.looks = this.picture.looks;
    /** @type {any[]} */
    this.offers = [];
    /** @type {string[]} */
    this.selected = [];
    this.filter = "";
    /** @type {number[]} what is shown */
    this.seen = [];
    /** @type {number | null} the entry that is looked at, or null for now */
    this.looking = null;
    /** @type {Map<string, string>} how parts looked before the latest move */
    this.before = new Map();
    this.busy = false;
    this.gone = false;
    this.moving = true;
    this.rules = rulebookDialog(build);
    this.clauses = clausesOf(session.game);
    this.root = this.layout();
    this.width = 0;
  }

  layout() {
    const button = (/** @type {string} */ text, /** @type {string} */ kind, /** @type {() => void} */ act) => element("button", { type: "button", className: kind, onclick: act }, text);
    this.title = element("h1", {}, this.build.facts.TITLE);
    this.status = element("p", { className: "status", role: "status", ariaLive: "polite" });
    this.board = element("div", { className: "board", id: "board" });
    this.choices = element("section", { className: "choices", ariaLabel: "What you may do" });
    this.why = element("p", { className: "why", role: "alert" });
    this.log = element("ol", { className: "log", ariaLabel: "What happened" });
    this.cover = element("dialog", { className: "cover", ariaLabel: "Pass the screen", oncancel: (/** @type {Event} */ event) => event.preventDefault() });
    this.undoButton = button("Undo", "undo", () => this.undo());
    this.cancelButton = button("Move now", "cancel", () => this.cancel());
    this.slider = element("input", { type: "range", min: "0", className: "steps", ariaLabel: "Step through the game", oninput: () => this.lookAt(Number(this.slider.value)) });
    this.branch = button("Play on from here", "branch", () => this.playOnFromHere());
    this.branch.hidden = true;
    const tools = element("nav", { className: "tools", ariaLabel: "Game" },
      this.undoButton, button("Rulebook", "rules", () => openClause(this.rules, "")), button("Save record", "save", () => this.saveFile()), button("Light or dark", "theme", () => changeTheme()),
      button("Animation on or off", "motion", () => { this.moving = !this.moving; document.body.classList.toggle("still", !this.moving); }), button("New game", "new", () => this.quit()));
    const ask = element("form", { className: "ask", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.askWhy(question.value)) });
    const question = element("input", { type: "text", ariaLabel: "Why may I not …", placeholder: "Why may I not …" });
    ask.append(question, element("button", { type: "submit" }, "Ask"));
    this.board.addEventListener("click", (/** @type {any} */ event) => this.clicked(event.target));
    this.board.addEventListener("keydown", (/** @type {any} */ event) => this.keyed(event));
    const side = element("aside", {}, this.choices, this.why, ask, element("h2", {}, "What happened"), element("div", { className: "row stepper" },
      button("◀", "back", () => this.lookAt((this.looking ?? this.session.record.actions.length) - 1)), this.slider, button("▶", "forth", () => this.lookAt((this.looking ?? this.session.record.actions.length) + 1)), this.branch), this.log);
    return element("div", { className: "table" }, element("header", {}, this.title, tools), this.status, element("main", {}, this.board, side), this.rules, this.cover);
  }

  /** Goes on until a person is asked. */
  async advance() {
    if (this.busy || this.gone) return;
    this.busy = true;
    try {
      for (;;) {
        const next = this.session.next();
        if (this.gone) return;
        if (next.kind === "chance") {
          this.remember();
          this.session.draw();
          continue;
        }
        if (next.kind === "bot") {
          this.show();
          const seat = this.session.seats[next.seat];
          this.status.textContent = `${this.session.game.words.seat(next.seat)} is thinking …`;
          this.cancelButton.hidden = false;
          const found = await this.worker.choose(this.session.record, seat.kind, seat.budget);
          this.cancelButton.hidden = true;
          if (this.gone) return;
          if (found === null) continue;
          if (found.failed) found.action = this.session.state.legalActions()[0];
          this.remember();
          this.session.play(found.action);
          this.save();
          if (this.moving) await pause(this.session.persons.length ? 250 : 60);
          continue;
        }
        if (next.kind === "cover") this.coverScreen(next.seat);
        break;
      }
    } finally {
      this.busy = false;
    }
    this.save();
    this.show();
  }

  /** @param {number} seat */
  coverScreen(seat) {
    const name = this.session.game.words.seat(seat);
    this.board.replaceChildren();
    this.log.replaceChildren();
    this.choices.replaceChildren();
    const ready = element("button", { type: "button", className: "primary ready", onclick: () => {
      this.session.uncover(seat);
      this.cover.close();
      this.before = new Map();
      this.show();
    } }, `I am ${name}`);
    this.cover.replaceChildren(element("h2", {}, `Pass the screen to ${name}`), element("p", {}, "Nobody else looks now."), ready);
    if (!this.cover.open) this.cover.showModal();
    ready.focus();
  }

  /** The state that is shown: now, or an earlier one. */
  shownState() {
    return this.looking === null ? this.session.state : replayRecord({ ...this.session.record, returns: [] }, this.session.game, this.looking);
  }

  show() {
    if (this.session.next().kind === "cover" && this.looking === null) {
      this.status.textContent = "";
      return;
    }
    const { session } = this;
    const state = this.shownState();
    const next = session.next();
    const mine = this.looking === null && next.kind === "person";
    this.offers = mine ? offersOf(state, next.seat, this.looks) : [];
    if (!left(this.offers, this.selected).length) this.selected = [];
    this.draw(state);
    this.showStatus(state, next);
    this.showChoices(state, next);
    this.showLog();
    const count = session.record.actions.length;
    this.slider.max = String(count);
    this.slider.value = String(this.looking ?? count);
    this.branch.hidden = this.looking === null || this.looking === count;
    this.undoButton.disabled = !session.record.actions.some(([seat]) => seat >= 0 && session.seats[seat].kind === "person");
    document.documentElement.dataset.moves = String(count);
    document.documentElement.dataset.waits = next.kind;
  }

  /** @param {any} state */
  draw(state) {
    const width = Math.max(320, Math.min(900, Math.floor(this.board.clientWidth || document.body.clientWidth - 20)));
    this.seen = state.observation(this.session.viewer);
    const [content, height] = this.picture.draw(this.seen, true, width, this.looking === null ? openCellsOf(left(this.offers, this.selected)) : {});
    const theme = document.documentElement.dataset.theme ?? "";
    this.board.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" class="picture ${theme}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group"></svg>`;
    const svg = /** @type {SVGElement} */ (this.board.firstChild);
    svg.setAttribute("aria-label", this.build.facts.TITLE);
    svg.innerHTML = content;
    this.width = width;
    const keys = clickable(this.offers, this.selected);
    for (const part of /** @type {any} */ (svg.querySelectorAll("[data-at]"))) {
      const at = part.dataset.at;
      const own = this.looking === null ? standsFor(at, keys, this.looks, this.seen) : at;
      const fits = keys.has(own) && !(part.parentElement.closest("[data-at]") && keys.has(part.parentElement.closest("[data-at]").dataset.at));
      if (this.selected.includes(standsFor(at, new Set(this.selected), this.looks, this.seen))) {
        part.classList.add("chosen");
        this.offer(part, true);
      } else if (fits) {
        part.classList.add("may");
        this.offer(part, false);
      }
      const was = this.before.get(at);
      if (was !== undefined && was !== plainMarkup(part) && this.looking === null) part.classList.add("moved");
    }
  }

  /** @param {any} part @param {boolean} pressed */
  offer(part, pressed) {
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "button");
    part.setAttribute("aria-pressed", String(pressed));
    part.setAttribute("aria-label", part.querySelector("title")?.textContent ?? "");
  }

  /** Notes how all parts look, so that what a move changes can be shown. */
  remember() {
    const parts = /** @type {any} */ (this.board.querySelectorAll("[data-at]"));
    if (parts.length) this.before = new Map([...parts].map((part) => [part.dataset.at, plainMarkup(part)]));
  }

  /** @param {any} state @param {any} next */
  showStatus(state, next) {
    const result = resultOf(state);
    const { words } = this.session.game;
    if (result) {
      const scores = state.scores().some((/** @type {number} */ score) => score) ? `; scores ${state.scores().join(", ")}` : "";
      this.status.textContent = `The game is over: ${result.text}${scores}.${result.cut ? " Play was cut off by its horizon." : ""}`;
      return;
    }
    const turn = turnOf(state, this.session.viewer);
    const step = words.step(state.waitingStep(this.session.viewer));
    const yours = this.session.persons.length === 1 && turn.seats.includes(this.session.viewer);
    this.status.textContent = this.looking !== null ? `After ${this.looking} moves: ${step}` : yours ? `Your turn: ${step}` : `${turn.text}: ${step}`;
    void next;
  }

  /** @param {any} state @param {any} next */
  showChoices(state, next) {
    const { session } = this;
    if (this.looking !== null || next.kind !== "person") {
      this.choices.replaceChildren(...(next.kind === "bot" ? [this.cancelButton] : []));
      return;
    }
    const found = left(this.offers, this.selected);
    const fitting = this.filter ? found.filter((offer) => session.game.words.of(session.game.texts.actionText(offer.code)).toLowerCase().includes(this.filter.toLowerCase())) : found;
    const head = element("h2", {}, this.selected.length ? "Then" : `${session.game.words.seat(next.seat)} may`);
    const inside = [head];
    if (found.length > 8) {
      const filter = element("input", { type: "search", className: "filter", ariaLabel: "Narrow the list", placeholder: `${found.length} choices; type to narrow`, value: this.filter, oninput: () => {
        this.filter = filter.value;
        this.showChoices(state, next);
        this.choices.querySelector(".filter").focus();
      } });
      inside.push(filter);
    }
    const shown = fitting.slice(0, LISTED);
    const said = shown.map((offer) => state.say(offer.code, next.seat));
    const list = element("ul", {});
    shown.forEach((offer, at) => {
      const alone = said.filter((text) => text === said[at]).length === 1;
      const own = session.game.words.of(session.game.texts.actionText(offer.code));
      const label = alone && said[at] ? said[at] : own;
      const choice = session.game.texts.action(offer.code);
      const links = (this.clauses.get(`${choice.leaf}.${choice.action}`) ?? this.clauses.get(choice.leaf) ?? []).slice(0, 3);
      list.append(element("li", {}, element("button", { type: "button", className: "choice", "data-code": offer.code, onclick: () => this.play(offer.code) }, label),
        ...links.map((number) => element("button", { type: "button", className: "clause", ariaLabel: `Clause ${number}`, onclick: () => openClause(this.rules, number) }, number))));
    });
    inside.push(list);
    if (fitting.length > shown.length) inside.push(element("p", { className: "more" }, `and ${fitting.length - shown.length} more`));
    if (this.selected.length) inside.push(element("button", { type: "button", className: "unselect", onclick: () => this.select([]) }, "Choose anew"));
    this.choices.replaceChildren(...inside);
  }

  showLog() {
    const { record, game, viewer } = this.session;
    const items = [];
    let state = null;
    // Only what is new is told; the past does not change.
    if (!this.told || this.told.viewer !== viewer || this.told.count > record.actions.length) this.told = { viewer, count: 0, heading: "", items: /** @type {any[]} */ ([]) };
    const line = this.session.state.line();
    for (let at = this.told.count; at < line.length; at += 1) {
      const event = eventAt(game, line[at].vector, line[at].action, seatNumber(viewer), at);
      const heading = event ? `${event.seat} ${event.step} ${event.text}` : "";
      // The draws of a shuffle are told as one.
      const again = event && event.seat === CHANCE && heading === this.told.heading;
      this.told.heading = heading;
      if (event && event.text && !again) {
        const item = element("li", {}, element("button", { type: "button", onclick: () => this.lookAt(at + 1) }, event.text));
        this.told.items.push(item);
      }
    }
    this.told.count = line.length;
    items.push(...this.told.items.slice(-200).reverse());
    this.log.replaceChildren(...items);
    void state;
  }

  /** @param {any} target */
  clicked(target) {
    const keys = clickable(this.offers, this.selected);
    const fresh = clickable(this.offers, []);
    let part = target.closest?.("[data-at]");
    for (let outer = part; outer; outer = outer.parentElement.closest("[data-at]")) {
      const own = standsFor(outer.dataset.at, keys, this.looks, this.seen);
      if (keys.has(own)) return this.select([...this.selected, own]);
      if (this.selected.includes(standsFor(outer.dataset.at, new Set(this.selected), this.looks, this.seen))) return this.select(this.selected.filter((key) => key !== standsFor(outer.dataset.at, new Set(this.selected), this.looks, this.seen)));
    }
    for (let outer = part; outer; outer = outer.parentElement.closest("[data-at]")) {
      const own = standsFor(outer.dataset.at, fresh, this.looks, this.seen);
      if (fresh.has(own)) return this.select([own]);
    }
    if (part) this.explain(part.dataset.at);
  }

  /** @param {string[]} keys */
  select(keys) {
    this.why.replaceChildren();
    this.selected = keys;
    const offer = decided(this.offers, keys);
    if (offer) this.play(offer.code);
    else this.show();
  }

  /** @param {string} key */
  explain(key) {
    const next = this.session.next();
    if (this.looking !== null || next.kind !== "person") return;
    this.tellReason(reasonFor(this.session.state, next.seat, this.looks, key, this.selected));
  }

  /** @param {any} reason */
  tellReason(reason) {
    if (reason === null) return this.why.replaceChildren();
    if (typeof reason === "string") return this.why.replaceChildren(REASONS.get(reason) ?? reason);
    const clauses = reason.clauses.flatMap((/** @type {[string, string]} */ [number, text]) => [element("button", { type: "button", className: "clause", onclick: () => openClause(this.rules, number) }, number), ` ${text} `]);
    this.why.replaceChildren("Not allowed: ", ...(clauses.length ? clauses : [reason.text || reason.kind]));
  }

  /** @param {string} text */
  askWhy(text) {
    const next = this.session.next();
    const wanted = text.trim().toLowerCase();
    if (next.kind !== "person" || !wanted) return;
    const { state, game } = this.session;
    const step = state.waitingStep(next.seat);
    for (const choice of game.texts.actions) {
      if (choice.leaf !== step) continue;
      for (let code = choice.base; code < choice.base + Math.min(choice.size, 60000); code += 1) {
        const own = game.texts.actionText(code);
        if (own.toLowerCase() === wanted || game.words.of(own).toLowerCase() === wanted || own.slice(choice.action.length).trim().toLowerCase() === wanted) {
          const reason = state.whyIllegal(code, next.seat);
          return reason === null ? this.why.replaceChildren(`You may: ${game.words.of(own)}.`) : this.tellReason(reason);
        }
      }
    }
    this.why.replaceChildren(`No action here is called “${text.trim()}”. They are called like “${game.words.of(game.texts.actionText(this.offers[0].code))}”.`);
  }

  /** @param {number} code */
  play(code) {
    const begun = performance.now();
    this.why.replaceChildren();
    this.selected = [];
    this.filter = "";
    this.remember();
    this.session.play(code);
    this.advance();
    document.documentElement.dataset.took = (performance.now() - begun).toFixed(1);
  }

  undo() {
    this.looking = null;
    this.worker.stop();
    this.before = new Map();
    if (this.session.undo()) {
      this.told = undefined;
      this.busy = false;
      this.advance();
    }
  }

  cancel() {
    this.worker.hurry();
  }

  /** @param {number} to */
  lookAt(to) {
    const count = this.session.record.actions.length;
    if (this.session.next().kind === "cover") return;
    this.looking = to >= count ? null : Math.max(0, to);
    this.selected = [];
    this.show();
  }

  playOnFromHere() {
    if (this.looking === null) return;
    this.worker.stop();
    this.session.cut(this.looking);
    this.looking = null;
    this.told = undefined;
    this.busy = false;
    this.advance();
  }

  /** @param {any} event */
  keyed(event) {
    const part = event.target.closest?.("[data-at]");
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const at = part.dataset.at;
      this.clicked(part);
      const next = this.board.querySelector(`[data-at="${CSS.escape(at)}"][tabindex]`) ?? this.board.querySelector("[tabindex]");
      /** @type {any} */ (next)?.focus();
    } else if (event.key === "Escape") this.select([]);
    else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      nearest(part, [.../** @type {any} */ (this.board.querySelectorAll("[tabindex]"))], event.key)?.focus();
    }
  }

  save() {
    try {
      localStorage.setItem(`rulewright ${this.build.facts.SPEC_HASH}`, JSON.stringify({ record: recordText(this.session.record), seats: this.session.seats }));
    } catch {
      // A browser that keeps nothing for files still plays.
    }
  }

  saveFile() {
    const link = element("a", { download: `${this.session.game.fullName}.json`, href: URL.createObjectURL(new Blob([recordText(this.session.record)], { type: "application/json" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  quit() {
    this.gone = true;
    this.worker.stop();
    this.leave();
  }
}

/** The clauses of each step and action. @param {any} game @returns {Map<string, string[]>} */
function clausesOf(game) {
  const found = new Map();
  for (const [kind, path, clauses] of game.facts.RULES) {
    if (kind === "action" || !found.has(path)) found.set(path, clauses.map((/** @type {any} */ clause) => clause[0]));
  }
  return found;
}

/** @param {Element} part */
function plainMarkup(part) {
  return [...part.children].filter((child) => !(/** @type {any} */ (child).dataset?.at)).map((child) => child.outerHTML).join("").replace(/ (tabindex|role|aria-\w+)="[^"]*"/g, "");
}

/** The part nearest in a direction. @param {any} from @param {any[]} parts @param {string} key */
function nearest(from, parts, key) {
  const middle = (/** @type {any} */ part) => {
    const box = part.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const part of parts) {
    const [a, b] = middle(part);
    const along = (a - x) * way[0] + (b - y) * way[1];
    const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
    if (part !== from && along > 2 && along + 2 * aside < least) [best, least] = [part, along + 2 * aside];
  }
  return best;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Light, dark, or as the system has it. */
export function changeTheme() {
  const order = ["", "dark", "light"];
  const now = document.documentElement.dataset.theme ?? "";
  document.documentElement.dataset.theme = order[(order.indexOf(now) + 1) % order.length];
  for (const picture of document.querySelectorAll(".picture")) {
    picture.classList.remove("dark", "light");
    if (document.documentElement.dataset.theme) picture.classList.add(document.documentElement.dataset.theme);
  }
}
