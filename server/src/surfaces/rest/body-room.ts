/** What is full: the share of a caller, of a network or of an address, or all of the room. */
export type Full = 'caller' | 'network' | 'address' | 'all';

/** How much of the room somebody may take, or all who come from somewhere. */
export interface Share {
  readonly of: Exclude<Full, 'all'>;
  readonly name: string;
  readonly most: number;
}

/** Whoever has not sent so much more within so long is slow: no network that anybody works with is. */
const MOVES_ON_BY = 16 * 1024;
const MOVES_ON_WITHIN_MS = 2_000;
/** What is slow counts so many times. */
const SLOW_TIMES = 8;
/** Whoever has so many times what another is going to have gives way to them. */
const FAR_MORE = 2;

/** The place of one body: the shares that it counts for, and how it comes along. */
export class Place {
  readonly shares: readonly Share[];
  /** As much as it is going to take. */
  readonly whole: number;
  readonly giveWay: () => void;
  bytes = 0;
  #movedAt: number;
  #movedWith = 0;

  constructor(shares: readonly Share[], whole: number, giveWay: () => void) {
    this.shares = shares;
    this.whole = whole;
    this.giveWay = giveWay;
    this.#movedAt = performance.now();
  }

  take(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes - this.#movedWith < MOVES_ON_BY) return;
    this.#movedWith = this.bytes;
    this.#movedAt = performance.now();
  }

  quietFor(now: number): number {
    return now - this.#movedAt;
  }
}

/**
 * Room for large bodies. Where none is left, whoever has by far the most of it, or is slow, gives way to whoever has
 * little: else those who only fill it would keep out all others.
 */
export class BodyRoom {
  #size: number;
  #tell: (full: Full, name: string) => void;
  #taken = 0;
  #takenBy = new Map<string, number>();
  /** Those that are still waited for, or wait themselves. */
  #mayGiveWay = new Set<Place>();

  constructor(size: number, tell: (full: Full, name: string) => void) {
    this.#size = size;
    this.#tell = tell;
  }

  /** Takes some more room, from others where it has to be, or tells what is full. */
  enter(place: Place, bytes: number): Full | undefined {
    for (;;) {
      const full = this.#fullFor(place, bytes);
      if (full === undefined) break;
      this.#tell(full === 'all' ? full : full.of, full === 'all' ? '' : full.name);
      const other = this.#inTheWay(full, place);
      if (!other) return full === 'all' ? full : full.of;
      this.leave(other);
      other.giveWay();
    }
    this.#count(place, bytes);
    place.take(bytes);
    this.#mayGiveWay.add(place);
    return undefined;
  }

  /** From here on it stays until it leaves: work on it has begun. */
  stays(place: Place): void {
    this.#mayGiveWay.delete(place);
  }

  /** Gives all of its room back. */
  leave(place: Place): void {
    this.#mayGiveWay.delete(place);
    this.#count(place, -place.bytes);
    place.bytes = 0;
  }

  #fullFor({ shares }: Place, bytes: number): Share | 'all' | undefined {
    const full = shares.find(({ name, most }) => this.#takenOf(name) + bytes > most);
    return full ?? (this.#taken + bytes > this.#size ? 'all' : undefined);
  }

  #inTheWay(full: Share | 'all', coming: Place): Place | undefined {
    const now = performance.now();
    const farMore = FAR_MORE * (this.#weight(coming) + coming.whole - coming.bytes);
    let inTheWay: Place | undefined;
    let [most, longest] = [0, 0];
    for (const place of this.#mayGiveWay) {
      if (place === coming || (full !== 'all' && !place.shares.some(({ name }) => name === full.name))) continue;
      const quiet = place.quietFor(now);
      const weight = this.#weight(place) * (quiet > MOVES_ON_WITHIN_MS ? SLOW_TIMES : 1);
      if (weight <= farMore || weight < most || (weight === most && quiet <= longest)) continue;
      [inTheWay, most, longest] = [place, weight, quiet];
    }
    return inTheWay;
  }

  /** As much as its caller has, or the network that it comes from: strangers may share an address. */
  #weight({ shares }: Place): number {
    return Math.max(...shares.map(({ of, name }) => (of === 'address' ? 0 : this.#takenOf(name))));
  }

  #takenOf(name: string): number {
    return this.#takenBy.get(name) ?? 0;
  }

  #count({ shares }: Place, bytes: number): void {
    this.#taken += bytes;
    for (const { name } of shares) {
      const taken = this.#takenOf(name) + bytes;
      if (taken > 0) this.#takenBy.set(name, taken);
      else this.#takenBy.delete(name);
    }
  }
}
