/** How far the platform's clock may be ahead of what we take it for. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Google's local timestamps (`2026-11-14 15:00:00.000000`) and days belong to the account's time zone. */
export class AccountTime {
  readonly timeZone: string;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  today(epochMs: number): string {
    return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(this.timeZone).toPlainDate().toString();
  }

  /** An instant as Google writes it in queries. */
  localText(epochMs: number): string {
    const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(this.timeZone).toPlainDateTime();
    return local.toString({ fractionalSecondDigits: 6 }).replace('T', ' ');
  }

  /**
   * Where a query begins that must find whatever happens from an instant on. What comes after clocks are put back has
   * earlier local times again, so it begins no later than those.
   */
  beginText(epochMs: number): string {
    const from = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(this.timeZone);
    const change = from.getTimeZoneTransition('next')?.epochMilliseconds ?? epochMs;
    const [one, other] = [this.localText(epochMs), this.localText(change)];
    return one < other ? one : other;
  }

  /**
   * The instants that a local timestamp of an answer may be: two in the hour that comes twice in autumn, unless the later
   * of them is yet to come.
   */
  instants(localText: string, now = Number.POSITIVE_INFINITY): { first: number; last: number } {
    const local = Temporal.PlainDateTime.from(localText.trim().replace(' ', 'T'));
    const at = (disambiguation: 'earlier' | 'later') =>
      local.toZonedDateTime(this.timeZone, { disambiguation }).epochMilliseconds;
    const [first, last] = [at('earlier'), at('later')];
    return { first, last: last > now + CLOCKS_APART_MS ? first : last };
  }
}

/** ISO 8601 in UTC, with `Z`. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Reads a timestamp in UTC, with any offset. */
export function epochMsOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}
