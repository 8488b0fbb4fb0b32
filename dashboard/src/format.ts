const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const figureDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const spans = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS_SHOWN_BELOW_DAYS = 3;

/** A day as people write it. */
export function formatDate(timestamp: string): string {
  return dates.format(new Date(timestamp));
}

/** A day of figures as people write it: the ad account's, whatever the person's time zone is. */
export function formatFigureDay(day: string): string {
  return figureDays.format(new Date(day));
}

/** A day and time, in the person's own time zone. */
export function formatMoment(timestamp: string): string {
  return moments.format(new Date(timestamp));
}

/** How far away an instant is: in minutes or hours when it is near, in days otherwise. */
export function formatDistance(timestamp: string, now: number): string {
  const distance = Date.parse(timestamp) - now;
  if (Math.abs(distance) < MINUTE_MS) return 'just now';
  if (Math.abs(distance) < HOUR_MS) return spans.format(Math.round(distance / MINUTE_MS), 'minute');
  if (Math.abs(distance) < HOURS_SHOWN_BELOW_DAYS * DAY_MS) return spans.format(Math.round(distance / HOUR_MS), 'hour');
  return spans.format(Math.round(distance / DAY_MS), 'day');
}

/** Whole days until an instant, counted down. */
export function daysUntil(timestamp: string, now: number): number {
  return Math.floor((Date.parse(timestamp) - now) / DAY_MS);
}

/** An amount in its currency, as the person's browser writes it; cents only where there are some. */
export function formatAmount(amount: number, currency: string): string {
  return numbers({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount);
}

/** A large amount in whole units, for tables and axes. */
export function formatWholeAmount(amount: number, currency: string): string {
  return numbers({ style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
}

/** A count with its thousands apart; conversions may have fractions. */
export function formatCount(count: number): string {
  return numbers({ maximumFractionDigits: 1 }).format(count);
}

/** How much of a list is here, by what its rows are called: “100 of 350 keywords”, “1 keyword”. */
export function formatShown(shown: number, total: number, row: string): string {
  const rows = total === 1 ? row : `${row}s`;
  return shown < total ? `${formatCount(shown)} of ${formatCount(total)} ${rows}` : `${formatCount(total)} ${rows}`;
}

/** A fraction as a percentage. */
export function formatPercent(fraction: number): string {
  return numbers({ style: 'percent', maximumFractionDigits: 1 }).format(fraction);
}

/** A difference with its sign, as a percentage: +12.5%. */
export function formatChange(fraction: number): string {
  return numbers({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(fraction);
}

/** A difference of amounts with its sign. */
export function formatAmountChange(amount: number, currency: string): string {
  return numbers({
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
    signDisplay: 'exceptZero',
  }).format(amount);
}

/** How far from one value to another, as a fraction; nothing where there was nothing before. */
export function changeBetween(from: number, to: number): number | undefined {
  return from === 0 ? undefined : to / from - 1;
}

/** Formats are costly to make and a table needs thousands: each is made once. */
const made = new Map<string, Intl.NumberFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = JSON.stringify(options);
  const known = made.get(name) ?? new Intl.NumberFormat(languages(), options);
  made.set(name, known);
  return known;
}

/** Those that the browser is set to; where the system has none it names things like `en-US@posix`, which are no languages. */
function languages(): string[] {
  const named = navigator.languages.filter(isLanguage);
  return named.length > 0 ? named : ['en-US'];
}

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}

/** A name for a machine as people write it: `google_ads` becomes `Google Ads`. */
export function formatWords(name: string): string {
  return name
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Ten digits are written 123-456-7890, as the ad platform shows them. */
export function formatAccountId(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/** Initials for a mark beside a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
