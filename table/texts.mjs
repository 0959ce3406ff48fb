/** Texts of values, actions and outcomes, and the way back. The twin of `runtime/texts.py`. */

export class Carrier {
  /** @param {any} row @param {number} hidden what an observation has instead of a value */
  constructor([name, low, high, optional, texts, component], hidden) {
    this.hidden = hidden;
    this.name = name;
    this.low = low;
    this.high = high;
    this.optional = Boolean(optional);
    this.texts = component ? distinct(texts) : texts;
    this.component = component;
  }

  /** @param {number} value @returns {string} */
  text(value) {
    if (value === this.hidden) return "?";
    if (this.optional && value === this.low) return "none";
    const at = this.optional ? value : value - this.low;
    return at >= 0 && at < this.texts.length ? this.texts[at] : String(value);
  }
}

/** Equal texts made different. @param {string[]} texts */
function distinct(texts) {
  const seen = new Map();
  return texts.map((text) => {
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return seen.get(text) === 1 ? text : `${text} #${seen.get(text)}`;
  });
}

export class Digit {
  /** @param {any} row @param {Carrier[]} carriers */
  constructor([name, carrier, size, values], carriers) {
    this.name = name;
    this.carrier = carriers[carrier];
    this.size = size;
    this.values = values;
  }

  /** @param {number} position @returns {number} */
  value(position) {
    if (this.values.length) return position < this.values.length ? this.values[position] : this.carrier.low;
    if (this.carrier.optional) return position === this.size - 1 ? this.carrier.low : this.carrier.low + 1 + position;
    return this.carrier.low + position;
  }

  /** @param {number} position */
  text(position) {
    return this.carrier.text(this.value(position));
  }
}

export class Choice {
  /** @param {number} number @param {string} leaf @param {string} action @param {number} stage @param {number} stages @param {number} base @param {any[]} digits @param {Carrier[]} carriers */
  constructor(number, leaf, action, stage, stages, base, digits, carriers) {
    this.number = number;
    this.leaf = leaf;
    this.action = action;
    this.stage = stage;
    this.stages = stages;
    this.base = base;
    this.digits = digits.map((row) => new Digit(row, carriers));
    this.size = this.digits.reduce((size, digit) => size * digit.size, 1);
  }

  /** @param {number} code @returns {number[]} */
  positions(code) {
    let left = code - this.base;
    const found = [];
    for (const digit of [...this.digits].reverse()) {
      found.push(left % digit.size);
      left = Math.floor(left / digit.size);
    }
    return found.reverse();
  }

  /** @param {number[]} positions */
  code(positions) {
    return this.base + this.digits.reduce((code, digit, at) => code * digit.size + positions[at], 0);
  }
}

export class Texts {
  /** @param {any} facts */
  constructor(facts) {
    /** @type {Carrier[]} */
    this.carriers = facts.CARRIERS.map((/** @type {any} */ row) => new Carrier(row, facts.HIDDEN));
    /** @type {Choice[]} */
    this.actions = facts.CHOICES.map(
      (/** @type {any} */ [leaf, action, single, stage, stages, base, digits], /** @type {number} */ at) =>
        new Choice(at, leaf, single ? leaf.slice(leaf.lastIndexOf(".") + 1) : action, stage, stages, base, digits, this.carriers),
    );
    /** @type {Choice[]} */
    this.outcomes = facts.OUTCOMES.map(
      (/** @type {any} */ [leaf, kind, stage, stages, base, digits], /** @type {number} */ at) => new Choice(at, leaf, kind, stage, stages, base, digits, this.carriers),
    );
  }

  /** @param {number} code */
  action(code) {
    return this.actions.find((choice) => choice.base <= code && code < choice.base + choice.size);
  }

  /** @param {number} code */
  outcome(code) {
    return this.outcomes.find((choice) => choice.base <= code && code < choice.base + choice.size);
  }

  /** `commit sheep 3` @param {number} code @returns {string} */
  actionText(code) {
    const choice = this.action(code);
    if (!choice) return `action ${code}`;
    const positions = choice.positions(code);
    return [choice.action, ...choice.digits.map((digit, at) => digit.text(positions[at]))].join(" ");
  }

  /** `red 3 blue 5` @param {number} code @returns {string} */
  outcomeText(code) {
    const choice = this.outcome(code);
    if (!choice) return `outcome ${code}`;
    const positions = choice.positions(code);
    return choice.digits.map((digit, at) => `${digit.name} ${digit.text(positions[at])}`).join(" ");
  }
}

/** What things are called where people read. The twin of `runtime/words.py`. */
const SECTIONS = new Set(["phases", "setup", "sequences", "interrupts", "series"]);

export class Words {
  /** @param {any} facts */
  constructor(facts) {
    this.labels = new Map(facts.LABELS);
  }

  /** @param {string} path @returns {string} */
  name(path) {
    const last = path.slice(path.lastIndexOf(".") + 1);
    return this.labels.get(path) || this.labels.get(last) || last.replaceAll("_", " ");
  }

  /** @param {string} name @returns {string} */
  block(name) {
    const short = name.replace(/^state\./, "");
    return this.labels.get(short) || short.replaceAll("_", " ");
  }

  /** @param {string} path @returns {string} */
  step(path) {
    if (this.labels.has(path)) return this.labels.get(path);
    const parts = path.split(".");
    return parts
      .map((part, at) => [part, parts.slice(0, at + 1).join(".")])
      .filter(([part]) => part && !SECTIONS.has(part))
      .map(([, whole]) => this.name(whole))
      .join(", ");
  }

  /** @param {number} seat */
  seat(seat) {
    return this.of(`p${seat}`);
  }

  /** @param {string} text @returns {string} */
  of(text) {
    if (this.labels.has(text)) return this.labels.get(text);
    return this.labels.size ? text.split(" ").map((word) => this.labels.get(word) ?? word).join(" ") : text;
  }
}
