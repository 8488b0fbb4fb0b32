/** Milliseconds in a day. */
export const DAY_MS = 86_400_000;

/** The time of the emulated world: real time plus what the control plane has advanced. */
export interface Clock {
  now(): number;
}

/** A clock that can be moved forward, so that lag, expiry and restatement can be tested. */
export class AdvancingClock implements Clock {
  offsetMs = 0;
  readonly #base: Clock;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.offsetMs;
  }
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Converts between instants and the days of one account's time zone, in which Google reports. */
export class LocalTime {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** The instant as local wall-clock milliseconds. */
  local(instant: number): number {
    return instant + this.#offset(instant);
  }

  /** The number of the local day (days since 1970-01-01). */
  day(instant: number): number {
    return Math.floor(this.local(instant) / DAY_MS);
  }

  /** Google's `yyyy-MM-dd HH:mm:ss.ffffff` in the account's time zone. */
  dateTime(instant: number): string {
    return `${new Date(this.local(instant)).toISOString().slice(0, 23).replace('T', ' ')}000`;
  }

  #offset(instant: number): number {
    const hour = Math.floor(instant / 3_600_000);
    const known = this.#offsets.get(hour);
    if (known !== undefined) return known;
    const name = this.#format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
    const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
    const minutes = match ? Number(match[2]) * 60 + Number(match[3]) : 0;
    const offset = (match?.[1] === '-' ? -minutes : minutes) * 60_000;
    this.#offsets.set(hour, offset);
    return offset;
  }
}

/** `yyyy-MM-dd` of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day number of `yyyy-MM-dd` or `yyyyMMdd`; `NaN` when it is no date. */
export function dayOfDate(date: string): number {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date);
  return match ? Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) / DAY_MS : Number.NaN;
}
