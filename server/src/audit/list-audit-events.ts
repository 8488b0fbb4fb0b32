import { z } from 'zod';
import { placeOf } from '../base/holder.ts';
import { read } from '../base/operation.ts';
import { cursorAfter, positionOf } from '../base/pages.ts';
import { day, pageInput } from '../base/schemas.ts';
import type { Line } from '../base/turns.ts';
import { type AuditPosition, eventsBefore } from './audit.store.ts';
import { auditEventView } from './audit-event.view.ts';
import { periodOf } from './audit-period.ts';

/** A rare thing in a long trail is looked for stretch by stretch: no page reads more than this. */
const LOOKED_AT = 20_000;
/** A page may read much: whoever looks leaves turns to those who read something else. */
const PAGES: Line = {
  name: 'pages of the audit trail',
  atOnce: 3,
  atOnceOfOne: 2,
  mostWaiting: 100,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many in this organization look through the audit trail. Try again in a moment.',
};
const position: z.ZodType<AuditPosition> = z.object({ at: z.string(), request: z.string() });

/** The audit trail page by page, as the dashboard shows it. */
export const listAuditEvents = read({
  name: 'list_audit_events',
  summary: 'Look through the audit trail',
  description:
    'Every request made in the organization, the newest first, narrowed by day, person, operation, key and outcome.',
  rest: 'GET /organizations/{org}/audit',
  tool: null,
  scope: 'audit:read',
  ownersOnly: true,
  audience: 'dashboard',
  input: z.strictObject({
    from: day.optional().describe('First day (UTC). Without it, the 30 days up to `to`, or up to now.'),
    to: day.optional().describe('Last day (UTC), included.'),
    user: z.string().trim().max(200).default('').describe('Part of the email address of the person behind it.'),
    operation: z.string().trim().max(100).default(''),
    key_last_four: z.string().trim().max(4).default(''),
    outcome: z.enum(['', 'failed', 'succeeded']).default(''),
    ...pageInput,
  }),
  output: z.object({
    events: z.array(auditEventView),
    period: z.object({ from: z.string(), before: z.string() }),
    next_cursor: z
      .string()
      .nullable()
      .describe('Where to go on; a page may hold fewer events than asked for, or none, before the end.'),
  }),

  async run({ from, to, user, operation, key_last_four: keyLastFour, outcome, limit, cursor }, context) {
    const period = periodOf(from, to, context.clock.now());
    const query = { list: 'audit', from, to, user, operation, keyLastFour, outcome };
    const after = positionOf(context, query, cursor, position) ?? { at: period.before, request: '' };
    const filter = { ...period, user, operation, keyLastFour, outcome };
    // Of all that there is, a page is the next few.
    const isNarrowed = [user, operation, keyLastFour, outcome].some((wanted) => wanted !== '');
    const looked = isNarrowed ? LOOKED_AT : limit + 1;
    const { events, next } = await context.turns.take(PAGES, placeOf(context), () =>
      eventsBefore(context, filter, after, { limit, looked }),
    );
    return { events, period, next_cursor: cursorAfter(context, query, next) };
  },
});
