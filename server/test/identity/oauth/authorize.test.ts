import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, Browser, MCP, PUBLIC, RELAXED, REST } from './app.ts';

describe('an authorization request', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let app: App;

  before(async () => {
    service = await startService(suite, RELAXED);
    app = await App.registered(service);
  });

  for (const [what, asked, error] of [
    ['without a resource', { resource: undefined }, 'invalid_target'],
    ['for a resource of somebody else', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for a resource that only begins like ours', { resource: `${REST}/` }, 'invalid_target'],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with the PKCE method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a PKCE method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['for a hybrid grant', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['for unknown scopes alone', { scope: 'everything' }, 'invalid_scope'],
    ['for an answer in a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['for an answer in a fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    [
      'that is wrong and wants a form',
      { response_mode: 'form_post', resource: undefined },
      'unsupported_response_mode',
    ],
  ] as const) {
    test(`${what} is refused, and the app is told`, async () => {
      const back = await app.sentBack(asked);
      const answer = new URLSearchParams(back.search || back.hash.slice(1));
      assert.equal(answer.get('error'), error);
      assert.equal(answer.get('state'), 'st4te');
      assert.equal(answer.get('iss'), PUBLIC);
    });
  }

  test('for two resources at once is refused', async () => {
    const url = new URL(app.authorizeUrl({ resource: MCP }));
    url.searchParams.append('resource', REST);
    const answer = await new Browser(service).go(url.href);
    assert.match(answer.headers.get('location') ?? '', /error=invalid_target/);
  });

  test('without a redirect, or from an unknown app, ends on a page of ours', async () => {
    for (const asked of [{ redirect_uri: undefined }, { client_id: 'nobody' }]) {
      const answer = await new Browser(service).go(app.authorizeUrl(asked));
      assert.equal(answer.status, 400);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
      const page = await answer.text();
      assert.match(page, /This app could not be connected/);
      assert.doesNotMatch(page, /unsafe|<script/);
    }
  });

  test('that is wrong leads to no address of an app on the web before a person was asked', async () => {
    const redirect = 'https://phish.example/login';
    const foreign = await App.registered(service, { redirect_uris: [redirect] });
    for (const asked of [{ scope: 'everything' }, { resource: undefined }, { prompt: 'none' }]) {
      const answer = await new Browser(service).go(foreign.authorizeUrl({ redirect_uri: redirect, ...asked }));
      assert.deepEqual([answer.status, answer.headers.get('location')], [400, null]);
      const page = await answer.text();
      assert.match(page, /This app could not be connected/);
      assert.doesNotMatch(page, /phish/);
    }
    await foreign.ask(new Browser(service), { redirect_uri: redirect });
  });

  test('what it says of itself is harmless on that page', async () => {
    const answer = await new Browser(service).go(app.authorizeUrl({ client_id: '<script>alert(1)</script>' }));
    assert.equal(answer.status, 400);
    assert.doesNotMatch(await answer.text(), /<script/);
  });

  test('takes what OpenID would add as nothing', async () => {
    await app.ask(new Browser(service), { nonce: 'n', max_age: '10' });
  });

  test('leaves cookies that scripts cannot read', async () => {
    const answer = await new Browser(service).go(app.authorizeUrl());
    const cookies = answer.headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) assert.match(cookie, /; samesite=lax; httponly/i);
  });

  test('other grants than the code are refused', async () => {
    for (const grant_type of ['password', 'client_credentials', 'implicit']) {
      const { status, json } = await app.exchange('x', { grant_type });
      assert.deepEqual([status, json.error], [400, 'unsupported_grant_type']);
    }
  });
});
