/** The first page: variants and options, players and seats, seed; a saved game, a record. */
import { BOTS } from "./agents.mjs";
import { element } from "./rulebook.mjs";

const BOT_WORDS = new Map([["person", "a person"], ["random", "random bot"], ["greedy", "greedy bot"], ["search", "searching bot"]]);

/** @param {any} pageData @param {{begin: (build: number, players: number, seed: bigint, seats: any[]) => void, open: (text: string) => void, resume: (text: string) => void, saved: string | null}} acts */
export function startPage(pageData, acts) {
  let build = 0;
  let players = pageData.builds[0].facts.PLAYERS[0];
  const seatsAt = element("div", { className: "seats" });
  const main = element("main", { className: "start" });
  const first = pageData.builds[0];
  const kinds = /** @type {string[]} */ ([]);

  const pickBuild = () => {
    const wanted = [...main.querySelectorAll("[data-part]")].map((/** @type {any} */ input) => (input.type === "checkbox" ? (input.checked ? input.dataset.part : "") : `${input.dataset.part}=${input.value}`)).filter((part) => part);
    const found = pageData.builds.findIndex((/** @type {any} */ each) => each.parts.length === wanted.length && each.parts.every((/** @type {string} */ part) => wanted.includes(part)));
    const note = main.querySelector(".note");
    note.textContent = found < 0 ? "These do not go together in this page." : "";
    main.querySelector(".begin").disabled = found < 0;
    if (found >= 0) build = found;
    showSeats();
  };
  const showSeats = () => {
    const { PLAYERS, LABELS } = pageData.builds[build].facts;
    const [low, high] = PLAYERS;
    const named = (/** @type {number} */ seat) => new Map(LABELS).get(`p${seat}`) ?? `p${seat}`;
    players = Math.min(high, Math.max(low, players));
    const chosen = element("select", { id: "players", onchange: () => ((players = Number(chosen.value)), showSeats()) });
    for (let count = low; count <= high; count += 1) chosen.append(element("option", { value: String(count), selected: count === players }, String(count)));
    const rows = Array.from({ length: players }, (_, seat) => {
      const kind = element("select", { ariaLabel: `seat ${named(seat)}`, className: "kind", onchange: () => (kinds[seat] = kind.value) });
      const now = kinds[seat] ?? (seat === 0 ? "person" : "greedy");
      for (const name of ["person", ...BOTS]) kind.append(element("option", { value: name, selected: name === now }, BOT_WORDS.get(name) ?? name));
      return element("label", {}, `${named(seat)} `, kind);
    });
    seatsAt.replaceChildren(element("label", {}, "Players ", chosen), ...rows);
  };

  const parts = element("div", { className: "parts" });
  for (const variant of pageData.variants) {
    parts.append(element("label", {}, element("input", { type: "checkbox", "data-part": variant.name, onchange: pickBuild }), ` ${variant.text}`));
  }
  for (const option of pageData.options) {
    const select = element("select", { "data-part": option.name, onchange: pickBuild });
    for (const value of option.values) select.append(element("option", { value }, value));
    parts.append(element("label", {}, `${option.name.replaceAll("_", " ")} `, select));
  }
  const seed = element("input", { type: "text", inputMode: "numeric", id: "seed", value: String(Math.floor(Math.random() * 1000000)), size: 9 });
  const budget = element("input", { type: "number", id: "budget", min: "0.1", max: "60", step: "0.1", value: "1" });
  const begin = () => {
    if (!/^\d{1,18}$/.test(seed.value.trim())) {
      main.querySelector(".note").textContent = "A seed is a whole number of up to 18 digits.";
      return;
    }
    const time = Math.max(0.1, Math.min(60, Number(budget.value) || 1)) * 1000;
    const seats = Array.from({ length: players }, (_, seat) => ({ kind: kinds[seat] ?? (seat === 0 ? "person" : "greedy"), budget: time }));
    acts.begin(build, players, BigInt(seed.value.trim()), seats);
  };
  const file = element("input", { type: "file", accept: ".json,application/json", id: "open", className: "hidden", onchange: async () => {
    if (file.files[0]) acts.open(await file.files[0].text());
  } });

  main.append(
    element("h1", {}, first.facts.TITLE),
    element("p", { className: "about" }, first.about),
    ...(parts.childNodes.length ? [element("fieldset", {}, element("legend", {}, "The game"), parts)] : []),
    element("fieldset", {}, element("legend", {}, "At the table"), seatsAt),
    element("fieldset", {}, element("legend", {}, "Chance and bots"), element("label", {}, "Seed ", seed), element("label", {}, "Seconds a searching bot may think ", budget)),
    element("p", { className: "note", role: "alert" }),
    element("div", { className: "row" },
      element("button", { type: "button", className: "begin primary", onclick: begin }, "Play"),
      ...(acts.saved ? [element("button", { type: "button", className: "resume", onclick: () => acts.resume(/** @type {string} */ (acts.saved)) }, "Go on with the saved game")] : []),
      element("button", { type: "button", onclick: () => file.click() }, "Open a record"), file,
    ),
  );
  showSeats();
  return main;
}
