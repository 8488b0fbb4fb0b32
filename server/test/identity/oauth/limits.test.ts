import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { auditEvents } from '../../harness/audit-events.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { startService } from '../../harness/service.ts';
import { App, Browser } from './app.ts';

test('registration, authorization and tokens are limited by address', async (t) => {
  const service = await startService(t);
  const app = await App.registered(service);
  for (const [path, method, most] of [
    ['/oauth/register', 'POST', 59],
    ['/oauth/authorize', 'GET', 240],
    ['/oauth/token', 'POST', 300],
  ] as const) {
    const ask = () =>
      fetch(service.base + path, { method }).then(async (answer) => [answer, await answer.text()] as const);
    const allowed = await Promise.all(Array.from({ length: most }, ask));
    assert.deepEqual(new Set(allowed.map(([{ status }]) => status)), new Set([400]), path);
    const [refused, body] = await ask();
    assert.equal(refused.status, 429, path);
    assert.match(body, /temporarily_unavailable/);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(refused.headers.get('x-request-id') ?? '', /^req_/);
  }
  assert.equal((await new Browser(service).go(app.authorizeUrl())).status, 429);
  service.clock.turn({ minutes: 1 });
  await app.ask(new Browser(service));
  await service.service.gate.audit.drained();
  const events = (await auditEvents(service.database)).filter(({ operation }) => operation === 'oauth_token');
  assert.equal(
    events.reduce((sum, { count }) => sum + count, 0),
    301,
    'every request is counted',
  );
});

test('bodies are asked for with 100 Continue, also beyond the limit where a refresh may be in them', async (t) => {
  const service = await startService(t);
  const { host } = new URL(service.base);
  const send = async (path: string, type: string, body: string) => {
    const connection = await rawConnection(service.base);
    connection.send(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\n`);
    connection.send(`content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`);
    await connection.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    connection.send(body);
    const answer = await connection.until(/\r\n\r\n.*\r\n\r\n.*}$/s);
    connection.reset();
    return answer;
  };
  const form = 'application/x-www-form-urlencoded';
  assert.match(await send('/oauth/token', form, 'grant_type=refresh_token'), /HTTP\/1\.1 400 /);
  assert.match(await send('/oauth/register', 'application/json', '{}'), /HTTP\/1\.1 400 /);
  const more = Array.from({ length: 300 }, () => fetch(`${service.base}/oauth/token`, { method: 'POST' }));
  for (const answer of await Promise.all(more)) await answer.text();
  assert.match(await send('/oauth/token', form, 'grant_type=refresh_token'), /HTTP\/1\.1 429 /);
});

test('going on after an approval with a wrong ticket is limited by address', async (t) => {
  const service = await startService(t);
  const app = await App.registered(service);
  const browser = new Browser(service, service.world.people.owner);
  const uid = await app.ask(browser);
  const approved = await browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['organizations:read'] });
  assert.equal(approved.status, 200, JSON.stringify(approved.json));
  const guess = () => new Browser(service).go(`/oauth/authorize/${uid}?ticket=wrong`).then(({ status }) => status);
  const statuses = await Promise.all(Array.from({ length: 239 }, guess));
  assert.deepEqual(new Set(statuses), new Set([403]));
  assert.equal(await guess(), 429);
});

test('what anybody may send is small, whether its length is told or not', async (t) => {
  const service = await startService(t);
  const form = 'application/x-www-form-urlencoded';
  const parameters = Array.from({ length: 51 }, (_, n) => `p${n}=1`).join('&');
  const members = Array.from({ length: 301 }, (_, n) => `"m${n}":1`).join(',');
  for (const [path, type, raw] of [
    ['/oauth/token', form, `grant_type=authorization_code&code=${'x'.repeat(8 * 1024)}`],
    ['/oauth/token', form, parameters],
    ['/oauth/revoke', form, `token=${'x'.repeat(8 * 1024)}`],
    ['/oauth/revoke', form, parameters],
    ['/oauth/register', 'application/json', `{"client_name":"${'x'.repeat(16 * 1024)}"}`],
    ['/oauth/register', 'application/json', `{"redirect_uris":["https://editor.example/cb"],${members}}`],
  ] as const) {
    for (const told of [{}, { 'content-length': '', 'transfer-encoding': 'chunked' }]) {
      const headers = { 'content-type': type, ...told };
      const answer = await service.call('POST', path, { raw, headers, unchecked: true });
      assert.equal(answer.status, 400, `${path}: ${answer.text}`);
      assert.match(answer.text, /"invalid_request","error_description":"failed to parse the request body"/, path);
    }
  }
});

test('what breaks off on its way is answered 400 and leaves one event', async (t) => {
  const service = await startService(t);
  const { host } = new URL(service.base);
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
    const connection = await rawConnection(service.base);
    const type = path === '/oauth/register' ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = `host: ${host}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n`;
    connection.send(`POST ${path} HTTP/1.1\r\n${headers}\r\n3\r\na=b\r\n`);
    await pause(100);
    connection.send('zz\r\n');
    assert.match(await connection.closed, /^HTTP\/1\.1 400 /, path);
  }
  await service.service.gate.audit.drained();
  const events = (await auditEvents(service.database)).filter(({ status_code }) => status_code === 400);
  assert.deepEqual(events.map(({ operation }) => operation).sort(), ['oauth_register', 'oauth_revoke', 'oauth_token']);
});

test('what comes of a body after its answer ends the connection', async (t) => {
  const service = await startService(t);
  const { host } = new URL(service.base);
  const connection = await rawConnection(service.base);
  const headers = `host: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n`;
  connection.send(`PUT /oauth/token HTTP/1.1\r\n${headers}\r\n3\r\na=b\r\n`);
  await connection.until(/^HTTP\/1\.1 404 /);
  await pause(100);
  connection.send('zz\r\n');
  const left = await Promise.race([connection.closed.then(() => 'closed'), pause(5_000, 'open', { ref: false })]);
  connection.reset();
  assert.equal(left, 'closed');
});
