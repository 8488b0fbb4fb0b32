import { isRecord } from './json.ts';
import { LongWork } from './long-work.ts';

/** Fewer elements than these are written in a moment. */
const LONG_LIST = 200;

/** Whether a member of a value is a list so long that writing it would keep everybody waiting, or as long as is said. */
export function holdsLongList(value: unknown, long = LONG_LIST): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  for (const name in value) {
    const member = value[name];
    if (Array.isArray(member) && member.length >= long) return true;
  }
  return false;
}

/** The JSON of a value, as it would be written at once; its lists are written in turns. */
export async function writtenInTurns(value: Record<string, unknown>): Promise<string> {
  const work = new LongWork();
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const written = Array.isArray(member) ? await listInTurns(member, work) : JSON.stringify(member);
    if (written !== undefined) members.push(`${JSON.stringify(name)}:${written}`);
  }
  return `{${members.join(',')}}`;
}

async function listInTurns(list: readonly unknown[], work: LongWork): Promise<string> {
  const elements: string[] = [];
  for (const element of list) {
    if (work.hadItsTurn) await work.giveWay();
    elements.push(JSON.stringify(element) ?? 'null');
  }
  return `[${elements.join(',')}]`;
}
