/** What the facts of a game say of looks, by name. The twin of `runtime/drawing/looks.py`. */

/** @type {any} shapes and colours that every game shares, set once from `shapes.json` */
export const shapes = {};

/** Fills `shapes`. @param {any} given */
export function setShapes(given) {
  Object.assign(shapes, given);
}

export class Looks {
  /** @param {any} facts @param {any} texts */
  constructor(facts, texts) {
    this.carriers = texts.carriers;
    this.hidden = facts.HIDDEN;
    this.boards = new Map();
    this.pieces = new Map();
    this.footprints = new Map();
    this.land = new Map();
    this.words = new Map();
    this.covers = new Map();
    this.shown = new Map();
    this.rows = new Map();
    this.together = [];
    for (const row of facts.DRAWING) {
      if (row[0] === "board") this.boards.set(row[1], row);
      else if (row[0] === "pieces") this.pieces.set(row[1], row[2]);
      else if (row[0] === "footprints") this.footprints.set(row[1], row[2]);
      else if (row[0] === "land") this.land.set(row[1], row);
      else if (row[0] === "word") this.words.set(row[1], [row[2], row[3]]);
      else if (row[0] === "covers") this.covers.set(row[1], row[2]);
      else if (row[0] === "shown") this.shown.set(row[1], row[2]);
      else if (row[0] === "rows") this.rows.set(row[1], row[2]);
      else if (row[0] === "together") this.together.push([row[1], row[2]]);
    }
    this.labels = new Map(facts.LABELS);
    this.components = new Map(facts.COMPONENTS.map((/** @type {any} */ row) => [row[0], row]));
    this.zones = facts.ZONES;
    this.blocks = facts.BLOCKS.filter((/** @type {any} */ row) => row[3] === "state");
    this.offsets = new Map(facts.BLOCKS.map((/** @type {any} */ row) => [row[0], row[1]]));
    this.views = new Map(facts.VIEW.map((/** @type {any} */ row) => [row[0], row]));
    this.planes = new Set(facts.VIEW.filter((/** @type {any} */ row) => row[1] === "plane").flatMap((/** @type {any} */ row) => [`${row[0]}.x`, `${row[0]}.y`]));
    this.grounds = new Map([...this.land].map(([name, row]) => [name, groundsOf(row)]));
  }

  /** What people call it. @param {string} name @returns {string} */
  label(name) {
    const short = name.slice(name.lastIndexOf(".") + 1);
    return this.labels.get(name) ?? this.labels.get(short) ?? short.replaceAll("_", " ");
  }

  /** Fill, ink and path of a seat's token. @param {number} seat @returns {string[]} */
  seat(seat) {
    const given = shapes.seats[seat % shapes.seats.length];
    const fill = (this.words.get(`p${seat}`) ?? ["", ""])[1];
    return [fill || given.fill, fill ? inkOn(fill) : given.ink, given.path];
  }

  /** The seat whose set a piece is of, or -1. @param {string} component @param {number} piece */
  owner(component, piece) {
    const row = this.components.get(component);
    return row[2] ? Math.floor(piece / row[3]) : -1;
  }

  /** Picture and colour of a piece. @param {string} component @param {number} piece @returns {string[]} */
  piece(component, piece) {
    return this.pieces.get(component)[piece];
  }

  /** Its text without a `#2`. @param {string} component @param {number} piece @returns {string} */
  caption(component, piece) {
    return this.said(this.carriers[this.components.get(component)[5]].text(piece));
  }

  /** Whether a variable says what stands on a board. @param {string} board */
  isUsed(board) {
    return this.blocks.some((/** @type {any} */ row) => [row[4], ...row[5]].some((number) => this.carriers[number].name.startsWith(`site(${board})`)));
  }

  /** A text with its words by their labels, without a `#2`. @param {string} text @returns {string} */
  said(text) {
    const plain = text.replace(/ #\d+$/, "");
    return this.labels.get(plain) || plain.split(" ").map((word) => this.labels.get(word) ?? word).join(" ");
  }

  /** @param {string} text @returns {string[]} */
  word(text) {
    return this.words.get(text) ?? ["", ""];
  }
}

/** @param {any} row @returns {string[]} */
function groundsOf(row) {
  const plain = row[3].filter((/** @type {string} */ _, /** @type {number} */ at) => !row[4][at]);
  const own = shapes.grounds;
  return row[3].map((/** @type {string} */ word, /** @type {number} */ at) => row[4][at] || own[plain.indexOf(word) % own.length]);
}

/** Black or white, whichever is read better on a colour. @param {string} colour */
export function inkOn(colour) {
  const code = colour.length === 7 ? colour.slice(1) : [...colour.slice(1)].map((digit) => digit + digit).join("");
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(code.slice(at, at + 2), 16));
  return 299 * red + 587 * green + 114 * blue > 128000 ? "#000000" : "#ffffff";
}
