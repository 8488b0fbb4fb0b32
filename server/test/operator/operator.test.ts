import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { steps } from '../../catalogue.ts';
import { claimAccount } from '../../src/ad-accounts/account-claim.store.ts';
import { findPostmaster } from '../../src/adapters/embedded-postgres/postmaster.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { type Database, statement } from '../../src/base/database.ts';
import { CommandRefused, UsageError } from '../../src/operator/command.ts';
import { organizationWithSlug } from '../../src/operator/operator.store.ts';
import { readOrder } from '../../src/operator/order.ts';
import { newestLimitChanges } from '../../src/organizations/limit-change.store.ts';
import { ledgerOn, takes } from '../adapters/google-ads/shared-operations.ts';
import type { Client } from '../harness/client.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  newKey,
  type Operator,
  operatorOf,
  organization,
  organizationsOf,
  passwordIn,
  signIn,
  startEmbedded,
  tryToSignIn,
} from '../harness/operator.ts';
import { serveInProcess } from '../harness/served-process.ts';
import { temporaryDirectory } from '../harness/server.ts';
import { wholeSuite } from '../harness/service.ts';

const counts = statement<[], { organizations: number; people: number; members: number }>(`
  select (select count(*) from organization) as organizations, (select count(*) from person) as people,
    (select count(*) from membership) as members`);

/** A task as it waits for its turn at the platform. */
const park = statement<[organizationId: number], never>(`
  insert into task (type, organization_id, payload, turn, created_at, not_before, stage)
  values ('sync_account', $1, '{}', 1, '2026-03-02', '2099-01-01', 'waiting')`);
const unpark = statement<[], never>(`delete from task where stage = 'waiting'`);

