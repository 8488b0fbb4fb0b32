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
  description: 'Lists the apps that the person has connected, the last used first, with their scopes and sessions.',
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
      }),
    ),
  }),

  async run(_, { caller, database, config }) {
    const rows = await listConnections(database, caller.personId);
    return {
      connected_apps: rows.map(({ id, client_id, client_name, scopes, created_at, used_at, sessions }) => ({
        id,
        name: client_name,
        client_id,
        scopes: scopes.filter(isScope),
        connected_at: created_at,
        last_used_at: used_at,
        sessions: sessions.map((session) => ({
          resource: surfaceOf(session.resource, config),
          since: session.created_at,
          last_used_at: session.used_at,
        })),
      })),
    };
  },
});
