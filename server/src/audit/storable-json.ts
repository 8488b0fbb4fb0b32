import { storable } from '../base/visible-text.ts';

/** How JSON writes what no text may hold. */
const PERHAPS_UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Much of an event was written by whoever asked: nothing of it may keep the event, or its neighbours, from being kept. */
export function storableJson(events: object): string {
  const json = JSON.stringify(events);
  if (!PERHAPS_UNSTORABLE.test(json)) return json;
  return JSON.stringify(events, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}
