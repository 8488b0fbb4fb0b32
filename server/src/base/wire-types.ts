import pg from 'pg';

const { builtins } = pg.types;

/** Instants and days stay text (ISO 8601), decimals stay text (exact), 64-bit integers become numbers. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    switch (oid) {
      case builtins.TIMESTAMPTZ:
        return instantText;
      case builtins.DATE:
      case builtins.NUMERIC:
        return (text: string) => text;
      case builtins.INT8:
        return (text: string) => Number(text);
      default:
        return pg.types.getTypeParser(oid, 'text');
    }
  },
} as pg.CustomTypesConfig;

const MILLISECONDS = '.000';
const SECONDS_END = 'YYYY-MM-DD hh:mm:ss'.length;

/** PostgreSQL leaves trailing zeros of a second out; instants that we write have three digits at least. */
function instantText(text: string): string {
  const fraction = text.slice(SECONDS_END, text.indexOf('+', SECONDS_END));
  const digits = fraction + MILLISECONDS.slice(fraction.length);
  return `${text.slice(0, 10)}T${text.slice(11, SECONDS_END)}${digits}Z`;
}