describe('the operator', () => {
  const suite = wholeSuite();
  let service: Client;
  let database: Database;
  let run: Operator;
  /** The same without a process of its own. */
  const order = (...args: string[]) => readOrder(args)(database, systemClock, 'https://app.example', steps);

  const tenancyOf = async (slug: string) => {
    const organizationId = await organizationWithSlug(database, slug);
    assert.ok(organizationId);
    return { organizationId, db: database };
  };

  before(async () => {
    const fresh = await freshDatabase(suite);
    database = fresh.database;
    run = operatorOf({ DATABASE_URL: fresh.url });
    service = await serveInProcess(suite, { databaseUrl: fresh.url });
  });

  test('a link lets the first Owner choose a password, once', async () => {
    await order(...organization('linked', 'lena@linked.example'));
    const said = await order('sign-in-link', '--email', 'lena@linked.example');
    const [, token = ''] = /^https:\/\/app\.example\/choose-password\/(\S+)$/m.exec(said) ?? [];
    const choose = (password: string) =>
      service.call('POST', '/dashboard/v1/password-resets/complete', { body: { token, password } });
    assert.equal((await choose('chosen by Lena herself')).status, 200);
    assert.equal((await choose('chosen by somebody else')).status, 404);
    await signIn(service, 'lena@linked.example', 'chosen by Lena herself');
    await assert.rejects(order('sign-in-link', '--email', 'nobody@linked.example'), CommandRefused);
  });

  test('makes an organization whose Owner signs in, makes a key and reads everything', async () => {
    const password = passwordIn(await run(...organization('first', 'olga@first.example')));
    const cookie = await signIn(service, 'olga@first.example', password);
    const key = await newKey(service, cookie, 'first');
    assert.deepEqual((await service.call('GET', '/v1/organizations/_', { key })).json, {
      slug: 'first',
      name: 'Organization first',
      plan: 'standard',
      currency: 'EUR',
      access: 'membership',
      adops_team: null,
      max_spend: null,
      api_budget_change_limit_pct: 25,
      ad_accounts: [],
    });
    for (const part of ['campaigns', 'performance', 'search-terms', 'audit/export', 'actions']) {
      const answer = await service.call('GET', `/v1/organizations/_/${part}`, { key });
      assert.equal(answer.status, 200, `${part}: ${answer.text}`);
    }
    const profile = await service.call('GET', '/v1/organizations/_/business-profile', { key });
    assert.equal(profile.error.code, 'not_found', 'until one exists');
    for (const part of ['members', 'api-keys', 'approvals', 'ad-connections', 'queued-writes']) {
      const answer = await service.call('GET', `/dashboard/v1/organizations/first/${part}`, { cookie });
      assert.equal(answer.status, 200, `${part}: ${answer.text}`);
    }
  });

  test('sees who uses how many of the platform’s operations, and gives one a larger share', async () => {
    await order(...organization('thrifty', 'tina@shares.example'));
    await order(...organization('busy', 'bert@shares.example'));
    const said = await order('set-limits', '--slug', 'busy', '--operations-weight', '2.5');
    assert.match(said, /operations-weight 2\.50\.$/);
    const day = '2026-03-02';
    const ledger = ledgerOn(database, { now: () => Date.parse(`${day}T18:00:00Z`) }, 100);
    const idOf = async (slug: string) => (await organizationWithSlug(database, slug)) ?? 0;
    assert.ok(await takes(ledger, await idOf('thrifty'), 'change', 3));
    assert.ok(await takes(ledger, await idOf('busy'), 'read', 40));
    assert.ok(await takes(ledger, await idOf('busy'), 'stop', 7));
    await database.execute(park, await idOf('thrifty'));
    assert.deepEqual((await order('quota', '--day', day)).split('\n'), [
      '2026-03-02 (UTC): 50 operations used; of 100, 50 %.',
      'busy  47 (94 %): 40 for reads, 0 for changes, 7 for stops; weight 2.50',
      'thrifty  3 (6 %): 0 for reads, 3 for changes, 0 for stops; weight 1.00; waiting tasks: 1',
    ]);
    assert.match(await order('quota'), /^\d{4}-\d\d-\d\d \(UTC\): 0 operations used; no limit is known\.$/m);
    await database.execute(unpark);
  });

  test('run twice, one after the other or at once, a command duplicates nothing', async () => {
    const both = await Promise.all(['a', 'b'].map((name) => run(...organization('twice', `${name}@twice.example`))));
    assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1]);
    const before = await database.row(counts);
    const again = await run(...organization('twice', 'else@twice.example'));
    assert.deepEqual(again, { code: 1, out: '', err: 'operator: there is an organization twice already\n' });
    assert.deepEqual(await database.row(counts), before, 'nothing is half done');
  });

  test('an Owner who has an account keeps it, whichever case the address is typed in', async () => {
    const password = passwordIn(await run(...organization('mine', 'nora@mine.example')));
    const cookie = await signIn(service, 'nora@mine.example', password);
    assert.doesNotMatch(await order(...organization('also-mine', 'Nora@Mine.example')), /password \(/);
    assert.deepEqual(await organizationsOf(service, cookie), ['also-mine', 'mine']);
  });

  test('a bad slug is refused in one line with exit code 2, before anything is opened', async () => {
    const unreachable = operatorOf({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
    assert.deepEqual(await unreachable(...organization('Bad_Slug', 'o@bad.example')), {
      code: 2,
      out: '',
      err: 'operator: --slug must be 1 to 63 of a-z, 0-9 and -, not beginning with -\n',
    });
    const failed = await unreachable(...organization('good-slug', 'o@bad.example'));
    assert.deepEqual([failed.code, failed.out], [1, '']);
    assert.match(failed.err, /^operator: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
  });

  test('sets limits that running services take up, and leaves those it does not name', async () => {
    const password = passwordIn(await run(...organization('limited', 'lena@limited.example')));
    const key = await newKey(service, await signIn(service, 'lena@limited.example', password), 'limited');
    const look = () => service.call('GET', '/v1/organizations/_', { key });
    assert.equal((await look()).headers['x-ratelimit-limit'], '10000000');
    await order('set-limits', '--slug', 'limited', '--max-spend', '1200.50', '--rate-limit', '77');
    await order('set-limits', '--slug', 'limited', '--budget-change-pct', '40', '--daily-writes', '9');
    assert.match((await look()).text, /"max_spend":1200\.5,"api_budget_change_limit_pct":40\.0,/);
    assert.equal((await look()).headers['x-ratelimit-limit'], '77');
    await order('set-limits', '--slug', 'limited', '--daily-writes', '9');
    const changes = await newestLimitChanges(await tenancyOf('limited'), 10);
    assert.deepEqual(
      changes.map((one) => [one.user, one.request_id, one.max_spend, one.api_budget_change_limit_pct]),
      [
        ['operator', null, '1200.50', '40.00'],
        ['operator', null, '1200.50', '25.00'],
      ],
      'what concerns money is kept, as from the settings page, and nothing else',
    );
    const listed =
      /^limited {2}.*max-spend 1200\.50, budget-change-pct 40\.00, daily-writes 9, rate-limit 77, operations-weight 1\.00$/m;
    assert.match((await run('list-organizations')).out, listed);
    const usual = ['--budget-change-pct', '--daily-writes', '--rate-limit'].flatMap((name) => [name, 'default']);
    const said = await order('set-limits', '--slug', 'limited', '--max-spend', 'none', ...usual);
    assert.match(said, /max-spend none, budget-change-pct 25\.00, daily-writes default, rate-limit default/);
    await assert.rejects(order('set-limits', '--slug', 'nowhere', '--max-spend', 'none'), CommandRefused);
  });

  test('a reset password ends every session of the person at once, and the old password with them', async () => {
    const email = 'rita@reset.example';
    const old = passwordIn(await run(...organization('reset', email)));
    const cookies = [await signIn(service, email, old), await signIn(service, email, old)];
    const key = await newKey(service, cookies[0] ?? '', 'reset');
    const fresh = passwordIn(await run('reset-password', '--email', email));
    for (const cookie of cookies) {
      assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie })).status, 401);
    }
    assert.equal((await tryToSignIn(service, email, old)).status, 401);
    assert.deepEqual(await organizationsOf(service, await signIn(service, email, fresh)), ['reset']);
    assert.equal((await service.call('GET', '/v1/organizations/_', { key })).status, 200, 'keys go on working');
    await assert.rejects(order('reset-password', '--email', 'nobody@reset.example'), CommandRefused);
  });

  test('an ad account that nobody can give up any more is freed for another organization', async () => {
    await order(...organization('holder', 'hana@holder.example'));
    await order(...organization('heir', 'hugo@heir.example'));
    const [holder, heir] = [await tenancyOf('holder'), await tenancyOf('heir')];
    const at = new Date('2026-03-02');
    assert.equal(await claimAccount(holder, '5550001', at), true);
    assert.equal(await claimAccount(heir, '5550001', at), false);
    const release = (slug: string) => order('release-account', '--slug', slug, '--account', '5550001');
    await assert.rejects(release('heir'), CommandRefused);
    assert.match(await release('holder'), /no longer holds/);
    assert.equal(await claimAccount(heir, '5550001', at), true);
    await assert.rejects(release('holder'), CommandRefused);
  });

  test('staff read the organizations assigned to their team, and those alone', async () => {
    await order(...organization('client', 'carl@client.example'));
    const add = ['add-staff', '--email', 'sam@operator.example', '--team', 'North desk', '--name', 'Sam'];
    const cookie = await signIn(service, 'sam@operator.example', passwordIn(await run(...add)));
    const assign = (team: string) => order('assign-team', '--team', team, '--slug', 'client');
    const seen = () => organizationsOf(service, cookie);
    assert.deepEqual(await seen(), []);
    await assert.rejects(assign('South desk'), CommandRefused);
    await assign('North desk');
    assert.deepEqual(await seen(), ['client']);
    assert.doesNotMatch(await order(...add), /new team|password \(/);
    await order('add-staff', '--email', 'sue@operator.example', '--team', 'South desk');
    await assign('South desk');
    assert.deepEqual(await seen(), [], 'an organization is looked after by one team');
    await assign('North desk');
    await order('unassign-team', '--slug', 'client');
    assert.deepEqual(await seen(), []);
    await assert.rejects(order('unassign-team', '--slug', 'client'), CommandRefused);
    await assign('North desk');
    assert.deepEqual(await seen(), ['client']);
    await order('remove-staff', '--email', 'sam@operator.example');
    assert.deepEqual(await seen(), []);
    await assert.rejects(order('remove-staff', '--email', 'sam@operator.example'), CommandRefused);
  });
});

