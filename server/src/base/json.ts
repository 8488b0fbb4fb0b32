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
