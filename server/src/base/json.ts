/** Whether a value is a JSON object, so that its members may be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads JSON that was kept; numbers keep the digits they were stored with: 40.0 stays 40.0. */
export function parseKept<Value = Record<string, unknown>>(text: string): Value {
  return JSON.parse(text, (_key: string, value: unknown, token?: { source: string }) =>
    typeof value === 'number' && token ? JSON.rawJSON(token.source) : value,
  );
}

/** The members of a value that is an object, none of any other. */
export function membersOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** How much a JSON text may hold. */
export interface JsonLimits {
  /** Objects and lists inside each other. */
  depth: number;
  /** Members and elements in all. */
  values: number;
}

/** What speaks against a JSON text, and where: it holds more than it may, or one object holds a key twice. */
export interface JsonFlaw {
  flaw: 'deep' | 'many' | 'repeated';
  path: string;
}

/** An object or list that was entered: the keys seen in it, and where in it the reading is. */
interface Level {
  keys: Set<string> | undefined;
  at: string | number;
}

const [QUOTE, BACKSLASH, COMMA, OBJECT, OBJECT_END, LIST, LIST_END] = Buffer.from('"\\,{}[]');

/**
 * Reads over a JSON text once, before anything is built from it, and no further than what it may hold; a key that an
 * object holds twice is told only of a text that holds no more than that. Whether it is JSON at all is not looked at:
 * what is none may have a flaw or not.
 */
export function flawOf(text: string, limits: JsonLimits): JsonFlaw | undefined {
  const levels: Level[] = [];
  let inside: Level | undefined;
  let repeated: JsonFlaw | undefined;
  let keyNext = false;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index + 1);
      if (keyNext && inside?.keys) {
        inside.at = unescaped(text.slice(index + 1, end));
        if (inside.keys.has(inside.at)) repeated ??= { flaw: 'repeated', path: pathOf(levels) };
        inside.keys.add(inside.at);
        keyNext = false;
      }
      index = end;
    } else if (code === OBJECT || code === LIST) {
      if (levels.length === limits.depth) return { flaw: 'deep', path: pathOf(levels) };
      values += 1;
      if (values > limits.values) return { flaw: 'many', path: pathOf(levels.slice(0, -1)) };
      keyNext = code === OBJECT;
      inside = keyNext ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 };
      levels.push(inside);
    } else if (code === OBJECT_END || code === LIST_END) {
      levels.pop();
      inside = levels.at(-1);
      keyNext = false;
    } else if (code === COMMA) {
      if (typeof inside?.at === 'number') inside.at += 1;
      keyNext = inside?.keys !== undefined;
      values += 1;
      if (values > limits.values) return { flaw: 'many', path: pathOf(levels.slice(0, -1)) };
    }
  }
  return repeated;
}

/** Where the string that began before `start` ends: at its closing quote, or with the text. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  if (quote > 0 && !text.slice(start, quote).includes('\\')) return quote;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index += 1;
  }
  return text.length;
}

/** The same key may be written in several ways. */
function unescaped(key: string): string {
  if (!key.includes('\\')) return key;
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return key;
  }
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ at }) => at).join('.');
}

/** Whether a value and all that is in it are no more than so many. */
export function holdsAtMost(value: unknown, most: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > most) return false;
    const next = waiting.pop();
    if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next));
  }
  return true;
}
