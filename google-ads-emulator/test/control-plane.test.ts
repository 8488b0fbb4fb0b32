import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { isLocal } from '../src/control/control-plane.ts';
import { at, listAt, textAt } from '../src/json.ts';
import { tokenHash } from '../src/oauth/grants.ts';
import { errorCode, INITECH, launch, postForm, signIn, TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start({ dailyOperations: 500 }, 'nora@demo.test');
});
beforeEach(() => emulator.control('DELETE', 'faults'));
after(() => emulator.close());

const search = () => emulator.search('SELECT campaign.id FROM campaign', INITECH);
const order = (kind: string, more: object = {}) => emulator.control('POST', 'faults', { kind, times: 1, ...more });

const FAILURES: [kind: string, status: number, code: string][] = [
  ['quota', 429, 'quotaError.RESOURCE_EXHAUSTED'],
  ['quota_short', 429, 'quotaError.RESOURCE_TEMPORARILY_EXHAUSTED'],
  ['unauthenticated', 401, 'authenticationError.OAUTH_TOKEN_EXPIRED'],
  ['revoked', 401, 'authenticationError.OAUTH_TOKEN_REVOKED'],
  ['permission', 403, 'authorizationError.USER_PERMISSION_DENIED'],
  ['internal', 500, 'internalError.INTERNAL_ERROR'],
  ['deadline', 504, 'internalError.DEADLINE_EXCEEDED'],
];

for (const [kind, status, code] of FAILURES) {
  test(`the fault ${kind} fails the next call with ${code}, and only that one`, async () => {
    await order(kind);
    const failed = await search();
    assert.deepEqual([failed.status, errorCode(failed.body)], [status, code]);
    assert.equal((await search()).status, 200);
  });
}

test('every answer is dated by the time of the emulated world', async () => {
  await emulator.control('POST', 'clock', { advance_seconds: 90 });
  const { body } = await emulator.control('GET', 'state');
  const { headers } = await fetch(`${emulator.url}/sites/acme-plumbing/`);
  const now = Date.parse(textAt(body, 'now'));
  assert.equal(headers.get('date'), new Date(now).toUTCString());
});

test('a clock that would leave this century is not moved', async () => {
  const before = (await emulator.control('GET', 'state')).body;
  for (const advance_days of [100_000_000, 30_000, 1e300]) {
    assert.equal((await emulator.control('POST', 'clock', { advance_days })).status, 400);
  }
  assert.deepEqual((await emulator.control('GET', 'state')).body, before);
});

test('policy and concurrent faults wait for a mutate', async () => {
  await order('policy');
  await order('concurrent');
  assert.equal((await search()).status, 200);
  const mutate = () => emulator.mutate(launch(INITECH, 'Faulted'), {}, INITECH);
  assert.equal(errorCode((await mutate()).body), 'policyFindingError.POLICY_FINDING');
  assert.equal(errorCode((await mutate()).body), 'databaseError.CONCURRENT_MODIFICATION');
});

test('a dropped call does nothing; a call dropped after its commit has happened', async () => {
  await order('drop', { method: 'mutate' });
  await assert.rejects(emulator.mutate(launch(INITECH, 'Dropped'), {}, INITECH));
  await order('drop_after_commit');
  await assert.rejects(emulator.mutate(launch(INITECH, 'Committed'), {}, INITECH));
  const rows = await emulator.rows(
    "SELECT campaign.name FROM campaign WHERE campaign.name IN ('Dropped', 'Committed')",
    INITECH,
  );
  assert.deepEqual(
    rows.map((row) => textAt(row, 'campaign', 'name')),
    ['Committed'],
  );
});

test('a hanging call is never answered', async () => {
  await order('hang');
  const signal = AbortSignal.timeout(200);
  const call = fetch(`${emulator.url}/v25/customers:listAccessibleCustomers`, {
    signal,
    headers: { authorization: `Bearer ${emulator.token}` },
  });
  await assert.rejects(call, { name: 'TimeoutError' });
});

