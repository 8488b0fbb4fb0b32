import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { roleDenied } from '../standing.ts';
import { listKeys } from './api-key.store.ts';
import { apiKeyView, viewOf } from './api-key.view.ts';

const ENDED_SHOWN_MS = 90 * 24 * 60 * 60 * 1000;
const MOST_SHOWN = 1_000;

/** Lists API keys: a member's own, or for an Owner all keys of the organization. */
export const listApiKeys = read({
  name: 'list_api_keys',
  summary: 'List API keys',
  description:
    'Lists the API keys you created, those that work before those that ended in the last 90 days, newest first; an Owner sees every key of the organization.',
  rest: 'GET /organizations/{org}/api-keys',
  tool: null,
  scope: null,
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({ api_keys: z.array(apiKeyView) }),

  async run(_, context) {
    const { role } = context.organization;
    if (role === null) throw roleDenied('member', 'API keys are for members of the organization.');
    const now = context.clock.now();
    const rows = await listKeys(context, {
      creatorId: role === 'owner' ? null : context.caller.personId,
      endedAfter: new Date(now - ENDED_SHOWN_MS),
      now: new Date(now),
      limit: MOST_SHOWN,
    });
    return { api_keys: rows.map((row) => viewOf(row, now)) };
  },
});
