import { z } from 'zod';
import { read, Streamed } from '../base/operation.ts';
import { TOPICS } from '../base/topics.ts';

/** The stream of what changes in an organization, for its open dashboards. */
export const followOrganization = read({
  name: 'follow_organization',
  summary: 'Follow what changes in an organization',
  description:
    'Server-sent events that name what has changed, never what it has become: read that again. The stream ends when the access of whoever reads it changes; come back then, and look at everything again.',
  rest: 'GET /organizations/{org}/events',
  tool: null,
  scope: 'organizations:read',
  audience: 'dashboard',
  alsoAs: 'text/event-stream',
  input: z.strictObject({}),
  output: z.object({ topics: z.array(z.enum(TOPICS)) }).describe('The data of one event.'),

  async run(_input, { eventStreams, organizationId, caller }) {
    const { personId, expiresAt } = caller;
    return new Streamed('text/event-stream', await eventStreams.open({ organizationId, personId, expiresAt }));
  },
});
