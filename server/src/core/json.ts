/** Whether a value is a JSON object, so that its members may be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value that is an object, none of any other. */
export function membersOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
