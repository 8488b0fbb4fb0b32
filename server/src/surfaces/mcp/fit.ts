import { isRecord, parseKept } from '../../base/json.ts';
import { LongWork } from '../../base/long-work.ts';
import { visibleInJson } from '../../base/visible-text.ts';

/** Clients refuse or cut results of more than 25,000 tokens; the densest JSON has 2.5 characters to one. */
export const LARGEST_RESULT = 50_000;

/** A list that was cut, and where it stands. */
interface Cut {
  path: string;
  shown: number;
  of: number;
}

/** A list within an answer, and how many were found before it. */
interface Found {
  path: string;
  list: unknown[];
  before: number;
}

/**
 * What an operation answered, small enough for an agent to read. Where it is too much, the longest lists are cut from
 * their ends, which weigh least, and the answer says which and by how much: REST answers all of it.
 */
export function fitted(json: string): string {
  if (json.length <= LARGEST_RESULT) return json;
  const answer: unknown = parseKept(json);
  if (!isRecord(answer)) return json;
  const shortening = shorten(answer, json.length);
  for (;;) {
    const { done, value } = shortening.next();
    if (done) return value;
  }
}

/** The same of an answer that is so long that it would keep others waiting: in turns, from what it was written from. */
export async function fittedInTurns(json: string, answer: Record<string, unknown>): Promise<string> {
  const short = json.length <= LARGEST_RESULT ? visibleInJson(json) : json;
  if (short.length <= LARGEST_RESULT) return short;
  const work = new LongWork();
  const shortening = shorten(answer, json.length);
  for (;;) {
    const { done, value } = shortening.next();
    if (done) return value;
    if (work.hadItsTurn) await work.giveWay();
  }
}

const MESSAGE =
  'Too long for one result: the ends of these lists are left out. A smaller limit, where the tool takes one, shows all of them page by page; the REST API shows a key all of them at once.';

/**
 * Cuts the longest list in half, then the longest of what is left, until the answer fits; it stops for others between
 * parts of that. What is left is not written each time: what goes is taken off the length of all.
 */
function* shorten(answer: Record<string, unknown>, length: number): Generator<undefined, string> {
  const byLength = new Map<number, Found[]>();
  const gone = new Set<unknown[]>();
  const cuts = new Map<string, Cut>();
  const note = (one: Found) => byLength.getOrInsert(one.list.length, []).push(one);
  for (const one of listsIn(answer)) {
    if (one) note(one);
    yield;
  }
  let left = length;
  // None becomes longer, so that the lists of a length are all known when their turn has come.
  for (let longest = Math.max(0, ...byLength.keys()); longest > 0; longest -= 1) {
    for (const one of (byLength.get(longest) ?? []).toSorted((a, b) => a.before - b.before)) {
      const { path, list } = one;
      if (gone.has(list)) continue;
      const of = cuts.get(path)?.of ?? list.length;
      const removed = list.splice(Math.floor(list.length / 2));
      cuts.set(path, { path, shown: list.length, of });
      for (const element of removed) {
        for (const within of listsIn(element)) if (within) gone.add(within.list);
        left -= (JSON.stringify(element) ?? 'null').length + 1;
        yield;
      }
      note(one);
      // Making things visible only makes it longer.
      const text = left > LARGEST_RESULT ? undefined : visibleInJson(written(answer, cuts));
      if (text !== undefined && text.length <= LARGEST_RESULT) return text;
    }
  }
  return visibleInJson(written(answer, cuts));
}

function written(answer: Record<string, unknown>, cuts: ReadonlyMap<string, Cut>): string {
  const lists = [...cuts.values()];
  return JSON.stringify({ ...answer, shortened: { message: [MESSAGE, ...howToPage(answer, lists)].join(' '), lists } });
}

/** The cursor of a page goes on behind all of it: whoever followed it would never see what was left out. */
function howToPage(answer: Record<string, unknown>, cuts: readonly Cut[]): string[] {
  const page = cuts.find(({ path }) => !path.includes('.'));
  if (!page || typeof answer.next_cursor !== 'string') return [];
  return [`next_cursor leads past what is left out: to see that, ask for this page again with limit ${page.shown}.`];
}

/** The lists in a value, each before those within it; of whatever else it holds, that there is something. */
function* listsIn(value: unknown): Generator<Found | undefined> {
  let before = 0;
  const waiting: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value: one } = next;
    yield Array.isArray(one) ? { path, list: one, before: before++ } : undefined;
    const members = Array.isArray(one) || isRecord(one) ? Object.entries(one) : [];
    for (const [name, member] of members.toReversed()) {
      if (typeof member === 'object') waiting.push({ path: path ? `${path}.${name}` : name, value: member });
    }
  }
}
