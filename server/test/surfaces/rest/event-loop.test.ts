import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import type { Operation } from '../../../src/base/operation.ts';
import { generateStrategy } from '../../../src/strategies/generate-strategy.ts';
import { bodyLimitOf } from '../../../src/surfaces/rest/body-limit.ts';
import { bodyValuesOf } from '../../../src/surfaces/rest/value-limit.ts';
import type { CallOptions } from '../../harness/client.ts';
import { freshDatabase } from '../../harness/database.ts';
import { DASHBOARD, REST } from '../../harness/gate.ts';
import { validRequest } from '../../harness/requests.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { type World, world } from '../../harness/world.ts';

const TURNS = 3;
const LONGEST_BLOCK_MS = 50;
/** What one body may cost on average, all that belongs to a request included: 2 ms on a fast machine, 7 on a slow one. */
const MOST_ON_AVERAGE_MS = 10;
const LONGEST_READ_MS = 1_000;
const WARM_UP = 20;
const AT_ONCE = 20;
const MIB = 1024 * 1024;
/** A message that calls no tool may hold so much. */
const LONG_TEXT = 20 * 1024;

describe('nobody holds up the others', () => {
  const suite = wholeSuite();
  let served: ServedProcess;
  let people: World;
  let key: string;

  before(async () => {
    const { database, url } = await freshDatabase(suite);
    people = await world(database, systemClock);
    key = (await people.addKey()).key;
    served = await serveInProcess(suite, { databaseUrl: url });
    for (let turn = 0; turn < WARM_UP; turn += 1) await served.call('GET', '/v1/organizations', { key });
    await served.call('POST', '/dashboard/v1/sign-in', { body: { email: 'a', password: 'b' } });
  });

  for (const operation of [...operations, ...dashboardOperations]) {
    test(`with the worst body of ${operation.name}`, async () => {
      const { cookie } = people.people.owner;
      const forKeys = operations.includes(operation);
      const { method, path } = await validRequest(operation, { world: people, person: people.people.owner });
      await cheap(operation.name, async (sent) => {
        for (const [what, raw] of worstBodies(operation)) {
          await quick(`${operation.name}: ${what}`, async () => {
            await send(method, (forKeys ? REST : DASHBOARD) + path, { raw, ...(forKeys ? { key } : { cookie }) });
            sent();
          });
        }
      });
    });
  }

  test('with the worst messages of the Model Context Protocol', async () => {
    const [before, after] = ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":', '}'];
    const call = '{"name":"svc_generate_strategy","arguments":';
    const headers = { accept: 'application/json, text/event-stream' };
    for (const [what, args] of worstBodies(generateStrategy)) {
      const raw = `${before}${call}${args}}${after}`;
      await quick(`a message: ${what}`, async () => {
        const { status, text } = await served.call('POST', '/mcp', { key, raw, headers, unchecked: true });
        assert.ok(status < 500 && text.length < 10_000, `${status} ${text.slice(0, 300)}`);
      });
    }
  });

  /** Whatever text of a message is read, compared, told or logged. */
  const PLACES: Record<string, (said: string) => object> = {
    'the revision of a message': (said) => ({
      method: 'ping',
      params: {
        _meta: { 'io.modelcontextprotocol/protocolVersion': said, 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    }),
    'the revision of a handshake': (said) => ({
      method: 'initialize',
      params: { protocolVersion: said, capabilities: {}, clientInfo: { name: said, version: said } },
    }),
    'the method': (said) => ({ method: said }),
    'the name of a tool': (said) => ({ method: 'tools/call', params: { name: said } }),
    'the name of a prompt': (said) => ({ method: 'prompts/get', params: { name: said } }),
    'an address': (said) => ({ method: 'resources/read', params: { uri: `sluice://${said}` } }),
    'what is to be completed': (said) => ({
      method: 'completion/complete',
      params: { ref: { type: 'ref/prompt', name: said }, argument: { name: 'organization', value: said } },
    }),
  };
  for (const [place, messageWith] of Object.entries(PLACES)) {
    test(`with the worst texts for ${place} in the Model Context Protocol`, async () => {
      const headers = { accept: 'application/json, text/event-stream' };
      for (const run of ['a+', 'a://b:', '"', '\\', '/join/', 'Bearer ', '\ud83d']) {
        const said = run.repeat(LONG_TEXT / run.length);
        const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, ...messageWith(said) });
        await quick(`${place}: ${run}`, async () => {
          const { status } = await served.call('POST', '/mcp', { key, raw, headers, unchecked: true });
          assert.ok(status < 500, `${status}`);
        });
      }
    });
  }

  test('with thousands of arguments that no tool has', async () => {
    const { key: another } = await people.addKey({ organization: people.orchard, creator: people.people.stranger });
    const keys = await Promise.all(Array.from({ length: AT_ONCE }, () => people.addKey()));
    const args = filled(48 * 1024, '{', (n) => `"${n.toString(36)}":1`, '}');
    const raw = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_list_campaigns","arguments":${args}}}`;
    const headers = { accept: 'application/json, text/event-stream' };
    await cheap('thousands of arguments', async (sent) => {
      const all = keys.map(async (one) => {
        for (let turn = 0; turn < TURNS; turn += 1) {
          await served.call('POST', '/mcp', { key: one.key, raw, headers, unchecked: true });
          sent();
        }
      });
      const began = performance.now();
      const path = `/v1/organizations/${people.orchard.slug}/campaigns`;
      assert.equal((await served.call('GET', path, { key: another })).status, 200);
      const took = performance.now() - began;
      assert.ok(took < LONGEST_READ_MS, `somebody else waited for ${took} ms`);
      await Promise.all(all);
    });
  });

  test('with a report of leaked keys of 1 MiB that nobody signed', async () => {
    await quick('a report', () => send('POST', '/secret-scanning/github', { raw: `[${'{},'.repeat(MIB / 3 - 2)}1]` }));
  });

  test('with many of them at once', async () => {
    const { cookie } = people.people.owner;
    const path = '/dashboard/v1/organizations/harbor/members';
    const raw = filled(16 * 1024, '{', (n) => `"x${n}":1`, '}');
    await quick('many at once', async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => send('POST', path, { raw, cookie })));
    });
  });

  /** Every body is refused, one way or another. */
  async function send(method: string, path: string, options: CallOptions): Promise<void> {
    const { status, text } = await served.call(method, path, options);
    assert.ok(status >= 400 && status < 500, `${status} ${text.slice(0, 300)}`);
    assert.ok(text.length < 10_000, `${text.length} bytes were answered`);
  }

  async function cheap(what: string, work: (sent: () => void) => Promise<void>): Promise<void> {
    let count = 0;
    const before = await served.processorTime();
    await work(() => {
      count += 1;
    });
    const each = ((await served.processorTime()) - before) / count;
    assert.ok(each <= MOST_ON_AVERAGE_MS, `${what}: ${each} ms for each of ${count}`);
  }

  const quick = (what: string, work: () => Promise<void>) =>
    mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, what, work);
});

