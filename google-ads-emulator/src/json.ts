/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object, as Google's REST interface sends and receives resources. */
export interface JsonObject {
  [key: string]: Json;
}

/** Reads JSON text; malformed text is `undefined`, so that the caller answers in its own protocol's shape. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a typed wire value into plain JSON, dropping `undefined` as the wire would. */
export function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

/** Tells an object from every other JSON value. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a camelCase path, or `undefined` where any part is missing. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  let current = value;
  for (const key of path) {
    if (!isObject(current)) return undefined;
    current = current[key];
  }
  return current;
}

/** The text at a path; empty when it is missing or no text. */
export function textAt(value: Json | undefined, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path, int64 strings included; 0 when missing. */
export function numberAt(value: Json | undefined, ...path: string[]): number {
  const found = at(value, ...path);
  if (typeof found === 'number') return found;
  return typeof found === 'string' && found !== '' ? Number(found) : 0;
}

/** The list at a path; empty when missing. */
export function listAt(value: Json | undefined, ...path: string[]): Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Sets (or, with `undefined`, clears) the value at a path, making the objects on the way. */
export function setAt(target: JsonObject, path: readonly string[], value: Json | undefined): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete target[key];
    else target[key] = value;
    return;
  }
  const inner = target[key];
  const child = isObject(inner) ? inner : {};
  target[key] = child;
  setAt(child, rest, value);
}

/** snake_case, as queries and masks are written, to camelCase, as resources are. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** camelCase to snake_case. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
