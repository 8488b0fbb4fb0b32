import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { createLog } from '../../src/adapters/pino-log.ts';
import { SECRET_ADDRESSES, withoutCredentials, withoutSecret } from '../../src/base/secret-addresses.ts';
import { newRefreshToken } from '../../src/identity/oauth/refresh-token-value.ts';
import { assertEachAuditedOnce, auditEvents } from '../harness/audit-events.ts';
import { rawConnection, readAnswer } from '../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const isBuilt = existsSync(join(import.meta.dirname, '../../../dashboard/dist/index.html'));

/** Every address with a secret in it, as it is sent out or called. */
const ADDRESSES = [
  '/choose-password/',
  '/join/',
  '/connect/',
  '/oauth/authorize/',
  '/dashboard/v1/connect-requests/',
  '/dashboard/v1/ad-connections/callback/',
];

/** An address with its secret as scanners, proxies and people write it. */
const WRITTEN: Readonly<Record<string, (address: string, secret: string) => string>> = {
  plainly: (address, secret) => address + secret,
  'with more behind it': (address, secret) => `${address}${secret}/more/../again`,
  'with a query': (address, secret) => `${address}${secret}?ticket=${secret}&code=${secret}&state=${secret}`,
  'with slashes twice': (address, secret) => `${address.replaceAll('/', '//')}${secret}//`,
  'in upper case': (address, secret) => address.toUpperCase() + secret,
  'with letters encoded': (address, secret) => `${encoded(address)}${secret}`,
  'with slashes encoded': (address, secret) => `/${address.slice(1).replaceAll('/', '%2f')}${secret}`,
  'encoded twice': (address, secret) => `${encoded(address).replaceAll('%', '%25')}${secret}`,
  'with a way round': (address, secret) => `/v1/..${address}${secret}`,
  'with its question mark encoded': (address, secret) => `${address.slice(0, -1)}%3Ftoken=${secret}`,
  'with an escape that says nothing': (address, secret) => `${address}${secret}/%`,
  'as a whole address': (address, secret) => `http://sluice.example${address}${secret}`,
  'as a whole address behind a slash': (address, secret) => `/https://sluice.example${address}${secret}`,
};

