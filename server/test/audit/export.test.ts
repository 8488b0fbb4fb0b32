import assert from 'node:assert/strict';
import { get } from 'node:http';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const EVENTS = 300_000;
const AGENT_LENGTH = 300;
const SMALLEST_ANSWER = 100 * 1024 * 1024;
/** How much more than for a quarter of the answer, garbage included: less than the rest of it is large. */
const MEMORY_MIB = 100;
const READER_SLEEPS_MS = 700;
const COLUMNS = [
  'at',
  'request_id',
  'operation',
  'path',
  'status_code',
  'error_code',
  'actor_type',
  'user',
  'key_prefix',
  'key_last_four',
  'ip',
  'user_agent',
  'client',
  'count',
];

const exported = z.strictObject({ events: z.array(z.record(z.string(), z.unknown())), total: z.number() });

const insertEvents = statement<
  [organizationId: number, from: string, count: number, seconds: number, agent: number],
  never
>(`
  insert into audit_event (organization_id, at, request_id, operation, path, status_code, user_agent)
  select $1::integer, $2::timestamptz + make_interval(secs => n * $4), 'req_' || lpad(n::text, 26, '0'),
    'list_campaigns', '/v1/x', 200, repeat('x', $5)
  from generate_series(0, $3 - 1) n`);

