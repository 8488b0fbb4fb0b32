import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkAndSelect } from '../../../src/ad-accounts/ad-account.store.ts';
import { keepLogin } from '../../../src/ad-accounts/connect/connect-flow.ts';
import { statement } from '../../../src/base/database.ts';
import type { Grant } from '../../../src/ports/ad-platform.ts';
import { type Emulator, startEmulator } from '../../adapters/google-ads/emulator.ts';
import type { Organization } from '../organization.ts';
import { INITECH, type Writes } from '../world.ts';

export const LOGIN = 'many@demo.test';
const FIRST = 2_000_000_001;

/** An emulator whose world is one login with many empty accounts, so that each sequence has one to itself. */
export async function manyAccounts(count: number): Promise<Emulator> {
  const directory = await mkdtemp(join(tmpdir(), 'many-accounts-'));
  const customers = Array.from({ length: count }, (_, index) => accountId(index));
  const account = (id: string) => ({
    type: 'account',
    facts: { id, name: `Account ${id}`, currency: 'USD', timeZone: 'America/New_York', manager: false },
  });
  const entries = [
    { type: 'login', email: LOGIN, name: 'Many', customers },
    { type: 'login', email: INITECH.login, name: 'Nora', customers: [INITECH.accountId] },
    ...[INITECH.accountId, ...customers].map(account),
  ];
  await writeFile(join(directory, 'journal.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const emulator = await startEmulator(['--data-dir', directory, '--daily-operations', '1000000000']);
  return {
    ...emulator,
    async stop() {
      await emulator.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The nth of the accounts. */
export function accountId(index: number): string {
  return String(FIRST + index);
}

const inStep = statement<[organizationId: number, at: Date], never>(`
  update ad_account set days_synced_at = $2, weeks_synced_at = $2, months_synced_at = $2 where organization_id = $1`);

/** Links an organization to an account of its own; there are no figures to read. */
export async function linkOwn(
  writes: Writes,
  organization: Organization,
  grant: Grant,
  customerId: string,
): Promise<void> {
  const choice = { customerId, loginCustomerId: null, name: customerId, currency: 'USD', timeZone: 'America/New_York' };
  const at = new Date(writes.clock.now());
  await writes.database.transaction(async (db) => {
    const tenancy = { organizationId: organization.id, db };
    const { id: personId } = organization.people.owner;
    const connection = await keepLogin(writes.service.services, tenancy, { grant, accounts: [choice], personId });
    await linkAndSelect(tenancy, choice, connection, at);
    await db.execute(inStep, organization.id, at);
  });
}
