/** The rulebook beside the table: sections, clauses, open points; texts are texts. */

/** @param {string} tag @param {Record<string, any>} given @param {...(Node | string)} inside @returns {any} */
export function element(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria")) made.setAttribute(`aria-${name.slice(4).toLowerCase()}`, value);
    else if (name in made && name !== "list" && name !== "form") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

/** A text with *words* set off. @param {string} text @returns {(Node | string)[]} */
export function emphasized(text) {
  return text.split(/(\*[^*\s][^*]*\*)/).map((part) => (/^\*[^*]+\*$/.test(part) ? element("em", {}, part.slice(1, -1)) : part));
}

/** @param {any} build */
export function rulebookDialog(build) {
  const inside = element("div", { className: "rules" });
  let section = "";
  for (const [number, text, heading] of build.clauses) {
    if (heading !== section) inside.append(element("h3", {}, heading));
    section = heading;
    inside.append(element("p", { id: `clause-${number}`, tabIndex: -1 }, element("b", {}, number), " ", ...emphasized(text)));
  }
  if (build.points.length) inside.append(element("h3", {}, "Open points"));
  for (const [number, text, reading] of build.points) {
    inside.append(element("p", { id: `clause-${number}`, tabIndex: -1 }, element("b", {}, number), " ", ...emphasized(text), ...(reading ? [element("i", {}, ` Here: ${reading}.`)] : [])));
  }
  const dialog = element("dialog", { className: "rulebook", ariaLabel: "Rulebook" }, element("div", { className: "bar" }, element("h2", {}, "Rulebook"), element("button", { type: "button", onclick: () => dialog.close() }, "Close")), inside);
  return dialog;
}

/** Opens the rulebook at a clause. @param {any} dialog @param {string} number */
export function openClause(dialog, number) {
  if (!dialog.open) dialog.showModal();
  const clause = dialog.querySelector(`[id="clause-${CSS.escape(number)}"]`) ?? dialog.querySelector(`#${CSS.escape(`clause-${number}`)}`);
  for (const each of dialog.querySelectorAll(".here")) each.classList.remove("here");
  if (clause) {
    clause.classList.add("here");
    clause.scrollIntoView({ block: "center" });
    clause.focus();
  }
}
