import { z } from 'zod';
import { parseKept } from '../../base/json.ts';
import { eachInTurns } from '../../base/long-work.ts';
import { timestamp } from '../../base/schemas.ts';
import { visible } from '../../base/visible-text.ts';
import { answered, placedChangeField } from '../change.ts';
import { changesIn } from './changes-in.ts';
import type { ListedQueuedWrite } from './queued-write.store.ts';

/** A queued write as it is answered. */
export const queuedWriteView = z.object({
  id: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'failed']),
  operation: z.string(),
  campaign: z
    .string()
    .nullable()
    .describe('Slug of the campaign that would change; where several would, of the first.'),
  requested_at: timestamp,
  summary: z.string().describe('What the change does, in words; texts in it are quoted.'),
  changes: z.array(placedChangeField).describe('What becomes of what, one entry for each thing that changes.'),
  changes_count: z.int().describe('How many things change in all.'),
  revision: z.int().describe('Goes up when what it would do has changed; approving names the one that was seen.'),
  requested_by: z.string(),
  decided_at: timestamp.nullable(),
  reason: z.string().nullable().describe('Why it was rejected or failed; expired after seven days.'),
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What executing it answered, once approved. Where it failed, the error, and in_part where the first part of it was made; outcome_unknown where nobody knows whether it was made, beside in_part whether the rest was: look at the campaign first.',
    ),
});

/** Writes a queued write as it is answered; what it changes may be thousands of things. */
export async function viewOf(row: ListedQueuedWrite): Promise<z.output<typeof queuedWriteView>> {
  const { id, status, operation, campaign, requested_at, summary, decided_at, reason, result, requester } = row;
  const kept = await eachInTurns(changesIn(row), (change) => placedChangeField.parse(change));
  return {
    id,
    status,
    operation,
    campaign,
    requested_at,
    summary,
    changes: answered(kept, kept.length < row.changes_count),
    changes_count: row.changes_count,
    revision: row.revision,
    requested_by: requester.email,
    decided_at: status === 'pending' ? null : decided_at,
    reason: reason === null ? null : visible(reason),
    ...(result !== null && status !== 'pending' && { result: parseKept(result) }),
  };
}
