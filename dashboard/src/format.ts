const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const spans = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const HOURS_SHOWN_BELOW_DAYS = 3;

/** A day as people write it. */
export function formatDate(timestamp: string): string {
  return dates.format(new Date(timestamp));
}

/** A day and time, in the person's own time zone. */
export function formatMoment(timestamp: string): string {
  return moments.format(new Date(timestamp));
}

/** How far away an instant is: in hours when it is near, in days otherwise. */
export function formatDistance(timestamp: string, now: number): string {
  const distance = Date.parse(timestamp) - now;
  if (Math.abs(distance) < HOURS_SHOWN_BELOW_DAYS * DAY_MS) return spans.format(Math.round(distance / HOUR_MS), 'hour');
  return spans.format(Math.round(distance / DAY_MS), 'day');
}

/** Whole days until an instant, counted down. */
export function daysUntil(timestamp: string, now: number): number {
  return Math.floor((Date.parse(timestamp) - now) / DAY_MS);
}

/** An amount in its currency; cents only where there are some. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    amount,
  );
}

/** A name for a machine as people write it: `google_ads` becomes `Google Ads`. */
export function formatWords(name: string): string {
  return name
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
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
