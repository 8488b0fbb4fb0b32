import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import { json, mutated, refused, rows, ScriptedGoogle } from './scripted-google.ts';

const CUSTOMER = { customer: { id: '100', descriptiveName: 'Acme', currencyCode: 'EUR', timeZone: 'Europe/Berlin' } };
const NEGATIVE = { text: 'free', matchType: 'phrase' } as const;
const CREATED = 'customers/100/campaignCriteria/7~8';

let google: ScriptedGoogle;
beforeEach(async () => {
  google = await new ScriptedGoogle().start();
});
afterEach(() => google.stop());

async function failure(work: Promise<unknown>): Promise<AdPlatformError> {
  try {
    await work;
  } catch (thrown) {
    assert.ok(thrown instanceof AdPlatformError, String(thrown));
    return thrown;
  }
  assert.fail('expected a failure');
}

test('an access token is fetched once, kept in memory and renewed before it expires', async () => {
  google.will(rows(CUSTOMER), rows(CUSTOMER), rows(CUSTOMER));
  const account = google.account();
  await account.info();
  await account.info();
  assert.equal(google.tokens, 1);
  google.now += 3_590_000;
  await account.info();
  assert.equal(google.tokens, 2);
  assert.deepEqual(
    google.calls.map(({ headers }) => headers.authorization),
    ['Bearer access-1', 'Bearer access-1', 'Bearer access-2'],
  );
});

test('of parallel calls one refreshes the token and all use it', async () => {
  google.will(rows(CUSTOMER), rows(CUSTOMER), rows(CUSTOMER));
  const account = google.account();
  await Promise.all([account.info(), account.info(), account.info()]);
  assert.equal(google.tokens, 1);
});

test('a refused access token is renewed once and the call repeated once', async () => {
  google.will(refused(401, 'authenticationError', 'OAUTH_TOKEN_EXPIRED'), rows(CUSTOMER));
  await google.account().info();
  assert.equal(google.tokens, 2);
  const refusal = refused(401, 'authenticationError', 'OAUTH_TOKEN_EXPIRED');
  google.will(refusal, refusal);
  const error = await failure(google.account().info());
  assert.deepEqual([error.reason, error.retryable], ['task_error', true], 'the login itself is fine');
  assert.equal(google.calls.length, 4);
});

test('a revoked login is google_ads_connection_broken and is not tried again', async () => {
  google.tokenEndpointWill((_request, response) =>
    json(response, 400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }),
  );
  const error = await failure(google.account().info());
  assert.equal(error.reason, 'google_ads_connection_broken');
  assert.equal(error.retryable, false);
  assert.equal(google.arrived.length, 1);
});

test('a wrong OAuth client is setup_required', async () => {
  google.tokenEndpointWill((_request, response) => json(response, 401, { error: 'invalid_client' }));
  assert.equal((await failure(google.account().info())).reason, 'setup_required');
});

const MAPPED = [
  [403, 'authorizationError', 'USER_PERMISSION_DENIED', 'google_ads_connection_broken', false],
  [403, 'authorizationError', 'CUSTOMER_NOT_ENABLED', 'google_ads_connection_broken', false],
  [401, 'authenticationError', 'CUSTOMER_NOT_FOUND', 'google_ads_connection_broken', false],
  [401, 'authenticationError', 'OAUTH_TOKEN_REVOKED', 'google_ads_connection_broken', false],
  [403, 'authorizationError', 'DEVELOPER_TOKEN_NOT_APPROVED', 'setup_required', false],
  [400, 'policyFindingError', 'POLICY_FINDING', 'google_ads_refused', false],
  [400, 'campaignError', 'DUPLICATE_CAMPAIGN_NAME', 'google_ads_refused', false],
  [400, 'queryError', 'UNRECOGNIZED_FIELD', 'task_error', false],
  [429, 'quotaError', 'RESOURCE_EXHAUSTED', 'task_error', true],
] as const;

for (const [http, family, code, reason, retryable] of MAPPED) {
  test(`${family}.${code} is ${reason}`, async () => {
    google.will(refused(http, family, code));
    const error = await failure(google.account().addNegatives('7', [NEGATIVE]));
    assert.deepEqual([error.reason, error.retryable, error.uncertain], [reason, retryable, false]);
    assert.deepEqual(error.codes, [`${family}.${code}`]);
    assert.match(error.message, new RegExp(`about ${code}`));
    assert.equal(google.calls.length, 1);
  });
}

test('a lost permission is of one account, a revoked token of all accounts of the login', async () => {
  for (const [http, family, code, onlyThisAccount] of [
    [403, 'authorizationError', 'USER_PERMISSION_DENIED', true],
    [403, 'authorizationError', 'CUSTOMER_NOT_ENABLED', true],
    [401, 'authenticationError', 'OAUTH_TOKEN_REVOKED', false],
    [401, 'authenticationError', 'GOOGLE_ACCOUNT_DELETED', false],
  ] as const) {
    google.will(refused(http, family, code));
    assert.equal((await failure(google.account().info())).onlyThisAccount, onlyThisAccount, code);
  }
});

