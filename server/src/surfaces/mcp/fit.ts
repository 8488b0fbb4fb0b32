import { isRecord, parseKept } from '../../base/json.ts';
import { writtenInTurns } from '../../base/long-json.ts';
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

/** A list within an answer. */
interface Found {
  path: string;
  list: unknown[];
}

/**
 * What an operation answered, small enough for an agent to read. Where it is too much, the longest lists are cut from
 * their ends, which weigh least, and the answer says which and by how much: REST answers all of it.
 */
export function fitted(json: string): string {
  if (json.length <= LARGEST_RESULT) return json;
  const answer: unknown = parseKept(json);
  if (!isRecord(answer)) return json;
  const cuts = new Map<string, Cut>();
  for (;;) {
    const text = JSON.stringify({ ...answer, shortened: { message: MESSAGE, lists: [...cuts.values()] } });
    const { path, list } = longestIn(answer);
    if (text.length <= LARGEST_RESULT || list.length === 0) return text;
    const of = cuts.get(path)?.of ?? list.length;
    list.length = Math.floor(list.length / 2);
    cuts.set(path, { path, shown: list.length, of });
  }
}

/** The same of an answer that is so long that it would keep others waiting: in turns, from what it was written from. */
export async function fittedInTurns(json: string, answer: Record<string, unknown>): Promise<string> {
  const short = json.length <= LARGEST_RESULT ? visibleInJson(json) : json;
  if (short.length <= LARGEST_RESULT) return short;
  const cuts = new Map<string, Cut>();
  for (;;) {
    const { path, list } = await longestInTurns(answer);
    const of = cuts.get(path)?.of ?? list.length;
    list.length = Math.floor(list.length / 2);
    cuts.set(path, { path, shown: list.length, of });
    const text = await writtenInTurns({ ...answer, shortened: { message: MESSAGE, lists: [...cuts.values()] } });
    // Making things visible only makes it longer.
    const seen = text.length > LARGEST_RESULT ? text : visibleInJson(text);
    if (seen.length <= LARGEST_RESULT || list.length === 0) return seen;
  }
}

async function longestInTurns(answer: Record<string, unknown>): Promise<Found> {
  const work = new LongWork();
  let longest: Found = { path: '', list: [] };
  const consider = (found: Found) => {
    if (found.list.length > longest.list.length) longest = found;
  };
  for (const [name, member] of Object.entries(answer)) {
    if (!Array.isArray(member)) consider(longestIn(member, name));
    else {
      consider({ path: name, list: member });
      for (const [place, element] of member.entries()) {
        if (work.hadItsTurn) await work.giveWay();
        consider(longestIn(element, `${name}.${place}`));
      }
    }
  }
  return longest;
}

const MESSAGE = 'Too long for one result: the ends of these lists are left out. The REST API answers all of them.';

function longestIn(value: unknown, path = ''): Found {
  let longest: Found = Array.isArray(value) ? { path, list: value } : { path, list: [] };
  const members = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const found = longestIn(member, path ? `${path}.${name}` : name);
    if (found.list.length > longest.list.length) longest = found;
  }
  return longest;
}
