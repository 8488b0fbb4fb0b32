/** A well-mixed 32-bit hash of text: the only source of chance, so that the same world always gives the same numbers. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(value, 0);
}

/** Combines two numbers into a new seed. */
export function mix(seed: number, salt: number): number {
  let value = (seed ^ Math.imul(salt + 0x9e3779b9, 0x85ebca6b)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A number in [0, 1) that belongs to a seed. */
export function unit(seed: number): number {
  return mix(seed, 0x51ed) / 4_294_967_296;
}

/** A repeatable stream of chance (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Log-normal with mean 1. */
  around1(sigma: number): number {
    return Math.exp(sigma * this.normal() - (sigma * sigma) / 2);
  }

  poisson(mean: number): number {
    if (mean <= 0) return 0;
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }

  binomial(trials: number, chance: number): number {
    if (trials > 60) {
      const mean = trials * chance;
      const drawn = Math.round(mean + Math.sqrt(mean * (1 - chance)) * this.normal());
      return Math.max(0, Math.min(trials, drawn));
    }
    let successes = 0;
    for (let trial = 0; trial < trials; trial += 1) if (this.next() < chance) successes += 1;
    return successes;
  }
}
