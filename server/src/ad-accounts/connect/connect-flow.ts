import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../base/config.ts';
import type { CallerContext, Services, Tenancy } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Role } from '../../base/scopes.ts';
import { hashOf } from '../../identity/key-format.ts';
import { holdRole } from '../../identity/membership.store.ts';
import { roleDenied } from '../../identity/standing.ts';
import type { AccountChoice, Grant } from '../../ports/ad-platform.ts';
import { relinkAccounts } from '../ad-account.store.ts';
import { saveConnection } from '../ad-connection.store.ts';
import { queueSync } from '../queue-sync.ts';
import { addAttempt, type Connecting, forgetAttempts, takeAttempt } from './connect-attempt.store.ts';

/** Where the platform sends the browser back to, below the dashboard's operations. */
export const CALLBACK_PATH = '/ad-connections/callback';

/** Each asks the platform, whose operations are everybody's: enough for a person who clicks. */
export const ASKED_PER_MINUTE = 30;

const DASHBOARD_API = '/dashboard/v1';
const ATTEMPT_MS = 10 * 60_000;
const SECRET_BYTES = 32;
const STATE = /^([0-9a-z]{1,7})\.[\w-]{43}$/;

/** The one address that is registered with the platform. */
export function callbackUrl({ appUrl }: Pick<Config, 'appUrl'>): string {
  return `${appUrl}${DASHBOARD_API}${CALLBACK_PATH}`;
}

/** Begins a connect flow, good once, for ten minutes, for this person in this session. */
export async function beginConnecting(context: CallerContext & Tenancy, loginHint?: string): Promise<string> {
  const { adPlatform, config, clock, organizationId } = context;
  const now = clock.now();
  const state = `${organizationId.toString(36)}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const codeVerifier = randomBytes(SECRET_BYTES).toString('base64url');
  const url = adPlatform.authorizeUrl({
    state,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    redirectUri: callbackUrl(config),
    ...(loginHint !== undefined && { loginHint }),
  });
  await forgetAttempts(context, new Date(now - ATTEMPT_MS));
  await addAttempt(context, connecting(context, state), codeVerifier, new Date(now));
  return url;
}

/** The organization that a state was made for; what else it says is checked when it is used. */
export function organizationOfState(state: string): number | undefined {
  const encoded = STATE.exec(state)?.[1];
  return encoded === undefined ? undefined : Number.parseInt(encoded, 36);
}

/** Uses a state up and gives the verifier; undefined for one that is forged, used, too old or of another session. */
export function useState(context: CallerContext & Tenancy, state: string): Promise<string | undefined> {
  return takeAttempt(context, connecting(context, state), new Date(context.clock.now() - ATTEMPT_MS));
}

function connecting({ caller }: CallerContext, state: string): Connecting {
  if (!caller.session) throw new Refusal('unauthorized', 'Connecting a login needs a dashboard session.');
  return { stateHash: hashOf(state), personId: caller.personId, sessionHash: caller.session.hash };
}

/**
 * Keeps a login that a person granted, with the accounts it reaches. Accounts that waited for this login are linked
 * again and catch up at once.
 */
export async function keepLogin(
  services: Services,
  { db, organizationId }: Tenancy,
  { grant, accounts, personId }: { grant: Grant; accounts: readonly AccountChoice[]; personId: number },
): Promise<string> {
  const { tokenVault, clock } = services;
  const { email: login, refreshToken } = grant;
  const now = clock.now();
  const sealed = tokenVault.seal({ organizationId: String(organizationId), login, refreshToken });
  const tenancy = { organizationId, db };
  const connection = { id: newId('con', now), login, sealed, accounts };
  const connectionId = await saveConnection(tenancy, connection, { personId, at: new Date(now) });
  const reached = accounts.map(({ customerId }) => customerId);
  for (const accountId of await relinkAccounts(tenancy, connectionId, reached)) {
    await queueSync(services, tenancy, accountId, { personId });
  }
  return connectionId;
}

/** Only admins and Owners decide which accounts are linked; the role is held until the transaction ends. */
export async function managerHeld(
  { caller }: Pick<CallerContext, 'caller'>,
  { organizationId, db }: { organizationId: number; db: Queryable },
): Promise<Role> {
  const role = await holdRole({ organizationId, db }, caller.personId);
  if (role !== 'admin' && role !== 'owner') {
    throw roleDenied('admin', 'Only an admin or Owner of the organization can do this.');
  }
  return role;
}
