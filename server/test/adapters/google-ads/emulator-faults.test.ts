import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AdAccount, LaunchedCampaign } from '../../../src/ports/ad-platform.ts';
import type { Connected } from './connected.ts';
import { CUSTOMER, connected, failure, LOGIN, open, SPEC } from './connected.ts';
import { connect } from './emulator.ts';

let world: Connected;
let account: AdAccount;
let launched: LaunchedCampaign;

before(async () => {
  world = await connected();
  account = world.account;
  launched = await account.launch({ ...SPEC, budget: '73' });
});

after(() => world?.stop());

const READ_FAULTS = [
  ['quota', 'task_error', true],
  ['permission', 'google_ads_connection_broken', false],
] as const;

for (const [kind, reason, retryable] of READ_FAULTS) {
  test(`a read that meets ${kind} is ${reason}`, async () => {
    await world.emulator.control('faults', { kind, times: 1 });
    const error = await failure(account.info());
    assert.deepEqual([error.reason, error.retryable, error.uncertain], [reason, retryable, false]);
  });
}

for (const kind of [
  'quota_short',
  'unauthenticated',
  'internal',
  'deadline',
  'aborted',
  'cancelled',
  'drop',
] as const) {
  test(`a read gets past ${kind}`, async () => {
    await world.emulator.control('faults', { kind, times: 1 });
    assert.equal((await account.info()).customerId, CUSTOMER);
  });
}

const budgetOf = async () => (await account.readSettings(launched.campaignId))?.budget;

for (const kind of ['concurrent', 'quota_short', 'unauthenticated'] as const) {
  test(`a write gets past ${kind}`, async () => {
    const budget = kind === 'concurrent' ? '71' : kind === 'quota_short' ? '72' : '73';
    await world.emulator.control('faults', { kind, times: 1, method: 'mutate' });
    assert.equal((await account.updateCampaign(launched.campaignId, { budget })).applied, true);
    assert.equal(await budgetOf(), `${budget}.00`);
  });
}

test('a write that breaks policy is google_ads_refused with the reason', async () => {
  await world.emulator.control('faults', { kind: 'policy', times: 1 });
  const error = await failure(account.updateCampaign(launched.campaignId, { budget: '80' }));
  assert.deepEqual([error.reason, error.codes], ['google_ads_refused', ['policyFindingError.POLICY_FINDING']]);
  assert.match(error.message, /disapproved/);
});

const LOST = {
  internal: '73.00',
  deadline: '73.00',
  aborted: '73.00',
  cancelled: '73.00',
  drop: '73.00',
  hang: '73.00',
  drop_after_commit: '81.00',
};

for (const [kind, after] of Object.entries(LOST)) {
  test(`a write that meets ${kind} is uncertain, is sent once, and is settled by reading back`, async () => {
    await world.emulator.control('faults', { kind, times: 1, method: 'mutate' });
    const sent = world.proxy.exchanged.filter(({ path }) => path.endsWith(':mutate')).length;
    const error = await failure(account.updateCampaign(launched.campaignId, { budget: '81' }));
    assert.deepEqual([error.uncertain, error.retryable], [true, false]);
    assert.equal(error.intended[0]?.value, '81000000');
    assert.equal(world.proxy.exchanged.filter(({ path }) => path.endsWith(':mutate')).length, sent + 1);
    assert.equal(await budgetOf(), after);
  });
}

test('a login that was revoked is google_ads_connection_broken until it is connected again', async () => {
  await world.emulator.control('faults', { kind: 'revoked', times: 1 });
  assert.equal((await failure(account.info())).reason, 'google_ads_connection_broken');
  const { platform, grant } = world;
  await platform.revoke(grant.refreshToken);
  await platform.revoke(grant.refreshToken);
  assert.equal((await failure(account.info())).reason, 'google_ads_connection_broken');
  account = open(platform, await connect(platform, LOGIN));
  assert.equal((await account.info()).customerId, CUSTOMER);
});

test("every request and every answer conforms to Google's protos", () => {
  assert.ok(world.proxy.exchanged.length > 20);
  assert.deepEqual(world.proxy.violations(), []);
});

test('no token other than those that the token endpoint issued ever reaches the platform', () => {
  assert.deepEqual(world.proxy.foreignTokens(), []);
});
