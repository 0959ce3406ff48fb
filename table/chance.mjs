/** Seeded streams. The twin of `runtime/chance.py`: multiply-with-carry, rejection instead of a modulo. */
const MULTIPLIER = 1073740155n;
const WORD = 1n << 32n;
export const DEAL = 0;
export const DICE = 1;
export const AGENTS = 2;

export class Stream {
  /** @param {bigint} low @param {bigint} high */
  constructor(low, high) {
    this.low = low;
    this.high = high;
  }

  /** @param {bigint} seed @param {number} number */
  static seeded(seed, number = AGENTS) {
    const whole = ((seed % (1n << 62n)) + (1n << 62n)) % (1n << 62n);
    const k = BigInt(number + 1);
    const stream = new Stream((whole + 2654435769n * k) % WORD, (((whole / WORD) * 69069n + 362437n * k) % (1n << 29n)) + 1n);
    for (let at = 0; at < 16; at += 1) stream.step();
    return stream;
  }

  /** @returns {number} */
  step() {
    const value = MULTIPLIER * this.low + this.high;
    this.low = value % WORD;
    this.high = value / WORD;
    return Number(this.low);
  }

  /** @param {number} bound @returns {number} */
  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let value = this.step();
    while (value >= limit) value = this.step();
    return value % bound;
  }

  /** @param {number[]} weights */
  weighted(weights) {
    let left = this.below(weights.reduce((sum, weight) => sum + weight, 0));
    return weights.findIndex((weight) => (left -= weight) < 0);
  }
}
