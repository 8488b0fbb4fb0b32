import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, HttpAnswer } from '../../harness/client.ts';
import { intakeWith } from '../../harness/config.ts';
import { silentLog } from '../../harness/log.ts';
import { type RawConnection, rawConnection, readAnswer } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const MESSAGE = 700 * KIB;
/** From then on a body of which nothing comes is slow. */
const SLOW_AFTER_MS = 2_500;
const CAMPAIGN = 'organizations/harbor/campaigns/none';
const SIGN_IN = '/dashboard/v1/sign-in';
const REPORTS = '/secret-scanning/github';
const KEY_ID = 'of-the-host';
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.7' };
const host = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CONFIG = {
  rateLimitPerMinute: 100_000,
  anonymousRateLimitPerMinute: 100_000,
  trustedProxies: 1,
  intake: intakeWith({ bodyBytes: 16 * MIB, bodyBytesPerAddress: 4 * MIB }),
  secretScanningKeys: new Map([[KEY_ID, host.publicKey.export({ type: 'spki', format: 'pem' }).toString()]]),
};

/** A request of which everything comes but the last byte. */
interface Stalled {
  path: string;
  bytes: number;
  from: string;
  headers: string;
}

/** Those who send much and never end, and all that they can of it. */
const CROWDS: Record<string, (service: RunningService) => Promise<Stalled[]>> = {
  'one key from many networks': async ({ world }) => {
    const { key } = await world.addKey({ organization: world.orchard, creator: world.people.stranger });
    return networks(6).flatMap((from) => stalled(6, { path: '/mcp', bytes: MESSAGE, from, headers: bearer(key) }));
  },
  'one session from many networks': async ({ world }) => {
    const path = '/dashboard/v1/organizations/orchard/campaigns/none/negative-keywords';
    const headers = `cookie: ${world.people.stranger.cookie}\r\n`;
    return networks(6).flatMap((from) => stalled(40, { path, bytes: 80 * KIB, from, headers }));
  },
  'the keys of many people': async ({ world }) => {
    const people = await Promise.all(
      networks(30).map((_, index) => world.addPerson(`crowd${index}at${performance.now()}`)),
    );
    const all: Stalled[] = [];
    for (const [index, creator] of people.entries()) {
      await world.addMember(world.orchard, creator, 'member');
      const { key } = await world.addKey({ organization: world.orchard, creator });
      const from = networks(30)[index] ?? '';
      all.push(...stalled(2, { path: '/mcp', bytes: MESSAGE, from, headers: bearer(key) }));
    }
    return all;
  },
  'anybody in one network': async () =>
    lines(10).flatMap((from) => stalled(25, { path: SIGN_IN, bytes: 15 * KIB, from, headers: '' })),
  'anybody in many networks': async () =>
    networks(10).flatMap((from) => stalled(25, { path: SIGN_IN, bytes: 15 * KIB, from, headers: '' })),
  'whoever knows the name of a code host’s key': async () => {
    const headers = `github-public-key-identifier: ${KEY_ID}\r\ngithub-public-key-signature: AAAA\r\n`;
    return networks(10).flatMap((from) => stalled(6, { path: REPORTS, bytes: 120 * KIB, from, headers }));
  },
};

