import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { claimAccount } from '../src/ad-accounts/account-claim.store.ts';
import { linkAndSelect } from '../src/ad-accounts/ad-account.store.ts';
import { callbackUrl, keepLogin } from '../src/ad-accounts/connect/connect-flow.ts';
import { queueSync } from '../src/ad-accounts/queue-sync.ts';
import type { Services, Tenancy } from '../src/base/context.ts';
import { findPersonByEmail } from '../src/identity/person.store.ts';
import type { Grant } from '../src/ports/ad-platform.ts';
import { taskOfOrganization } from '../src/tasks/task.store.ts';

const SYNCED_WITHIN_MS = 60_000;
const PAUSE_MS = 50;

/** Connects a login of the emulator, links one of its accounts and waits until its campaigns are here. */
export async function linkAccount(
  services: Services,
  organizationId: number,
  { login, accountId }: { login: string; accountId: string },
): Promise<void> {
  const { adPlatform, database, clock } = services;
  const grant = await allow(services, login);
  const accounts = await adPlatform.accounts(grant.refreshToken);
  const choice = accounts.find(({ customerId }) => customerId === accountId);
  const person = await findPersonByEmail(database, login);
  if (!choice || !person) throw new Error(`the emulator has no account ${accountId} for ${login}`);
  const task = await database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    const connection = await keepLogin(services, tenancy, { grant, accounts, personId: person.id });
    const now = new Date(clock.now());
    if (!(await claimAccount(tenancy, accountId, now))) throw new Error(`account ${accountId} belongs to another`);
    await linkAndSelect(tenancy, choice, connection, now);
    return queueSync(services, tenancy, accountId, { personId: person.id });
  });
  await synced({ organizationId, db: database }, task);
}

/** Consents in the person's place, as the emulator lets scripts do. */
async function allow({ adPlatform, config }: Services, login: string): Promise<Grant> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const redirectUri = callbackUrl(config);
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const url = adPlatform.authorizeUrl({ state: 'demo', codeChallenge, redirectUri, loginHint: login });
  const answer = await fetch(url, { redirect: 'manual', headers: { 'x-emulator-auto-approve': '1' } });
  const code = new URL(answer.headers.get('location') ?? redirectUri).searchParams.get('code');
  if (!code) throw new Error('the emulator did not allow the login');
  return adPlatform.exchangeCode({ code, codeVerifier, redirectUri });
}

async function synced({ db, organizationId }: Tenancy, task: number): Promise<void> {
  const until = performance.now() + SYNCED_WITHIN_MS;
  while (performance.now() < until) {
    const row = await db.row(taskOfOrganization, organizationId, task);
    if (row?.status === 'completed') return;
    if (row?.status === 'failed') throw new Error('the first sync of the demo failed');
    await pause(PAUSE_MS);
  }
  throw new Error('the first sync of the demo took too long');
}