/** As large as the operation takes them, and as tiresome as they can be. */
function worstBodies(operation: Operation): [what: string, body: string][] {
  const limit = bodyLimitOf(operation);
  const { parameters } = operation.rest;
  const fields = Object.keys(operation.input.shape).filter((name) => !parameters.includes(name));
  return [
    ['unknown fields', filled(limit, '{', (n) => `"${n.toString(36)}":1`, '}')],
    [
      'as many unknown fields as are looked at',
      `{${Array.from({ length: bodyValuesOf(operation) - 2 }, (_, n) => `"${n.toString(36)}":1`)}}`,
    ],
    ['fields that look like places in a list', filled(limit, '{', (n) => `"${n * 1024}":1`, '}')],
    ['a key twice, at the end', filled(limit - 10, '{', (n) => `"${n.toString(36)}":1`, ',"0":1}')],
    ['objects inside each other', `${'{"a":'.repeat(limit / 12)}1${'}'.repeat(limit / 12)}`],
    ['lists inside each other', `{"a":${'['.repeat(limit / 2 - 5)}${']'.repeat(limit / 2 - 5)}}`],
    ['escapes that never end', `{"a":"${'\\"'.repeat(limit / 2 - 6)}`],
    ['nothing but white space', ' '.repeat(limit)],
    ['a key without end', `{"${'k'.repeat(limit - 8)}":1}`],
    ...['unknown', ...fields].flatMap((name): [string, string][] => [
      [`${name}: a list of numbers`, filled(limit, `{"${name}":[`, () => '1', ']}')],
      [`${name}: a list of texts`, filled(limit, `{"${name}":[`, () => '"a b"', ']}')],
      [`${name}: a list of objects`, filled(limit, `{"${name}":[`, (n) => `{"a":${n}}`, ']}')],
      [`${name}: as many values as are looked at`, `{"${name}":[${'"x",'.repeat(bodyValuesOf(operation) - 4)}"x"]}`],
      [`${name}: a long text`, filledText(limit, name, 'a')],
      [`${name}: a long text of spaces`, filledText(limit, name, ' ')],
      [`${name}: a long text of escapes`, filledText(limit, name, '\\u00e9')],
      [`${name}: a long number`, `{"${name}":${'9'.repeat(limit - name.length - 6)}}`],
    ]),
  ];
}

function filled(limit: number, begin: string, part: (n: number) => string, end: string): string {
  const parts: string[] = [];
  let length = begin.length + end.length;
  for (let n = 0; ; n += 1) {
    const next = part(n);
    length += next.length + 1;
    if (length > limit) return begin + parts.join(',') + end;
    parts.push(next);
  }
}

function filledText(limit: number, name: string, piece: string): string {
  const room = limit - name.length - 8;
  return `{"${name}":"${piece.repeat(Math.floor(room / piece.length))}"}`;
}
