import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { directWrite } from '../../base/operation.ts';
import { isScope, ROLES, type Role, SCOPES, type Scope } from '../../base/scopes.ts';
import { hashOf } from '../key-format.ts';
import { ceilingOf } from '../role-ceiling.ts';
import { roleDenied } from '../standing.ts';
import { noteClientUse } from './client.store.ts';
import {
  type ConnectRequest,
  newTicket,
  openRequest,
  refuseChangedApp,
  requestGone,
  requestUid,
  resumeUrl,
  usableScopes,
} from './connect-request.ts';
import { answerRequest } from './request.store.ts';
import { insertSession } from './session.store.ts';

const SESSION_ID_BYTES = 24;

/** Lets an app act for the person with the scopes that stay checked; they replace those of an earlier connection. */
export const approveConnectRequest = directWrite({
  name: 'approve_connect_request',
  summary: 'Connect an app',
  description:
    'Connects the app with the scopes named, which must be among those asked for and within the person’s roles.',
  rest: 'POST /connect-requests/{uid}/approve',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ uid: requestUid, scopes: z.array(z.string().max(64)).max(Object.keys(SCOPES).length) }),
  output: z.object({ redirect_to: z.string() }),

  async run({ uid, scopes: chosen }, context) {
    const { caller, database, clock } = context;
    const request = await openRequest(context, uid);
    const scopes = checkScopes(chosen, request, usableScopes(caller));
    await refuseChangedApp(context, request);
    const at = new Date(clock.now());
    const id = randomBytes(SESSION_ID_BYTES).toString('base64url');
    const ticket = newTicket();
    const login = { accountId: String(caller.personId), remember: false };
    const result = { login, consent: { grantId: id }, ticket: ticket.hash };
    const connection = {
      id: newId('app', clock.now()),
      clientId: request.clientId,
      clientName: request.appName,
      scopes,
    };
    await database.transaction(async (db) => {
      if (!(await answerRequest(db, hashOf(uid), result, at))) throw requestGone();
      await insertSession(db, { id, personId: caller.personId, resource: request.resource, at, connection });
      await noteClientUse(db, request.clientId, at);
    });
    return { redirect_to: resumeUrl(context, uid, ticket.secret) };
  },
});

/** At least one, only what was asked for, and nothing that the person could not use anywhere. */
function checkScopes(chosen: readonly string[], { scopes }: ConnectRequest, usable: ReadonlySet<Scope>): Scope[] {
  const named = new Set(chosen);
  if (named.size === 0) throw invalid([{ path: 'scopes', message: 'must name at least one scope' }]);
  const strange = chosen.filter((name) => !isScope(name) || !scopes.includes(name));
  if (strange.length > 0) {
    throw invalid(strange.map((name) => ({ path: 'scopes', message: `${name.slice(0, 40)} was not asked for` })));
  }
  const beyond = scopes.find((scope) => named.has(scope) && !usable.has(scope));
  if (beyond) {
    throw roleDenied(
      lowestRoleWith(beyond),
      `The scope ${beyond} is beyond your roles: leave it out to connect the app.`,
    );
  }
  return scopes.filter((scope) => named.has(scope));
}

function lowestRoleWith(scope: Scope): Role {
  return ROLES.findLast((role) => ceilingOf(role).has(scope)) ?? 'owner';
}