function encoded(address: string): string {
  return address.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

describe('an address that carries a secret', () => {
  const suite = wholeSuite();
  const lines: string[] = [];
  let service: RunningService;

  before(async () => {
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    service = await startService(suite, { config: UNLIMITED, adapters: { log } });
  });

  async function ask(method: string, target: string, headers = 'accept: */*\r\n') {
    const connection = await rawConnection(service.base);
    connection.send(`${method} ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`);
    const text = await connection.closed;
    const answer = readAnswer(text);
    if (/^x-ratelimit-limit:/im.test(text)) service.requestIds.push(answer.requestId);
    return { ...answer, text };
  }

  test('leaves nothing of it in the audit trail or the log, whoever asks, how and however it is written', async () => {
    const secret = randomBytes(32).toString('base64url');
    const { cookie } = service.world.people.owner;
    const { key } = await service.world.addKey();
    for (const address of ADDRESSES) {
      for (const write of Object.values(WRITTEN)) {
        service.clock.turn({ minutes: 1 });
        const target = write(address, secret);
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) await ask(method, target);
        await ask('GET', target, `authorization: Bearer ${key}\r\n`);
        await ask('POST', target, `cookie: ${cookie}\r\ncontent-length: 0\r\n`);
      }
    }
    await service.service.gate.audit.drained();
    const kept = (await auditEvents(service.database)).filter((event) => JSON.stringify(event).includes(secret));
    assert.deepEqual(
      kept.map(({ path }) => path),
      [],
    );
    assert.ok(!lines.join('').includes(secret), 'logged');
  });

  test('still tells in the trail which address it was', async () => {
    const { key } = await service.world.addKey();
    const { requestId } = await ask('POST', '/join/abc', `authorization: Bearer ${key}\r\n`);
    const event = (await auditEvents(service.database)).find(({ request_id }) => request_id === requestId);
    assert.equal(event?.path, '/join/[redacted]');
  });

  test('a key that was pasted where a name belongs is kept by its ends alone, however it is written', async () => {
    const { key } = await service.world.addKey();
    const encoded = key.replace('svc', '%73%2576c').replace('_live', '%5Flive');
    for (const written of [key, encoded, `${key}x`]) {
      for (const path of [`/v1/organizations/${written}`, `/v1/nothing/${written}/there`, `/dashboard/v1/${written}`]) {
        await ask('GET', path, `authorization: Bearer ${key}\r\n`);
      }
    }
    await service.service.gate.audit.drained();
    const events = await auditEvents(service.database);
    assert.ok(!JSON.stringify(events).includes(key.slice(13, 40)));
    const cut = `${key.slice(0, 13)}…${key.slice(-4)}`;
    assert.ok(events.some(({ path }) => path === `/v1/organizations/${cut}`));
  });

  test('a key that was pasted into what the client calls itself is kept by its ends alone', async () => {
    const { key } = await service.world.addKey();
    const headers = `authorization: Bearer ${key}\r\nuser-agent: tool/1 (${key})\r\n`;
    for (const path of ['/v1/organizations', '/v1/nothing', '/mcp', '/oauth/nothing']) await ask('GET', path, headers);
    await ask('POST', '/oauth/token', headers);
    await service.service.gate.audit.drained();
    const events = await auditEvents(service.database);
    assert.ok(!JSON.stringify(events).includes(key.slice(13, 40)));
    const cut = `tool/1 (${key.slice(0, 13)}…${key.slice(-4)})`;
    assert.ok(events.filter(({ user_agent }) => user_agent === cut).length >= 4);
  });

  test('a token that stands where a long path is cut is cut out, too', async () => {
    const { token } = await service.world.addApp();
    for (const left of [42, 20, 1]) {
      const lead = '/v1/organizations/_'.padEnd(1_000 - left - 1, '/yy');
      await ask('GET', `${lead}/${token}`, `authorization: Bearer ${token}\r\n`);
    }
    await service.service.gate.audit.drained();
    const events = await auditEvents(service.database);
    assert.ok(!JSON.stringify(events).includes(token.slice(0, 12)));
    assert.equal(events.filter(({ path }) => path.startsWith('/v1/organizations/_/yy')).length, 3);
  });

  test('a token of a connected app that was pasted into a path, or what the client calls itself, is cut out', async () => {
    const { token } = await service.world.addApp();
    const sessionId = randomBytes(24).toString('base64url');
    const refresh = newRefreshToken(sessionId);
    for (const secret of [token, refresh, `app-${refresh}`]) {
      const headers = `authorization: Bearer ${token}\r\nuser-agent: tool/1 (${secret})\r\n`;
      for (const written of [secret, secret.replace('.', '%2e'), encoded(secret)]) {
        for (const path of ['/v1/organizations/', '/v1/nothing/', '/mcp/']) await ask('GET', path + written, headers);
      }
    }
    await service.service.gate.audit.drained();
    const events = await auditEvents(service.database);
    const kept = JSON.stringify(events);
    for (const secret of [token, refresh, sessionId, refresh.slice(-43)]) assert.ok(!kept.includes(secret));
    const cut = events.filter(({ path }) => path === '/v1/organizations/[redacted]');
    assert.deepEqual(new Set(cut.map(({ user_agent }) => user_agent)), new Set(['tool/1 ([redacted])']));
  });

  test('a long name is no token', () => {
    const slug = 'spring-sale-2026-for-everybody-who-has-been-here-before-and-comes';
    for (const path of [`/v1/organizations/harbor/campaigns/${slug}`, `/o/harbor/campaigns/${slug.toUpperCase()}`]) {
      assert.equal(withoutSecret(path), path);
    }
  });

  test('of which some is missing is cut out all the same, and nothing of a path is kept decoded', () => {
    const key = `svc_live_${randomBytes(18).toString('hex')}`;
    for (const length of [35, 30, 20, 12]) {
      const kept = withoutSecret(`/v1/organizations/a/campaigns/${key.slice(0, 9 + length)}`);
      assert.ok(!kept.includes(key.slice(9, 9 + length)), kept);
    }
    assert.equal(withoutSecret(`/x%00%0a${key}`), `/x\\u{0}\\u{a}${key.slice(0, 13)}…${key.slice(-4)}`);
  });

  test('opens its page, whatever the client says it accepts', { skip: !isBuilt }, async () => {
    for (const page of ['/choose-password/', '/join/', '/connect/']) {
      for (const headers of ['accept: */*\r\n', '']) {
        const { status, text } = await ask('GET', `${page}abc.def`, headers);
        assert.equal(status, 200);
        assert.match(text, /^content-type: text\/html/im);
      }
    }
  });

  test('is in the list, whatever operation takes the name of a request to connect', () => {
    const carrying = [...operations, ...dashboardOperations].filter(({ rest }) => rest.parameters.includes('uid'));
    assert.ok(carrying.length > 0);
    for (const { name, rest } of carrying) {
      assert.equal(withoutSecret(`/dashboard/v1${rest.path}`), '/dashboard/v1/connect-requests/[redacted]', name);
    }
    const listed = ADDRESSES.map((address) => address.replace('/dashboard/v1', ''));
    assert.deepEqual([...SECRET_ADDRESSES].sort(), listed.sort());
  });

  test('is told from the names of customers, which may be any word', () => {
    const called = [...operations, ...dashboardOperations]
      .filter(({ rest }) => !rest.parameters.includes('uid'))
      .map(({ rest }) => `/dashboard/v1${rest.path.replace('{org}', 'connect').replace('{slug}', 'join')}`);
    for (const path of [
      ...called,
      '/o/join/campaigns/connect/ads',
      '/oauth/authorize',
      '/v1/organizations/%',
      '/joint/venture',
      '/mcp',
      '',
    ]) {
      assert.equal(withoutSecret(path), path);
    }
  });

  test('is cut out of whatever is logged', () => {
    const logged: string[] = [];
    const log = createLog('info', { write: (line) => void logged.push(line) });
    const secret = randomBytes(32).toString('base64url');
    for (const address of ADDRESSES) {
      const err = new Error(`no route GET:${address}abc.${secret}`);
      log.warn({ err, url: `https://sluice.example${address}${secret}` }, address);
    }
    log.warn({ file: 'src/ad-accounts/connect/finish-ad-connection.ts:79:21' }, 'a file of the same name');
    assert.ok(!logged.join('').includes(secret));
    for (const line of logged) JSON.parse(line);
    assert.match(logged.at(-1) ?? '', /finish-ad-connection/);
  });

  test('every request leaves exactly one event', async () => {
    await assertEachAuditedOnce(service.database, service.requestIds);
  });
});

test('a text as long as headers may be is looked through in a moment, whatever it is made of', () => {
  for (const piece of ['a', 'A', 'aA', 'a-', '1', `${'a'.repeat(31)}.`, 'svc_live_']) {
    const text = piece.repeat(16_000 / piece.length);
    const began = performance.now();
    for (let times = 0; times < 50; times += 1) withoutCredentials(text);
    // By looks from each character on it would be some ten seconds.
    assert.ok(performance.now() - began < 1_000, piece);
  }
});
