import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { eachInTurns } from '../../base/long-work.ts';
import { read } from '../../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../../base/pages.ts';
import { day, endOf, pageInput, pageOutput, timestamp } from '../../base/schemas.ts';
import type { Steps } from '../steps.ts';
import { type ListedAction, listActions } from './action-log.store.ts';
import { actorField } from './actor-field.ts';
import { toldFields, toldOf } from './told-action.ts';

const entry = z.object({
  id: z.string(),
  at: timestamp,
  source: z.enum(['dashboard', 'engine']).describe('dashboard: a direct edit; engine: an applied recommendation.'),
  actor: actorField,
  op: z.string(),
  campaign: z.string().describe('Campaign slug.'),
  ...toldFields,
});

const LONGEST_SLUG = 100;

const position = z.object({ at: z.string(), id: z.string() });

/** What was changed, by whom, and whether it was undone; newest first. */
export const getActionLog = read({
  name: 'get_action_log',
  summary: 'List the changes that were made',
  description:
    'Lists the changes made in the organization, newest first: who acted, what changed, and whether it was undone. For Owners. Use it to find the action_id to undo. Requests that changed nothing are in the audit export instead.',
  rest: 'GET /organizations/{org}/actions',
  tool: 'svc_get_action_log',
  scope: 'audit:read',
  ownersOnly: true,
  weight: 'long',
  input: z.strictObject({
    from: day.optional().describe('First day (UTC).'),
    to: day.optional().describe('Last day (UTC), included.'),
    source: z.enum(['dashboard', 'engine', 'api']).optional().describe('dashboard or engine; api matches nothing.'),
    campaign: z.string().min(1).max(LONGEST_SLUG).optional().describe('Only changes of this campaign, by its slug.'),
    ...pageInput,
  }),
  output: z.object({ actions: z.array(entry), ...pageOutput }),

  async run({ from, to, source, campaign, limit, cursor }, context) {
    if (from && to && from > to) throw invalid([{ path: 'from', message: 'must not be after to' }]);
    const query = { list: 'actions', from, to, source, campaign };
    const after = positionOf(context, query, cursor, position);
    const before = to ? new Date(endOf(to)).toISOString() : null;
    const filter = { from: from ?? null, before, source: source ?? null, campaign };
    const found = await listActions(context, filter, after, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ at, id }) => ({ at, id }));
    return {
      actions: await eachInTurns(rows, (row) => entryOf(row, context.steps)),
      total: found.total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});

function entryOf(action: ListedAction, kinds: Steps) {
  const { id, at, source, actor, op, campaign } = action;
  return { id, at, source, actor, op, campaign, ...toldOf(action, kinds) };
}
