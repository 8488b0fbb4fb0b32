import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { takeOfAddress } from '../../../src/gate/address-rate.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { rawConnection } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, REST, statusWith, type Tokens, taken } from './app.ts';

const PER_MINUTE = 300;
const READ_PER_MINUTE = 3000;
const OF_A_SESSION = 30;
const FORM = 'application/x-www-form-urlencoded';

describe('where one program has used up what an address may ask of the token endpoint', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let app: App;
  let tokens: Tokens;

  before(async () => {
    service = await startService(suite);
  });

  beforeEach(async () => {
    service.clock.turn({ minutes: 2 });
    app = await App.registered(service);
    tokens = await app.connect();
    await useUp('oauth_token', PER_MINUTE);
    await refusedJunk();
  });

  test('other apps there refresh all the same, and what they get works', async () => {
    for (let time = 0; time < 3; time += 1) tokens = taken(await app.refresh(tokens.refresh_token));
    assert.equal(await statusWith(service, tokens.access_token), 200);
    await refusedJunk();
  });

  test('only a token that is in force passes, and only from its own app', async () => {
    const { refresh_token: token } = tokens;
    const stranger = await App.registered(service);
    const forged = `${token.slice(0, -43)}${'x'.repeat(43)}`;
    for (const [what, answer] of [
      ['a forged one that names a session', app.refresh(forged)],
      ['one of no form', app.refresh('x')],
      ['an access token', app.refresh(tokens.access_token)],
      ['one of another app', stranger.refresh(token)],
      ['another grant beside it', app.refresh(token, { grant_type: 'authorization_code', code: 'x' })],
      ['a code', app.exchange('x'.repeat(43))],
    ] as const) {
      const { status, json } = await answer;
      assert.deepEqual([status, json.error], [429, 'temporarily_unavailable'], what);
    }
    const twice = new URLSearchParams({ grant_type: 'refresh_token', client_id: app.clientId, resource: REST });
    for (const one of [token, token]) twice.append('refresh_token', one);
    assert.equal((await posted(String(twice))).status, 429, 'two tokens');
    const asked = form(token);
    assert.equal((await posted(asked, { 'content-type': 'text/plain' })).status, 429, 'no form');
    assert.equal((await posted(`${asked}&x=${'x'.repeat(8 * 1024)}`)).status, 429, 'too large');
    assert.equal((await posted(asked)).status, 200);
    service.clock.turn({ minutes: 2 });
    await useUp('oauth_token', PER_MINUTE);
    assert.equal((await posted(asked)).status, 429, 'one that was used up');
    assert.equal(await statusWith(service, tokens.access_token), 200, 'and none of it ended the session');
  });

  test('a session that has ended passes no more', async () => {
    await app.revoke(tokens.refresh_token);
    assert.equal((await app.refresh(tokens.refresh_token)).status, 429);
  });

  test('one session passes 30 times a minute, whatever becomes of what it asks for', async () => {
    const wrong = { resource: 'https://elsewhere.example' };
    const answers = [];
    for (let time = 0; time <= OF_A_SESSION; time += 1) answers.push(await app.refresh(tokens.refresh_token, wrong));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(OF_A_SESSION).fill(400), 429],
    );
  });

  test('what comes is read up to ten times its limit, and no further', async () => {
    taken(await app.refresh(tokens.refresh_token));
    await useUp('oauth_token read', READ_PER_MINUTE);
    assert.equal((await app.refresh(tokens.refresh_token)).status, 429);
  });

  test('each request leaves one event, also one whose body breaks off or whose sender goes', async () => {
    const before = await kept();
    taken(await app.refresh(tokens.refresh_token));
    await app.refresh('x');
    const head = `host: ${new URL(service.base).host}\r\ncontent-type: ${FORM}\r\ntransfer-encoding: chunked\r\n`;
    const broken = await rawConnection(service.base);
    broken.send(`POST /oauth/token HTTP/1.1\r\n${head}\r\n3\r\na=b\r\n`);
    await pause(100);
    broken.send('zz\r\n');
    assert.match(await broken.closed, /^HTTP\/1\.1 429 /);
    const gone = await rawConnection(service.base);
    gone.send(`POST /oauth/token HTTP/1.1\r\n${head}\r\n3\r\na=b\r\n`);
    await pause(100);
    gone.reset();
    const until = performance.now() + 5_000;
    while ((await kept()) < before + 4 && performance.now() < until) await pause(20);
    await pause(50);
    assert.equal(await kept(), before + 4);
  });

  function form(token: string): string {
    const asked = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: token, resource: REST };
    return String(new URLSearchParams(asked));
  }

  async function posted(body: string, headers = {}): Promise<Response> {
    const answer = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': FORM, ...headers },
      body,
    });
    await answer.arrayBuffer();
    return answer;
  }

  /** Takes from the address whatever is left to it. */
  async function useUp(what: string, perMinute: number): Promise<void> {
    const { gate } = service.service;
    for (;;) if (!(await takeOfAddress(gate, what, '127.0.0.1', perMinute)).allowed) return;
  }

  async function refusedJunk(): Promise<void> {
    assert.equal((await posted('a=b')).status, 429);
  }

  async function kept(): Promise<number> {
    await service.service.gate.audit.drained();
    const events = (await auditEvents(service.database)).filter(({ operation }) => operation === 'oauth_token');
    return events.reduce((sum, { count }) => sum + count, 0);
  }
});
