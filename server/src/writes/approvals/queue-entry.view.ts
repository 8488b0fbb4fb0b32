import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { LongWork } from '../../base/long-work.ts';
import { listedChanges, MOST_LISTED } from '../listed-changes.ts';
import { peopleAndKeys } from './queue-people.store.ts';
import type { ListedQueuedWrite } from './queued-write.store.ts';
import { APPROVAL_EXPIRES_MS } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

/** A queued write as people in the dashboard see it: who asked through what, and who decided. */
export const queueEntryView = queuedWriteView.extend({
  changes: queuedWriteView.shape.changes.describe(
    `What becomes of what: the first, at most ${MOST_LISTED}; long texts are cut.`,
  ),
  result: queuedWriteView.shape.result.describe('What executing it answered, or the error; long parts are left out.'),
  requester: z.object({
    name: z.string().nullable().describe('null where the person is gone.'),
    via: z.enum(['api_key', 'connected_app']),
    key: z.object({ name: z.string(), prefix: z.string(), last_four: z.string() }).nullable(),
    client: z.string().nullable().describe('The name of the connected app.'),
  }),
  decided_by: z.string().nullable().describe('null while nobody has, or where it expired.'),
  decided_by_email: z.string().nullable().describe('Their address: names may be chosen alike.'),
  under_way: z.boolean().describe('It was approved and is on its way to the ad platform.'),
  expires_at: z.string(),
});

/** Writes rows of the queue as the dashboard sees them. */
export async function queueEntries(
  tenancy: Tenancy,
  rows: readonly ListedQueuedWrite[],
): Promise<z.output<typeof queueEntryView>[]> {
  const { people, keys } = await peopleAndKeys(tenancy, {
    people: rows.flatMap(({ requester, decided_by }) => [requester.person_id, decided_by ?? requester.person_id]),
    keyIds: rows.flatMap(({ requester }) => requester.key_id ?? []),
  });
  const entryOf = async (row: ListedQueuedWrite) => {
    const { requester, decided_by, status, decided_at, requested_at } = row;
    const key = keys.get(requester.key_id ?? '');
    const decider = decided_by === null ? undefined : people.get(decided_by);
    const view = await viewOf(row);
    return {
      ...view,
      changes: listedChanges(view.changes),
      requester: {
        name: people.get(requester.person_id)?.name ?? null,
        via: requester.via,
        key: key ? { name: key.name, prefix: key.prefix, last_four: key.last_four } : null,
        client: requester.client ?? null,
      },
      decided_by: decider?.name ?? null,
      decided_by_email: decider?.email ?? null,
      under_way: status === 'pending' && decided_at !== null,
      expires_at: new Date(Date.parse(requested_at) + APPROVAL_EXPIRES_MS).toISOString(),
    };
  };
  const work = new LongWork();
  const entries: z.output<typeof queueEntryView>[] = [];
  for (const row of rows) {
    if (work.hadItsTurn) await work.giveWay();
    entries.push(await entryOf(row));
  }
  return entries;
}
