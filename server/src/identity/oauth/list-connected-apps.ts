import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { isScope, SCOPE_NAMES } from '../../base/scopes.ts';
import { listConnections } from './connection.store.ts';
import { SURFACES, surfaceOf } from './resources.ts';

/** The apps that act for the person, in every organization. */
export const listConnectedApps = read({
  name: 'list_connected_apps',
  summary: 'List connected apps',
  description:
    'Lists the apps that the person has connected, the last used first, with their scopes and sessions: 100 at most of each.',
  rest: 'GET /connected-apps',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    connected_apps: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        client_id: z.string(),
        scopes: z.array(z.enum(SCOPE_NAMES)),
        connected_at: timestamp,
        last_used_at: timestamp,
        sessions: z.array(z.object({ resource: z.enum(SURFACES), since: timestamp, last_used_at: timestamp })),
        sessions_count: z.int().describe('How many sessions the app has in all.'),
      }),
    ),
    connected_apps_count: z.int().describe('How many connected apps there are in all.'),
  }),

  async run(_, { caller, database, config }) {
    const rows = await listConnections(database, caller.personId);
    return {
      connected_apps: rows.map((row) => ({
        id: row.id,
        name: row.client_name,
        client_id: row.client_id,
        scopes: row.scopes.filter(isScope),
        connected_at: row.created_at,
        last_used_at: row.used_at,
        sessions: row.sessions.map((session) => ({
          resource: surfaceOf(session.resource, config),
          since: session.created_at,
          last_used_at: session.used_at,
        })),
        sessions_count: row.sessions_count,
      })),
      connected_apps_count: rows[0]?.connections_count ?? 0,
    };
  },
});