describe('the audit export', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite, {
      config: { rateLimitPerMinute: 100_000, anonymousRateLimitPerMinute: 100_000 },
    });
    key = (await service.world.addKey()).key;
  });

  test('holds failures as well as successes, with who made them', async () => {
    const issued = await service.world.addKey({ scopes: ['organizations:read', 'audit:read'] });
    const asked = [
      await service.call('GET', '/v1/organizations', { key: issued.key, headers: { 'user-agent': 'probe/1' } }),
      await service.call('GET', '/v1/organizations/nowhere', { key: issued.key }),
      await service.call('GET', '/v1/nothing?secret=1', { key: issued.key }),
      await service.call('GET', '/v1/organizations?x=1', { key: issued.key }),
    ];
    await service.world.revoke(issued);
    asked.push(await service.call('GET', '/v1/organizations', { key: issued.key }));
    const events = eventsOf(await exportWith(''));
    const own = asked.map(({ requestId }) => events.find((event) => event.request_id === requestId));
    assert.deepEqual(
      own.map((event) => [event?.operation, event?.path, event?.status_code, event?.error_code]),
      [
        ['list_organizations', '/v1/organizations', 200, null],
        ['get_organization', '/v1/organizations/nowhere', 403, 'org_access_denied'],
        ['unknown_path', '/v1/nothing', 404, 'not_found'],
        ['list_organizations', '/v1/organizations', 422, 'validation_error'],
        ['list_organizations', '/v1/organizations', 401, 'unauthorized'],
      ],
    );
    for (const event of own) {
      assert.deepEqual(
        [event?.actor_type, event?.user, event?.key_prefix, event?.key_last_four, event?.ip],
        ['api_key', 'olga@people.example', issued.prefix, issued.lastFour, '127.0.0.1'],
      );
    }
    assert.equal(own[0]?.user_agent, 'probe/1');
  });

  test('total is the number of events, oldest first', async () => {
    const { events, total } = exported.parse((await exportWith('')).json);
    assert.equal(total, events.length);
    const order = events.map(({ at, request_id }) => `${at} ${request_id}`);
    assert.deepEqual(order, order.toSorted());
  });

  test('other organizations’ events, and those of nobody, are never in it', async () => {
    const { orchard, people } = service.world;
    const theirs = await service.world.addKey({ organization: orchard, creator: people.stranger });
    const foreign = [
      await service.call('GET', '/v1/organizations', { key: theirs.key }),
      await service.call('GET', '/v1/organizations/harbor', { key: theirs.key }),
      await service.call('GET', '/v1/organizations/harbor'),
    ].map(({ requestId }) => requestId);
    const ids = new Set(eventsOf(await exportWith('')).map(({ request_id }) => request_id));
    assert.deepEqual(
      foreign.filter((id) => ids.has(id)),
      [],
    );
    const own = await service.call('GET', '/v1/organizations/_/audit/export', { key: theirs.key });
    const expected = foreign.slice(0, 2).toSorted();
    assert.deepEqual(
      eventsOf(own)
        .map(({ request_id }) => request_id)
        .toSorted(),
      expected,
    );
  });

  test('anyone but an Owner gets role_denied, whatever scopes the credential has', async () => {
    const { admin, member, staff } = service.world.people;
    for (const { cookie } of [admin, member, staff]) {
      const answer = await service.call('GET', '/dashboard/v1/organizations/harbor/audit/export', { cookie });
      assert.deepEqual([answer.status, answer.error.code, answer.error.required_role], [403, 'role_denied', 'owner']);
    }
    const issued = await service.world.addKey({ creator: admin, scopes: ['organizations:read'] });
    assert.equal((await exportWith('', issued.key)).error.code, 'role_denied');
  });

  test('an Owner’s credential without audit:read gets insufficient_scope', async () => {
    const issued = await service.world.addKey({ scopes: ['organizations:read'] });
    assert.equal((await exportWith('', issued.key)).error.code, 'insufficient_scope');
  });

  test('from and to are UTC days, both included', async () => {
    await seed('2025-06-01T00:00:00Z', 4 * 24, 3_600);
    const days = (query: string) => exportWith(query).then((answer) => eventsOf(answer).map(({ at }) => String(at)));
    const one = await days('?from=2025-06-02&to=2025-06-02');
    assert.deepEqual([one.length, one[0], one.at(-1)], [24, '2025-06-02T00:00:00.000Z', '2025-06-02T23:00:00.000Z']);
    assert.equal((await days('?from=2025-06-01&to=2025-06-04')).length, 96);
    assert.equal((await days('?from=2025-06-04&to=2025-06-10')).length, 24);
  });

  test('without from it covers the 30 days up to to', async () => {
    await seed('2024-01-01T12:00:00Z', 60, 86_400);
    const events = eventsOf(await exportWith('?to=2024-02-15'));
    assert.deepEqual(
      [events.length, events[0]?.at, events.at(-1)?.at],
      [30, '2024-01-17T12:00:00.000Z', '2024-02-15T12:00:00.000Z'],
    );
  });

  test('without from and to it covers the 30 days up to now', async () => {
    const now = service.clock.now();
    const just = new Date(now - 30 * 86_400_000 + 60_000).toISOString();
    const before = new Date(now - 30 * 86_400_000 - 60_000).toISOString();
    await seed(just, 1, 1);
    await seed(before, 1, 1);
    const ats = eventsOf(await exportWith('')).map(({ at }) => Date.parse(String(at)));
    assert.ok(ats.includes(Date.parse(just)));
    assert.ok(!ats.includes(Date.parse(before)));
  });

  test('from after to is a validation_error, a period without events is empty', async () => {
    const answer = await exportWith('?from=2025-06-03&to=2025-06-02');
    assert.deepEqual([answer.status, answer.error.code], [422, 'validation_error']);
    assert.deepEqual((await exportWith('?from=2020-01-01&to=2020-01-02')).json, { events: [], total: 0 });
    const csv = await exportWith('?from=2020-01-01&to=2020-01-02&format=csv');
    assert.equal(csv.text, `${COLUMNS.join(',')}\r\n`);
  });

  test('any day that a caller can name is covered, to the last with four digits', async () => {
    assert.equal(exported.parse((await exportWith('?from=1970-01-01&to=9999-12-31')).json).total > 0, true);
    assert.equal((await exportWith('?to=1970-01-01')).status, 200);
    for (const query of ['?from=0000-01-01', '?to=0001-01-05', '?from=1969-12-31']) {
      assert.equal((await exportWith(query)).error.code, 'validation_error', query);
    }
  });

  test('an export that cannot begin is answered, and kept, as the failure it is', async () => {
    await service.database.execute(statement<[], never>('alter table audit_event rename user_agent to renamed'));
    try {
      const answer = await service.call('GET', '/v1/organizations/harbor/audit/export', { key, unchecked: true });
      assert.equal(answer.status, 500, answer.text);
    } finally {
      await service.database.execute(statement<[], never>('alter table audit_event rename renamed to user_agent'));
    }
  });

  test('CSV has the same columns and rows as JSON', async () => {
    const period = '?from=2025-06-01&to=2025-06-04';
    const events = eventsOf(await exportWith(period));
    assert.deepEqual(Object.keys(events[0] ?? {}), COLUMNS);
    const answer = await exportWith(`${period}&format=csv`);
    assert.match(String(answer.headers['content-type']), /^text\/csv; charset=utf-8$/);
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename="audit-harbor-2025-06-01\.csv"$/,
    );
    const [head, ...rows] = parseCsv(answer.text);
    assert.deepEqual(head, COLUMNS);
    assert.deepEqual(
      rows,
      events.map((event) => COLUMNS.map((column) => String(event[column] ?? ''))),
    );
  });

  test('a value that a spreadsheet would run as a formula is made harmless', async () => {
    const agents = ['=cmd|x', '+1', '-1+2', '@SUM(A1)', '\t=1', '|x', 'plain', 'a,b', 'say "hi"', "it's"];
    const ids = [];
    for (const agent of agents) {
      ids.push((await service.call('GET', '/v1/organizations', { key, headers: { 'user-agent': agent } })).requestId);
    }
    const [head = [], ...rows] = parseCsv((await exportWith('?format=csv')).text);
    const cells = ids.map(
      (id) => rows.find((row) => row[head.indexOf('request_id')] === id)?.[head.indexOf('user_agent')],
    );
    assert.deepEqual(cells, ["'=cmd|x", "'+1", "'-1+2", "'@SUM(A1)", "'=1", "'|x", 'plain', 'a,b', 'say "hi"', "it's"]);
  });

  test('nor is there a formula in it for a spreadsheet that separates cells by anything else', async () => {
    const agents = ['x;=1+1', 'x;;-1', 'x\t=1', 'x|@A1', 'x; "=1+1"', 'a,+1', "x;'=1"];
    for (const agent of agents)
      await service.call('GET', '/v1/organizations', { key, headers: { 'user-agent': agent } });
    const plain = 'Mozilla/5.0 (X11; Linux x86_64) A/1-2';
    await service.call('GET', '/v1/organizations/_;=1+1', { key, headers: { 'user-agent': plain } });
    const { text } = await exportWith('?format=csv');
    for (const separator of [',', ';', '\t', '|', '\r\n']) {
      const formulas = text.split(separator).filter((part) => /^["\s]*[=+\-@]/.test(part));
      assert.deepEqual(formulas, [], `separated by ${JSON.stringify(separator)}`);
    }
    assert.ok(text.includes(plain), 'what is harmless stays as it was');
  });

  test('exports of an organization take turns; too many are told to come back, and others are not held up', async () => {
    const { world } = service;
    const asked = Array.from({ length: 60 }, () => exportWith('?from=2025-01-01&to=2025-06-04'));
    const other = await world.addKey({ organization: world.orchard, creator: world.people.stranger });
    const elsewhere = await service.call('GET', '/v1/organizations/orchard/audit/export', { key: other.key });
    assert.equal(elsewhere.status, 200, elsewhere.text);
    const statuses = (await Promise.all(asked)).map(({ status, headers }) => [status, headers['retry-after']]);
    assert.deepEqual(new Set(statuses.map(String)), new Set(['200,', '429,2']));
    assert.equal((await exportWith('?from=2025-06-01&to=2025-06-04')).status, 200);
  });

  test('a reader who goes away in the middle gives the turn back', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { port, hostname } = new URL(service.base);
      const headers = { authorization: `Bearer ${key}` };
      await new Promise<void>((resolve, reject) => {
        const asked = get({ hostname, port, path: '/v1/organizations/harbor/audit/export?from=2025-01-01', headers });
        asked.on('response', (answer) => answer.once('data', () => resolve(void asked.destroy()))).on('error', reject);
      });
    }
    assert.equal((await exportWith('?from=2025-06-01&to=2025-06-04')).status, 200);
  });

  test('it is one answer however large, sent piece by piece', async () => {
    await seed('2023-01-01T00:00:00Z', EVENTS, 1, AGENT_LENGTH);
    const quarter = await streamed('?from=2023-01-01&to=2023-01-01&format=csv');
    assert.match(quarter.tail, /x,,1\r\n$/);
    const { bytes, growthMiB, tail } = await streamed('?from=2023-01-01&to=2023-12-31');
    assert.ok(bytes > SMALLEST_ANSWER, `${bytes} bytes`);
    assert.ok(growthMiB < MEMORY_MIB, `memory grew by ${growthMiB} MiB for ${bytes} bytes`);
    assert.ok(tail.endsWith(`],"total":${EVENTS}}`));
  });

  test('a key that is revoked in the middle gets no more, and nothing that came after the beginning', async () => {
    const issued = await service.world.addKey();
    const { port, hostname } = new URL(service.base);
    const path = '/v1/organizations/harbor/audit/export?from=2023-01-01&to=2023-12-31';
    const headers = { authorization: `Bearer ${issued.key}` };
    const received = await new Promise<string>((resolve, reject) => {
      let text = '';
      const asked = get({ hostname, port, path, headers }, (answer) => {
        answer.once('data', () => {
          answer.pause();
          void service.world.revoke(issued).then(() => setTimeout(() => answer.resume(), READER_SLEEPS_MS));
        });
        answer.on('data', (piece) => {
          text += piece;
        });
        answer.on('close', () => resolve(text)).on('error', () => resolve(text));
      });
      asked.on('error', reject);
    });
    assert.throws(() => JSON.parse(received), 'the answer broke off');
  });

  const exportWith = (query: string, credential = key) =>
    service.call('GET', `/v1/organizations/_/audit/export${query}`, { key: credential });

  const seed = (from: string, count: number, seconds: number, agent = 1) =>
    service.database.execute(insertEvents, service.world.harbor.id, from, count, seconds, agent);

  /** Reads an answer without keeping it, sleeping first, and tells how far memory rose meanwhile. */
  function streamed(query: string): Promise<{ bytes: number; growthMiB: number; tail: string }> {
    const before = process.memoryUsage().rss;
    let highest = before;
    let bytes = 0;
    let tail = '';
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      const request = get(`${service.base}/v1/organizations/_/audit/export${query}`, { headers }, (incoming) => {
        service.requestIds.push(String(incoming.headers['x-request-id']));
        incoming.once('data', () => {
          incoming.pause();
          setTimeout(() => incoming.resume(), READER_SLEEPS_MS);
        });
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          tail = (tail + chunk.subarray(-100)).slice(-100);
        });
        incoming.once('end', () => {
          clearInterval(watch);
          resolve({ bytes, growthMiB: (highest - before) / 1024 / 1024, tail });
        });
      });
      request.once('error', reject);
    });
  }
});

function eventsOf(answer: HttpAnswer): Record<string, unknown>[] {
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  return exported.parse(answer.json).events;
}

/** RFC 4180, read independently of how it was written. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