test('with the embedded database, the operator works before the service starts and beside it', async (t) => {
  const dataDir = temporaryDirectory('sluice-operator-');
  t.after(() => t.after(() => rmSync(dataDir, { recursive: true, force: true })));
  const run = operatorOf({ DATA_DIR: dataDir });
  const email = 'eva@embedded.example';
  const password = passwordIn(await run(...organization('embedded', email)));
  assert.equal(findPostmaster(join(dataDir, 'postgres')), undefined, 'what was started is stopped');
  const service = await startEmbedded(t, dataDir);
  const cookie = await signIn(service, email, password);
  const fresh = passwordIn(await run('reset-password', '--email', email));
  assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie })).status, 401);
  const key = await newKey(service, await signIn(service, email, fresh), 'embedded');
  assert.equal((await service.call('GET', '/v1/organizations/_', { key })).status, 200, 'the database runs on');
});

test('what is typed wrongly is named', () => {
  const made = organization('fine', 'o@fine.example');
  const limits = ['set-limits', '--slug', 'fine'];
  const wrong: [string[], RegExp][] = [
    [organization('_', 'o@fine.example'), /^--slug must/],
    [organization('fine', 'nobody'), /^--owner must be an email address$/],
    [[...made, '--owner-name', 'two\nlines'], /^--owner-name must be one line/],
    [[...made.slice(0, 5), '--currency', 'EURO', '--owner', 'o@fine.example'], /^--currency must be an ISO 4217 code/],
    [made.slice(0, 5), /^--currency is missing$/],
    [[...made, '--slug', 'other'], /^--slug must be given once$/],
    [[...made, '--time-zone', 'UTC'], /^Unknown option '--time-zone'; usage: create-organization --slug/],
    [[...made, 'more'], /^Unexpected argument 'more'/],
    [limits, /^name at least one limit/],
    [[...limits, '--max-spend', '1.234'], /^--max-spend must be none or an amount/],
    [[...limits, '--budget-change-pct', '-1'], /^Option '--budget-change-pct' argument is ambiguous; usage/],
    [[...limits, '--operations-weight', '0'], /^--operations-weight must be default or a number above 0/],
    [['quota', '--day', 'yesterday'], /^--day /],
    [[...limits, '--rate-limit', '0'], /^--rate-limit must be default or a whole number from 1/],
    [['drop-everything'], /^drop-everything is no command; there are create-organization/],
    [[], /^a command is missing/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(
      () => readOrder(args),
      (error) => error instanceof UsageError && message.test(error.message),
      args.join(' '),
    );
  }
});