test('a fault for the token endpoint leaves the API alone', async () => {
  const { refreshToken } = await signIn(emulator.url, 'nora@demo.test');
  await order('revoked', { method: 'token' });
  assert.equal((await search()).status, 200);
  const refresh = () => postForm(`${emulator.url}/token`, { grant_type: 'refresh_token', refresh_token: refreshToken });
  assert.equal(textAt((await refresh()).body, 'error'), 'invalid_grant');
  assert.equal((await refresh()).status, 200);
});

test('revoke stops the grants of all logins that reach a customer, and restore gives them back', async () => {
  await emulator.control('POST', 'revoke', { customer_id: INITECH });
  assert.equal((await search()).status, 401);
  await emulator.control('POST', 'restore', { customer_id: INITECH });
  assert.equal((await search()).status, 200);
});

test('an external edit needs a campaign that exists and a value that Google accepts', async () => {
  const edit = (body: object) => emulator.control('POST', 'external-edit', body);
  assert.equal((await edit({ campaign: 'Nothing', field: 'name', value: 'x' })).status, 404);
  assert.equal((await edit({ campaign: 'Acme - Brand', field: 'colour', value: 'x' })).status, 400);
  assert.equal((await edit({ campaign: 'Acme - Brand', field: 'budget', value: -5 })).status, 400);
  assert.equal((await edit({ campaign: 'Acme - Brand', field: 'budget', value: 31 })).status, 200);
  assert.equal((await edit({ campaign: 'Acme - Brand', field: 'name', value: 'Acme - Own brand' })).status, 200);
  assert.equal((await edit({ campaign: 'Acme - Own brand', field: 'status', value: 'REMOVED' })).status, 200);
  const { body } = await emulator.control('GET', 'state');
  const acme = listAt(body, 'customers').find((customer) => at(customer, 'name') === 'Acme Plumbing');
  const brand = listAt(acme, 'campaigns').find((campaign) => at(campaign, 'name') === 'Acme - Own brand');
  assert.deepEqual([at(brand, 'status'), at(brand, 'budget')], ['REMOVED', 31]);
});

test('the request log shows which token came, and never the token', async () => {
  const { accessToken, refreshToken } = await signIn(emulator.url, 'nora@demo.test');
  await emulator.search('SELECT campaign.id FROM campaign', INITECH, accessToken);
  await postForm(`${emulator.url}/token`, { grant_type: 'refresh_token', refresh_token: refreshToken });
  const { body } = await emulator.control('GET', 'requests');
  const requests = listAt(body, 'requests');
  const hashes = requests.map((entry) => textAt(entry, 'authorization', 'token_sha256'));
  assert.ok(hashes.includes(tokenHash(accessToken)));
  const text = JSON.stringify(body);
  for (const secret of [accessToken, refreshToken, 'emulator-secret']) assert.ok(!text.includes(secret));
});

test('the operations of a day are limited, and a mutate counts each of its own', async () => {
  const limited = await TestEmulator.start({ dailyOperations: 12 }, 'nora@demo.test');
  const mutate = (name: string) => limited.mutate(launch(INITECH, name), {}, INITECH);
  assert.equal((await mutate('One')).status, 200);
  const refused = await mutate('Two');
  assert.deepEqual([refused.status, errorCode(refused.body)], [429, 'quotaError.RESOURCE_EXHAUSTED']);
  await limited.close();
});

test('the control plane refuses other hosts', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = request(`${emulator.url}/_emulator/state`, { headers: { host: 'attacker.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.once('error', reject);
    call.end();
  });
  assert.equal(status, 403);
});

test('the control plane refuses other machines', () => {
  const from = (remoteAddress: string) => isLocal({ remoteAddress, header: () => 'localhost:4100' });
  assert.deepEqual(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(from), [true, true, true]);
  assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7', ''].map(from), [false, false, false]);
});
