import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { linkAndSelect } from '../../src/ad-accounts/ad-account.store.ts';
import { keepLogin } from '../../src/ad-accounts/connect/connect-flow.ts';
import { queueSync } from '../../src/ad-accounts/queue-sync.ts';
import type { Config } from '../../src/base/config.ts';
import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import type { AccountChoice, AdPlatform, Grant } from '../../src/ports/ad-platform.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SiteReader } from '../../src/ports/site-reader.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { noonEmulator } from '../ad-accounts/world.ts';
import { connect, type Emulator } from '../adapters/google-ads/emulator.ts';
import { platformAt, testVault } from '../harness/ad-platform.ts';
import type { Cleaned } from '../harness/database.ts';
import { type RunningService, startService } from '../harness/service.ts';
import { makeOrganization } from './make-organization.ts';
import type { Organization } from './organization.ts';
import { type OtherProcess, startProcess } from './other-process.ts';
import { type PlatformView, viewPlatform } from './platform-view.ts';
import { RunningClock } from './running-clock.ts';
import { UNLIMITED, work } from './work.ts';

/** Accounts of the emulator: one with campaigns in it, one without any. */
export const ACME = { login: 'olivia@demo.test', accountId: '1000000001' };
export const INITECH = { login: 'nora@demo.test', accountId: '1000000003' };

const settings = statement<
  [id: number, cap: number | null, percent: number, quota: number | null, approvals: boolean],
  never
>(`
  update organization set currency = 'USD', max_spend = $2, api_budget_change_limit_pct = $3, daily_write_quota = $4,
    approvals_required = $5
  where id = $1`);

/** How an organization is set up; by default without a cap or approvals, linked to the account without campaigns. */
export interface OrganizationOptions {
  cap?: number;
  percent?: number;
  quota?: number;
  approvals?: boolean;
  /** null leaves it without an ad account. */
  account?: typeof ACME | null;
  /** Brings the account’s campaigns in. */
  synced?: boolean;
}

/** A whole service with its workers, on a fresh database and an emulator of its own. */
export interface Writes extends RunningService {
  clock: RunningClock;
  emulator: Emulator;
  /** The account without campaigns, where organizations launch theirs. */
  platform: PlatformView;
  vaultKey: Buffer;
  view(account: typeof ACME): Promise<PlatformView>;
  organization(options?: OrganizationOptions): Promise<Organization>;
  /** Brings an organization’s account in step and waits for it. */
  sync(organization: Organization, account?: typeof ACME): Promise<void>;
  /** An Owner connects the login again. */
  reconnect(organization: Organization, account?: typeof ACME): Promise<void>;
  /** Turns our clock and the emulator’s. */
  turn(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void>;
  startProcess(options?: { works?: boolean }): Promise<OtherProcess>;
  /** Stops this process’s workers for good. */
  stopWork(): Promise<void>;
}

/** Starts everything that guarded writes need; it is gone when the test or suite ends. */
export async function startWorld(
  t: Cleaned,
  {
    config = {},
    works = true,
    emulator: given,
    sites = [],
    writer,
    siteReader,
    platform: platformOn = (origin, clock) => platformAt(origin, clock),
    databaseAs = (database) => database,
  }: {
    config?: Partial<Config>;
    works?: boolean;
    emulator?: Emulator;
    /** Hosts of websites that may be read, beside those of the emulator. */
    sites?: readonly string[];
    writer?: Writer;
    siteReader?: SiteReader;
    /** How the service reaches the platform. */
    platform?: (origin: string, clock: Clock, db: Queryable) => AdPlatform;
    /** How the service sees the database. */
    databaseAs?: (database: Database) => Database;
  } = {},
): Promise<Writes> {
  const emulator = given ?? (await noonEmulator(['--daily-operations', '10000000']));
  const clock = new RunningClock(await aheadMs(emulator));
  const vaultKey = randomBytes(32);
  const adPlatform = platformAt(emulator.origin, clock);
  const running = await startService(t, {
    clock,
    config: { ...UNLIMITED, allowPrivateHosts: [new URL(emulator.origin).host, ...sites], ...config },
    adapters: (database) => ({
      database: databaseAs(database),
      adPlatform: platformOn(emulator.origin, clock, database),
      tokenVault: testVault(vaultKey),
      ...(writer && { writer }),
      ...(siteReader && { siteReader }),
    }),
  });
  const workers = works ? await work(running.service) : undefined;
  t.after(async () => {
    await workers?.stop();
    if (!given) await emulator.stop();
  });
  const grants = new Map<string, Promise<{ grant: Grant; accounts: AccountChoice[] }>>();
  const granted = (login: string) => {
    const known =
      grants.get(login) ??
      connect(adPlatform, login).then(async (grant) => ({
        grant,
        accounts: await adPlatform.accounts(grant.refreshToken),
      }));
    grants.set(login, known);
    return known;
  };
  const link = async (organizationId: number, personId: number, { login, accountId }: typeof ACME) => {
    const { grant, accounts } = await granted(login);
    const choice = accounts.find(({ customerId }) => customerId === accountId);
    assert.ok(choice, `${login} reaches ${accountId}`);
    await running.database.transaction(async (db) => {
      const tenancy = { organizationId, db };
      const connection = await keepLogin(running.service.services, tenancy, { grant, accounts, personId });
      await linkAndSelect(tenancy, choice, connection, new Date(clock.now()));
    });
  };
  const writes: Writes = {
    ...running,
    clock,
    emulator,
    vaultKey,
    platform: await viewPlatform(emulator, adPlatform, INITECH),
    view: (account) => viewPlatform(emulator, adPlatform, account),
    async organization(options = {}) {
      const { cap = null, percent = 25, quota = null, approvals = false, account = INITECH, synced = false } = options;
      const made = await makeOrganization(running, clock, account?.accountId ?? null);
      await running.database.execute(settings, made.id, cap, percent, quota, approvals);
      if (account) await link(made.id, made.people.owner.id, account);
      if (account && synced) await writes.sync(made, account);
      return made;
    },
    async sync(organization, account = INITECH) {
      const { services } = running.service;
      const task = await queueSync(services, organization.tenancy, account.accountId, null, { afresh: true });
      assert.equal((await organization.settled(task)).status, 'completed');
    },
    reconnect: (organization, account = INITECH) => link(organization.id, organization.people.owner.id, account),
    async turn(time) {
      const { hours = 0, minutes = 0, seconds = 0 } = time;
      clock.turn(time);
      await emulator.control('clock', { advance_seconds: (hours * 60 + minutes) * 60 + seconds });
    },
    startProcess: ({ works: also = true } = {}) =>
      startProcess(t, {
        databaseUrl: running.databaseUrl,
        emulator: emulator.origin,
        vaultKey: vaultKey.toString('hex'),
        aheadMs: clock.now() - Date.now(),
        works: also,
        sites,
      }),
    stopWork: async () => void (await workers?.stop()),
  };
  return writes;
}

/** How far the emulator's clock is ahead of the machine's. */
async function aheadMs({ origin }: Emulator): Promise<number> {
  const response = await fetch(`${origin}/_emulator/state`);
  return z.object({ clock_offset_ms: z.number() }).parse(await response.json()).clock_offset_ms;
}