test('a used-up daily quota parks the work for as long as Google says', async () => {
  const details = { quotaErrorDetails: { rateScope: 'DEVELOPER', rateName: 'day', retryDelay: '5400s' } };
  google.will(refused(429, 'quotaError', 'RESOURCE_EXHAUSTED', details));
  const error = await failure(google.account().info());
  assert.deepEqual([error.reason, error.retryable, error.retryAfterSeconds], ['task_error', true, 5400]);
  assert.equal(google.calls.length, 1);
});

test('a short quota and a concurrent modification are waited out, for writes too', async () => {
  const details = { quotaErrorDetails: { retryDelay: '3s' } };
  google.will(
    refused(429, 'quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED', details),
    refused(400, 'databaseError', 'CONCURRENT_MODIFICATION'),
    mutated(CREATED),
  );
  const { added } = await google.account().addNegatives('7', [NEGATIVE]);
  assert.deepEqual(added, [{ ...NEGATIVE, adId: null, id: 'campaignCriteria/7~8' }]);
  assert.equal(google.sleeps[0], 3000);
  assert.equal(google.calls.length, 3);
});

test('a read is repeated after a server error and after a dropped connection', async () => {
  google.will(
    refused(500, 'internalError', 'INTERNAL_ERROR'),
    (_request, response) => response.destroy(),
    (_request, response) => json(response, 503, { error: { code: 503, message: 'unavailable' } }),
    rows(CUSTOMER),
  );
  assert.equal((await google.account().info()).name, 'Acme');
  assert.equal(google.calls.length, 4);
});

test('a read that keeps failing ends as a retryable task_error', async () => {
  const broken = refused(500, 'internalError', 'INTERNAL_ERROR');
  google.will(broken, broken, broken, broken, broken);
  const error = await failure(google.account().info());
  assert.deepEqual([error.reason, error.retryable, google.calls.length], ['task_error', true, 4]);
});

const UNCERTAIN = {
  'a dropped connection': (_request: unknown, response: { destroy(): void }) => response.destroy(),
  silence: () => undefined,
  'a server error': refused(500, 'internalError', 'INTERNAL_ERROR'),
  'a gateway timeout': refused(504, 'internalError', 'DEADLINE_EXCEEDED'),
  'an unreadable success': (_request: unknown, response: { end(text: string): void }) => response.end('{"mutateOp'),
};

for (const [what, reply] of Object.entries(UNCERTAIN)) {
  test(`a write that meets ${what} is uncertain and is never sent again`, async () => {
    google.will(reply, mutated(CREATED));
    const error = await failure(google.account().addNegatives('7', [NEGATIVE]));
    assert.deepEqual([error.reason, error.uncertain, error.retryable], ['task_error', true, false]);
    assert.equal(google.calls.length, 1);
  });
}

test('a write that could not even connect is certain not to have happened', async () => {
  google.will(rows(CUSTOMER));
  const account = google.account();
  await account.info();
  await google.stop();
  await delay(50);
  const error = await failure(account.addNegatives('7', [NEGATIVE]));
  assert.deepEqual([error.uncertain, error.retryable], [false, true]);
  google = await new ScriptedGoogle().start();
});

test('an uncertain update names what it would have written', async () => {
  const campaign = {
    campaign: {
      resourceName: 'customers/100/campaigns/7',
      id: '7',
      name: 'Old',
      status: 'ENABLED',
      biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
      campaignBudget: 'customers/100/campaignBudgets/9',
    },
    campaignBudget: { id: '9', amountMicros: '40000000' },
  };
  google.will(rows(campaign), (_request, response) => response.destroy());
  const error = await failure(google.account().updateCampaign('7', { name: 'New', budget: '50', targetCpa: '12.35' }));
  assert.equal(error.uncertain, true);
  assert.deepEqual(
    error.intended.map(({ resource, field, value }) => [resource, field, value]),
    [
      ['customers/100/campaignBudgets/9', 'amountMicros', '50000000'],
      ['customers/100/campaigns/7', 'name', 'New'],
      ['customers/100/campaigns/7', 'maximizeConversions.targetCpaMicros', '12350000'],
    ],
  );
});

test('a cancelled call stops at once; a cancelled write that was sent is uncertain', async () => {
  const before = AbortSignal.abort();
  assert.equal((await failure(google.account({}, before).addNegatives('7', [NEGATIVE]))).uncertain, false);
  assert.equal(google.calls.length, 0);
  const controller = new AbortController();
  google.will(() => controller.abort());
  assert.equal((await failure(google.account({}, controller.signal).addNegatives('7', [NEGATIVE]))).uncertain, true);
});

test('what Google says is shown without control characters, secrets or unbounded length', async () => {
  const message = `bad\u0000\u202e name ya29.secret-token 1//refresh-token ${'x'.repeat(2000)}`;
  google.will((_request, response) => json(response, 400, { error: { code: 400, message } }));
  const error = await failure(google.account().info());
  assert.match(error.message, /bad name \[removed\] \[removed\] x+…/);
  assert.ok(error.message.length < 500);
});

test('a redirect is an error: credentials go to the configured address only', async () => {
  google.will((_request, response) => response.writeHead(302, { location: `${google.origin}/elsewhere` }).end());
  assert.equal((await failure(google.account().addNegatives('7', [NEGATIVE]))).reason, 'task_error');
  assert.ok(!google.arrived.some(({ path }) => path === '/elsewhere'));
});
