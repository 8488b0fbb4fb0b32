import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, MCP, RELAXED, REST, statusWith, taken } from './app.ts';

const everything = statement<[], { text: string }>(`
  select (select json_agg(t) from oauth_token t)::text || (select json_agg(s) from oauth_session s)::text
    || coalesce((select json_agg(r) from oauth_request r)::text, '') as text`);
const DAY = 24;

describe('tokens', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  test('an access token is opaque, lives for at most one hour and comes with a refresh token', async () => {
    const app = await App.registered(service);
    const tokens = await app.connect();
    assert.match(tokens.access_token, /^[\w-]{43}$/);
    assert.ok(tokens.expires_in <= 3600);
    assert.equal(await statusWith(service, tokens.access_token), 200);
    service.clock.turn({ minutes: 59, seconds: 59 });
    assert.equal(await statusWith(service, tokens.access_token), 200);
    service.clock.turn({ seconds: 1 });
    assert.equal(await statusWith(service, tokens.access_token), 401);
  });

  test('a token minted for the MCP server is refused by the REST API', async () => {
    const app = await App.registered(service);
    const { access_token: token } = await app.connect({ resource: MCP });
    assert.equal(await statusWith(service, token), 401);
    assert.equal(await statusWith(service, token), 401, 'a remembered one too');
  });

  test('a token request that names no resource, or another, is refused and uses nothing up', async () => {
    const app = await App.registered(service);
    const code = await app.code();
    for (const resource of [undefined, MCP, 'https://other.example']) {
      const { status, json } = await app.exchange(code, { resource });
      assert.deepEqual([status, json.error], [400, 'invalid_target']);
    }
    const { refresh_token: token } = taken(await app.exchange(code));
    for (const resource of [undefined, MCP]) {
      const { status, json } = await app.refresh(token, { resource });
      assert.deepEqual([status, json.error], [400, 'invalid_target']);
    }
    taken(await app.refresh(token));
  });

  test('a code is for the app, the redirect and the verifier that it was made for', async () => {
    const app = await App.registered(service);
    const other = await App.registered(service);
    for (const changed of [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: undefined },
      { client_id: other.clientId },
      { redirect_uri: 'http://localhost:7778/callback' },
    ]) {
      const { status, json } = await app.exchange(await app.code(), changed);
      assert.deepEqual([status, json.error], [400, 'invalid_grant'], JSON.stringify(changed));
    }
  });

  test('a code runs out after a minute', async () => {
    const app = await App.registered(service);
    const code = await app.code();
    service.clock.turn({ minutes: 1 });
    assert.equal((await app.exchange(code)).json.error, 'invalid_grant');
  });

  test('the second use of a code ends what the first one got, however late it comes', async () => {
    for (const hours of [0, 2]) {
      const app = await App.registered(service);
      const code = await app.code();
      const tokens = taken(await app.exchange(code));
      service.clock.turn({ hours });
      const { access_token: token } = taken(await app.refresh(tokens.refresh_token));
      assert.equal((await app.exchange(code)).json.error, 'invalid_grant');
      assert.equal(await statusWith(service, token), 401);
    }
  });

  test('refresh tokens rotate on use', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    const second = taken(await app.refresh(first.refresh_token));
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.notEqual(second.access_token, first.access_token);
    assert.equal(await statusWith(service, second.access_token), 200);
    assert.equal(await statusWith(service, first.access_token), 200, 'the one before lives on for its hour');
  });

  test('for 60 seconds after a refresh the replaced token is still accepted, and the window does not slide', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    taken(await app.refresh(first.refresh_token));
    service.clock.turn({ seconds: 59 });
    taken(await app.refresh(first.refresh_token));
    service.clock.turn({ seconds: 2 });
    assert.equal((await app.refresh(first.refresh_token)).json.error, 'invalid_grant');
  });

  test('presenting an old refresh token again revokes the whole family', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    const second = taken(await app.refresh(first.refresh_token));
    service.clock.turn({ seconds: 61 });
    const third = taken(await app.refresh(second.refresh_token));
    assert.equal((await app.refresh(first.refresh_token)).json.error, 'invalid_grant');
    assert.equal(await statusWith(service, third.access_token), 401);
    assert.equal((await app.refresh(third.refresh_token)).json.error, 'invalid_grant');
  });

  test('a replay ends the family even when the token is older than 60 days', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    let newest = taken(await app.refresh(first.refresh_token));
    for (let month = 0; month < 3; month += 1) {
      service.clock.turn({ hours: 30 * DAY });
      newest = taken(await app.refresh(newest.refresh_token));
    }
    assert.equal((await app.refresh(first.refresh_token)).json.error, 'invalid_grant');
    assert.equal(await statusWith(service, newest.access_token), 401);
  });

  test('a connection with no refresh for 60 days expires', async () => {
    const app = await App.registered(service);
    const { refresh_token: token } = await app.connect();
    service.clock.turn({ hours: 60 * DAY });
    assert.equal((await app.refresh(token)).json.error, 'invalid_grant');
  });

  test('one that refreshes goes on for as long as it does', async () => {
    const app = await App.registered(service);
    let tokens = await app.connect();
    for (let times = 0; times < 8; times += 1) {
      service.clock.turn({ hours: 59 * DAY });
      tokens = taken(await app.refresh(tokens.refresh_token));
    }
    assert.equal(await statusWith(service, tokens.access_token), 200);
  });

  test('a refresh may ask for fewer scopes, and never for more', async () => {
    const app = await App.registered(service);
    const { refresh_token: token } = await app.connect({ scope: 'organizations:read campaigns:read' });
    assert.equal(taken(await app.refresh(token, { scope: 'campaigns:read' })).scope, 'campaigns:read');
    assert.equal((await app.refresh(token, { scope: 'campaigns:write' })).json.error, 'invalid_scope');
  });

  test('only a hash of a code or token is kept', async () => {
    const app = await App.registered(service);
    const code = await app.code();
    const tokens = taken(await app.exchange(code));
    const kept = (await service.database.row(everything))?.text ?? '';
    for (const value of [code, tokens.access_token, tokens.refresh_token]) assert.ok(!kept.includes(value));
  });

  test('no token of this or another service is taken in a query string or passed on', async () => {
    const app = await App.registered(service);
    const { access_token: token } = await app.connect();
    const answer = await fetch(`${service.base}/v1/organizations?access_token=${token}`);
    assert.equal(answer.status, 401);
  });

  test('a known token costs no query before its run', async () => {
    const app = await App.registered(service);
    const { access_token: token } = await app.connect({ resource: REST });
    await statusWith(service, token);
    const before = service.statements.length;
    assert.equal(await statusWith(service, token), 200);
    const asked = service.statements.slice(before);
    assert.deepEqual(
      asked.filter((text) => text.includes('oauth_')),
      [],
    );
  });
});
