import { z } from 'zod';
import { membersOf, parseKept } from '../../base/json.ts';
import type { QueuedWriteRow } from './queued-write.store.ts';

const list = z.array(z.unknown());

/** What a queued write was shown to do. Only amounts have digits to keep: thousands of texts are read at once without that. */
export function changesIn({ changes }: Pick<QueuedWriteRow, 'changes'>): unknown[] {
  const read = list.parse(JSON.parse(changes));
  return read.some(holdsNumber) ? list.parse(parseKept(changes)) : read;
}

function holdsNumber(change: unknown): boolean {
  return Object.values(membersOf(change)).some((member) => typeof member === 'number');
}
