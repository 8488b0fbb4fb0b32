/** A count of four digits or more as its readers group it. */
export function grouped(count: string, language: string): string {
  if (!/^\d{4,}$/.test(count)) return count;
  return new Intl.NumberFormat(language, { useGrouping: 'always' }).format(Number(count)).replaceAll(/\s/g, ' ');
}
