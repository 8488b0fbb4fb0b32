import { dayNumber } from './days.ts';

/** As many as there are; names come from ad platforms, so what is kept of them has an end all the same. */
const MOST_ZONES = 600;
const UNKNOWN = 'UTC';

/** A time zone by its name, with what tells its days. */
interface Zone {
  name: string;
  days: Intl.DateTimeFormat;
}

/** Making what formats takes a thousand times as long as formatting, and much memory: there is one for each zone. */
const zones = new Map<string, Zone>();

/** The name that a time zone is known by; UTC where nobody knows it. */
export function zoneNamed(timeZone: string | null): string {
  return zoneOf(timeZone).name;
}

/** The day of an instant in a time zone; in UTC where nobody knows the zone. */
export function dayIn(timeZone: string | null, instant: number): number {
  return dayNumber(zoneOf(timeZone).days.format(instant));
}

function zoneOf(timeZone: string | null): Zone {
  const asked = timeZone ?? UNKNOWN;
  const known = zones.get(asked);
  if (known) return known;
  const zone = made(asked);
  const [oldest] = zones.keys();
  if (zones.size >= MOST_ZONES && oldest !== undefined) zones.delete(oldest);
  zones.set(asked, zone);
  return zone;
}

function made(timeZone: string): Zone {
  try {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    return { name: days.resolvedOptions().timeZone, days };
  } catch {
    return zoneOf(UNKNOWN);
  }
}
