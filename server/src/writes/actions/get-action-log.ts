import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { eachInTurns } from '../../base/long-work.ts';
import { read } from '../../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../../base/pages.ts';
import { day, endOf, pageInput, pageOutput, timestamp } from '../../base/schemas.ts';
import { placedChangeField } from '../change.ts';
import { MOST_LISTED } from '../listed-changes.ts';
import type { Steps } from '../steps.ts';
import type { ActionFailure } from './action.store.ts';
import { toldOf } from './action-changes.ts';
import { type ListedAction, listActions } from './action-log.store.ts';
import { actorField } from './actor-field.ts';
import type { Outcome } from './outcome.ts';

const entry = z.object({
  id: z.string(),
  at: timestamp,
  source: z.enum(['dashboard', 'engine']).describe('dashboard: a direct edit; engine: an applied recommendation.'),
  actor: actorField,
  op: z.string(),
  campaign: z.string().describe('Campaign slug.'),
  detail: z.string().describe('What changed, in words; texts in it are quoted, and cut where they are long.'),
  changes: z
    .array(placedChangeField)
    .describe(
      `What became of what, one entry for each thing that changed: the first, at most ${MOST_LISTED}; long texts are cut.`,
    ),
  changes_count: z.int().describe('How many things changed in all.'),
  undone: z.boolean(),
  status: z.enum(['in_progress', 'executed', 'failed']),
  ending: z
    .string()
    .nullable()
    .describe('Where not all of it was made or undone: how far it came, and why. It stands in detail too.'),
  outcome_unknown: z.boolean().describe('Nobody knows whether all of it was made; what arrived can be undone.'),
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
  const { id, at, source, actor, op, campaign, detail, undone_at, status } = action;
  const { changes, changes_count, left } = toldOf(action, kinds);
  const ending = status === 'in_progress' ? undefined : endingOf(action, left);
  const explained = ending === undefined ? detail : `${detail} (${ending})`;
  return {
    ...{ id, at, source, actor, op, campaign, detail: explained, status },
    changes,
    changes_count,
    undone: undone_at !== null,
    ending: ending ?? null,
    outcome_unknown: left === 'unknown',
  };
}

/** What is to be told of an action that did not come to its end, or of its undoing; it stays so once that was undone. */
function endingOf({ status, failure, undo_status }: ListedAction, left: Outcome['left']): string | undefined {
  if (failure && undo_status === 'failed') return `${howFarBack(failure)}: ${failure.message}`;
  const ending = howFar(status, left);
  return failure && ending ? `${ending}: ${failure.message}` : ending;
}

function howFarBack({ unknown, in_part }: ActionFailure): string {
  if (in_part) return unknown ? 'undone in part, not known whether another part was' : 'undone in part';
  return unknown ? 'not known whether undone' : 'not undone';
}

function howFar(status: ListedAction['status'], left: Outcome['left']): string | undefined {
  if (status === 'failed') return left === 'unknown' ? 'not known whether done' : 'not done';
  if (left === 'nothing') return undefined;
  return left === 'unknown' ? 'done in part, not known whether another part was' : 'done in part';
}
