import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { sessionsOf } from '../sign-in/session.store.ts';

/** Where the person is signed in. */
export const listSessions = read({
  name: 'list_sessions',
  summary: 'List your sessions',
  description: 'Lists where you are signed in, the newest first: 100 at most.',
  rest: 'GET /sessions',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        since: timestamp,
        expires_at: timestamp,
        ip: z.string().nullable(),
        user_agent: z.string().nullable().describe('What the browser called itself.'),
        current: z.boolean().describe('The one that asks.'),
      }),
    ),
    sessions_count: z.int().describe('How many sessions there are in all.'),
  }),

  async run(_, { caller, database, clock }) {
    const rows = await sessionsOf(database, caller.personId, new Date(clock.now()));
    return {
      sessions: rows.map(({ id, hash, created_at, expires_at, ip, user_agent }) => ({
        id,
        since: created_at,
        expires_at,
        ip,
        user_agent,
        current: caller.session?.hash.equals(hash) ?? false,
      })),
      sessions_count: rows[0]?.sessions_count ?? 0,
    };
  },
});
