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

  /** A local timestamp of an answer as an instant; the hour that comes twice in autumn is taken as the first. */
  epochMs(localText: string): number {
    const local = Temporal.PlainDateTime.from(localText.trim().replace(' ', 'T'));
    return local.toZonedDateTime(this.timeZone, { disambiguation: 'earlier' }).epochMilliseconds;
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
