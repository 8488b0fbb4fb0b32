import { z } from 'zod';
import { timestamp } from '../base/schemas.ts';

/** An event of the trail as it is answered. */
export const auditEventView = z.object({
  at: timestamp,
  request_id: z.string(),
  operation: z.string(),
  path: z.string(),
  status_code: z.int(),
  error_code: z
    .string()
    .nullable()
    .describe(
      '`answer_unknown` where a change was executed and nobody knows what was answered; the action log tells what came of it.',
    ),
  actor_type: z.string().nullable(),
  user: z.string().nullable(),
  key_prefix: z.string().nullable(),
  key_last_four: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  client: z.string().nullable().describe('The connected app through which the user acted.'),
  count: z
    .int()
    .describe('How many requests it stands for: 1, unless a credential went on against its limit; then of a minute.'),
});
