import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const AUDIT = '/dashboard/v1/organizations/harbor/audit';
const LONG_TRAIL = 45_000;

const page = z.object({
  events: z.array(z.object({ request_id: z.string(), operation: z.string(), status_code: z.int() })),
  next_cursor: z.string().nullable(),
});

const insertEvents = statement<[organizationId: number, before: string, count: number], never>(`
  insert into audit_event (organization_id, at, request_id, operation, path, status_code, "user")
  select $1::integer, $2::timestamptz - make_interval(secs => n + 1), 'req_' || lpad(n::text, 26, '0'),
    case when n = $3 - 1 then 'rare' else 'list_campaigns' end, '/v1/x', case when n % 10 = 0 then 404 else 200 end,
    case when n % 2 = 0 then 'Even@people.example' else 'odd@people.example' end
  from generate_series(0, $3 - 1) n`);

describe('looking through the audit trail', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 100_000 } });
    const { harbor, orchard } = service.world;
    const at = new Date(service.clock.now()).toISOString();
    await service.database.execute(insertEvents, harbor.id, at, LONG_TRAIL);
    await service.database.execute(insertEvents, orchard.id, at, 3);
  });

  const ask = async (query: string) => {
    const answer = await service.call('GET', `${AUDIT}${query}`, { cookie: service.world.people.owner.cookie });
    assert.equal(answer.status, 200, answer.text);
    return page.parse(answer.json);
  };

  test('the newest come first, page by page, each once', async () => {
    const seen: string[] = [];
    for (let cursor = ''; seen.length < 300; ) {
      const { events, next_cursor } = await ask(`?limit=100&user=people.example&operation=list_campaigns${cursor}`);
      seen.push(...events.map(({ request_id }) => request_id));
      cursor = `&cursor=${next_cursor}`;
    }
    assert.deepEqual(seen, seen.toSorted());
    assert.equal(new Set(seen).size, 300);
  });

  test('is narrowed by person, operation and outcome', async () => {
    const even = await ask('?limit=20&user=EVEN@&operation=list_campaigns');
    assert.ok(even.events.every(({ request_id }) => Number(request_id.slice(4)) % 2 === 0));
    const failed = await ask('?limit=20&outcome=failed&operation=list_campaigns');
    assert.ok(failed.events.length === 20 && failed.events.every(({ status_code }) => status_code === 404));
  });

  test('by many at once in one organization, they take turns: nobody else waits for them', async () => {
    const { owner } = service.world.people;
    const look = (n: number) =>
      service.call('GET', `${AUDIT}?user=nobody${n}`, { cookie: owner.cookie, unchecked: true });
    let ended = 0;
    const crowd = Array.from({ length: 60 }, (_, n) =>
      look(n).finally(() => {
        ended += 1;
      }),
    );
    const other = await service.call('GET', AUDIT.replace('harbor', 'orchard'), {
      cookie: service.world.people.stranger.cookie,
    });
    assert.equal(other.status, 200, other.text);
    assert.ok(ended < crowd.length, 'before the crowd is through');
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
    assert.deepEqual([...statuses].toSorted(), [200, 429]);
  });

  test('something rare is found at the end of a long trail, no page having read all of it', async () => {
    let pages = 0;
    let found: string[] = [];
    for (let cursor = ''; found.length === 0 && pages < 10; pages += 1) {
      const { events, next_cursor } = await ask(`?operation=rare${cursor}`);
      found = events.map(({ operation }) => operation);
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }
    assert.deepEqual(found, ['rare']);
    assert.equal(pages, 2);
  });

  test('looking is itself an event', async () => {
    await ask('?limit=1');
    assert.equal((await ask('?limit=1&operation=list_audit_events')).events.length, 1);
  });

  test('the export also comes one event a line', async () => {
    const { cookie } = service.world.people.owner;
    const answer = await service.call('GET', `${AUDIT}/export?format=jsonl`, { cookie, unchecked: true });
    assert.match(String(answer.headers['content-disposition']), /\.jsonl"$/);
    const lines = answer.text.trimEnd().split('\n');
    assert.ok(lines.length > LONG_TRAIL);
    assert.ok(JSON.parse(lines[0] ?? '').request_id);
  });
});
