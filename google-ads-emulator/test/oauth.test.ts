import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { listAt, parseJson, textAt } from '../src/json.ts';
import { ACME, errorCode, postForm, signIn, TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start();
});
after(() => emulator.close());

const REDIRECT = 'http://127.0.0.1/callback';
const ADS = 'https://www.googleapis.com/auth/adwords';
const parameters = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'emulator-client',
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: `openid email ${ADS}`,
    state: 'st4te',
    access_type: 'offline',
    prompt: 'consent',
    ...changes,
  });
const consent = (fields: URLSearchParams) =>
  fetch(`${emulator.url}/o/oauth2/v2/auth`, { method: 'POST', body: fields, redirect: 'manual' });
const codeOf = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

test('the consent page offers the demo logins and hides nothing in its form', async () => {
  const response = await fetch(`${emulator.url}/o/oauth2/v2/auth?${parameters({ state: '"><script>' })}`);
  const page = await response.text();
  assert.match(page, /olivia@demo\.test/);
  assert.match(page, /agency@demo\.test/);
  assert.ok(!page.includes('<script>'));
});

test('an allowed consent returns with a code and the state, a refused one with an error', async () => {
  const allowed = await consent(parameters({ email: 'olivia@demo.test', decision: 'allow' }));
  assert.equal(allowed.status, 302);
  assert.equal(new URL(allowed.headers.get('location') ?? '').searchParams.get('state'), 'st4te');
  const denied = await consent(parameters({ email: 'olivia@demo.test', decision: 'deny' }));
  assert.equal(new URL(denied.headers.get('location') ?? '').searchParams.get('error'), 'access_denied');
});

test('an unknown client, a bad redirect or another response type is shown an error and sent nowhere', async () => {
  for (const change of [{ client_id: 'x' }, { redirect_uri: 'javascript:alert(1)' }, { response_type: 'token' }]) {
    const response = await fetch(`${emulator.url}/o/oauth2/v2/auth?${parameters(change)}`, { redirect: 'manual' });
    assert.equal(response.status, 400);
  }
});

test('a code works once, with the right verifier and redirect', async () => {
  const verifier = 'a-verifier-of-enough-length-to-be-one-0123456789';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const start = () =>
    consent(
      parameters({
        email: 'olivia@demo.test',
        decision: 'allow',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    );
  const redeem = (code: string, changes: Record<string, string> = {}) =>
    postForm(`${emulator.url}/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...changes,
    });
  const code = codeOf(await start());
  const { body } = await redeem(code);
  const [, payload = ''] = textAt(body, 'id_token').split('.');
  assert.equal(textAt(parseJson(Buffer.from(payload, 'base64url').toString()), 'email'), 'olivia@demo.test');
  assert.equal(textAt(body, 'scope'), `openid email ${ADS}`);
  assert.equal(textAt((await redeem(code)).body, 'error'), 'invalid_grant');
  assert.equal(
    textAt((await redeem(codeOf(await start()), { code_verifier: 'wrong' })).body, 'error'),
    'invalid_grant',
  );
  assert.equal(
    textAt((await redeem(codeOf(await start()), { redirect_uri: 'http://other/' })).body, 'error'),
    'invalid_grant',
  );
  assert.equal(textAt((await redeem(codeOf(await start()), { client_secret: 'no' })).body, 'error'), 'invalid_client');
});

test('a revoked grant refreshes no more, and its access tokens stop', async () => {
  const { accessToken, refreshToken } = await signIn(emulator.url, 'olivia@demo.test');
  await postForm(`${emulator.url}/revoke`, { token: refreshToken });
  const refreshed = await postForm(`${emulator.url}/token`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  assert.deepEqual([refreshed.status, textAt(refreshed.body, 'error')], [400, 'invalid_grant']);
  const { status, body } = await emulator.search('SELECT campaign.id FROM campaign', ACME, accessToken);
  assert.deepEqual([status, errorCode(body)], [401, 'authenticationError.OAUTH_TOKEN_REVOKED']);
});

test('a call without a token, or with a wrong one, is UNAUTHENTICATED', async () => {
  const none = await fetch(`${emulator.url}/v25/customers:listAccessibleCustomers`);
  assert.equal(none.status, 401);
  const wrong = await emulator.call('customers:listAccessibleCustomers', undefined, 'wrong');
  assert.equal(errorCode(wrong.body), 'authenticationError.OAUTH_TOKEN_INVALID');
});

test('a login reaches its own customers, and those of a manager by login-customer-id', async () => {
  const mine = await emulator.call('customers:listAccessibleCustomers', undefined);
  assert.deepEqual(listAt(mine.body, 'resourceNames'), ['customers/1000000001', 'customers/1000000002']);
  const foreign = await emulator.search('SELECT customer.id FROM customer', '1000000003');
  assert.deepEqual([foreign.status, errorCode(foreign.body)], [403, 'authorizationError.USER_PERMISSION_DENIED']);
  const { accessToken } = await signIn(emulator.url, 'agency@demo.test');
  const path = `customers/${ACME}/googleAds:search`;
  const query = { query: 'SELECT customer.descriptive_name FROM customer' };
  assert.equal((await emulator.call(path, query, accessToken)).status, 403);
  const through = await emulator.call(path, query, accessToken, { 'login-customer-id': '1000000009' });
  assert.equal(textAt(listAt(through.body, 'results')[0], 'customer', 'descriptiveName'), 'Acme Plumbing');
});

test('an access token lasts 3599 seconds of the emulator', async () => {
  const { accessToken } = await signIn(emulator.url, 'olivia@demo.test');
  await emulator.control('POST', 'clock', { advance_seconds: 3598 });
  assert.equal((await emulator.call('customers:listAccessibleCustomers', undefined, accessToken)).status, 200);
  await emulator.control('POST', 'clock', { advance_seconds: 2 });
  const late = await emulator.call('customers:listAccessibleCustomers', undefined, accessToken);
  assert.equal(errorCode(late.body), 'authenticationError.OAUTH_TOKEN_EXPIRED');
});
