import { storable } from '../../base/visible-text.ts';

/** A JSON object whose members have not been looked at yet. */
export type Json = { readonly [key: string]: unknown };

/** Whether a parsed value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of members, undefined where any of them is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isJson(current)) return undefined;
    current = current[key];
  }
  return current;
}

/** Parses text that may be anything; undefined when it is no JSON. */
export function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/** As JSON writes a NUL or half of a character: one such name would end the sync of a whole account. */
const MAY_BE_BROKEN = /\\u(?:0000|[dD][89a-fA-F])/;

/** Parses what Google knows, with every text in it as a database can keep it; undefined when it is no JSON. */
export function parseStorable(text: string): unknown {
  return MAY_BE_BROKEN.test(text) ? parseJson(text, mended) : parseJson(text);
}

function mended(_: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** The text at a path, or null where there is none: proto3 leaves out what is empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The text at a path that must be there. */
export function requiredText(value: unknown, ...path: readonly string[]): string {
  const found = textAt(value, ...path);
  if (found === null) throw new UnreadableAnswer(`no ${path.join('.')}`);
  return found;
}

/** A count or amount: an int64 as text, or 0 where proto3 left it out. */
export function integerAt(value: unknown, ...path: readonly string[]): number {
  const found = at(value, ...path);
  const number = found === undefined ? 0 : Number(found);
  if (!Number.isSafeInteger(number)) throw new UnreadableAnswer(`${path.join('.')} is no integer`);
  return number;
}

/** A double, or null where there is none. */
export function doubleAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  if (found === undefined) return null;
  if (typeof found !== 'number' || !Number.isFinite(found))
    throw new UnreadableAnswer(`${path.join('.')} is no number`);
  return found;
}

/** The array at a path, empty where proto3 left it out. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An answer that is not what Google documents; the text names the place, never the content. */
export class UnreadableAnswer extends Error {}
