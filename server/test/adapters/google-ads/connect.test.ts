import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import { json, refused, rows, ScriptedGoogle } from './scripted-google.ts';

const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';
const EXCHANGE = { code: '4/code', codeVerifier: 'verifier', redirectUri: 'https://app.example/back' };

let google: ScriptedGoogle;
beforeEach(async () => {
  google = await new ScriptedGoogle().start();
});
afterEach(() => google.stop());

function issue(answer: object): void {
  google.tokenEndpointWill((_request, response) =>
    json(response, 200, { access_token: 'a', expires_in: 3599, ...answer }),
  );
}

function idToken(claims: object): string {
  return ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
}

const ID_TOKEN = idToken({ aud: 'client', email: 'olivia@demo.test' });

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof AdPlatformError, String(thrown));
  return thrown.reason;
}

test('the consent page is asked for offline access with PKCE and a state', () => {
  const request = { state: 's', codeChallenge: 'c', redirectUri: 'https://app.example/back', loginHint: 'o@demo.test' };
  const { searchParams } = new URL(google.platform().authorizeUrl(request));
  assert.deepEqual(Object.fromEntries(searchParams), {
    client_id: 'client',
    redirect_uri: 'https://app.example/back',
    response_type: 'code',
    scope: `openid email ${ADS_SCOPE}`,
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'false',
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    login_hint: 'o@demo.test',
  });
});

test('a code becomes a refresh token with the login it belongs to', async () => {
  issue({ refresh_token: '1//r', scope: `openid ${ADS_SCOPE}`, id_token: ID_TOKEN });
  const grant = await google.platform().exchangeCode(EXCHANGE);
  assert.deepEqual(grant, {
    refreshToken: '1//r',
    email: 'olivia@demo.test',
    grantedScopes: ['openid', ADS_SCOPE],
  });
  const sent = new URLSearchParams(google.arrived[0]?.body);
  assert.deepEqual([sent.get('code'), sent.get('code_verifier')], ['4/code', 'verifier']);
});

test('a person who does not allow access to ads has not connected', async () => {
  issue({ refresh_token: '1//r', scope: 'openid', id_token: ID_TOKEN });
  assert.equal(await reasonOf(google.platform().exchangeCode(EXCHANGE)), 'setup_required');
});

test('a grant without lasting access, or for another client, is no connection', async () => {
  issue({ scope: ADS_SCOPE, id_token: ID_TOKEN });
  assert.equal(await reasonOf(google.platform().exchangeCode(EXCHANGE)), 'setup_required');
  const foreign = idToken({ aud: 'another client', email: 'olivia@demo.test' });
  issue({ refresh_token: '1//r', scope: ADS_SCOPE, id_token: foreign });
  assert.equal(await reasonOf(google.platform().exchangeCode(EXCHANGE)), 'setup_required');
});

test('a code that Google does not accept is refused and not sent again', async () => {
  google.tokenEndpointWill((_request, response) => json(response, 400, { error: 'invalid_grant' }));
  assert.equal(await reasonOf(google.platform().exchangeCode(EXCHANGE)), 'google_ads_refused');
  assert.equal(google.arrived.length, 1);
});

function client(id: string, more: object = {}): object {
  const facts = { id, descriptiveName: `Account ${id}`, currencyCode: 'EUR', timeZone: 'Europe/Berlin' };
  return { customerClient: { ...facts, status: 'ENABLED', manager: false, ...more } };
}

test('manager accounts are replaced by the accounts below them, and closed accounts are left out', async () => {
  google.will(
    (_request, response) =>
      json(response, 200, { resourceNames: ['customers/10', 'customers/11', 'customers/12', 'customers/13'] }),
    rows(client('10', { manager: true }), client('11'), client('14'), client('15', { status: 'CANCELED' })),
    rows(client('11')),
    refused(403, 'authorizationError', 'CUSTOMER_NOT_ENABLED'),
    rows(client('13', { hidden: true })),
  );
  const choices = await google.platform().accounts('refresh-1');
  assert.deepEqual(
    choices.map(({ customerId, loginCustomerId }) => [customerId, loginCustomerId]),
    [
      ['11', null],
      ['14', '10'],
    ],
  );
  assert.deepEqual(choices[1], {
    customerId: '14',
    loginCustomerId: '10',
    name: 'Account 14',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
  });
});

test('an account below a manager is reached through it', async () => {
  google.will(rows({ customer: { id: '14', currencyCode: 'EUR', timeZone: 'Europe/Berlin' } }));
  const link = { customerId: '14', loginCustomerId: '10', connectionId: 'c', refreshToken: 'r' };
  await google.platform().account(link).info();
  assert.equal(google.calls[0]?.headers['login-customer-id'], '10');
  assert.equal(google.calls[0]?.path, '/v25/customers/14/googleAds:searchStream');
});

test('revoking a grant that is gone already is no error', async () => {
  google.will(
    (_request, response) => json(response, 200, {}),
    (_request, response) => json(response, 400, { error: 'invalid_token' }),
  );
  await google.platform().revoke('1//r');
  await google.platform().revoke('1//r');
});
