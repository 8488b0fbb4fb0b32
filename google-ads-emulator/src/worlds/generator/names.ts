import type { Random } from '../../market/random.ts';

/** A name that nobody has: a town, a brand. */
export function inventedName(random: Random): string {
  const syllables = 2 + Math.floor(random.next() * 2);
  let name = '';
  for (let index = 0; index < syllables; index += 1) name += `${pick(random, ONSETS)}${pick(random, VOWELS)}`;
  return name + pick(random, ENDINGS);
}

/** One of several, by lot. */
export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random.next() * from.length)];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
}

/** The same things in another order. */
export function shuffled<T>(random: Random, from: readonly T[]): T[] {
  const lots = from.map((value) => ({ value, lot: random.next() }));
  return lots.sort((one, other) => one.lot - other.lot).map(({ value }) => value);
}

/** A number between two, as likely to be below as above their geometric mean. */
export function between(random: Random, low: number, high: number): number {
  return low * (high / low) ** random.next();
}

const ONSETS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'br', 'st', 'kl', 'tr', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'au', 'ei', 'ia'];
const ENDINGS = ['n', 'r', 'l', 'x', 'ck', 'nd', 'mo', 'va', 'ro', 'tz'];