/** What others do meanwhile, small and large, on every surface. */
const OTHERS: Record<string, (service: RunningService, key: string) => Promise<HttpAnswer>> = {
  'a pause': (service, key) =>
    call(service, 'PUT', `/v1/${CAMPAIGN}/state`, { key, body: { state: 'paused', dry_run: false } }),
  'a pause in the dashboard': ({ world, ...service }) =>
    call(service, 'PUT', `/dashboard/v1/${CAMPAIGN}/state`, {
      cookie: world.people.owner.cookie,
      body: { state: 'paused', dry_run: false },
    }),
  'a large write': (service, key) =>
    call(service, 'POST', `/v1/${CAMPAIGN}/negative-keywords`, { key, raw: ' '.repeat(80 * KIB) }),
  'a message': (service, key) =>
    call(service, 'POST', '/mcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, unchecked: true }),
  'a large message': (service, key) =>
    call(service, 'POST', '/mcp', { key, raw: ' '.repeat(MESSAGE), unchecked: true }),
  'a sign-in': (service) =>
    call(service, 'POST', SIGN_IN, { body: { email: `${performance.now()}@people.example`, password: 'no' } }),
  'a sign-in with far too much': (service) => call(service, 'POST', SIGN_IN, { raw: ' '.repeat(12 * KIB) }),
  'a token': (service) =>
    call(service, 'POST', '/oauth/token', {
      raw: 'grant_type=refresh_token&refresh_token=none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      unchecked: true,
    }),
  'a registration': (service) =>
    call(service, 'POST', '/oauth/register', { raw: `{}${' '.repeat(12 * KIB)}`, unchecked: true }),
  'a report': (service) => {
    const raw = Buffer.from(`[]${' '.repeat(100 * KIB)}`);
    const headers = {
      'github-public-key-identifier': KEY_ID,
      'github-public-key-signature': sign('sha256', raw, host.privateKey).toString('base64'),
    };
    return call(service, 'POST', REPORTS, { raw, headers, unchecked: true });
  },
};

describe('while bodies are on their way that never end', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;
  let usual: Record<string, number>;

  before(async () => {
    service = await startService(suite, { config: CONFIG, adapters: { log: silentLog } });
    key = (await service.world.addKey()).key;
    usual = await statuses();
    const refused = Object.entries(usual).filter(([, status]) => status === 429 || status >= 500);
    assert.deepEqual(refused, [], 'nobody is in the way yet');
  });

  for (const [crowd, requests] of Object.entries(CROWDS)) {
    test(`sent by ${crowd}, all others are answered as ever`, async (t) => {
      const opened = await open(t, service, await requests(service));
      assert.deepEqual(await statuses(), usual);
      assert.ok(opened.length > 0);
    });
  }

  async function statuses(): Promise<Record<string, number>> {
    const answered: Record<string, number> = {};
    for (const [what, ask] of Object.entries(OTHERS)) answered[what] = (await ask(service, key)).status;
    return answered;
  }
});

describe('a report of exposed keys', () => {
  const suite = wholeSuite();

  test('is refused on its headers where no host is known, or not the one that it names', async () => {
    const named = `github-public-key-identifier: ${KEY_ID}\r\n`;
    for (const [secretScanningKeys, headers, status] of [
      [new Map<string, string>(), `${named}github-public-key-signature: AAAA\r\n`, 404],
      [CONFIG.secretScanningKeys, '', 401],
      [CONFIG.secretScanningKeys, named, 401],
      [CONFIG.secretScanningKeys, 'github-public-key-identifier: x\r\ngithub-public-key-signature: AAAA\r\n', 401],
    ] as const) {
      const service = await startService(suite, { config: { ...CONFIG, secretScanningKeys } });
      const request = { path: REPORTS, bytes: 100 * KIB, from: '192.0.2.1', headers };
      const connection = await begin(service, request);
      assert.equal(readAnswer(await connection.until(/\r\n\r\n.*}$/s)).status, status);
      connection.reset();
    }
  });
});

function call(
  service: Pick<RunningService, 'call'>,
  method: string,
  path: string,
  options: CallOptions,
): Promise<HttpAnswer> {
  return service.call(method, path, { ...options, headers: { ...ELSEWHERE, ...options.headers } });
}

async function open(t: TestContext, service: RunningService, requests: readonly Stalled[]): Promise<RawConnection[]> {
  const opened: RawConnection[] = [];
  t.after(() => {
    for (const connection of opened) connection.reset();
  });
  for (const request of requests) {
    const connection = await begin(service, request);
    opened.push(connection);
    connection.send(Buffer.alloc(request.bytes - 1, ' '));
  }
  await sleep(SLOW_AFTER_MS);
  return opened;
}

async function begin({ base }: RunningService, { path, bytes, from, headers }: Stalled): Promise<RawConnection> {
  const connection = await rawConnection(base);
  const lines = `content-type: application/json\r\ncontent-length: ${bytes}\r\nx-forwarded-for: ${from}\r\n`;
  connection.send(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines}${headers}\r\n`);
  return connection;
}

function stalled(count: number, request: Stalled): Stalled[] {
  return Array.from({ length: count }, () => request);
}

function networks(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `2001:db8:${index + 1}::1`);
}

/** Of one network. */
function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `2001:db8:ffff:${index + 1}::1`);
}

function bearer(key: string): string {
  return `authorization: Bearer ${key}\r\n`;
}
