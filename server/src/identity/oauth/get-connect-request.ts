import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { SCOPE_NAMES, SCOPES } from '../../base/scopes.ts';
import { roleName } from '../member.ts';
import { organizationNames } from '../person.store.ts';
import { ceilingOf } from '../role-ceiling.ts';
import { openRequest, refuseChangedApp, requestUid, usableScopes } from './connect-request.ts';
import { scopesOfClient } from './connection.store.ts';
import { SURFACES, surfaceOf } from './resources.ts';

/** Tells the person who asks to be connected, and for what. */
export const getConnectRequest = read({
  name: 'get_connect_request',
  summary: 'Get a request to connect an app',
  description:
    'Tells which app asks, where it redirects to and which scopes it asks for; what the person’s roles do not allow is not available.',
  rest: 'GET /connect-requests/{uid}',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({ uid: requestUid }),
  output: z.object({
    app: z.object({
      name: z.string(),
      client_id: z.string(),
      known_by: z.enum(['registration', 'document']).describe('A document stands on a host of the app’s own.'),
      redirects_to: z.string().describe('The host that the person is sent back to.'),
      on_this_device: z.boolean(),
    }),
    resource: z.enum(SURFACES),
    expires_at: timestamp,
    organizations: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        role: roleName.nullable().describe('null for the operator’s staff.'),
      }),
    ),
    scopes: z.array(
      z.object({
        name: z.enum(SCOPE_NAMES),
        description: z.string(),
        changes_things: z.boolean().describe('Lets the app change what runs.'),
        available: z.boolean(),
        granted_before: z.boolean(),
      }),
    ),
    connected_before: z.boolean(),
  }),

  async run({ uid }, context) {
    const { caller, database, config } = context;
    const request = await openRequest(context, uid);
    await refuseChangedApp(context, request);
    const open = [...caller.organizations.values()];
    const names = await organizationNames(
      database,
      open.map(({ organizationId }) => organizationId),
    );
    const usable = usableScopes(caller);
    const before = await scopesOfClient(database, caller.personId, request.clientId);
    const redirect = new URL(request.redirectUri);
    return {
      app: {
        name: request.appName,
        client_id: request.clientId,
        known_by: knownBy(request.clientId),
        redirects_to: redirect.host,
        on_this_device: redirect.protocol === 'http:',
      },
      resource: surfaceOf(request.resource, config),
      expires_at: request.expiresAt,
      organizations: open.map(({ organizationId, slug, role }) => ({
        slug,
        name: names.get(organizationId) ?? slug,
        role,
      })),
      scopes: request.scopes.map((name) => ({
        name,
        description: SCOPES[name],
        changes_things: !ceilingOf('member').has(name) && name !== 'audit:read',
        available: usable.has(name),
        granted_before: before?.includes(name) ?? false,
      })),
      connected_before: before !== undefined,
    };
  },
});

/** An app that is known by a document goes by the address of it. */
function knownBy(clientId: string): 'registration' | 'document' {
  return clientId.startsWith('https://') ? 'document' : 'registration';
}
