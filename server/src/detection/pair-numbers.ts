/** What a pair has that nobody gave a number. */
export const NONE = -1;

const ROOM_AT_FIRST = 1_024;
/** Fuller tables take more looks for each pair. */
const FULLEST = 0.5;
/** Odd numbers that spread neighbours over the whole table. */
const SPREAD = { first: 0x9e3779b1, second: 0x85ebca6b } as const;

/**
 * A number for each pair of numbers, none of them negative. A Map would need one key for both, and takes several times as
 * long for hundreds of thousands of pairs.
 */
export class PairNumbers {
  #firsts = new Int32Array(ROOM_AT_FIRST);
  #seconds = new Int32Array(ROOM_AT_FIRST);
  #numbers = new Int32Array(ROOM_AT_FIRST).fill(NONE);
  #count = 0;

  get(first: number, second: number): number {
    return this.#numbers[this.#placeOf(first, second)] ?? NONE;
  }

  /** Gives a number to a pair that has none. */
  add(first: number, second: number, number: number): void {
    if (this.#count >= FULLEST * this.#numbers.length) this.#makeRoom();
    const place = this.#placeOf(first, second);
    this.#firsts[place] = first;
    this.#seconds[place] = second;
    this.#numbers[place] = number;
    this.#count += 1;
  }

  /** Where a pair is, or where it would be. */
  #placeOf(first: number, second: number): number {
    const [firsts, seconds, numbers] = [this.#firsts, this.#seconds, this.#numbers];
    const last = numbers.length - 1;
    const mixed = Math.imul(first, SPREAD.first) ^ Math.imul(second, SPREAD.second);
    let place = (mixed ^ (mixed >>> 15)) & last;
    while (numbers[place] !== NONE && (firsts[place] !== first || seconds[place] !== second))
      place = (place + 1) & last;
    return place;
  }

  #makeRoom(): void {
    const [firsts, seconds, numbers] = [this.#firsts, this.#seconds, this.#numbers];
    const room = 2 * numbers.length;
    [this.#firsts, this.#seconds] = [new Int32Array(room), new Int32Array(room)];
    this.#numbers = new Int32Array(room).fill(NONE);
    this.#count = 0;
    for (const [place, number] of numbers.entries()) {
      if (number !== NONE) this.add(firsts[place] ?? 0, seconds[place] ?? 0, number);
    }
  }
}
